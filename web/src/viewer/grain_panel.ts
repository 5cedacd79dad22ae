// SPDX-License-Identifier: BSD-3-Clause
import { formatNumber } from "../plot";
import { type Grain, type GrainValue, fetchGrain } from "./api";
import { byId, element } from "./dom";

/** What is known of the selected grain, with its contacts as links. */
export class GrainPanel {
    private ticket = 0;

    constructor(
        private readonly select: (id: number | null) => void,
        private readonly report: (problem: unknown) => void,
    ) {
        byId("grain-close").addEventListener("click", () => select(null));
    }

    async show(frame: number, id: number | null): Promise<void> {
        const ticket = ++this.ticket;
        byId("grain").hidden = id === null;
        if (id === null) return;
        byId("grain-heading").textContent = `Grain ${id}`;
        try {
            const grain = await fetchGrain(frame, id);
            if (ticket === this.ticket) this.fill(grain);
        } catch (problem) {
            if (ticket === this.ticket) this.report(problem);
        }
    }

    private fill(grain: Grain): void {
        byId("grain-values").replaceChildren(
            ...grain.values.flatMap(({ name, value, unit }) => rowsOf(name, value, unit)),
        );
        const contacts = [...grain.contacts].sort((a, b) => b.force - a.force);
        byId("grain-contacts-heading").textContent = contacts.length
            ? `Contacts (${contacts.length})`
            : "No contacts";
        byId("grain-contacts-head").hidden = contacts.length === 0;
        byId("grain-contacts").replaceChildren(
            ...contacts.map((contact) =>
                row([
                    this.partner(contact.with, contact.grain),
                    cell(formatNumber(contact.force)),
                    cell(formatNumber(contact.overlap)),
                ]),
            ),
        );
    }

    private partner(text: string, grain: number | null): HTMLElement {
        const head = element("th");
        if (grain === null) {
            head.textContent = text;
            return head;
        }
        const link = element("button", text, "link");
        link.type = "button";
        link.addEventListener("click", () => this.select(grain));
        head.append(link);
        return head;
    }
}

/** A vector takes a second row, its parts beside each other. */
function rowsOf(name: string, value: GrainValue, unit: string): HTMLElement[] {
    const head = element("th", name);
    const foot = element("td", unit, "unit");
    if (!Array.isArray(value))
        return [row([head, cell(typeof value === "number" ? formatNumber(value) : value), foot])];
    const parts = element("td", "", "vector");
    parts.colSpan = 3;
    parts.append(
        ...value.map((part) => element("span", formatNumber(Number(part.toPrecision(3))))),
    );
    return [row([head, cell(""), foot]), row([parts])];
}

const cell = (text: string) => element("td", text, "number");

function row(cells: HTMLElement[]): HTMLElement {
    const made = element("tr");
    made.append(...cells);
    return made;
}

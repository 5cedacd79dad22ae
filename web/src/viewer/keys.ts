// SPDX-License-Identifier: BSD-3-Clause
import { byId, element } from "./dom";

export interface Shortcut {
    keys: string[]; // as KeyboardEvent.key, lower case
    shown: string;
    does: string;
    run: () => void;
}

/** Keys for the whole page, and the table of them. A widget in focus keeps the keys it needs itself. */
export function bindKeys(shortcuts: Shortcut[]): void {
    const help = byId<HTMLDialogElement>("help");
    const toggleHelp = () => (help.open ? help.close() : help.showModal());
    const all = [...shortcuts, { keys: ["?"], shown: "?", does: "this list", run: toggleHelp }];
    byId("help-open").addEventListener("click", toggleHelp);
    byId("help-close").addEventListener("click", toggleHelp);
    byId("help-keys").replaceChildren(
        ...all.map(({ shown, does }) => {
            const row = element("tr");
            const head = element("th");
            head.append(element("kbd", shown));
            row.append(head, element("td", does));
            return row;
        }),
    );
    document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const key = event.key.toLowerCase();
        if (isNeededBy(event.target as HTMLElement, key) || (help.open && key !== "?")) return;
        const found = all.find(({ keys }) => keys.includes(key));
        if (!found) return;
        event.preventDefault();
        found.run();
    });
}

const moving = ["arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end"];

function isNeededBy(target: HTMLElement, key: string): boolean {
    if (key === "escape") return false;
    if (target instanceof HTMLSelectElement) return true;
    if (target instanceof HTMLInputElement && target.type === "number") return true;
    if (target instanceof HTMLInputElement && target.type === "range") return moving.includes(key);
    if (target.closest("button, summary, a, input")) return key === " " || key === "enter";
    return target.closest("svg, [role='slider']") !== null && moving.includes(key);
}

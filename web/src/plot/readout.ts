// SPDX-License-Identifier: BSD-3-Clause
import { html } from "../elements";
import type { Reading } from "./content";
import { makeSwatch } from "./series";

const distance = 12; // from the crosshair, in pixels

export interface Readout {
    box: HTMLElement;
    /** The same for screen readers: announced whenever it changes. */
    spoken: HTMLElement;
    /** `part` is the crosshair's place from 0 (left) to 1; the box stands on its roomier side. */
    show(reading: Reading, part: number): void;
    hide(): void;
}

export function makeReadout(): Readout {
    const box = html("div", { class: "plot-readout", "aria-hidden": "true" });
    const spoken = html("div", { class: "plot-spoken", "aria-live": "polite" });
    box.hidden = true;
    return {
        box,
        spoken,
        show(reading, part) {
            const rows = reading.rows.map(({ name, text, series }) => {
                const swatch = series === null ? [] : [makeSwatch(series)];
                return html(
                    "div",
                    { class: "plot-readout-row" },
                    ...swatch,
                    html("span", {}, name),
                    html("b", {}, text),
                );
            });
            box.replaceChildren(
                html("div", { class: "plot-readout-heading" }, reading.heading),
                ...rows,
            );
            box.hidden = false;
            const room = box.parentElement!.clientWidth;
            const wanted =
                part > 0.5 ? part * room - distance - box.offsetWidth : part * room + distance;
            box.style.left = `${Math.max(0, Math.min(wanted, room - box.offsetWidth))}px`;
            spoken.textContent = [
                reading.heading,
                ...reading.rows.map(({ name, text }) => `${name} ${text}`),
            ].join("; ");
        },
        hide() {
            box.hidden = true;
            spoken.textContent = "";
        },
    };
}

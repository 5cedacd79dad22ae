// SPDX-License-Identifier: BSD-3-Clause
import { html } from "../elements";
import { makeSwatch } from "./series";

/** Buttons that show and hide the series; empty when there is nothing to choose. */
export function makeLegend(
    names: string[],
    onToggle: (series: number, isShown: boolean) => void,
): HTMLElement {
    const buttons = names.map((name, i) => {
        const attributes = { type: "button", class: "plot-legend-entry", "aria-pressed": "true" };
        const button = html("button", attributes, makeSwatch(i), name);
        button.addEventListener("click", () => {
            const isShown = button.getAttribute("aria-pressed") === "false";
            button.setAttribute("aria-pressed", String(isShown));
            onToggle(i, isShown);
        });
        return button;
    });
    const legend = html(
        "div",
        { class: "plot-legend", role: "group", "aria-label": "series" },
        ...buttons,
    );
    legend.hidden = buttons.length === 0;
    return legend;
}

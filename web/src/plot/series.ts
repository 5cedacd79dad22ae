// SPDX-License-Identifier: BSD-3-Clause
// How the series of a plot are told apart: eight colours (theme.css), then the same ones dashed.
import { svg } from "../elements";

const colors = 8;
const dashes = ["none", "5 3", "1.5 3"];

/** Attributes of a line; others that follow the series' colour need only the class. */
export function seriesLine(
    index: number,
    className: string,
): { class: string; "stroke-dasharray": string } {
    const dash = dashes[Math.floor(index / colors) % dashes.length]!;
    return { class: `${className} ${seriesClass(index)}`, "stroke-dasharray": dash };
}

export function seriesClass(index: number): string {
    return `plot-series-${(index % colors) + 1}`;
}

/** A short piece of the line. Not a background colour: those are not printed. */
export function makeSwatch(index: number): SVGSVGElement {
    const line = svg("line", {
        ...seriesLine(index, "plot-swatch-line"),
        x1: 2,
        x2: 16,
        y1: 4,
        y2: 4,
    });
    return svg("svg", { class: "plot-swatch", viewBox: "0 0 18 8", "aria-hidden": "true" }, line);
}

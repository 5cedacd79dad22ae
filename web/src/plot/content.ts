// SPDX-License-Identifier: BSD-3-Clause
// What the shell (draw.ts) asks of each kind of plot.
import { barContent } from "./bars";
import { heatContent } from "./heat";
import { lineContent } from "./lines";
import type { Domain, Scale } from "./scale";
import type { Plot } from "./types";

export interface Scales {
    x: Scale;
    y: Scale;
}

/** The sample, bar or cell under the crosshair. `iy` counts in heat maps only. */
export interface Cursor {
    ix: number;
    iy: number;
}

export interface Reading {
    /** Where the crosshair stands. */
    x: number;
    heading: string;
    /** `series` picks the swatch, null for none. */
    rows: { name: string; text: string; series: number | null }[];
}

export interface Content {
    /** Names of the series that can be hidden. */
    legend: string[];
    /** How many samples there are along x and y; no cursor exists when `x` is 0. */
    size: { x: number; y: number };
    domains(hidden: ReadonlySet<number>): { x: Domain; y: Domain };
    /** Why nothing can be drawn, or null. */
    emptiness(hidden: ReadonlySet<number>): string | null;
    paint(layer: SVGGElement, scales: Scales, hidden: ReadonlySet<number>): void;
    /** Something beside the plot, e.g. a colour bar. */
    side?: {
        width: number;
        paint(layer: SVGGElement, left: number, top: number, bottom: number): void;
    };
    locate(scales: Scales, pixelX: number, pixelY: number): Cursor;
    read(cursor: Cursor, hidden: ReadonlySet<number>): Reading;
    highlight(
        layer: SVGGElement,
        scales: Scales,
        cursor: Cursor,
        hidden: ReadonlySet<number>,
    ): void;
}

export function contentOf(plot: Plot): Content {
    switch (plot.kind) {
        case "lines":
            return lineContent(plot);
        case "bars":
            return barContent(plot);
        case "heat":
            return heatContent(plot);
        default:
            throw new Error(`unknown kind of plot: ${String((plot as { kind?: unknown }).kind)}`);
    }
}

// SPDX-License-Identifier: BSD-3-Clause
// What a plot is made of. The same shapes travel as JSON from the program to the report.

export interface Axis {
    label: string;
    unit: string;
    log?: boolean;
}

/** Samples over a common x. A null or non-finite y is a gap. */
export interface LinePlot {
    kind: "lines";
    title: string;
    note?: string;
    x: Axis;
    y: Axis;
    xs: number[];
    series: { name: string; ys: (number | null)[] }[];
}

/** A histogram: values[i] stands between edges[i] and edges[i + 1]. */
export interface BarPlot {
    kind: "bars";
    title: string;
    note?: string;
    x: Axis;
    y: Axis;
    edges: number[];
    values: number[];
}

/** values[iy][ix] fills the cell between edges xs[ix], xs[ix + 1] and ys[iy], ys[iy + 1]. */
export interface HeatPlot {
    kind: "heat";
    title: string;
    note?: string;
    x: Axis;
    y: Axis;
    value: Axis;
    xs: number[];
    ys: number[];
    values: number[][];
    /** Stops from low to high, "#rrggbb". */
    colors: string[];
}

export type Plot = LinePlot | BarPlot | HeatPlot;

export interface PlotOptions {
    /** Height of the drawing in CSS pixels, without title and legend. */
    height?: number;
    /** Called with the x of the sample, bar or cell that was clicked, or chosen with Enter. */
    onPick?: (x: number) => void;
}

export interface DrawnPlot {
    /** A vertical line, e.g. the present time; null takes it away. */
    setMarker(x: number | null): void;
}

// SPDX-License-Identifier: BSD-3-Clause
// Long lines in few points. Of all samples that fall into one pixel column only the first, the lowest,
// the highest and the last can be seen; the rest would be drawn over. A gap that begins and ends within
// one column cannot be seen either.

export interface Point {
    x: number;
    y: number;
}

/** Pixel points of the samples, in runs: a new run after each visible gap. `pixelX` is ascending; a
 *  y of NaN is a gap. */
export function decimate(count: number, pixelX: (i: number) => number, pixelY: (i: number) => number): Point[][] {
    const runs: Column[][] = [];
    let column: Column | undefined;
    let inGap = true;
    for (let i = 0; i < count; ++i) {
        const point = { x: pixelX(i), y: pixelY(i) };
        if (Number.isNaN(point.x) || Number.isNaN(point.y)) {
            inGap = true;
            continue;
        }
        const index = Math.floor(point.x);
        if (column?.index === index) {
            extend(column, point);
        } else {
            column = { index, first: point, lowest: point, highest: point, last: point };
            if (inGap) runs.push([column]);
            else runs[runs.length - 1]!.push(column);
        }
        inGap = false;
    }
    return runs.map((run) => run.flatMap(visible));
}

interface Column {
    index: number;
    first: Point;
    lowest: Point;
    highest: Point;
    last: Point;
}

function extend(column: Column, point: Point): void {
    if (point.y < column.lowest.y) column.lowest = point;
    if (point.y > column.highest.y) column.highest = point;
    column.last = point;
}

/** The column's points in order of x, each once. */
function visible(column: Column): Point[] {
    const inner = column.lowest.x <= column.highest.x ? [column.lowest, column.highest] : [column.highest, column.lowest];
    return [...new Set([column.first, ...inner, column.last])];
}

/** SVG path of the runs. A run of one point becomes a dot: zero length, round caps. */
export function pathOf(runs: Point[][]): string {
    return runs
        .map((run) => "M" + run.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L") + (run.length === 1 ? "h0" : ""))
        .join("");
}

/** A hundredth of a pixel is enough and keeps the document short. */
export function round(pixel: number): number {
    return Math.round(pixel * 100) / 100;
}

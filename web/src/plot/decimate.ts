// SPDX-License-Identifier: BSD-3-Clause
// Long lines in few points. Of all samples that fall into one pixel column only the first, the lowest,
// the highest and the last can be seen; the rest would be drawn over. A gap that begins and ends within
// one column cannot be seen either.

export interface Point {
    x: number;
    y: number;
}

/** Points of the samples, in runs: a new run after each visible gap. Pixels ascend in x; NaN is a gap. */
export function decimate(xs: ArrayLike<number>, ys: ArrayLike<number>): Point[][] {
    const runs: Column[][] = [];
    let column: Column | undefined;
    let inGap = true;
    for (let i = 0; i < xs.length; ++i) {
        const y = ys[i]!;
        const pixel = Math.floor(xs[i]!);
        if (Number.isNaN(pixel) || Number.isNaN(y)) {
            inGap = true;
            continue;
        }
        if (column?.pixel === pixel) {
            if (y < ys[column.lowest]!) column.lowest = i;
            if (y > ys[column.highest]!) column.highest = i;
            column.last = i;
        } else {
            column = { pixel, first: i, lowest: i, highest: i, last: i };
            if (inGap) runs.push([column]);
            else runs[runs.length - 1]!.push(column);
        }
        inGap = false;
    }
    return runs.map((run) => run.flatMap(visible).map((i) => ({ x: xs[i]!, y: ys[i]! })));
}

/** The samples of one pixel column that count, by index. */
interface Column {
    pixel: number;
    first: number;
    lowest: number;
    highest: number;
    last: number;
}

/** In order, each once. */
function visible({ first, lowest, highest, last }: Column): number[] {
    return [...new Set([first, Math.min(lowest, highest), Math.max(lowest, highest), last])];
}

/** SVG path of the runs. A run of one point becomes a dot: zero length, round caps. */
export function pathOf(runs: Point[][]): string {
    return runs
        .map(
            (run) =>
                "M" +
                run.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L") +
                (run.length === 1 ? "h0" : ""),
        )
        .join("");
}

/** A hundredth of a pixel is enough and keeps the document short. */
export function round(pixel: number): number {
    return Math.round(pixel * 100) / 100;
}

// SPDX-License-Identifier: BSD-3-Clause
// Finding the sample or cell under a pixel.
import type { Scale } from "./scale";

/** Index of the position nearest to the pixel; `positions` is ascending and not empty. */
export function nearestIndex(positions: ArrayLike<number>, scale: Scale, pixel: number): number {
    const after = Math.min(positions.length - 1, countBelow(positions, scale.toValue(pixel)));
    if (after === 0) return 0;
    const gap = (i: number) => Math.abs(scale.toPixel(positions[i]!) - pixel);
    return gap(after - 1) <= gap(after) ? after - 1 : after;
}

/** Index of the cell between ascending edges that holds the pixel, clamped to the first and last. */
export function cellIndex(edges: number[], scale: Scale, pixel: number): number {
    const cell = countBelow(edges, scale.toValue(pixel)) - 1;
    return Math.min(edges.length - 2, Math.max(0, cell));
}

export function requireAscending(edges: number[], what: string): void {
    for (let i = 1; i < edges.length; ++i)
        if (!(edges[i]! > edges[i - 1]!)) throw new Error(`${what} must ascend (at ${i})`);
}

/** How many of the ascending positions lie below the value. */
function countBelow(positions: ArrayLike<number>, value: number): number {
    let low = 0;
    let high = positions.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (positions[middle]! < value) low = middle + 1;
        else high = middle;
    }
    return low;
}

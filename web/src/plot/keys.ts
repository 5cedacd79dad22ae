// SPDX-License-Identifier: BSD-3-Clause
import type { Cursor } from "./content";

/** Where a key takes the crosshair; null for keys that mean nothing here. The first press shows it. */
export function keyMove(
    key: string,
    cursor: Cursor | null,
    size: { x: number; y: number },
): Cursor | null {
    const leap = Math.max(1, Math.round(size.x / 20));
    const moves: Record<string, [number, number]> = {
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        PageDown: [-leap, 0],
        PageUp: [leap, 0],
        Home: [-size.x, 0],
        End: [size.x, 0],
    };
    if (size.y > 1) Object.assign(moves, { ArrowUp: [0, 1], ArrowDown: [0, -1] });
    const move = moves[key];
    if (!move || size.x === 0) return null;
    if (!cursor) return { ix: key === "End" || key === "ArrowLeft" ? size.x - 1 : 0, iy: 0 };
    return { ix: clamp(cursor.ix + move[0], size.x), iy: clamp(cursor.iy + move[1], size.y) };
}

function clamp(index: number, size: number): number {
    return Math.min(size - 1, Math.max(0, index));
}

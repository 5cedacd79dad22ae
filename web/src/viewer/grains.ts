// SPDX-License-Identifier: BSD-3-Clause
import type { Frame, Solids, Triple } from "./api";

// A grain is drawn as a ball, as several (a clump), or as a solid (any other shape). The things of a
// frame are numbered balls first, then solids.

/** Id of the grain that the thing with this number belongs to; null if it is none of a grain. */
export function grainOf(frame: Frame, thing: number): number | null {
    const solid = thing - frame.ids.length;
    if (solid >= 0) return frame.solids.ids[solid] ?? null;
    return frame.ball === "grain" ? (frame.ids[thing] ?? null) : null;
}

/** How many grains are drawn, or pores where these are shown. Balls of a clump follow each other. */
export function countDrawn({ ids, inner, solids }: Frame): number {
    const ofBalls = ids.reduce((sum, id, k) => sum + (k > 0 && id === ids[k - 1] ? 0 : 1), 0);
    return ofBalls + (inner ? 0 : solids.ids.length);
}

/** What is drawn of one grain, relative to the frame's origin. */
export interface GrainParts {
    balls: Float32Array; // x y z radius
    vertices: Float32Array; // x y z, of its solid
    triangles: Uint32Array; // numbers of these vertices
}

/** Null if the frame does not have the grain. Its Laguerre cell is no part of it. */
export function partsOf(frame: Frame, id: number | null): GrainParts | null {
    if (id === null || frame.ball !== "grain") return null;
    const first = frame.ids.indexOf(id);
    if (first >= 0) {
        const balls = frame.balls.subarray(4 * first, 4 * (frame.ids.lastIndexOf(id) + 1));
        return { balls, vertices: new Float32Array(0), triangles: new Uint32Array(0) };
    }
    const solid = frame.inner ? -1 : frame.solids.ids.indexOf(id);
    return solid >= 0 ? { balls: new Float32Array(0), ...meshOf(frame.solids, solid) } : null;
}

function meshOf(solids: Solids, k: number): Omit<GrainParts, "balls"> {
    const begin = solids.sizes.subarray(0, k).reduce((sum, size) => sum + size, 0);
    const end = begin + solids.sizes[k]!;
    return {
        vertices: solids.vertices.subarray(3 * begin, 3 * end),
        triangles: solids.triangles
            .filter((corner) => corner >= begin && corner < end)
            .map((corner) => corner - begin),
    };
}

/** Middle of the grain's box and the radius of the ball around that holds it; x y z radius. */
export function ballAround({ balls, vertices }: GrainParts): Float32Array {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const cover = (from: Float32Array, at: number, radius: number) => {
        for (let axis = 0; axis < 3; ++axis) {
            low[axis] = Math.min(low[axis]!, from[at + axis]! - radius);
            high[axis] = Math.max(high[axis]!, from[at + axis]! + radius);
        }
    };
    for (let i = 0; i < balls.length; i += 4) cover(balls, i, balls[i + 3]!);
    for (let i = 0; i < vertices.length; i += 3) cover(vertices, i, 0);
    const middle = low.map((l, axis) => 0.5 * (l + high[axis]!));
    return Float32Array.of(...middle, 0.5 * Math.hypot(...low.map((l, axis) => high[axis]! - l)));
}

/** A place in the grain: the centre of its first ball, or the mean of its corners. */
export function pointIn({ balls, vertices }: GrainParts): Triple {
    if (balls.length > 0) return [balls[0]!, balls[1]!, balls[2]!];
    const sum: Triple = [0, 0, 0];
    vertices.forEach((x, i) => (sum[i % 3]! += x));
    return sum.map((x) => (3 * x) / vertices.length) as Triple;
}

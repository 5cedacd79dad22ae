// SPDX-License-Identifier: BSD-3-Clause
import { Vector3 } from "three";
import type { Triple } from "./api";

/** The graphics card counts in single precision: it works about the middle of the run and in units
 *  of its size, so that a scene of microns and one a kilometre away look alike. */
export class Units {
    readonly middle: Triple;
    readonly size: number; // m, diagonal of the run's bounds

    constructor(
        readonly low: Triple,
        readonly high: Triple,
    ) {
        this.middle = [0, 1, 2].map((k) => 0.5 * (low[k]! + high[k]!)) as Triple;
        this.size = Math.hypot(...low.map((l, k) => high[k]! - l)) || 1;
    }

    get scale(): number {
        return 1 / this.size;
    }

    inside(p: ArrayLike<number>): Vector3 {
        const [x, y, z] = this.middle;
        return new Vector3(p[0]! - x, p[1]! - y, p[2]! - z).divideScalar(this.size);
    }

    outside(v: Vector3): Triple {
        return [0, 1, 2].map((k) => v.getComponent(k) * this.size + this.middle[k]!) as Triple;
    }

    /** What to add, in metres, to coordinates relative to `origin` before scaling. */
    shift(origin: Triple): Vector3 {
        return new Vector3(...(origin.map((o, k) => o - this.middle[k]!) as Triple));
    }
}

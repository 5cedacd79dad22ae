// SPDX-License-Identifier: BSD-3-Clause
import { type Box3, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Triple } from "./api";
import type { Units } from "./units";

export const fieldOfView = 25; // degrees, over the height: that of `scree render`
const margin = 1.06; // around what must be seen

/** Direction from the target to the eye, in (right, depth, up) of the front view. */
export const views: Record<string, Triple> = {
    front: [0, -1, 0],
    back: [0, 1, 0],
    left: [-1, 0, 0],
    right: [1, 0, 0],
    top: [0, -1e-4, 1], // not quite: the orbit needs to know which way is ahead
    iso: [-0.55, -0.75, 0.38],
};

/** The eye, and how the mouse moves it. */
export class Eye {
    readonly camera = new PerspectiveCamera(fieldOfView);
    private readonly controls: OrbitControls;
    private readonly axes: Vector3[]; // right, depth, up of the front view
    private view: string | null = null; // the named one, until the eye is moved by hand

    constructor(
        canvas: HTMLCanvasElement,
        private readonly units: Units,
        up: Triple,
        onChange: () => void,
    ) {
        this.axes = frontAxes(new Vector3(...up).normalize());
        this.camera.up.copy(this.axes[2]!); // before the controls, which read it once
        this.controls = new OrbitControls(this.camera, canvas);
        this.controls.minDistance = 1e-3;
        this.controls.maxDistance = 50;
        this.look("iso");
        this.controls.addEventListener("change", onChange);
        this.controls.addEventListener("start", () => (this.view = null));
    }

    get position(): Triple {
        return this.units.outside(this.camera.position);
    }
    get target(): Triple {
        return this.units.outside(this.controls.target);
    }

    place(eye: Triple, target: Triple): void {
        this.view = null;
        this.camera.position.copy(this.units.inside(eye));
        this.controls.target.copy(this.units.inside(target));
        this.controls.update();
    }

    look(view: string): void {
        const from = views[view];
        if (!from) return;
        this.view = view;
        const direction = new Vector3();
        from.forEach((part, k) => direction.addScaledVector(this.axes[k]!, part));
        this.frame(direction);
    }

    /** All of the run in the picture, seen from the same side as now. */
    fit(): void {
        this.frame(this.camera.position.clone().sub(this.controls.target));
    }

    resize(width: number, height: number): void {
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        if (this.view) this.look(this.view);
    }

    /** Metres per pixel at the target. */
    pixelAtTarget(height: number): number {
        const distance = this.camera.position.distanceTo(this.controls.target);
        return ((2 * tangent * distance) / height) * this.units.size;
    }

    /** Sets near and far so that all of the box is between them. */
    enclose(box: Box3): void {
        const forward = this.camera.getWorldDirection(new Vector3());
        let nearest = Infinity;
        let farthest = 0;
        for (const corner of corners(box)) {
            const depth = corner.sub(this.camera.position).dot(forward);
            nearest = Math.min(nearest, depth);
            farthest = Math.max(farthest, depth);
        }
        this.camera.far = 1.05 * farthest + 0.01;
        this.camera.near = Math.max(0.95 * nearest, 0.002 * this.camera.far);
        this.camera.updateProjectionMatrix();
    }

    private frame(direction: Vector3): void {
        const forward = direction.clone().negate().normalize();
        const right = forward.clone().cross(this.camera.up).normalize();
        const up = right.clone().cross(forward);
        const half = new Vector3(...this.units.high)
            .sub(new Vector3(...this.units.low))
            .multiplyScalar(0.5 / this.units.size);
        let distance = 0;
        for (let corner = 0; corner < 8; ++corner) {
            const p = new Vector3(
                corner & 1 ? 1 : -1,
                corner & 2 ? 1 : -1,
                corner & 4 ? 1 : -1,
            ).multiply(half);
            const extent =
                Math.max(Math.abs(p.dot(up)), Math.abs(p.dot(right)) / this.camera.aspect) /
                tangent;
            distance = Math.max(distance, margin * extent - p.dot(forward));
        }
        this.controls.target.set(0, 0, 0);
        this.camera.position.copy(forward).multiplyScalar(-distance);
        this.controls.update();
    }
}

const tangent = Math.tan((fieldOfView * Math.PI) / 360);

function frontAxes(up: Vector3): Vector3[] {
    // The front view looks along y when up is z; a scene with other gravity is turned with it.
    const sizes = up.toArray().map(Math.abs);
    const side = new Vector3().setComponent(sizes.indexOf(Math.min(...sizes)), 1);
    const right = Math.abs(up.z) > 0.9 ? new Vector3(1, 0, 0) : up.clone().cross(side).normalize();
    return [right, up.clone().cross(right).normalize(), up];
}

function corners(box: Box3): Vector3[] {
    const xs = [box.min.x, box.max.x];
    const ys = [box.min.y, box.max.y];
    const zs = [box.min.z, box.max.z];
    return xs.flatMap((x) => ys.flatMap((y) => zs.map((z) => new Vector3(x, y, z))));
}

// SPDX-License-Identifier: BSD-3-Clause
import {
    type Object3D,
    type PerspectiveCamera,
    WebGLRenderTarget,
    type WebGLRenderer,
} from "three";

const side = 7; // pixels looked at around the pointer

/** Number (grains.ts) of the thing at a place of the picture (from the top left, in CSS pixels), or
 *  of the nearest one within a few pixels; -1 for none. Draws only these pixels. */
export class Picker {
    private readonly target = new WebGLRenderTarget(side, side);
    private readonly bytes = new Uint8Array(4 * side * side);

    constructor(private readonly renderer: WebGLRenderer) {}

    pick(things: Object3D[], camera: PerspectiveCamera, x: number, y: number): number {
        const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
        const half = (side - 1) / 2;
        camera.setViewOffset(width, height, Math.floor(x) - half, Math.floor(y) - half, side, side);
        this.renderer.setRenderTarget(this.target);
        this.renderer.setClearColor(0, 0);
        this.renderer.clear();
        for (const thing of things) this.renderer.render(thing, camera);
        this.renderer.readRenderTargetPixels(this.target, 0, 0, side, side, this.bytes);
        this.renderer.setRenderTarget(null);
        camera.clearViewOffset();
        return this.nearest(half);
    }

    private nearest(half: number): number {
        const numbers = new DataView(this.bytes.buffer);
        let best = { distance: Infinity, number: 0 };
        for (let i = 0; i < side * side; ++i) {
            const number = numbers.getUint32(4 * i, true);
            const distance = Math.hypot((i % side) - half, Math.floor(i / side) - half);
            if (number > 0 && distance < best.distance) best = { distance, number };
        }
        return best.number - 1;
    }
}

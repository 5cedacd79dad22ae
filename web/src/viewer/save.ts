// SPDX-License-Identifier: BSD-3-Clause
import { type Overlay, drawOverlay } from "./overlay";

/** Saves what the canvas shows now, with legend, as a PNG. Call it right after drawing. */
export function savePicture(scene: HTMLCanvasElement, overlay: Overlay, name: string): void {
    const { width, height } = scene;
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d")!;
    context.drawImage(scene, 0, 0);
    const scale = width / scene.clientWidth;
    context.scale(scale, scale);
    drawOverlay(context, width / scale, height / scale, overlay);
    canvas.toBlob((blob) => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(blob!);
        link.download = name;
        link.click();
        URL.revokeObjectURL(link.href);
    }, "image/png");
}

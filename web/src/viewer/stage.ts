// SPDX-License-Identifier: BSD-3-Clause
import { Box3, Color, ColorManagement, Vector3, Vector4, WebGLRenderer } from "three";
import type { Frame, GrainPath, Run, Triple } from "./api";
import { Balls } from "./balls";
import { Eye, fieldOfView } from "./camera";
import { cutPlaneOf } from "./controls";
import { grainOf, partsOf, pointIn } from "./grains";
import { Highlight } from "./highlight";
import { Picker } from "./pick";
import { Picture, samplesOfStill, shiftOfSample } from "./picture";
import { polyline, Rods } from "./rods";
import { shared } from "./shading";
import { Solids } from "./solids";
import type { Settings } from "./state";
import { isDark } from "./theme";
import { Units } from "./units";
import { Walls } from "./walls";

ColorManagement.enabled = false; // the shaders do their own

const pathColor = [255, 122, 26, 255];
const shadeInRadii = 5; // reach of the shade between grains
const [leastShade, mostShade] = [0.012, 0.1]; // of the run's size

// Without a graphics card a sample may take long. Then moving pictures are drawn with fewer pixels,
// and the fine one follows when nothing has moved for a moment.
const slowPace = 90; // ms
const coarse = -1; // in place of the number of a sample
const coarseScale = 0.5;
const restBeforeFine = 250; // ms
const longestWait = 3000; // ms, for a picture to be saved

/** The scene on its canvas. Draws when something has changed, and then until the picture is fine. */
export class Stage {
    readonly units: Units;
    readonly eye: Eye;
    frame: Frame | null = null;
    private readonly renderer: WebGLRenderer;
    private readonly picture: Picture;
    private readonly picker: Picker;
    private readonly balls: Balls;
    private readonly rods: Rods;
    private readonly solids: Solids;
    private readonly highlight: Highlight;
    private readonly path: Rods;
    private readonly walls: Walls;
    private readonly background = new Color();
    private readonly up: Vector3;
    private box = new Box3();
    private shadeReach = leastShade;
    private sample = 0;
    private request = 0;
    private timer = 0;
    private scale = 1;
    private lastDrawn = 0;
    private pace = 0; // ms per sample, while a still picture gets better

    constructor(
        private readonly canvas: HTMLCanvasElement,
        run: Run,
        private readonly settings: () => Settings,
        private readonly onDraw: () => void,
        onMove: () => void,
    ) {
        this.renderer = new WebGLRenderer({
            canvas,
            antialias: false,
            alpha: false,
            powerPreference: "high-performance",
        });
        this.units = new Units(run.low, run.high);
        this.up = new Vector3(...run.up).normalize();
        this.picture = new Picture(this.renderer);
        this.picker = new Picker(this.renderer);
        this.balls = new Balls(this.units);
        this.rods = new Rods(this.units, { leastPixels: 0.4, isOverlay: false });
        this.solids = new Solids(this.units);
        this.highlight = new Highlight(this.units, this.balls, this.solids);
        this.path = new Rods(this.units, { leastPixels: 1.2, isOverlay: true });
        this.path.clear();
        this.walls = new Walls(run.walls, this.units);
        this.eye = new Eye(canvas, this.units, run.up, () => {
            this.redraw();
            onMove();
        });
        new ResizeObserver(() => this.resize()).observe(canvas);
        this.resize();
        this.recolor();
    }

    show(frame: Frame): void {
        this.frame = frame;
        this.balls.show(frame);
        this.rods.show(frame.rods, frame.rodColors, frame.origin);
        this.solids.show(frame);
        this.measure(frame);
        this.redraw();
    }

    /** The grain with this id gets a ring, if the frame has it. */
    outline(id: number | null): void {
        if (this.frame) this.highlight.show(this.frame, id);
        this.redraw();
    }

    showPath(path: GrainPath | null): void {
        if (path && path.points.length >= 6) {
            const { rods, colors, origin } = polyline(path.points, pathColor);
            this.path.show(rods, colors, origin);
        } else this.path.clear();
        this.redraw();
    }

    /** Takes the colours of the page. */
    recolor(): void {
        const [r, g, b] = (
            getComputedStyle(this.canvas).backgroundColor.match(/[\d.]+/g) ?? []
        ).map(Number);
        this.background
            .setRGB((r ?? 255) / 255, (g ?? 255) / 255, (b ?? 255) / 255)
            .convertSRGBToLinear();
        this.walls.setDark(isDark());
        this.redraw();
    }

    redraw(): void {
        this.sample = this.pace > slowPace ? coarse : 0;
        clearTimeout(this.timer);
        this.drawSoon();
    }

    /** Waits for the complete picture, though not for ever; the canvas can be read right after. */
    async finish(): Promise<void> {
        const start = performance.now();
        while (this.sample < samplesOfStill && performance.now() - start < longestWait)
            await new Promise((done) => setTimeout(done, 30));
        this.picture.present();
    }

    /** Mean time of a drawing in ms, each waited for; of 30, or as many as 3 s allow. */
    frameTime(): number {
        const most = 30;
        this.setScale(1);
        const start = performance.now();
        const gl = this.renderer.getContext();
        let count = 0;
        while (count < most && performance.now() - start < 3000) {
            this.draw(0);
            gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits
            ++count;
        }
        return (performance.now() - start) / count;
    }

    /** Id of the grain, or of the one whose cell is, at a place of the canvas. */
    pick(x: number, y: number): number | null {
        if (!this.frame) return null;
        this.prepare();
        const things = [this.balls.forPicking];
        if (this.solids.isShown) things.push(this.solids.forPicking);
        return grainOf(this.frame, this.picker.pick(things, this.eye.camera, x, y));
    }

    /** Where on the canvas, in CSS pixels, a place in a grain is: of a ball, its centre. */
    project(id: number): { x: number; y: number } | null {
        const parts = this.frame && partsOf(this.frame, id);
        if (!this.frame || !parts) return null;
        this.prepare();
        const point = pointIn(parts);
        const place = this.frame.origin.map((o, axis) => o + point[axis]!) as Triple;
        const p = this.units.inside(place).project(this.eye.camera);
        return {
            x: (0.5 + 0.5 * p.x) * this.canvas.clientWidth,
            y: (0.5 - 0.5 * p.y) * this.canvas.clientHeight,
        };
    }

    private drawSoon(): void {
        this.request ||= requestAnimationFrame((now) => this.drawNext(now));
    }

    private drawNext(now: number): void {
        this.request = 0;
        if (this.sample <= 0) this.onDraw();
        this.setScale(this.sample === coarse ? coarseScale : 1);
        this.draw(Math.max(0, this.sample));
        if (this.sample > 1) this.pace = 0.7 * this.pace + 0.3 * (now - this.lastDrawn);
        this.lastDrawn = now;
        if (this.sample++ === coarse)
            this.timer = window.setTimeout(() => this.drawSoon(), restBeforeFine);
        else if (this.sample < samplesOfStill) this.drawSoon();
    }

    private setScale(scale: number): void {
        if (scale === this.scale) return;
        this.scale = scale;
        this.picture.resize(scale);
    }

    private draw(k: number): void {
        const { camera } = this.eye;
        const { clientWidth: width, clientHeight: height } = this.canvas;
        const { walls, opacity } = this.settings();
        const ratio = this.renderer.getPixelRatio() * this.scale;
        this.prepare();
        this.balls.opacity.value = this.solids.opacity.value = opacity;
        const [dx, dy] = shiftOfSample(k);
        camera.setViewOffset(width, height, dx / ratio, dy / ratio, width, height);
        const ring = this.highlight.overlays(this.renderer, camera, this.picture.size, ratio);
        this.picture.draw(
            {
                farWalls: walls === "cut" ? this.walls.farSide : null,
                opened: this.solids.isShown ? this.solids.forPainting : null,
                solids: [this.balls.forPainting, this.rods.mesh],
                overlays: [
                    ...(walls === "glass" ? [this.walls.panes] : []),
                    ...(walls !== "none" ? [this.walls.edges] : []),
                    this.path.mesh,
                    ...ring,
                ],
            },
            camera,
            {
                background: this.background,
                shadeReach: opacity < 1 || this.balls.faint.value ? 0 : this.shadeReach,
            },
            k,
        );
        camera.clearViewOffset();
    }

    /** What the shaders need to know of the eye. */
    private prepare(): void {
        const { camera } = this.eye;
        this.eye.enclose(this.box);
        camera.updateMatrixWorld();
        const view = camera.matrixWorldInverse;
        shared.pixel.value =
            (2 * Math.tan((fieldOfView * Math.PI) / 360)) / this.canvas.clientHeight;
        shared.upward.value.copy(this.up).transformDirection(view);
        const plane = cutPlaneOf(this.settings().cut, this.units.middle);
        if (!plane) {
            shared.cutPlane.value = new Vector4(0, 0, 0, -1);
            return;
        }
        const normal = new Vector3(...plane.normal).transformDirection(view);
        const offset = -normal.dot(this.units.inside(plane.point).applyMatrix4(view));
        shared.cutPlane.value.set(normal.x, normal.y, normal.z, offset);
    }

    /** Where things are, and how large a grain is. */
    private measure(frame: Frame): void {
        const { balls, origin, solids } = frame;
        const low = [...this.units.low];
        const high = [...this.units.high];
        const cover = (from: Float32Array, i: number, r: number) => {
            for (let k = 0; k < 3; ++k) {
                const at = from[i + k]! + origin[k]!;
                if (at - r < low[k]!) low[k] = at - r;
                if (at + r > high[k]!) high[k] = at + r;
            }
        };
        let radii = 0;
        for (let i = 0; i < balls.length; i += 4) {
            radii += balls[i + 3]!;
            cover(balls, i, balls[i + 3]!);
        }
        for (let i = 0; i < solids.vertices.length; i += 3) cover(solids.vertices, i, 0);
        this.box = new Box3(this.units.inside(low), this.units.inside(high));
        const mean = balls.length ? (radii / (balls.length / 4)) * this.units.scale : 0;
        this.shadeReach = Math.min(mostShade, Math.max(leastShade, shadeInRadii * mean));
    }

    private resize(): void {
        const { clientWidth: width, clientHeight: height } = this.canvas;
        if (width === 0 || height === 0) return;
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        this.renderer.setSize(width, height, false);
        this.picture.resize(this.scale);
        this.eye.resize(width, height);
        this.redraw();
    }
}

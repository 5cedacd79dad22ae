// SPDX-License-Identifier: BSD-3-Clause
import { formatNumber } from "../plot";
import type { FrameEntry } from "./api";
import { byId } from "./dom";
import type { Store } from "./state";

/** Moves through time: slider, steps, playing, and following a run that goes on. */
export class Transport {
    isPlaying = false;
    private frames: FrameEntry[] = [];
    private timer = 0;
    private lastShown = 0;
    private readonly slider = byId<HTMLInputElement>("time");
    private readonly speed = byId<HTMLSelectElement>("speed");
    private readonly followBox = byId<HTMLInputElement>("follow");

    constructor(private readonly store: Store) {
        this.slider.addEventListener("input", () => this.goByHand(Number(this.slider.value)));
        byId("first").addEventListener("click", () => this.first());
        byId("back").addEventListener("click", () => this.step(-1));
        byId("forward").addEventListener("click", () => this.step(1));
        byId("last").addEventListener("click", () => this.last());
        byId("play").addEventListener("click", () => this.toggle());
        this.speed.addEventListener("change", () => this.update());
        this.followBox.addEventListener("change", () => this.follow());
        store.listen((_, changed) => changed.has("frame") && this.update());
    }

    /** The frames there are now; follows when asked to. */
    setFrames(frames: FrameEntry[], isRunning: boolean): void {
        this.frames = frames;
        this.slider.max = String(Math.max(0, frames.length - 1));
        byId("follow-label").hidden = !isRunning;
        this.update();
        this.follow(); // also to the last frame of a run that has just ended
        if (!isRunning) this.followBox.checked = false;
    }

    startFollowing(): void {
        this.followBox.checked = true;
        this.follow();
    }

    /** Place of the present frame in the list. */
    get position(): number {
        const at = this.frames.findIndex((f) => f.index === this.store.now.frame);
        return at < 0 ? this.frames.length - 1 : at;
    }

    get next(): FrameEntry | undefined {
        return this.frames[this.position + 1];
    }

    step(by: number): void {
        this.goByHand(this.position + by);
    }
    first(): void {
        this.goByHand(0);
    }
    last(): void {
        this.goByHand(this.frames.length - 1);
    }

    goToTime(time: number): void {
        let best = 0;
        const off = (k: number) => Math.abs(this.frames[k]!.time - time);
        for (let k = 1; k < this.frames.length; ++k) if (off(k) < off(best)) best = k;
        this.goByHand(best);
    }

    toggle(): void {
        this.isPlaying = !this.isPlaying;
        this.followBox.checked = false;
        clearTimeout(this.timer);
        this.update();
        if (!this.isPlaying) return;
        if (!this.next) this.go(0);
        else this.go(this.position + 1);
    }

    /** Playing waits for each frame to be on the screen. */
    frameShown(): void {
        clearTimeout(this.timer);
        if (!this.isPlaying) return;
        const now = performance.now();
        const wait = Math.max(0, 1000 / Number(this.speed.value) - (now - this.lastShown));
        this.timer = window.setTimeout(() => {
            this.lastShown = performance.now();
            if (this.next) this.go(this.position + 1);
            else this.toggle();
        }, wait);
    }

    private goByHand(position: number): void {
        this.followBox.checked = false;
        if (this.isPlaying) this.toggle();
        this.go(position);
    }

    private go(position: number): void {
        const entry = this.frames[Math.max(0, Math.min(this.frames.length - 1, position))];
        if (entry) this.store.change({ frame: entry.index });
    }

    private follow(): void {
        if (this.followBox.checked) this.go(this.frames.length - 1);
    }

    private update(): void {
        const entry = this.frames[this.position];
        if (!entry) return;
        this.slider.value = String(this.position);
        const text = `${formatNumber(entry.time)} s`;
        this.slider.setAttribute("aria-valuetext", text);
        byId("moment").textContent =
            `${text} · frame ${this.position + 1} of ${this.frames.length}`;
        byId("play").setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
        byId("play").classList.toggle("playing", this.isPlaying);
        byId("pace").textContent = this.pace();
    }

    /** How the shown speed compares with that of the run. */
    private pace(): string {
        const span = this.frames[this.frames.length - 1]!.time - this.frames[0]!.time;
        if (!(span > 0)) return "";
        return `${formatNumber(Number(((span / (this.frames.length - 1)) * Number(this.speed.value)).toPrecision(2)))} × real time`;
    }
}

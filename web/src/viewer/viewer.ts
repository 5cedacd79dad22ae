// SPDX-License-Identifier: BSD-3-Clause
import { type Frame, type FrameRequest, type Run, fetchPath, fetchRun } from "./api";
import { views } from "./camera";
import { Controls } from "./controls";
import { byId } from "./dom";
import { FrameStore } from "./frames";
import { GrainPanel } from "./grain_panel";
import { countDrawn } from "./grains";
import { bindKeys } from "./keys";
import { MeasuresPanel } from "./measures";
import { type Overlay, drawOverlay, legendText } from "./overlay";
import { savePicture } from "./save";
import { Stage } from "./stage";
import { type Settings, Store, readFragment, writeFragment } from "./state";
import { bindTheme } from "./theme";
import { Transport } from "./transport";
import { wallStyles } from "./walls";

const pollEvery = 1000; // ms
const clickPixels = 4; // a press that moves farther turns the scene
const noticeFor = 4000; // ms

/** Everything on the page, wired together. */
export class Viewer {
    readonly stage: Stage;
    readonly store: Store;
    private readonly transport: Transport;
    private readonly controls: Controls;
    private readonly measures: MeasuresPanel;
    private readonly panel: GrainPanel;
    private readonly frames = new FrameStore();
    private readonly scene = byId<HTMLCanvasElement>("scene");
    private readonly overlay = byId<HTMLCanvasElement>("overlay");
    private isLoading = false;
    private noticeTimer = 0;
    private addressTimer = 0;

    constructor(private run: Run) {
        const linked = readFragment(location.hash);
        const isKnown = run.fields.some(({ name }) => name === linked.color);
        this.store = new Store({
            ...linked,
            color: isKnown ? linked.color : (run.fields[0]?.name ?? ""),
        });
        this.transport = new Transport(this.store);
        this.controls = new Controls(this.store, run);
        this.stage = new Stage(
            this.scene,
            run,
            () => this.store.now,
            () => this.drawOverlay(),
            () => this.noteEye(),
        );
        this.measures = new MeasuresPanel(this.store, (time) => this.transport.goToTime(time));
        this.panel = new GrainPanel(
            (id) => this.select(id),
            (problem) => this.notice(problem),
        );
        if (linked.eye && linked.target) this.stage.eye.place(linked.eye, linked.target);
        this.store.listen((now, changed) => this.onChange(now, changed));
        bindTheme(() => this.stage.recolor());
        window.addEventListener("hashchange", () => location.reload()); // another link, pasted here
        this.stage.recolor();
        this.bindScene();
        this.bindButtons();
        this.bindKeys();
        this.update(run);
        const isListed = run.frames.some(({ index }) => index === linked.frame);
        if (!isListed) this.transport.last();
        if (run.state === "running" && !isListed) this.transport.startFollowing();
        this.load();
        this.showPath();
        if (run.state === "running") this.poll();
    }

    get selected(): number | null {
        return this.store.now.grain;
    }

    select(id: number | null): void {
        this.store.change({ grain: id });
    }

    private onChange(now: Settings, changed: Set<keyof Settings>): void {
        const has = (...keys: (keyof Settings)[]) => keys.some((key) => changed.has(key));
        if (has("frame", "color", "low", "high", "chains", "edges", "pores", "cells")) this.load();
        if (has("walls", "opacity", "cut")) this.stage.redraw();
        if (has("grain")) {
            this.stage.outline(now.grain);
            this.panel.show(this.stage.frame?.index ?? now.frame, now.grain);
            this.showPath();
        }
        clearTimeout(this.addressTimer);
        this.addressTimer = window.setTimeout(
            () => history.replaceState(null, "", writeFragment(this.store.now)),
            150,
        );
    }

    private wanted(index = this.store.now.frame): FrameRequest {
        const { color, low, high, chains, edges, pores, cells } = this.store.now;
        return { index, color, low, high, chains, edges, pores, cells };
    }

    /** One question at a time, so that answers come in order and dragging the slider floods nobody. */
    private async load(): Promise<void> {
        if (this.isLoading || this.run.frames.length === 0) return;
        this.isLoading = true;
        let request = this.wanted();
        for (;;) {
            try {
                const frame = await this.frames.get(request);
                if (looksAlike(request, this.wanted())) this.show(frame);
            } catch (problem) {
                this.notice(problem);
            }
            const next = this.wanted();
            if (next.index === request.index && looksAlike(next, request)) break;
            request = next;
        }
        this.isLoading = false;
        const next = this.transport.next;
        // The notice comes when the frame is asked for in earnest.
        if (next) this.frames.get(this.wanted(next.index)).catch(() => {});
    }

    private show(frame: Frame): void {
        this.stage.show(frame);
        this.stage.outline(this.selected);
        this.controls.setLegend(frame.legend);
        this.measures.setTime(frame.time);
        this.panel.show(frame.index, this.selected);
        byId("scene").setAttribute(
            "aria-label",
            `Scene with ${countDrawn(frame)} ${frame.ball}s. ${legendText(frame.legend)}`,
        );
        this.transport.frameShown();
    }

    private async showPath(): Promise<void> {
        const id = this.selected;
        if (id === null) return this.stage.showPath(null);
        try {
            const path = await fetchPath(id);
            if (id === this.selected) this.stage.showPath(path);
        } catch (problem) {
            this.notice(problem);
        }
    }

    private poll(): void {
        window.setTimeout(async () => {
            try {
                const run = await fetchRun();
                if (run.problem === null) this.update(run);
            } catch (problem) {
                this.notice(problem);
            }
            if (this.run.state === "running") this.poll();
        }, pollEvery);
    }

    private update(run: Run): void {
        this.run = run;
        document.title = `${run.title} – scree`;
        byId("title").textContent = run.title;
        byId("title").title = run.folder;
        byId("facts").textContent = `${run.grains.toLocaleString("en")} grains`;
        const state = byId("state");
        state.textContent = run.state;
        state.dataset.state = run.state;
        this.transport.setFrames(run.frames, run.state === "running");
        this.measures.refresh().catch((problem) => this.notice(problem));
    }

    private noteEye(): void {
        const { position, target } = this.stage.eye;
        this.store.change({ eye: position, target });
    }

    private overlayNow(title: string | null): Overlay | null {
        const { frame } = this.stage;
        if (!frame) return null;
        const style = getComputedStyle(this.overlay);
        return {
            legend: frame.legend,
            time: frame.time,
            metresPerPixel: this.stage.eye.pixelAtTarget(this.scene.clientHeight),
            title,
            ink: style.color,
            paper: getComputedStyle(this.scene).backgroundColor,
        };
    }

    private drawOverlay(): void {
        const what = this.overlayNow(null);
        if (!what) return;
        const { clientWidth: width, clientHeight: height } = this.scene;
        this.overlay.width = width * devicePixelRatio;
        this.overlay.height = height * devicePixelRatio;
        const context = this.overlay.getContext("2d")!;
        context.scale(devicePixelRatio, devicePixelRatio);
        drawOverlay(context, width, height, what);
    }

    private async save(): Promise<void> {
        await this.stage.finish();
        const what = this.overlayNow(this.run.title);
        if (!what) return;
        const name =
            this.run.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "scree";
        savePicture(this.scene, what, `${name}-${this.store.now.frame}.png`);
    }

    private async copyLink(): Promise<void> {
        const link = location.href.replace(/#.*$/, "") + writeFragment(this.store.now);
        try {
            await navigator.clipboard.writeText(link);
            this.notice("Link copied.");
        } catch {
            window.prompt("Copy this link:", link); // browsers may refuse the clipboard
        }
    }

    private notice(what: unknown): void {
        const notice = byId("notice");
        notice.textContent = what instanceof Error ? what.message : String(what);
        notice.classList.add("shown");
        clearTimeout(this.noticeTimer);
        this.noticeTimer = window.setTimeout(() => notice.classList.remove("shown"), noticeFor);
    }

    private bindScene(): void {
        let pressed = { x: 0, y: 0 };
        this.scene.addEventListener(
            "pointerdown",
            (e) => (pressed = { x: e.clientX, y: e.clientY }),
        );
        this.scene.addEventListener("pointerup", (e) => {
            if (
                e.button !== 0 ||
                Math.hypot(e.clientX - pressed.x, e.clientY - pressed.y) > clickPixels
            )
                return;
            const box = this.scene.getBoundingClientRect();
            this.select(this.stage.pick(e.clientX - box.left, e.clientY - box.top));
        });
    }

    private bindButtons(): void {
        for (const button of document.querySelectorAll<HTMLButtonElement>("[data-view]"))
            button.addEventListener("click", () => this.stage.eye.look(button.dataset.view!));
        byId("fit").addEventListener("click", () => this.stage.eye.fit());
        byId("save").addEventListener("click", () => this.save());
        byId("link").addEventListener("click", () => this.copyLink());
    }

    private bindKeys(): void {
        const { store, transport, controls } = this;
        const nextWalls = () =>
            wallStyles[(wallStyles.indexOf(store.now.walls) + 1) % wallStyles.length]!;
        bindKeys([
            { keys: [" "], shown: "Space", does: "play or pause", run: () => transport.toggle() },
            {
                keys: ["arrowleft"],
                shown: "←",
                does: "one frame back",
                run: () => transport.step(-1),
            },
            {
                keys: ["arrowright"],
                shown: "→",
                does: "one frame on",
                run: () => transport.step(1),
            },
            { keys: ["home"], shown: "Home", does: "first frame", run: () => transport.first() },
            { keys: ["end"], shown: "End", does: "last frame", run: () => transport.last() },
            ...Object.keys(views).map((view, k) => ({
                keys: [String(k + 1)],
                shown: String(k + 1),
                does: `${view} view`,
                run: () => this.stage.eye.look(view),
            })),
            {
                keys: ["f"],
                shown: "F",
                does: "fit all into the picture",
                run: () => this.stage.eye.fit(),
            },
            {
                keys: ["c"],
                shown: "C",
                does: "force chains",
                run: () => store.change({ chains: !store.now.chains, pores: false }),
            },
            {
                keys: ["e"],
                shown: "E",
                does: "edges of the triangulation",
                run: () => store.change({ edges: !store.now.edges }),
            },
            {
                keys: ["p"],
                shown: "P",
                does: "pores between the grains",
                run: () => store.change({ pores: !store.now.pores, chains: false }),
            },
            {
                keys: ["l"],
                shown: "L",
                does: "Laguerre cells of the grains",
                run: () => store.change({ cells: !store.now.cells }),
            },
            {
                keys: ["w"],
                shown: "W",
                does: "next style of walls",
                run: () => store.change({ walls: nextWalls() }),
            },
            { keys: ["x"], shown: "X", does: "cut open", run: () => controls.toggleCut() },
            { keys: ["s"], shown: "S", does: "save the picture", run: () => this.save() },
            {
                keys: ["escape"],
                shown: "Esc",
                does: "let go of the grain",
                run: () => this.select(null),
            },
        ]);
    }
}

/** Would two requests be drawn in the same way, were their frames the same? */
function looksAlike(a: FrameRequest, b: FrameRequest): boolean {
    const keys = ["color", "low", "high", "chains", "edges", "pores", "cells"] as const;
    return keys.every((key) => a[key] === b[key]);
}

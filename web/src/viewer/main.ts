// SPDX-License-Identifier: BSD-3-Clause
import { type Run, fetchRun } from "./api";
import { hideMessage, showMessage } from "./dom";
import { countDrawn } from "./grains";
import { Viewer } from "./viewer";

const pollEvery = 1000; // ms

/** For tests, and for the curious at the browser's console. */
interface Handle {
    readonly ready: boolean;
    readonly frame: number;
    readonly grains: number;
    readonly selected: number | null;
    frameTime(): number;
    select(id: number | null): void;
    project(id: number): { x: number; y: number } | null;
}

declare global {
    interface Window {
        scree: Handle;
    }
}

let viewer: Viewer | null = null;
window.scree = {
    get ready() {
        return Boolean(viewer?.stage.frame);
    },
    get frame() {
        return viewer?.stage.frame?.index ?? -1;
    },
    get grains() {
        const frame = viewer?.stage.frame;
        return frame ? countDrawn(frame) : 0;
    },
    get selected() {
        return viewer?.selected ?? null;
    },
    frameTime: () => viewer?.stage.frameTime() ?? NaN,
    select: (id) => viewer?.select(id),
    project: (id) => viewer?.stage.project(id) ?? null,
};

function hasWebgl(): boolean {
    return document.createElement("canvas").getContext("webgl2") !== null;
}

async function firstRun(): Promise<Run> {
    for (;;) {
        try {
            const run = await fetchRun();
            if (run.problem === null) return run;
            showMessage(
                "Nothing to show yet",
                run.problem,
                "This page goes on by itself as soon as there is a run.",
            );
        } catch (problem) {
            showMessage(
                "scree does not answer",
                (problem as Error).message,
                "This page keeps trying.",
            );
        }
        await new Promise((done) => setTimeout(done, pollEvery));
    }
}

async function start(): Promise<void> {
    if (!hasWebgl()) {
        showMessage(
            "No 3D in this browser",
            "The viewer needs WebGL 2, which this browser does not have or has switched off.",
            "Try a current Firefox, Chrome, Edge or Safari, switch on hardware acceleration in the settings, " +
                "or make pictures on the command line with `scree render`.",
        );
        return;
    }
    const run = await firstRun();
    hideMessage();
    viewer = new Viewer(run);
}

start();

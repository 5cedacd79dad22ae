// SPDX-License-Identifier: BSD-3-Clause
// The built program, serving the viewer of small runs it has made.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const program = process.env.SCREE ?? null;

/** For the `skip` option of a test. */
export const skipWithoutProgram = program ? false : "set SCREE to the built program";

/** A folder that goes away at the end. */
export function makeFolder() {
    const folder = mkdtempSync(path.join(tmpdir(), "scree-web-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
}

/** Grains in an open box: on a lattice, or thrown in at random. */
export function scene({ count, duration = 0.3, edge = 0.02, fill = "random", frames = 30 }) {
    return `title = "small bed"
duration = ${duration}
wall = [{ type = "box", low = [0, 0, 0], high = [${edge}, ${edge}, ${3 * edge}], open = ["+z"] }]
plane = [{ name = "middle", point = [0, 0, ${edge / 2}], normal = [0, 0, -1] }]
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.5
friction = 0.3
[[grains]]
radius = 0.0012
count = ${count}
fill = "${fill}"
region = { type = "box", low = [0, 0, 0], high = [${edge}, ${edge}, ${3 * edge}] }
[output]
frames_every = ${duration / frames}
`;
}

export function writeScene(folder, options) {
    const file = path.join(folder, "scene.toml");
    writeFileSync(file, scene(options));
    return file;
}

/** Runs a scene to its end and names its folder. */
export function run(folder, options, ...words) {
    const out = path.join(folder, "run");
    execFileSync(program, ["run", writeScene(folder, options), "-o", out, "--quiet", ...words]);
    return out;
}

/** Starts a run and leaves it running. */
export function startRun(folder, options) {
    const out = path.join(folder, "run");
    const words = ["run", writeScene(folder, options), "-o", out, "--quiet", "--no-report", "--threads", "1"];
    return { out, process: spawn(program, words, { stdio: "ignore" }) };
}

/** `scree view` of a folder: its link, and the way to end it. */
export async function serve(folder) {
    const server = spawn(program, ["view", folder], { stdio: ["ignore", "pipe", "ignore"] });
    let said = "";
    const link = await new Promise((found, failed) => {
        server.stdout.on("data", (text) => {
            said += text;
            const match = /http:\/\/\S+\//.exec(said);
            if (match) found(match[0]);
        });
        server.on("exit", () => failed(new Error(`scree view ended: ${said}`)));
    });
    const ended = new Promise((done) => server.on("exit", done));
    return {
        link,
        stop: () => {
            server.kill("SIGINT");
            return ended;
        },
    };
}

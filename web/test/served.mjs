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

/** Dice, eggs and clumps above each other, falling freely in a box that repeats itself along x. */
export function sceneOfShapes() {
    const layer = (name, shape, low) => `[[grains]]
name = "${name}"
shape = "${shape}"
radius = 0.0012
count = 12
fill = "random"
region = { type = "box", low = [0, 0, ${low}], high = [0.02, 0.02, ${low + 0.01}] }
`;
    return `title = "shapes"
duration = 0.01
wall = [{ type = "box", low = [0, 0, 0], high = [0.02, 0.02, 0.06], open = ["+z", "-x", "+x"] }]
[periodic]
x = [0, 0.02]
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.5
friction = 0.3
[[shape]]
name = "egg"
type = "ellipsoid"
axes = [1, 1, 1.5]
[[shape]]
name = "twin"
type = "clump"
centers = [[0, 0, 0], [1.2, 0, 0]]
radii = [1, 0.8]
${layer("dice", "cube", 0.01)}${layer("eggs", "egg", 0.025)}${layer("twins", "twin", 0.04)}[output]
frames_every = 0.005
`;
}

/** Options are those of `scene`, or its text. */
export function writeScene(folder, options) {
    const file = path.join(folder, "scene.toml");
    writeFileSync(file, typeof options === "string" ? options : scene(options));
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

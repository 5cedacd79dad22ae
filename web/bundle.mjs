// SPDX-License-Identifier: BSD-3-Clause
// Turns src/ into the files the program ships. Same sources, same bytes: nothing here depends on
// the time, the machine or the output folder.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const web = path.dirname(fileURLToPath(import.meta.url));
const dataMarker = "@DATA@";

/** Bundles one script or style sheet of src/; `inputs` lists the files that went into it. */
export async function bundle(entry, options = {}) {
    const result = await esbuild.build({
        absWorkingDir: web,
        entryPoints: [path.join("src", entry)],
        outdir: "unused",
        bundle: true,
        minify: true,
        format: "iife",
        target: "es2021",
        charset: "utf8",
        write: false,
        metafile: true,
        logLevel: "warning",
        ...options,
    });
    return {
        text: result.outputFiles[0].text.trimEnd(),
        inputs: Object.keys(result.metafile.inputs),
    };
}

/** The viewer's three files; none while its sources are absent. */
export async function bundleViewer() {
    if (!existsSync(path.join(web, "src/viewer/main.ts"))) return { files: {}, inputs: [] };
    const script = await bundle("viewer/main.ts");
    const style = await bundle("viewer/viewer.css");
    const page = await readSource("viewer/viewer.html");
    return {
        files: {
            "viewer.html": page,
            "viewer.js": script.text + "\n",
            "viewer.css": style.text + "\n",
        },
        inputs: [...script.inputs, ...style.inputs],
    };
}

/** The report: one page that needs no other file and may load none. The program puts the data in
 *  place of the marker. */
export async function bundleReport() {
    const script = await bundle("report/main.ts");
    const style = await bundle("report/report.css");
    const policy = [
        "default-src 'none'",
        `script-src '${sourceHash(script.text)}'`,
        `style-src '${sourceHash(style.text)}'`,
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ].join("; ");
    let page = await readSource("report/report.html");
    page = replaceOnce(page, "@POLICY@", policy);
    page = replaceOnce(page, "@STYLE@", style.text);
    page = replaceOnce(page, "@SCRIPT@", script.text);
    if (page.split(dataMarker).length !== 2)
        throw new Error(`report.html: ${dataMarker} must occur once`);
    return { files: { "report.html": page }, inputs: [...script.inputs, ...style.inputs] };
}

/** Name, version and licence text of every package among the bundled files. */
export async function licences(inputs) {
    const folders = new Set();
    for (const input of inputs) {
        const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
        if (match) folders.add(match[1]);
    }
    const parts = ["Third-party packages contained in the web pages of scree.\n"];
    for (const folder of [...folders].sort()) {
        const { name, version, license } = JSON.parse(
            await readFile(path.join(web, folder, "package.json"), "utf8"),
        );
        const file = (await readdir(path.join(web, folder)))
            .sort()
            .find((entry) => /^licen[cs]e/i.test(entry));
        if (!file) throw new Error(`${name}: no licence file in ${folder}`);
        const text = (await readFile(path.join(web, folder, file), "utf8"))
            .replace(/\r\n/g, "\n")
            .trim();
        parts.push(`${"=".repeat(72)}\n${name} ${version} (${license})\n\n${text}\n`);
    }
    return parts.join("\n");
}

function readSource(name) {
    return readFile(path.join(web, "src", name), "utf8");
}

// Not String.replace with a string: code may contain "$&" and its like.
function replaceOnce(page, marker, text) {
    const parts = page.split(marker);
    if (parts.length !== 2) throw new Error(`${marker} must occur once, found ${parts.length - 1}`);
    return parts[0] + text + parts[1];
}

function sourceHash(text) {
    return "sha256-" + createHash("sha256").update(text, "utf8").digest("base64");
}

// SPDX-License-Identifier: BSD-3-Clause
// node build.mjs OUTDIR: checks the types and writes viewer.{html,js,css}, report.html and licences.txt.
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleReport, bundleViewer, licences } from "./bundle.mjs";

const outdir = process.argv[2];
if (!outdir || process.argv.length > 3) {
    console.error("usage: node build.mjs OUTDIR");
    process.exit(2);
}

const web = path.dirname(fileURLToPath(import.meta.url));
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
try {
    execFileSync(process.execPath, [compiler, "--noEmit", "-p", web], { stdio: "inherit" });
} catch {
    process.exit(1); // the compiler has said why
}

const viewer = await bundleViewer();
const report = await bundleReport();
const files = {
    ...viewer.files,
    ...report.files,
    "licences.txt": await licences([...viewer.inputs, ...report.inputs]),
};
await mkdir(outdir, { recursive: true });
for (const [name, text] of Object.entries(files)) await writeFile(path.join(outdir, name), text);

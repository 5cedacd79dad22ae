// SPDX-License-Identifier: BSD-3-Clause
// A real browser for the tests.
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/** Where chromium is, or null: SCREE_CHROMIUM alone counts when it is set. */
export function chromiumPath() {
    const candidates = process.env.SCREE_CHROMIUM ? [process.env.SCREE_CHROMIUM] : places;
    return candidates.find((candidate) => existsSync(candidate)) ?? null;
}

/** For the `skip` option of a test: false, or why it cannot run. */
export const skipWithoutChromium = chromiumPath()
    ? false
    : "no chromium found (set SCREE_CHROMIUM)";

/** Extra arguments are for flags such as software WebGL. The sandbox needs rights that containers lack,
 *  and the tests open only our own pages. */
export function launchChromium(args = []) {
    return chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", ...args] });
}

/** Collects everything a page complains about: exceptions, console errors (among them violations of the
 *  content security policy) and requests that failed. */
export function watchComplaints(page) {
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
    page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning")
            complaints.push(`console: ${message.text()}`);
    });
    page.on("requestfailed", (request) =>
        complaints.push(`request: ${request.url().slice(0, 200)}`),
    );
    return complaints;
}

/** A screenshot in the folder SCREE_TEST_ARTEFACTS, if one is named. */
export async function keepScreenshot(page, name) {
    const folder = process.env.SCREE_TEST_ARTEFACTS;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

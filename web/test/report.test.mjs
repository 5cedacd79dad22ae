// SPDX-License-Identifier: BSD-3-Clause
// The page of `scree report`, opened from a file as a reader would.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { bundleReport } from "../bundle.mjs";
import {
    keepScreenshot,
    launchChromium,
    skipWithoutChromium,
    watchComplaints,
} from "./browser.mjs";
import { sampleReport } from "./sample_report.mjs";

test("building twice gives the same bytes", async () => {
    assert.equal(
        (await bundleReport()).files["report.html"],
        (await bundleReport()).files["report.html"],
    );
});

describe("report", { skip: skipWithoutChromium }, () => {
    const folder = mkdtempSync(path.join(tmpdir(), "scree-report-"));
    let browser, template;

    before(async () => {
        template = (await bundleReport()).files["report.html"];
        browser = await launchChromium();
    });
    after(async () => {
        await browser.close();
        rmSync(folder, { recursive: true });
    });

    async function open(data, options = {}) {
        const file = path.join(folder, "report.html");
        const text = typeof data === "string" ? data : JSON.stringify(data);
        writeFileSync(file, template.split("@DATA@").join(text.replace(/</g, "\\u003c")));
        const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, ...options });
        const complaints = watchComplaints(page);
        await page.goto(pathToFileURL(file).href);
        return { page, complaints };
    }

    for (const [name, options] of Object.entries({
        light: { colorScheme: "light" },
        dark: { colorScheme: "dark" },
        narrow: { viewport: { width: 400, height: 800 } },
    }))
        test(`everything is shown, ${name}, without a complaint`, async () => {
            const { page, complaints } = await open(sampleReport, options);
            assert.equal(await page.title(), sampleReport.title);
            assert.equal(await page.locator("h1").textContent(), sampleReport.title);
            assert.deepEqual(
                await page.locator(".plot-title").allTextContents(),
                sampleReport.plots.map(({ title }) => title),
            );
            for (const plot of await page.locator(".plot-canvas").all())
                assert.ok((await plot.locator(".plot-line, .plot-bar, .plot-cell").count()) > 0);
            assert.equal(await page.locator("img").count(), 4);
            assert.ok(
                await page.evaluate(() =>
                    [...document.images].every(({ alt, naturalWidth }) => alt && naturalWidth > 0),
                ),
            );
            const cells = await page
                .locator(".results tbody tr:nth-child(2) > *")
                .allTextContents();
            assert.deepEqual(cells, ["mean flowbetween 10 % and 90 %", "0.04232", "kg/s"]);
            assert.equal(
                await page.locator(".results tbody tr:nth-child(3) td").first().textContent(),
                "–",
            );
            assert.match(
                await page.locator("section.warnings").textContent(),
                /One warning.*largest overlap/,
            );
            assert.ok(
                await page.evaluate(
                    () => document.documentElement.scrollWidth <= window.innerWidth,
                ),
                "no sideways scroll",
            );
            await keepScreenshot(page, `report-${name}`);
            assert.deepEqual(complaints, []);
            await page.close();
        });

    test("text is readable in both themes, and the switch changes them", async () => {
        const { page } = await open(sampleReport, { colorScheme: "light" });
        const backgrounds = new Set();
        for (const theme of ["auto", "dark", "light"]) {
            await page.getByRole("button", { name: theme }).click();
            const found = await page.evaluate(() => {
                const luminance = (color) => {
                    const [r, g, b] = color.match(/[\d.]+/g).map((c) => {
                        const part = c / 255;
                        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
                    });
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                };
                const behind = (element) => {
                    const color = getComputedStyle(element).backgroundColor;
                    return color === "rgba(0, 0, 0, 0)" && element.parentElement
                        ? behind(element.parentElement)
                        : color;
                };
                const texts = [
                    ...document.querySelectorAll(
                        "h1, h2, h3, p, li, th, td, button, figcaption, footer, text",
                    ),
                ];
                return texts.map((element) => {
                    const { color, fill } = getComputedStyle(element);
                    const lights = [element.tagName === "text" ? fill : color, behind(element)].map(
                        luminance,
                    );
                    const contrast = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
                    return {
                        what: `${element.tagName} ${element.textContent}`,
                        contrast,
                        background: behind(document.body),
                    };
                });
            });
            assert.ok(found.length > 50);
            for (const { what, contrast } of found)
                assert.ok(contrast >= 4.5, `${theme}: ${what}: ${contrast}`);
            backgrounds.add(found[0].background);
        }
        assert.equal(backgrounds.size, 2);
        await page.close();
    });

    test("no warnings is said quietly; empty parts have no heading", async () => {
        const empty = {
            ...sampleReport,
            picture: null,
            words: [],
            frames: [],
            plots: [],
            results: [],
            made: [],
            warnings: [],
        };
        const { page, complaints } = await open(empty);
        assert.equal(await page.locator("main").textContent(), "No warnings.");
        assert.deepEqual(complaints, []);
        await page.close();
    });

    test("a plot that cannot be drawn says why and leaves the others", async () => {
        const bad = { ...sampleReport.plots[0], xs: [1] };
        const { page, complaints } = await open({
            ...sampleReport,
            plots: [bad, ...sampleReport.plots],
        });
        assert.match(
            await page.locator("p.warnings").textContent(),
            /“Energies” cannot be drawn: .*400 values for 1/,
        );
        assert.equal(await page.locator(".plot").count(), sampleReport.plots.length);
        assert.deepEqual(complaints, []);
        await page.close();
    });

    test("broken data is said on the page", async () => {
        for (const [text, why] of [
            ['{"title": "x"', /cannot be read/],
            ["null", /not an object/],
            ["{}", /"words" is missing/],
        ]) {
            const { page, complaints } = await open(text);
            assert.match(await page.locator("[role=alert]").textContent(), why);
            assert.deepEqual(complaints, []);
            await page.close();
        }
    });

    test("the policy stops every script and picture but our own", async () => {
        const { page } = await open(sampleReport);
        const refused = await page.evaluate(async () => {
            const directives = [];
            const bothRefused = new Promise((resolve) => {
                document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => {
                    if (directives.push(violatedDirective) === 2) resolve();
                });
            });
            const script = document.createElement("script");
            script.textContent = "window.intruder = true";
            const image = document.createElement("img");
            image.src = "file:///nothing.png";
            document.body.append(script, image);
            await bothRefused;
            return directives.sort();
        });
        assert.deepEqual(refused, ["img-src", "script-src-elem"]);
        assert.equal(await page.evaluate(() => window.intruder), undefined);
        await page.close();
    });

    test("on paper: light colours, no buttons but the legend", async () => {
        const { page } = await open(sampleReport, { colorScheme: "dark" });
        await page.emulateMedia({ media: "print" });
        assert.equal(
            await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
            "rgb(255, 255, 255)",
        );
        assert.equal(await page.locator(".theme-switch").isVisible(), false);
        const paper = await page.pdf({ preferCSSPageSize: true });
        assert.ok(paper.length > 10000);
        await page.close();
    });
});

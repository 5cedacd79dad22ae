// SPDX-License-Identifier: BSD-3-Clause
// The pages that the built program makes and serves, in a real browser.
import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import {
    keepScreenshot,
    launchChromium,
    skipWithoutChromium,
    watchComplaints,
} from "./browser.mjs";
import { makeFolder, run, sceneOfShapes, serve, skipWithoutProgram, startRun } from "./served.mjs";

const skip = skipWithoutProgram || skipWithoutChromium;
const softwareWebgl = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/** Opens a viewer and waits until grains are on it. */
async function open(browser, link) {
    const page = await browser.newPage({ viewport: { width: 1000, height: 640 } });
    const complaints = watchComplaints(page);
    await page.goto(link);
    await page.waitForFunction(() => window.scree.ready, null, { timeout: 60000 });
    return { page, complaints };
}

const picture = async (page) => {
    await page.waitForTimeout(200);
    return (await page.locator("#scene").screenshot()).toString("base64");
};

/** The grain nearest to somebody who looks from above, by the program's own figures. */
async function highest(link, index) {
    const bytes = Buffer.from(
        await (await fetch(`${link}api/frame/${index}?color=size`)).arrayBuffer(),
    );
    const begin = 4 + bytes.readUInt32LE(0);
    const count = JSON.parse(bytes.subarray(4, begin).toString()).balls;
    const height = (k) => bytes.readFloatLE(begin + 16 * k + 8) + bytes.readFloatLE(begin + 16 * k + 12);
    let best = 0;
    for (let k = 1; k < count; ++k) if (height(k) > height(best)) best = k;
    return best;
}

describe("the program's pages", { skip }, () => {
    let browser, folder, server;
    before(async () => {
        browser = await launchChromium(softwareWebgl);
        folder = run(makeFolder(), { count: 150 });
        server = await serve(folder);
    });
    after(async () => {
        await browser?.close();
        await server?.stop();
    });

    test("the report shows every plot, opened from the disk", async () => {
        const page = await browser.newPage();
        const complaints = watchComplaints(page);
        await page.goto(`file://${path.join(folder, "report.html")}`);
        const titles = await page.locator(".plot-title").allTextContents();
        assert.deepEqual(titles, [
            "Energy",
            "Energy ledger",
            "Density",
            "Coordination number",
            "Flow",
            "Flow rate",
            "Largest speed",
            "Layers",
            "Contacts of a grain",
            "Contact forces",
        ]);
        assert.equal(await page.locator(".plot svg.plot-canvas").count(), titles.length);
        const isLoaded = (image) => image.complete && image.naturalWidth > 0;
        const images = await page.locator("img").all();
        assert.equal(images.length, 4);
        for (const image of images) assert.equal(await image.evaluate(isLoaded), true);
        await keepScreenshot(page, "program-report");
        assert.deepEqual(complaints, []);
        await page.close();
    });

    test("the viewer shows the run, and the slider moves the grains", async () => {
        const { page, complaints } = await open(browser, server.link);
        assert.equal(await page.evaluate(() => window.scree.grains), 150);
        assert.equal(await page.locator("#title").textContent(), "small bed");
        const atEnd = await picture(page);
        await keepScreenshot(page, "program-viewer");
        await page.locator("#time").fill("0");
        await page.waitForFunction(() => window.scree.frame === 0);
        assert.notEqual(await picture(page), atEnd);
        assert.deepEqual(complaints, []);
        await page.close();
    });

    test("a click on a grain tells about that grain", async () => {
        const { page, complaints } = await open(browser, server.link);
        await page.locator('[data-view="top"]').click();
        await page.waitForTimeout(300);
        const index = await page.evaluate(() => window.scree.frame);
        const id = await highest(server.link, index);
        const at = await page.evaluate((k) => window.scree.project(k), id);
        const box = await page.locator("#scene").boundingBox();
        await page.mouse.click(box.x + at.x, box.y + at.y);
        await page.waitForFunction(() => window.scree.selected !== null);
        assert.equal(await page.evaluate(() => window.scree.selected), id);
        await page.getByRole("cell", { name: "glass" }).waitFor();
        const told = await (await fetch(`${server.link}api/grain/${index}/${id}`)).json();
        assert.equal(await page.locator("#grain-contacts tr").count(), told.contacts.length);
        await page.waitForTimeout(500);
        await keepScreenshot(page, "program-grain");
        assert.deepEqual(complaints, []);
        await page.close();
    });

    test("a click on a grain with a shape tells about that grain", async () => {
        const its = await serve(run(makeFolder(), sceneOfShapes(), "--no-report"));
        const { page, complaints } = await open(browser, its.link);
        assert.equal(await page.evaluate(() => window.scree.grains), 36);
        await page.keyboard.press("1");
        await page.waitForTimeout(300);
        const index = await page.evaluate(() => window.scree.frame);
        const told = async (id) => {
            const { values } = await (await fetch(`${its.link}api/grain/${index}/${id}`)).json();
            return Object.fromEntries(values.map(({ name, value }) => [name, value]));
        };
        const box = await page.locator("#scene").boundingBox();
        const itself = {};
        for (let id = 0; id < 36; ++id) {
            const at = await page.evaluate((k) => window.scree.project(k), id);
            await page.mouse.click(box.x + at.x, box.y + at.y);
            const seen = await page.evaluate(() => window.scree.selected);
            assert.notEqual(seen, null, `something is at the place of grain ${id}`);
            const [own, before] = [await told(id), await told(seen)];
            // The eye looks along y: what is picked in its place is before it, in the same layer.
            assert.equal(before.group, own.group);
            assert.ok(seen === id || before.position[1] < own.position[1] + 0.001);
            if (seen === id) itself[own.group] = (itself[own.group] ?? 0) + 1;
            await page.getByRole("heading", { name: `Grain ${seen}`, exact: true }).waitFor();
        }
        for (const group of ["dice", "eggs", "twins"]) assert.ok(itself[group] >= 4, group);
        await page.waitForTimeout(500);
        await keepScreenshot(page, "program-shape");
        assert.deepEqual(complaints, []);
        await page.close();
        await its.stop();
    });

    test("every field and force chains", async () => {
        const { page, complaints } = await open(browser, server.link);
        const fields = await page.locator("#color option").allTextContents();
        assert.equal(fields.length, 16);
        for (const field of fields.slice(1)) {
            const arrived = page.waitForResponse((r) => r.url().includes(`color=${field}`));
            await page.locator("#color").selectOption(field);
            assert.equal((await arrived).status(), 200);
        }
        const plain = await picture(page);
        const arrived = page.waitForResponse((r) => r.url().includes("chains=1"));
        await page.locator("#chains").check();
        await arrived;
        assert.notEqual(await picture(page), plain);
        await page.waitForTimeout(1500);
        await keepScreenshot(page, "program-chains");
        assert.deepEqual(complaints, []);
        await page.close();
    });

    test("cells of the grains, and the grain of a cell", async () => {
        const { page, complaints } = await open(browser, server.link);
        const plain = await picture(page);
        await page.locator("#color").selectOption("laguerre");
        const arrived = page.waitForResponse((r) => r.url().includes("cells=1"));
        await page.keyboard.press("l");
        assert.equal((await arrived).status(), 200);
        await page.waitForTimeout(1500);
        const closed = await picture(page);
        assert.notEqual(closed, plain);
        await keepScreenshot(page, "program-cells");
        const at = await page.evaluate(() => window.scree.project(7));
        const box = await page.locator("#scene").boundingBox();
        await page.mouse.click(box.x + at.x, box.y + at.y); // whose cell is before the seventh grain
        await page.waitForFunction(() => window.scree.selected !== null);
        await page.keyboard.press("x");
        await page.waitForTimeout(1500);
        assert.notEqual(await picture(page), closed);
        await keepScreenshot(page, "program-cells-cut");
        assert.deepEqual(complaints, []);
        await page.close();
    });

    test("edges of the triangulation and pores", async () => {
        const { page, complaints } = await open(browser, server.link);
        await page.locator("#chains").check();
        let last = await picture(page);
        for (const what of ["edges", "pores"]) {
            const arrived = page.waitForResponse((r) => r.url().includes(`${what}=1`));
            await page.locator(`#${what}`).check();
            assert.equal((await arrived).status(), 200);
            await page.waitForTimeout(1500);
            const now = await picture(page);
            assert.notEqual(now, last);
            last = now;
            await keepScreenshot(page, `program-${what}`);
        }
        // One scale of colours: that of the pores. And a pore is no grain to tell about.
        assert.equal(await page.locator("#chains").isChecked(), false);
        const box = await page.locator("#scene").boundingBox();
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        assert.equal(await page.evaluate(() => window.scree.selected), null);
        assert.deepEqual(complaints, []);
        await page.close();
    });

    test("a run that is not there yet, then goes on, then stops", async () => {
        const parent = makeFolder();
        const waiting = await serve(path.join(parent, "run"));
        const page = await browser.newPage();
        const complaints = watchComplaints(page);
        await page.goto(waiting.link);
        await page.getByText("no such folder").waitFor();
        await keepScreenshot(page, "program-nothing");
        const live = startRun(parent, { count: 300, duration: 100, frames: 1000 });
        try {
            await page.waitForFunction(() => window.scree.ready, null, { timeout: 30000 });
            const first = await page.evaluate(() => window.scree.frame);
            await page.waitForFunction((k) => window.scree.frame > k + 1, first, { timeout: 60000 });
            assert.match(await page.locator("#state").textContent(), /running/);
            await keepScreenshot(page, "program-live");
            live.process.kill("SIGTERM");
            await page.waitForFunction(
                () => document.getElementById("state").textContent === "stopped",
            );
        } finally {
            live.process.kill("SIGKILL");
        }
        assert.deepEqual(complaints, []);
        await page.close();
        await waiting.stop();
    });

    test("a broken run gives a friendly page", async () => {
        const broken = run(makeFolder(), { count: 20, duration: 0.02 }, "--no-report");
        const frames = path.join(broken, "frames");
        for (const file of readdirSync(frames)) writeFileSync(path.join(frames, file), "broken");
        const its = await serve(broken);
        const page = await browser.newPage();
        await page.goto(its.link);
        await page.getByText("000000.h5").waitFor();
        await keepScreenshot(page, "program-broken");
        await page.close();
        await its.stop();
    });

    test("100 000 spheres", { timeout: 300000 }, async () => {
        const large = { count: 100000, duration: 1, edge: 0.072, fill: "lattice", frames: 100000 };
        const its = await serve(run(makeFolder(), large, "--no-report", "--steps", "2"));
        const begin = performance.now();
        const { page, complaints } = await open(browser, its.link);
        const first = Math.round(performance.now() - begin);
        assert.equal(await page.evaluate(() => window.scree.grains), 100000);
        const each = Math.round(await page.evaluate(() => window.scree.frameTime()));
        console.log(`software WebGL: first picture after ${first} ms, then ${each} ms each`);
        await keepScreenshot(page, "program-100k");
        await page.locator("#first").click();
        await page.waitForFunction(() => window.scree.frame === 0);
        assert.deepEqual(complaints, []);
        await page.close();
        await its.stop();
    });
});

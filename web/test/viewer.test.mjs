// SPDX-License-Identifier: BSD-3-Clause
// The page of `scree view` in a real browser, against a small server with the same answers.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { keepScreenshot, skipWithoutChromium } from "./browser.mjs";
import { ViewerPages, clickGrain, colorAt, encodeFrame, selected } from "./viewer_pages.mjs";

// Two balls, red in front of blue when seen from the front, and a green one above them. Each frame
// moves them up a little. The origin tests that coordinates are relative to it.
const origin = [10, 20, 30];
const balls = [
    { id: 7, at: [0, -0.5, 0], color: [255, 0, 0] },
    { id: 8, at: [0, 0.5, 0], color: [0, 0, 255] },
    { id: 9, at: [0, 0, 0.8], color: [0, 255, 0] },
];
const radius = 0.3;
const rise = 0.01; // per frame
const times = [0, 0.5, 1, 1.5];

const run = {
    problem: null,
    title: "Three balls",
    folder: "out/three",
    state: "finished",
    grains: 3,
    frames: times.map((time, index) => ({ index, time })),
    fields: [
        { name: "velocity", about: "speed" },
        { name: "group", about: "where it came from" },
    ],
    up: [0, 0, 1],
    low: origin.map((o) => o - 1),
    high: origin.map((o) => o + 1),
    walls: [
        {
            name: "floor",
            vertices: [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1].map((x, k) => x + origin[k % 3]),
            triangles: [0, 1, 2, 0, 2, 3],
        },
    ],
};

// A block around each ball, each face two triangles, counter-clockwise from outside.
const half = [0.5, 0.35, 0.32];
const blockTriangles = [
    [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6],
].flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);

function block({ id, at, color }, index) {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
        half.map((h, axis) => at[axis] + ((k >> axis) & 1 ? h : -h)),
    );
    return {
        id,
        color,
        vertices: corners.map(([x, y, z]) => [x, y, z + rise * index]),
        triangles: blockTriangles,
    };
}

function frameBytes(index, query) {
    const isKind = query.get("color") === "group";
    const hasCells = query.has("cells");
    const rods = query.has("chains") ? [[...balls[0].at, ...balls[1].at, 0.02]] : [];
    return encodeFrame({
        time: times[index],
        step: 100 * index,
        origin,
        faint: rods.length > 0,
        inner: hasCells,
        legend: {
            title: isKind ? "group" : "speed",
            unit: isKind ? "" : "m/s",
            kind: isKind,
            low: Number(query.get("low") ?? 0),
            high: Number(query.get("high") ?? 1 + index),
            kinds: isKind ? ["one", "two"] : [],
            colors: ["#000080", "#ffff00"],
        },
        balls: balls.map(({ id, at: [x, y, z], color }) => ({
            id,
            at: [x, y, z + rise * index],
            radius,
            color,
        })),
        rods,
        solids: hasCells ? balls.map((ball) => block(ball, index)) : [],
    });
}

const grain = (id) => ({
    id,
    values: [
        { name: "radius", value: radius, unit: "m" },
        { name: "velocity", value: [1, 2, 3], unit: "m/s" },
        { name: "material", value: "glass", unit: "" },
    ],
    contacts: [
        { with: "wall floor", grain: null, force: 1, overlap: 1e-6 },
        { with: "grain 8", grain: 8, force: 2, overlap: 2e-6 },
    ],
});

describe("viewer", { skip: skipWithoutChromium }, () => {
    let pages, problem, state;
    const open = (options) => pages.open(options);

    before(async () => {
        pages = await ViewerPages.start({
            run: () => (problem ? { problem } : { ...run, ...state }),
            frame: frameBytes,
            grain,
            path: () => ({ times: [0, 1], points: [...origin, ...origin.map((x) => x + 0.5)] }),
        });
    });
    after(() => pages.stop());

    const frame = (page) => page.evaluate(() => window.scree.frame);
    const waitForFrame = (page, index) =>
        page.waitForFunction((wanted) => window.scree.frame === wanted, index);

    for (const colorScheme of ["light", "dark"])
        test(`draws a run without a complaint, ${colorScheme}`, async () => {
            const { page, complaints } = await open({ colorScheme });
            assert.equal(await page.title(), "Three balls – scree");
            assert.equal(await page.evaluate(() => window.scree.grains), 3);
            assert.equal(await frame(page), 3, "opens at the last frame");
            const [r, g, b] = await colorAt(page, 9);
            assert.ok(g > 120 && r < 60 && b < 60, `green ball: ${[r, g, b]}`);
            await keepScreenshot(page, `viewer-${colorScheme}`);
            assert.deepEqual(complaints(), []);
            await page.close();
        });

    test("the front view looks along y, the back view against it", async () => {
        const { page } = await open();
        await page.keyboard.press("1");
        const front = await colorAt(page, 7);
        assert.ok(front[0] > 120 && front[2] < 60, `red in front: ${front}`);
        await page.keyboard.press("2");
        const back = await colorAt(page, 7);
        assert.ok(back[2] > 120 && back[0] < 60, `blue in front: ${back}`);
        await page.close();
    });

    test("a click selects a grain, contacts lead on, Escape lets go", async () => {
        const { page, complaints } = await open();
        await page.keyboard.press("1");
        await clickGrain(page, 7);
        assert.equal(await selected(page), 7);
        await page.getByRole("button", { name: "grain 8" }).click();
        assert.equal(await selected(page), 8);
        await page.getByRole("heading", { name: "Grain 8" }).waitFor();
        await page.keyboard.press("Escape");
        assert.equal(await selected(page), null);
        assert.deepEqual(complaints(), []);
        await page.close();
    });

    test("what is cut away is neither seen nor picked", async () => {
        const { page } = await open();
        await page.keyboard.press("1");
        await page.keyboard.press("x"); // across y in the middle: the red ball goes
        await clickGrain(page, 7);
        assert.equal(await selected(page), 8);
        const [r, , b] = await colorAt(page, 7);
        assert.ok(b > 120 && r < 60);
        await page.close();
    });

    test("cells are seen, cut open and picked in place of their grains", async () => {
        const { page, complaints } = await open();
        await page.keyboard.press("1");
        const beside = await page.evaluate(
            () => 0.75 * Math.abs(window.scree.project(9).y - window.scree.project(8).y) / 1.6,
        ); // 0.4 and more of a ball's centre, where there is no ball
        const without = await colorAt(page, 7, beside);
        assert.ok(Math.max(...without) - Math.min(...without) < 30, `wall: ${without}`);
        const arrived = page.waitForResponse((r) => r.url().includes("cells=1"));
        await page.keyboard.press("l");
        await arrived;
        await page.waitForTimeout(300);
        assert.equal(await page.locator("#cells").isChecked(), true);
        const [r, , b] = await colorAt(page, 7, beside);
        assert.ok(r > 120 && b < 60, `red block: ${[r, b]}`);
        await clickGrain(page, 7, beside);
        assert.equal(await selected(page), 7);
        await keepScreenshot(page, "viewer-cells");
        await page.keyboard.press("x"); // the red block goes
        const [red, , blue] = await colorAt(page, 7, beside);
        assert.ok(blue > 120 && red < 60, `blue block: ${[red, blue]}`);
        await clickGrain(page, 7, beside);
        assert.equal(await selected(page), 8);
        await page.waitForFunction(() => /cells=1/.test(location.hash));
        assert.deepEqual(complaints(), []);
        await page.close();
    });

    test("a cell cut open shows its inside in the plane of the cut", async () => {
        // Across z, through the green block: neither its lid nor its floor, but the section.
        const at = origin[2] + 0.8 + rise * 3;
        const shade = async (fragment) => {
            const { page, complaints } = await open({ fragment });
            await page.keyboard.press("5");
            await page.waitForTimeout(300);
            const seen = [await colorAt(page, 9), await colorAt(page, 9, 60)];
            await keepScreenshot(page, `viewer-cell-${fragment.length}`);
            assert.deepEqual(complaints(), []);
            await page.close();
            return seen;
        };
        const [lid] = await shade("#cells=1");
        const [middle, aside] = await shade(`#cells=1&cut=z+,${at}`);
        assert.ok(middle[1] > 80 && middle[0] < 60, `section: ${middle}`);
        assert.ok(Math.abs(middle[1] - aside[1]) < 4, `even: ${middle}, ${aside}`);
        assert.notEqual(middle[1], lid[1]);
    });

    test("keys move through time, and the address brings everything back", async () => {
        const { page } = await open();
        await page.keyboard.press("Home");
        await waitForFrame(page, 0);
        await page.keyboard.press("ArrowRight");
        await waitForFrame(page, 1);
        await page.keyboard.press("c");
        await page.keyboard.press("w");
        await page.keyboard.press("4");
        await page.locator("#color").selectOption("group");
        await page.waitForFunction(() => /color=group/.test(location.hash));
        const link = page.url();
        const before = await page.evaluate(() => window.scree.project(9));
        await page.close();

        const again = await open({ fragment: link.slice(link.indexOf("#")) });
        assert.equal(await frame(again.page), 1);
        assert.equal(await again.page.locator("#chains").isChecked(), true);
        assert.equal(await again.page.locator("#walls").inputValue(), "glass");
        assert.equal(await again.page.locator("#color").inputValue(), "group");
        const after = await again.page.evaluate(() => window.scree.project(9));
        assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 1);
        await again.page.close();
    });

    test("a held scale stays while frames change", async () => {
        const { page } = await open({ fragment: "#frame=0" });
        await page.locator("#hold").check();
        await page.keyboard.press("End");
        await waitForFrame(page, 3);
        assert.equal(await page.locator("#high").inputValue(), "1");
        await page.locator("#hold").uncheck();
        await page.waitForFunction(() => document.getElementById("high").value === "4");
        await page.close();
    });

    test("follows a run that goes on", async () => {
        state = { state: "running", frames: run.frames.slice(0, 2) };
        const { page } = await open();
        assert.equal(await frame(page), 1);
        assert.equal(await page.locator("#follow").isChecked(), true);
        state = { state: "finished" };
        await waitForFrame(page, 3);
        await page.close();
    });

    test("waits for a run", async () => {
        problem = "no run is there yet";
        const { page } = await open({ waits: false });
        await page.getByText("no run is there yet").waitFor();
        problem = null;
        await page.waitForFunction(() => window.scree.ready);
        assert.equal(await page.locator("#message").isVisible(), false);
        await page.close();
    });

    test("says what to do without WebGL", async () => {
        const page = await pages.browser.newPage();
        await page.addInitScript(() => {
            HTMLCanvasElement.prototype.getContext = () => null;
        });
        await page.goto(pages.address);
        await page.getByText("scree render").waitFor();
        await page.close();
    });

    test("saves a picture", async () => {
        const { page } = await open();
        const download = page.waitForEvent("download");
        await page.keyboard.press("s");
        assert.equal((await download).suggestedFilename(), "Three-balls-3.png");
        await page.close();
    });
});

// SPDX-License-Identifier: BSD-3-Clause
// Plots in a real browser: what a reader sees, hovers, clicks and types.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { bundle } from "../bundle.mjs";
import {
    keepScreenshot,
    launchChromium,
    skipWithoutChromium,
    watchComplaints,
} from "./browser.mjs";

const count = 101;
const xs = Array.from({ length: count }, (_, i) => i * 0.1);
const energies = {
    kind: "lines",
    title: "Energies",
    x: { label: "time", unit: "s" },
    y: { label: "energy", unit: "J" },
    xs,
    series: [
        { name: "kinetic", ys: xs.map((x) => x * x) },
        { name: "potential", ys: xs.map((x, i) => (i === 50 ? null : 100 - 3 * x)) },
    ],
};
const bars = {
    kind: "bars",
    title: "Contacts",
    x: { label: "contacts", unit: "" },
    y: { label: "grains", unit: "" },
    edges: [0, 1, 2, 3, 4],
    values: [5, 20, 10, 1],
};
const heat = {
    kind: "heat",
    title: "Layers",
    x: { label: "time", unit: "s" },
    y: { label: "height", unit: "m" },
    value: { label: "speed", unit: "m/s" },
    xs: [0, 1, 2],
    ys: [0, 10, 20, 30],
    values: [
        [1, 2],
        [3, 4],
        [5, null],
    ],
    colors: ["#000000", "#ffffff"],
};

describe("plots", { skip: skipWithoutChromium }, () => {
    let browser, page, complaints, script, style;

    before(async () => {
        script = (await bundle("plot.ts", { globalName: "plots" })).text;
        style = (await bundle("plot.css")).text;
        browser = await launchChromium();
        page = await browser.newPage({ viewport: { width: 640, height: 480 } });
        complaints = watchComplaints(page);
    });
    after(() => browser.close());

    beforeEach(async () => {
        complaints.length = 0;
        await page.mouse.move(0, 0);
        await page.setContent('<body style="margin: 40px"><div id="host"></div></body>');
        await page.addStyleTag({ content: style });
        await page.addScriptTag({ content: script });
    });

    async function draw(plot) {
        await page.evaluate((plot) => {
            window.picked = [];
            const onPick = (x) => window.picked.push(x);
            window.drawn = plots.drawPlot(document.getElementById("host"), plot, { onPick });
        }, plot);
    }
    const readout = () =>
        page.evaluate(() => {
            const box = document.querySelector(".plot-readout");
            const words = (row) =>
                [...row.childNodes].map((node) => node.textContent).filter(Boolean);
            return box.hidden ? null : [...box.children].map((row) => words(row).join(" "));
        });
    /** The middle of the drawing is not the middle of the axis: ask the axis line. */
    const axis = () =>
        page.evaluate(() => {
            const lines = [...document.querySelectorAll("line.plot-axis")].map((line) =>
                line.getBoundingClientRect(),
            );
            const { left, right, top } = lines.reduce((a, b) => (b.width > a.width ? b : a));
            return { left, right, bottom: top };
        });
    async function hover(part, up = 50) {
        const { left, right, bottom } = await axis();
        await page.mouse.move(left + part * (right - left), bottom - up);
    }

    test("hovering reads the nearest sample of every series", async () => {
        await draw(energies);
        for (const i of [0, 1, 37, 99, 100]) {
            await hover(i / 100 + (i < 100 ? 0.003 : 0));
            const expected = await page.evaluate(
                ([x, a, b]) => [
                    `time ${x} s`,
                    `kinetic ${plots.formatNumber(a)} J`,
                    `potential ${plots.formatNumber(b)} J`,
                ],
                [Number(xs[i].toPrecision(7)), energies.series[0].ys[i], energies.series[1].ys[i]],
            );
            assert.deepEqual(await readout(), expected);
        }
        await keepScreenshot(page, "plot-hover");
        await hover(0.5);
        assert.deepEqual(await readout(), ["time 5 s", "kinetic 25 J", "potential – J"]);
        assert.equal(await page.locator(".plot-dot").count(), 1, "no dot in a gap");
        await page.mouse.move(1, 1);
        assert.equal(await readout(), null);
        assert.deepEqual(complaints, []);
    });

    test("a click picks the sample, the marker stands where it is set", async () => {
        await draw(energies);
        const { left, right, bottom } = await axis();
        await page.mouse.click(left + 0.253 * (right - left), bottom - 20);
        assert.deepEqual(await page.evaluate(() => window.picked), [2.5]);
        const marker = page.locator(".plot-marker");
        assert.equal(await marker.getAttribute("visibility"), "hidden");
        await page.evaluate(() => window.drawn.setMarker(7.5));
        const at = await marker.evaluate((line) => line.getBoundingClientRect().left);
        assert.ok(Math.abs(at - (left + 0.75 * (right - left))) < 1.5);
        for (const x of [null, 11, -1]) {
            await page.evaluate((x) => window.drawn.setMarker(x), x);
            assert.equal(await marker.getAttribute("visibility"), "hidden", `marker at ${x}`);
        }
    });

    test("the legend hides and shows series, and the axis follows", async () => {
        await draw({
            ...energies,
            series: [energies.series[0], { name: "tiny", ys: xs.map((x) => x / 1000) }],
        });
        const lines = page.locator(".plot-line");
        const topTick = () =>
            page.evaluate(
                () =>
                    [...document.querySelectorAll(".plot-tick[text-anchor=end]")].pop().textContent,
            );
        assert.equal(await topTick(), "100");
        await page.getByRole("button", { name: "kinetic" }).click();
        assert.equal(await lines.count(), 1);
        assert.equal(await topTick(), "0.010");
        await hover(0.5);
        assert.deepEqual(await readout(), ["time 5 s", "tiny 0.005 J"]);
        await page.getByRole("button", { name: "tiny" }).click();
        assert.equal(await page.locator(".plot-empty").textContent(), "all series are hidden");
        await page.getByRole("button", { name: "kinetic" }).click();
        assert.equal(await lines.count(), 1);
        assert.equal(await topTick(), "100");
        assert.deepEqual(complaints, []);
    });

    test("the keyboard moves the crosshair and the reading is spoken", async () => {
        await draw(energies);
        const spoken = page.locator("[aria-live=polite]");
        await page.locator(".plot-area").focus();
        await page.keyboard.press("ArrowRight");
        assert.equal(await spoken.textContent(), "time 0 s; kinetic 0 J; potential 100 J");
        for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
        assert.equal(await spoken.textContent(), "time 0.1 s; kinetic 0.01 J; potential 99.7 J");
        await page.keyboard.press("End");
        assert.equal(await spoken.textContent(), "time 10 s; kinetic 100 J; potential 70 J");
        await page.keyboard.press("PageDown");
        await page.keyboard.press("Enter");
        assert.deepEqual(await page.evaluate(() => window.picked), [9.5]);
        await page.keyboard.press("Escape");
        assert.equal(await readout(), null);
    });

    test("bars are as high as their values, and read", async () => {
        await draw(bars);
        await hover(0.4);
        assert.deepEqual(await readout(), ["contacts 1 to 2", "grains 20"]);
        const height = () =>
            page.locator(".plot-outline").evaluate((box) => Number(box.getAttribute("height")));
        const twenty = await height();
        await hover(0.6);
        assert.ok(Math.abs((await height()) / twenty - 0.5) < 0.001);
        assert.deepEqual(complaints, []);
    });

    test("zero bars are left out of a log axis", async () => {
        await draw({ ...bars, y: { ...bars.y, log: true }, values: [0, 100, 10, 0] });
        const d = await page.locator(".plot-bar").getAttribute("d");
        assert.equal(d.split("M").length - 1, 2);
        await hover(0.1);
        assert.deepEqual(await readout(), ["contacts 0 to 1", "grains 0"]);
        assert.deepEqual(complaints, []);
    });

    test("heat maps read in both directions", async () => {
        await draw(heat);
        await hover(0.75, 5);
        assert.deepEqual(await readout(), ["time 1 to 2 s, height 0 to 10 m", "speed 2 m/s"]);
        await page.locator(".plot-area").focus();
        await page.keyboard.press("ArrowUp");
        assert.deepEqual(await readout(), ["time 1 to 2 s, height 10 to 20 m", "speed 4 m/s"]);
        await page.keyboard.press("ArrowUp");
        assert.deepEqual(await readout(), ["time 1 to 2 s, height 20 to 30 m", "speed – m/s"]);
        await keepScreenshot(page, "plot-heat");
        assert.deepEqual(complaints, []);
    });

    test("a hundred thousand samples: few points drawn, true values read", async () => {
        const many = 100000;
        const long = Array.from({ length: many }, (_, i) => i);
        const ys = long.map((i) => (i === 70000 ? 50 : Math.sin(i / 5000)));
        await draw({ ...energies, xs: long, series: [{ name: "signal", ys }] });
        const d = await page.locator(".plot-line").getAttribute("d");
        const { left, right } = await axis();
        assert.ok(
            d.split("L").length <= 4 * (right - left + 2),
            "at most four points per pixel column",
        );
        const tops = [...d.matchAll(/ ([\d.]+)/g)].map((match) => Number(match[1]));
        // Apart from the spike at 50 all values lie within ±1, near the bottom of the drawing.
        assert.ok(Math.min(...tops) < Math.max(...tops) / 2, "the spike of one sample is drawn");
        await page.locator(".plot-area").focus();
        await page.keyboard.press("End");
        await page.keyboard.press("ArrowLeft");
        assert.deepEqual((await readout())[0], `time ${many - 2} s`);
    });

    test("odd data draws without numbers that are none", async () => {
        const line = (xs, ys, y = {}, x = {}) => ({
            ...energies,
            x: { ...energies.x, ...x },
            y: { ...energies.y, ...y },
            xs,
            series: [{ name: "a", ys }],
        });
        const log = { log: true };
        const cases = {
            constant: line([0, 1, 2], [5, 5, 5]),
            "constant zero": line([0, 1, 2], [0, 0, 0]),
            "rounding noise": line([0, 1, 2], [1, 1 + 2e-16, 1]),
            "one sample": line([3], [4]),
            "no sample": line([], []),
            "only gaps": line([0, 1], [null, null]),
            "all zero on log": line([0, 1], [0, 0], log),
            "negative on log": line([0, 1, 2], [-1, 10, 100], log),
            "constant on log": line([1, 2], [3, 3], log, log),
            "log of x with zero": line([0, 1, 10], [1, 2, 3], {}, log),
            "unsorted x": line([2, 0, 1], [1, 2, 3]),
            "no series": { ...energies, series: [] },
            "many series": {
                ...energies,
                series: Array.from({ length: 20 }, (_, i) => ({
                    name: `s${i}`,
                    ys: xs.map(() => i),
                })),
            },
            "zero bars": { ...bars, values: [0, 0, 0, 0] },
            "zero bars on log": { ...bars, y: { ...bars.y, log: true }, values: [0, 0, 0, 0] },
            "log bars from zero": { ...bars, x: { ...bars.x, log: true } },
            "negative bars": { ...bars, values: [-5, 5, 0, 2] },
            "no bars": { ...bars, edges: [], values: [] },
            "constant heat": {
                ...heat,
                values: [
                    [1, 1],
                    [1, 1],
                    [1, 1],
                ],
            },
            "empty heat": {
                ...heat,
                values: [
                    [null, null],
                    [null, null],
                    [null, null],
                ],
            },
            "log heat": {
                ...heat,
                value: { ...heat.value, log: true },
                values: [
                    [0, 1],
                    [-1, 10],
                    [100, 1000],
                ],
            },
            "no heat": { ...heat, xs: [], ys: [], values: [] },
        };
        for (const [name, plot] of Object.entries(cases)) {
            await draw(plot);
            await hover(0.4);
            const found = await page.evaluate(() =>
                document.getElementById("host").innerHTML.match(/NaN|Infinity|undefined/),
            );
            assert.equal(found, null, name);
            assert.deepEqual(complaints, [], name);
        }
        assert.equal(await page.locator(".plot-empty").textContent(), "no data");
    });

    test("a plot that contradicts itself is refused", async () => {
        const wrong = [
            [{ ...energies, xs: [1, 2] }, /series "kinetic" has 101 values for 2 positions/],
            [{ ...bars, edges: [0, 1] }, /4 bars need 5 edges, got 2/],
            [{ ...bars, edges: [0, 1, 1, 2, 3] }, /must ascend/],
            [{ ...heat, values: [[1, 2]] }, /3 rows and 2 columns/],
            [{ ...heat, colors: ["red"] }, /#rrggbb, got red/],
            [{ kind: "pie" }, /unknown kind of plot: pie/],
        ];
        for (const [plot, message] of wrong) await assert.rejects(draw(plot), message);
    });

    test("the drawing follows the width of its host", async () => {
        await draw(energies);
        const viewBox = () => page.locator(".plot-canvas").getAttribute("viewBox");
        assert.equal(await viewBox(), "0 0 560 260");
        await page.setViewportSize({ width: 400, height: 480 });
        await page.waitForFunction(
            () => document.querySelector(".plot-canvas").getAttribute("viewBox") === "0 0 320 260",
        );
        await page.setViewportSize({ width: 640, height: 480 });
    });
});

// SPDX-License-Identifier: BSD-3-Clause
// The parts of the plots that need no browser: ticks, numbers, decimation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundle } from "../bundle.mjs";

async function load(source) {
    const { text } = await bundle(source, { format: "esm" });
    return import("data:text/javascript;base64," + Buffer.from(text).toString("base64"));
}

const { linearTicks, logTicks, niceStep } = await load("plot/ticks.ts");
const { formatNumber } = await load("plot/format.ts");
const { decimate, pathOf } = await load("plot/decimate.ts");
const { extent, roomyDomain, tightDomain } = await load("plot/scale.ts");

const labels = (ticks) => ticks.map(({ label }) => label);

/** Seeded, so that a failure can be repeated. */
function randomNumbers(seed) {
    let state = seed;
    return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

test("numbers for people", () => {
    const cases = [
        [0, "0"],
        [0.001234, "0.001234"],
        [1.23456e-7, "1.235e-7"],
        [-1.5, "-1.5"],
        [2 / 3, "0.6667"],
        [123456.7, "123457"],
        [999999.7, "1e6"],
        [6.02e23, "6.02e23"],
        [NaN, "–"],
        [-Infinity, "-∞"],
    ];
    for (const [value, text] of cases) assert.equal(formatNumber(value), text);
});

test("linear ticks are multiples of 1, 2 or 5", () => {
    assert.deepEqual(labels(linearTicks(0, 1, 5)), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    assert.deepEqual(labels(linearTicks(-0.3, 0.3, 6)), [
        "-0.3",
        "-0.2",
        "-0.1",
        "0",
        "0.1",
        "0.2",
        "0.3",
    ]);
    assert.deepEqual(labels(linearTicks(0, 6e-7, 3)), ["0", "2e-7", "4e-7", "6e-7"]);
    assert.deepEqual(labels(linearTicks(1e7, 1.2e7, 4)), [
        "1.00e7",
        "1.05e7",
        "1.10e7",
        "1.15e7",
        "1.20e7",
    ]);
    assert.equal(linearTicks(0, 1, 10)[3].at, 0.3); // not 0.30000000000000004
});

test("linear ticks of any interval: few, inside, evenly spaced, labels all different", () => {
    const random = randomNumbers(20);
    for (let round = 0; round < 2000; ++round) {
        const span = 10 ** (random() * 24 - 12);
        const low = (random() - 0.5) * 20 * span;
        const most = 5 + Math.floor(random() * 6);
        const ticks = linearTicks(low, low + span, most);
        const step = niceStep(span, most);
        assert.match(step.toExponential(6), /^(1|2|5)\.0+e/);
        assert.ok(
            ticks.length >= 2 && ticks.length <= most + 1,
            `${ticks.length} ticks of ${most}`,
        );
        assert.equal(new Set(labels(ticks)).size, ticks.length, labels(ticks).join(" "));
        for (const { at } of ticks)
            assert.ok(at >= low - 1e-6 * span && at <= low + span + 1e-6 * span);
        for (let i = 1; i < ticks.length; ++i)
            assert.ok(Math.abs(ticks[i].at - ticks[i - 1].at - step) < 1e-6 * step);
    }
});

test("log ticks: decades, thinned when many, 1-2-5 or linear when few", () => {
    assert.deepEqual(labels(logTicks(0.01, 100, 6)), ["0.01", "0.1", "1", "10", "100"]);
    assert.deepEqual(labels(logTicks(1e-5, 1e-2, 6)), ["10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²"]);
    assert.deepEqual(labels(logTicks(1e-12, 1, 4)), ["10⁻¹²", "10⁻⁹", "10⁻⁶", "10⁻³", "10⁰"]);
    assert.deepEqual(labels(logTicks(1, 30, 6)), ["1", "2", "5", "10", "20"]);
    assert.deepEqual(labels(logTicks(2.2, 4.4, 4)), ["3", "4"]);
});

test("domains of odd data", () => {
    assert.deepEqual(tightDomain(false, [0, 0]), { low: -1, high: 1, log: false });
    assert.deepEqual(tightDomain(false, [5, 5]), { low: 4.5, high: 5.5, log: false });
    assert.deepEqual(roomyDomain(false, [1, 9]), { low: 0, high: 10, log: false });
    assert.equal(extent(true, [0, -1, null, NaN]), null);
    assert.deepEqual(extent(true, [0, -1, 3, 2, null]), [2, 3]);
    const constant = roomyDomain(true, [3, 3]);
    assert.ok(constant.low < 3 && constant.high > 3 && constant.low > 0);
});

test("decimation keeps first, last and both extremes of every pixel column", () => {
    const random = randomNumbers(3);
    const count = 100000;
    const width = 500;
    const xs = Array.from({ length: count }, (_, i) => (i * width) / count);
    const ys = xs.map(() => random() * 100);
    ys[12345] = -1000; // one spike among a hundred thousand must be seen
    const runs = decimate(xs, ys);
    assert.equal(runs.length, 1);
    assert.ok(
        runs[0].length <= 4 * width && runs[0].length > 3 * width,
        `${runs[0].length} points`,
    );
    const kept = new Set(runs[0].map(({ x, y }) => `${x} ${y}`));
    for (let column = 0; column < width; ++column) {
        const inside = [];
        for (let i = (column * count) / width; i < ((column + 1) * count) / width; ++i)
            inside.push(i);
        const lowest = inside.reduce((a, b) => (ys[b] < ys[a] ? b : a));
        const highest = inside.reduce((a, b) => (ys[b] > ys[a] ? b : a));
        for (const i of [inside[0], lowest, highest, inside[inside.length - 1]])
            assert.ok(kept.has(`${xs[i]} ${ys[i]}`), `sample ${i}`);
    }
    for (let i = 1; i < runs[0].length; ++i) assert.ok(runs[0][i].x >= runs[0][i - 1].x);
});

test("gaps split a line, unless narrower than a pixel; a lone sample is a dot", () => {
    const path = (points) =>
        pathOf(
            decimate(
                points.map(([x]) => x),
                points.map(([, y]) => y),
            ),
        );
    assert.equal(
        path([
            [0, 1],
            [1, 2],
            [2, NaN],
            [3, 4],
            [4, 5],
        ]),
        "M0 1L1 2M3 4L4 5",
    );
    assert.equal(
        path([
            [0, 1],
            [0.2, NaN],
            [0.4, 2],
            [1, 3],
        ]),
        "M0 1L0.4 2L1 3",
    );
    assert.equal(path([[7, 8]]), "M7 8h0");
    assert.equal(path([[0, NaN]]), "");
    assert.equal(path([]), "");
});

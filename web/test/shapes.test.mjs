// SPDX-License-Identifier: BSD-3-Clause
// Grains with shapes in the viewer: clicked, ringed and cut like balls.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { keepScreenshot, skipWithoutChromium } from "./browser.mjs";
import { ViewerPages, colorAt, encodeFrame, selected } from "./viewer_pages.mjs";

const origin = [10, 20, 30];

function block(at, half) {
    const faces = [
        [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6],
    ];
    return {
        vertices: [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
            at.map((x, axis) => x + ((k >> axis) & 1 ? half : -half)),
        ),
        triangles: faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
    };
}

function octahedron(at, radius) {
    const triangles = [];
    for (let k = 0; k < 8; ++k) {
        const [x, y, z] = [k & 1, 2 + ((k >> 1) & 1), 4 + ((k >> 2) & 1)];
        const isOdd = (x + y + z) % 2 === 1;
        triangles.push(...(isOdd ? [x, y, z] : [x, z, y]));
    }
    const vertices = [0, 1, 2, 3, 4, 5].map((k) =>
        at.map((x, axis) => x + (axis === k >> 1 ? (k & 1 ? radius : -radius) : 0)),
    );
    return { vertices, triangles };
}

/** Rings of corners from the lower tip to the upper one; tips are rings of no width. */
function ellipsoid(at, axes) {
    const [rings, sides] = [12, 24];
    const vertices = [];
    const triangles = [];
    for (let i = 0; i <= rings; ++i)
        for (let j = 0; j < sides; ++j) {
            const [tilt, turn] = [(Math.PI * i) / rings, (2 * Math.PI * j) / sides];
            const wide = Math.sin(tilt);
            const n = [wide * Math.cos(turn), wide * Math.sin(turn), -Math.cos(tilt)];
            vertices.push(at.map((x, axis) => x + axes[axis] * n[axis]));
            if (i === rings) continue;
            const [a, b] = [i * sides + j, i * sides + ((j + 1) % sides)];
            triangles.push(a, b, b + sides, a, b + sides, a + sides);
        }
    return { vertices, triangles };
}

// Seen from the front, along y. Most are in the plane y = 0, where the beads, which have no part in
// the tests' questions, tell how places become pixels.
const red = [255, 0, 0];
const green = [0, 200, 0];
const blue = [0, 0, 255];
const solids = [
    { id: 21, color: red, ...octahedron([-0.5, 0, 0.4], 0.3) },
    { id: 22, color: red, ...ellipsoid([0.55, 0, -0.4], [0.12, 0.12, 0.3]) },
    { id: 23, color: red, ...block([-0.45, 0, -0.45], 0.2) },
    { id: 26, color: green, ...block([0, 6, 0], 0.3) }, // far outside of the run's bounds
    { id: 27, color: red, ...block([0.05, -0.6, -0.05], 0.12) }, // before the former
];
const balls = [
    { id: 24, color: green, at: [0.3, 0, 0.4], radius: 0.2 }, // a clump of two
    { id: 24, color: green, at: [0.55, 0, 0.4], radius: 0.15 },
    { id: 25, color: blue, at: [-0.3, 0.6, 0.6], radius: 0.1 }, // behind the octahedron
    { id: 31, color: blue, at: [-0.9, 0, -0.9], radius: 0.05 },
    { id: 32, color: blue, at: [0.9, 0, 0.9], radius: 0.05 },
];
const names = { 21: "octahedron", 22: "egg", 23: "cube", 24: "twin" };

const answers = {
    run: () => ({
        problem: null,
        title: "Shapes",
        folder: "out/shapes",
        state: "finished",
        grains: 9,
        frames: [{ index: 0, time: 0 }],
        fields: [{ name: "velocity", about: "speed" }],
        up: [0, 0, 1],
        low: origin.map((o) => o - 1),
        high: origin.map((o) => o + 1),
        walls: [],
    }),
    frame: (_, query) =>
        encodeFrame({
            time: 0,
            step: 0,
            origin,
            faint: query.has("chains"),
            legend: {
                title: "speed",
                unit: "m/s",
                kind: false,
                low: 0,
                high: 1,
                kinds: [],
                colors: ["#000080", "#ffff00"],
            },
            balls,
            solids,
        }),
    grain: (id) => ({
        id,
        values: [
            { name: "radius", value: 0.25, unit: "m" },
            { name: "speed", value: 3, unit: "m/s" },
            ...(names[id] ? [{ name: "shape", value: names[id], unit: "" }] : []),
        ],
        contacts: [],
    }),
    path: () => ({ times: [0], points: origin }),
};

describe("grains with shapes", { skip: skipWithoutChromium }, () => {
    let pages;
    before(async () => (pages = await ViewerPages.start(answers)));
    after(() => pages.stop());

    async function openFront(fragment = "") {
        const opened = await pages.open({ fragment });
        await opened.page.keyboard.press("1");
        await opened.page.waitForTimeout(300);
        return opened;
    }

    /** Pixels from the centre of the lower bead to (x, 0, z) in the front view. */
    async function pixelsTo(page, x, z) {
        const [a, b] = await page.evaluate(() => [31, 32].map((id) => window.scree.project(id)));
        return [((b.x - a.x) * (x + 0.9)) / 1.8, ((b.y - a.y) * (z + 0.9)) / 1.8, a];
    }
    async function pick(page, x, z) {
        const [right, down, bead] = await pixelsTo(page, x, z);
        const box = await page.locator("#scene").boundingBox();
        await page.mouse.click(box.x + bead.x + right, box.y + bead.y + down);
        return selected(page);
    }
    async function color(page, x, z, [moreRight, moreDown] = [0, 0]) {
        const [right, down] = await pixelsTo(page, x, z);
        return colorAt(page, 31, right + moreRight, down + moreDown);
    }
    const isRing = ([r, g, b]) => r > 150 && g > 50 && g < 150 && b < 70;

    test("a click tells about a grain of any shape, and names the shape", async () => {
        const { page, complaints } = await openFront();
        for (const [id, x, z] of [
            [21, -0.5, 0.4],
            [22, 0.55, -0.4],
            [23, -0.45, -0.45],
            [24, 0.3, 0.4],
            [24, 0.6, 0.4],
        ]) {
            await page.keyboard.press("Escape");
            assert.equal(await pick(page, x, z), id);
            await page.getByRole("heading", { name: `Grain ${id}` }).waitFor();
            await page.getByRole("cell", { name: names[id] }).waitFor();
        }
        assert.equal(await pick(page, -0.9, -0.9), 31, "a ball among shapes");
        await page.getByRole("cell", { name: "twin" }).waitFor({ state: "detached" });
        assert.equal(await pick(page, 0, 0.8), null);
        assert.equal(await page.evaluate(() => window.scree.grains), 9, "a clump counts once");
        assert.deepEqual(complaints(), []);
        await page.close();
    });

    test("what counts is the surface, not the ball around it", async () => {
        const { page } = await openFront();
        assert.equal(await pick(page, -0.5 + 0.27, 0.4), 21, "a corner");
        assert.equal(await pick(page, -0.265, 0.53), 25, "the ball behind, past an edge");
        assert.equal(await pick(page, -0.7, 0.2), null, "past another edge");
        assert.equal(await pick(page, 0.55, -0.15), 22);
        assert.equal(await pick(page, 0.55 + 0.2, -0.4), null);
        await page.close();
    });

    test("the ring follows the outline", async () => {
        const { page, complaints } = await openFront();
        const beyondEdge = [1, -1]; // pixels, out of the octahedron
        assert.ok(!isRing(await color(page, -0.35, 0.55, beyondEdge)));
        await pick(page, -0.5, 0.4);
        assert.ok(isRing(await color(page, -0.35, 0.55, beyondEdge)));
        assert.ok(isRing(await color(page, -0.65, 0.25, [-1, 1])));
        assert.ok(!isRing(await color(page, -0.7, 0.2)), "none at the ball around");
        const [r, g] = await color(page, -0.42, 0.42);
        assert.ok(r > 100 && g < 50, "the grain keeps its colour");
        await keepScreenshot(page, "viewer-shape-ring");
        await pick(page, 0.3, 0.4);
        assert.ok(!isRing(await color(page, -0.35, 0.55, beyondEdge)));
        assert.ok(isRing(await color(page, 0.1, 0.4, [-1, 0])), "around the one ball of a clump");
        assert.ok(isRing(await color(page, 0.7, 0.4, [1, 0])), "and the other");
        assert.ok(!isRing(await color(page, 0.4, 0.4, [-1, 0])), "but not where they overlap");
        assert.ok(!isRing(await color(page, 0.5, 0.4, [1, 0])));
        await keepScreenshot(page, "viewer-clump-ring");
        assert.deepEqual(complaints(), []);
        await page.close();
    });

    test("a shape smaller than the ring has one, too", async () => {
        // At 150 m the octahedron has 2 pixels, the ball around it is 0.52 m wide: 3 pixels.
        const eye = [origin[0], origin[1] - 150, origin[2]];
        const { page } = await pages.open({ fragment: `#grain=21&eye=${eye}&target=${origin}` });
        await page.waitForTimeout(300);
        assert.ok(isRing(await colorAt(page, 21, 4)));
        assert.ok(!isRing(await colorAt(page, 21, 9)));
        await page.close();
    });

    test("far outside of the run's bounds", async () => {
        const { page } = await openFront("#cut=y+,20");
        const [r, g, b] = await color(page, 0, 0);
        assert.ok(g > 80 && r < 60 && b < 60, `green block: ${[r, g, b]}`);
        assert.equal(await pick(page, 0, 0), 26);
        await page.close();
    });

    test("what is cut away is not picked, what is cut open is", async () => {
        const { page } = await openFront();
        assert.equal(await pick(page, 0, 0), 27);
        await page.keyboard.press("x"); // across y in the middle of most
        assert.equal(await pick(page, 0, 0), 26, "behind one that is cut away");
        assert.equal(await pick(page, -0.45, -0.45), 23);
        assert.equal(await pick(page, -0.3, 0.45), 21, "in the section");
        assert.equal(await pick(page, -0.265, 0.53), 25, "past the section");
        assert.equal(await pick(page, 0.3, 0.4), 24);
        await page.close();
        // From the other side of the cut all has its front.
        const flipped = await openFront("#cut=y-,20");
        assert.equal(await pick(flipped.page, 0, 0), 27);
        assert.equal(await pick(flipped.page, -0.45, -0.45), 23);
        await flipped.page.close();
    });

    for (const fragment of ["#chains=1", "#opacity=0.3"])
        test(`translucent by ${fragment}`, async () => {
            const { page, complaints } = await openFront(fragment);
            for (const [id, x, z] of [
                [21, -0.5, 0.4],
                [23, -0.45, -0.45],
                [24, 0.6, 0.4],
                [27, 0, 0],
            ])
                assert.equal(await pick(page, x, z), id);
            assert.deepEqual(complaints(), []);
            await page.close();
        });
});

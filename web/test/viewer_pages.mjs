// SPDX-License-Identifier: BSD-3-Clause
// The page of `scree view` in a real browser, and a small server that answers as the program does.
import http from "node:http";
import { bundleViewer } from "../bundle.mjs";
import { launchChromium, watchComplaints } from "./browser.mjs";

const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'";
const softwareWebgl = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const types = { html: "text/html", js: "text/javascript", css: "text/css" };

/** A frame as it travels. Balls are { id, at, radius, color }, solids { id, color, vertices,
 *  triangles } with corners counted from each solid's first; the rest goes into the head. */
export function encodeFrame({ balls, rods = [], solids = [], ...rest }) {
    const vertices = solids.flatMap((solid) => solid.vertices);
    const triangles = [];
    let first = 0;
    for (const solid of solids) {
        triangles.push(...solid.triangles.map((corner) => corner + first));
        first += solid.vertices.length;
    }
    let head = JSON.stringify({
        faint: false,
        inner: false,
        ball: "grain",
        ...rest,
        balls: balls.length,
        rods: rods.length,
        solids: solids.length,
        vertices: vertices.length,
        triangles: triangles.length / 3,
    });
    head = head.padEnd(4 * Math.ceil(head.length / 4));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    const colors = (things) => Uint8Array.from(things.flatMap(({ color }) => [...color, 255]));
    const ids = (things) => Uint32Array.from(things.map(({ id }) => id));
    const arrays = [
        Float32Array.from(balls.flatMap(({ at, radius }) => [...at, radius])),
        colors(balls),
        ids(balls),
        Float32Array.from(rods.flat()),
        Uint8Array.from(rods.flatMap(() => [255, 255, 0, 255])),
        colors(solids),
        ids(solids),
        Uint32Array.from(solids.map((solid) => solid.vertices.length)),
        Float32Array.from(vertices.flat()),
        Uint32Array.from(triangles),
    ];
    const bytes = arrays.map((array) => Buffer.from(array.buffer));
    return Buffer.concat([length, Buffer.from(head, "ascii"), ...bytes]);
}

/** Browser and server. `answers` has run(), frame(index, query), grain(id) and path(). */
export class ViewerPages {
    static async start(answers) {
        const pages = new ViewerPages();
        pages.answers = answers;
        pages.files = (await bundleViewer()).files;
        pages.browser = await launchChromium(softwareWebgl);
        pages.server = http.createServer((request, response) => pages.answer(request, response));
        await new Promise((done) => pages.server.listen(0, "127.0.0.1", done));
        pages.address = `http://127.0.0.1:${pages.server.address().port}/token/`;
        return pages;
    }

    async stop() {
        await this.browser.close();
        this.server.closeAllConnections();
        this.server.close();
    }

    answer(request, response) {
        const url = new URL(request.url, this.address);
        const [, name, a, b] =
            /^\/token\/([^/]*(?:\/[a-z]+)?)(?:\/(\d+))?(?:\/(\d+))?$/.exec(url.pathname) ?? [];
        const send = (type, body, status = 200) => {
            response.writeHead(status, { "content-type": type, "content-security-policy": policy });
            response.end(body);
        };
        const json = (value, status) => send("application/json", JSON.stringify(value), status);
        if (name === "api/run") return json(this.answers.run());
        if (name === "api/frame")
            return send(
                "application/octet-stream",
                this.answers.frame(Number(a), url.searchParams),
            );
        if (name === "api/grain") return json(this.answers.grain(Number(b)));
        if (name === "api/path") return json(this.answers.path());
        if (name === "api/measures")
            return send("text/csv", "time_s,kinetic_J,stored_J,density\n0,1,0,0.5\n1,0,1,0.6\n");
        const file = name === "" ? "viewer.html" : name;
        const type = types[file?.split(".").pop()];
        if (this.files[file] && type) return send(`${type}; charset=utf-8`, this.files[file]);
        return json({ problem: "no such page" }, 404);
    }

    async open({ fragment = "", waits = true, ...options } = {}) {
        const page = await this.browser.newPage({
            viewport: { width: 900, height: 640 },
            ...options,
        });
        const all = watchComplaints(page);
        await page.goto(this.address + fragment);
        if (waits)
            await page.waitForFunction(() => {
                const scene = document.getElementById("scene");
                const isLaidOut =
                    document.querySelector("#plot svg") && scene.height === scene.clientHeight;
                return window.scree?.ready && isLaidOut;
            });
        // Reading pixels back is slow, says the browser; the tests want them all the same.
        return {
            page,
            complaints: () => all.filter((text) => !/ReadPixels|WebGL fallback/i.test(text)),
        };
    }
}

/** Colour at a grain's centre, or beside it, of a picture drawn for the purpose. */
export const colorAt = (page, id, right = 0, down = 0) =>
    page.evaluate(
        ([grain, dx, dy]) => {
            const scene = document.getElementById("scene");
            window.scree.frameTime();
            const copy = document.createElement("canvas");
            copy.width = scene.width;
            copy.height = scene.height;
            const context = copy.getContext("2d");
            context.drawImage(scene, 0, 0);
            const { x, y } = window.scree.project(grain);
            const { data } = context.getImageData(Math.round(x + dx), Math.round(y + dy), 1, 1);
            return [...data].slice(0, 3);
        },
        [id, right, down],
    );

export async function clickGrain(page, id, right = 0, down = 0) {
    const place = await page.evaluate((grain) => window.scree.project(grain), id);
    const box = await page.locator("#scene").boundingBox();
    await page.mouse.click(box.x + place.x + right, box.y + place.y + down);
}

export const selected = (page) => page.evaluate(() => window.scree.selected);

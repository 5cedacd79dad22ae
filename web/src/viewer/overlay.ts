// SPDX-License-Identifier: BSD-3-Clause
import { formatNumber } from "../plot";
import { linearTicks, niceStep } from "../plot/ticks";
import type { Legend } from "./api";

// Colour legend, scale bar and time, on the page and in saved pictures alike.

export interface Overlay {
    legend: Legend;
    time: number;
    metresPerPixel: number; // at the camera's target
    title: string | null; // for saved pictures; the page has a heading of its own
    ink: string;
    paper: string;
}

const font = (size: number, weight = 400) =>
    `${weight} ${size}px system-ui, "Segoe UI", Roboto, sans-serif`;
const edge = 16;
const barWidth = 220;
const barHeight = 10;
const mostKinds = 12;

export function drawOverlay(
    c: CanvasRenderingContext2D,
    width: number,
    height: number,
    o: Overlay,
): void {
    c.lineWidth = 1;
    drawScale(c, height, o);
    if (o.legend.kind) drawKinds(c, width, height, o);
    else drawRange(c, width, height, o);
    if (o.title) {
        c.textAlign = "left";
        c.font = font(15, 600);
        plate(c, o.paper, edge - 8, edge - 6, c.measureText(o.title).width + 16, 30);
        c.fillStyle = o.ink;
        c.fillText(o.title, edge, edge + 14);
    }
}

/** The legend in words, for those who do not see it. */
export function legendText(legend: Legend): string {
    const unit = legend.unit ? ` ${legend.unit}` : "";
    return legend.kind
        ? `Colours show ${legend.title}: ${legend.kinds.join(", ")}`
        : `Colours show ${legend.title} from ${formatNumber(legend.low)} to ${formatNumber(legend.high)}${unit}`;
}

/** A text on a faint plate of the page's colour, readable over grains. */
function plate(
    c: CanvasRenderingContext2D,
    paper: string,
    x: number,
    y: number,
    width: number,
    height: number,
): void {
    c.globalAlpha = 0.78;
    c.fillStyle = paper;
    c.beginPath();
    c.roundRect(x, y, width, height, 6);
    c.fill();
    c.globalAlpha = 1;
}

function drawScale(c: CanvasRenderingContext2D, height: number, o: Overlay): void {
    const length = niceStep(150 * o.metresPerPixel, 2); // between 75 and 150 pixels
    const pixels = length / o.metresPerPixel;
    const time = `t = ${formatNumber(o.time)} s`;
    c.font = font(13, 600);
    const wide = Math.max(pixels, c.measureText(time).width);
    const y = height - edge - 2;
    plate(c, o.paper, edge - 8, y - 48, wide + 16, 56);
    c.fillStyle = o.ink;
    c.textAlign = "left";
    c.fillText(time, edge, y - 32);
    c.font = font(12);
    c.textAlign = "center";
    c.fillText(formatLength(length), edge + pixels / 2, y - 9);
    c.strokeStyle = o.ink;
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(edge, y - 5);
    c.lineTo(edge, y);
    c.lineTo(edge + pixels, y);
    c.lineTo(edge + pixels, y - 5);
    c.stroke();
}

function drawRange(c: CanvasRenderingContext2D, width: number, height: number, o: Overlay): void {
    const { legend } = o;
    const x = width - edge - barWidth;
    const y = height - edge - 30;
    plate(c, o.paper, x - 14, y - 26, barWidth + 28, 64);
    c.fillStyle = o.ink;
    c.textAlign = "left";
    c.font = font(12, 600);
    c.fillText(legend.title, x, y - 9);
    const wide = c.measureText(legend.title + " ").width;
    c.font = font(12);
    if (legend.unit) c.fillText(`(${legend.unit})`, x + wide, y - 9);

    const gradient = c.createLinearGradient(x, 0, x + barWidth, 0);
    const last = Math.max(1, legend.colors.length - 1);
    legend.colors.forEach((color, k) => gradient.addColorStop(k / last, color));
    c.fillStyle = gradient;
    c.fillRect(x, y, barWidth, barHeight);

    c.fillStyle = c.strokeStyle = o.ink;
    c.textAlign = "center";
    c.lineWidth = 1;
    const span = legend.high - legend.low;
    let free = -Infinity; // where the last label ends
    for (const tick of ticksOf(legend)) {
        const at = x + (span > 0 ? (tick.at - legend.low) / span : 0.5) * barWidth;
        c.beginPath();
        c.moveTo(at, y + barHeight);
        c.lineTo(at, y + barHeight + 4);
        c.stroke();
        const half = c.measureText(tick.label).width / 2;
        if (at - half < free) continue;
        c.fillText(tick.label, at, y + barHeight + 17);
        free = at + half + 6;
    }
}

/** Few, but enough to read values off. */
function ticksOf(legend: Legend): { at: number; label: string }[] {
    const few = linearTicks(legend.low, legend.high, 4);
    return few.length > 2 ? few : linearTicks(legend.low, legend.high, 6);
}

function drawKinds(c: CanvasRenderingContext2D, width: number, height: number, o: Overlay): void {
    const { legend } = o;
    const names = legend.kinds.slice(0, mostKinds);
    const rest = legend.kinds.length - names.length;
    const rows = [...names, ...(rest > 0 ? [`and ${rest} more`] : [])];
    c.font = font(12);
    const wide = Math.max(
        80,
        c.measureText(legend.title).width,
        ...rows.map((name) => c.measureText(name).width + 18),
    );
    const x = width - edge - wide;
    const y = height - edge - 18 * rows.length;
    plate(c, o.paper, x - 12, y - 26, wide + 24, 18 * rows.length + 32);
    c.textAlign = "left";
    c.fillStyle = o.ink;
    c.font = font(12, 600);
    c.fillText(legend.title, x, y - 9);
    c.font = font(12);
    rows.forEach((name, k) => {
        c.fillStyle = o.ink;
        c.fillText(name, x + 18, y + 18 * k + 11);
        const color = legend.colors[k];
        if (k >= names.length || !color) return;
        c.fillStyle = color;
        c.beginPath();
        c.arc(x + 6, y + 18 * k + 7, 5.5, 0, 2 * Math.PI);
        c.fill();
    });
}

function formatLength(metres: number): string {
    const units: [number, string][] = [
        [1e3, "km"],
        [1, "m"],
        [1e-3, "mm"],
        [1e-6, "µm"],
        [1e-9, "nm"],
    ];
    const [size, name] = units.find(([u]) => metres >= 0.999 * u) ?? units[units.length - 1]!;
    return `${formatNumber(metres / size)} ${name}`;
}

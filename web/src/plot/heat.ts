// SPDX-License-Identifier: BSD-3-Clause
import { svg } from "../elements";
import type { Content } from "./content";
import { round } from "./decimate";
import { formatNumber, formatPosition, withUnit } from "./format";
import { extent, makeScale, shows, tightDomain } from "./scale";
import { cellIndex, requireAscending } from "./search";
import { sideGap } from "./frame";
import type { HeatPlot } from "./types";

// More levels cannot be told apart by eye; with one path per level, large maps stay quick.
const levels = 64;
const barWidth = 12;
const sideWidth = 72;

export function heatContent(plot: HeatPlot): Content {
    const { xs, ys, values } = plot;
    const columns = Math.max(0, xs.length - 1);
    const rows = Math.max(0, ys.length - 1);
    if (values.length !== rows || values.some((row) => row.length !== columns))
        throw new Error(`a heat map of ${rows} rows and ${columns} columns needs as many values`);
    if (plot.colors.length === 0) throw new Error("a heat map needs colours");
    requireAscending(xs, "edges of columns");
    requireAscending(ys, "edges of rows");

    const isLogX = plot.x.log ?? false;
    const isLogY = plot.y.log ?? false;
    const isLogValue = plot.value.log ?? false;
    const range = extent(isLogValue, values.flat());
    const domain = tightDomain(isLogValue, range);
    const level = makeScale(domain, 0, levels);
    const fills = Array.from({ length: levels }, (_, i) => mix(plot.colors, (i + 0.5) / levels));

    return {
        legend: [],
        size: { x: rows > 0 ? columns : 0, y: rows },

        domains: () => ({
            x: tightDomain(isLogX, extent(isLogX, xs)),
            y: tightDomain(isLogY, extent(isLogY, ys)),
        }),

        emptiness: () =>
            range ? null : isLogValue ? "no positive values for a log scale" : "no data",

        paint(layer, { x, y }) {
            const lefts = xs.map((edge) => round(x.toPixel(edge)));
            const tops = ys.map((edge) => round(y.toPixel(edge)));
            const parts: string[][] = fills.map(() => []);
            const levelOf = (value: number | undefined) =>
                shows(isLogValue, value)
                    ? Math.min(levels - 1, Math.max(0, Math.floor(level.toPixel(value))))
                    : -1;
            for (let iy = 0; iy < rows; ++iy) {
                if (!shows(isLogY, ys[iy])) continue;
                const found = values[iy]!.map((value, ix) =>
                    shows(isLogX, xs[ix]) ? levelOf(value) : -1,
                );
                for (let from = 0, to = 0; from < columns; from = to) {
                    while (to < columns && found[to] === found[from]) ++to; // one box per run of one level
                    parts[found[from]!]?.push(
                        `M${lefts[from]} ${tops[iy]}H${lefts[to]}V${tops[iy + 1]}H${lefts[from]}Z`,
                    );
                }
            }
            parts.forEach((boxes, i) => {
                if (boxes.length > 0) layer.append(cells(fills[i]!, boxes.join("")));
            });
        },

        side: {
            width: sideWidth,
            paint(layer, left, top, bottom) {
                const scale = makeScale(domain, bottom, top);
                const right = left + barWidth;
                fills.forEach((fill, i) => {
                    const low = bottom + ((top - bottom) * i) / levels;
                    const high = bottom + ((top - bottom) * (i + 1)) / levels;
                    const d = `M${left} ${round(low)}H${right}V${round(high)}H${left}Z`;
                    layer.append(cells(fill, d));
                });
                for (const { at, label } of scale.ticks(Math.max(2, (bottom - top) / 30))) {
                    const y = round(scale.toPixel(at));
                    layer.append(
                        svg("line", { class: "plot-axis", x1: right, x2: right + 4, y1: y, y2: y }),
                        svg("text", { class: "plot-tick", x: right + 7, y, dy: "0.32em" }, label),
                    );
                }
                const label = withUnit(plot.value.label, plot.value.unit);
                layer.append(
                    svg(
                        "text",
                        {
                            class: "plot-label",
                            x: left - sideGap + sideWidth,
                            y: top - 18,
                            "text-anchor": "end",
                        },
                        label,
                    ),
                );
            },
        },

        locate: ({ x, y }, pixelX, pixelY) => ({
            ix: cellIndex(xs, x, pixelX),
            iy: cellIndex(ys, y, pixelY),
        }),

        read({ ix, iy }) {
            const span = (edges: number[], i: number, axis: HeatPlot["x"]) =>
                `${axis.label} ${formatPosition(edges[i]!)} to ${formatPosition(edges[i + 1]!)} ${axis.unit}`.trim();
            const value = values[iy]?.[ix] ?? NaN;
            return {
                x: (xs[ix]! + xs[ix + 1]!) / 2,
                heading: `${span(xs, ix, plot.x)}, ${span(ys, iy, plot.y)}`,
                rows: [
                    {
                        name: plot.value.label,
                        text: `${formatNumber(value)} ${plot.value.unit}`.trim(),
                        series: null,
                    },
                ],
            };
        },

        highlight(layer, { x, y }, { ix, iy }) {
            if (!shows(isLogX, xs[ix]) || !shows(isLogY, ys[iy])) return;
            const left = x.toPixel(xs[ix]!);
            const top = y.toPixel(ys[iy + 1]!);
            layer.append(
                svg("rect", {
                    class: "plot-outline",
                    x: round(left),
                    y: round(top),
                    width: round(x.toPixel(xs[ix + 1]!) - left),
                    height: round(y.toPixel(ys[iy]!) - top),
                }),
            );
        },
    };
}

/** A thin outline of the same colour closes the seams that printers and PDF viewers leave. */
function cells(fill: string, d: string): SVGPathElement {
    return svg("path", { class: "plot-cell", fill, stroke: fill, "stroke-width": 0.4, d });
}

/** The colour at `part` (0 to 1) of the way along evenly spaced stops "#rrggbb". */
export function mix(stops: string[], part: number): string {
    const place = part * (stops.length - 1);
    const i = Math.min(stops.length - 1, Math.floor(place));
    const from = channels(stops[i]!);
    const to = channels(stops[Math.min(stops.length - 1, i + 1)]!);
    const mixed = from.map((channel, c) => Math.round(channel + (to[c]! - channel) * (place - i)));
    return "#" + mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("");
}

function channels(color: string): number[] {
    if (!/^#[0-9a-f]{6}$/i.test(color))
        throw new Error(`colours are written #rrggbb, got ${color}`);
    return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}

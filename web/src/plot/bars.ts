// SPDX-License-Identifier: BSD-3-Clause
import { svg } from "../elements";
import type { Content } from "./content";
import { round } from "./decimate";
import { formatNumber, formatPosition } from "./format";
import { type Domain, extent, roomyDomain, shows, tightDomain } from "./scale";
import { cellIndex, requireAscending } from "./search";
import type { Scales } from "./content";
import type { BarPlot } from "./types";

export function barContent(plot: BarPlot): Content {
    const { edges, values } = plot;
    if (values.length > 0 && values.length !== edges.length - 1)
        throw new Error(
            `${values.length} bars need ${values.length + 1} edges, got ${edges.length}`,
        );
    requireAscending(edges, "edges of bars");
    const isLogX = plot.x.log ?? false;
    const isLogY = plot.y.log ?? false;
    const isDrawn = (i: number) => shows(isLogX, edges[i]) && shows(isLogY, values[i]);
    const drawn = values.map((_, i) => i).filter(isDrawn);
    const height = extent(
        isLogY,
        drawn.map((i) => values[i]!),
    );

    /** The bar's left, right, top and bottom in pixels. */
    const box = (i: number, { x, y }: Scales): [number, number, number, number] => {
        const base = y.toPixel(isLogY ? y.domain.low : 0);
        const end = y.toPixel(values[i]!);
        return [
            x.toPixel(edges[i]!),
            x.toPixel(edges[i + 1]!),
            Math.min(base, end),
            Math.max(base, end),
        ];
    };

    return {
        legend: [],
        size: { x: values.length, y: 1 },

        domains: () => ({
            x: tightDomain(isLogX, extent(isLogX, edges)),
            y: heightDomain(isLogY, height),
        }),

        emptiness() {
            if (drawn.length > 0) return null;
            return isLogX || isLogY ? "no positive values for a log axis" : "no data";
        },

        paint(layer, scales) {
            const parts = drawn.map((i) => {
                const [left, right, top, bottom] = box(i, scales);
                const inset = right - left > 4 ? 0.5 : 0;
                return `M${round(left + inset)} ${round(bottom)}V${round(top)}H${round(right - inset)}V${round(bottom)}Z`;
            });
            layer.append(svg("path", { class: "plot-bar", d: parts.join("") }));
        },

        locate: ({ x }, pixelX) => ({ ix: cellIndex(edges, x, pixelX), iy: 0 }),

        read({ ix }) {
            const [from, to] = [edges[ix]!, edges[ix + 1]!];
            return {
                x: isLogX && from > 0 ? Math.sqrt(from * to) : (from + to) / 2,
                heading:
                    `${plot.x.label} ${formatPosition(from)} to ${formatPosition(to)} ${plot.x.unit}`.trim(),
                rows: [
                    {
                        name: plot.y.label,
                        text: `${formatNumber(values[ix] ?? NaN)} ${plot.y.unit}`.trim(),
                        series: 0,
                    },
                ],
            };
        },

        highlight(layer, scales, { ix }) {
            if (!isDrawn(ix)) return;
            const [left, right, top, bottom] = box(ix, scales);
            layer.append(
                svg("rect", {
                    class: "plot-outline",
                    x: round(left),
                    y: round(top),
                    width: round(right - left),
                    height: round(bottom - top),
                }),
            );
        },
    };
}

/** Bars stand on zero. A log axis has none: there half the smallest bar, so that it can still be seen. */
function heightDomain(log: boolean, range: [number, number] | null): Domain {
    if (!range) return tightDomain(log, null);
    if (log) return { low: range[0] / 2, high: range[1] * 1.25, log };
    return roomyDomain(log, [Math.min(0, range[0]), Math.max(0, range[1])]);
}

// SPDX-License-Identifier: BSD-3-Clause
import { svg } from "../elements";
import type { Content } from "./content";
import { decimate, pathOf, round } from "./decimate";
import { formatNumber, formatPosition } from "./format";
import { extent, roomyDomain, shows, tightDomain } from "./scale";
import { nearestIndex } from "./search";
import { seriesClass, seriesLine } from "./series";
import type { LinePlot } from "./types";

export function lineContent(plot: LinePlot): Content {
    for (const { name, ys } of plot.series)
        if (ys.length !== plot.xs.length)
            throw new Error(
                `series "${name}" has ${ys.length} values for ${plot.xs.length} positions`,
            );
    const isLogX = plot.x.log ?? false;
    const isLogY = plot.y.log ?? false;
    const order = shownInOrder(plot.xs, isLogX);
    const xs = Float64Array.from(order, (i) => plot.xs[i]!);
    const values = plot.series.map(({ ys }) => Float64Array.from(order, (i) => ys[i] ?? NaN));
    const extents = values.map((ys) => extent(isLogY, ys));

    const visible = (hidden: ReadonlySet<number>) =>
        plot.series.map((_, i) => i).filter((i) => !hidden.has(i));

    return {
        legend: plot.series.length > 1 ? plot.series.map(({ name }) => name) : [],
        size: { x: xs.length, y: 1 },

        domains(hidden) {
            const ends = visible(hidden).flatMap((i) => extents[i] ?? []);
            return {
                x: tightDomain(isLogX, extent(isLogX, xs)),
                y: roomyDomain(isLogY, extent(isLogY, ends)),
            };
        },

        emptiness(hidden) {
            const shown = visible(hidden);
            if (plot.series.length > 0 && shown.length === 0) return "all series are hidden";
            if (xs.length > 0 && shown.some((i) => extents[i])) return null;
            return isLogX || isLogY ? "no positive values for a log axis" : "no data";
        },

        paint(layer, { x, y }, hidden) {
            const pixels = xs.map(x.toPixel);
            for (const i of visible(hidden)) {
                const runs = decimate(pixels, values[i]!.map(y.toPixel));
                layer.append(svg("path", { ...seriesLine(i, "plot-line"), d: pathOf(runs) }));
            }
        },

        locate: ({ x }, pixelX) => ({ ix: nearestIndex(xs, x, pixelX), iy: 0 }),

        read({ ix }, hidden) {
            const x = xs[ix]!;
            return {
                x,
                heading: `${plot.x.label} ${formatPosition(x)} ${plot.x.unit}`.trim(),
                rows: visible(hidden).map((i) => ({
                    name: plot.series[i]!.name,
                    text: `${formatNumber(values[i]![ix]!)} ${plot.y.unit}`.trim(),
                    series: i,
                })),
            };
        },

        highlight(layer, { x, y }, { ix }, hidden) {
            for (const i of visible(hidden)) {
                const value = values[i]![ix]!;
                if (!shows(isLogY, value)) continue;
                layer.append(
                    svg("circle", {
                        class: `plot-dot ${seriesClass(i)}`,
                        cx: round(x.toPixel(xs[ix]!)),
                        cy: round(y.toPixel(value)),
                        r: 4,
                    }),
                );
            }
        },
    };
}

/** Indices of the positions an axis can show, ascending. */
function shownInOrder(xs: number[], log: boolean): number[] {
    const order: number[] = [];
    let isAscending = true;
    for (let i = 0; i < xs.length; ++i) {
        if (!shows(log, xs[i])) continue;
        if (order.length > 0 && xs[order[order.length - 1]!]! > xs[i]!) isAscending = false;
        order.push(i);
    }
    return isAscending ? order : order.sort((a, b) => xs[a]! - xs[b]! || a - b);
}

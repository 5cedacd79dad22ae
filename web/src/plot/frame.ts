// SPDX-License-Identifier: BSD-3-Clause
// Axes, grid and labels around the drawing.
import { svg } from "../elements";
import { round } from "./decimate";
import type { Content, Scales } from "./content";
import { withUnit } from "./format";
import { makeScale } from "./scale";
import type { Tick } from "./ticks";
import type { Axis } from "./types";

export interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
}

export interface Layout {
    box: Box;
    scales: Scales;
    xTicks: Tick[];
    yTicks: Tick[];
}

// Measuring text would need the font to be there; digits of a 12 px system font are about this wide.
const digitWidth = 6.8;
const topMargin = 32;
const bottomMargin = 44;
const rightMargin = 16;

/** Between the drawing and what stands beside it. */
export const sideGap = 16;

export function layOut(
    content: Content,
    hidden: ReadonlySet<number>,
    width: number,
    height: number,
): Layout {
    const domains = content.domains(hidden);
    const top = topMargin;
    const bottom = Math.max(top + 20, height - bottomMargin);
    const y = makeScale(domains.y, bottom, top);
    const yTicks = y.ticks(Math.max(2, Math.floor((bottom - top) / 34)));
    const left =
        14 + digitWidth * yTicks.reduce((most, { label }) => Math.max(most, label.length), 2);
    const right = Math.max(left + 20, width - (content.side?.width ?? rightMargin));
    const x = makeScale(domains.x, left, right);
    const xTicks = x.ticks(Math.max(3, Math.floor((right - left) / 60)));
    return { box: { left, right, top, bottom }, scales: { x, y }, xTicks, yTicks };
}

export function paintFrame(layer: SVGGElement, layout: Layout, xAxis: Axis, yAxis: Axis): void {
    const { box, scales, xTicks, yTicks } = layout;
    for (const { at, label } of yTicks) {
        const y = round(scales.y.toPixel(at));
        const line = at === 0 ? "plot-zero" : "plot-grid";
        layer.append(
            svg("line", { class: line, x1: box.left, x2: box.right, y1: y, y2: y }),
            svg(
                "text",
                { class: "plot-tick", x: box.left - 8, y, dy: "0.32em", "text-anchor": "end" },
                label,
            ),
        );
    }
    const edge = box.right + rightMargin;
    for (const { at, label } of xTicks) {
        const x = round(scales.x.toPixel(at));
        const halfLabel = (digitWidth * label.length) / 2;
        layer.append(
            svg("line", { class: "plot-axis", x1: x, x2: x, y1: box.bottom, y2: box.bottom + 5 }),
            svg(
                "text",
                {
                    class: "plot-tick",
                    x: Math.min(x, edge - halfLabel),
                    y: box.bottom + 19,
                    "text-anchor": "middle",
                },
                label,
            ),
        );
    }
    layer.append(
        svg("line", {
            class: "plot-axis",
            x1: box.left,
            x2: box.right,
            y1: box.bottom,
            y2: box.bottom,
        }),
        svg(
            "text",
            { class: "plot-label", x: 0, y: box.top - 18 },
            withUnit(yAxis.label, yAxis.unit),
        ),
        svg(
            "text",
            {
                class: "plot-label",
                x: (box.left + box.right) / 2,
                y: box.bottom + 38,
                "text-anchor": "middle",
            },
            withUnit(xAxis.label, xAxis.unit),
        ),
    );
}

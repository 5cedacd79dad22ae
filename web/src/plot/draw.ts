// SPDX-License-Identifier: BSD-3-Clause
// The shell of every plot: title, legend, drawing, crosshair and read-out.
import { type Content, contentOf, type Cursor } from "./content";
import { round } from "./decimate";
import { type Layout, layOut, paintFrame, sideGap } from "./frame";
import { makeLegend } from "./legend";
import { keyMove } from "./keys";
import { makeReadout } from "./readout";
import { html, setAttributes, svg } from "./svg";
import type { DrawnPlot, Plot, PlotOptions } from "./types";

const defaultHeight = 260;
const widthBeforeLayout = 520;
const widthOnPaper = 360;

/** Draws the plot in place of whatever the host holds, as wide as the host, and follows its width. Throws
 *  when the plot contradicts itself (lengths that do not match, edges out of order). */
export function drawPlot(host: HTMLElement, plot: Plot, options: PlotOptions = {}): DrawnPlot {
    const content = contentOf(plot);
    const height = options.height ?? defaultHeight;
    const hidden = new Set<number>();
    let width = widthBeforeLayout;
    let layout: Layout;
    let cursor: Cursor | null = null;
    let marker: number | null = null;

    const drawing = svg("g");
    const markerLine = svg("line", { class: "plot-marker" });
    const pointer = svg("g", { class: "plot-pointer" });
    const canvas = svg("svg", { class: "plot-canvas", "aria-hidden": "true" }, drawing, markerLine, pointer);
    const readout = makeReadout();
    const area = html(
        "div",
        {
            class: options.onPick ? "plot-area plot-pickable" : "plot-area",
            tabindex: 0,
            role: "application",
            "aria-roledescription": "plot",
            "aria-label": describe(plot, content),
        },
        canvas,
        readout.box,
        readout.spoken,
    );
    const legend = makeLegend(content.legend, (series, isShown) => {
        if (isShown) hidden.delete(series);
        else hidden.add(series);
        redraw();
    });

    function redraw(): void {
        layout = layOut(content, hidden, width, height);
        setAttributes(canvas, { viewBox: `0 0 ${width} ${height}` });
        drawing.replaceChildren();
        paintFrame(drawing, layout, plot.x, plot.y);
        const emptiness = content.emptiness(hidden);
        if (emptiness === null) content.paint(drawing, layout.scales, hidden);
        else paintEmptiness(drawing, layout, emptiness);
        const { right, top, bottom } = layout.box;
        if (emptiness === null) content.side?.paint(drawing, right + sideGap, top, bottom);
        setAttributes(markerLine, { y1: top, y2: bottom });
        showMarker();
        showCursor();
    }

    function showMarker(): void {
        const { left, right } = layout.box;
        const x = marker === null ? NaN : layout.scales.x.toPixel(marker);
        const isInside = x >= left - 0.5 && x <= right + 0.5;
        setAttributes(markerLine, { visibility: isInside ? "visible" : "hidden" });
        if (isInside) setAttributes(markerLine, { x1: round(x), x2: round(x) });
    }

    function showCursor(): void {
        pointer.replaceChildren();
        const reading = cursor && content.read(cursor, hidden);
        if (!cursor || !reading) {
            readout.hide();
            return;
        }
        const { left, right, top, bottom } = layout.box;
        const pixel = layout.scales.x.toPixel(reading.x);
        const x = Math.min(right, Math.max(left, Number.isNaN(pixel) ? left : pixel));
        pointer.append(svg("line", { class: "plot-crosshair", x1: round(x), x2: round(x), y1: top, y2: bottom }));
        content.highlight(pointer, layout.scales, cursor, hidden);
        readout.show(reading, x / width);
    }

    function moveTo(next: Cursor | null): void {
        if (next && cursor && next.ix === cursor.ix && next.iy === cursor.iy) return;
        cursor = next;
        showCursor();
    }

    function cursorAt(event: MouseEvent): Cursor | null {
        if (content.size.x === 0) return null;
        const frame = canvas.getBoundingClientRect();
        const perPixel = width / frame.width;
        const { scales } = layout;
        return content.locate(scales, (event.clientX - frame.left) * perPixel, (event.clientY - frame.top) * perPixel);
    }

    function pick(): void {
        if (cursor) options.onPick?.(content.read(cursor, hidden).x);
    }

    canvas.addEventListener("pointermove", (event) => moveTo(cursorAt(event)));
    canvas.addEventListener("pointerleave", (event) => {
        if (event.pointerType === "mouse") moveTo(null); // a finger that lifts should leave its read-out
    });
    canvas.addEventListener("click", (event) => {
        moveTo(cursorAt(event));
        pick();
    });
    area.addEventListener("blur", () => moveTo(null));
    area.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "Enter") pick();
        else if (event.key === "Escape") moveTo(null);
        else {
            const next = keyMove(event.key, cursor, content.size);
            if (!next) return;
            moveTo(next);
        }
        event.preventDefault();
    });

    const note = plot.note ? [html("p", { class: "plot-note" }, plot.note)] : [];
    const figure = html("div", { class: "plot" }, html("h3", { class: "plot-title" }, plot.title), ...note, legend, area);
    host.replaceChildren(figure);
    const redrawAt = (newWidth: number) => {
        if (newWidth === 0 || newWidth === width) return;
        width = newWidth;
        redraw();
    };
    width = area.clientWidth || width;
    redraw();
    // Watching our own element, not the host: once replaced it goes, and the observer with it.
    new ResizeObserver(() => redrawAt(area.clientWidth)).observe(area);
    // A page is laid out for paper without telling observers; scaled down, the labels would be tiny.
    whilePrinting(area, () => redrawAt(widthOnPaper), () => redrawAt(area.clientWidth));

    return {
        setMarker(x) {
            marker = x;
            showMarker();
        },
    };
}

function whilePrinting(area: HTMLElement, before: () => void, after: () => void): void {
    const stop = new AbortController();
    const unlessGone = (act: () => void) => () => {
        if (area.isConnected) act();
        else stop.abort();
    };
    window.addEventListener("beforeprint", unlessGone(before), { signal: stop.signal });
    window.addEventListener("afterprint", unlessGone(after), { signal: stop.signal });
}

function describe(plot: Plot, content: Content): string {
    const series = content.legend.length > 0 ? ` of ${content.legend.join(", ")}` : "";
    const what = plot.kind === "heat" ? plot.value.label : plot.y.label;
    const keys = content.size.y > 1 ? "Arrow keys read the values." : "Left and right arrows read the values.";
    return `${plot.title}: ${what}${series} over ${plot.x.label}. ${keys}`;
}

function paintEmptiness(layer: SVGGElement, { box }: Layout, text: string): void {
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    layer.append(svg("text", { class: "plot-empty", x, y, "text-anchor": "middle" }, text));
}

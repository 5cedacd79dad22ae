// SPDX-License-Identifier: BSD-3-Clause
// The shell of every plot: title, legend, drawing, crosshair and read-out.
import { html, setAttributes, svg } from "../elements";
import { type Content, contentOf, type Cursor } from "./content";
import { round } from "./decimate";
import { type Layout, layOut, paintFrame, sideGap } from "./frame";
import { keyMove } from "./keys";
import { makeLegend } from "./legend";
import { makeReadout } from "./readout";
import type { DrawnPlot, Plot, PlotOptions } from "./types";

const defaultHeight = 260;
const widthBeforeLayout = 520;
const widthOnPaper = 360;

/** Draws the plot in place of whatever the host holds, as wide as the host, and follows its width. Throws
 *  when the plot contradicts itself (lengths that do not match, edges out of order). */
export function drawPlot(host: HTMLElement, plot: Plot, options: PlotOptions = {}): DrawnPlot {
    const view = new PlotView(plot, options);
    host.replaceChildren(view.root);
    view.start();
    return { setMarker: (x) => view.setMarker(x) };
}

class PlotView {
    readonly root: HTMLElement;
    private readonly area: HTMLElement;
    private readonly content: Content;
    private readonly drawing = svg("g");
    private readonly markerLine = svg("line", { class: "plot-marker" });
    private readonly pointer = svg("g", { class: "plot-pointer" });
    private readonly canvas = svg("svg", { class: "plot-canvas", "aria-hidden": "true" });
    private readonly readout = makeReadout();
    private readonly height: number;
    private readonly hidden = new Set<number>();
    private width = widthBeforeLayout;
    private layout: Layout;
    private cursor: Cursor | null = null;
    private marker: number | null = null;

    constructor(
        private readonly plot: Plot,
        private readonly options: PlotOptions,
    ) {
        this.content = contentOf(plot);
        this.height = options.height ?? defaultHeight;
        this.layout = this.layOut();
        this.canvas.append(this.drawing, this.markerLine, this.pointer);
        this.area = html(
            "div",
            {
                class: options.onPick ? "plot-area plot-pickable" : "plot-area",
                tabindex: 0,
                role: "application",
                "aria-roledescription": "plot",
                "aria-label": describe(plot, this.content),
            },
            this.canvas,
            this.readout.box,
            this.readout.spoken,
        );
        const legend = makeLegend(this.content.legend, (series, isShown) =>
            this.show(series, isShown),
        );
        const title = html("h3", { class: "plot-title" }, plot.title);
        const note = plot.note ? [html("p", { class: "plot-note" }, plot.note)] : [];
        this.root = html("div", { class: "plot" }, title, ...note, legend, this.area);
        this.listen();
    }

    /** To be called when the root stands in the page. */
    start(): void {
        this.width = this.area.clientWidth || this.width;
        this.redraw();
        // Watching our own element, not the host: once replaced it goes, and the observer with it.
        new ResizeObserver(() => this.fitTo(this.area.clientWidth)).observe(this.area);
        // A page is laid out for paper without telling observers; scaled down, the labels would be tiny.
        whilePrinting(
            this.area,
            () => this.fitTo(widthOnPaper),
            () => this.fitTo(this.area.clientWidth),
        );
    }

    setMarker(x: number | null): void {
        this.marker = x;
        this.showMarker();
    }

    private listen(): void {
        const { canvas, area } = this;
        canvas.addEventListener("pointermove", (event) => this.moveTo(this.cursorAt(event)));
        canvas.addEventListener("pointerleave", (event) => {
            if (event.pointerType === "mouse") this.moveTo(null); // a finger that lifts should leave its read-out
        });
        canvas.addEventListener("click", (event) => {
            this.moveTo(this.cursorAt(event));
            this.pick();
        });
        area.addEventListener("blur", () => this.moveTo(null));
        area.addEventListener("keydown", (event) => this.onKey(event));
    }

    private onKey(event: KeyboardEvent): void {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const next = keyMove(event.key, this.cursor, this.content.size);
        if (next) this.moveTo(next);
        else if (event.key === "Enter") this.pick();
        else if (event.key === "Escape") this.moveTo(null);
        else return;
        event.preventDefault();
    }

    private show(series: number, isShown: boolean): void {
        if (isShown) this.hidden.delete(series);
        else this.hidden.add(series);
        this.redraw();
    }

    private fitTo(width: number): void {
        if (width === 0 || width === this.width) return;
        this.width = width;
        this.redraw();
    }

    private layOut(): Layout {
        return layOut(this.content, this.hidden, this.width, this.height);
    }

    private redraw(): void {
        const { content, drawing, hidden, plot } = this;
        this.layout = this.layOut();
        const { right, top, bottom } = this.layout.box;
        setAttributes(this.canvas, { viewBox: `0 0 ${this.width} ${this.height}` });
        drawing.replaceChildren();
        paintFrame(drawing, this.layout, plot.x, plot.y);
        const emptiness = content.emptiness(hidden);
        if (emptiness === null) {
            content.paint(drawing, this.layout.scales, hidden);
            content.side?.paint(drawing, right + sideGap, top, bottom);
        } else {
            paintEmptiness(drawing, this.layout, emptiness);
        }
        this.showMarker();
        this.showCursor();
    }

    private showMarker(): void {
        const { left, right, top, bottom } = this.layout.box;
        const x = this.marker === null ? NaN : this.layout.scales.x.toPixel(this.marker);
        const isInside = x >= left - 0.5 && x <= right + 0.5;
        setAttributes(this.markerLine, { visibility: isInside ? "visible" : "hidden" });
        if (isInside)
            setAttributes(this.markerLine, { x1: round(x), x2: round(x), y1: top, y2: bottom });
    }

    private showCursor(): void {
        const { content, cursor, hidden, layout, pointer } = this;
        pointer.replaceChildren();
        if (!cursor) {
            this.readout.hide();
            return;
        }
        const reading = content.read(cursor, hidden);
        const { left, right, top, bottom } = layout.box;
        const pixel = layout.scales.x.toPixel(reading.x);
        const x = round(Number.isNaN(pixel) ? left : Math.min(right, Math.max(left, pixel)));
        pointer.append(svg("line", { class: "plot-crosshair", x1: x, x2: x, y1: top, y2: bottom }));
        content.highlight(pointer, layout.scales, cursor, hidden);
        this.readout.show(reading, x / this.width);
    }

    private moveTo(next: Cursor | null): void {
        const { cursor } = this;
        if (next?.ix === cursor?.ix && next?.iy === cursor?.iy) return;
        this.cursor = next;
        this.showCursor();
    }

    private cursorAt(event: MouseEvent): Cursor | null {
        if (this.content.size.x === 0) return null;
        const frame = this.canvas.getBoundingClientRect();
        const scale = this.width / frame.width;
        const x = (event.clientX - frame.left) * scale;
        const y = (event.clientY - frame.top) * scale;
        return this.content.locate(this.layout.scales, x, y);
    }

    private pick(): void {
        if (this.cursor) this.options.onPick?.(this.content.read(this.cursor, this.hidden).x);
    }
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
    const keys =
        content.size.y > 1
            ? "Arrow keys read the values."
            : "Left and right arrows read the values.";
    return `${plot.title}: ${what}${series} over ${plot.x.label}. ${keys}`;
}

function paintEmptiness(layer: SVGGElement, { box }: Layout, text: string): void {
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    layer.append(svg("text", { class: "plot-empty", x, y, "text-anchor": "middle" }, text));
}

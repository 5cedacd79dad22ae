// SPDX-License-Identifier: BSD-3-Clause
// The parts of the page, in the order of the page. A part without content gives no heading.
import { drawPlot, formatNumber, type Plot } from "../plot";
import { html } from "../elements";
import type { Picture, Report, Result } from "./report";

export function header(report: Report): HTMLElement {
    const title = html(
        "div",
        { class: "header-text" },
        html("h1", {}, report.title),
        html("p", { class: "generator" }, report.generator),
    );
    return html(
        "header",
        {},
        title,
        ...(report.picture ? [image(report.picture, "header-picture")] : []),
    );
}

export function warnings(texts: string[]): HTMLElement {
    if (texts.length === 0) return html("p", { class: "no-warnings" }, "No warnings.");
    return html(
        "section",
        { class: "warnings" },
        html("h2", {}, texts.length === 1 ? "One warning" : `${texts.length} warnings`),
        html("ul", {}, ...texts.map((text) => html("li", {}, text))),
    );
}

export function scene(words: string[]): HTMLElement[] {
    return section("The scene", words, (list) =>
        html("div", { class: "words" }, ...list.map((text) => html("p", {}, text))),
    );
}

export function plots(list: Plot[]): HTMLElement[] {
    return section("Over time and in space", list, (all) =>
        html("div", { class: "plots" }, ...all.map(plotCell)),
    );
}

/** One plot that contradicts itself must not take the others with it. */
function plotCell(plot: Plot): HTMLElement {
    const cell = html("div", { class: "plot-host" });
    try {
        drawPlot(cell, plot);
    } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        cell.replaceChildren(
            html("p", { class: "warnings" }, `“${plot.title}” cannot be drawn: ${why}`),
        );
    }
    return cell;
}

export function frames(list: Report["frames"]): HTMLElement[] {
    return section("Frames", list, (all) =>
        html(
            "div",
            { class: "frames" },
            ...all.map((frame) =>
                html("figure", {}, image(frame, "frame"), html("figcaption", {}, frame.label)),
            ),
        ),
    );
}

export function results(list: Result[]): HTMLElement[] {
    const heads = ["Quantity", "Value", "Unit"];
    return section("Results", list, (all) =>
        html(
            "table",
            { class: "results" },
            html(
                "thead",
                {},
                html("tr", {}, ...heads.map((head) => html("th", { scope: "col" }, head))),
            ),
            html("tbody", {}, ...all.map(resultRow)),
        ),
    );
}

function resultRow({ name, value, unit, note }: Result): HTMLElement {
    const isText = typeof value === "string";
    const text = isText ? value : formatNumber(value ?? NaN);
    return html(
        "tr",
        {},
        html("th", { scope: "row" }, name, ...(note ? [html("div", { class: "note" }, note)] : [])),
        html("td", { class: isText ? "text" : "number" }, text),
        html("td", { class: "unit" }, unit),
    );
}

export function made(list: Report["made"]): HTMLElement[] {
    return section("How it was made", list, (all) =>
        html(
            "table",
            { class: "made" },
            html(
                "tbody",
                {},
                ...all.map(({ name, value }) =>
                    html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, value)),
                ),
            ),
        ),
    );
}

function section<T>(heading: string, list: T[], body: (list: T[]) => HTMLElement): HTMLElement[] {
    return list.length === 0 ? [] : [html("section", {}, html("h2", {}, heading), body(list))];
}

function image({ src, alt }: Picture, className: string): HTMLImageElement {
    return html("img", { class: className, src, alt });
}

// SPDX-License-Identifier: BSD-3-Clause
import { html } from "../elements";
import { header, frames, made, plots, results, scene, warnings } from "./parts";
import { readReport, type Report } from "./report";
import { themeSwitch } from "./theme_switch";

function page(report: Report): HTMLElement[] {
    return [
        header(report),
        html(
            "main",
            {},
            warnings(report.warnings),
            ...scene(report.words),
            ...plots(report.plots),
            ...frames(report.frames),
            ...results(report.results),
            ...made(report.made),
        ),
        html("footer", {}, `Made by ${report.generator}.`),
    ];
}

function start(): void {
    const root = document.getElementById("report")!;
    try {
        const report = readReport(document.getElementById("data")!.textContent ?? "");
        document.title = report.title;
        root.replaceChildren(themeSwitch(), ...page(report));
    } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        root.replaceChildren(
            html(
                "p",
                { class: "warnings", role: "alert" },
                `The data of this report cannot be read: ${why}`,
            ),
        );
    }
}

start();

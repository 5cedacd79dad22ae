// SPDX-License-Identifier: BSD-3-Clause
import type { Plot } from "../plot";

/** What the program writes into the page. */
export interface Report {
    title: string;
    /** Program, version and commit. */
    generator: string;
    picture: Picture | null;
    /** The scene in sentences. */
    words: string[];
    frames: (Picture & { label: string })[];
    plots: Plot[];
    results: Result[];
    /** How the run was made. */
    made: { name: string; value: string }[];
    warnings: string[];
}

export interface Picture {
    /** A data: address; the page may load nothing else. */
    src: string;
    alt: string;
}

export interface Result {
    name: string;
    /** null where a number does not exist, as JSON knows no NaN. */
    value: number | string | null;
    unit: string;
    note?: string;
}

/** Throws when the text is no JSON or a part is missing. */
export function readReport(text: string): Report {
    const report = JSON.parse(text) as Report;
    if (typeof report !== "object" || report === null) throw new Error("the data is not an object");
    for (const part of ["words", "frames", "plots", "results", "made", "warnings"] as const)
        if (!Array.isArray(report[part])) throw new Error(`"${part}" is missing or no list`);
    for (const part of ["title", "generator"] as const)
        if (typeof report[part] !== "string") throw new Error(`"${part}" is missing or no text`);
    return report;
}

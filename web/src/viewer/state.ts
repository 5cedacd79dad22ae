// SPDX-License-Identifier: BSD-3-Clause
import type { Triple } from "./api";
import { type WallStyle, wallStyles } from "./walls";

// What one looks at. All of it stands in the address, so that a link shows the same.

export interface Cut {
    isOn: boolean;
    axis: 0 | 1 | 2;
    isFlipped: boolean;
    at: number; // m; NaN until it is first switched on
}

export interface Settings {
    frame: number; // index; -1: the newest
    color: string; // empty: the first field
    low: number | null; // of the colour scale; null: that of the data
    high: number | null;
    chains: boolean;
    edges: boolean;
    pores: boolean;
    cells: boolean;
    walls: WallStyle;
    opacity: number;
    cut: Cut;
    grain: number | null;
    measure: string;
    eye: Triple | null;
    target: Triple | null;
}

export const defaults: Settings = {
    frame: -1,
    color: "",
    low: null,
    high: null,
    chains: false,
    edges: false,
    pores: false,
    cells: false,
    walls: "cut",
    opacity: 1,
    cut: { isOn: false, axis: 1, isFlipped: false, at: NaN },
    grain: null,
    measure: "",
    eye: null,
    target: null,
};

const axisNames = "xyz";

export function readFragment(fragment: string): Settings {
    const words = new URLSearchParams(fragment.replace(/^#/, ""));
    const number = (name: string): number | null => numberOf(words.get(name));
    const triple = (name: string): Triple | null => {
        const parts = (words.get(name) ?? "").split(",").map(numberOf);
        return parts.length === 3 && parts.every((p) => p !== null) ? (parts as Triple) : null;
    };
    const walls = words.get("walls") as WallStyle;
    const low = number("low");
    const high = number("high");
    const hasRange = low !== null && high !== null && high > low;
    return {
        frame: number("frame") ?? defaults.frame,
        color: words.get("color") ?? defaults.color,
        low: hasRange ? low : null,
        high: hasRange ? high : null,
        chains: words.get("chains") === "1",
        edges: words.get("edges") === "1",
        pores: words.get("pores") === "1",
        cells: words.get("cells") === "1",
        walls: wallStyles.includes(walls) ? walls : defaults.walls,
        opacity: Math.min(1, Math.max(0, number("opacity") ?? defaults.opacity)),
        cut: readCut(words.get("cut")),
        grain: number("grain"),
        measure: words.get("measure") ?? defaults.measure,
        eye: triple("eye"),
        target: triple("target"),
    };
}

export function writeFragment(s: Settings): string {
    const words = new URLSearchParams();
    const put = (name: string, value: string | number | null) => {
        if (value !== null && value !== "") words.set(name, String(value));
    };
    put("frame", s.frame >= 0 ? s.frame : null);
    put("color", s.color);
    put("low", s.low);
    put("high", s.high);
    put("chains", s.chains ? 1 : null);
    put("edges", s.edges ? 1 : null);
    put("pores", s.pores ? 1 : null);
    put("cells", s.cells ? 1 : null);
    put("walls", s.walls);
    put("opacity", s.opacity < 1 ? s.opacity : null);
    const { cut } = s;
    put(
        "cut",
        cut.isOn ? `${axisNames[cut.axis]}${cut.isFlipped ? "-" : "+"},${rounded(cut.at)}` : null,
    );
    put("grain", s.grain);
    put("measure", s.measure);
    put("eye", s.eye && s.eye.map(rounded).join());
    put("target", s.target && s.target.map(rounded).join());
    return "#" + words.toString().replaceAll("%2C", ",");
}

function readCut(text: string | null): Cut {
    const match = /^([xyz])([+ -]),(.+)$/.exec(text ?? ""); // a plus may arrive as a space
    const at = numberOf(match?.[3] ?? null);
    if (!match || at === null) return { ...defaults.cut };
    return {
        isOn: true,
        axis: axisNames.indexOf(match[1]!) as 0 | 1 | 2,
        isFlipped: match[2] === "-",
        at,
    };
}

function numberOf(text: string | null): number | null {
    if (text === null || text.trim() === "") return null;
    const value = Number(text);
    return Number.isFinite(value) ? value : null;
}

function rounded(value: number): number {
    return Number(value.toPrecision(7));
}

export type Listener = (now: Settings, changed: Set<keyof Settings>) => void;

/** The settings and who wants to hear of changes. */
export class Store {
    private readonly listeners: Listener[] = [];

    constructor(public now: Settings) {}

    listen(listener: Listener): void {
        this.listeners.push(listener);
    }

    change(patch: Partial<Settings>): void {
        const before = this.now;
        this.now = { ...before, ...patch };
        const keys = Object.keys(patch) as (keyof Settings)[];
        const changed = new Set(keys.filter((key) => before[key] !== this.now[key]));
        if (changed.size > 0) for (const listener of this.listeners) listener(this.now, changed);
    }
}

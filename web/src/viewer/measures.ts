// SPDX-License-Identifier: BSD-3-Clause
import { type DrawnPlot, drawPlot } from "../plot";
import { fetchMeasures } from "./api";
import { byId, fillSelect } from "./dom";
import type { Store } from "./state";

const height = 160;
const energies = "energies";

interface Table {
    names: string[];
    columns: number[][];
}

/** The run's measures over time, under the scene. */
export class MeasuresPanel {
    private table: Table = { names: [], columns: [] };
    private text = "";
    private time: number | null = null;
    private plot: DrawnPlot | null = null;
    private readonly select = byId<HTMLSelectElement>("measure");
    private readonly host = byId("plot");

    constructor(
        private readonly store: Store,
        private readonly onPick: (time: number) => void,
    ) {
        this.select.addEventListener("change", () => store.change({ measure: this.select.value }));
        byId("measures").addEventListener("toggle", () => this.draw());
        store.listen((_, changed) => changed.has("measure") && this.draw());
    }

    async refresh(): Promise<void> {
        const text = await fetchMeasures();
        if (text === this.text) return;
        this.text = text;
        this.table = readTable(text);
        const choices = choicesOf(this.table.names);
        fillSelect(
            this.select,
            choices.map((choice) => [choice, readable(choice)]),
        );
        byId("measures").hidden = choices.length === 0;
        this.draw();
    }

    setTime(time: number): void {
        this.time = time;
        this.plot?.setMarker(time);
    }

    private draw(): void {
        const choices = choicesOf(this.table.names);
        const wanted = this.store.now.measure;
        const choice = choices.includes(wanted) ? wanted : choices[0];
        this.host.replaceChildren();
        this.plot = null;
        if (choice === undefined || !byId<HTMLDetailsElement>("measures").open) return;
        this.select.value = choice;
        const names = choice === energies ? this.table.names.filter(isEnergy) : [choice];
        const series = names.map((name) => ({
            name: readable(split(name).label),
            ys: this.table.columns[this.table.names.indexOf(name)]!,
        }));
        this.plot = drawPlot(
            this.host,
            {
                kind: "lines",
                title: "",
                x: { label: "time", unit: "s" },
                y: choice === energies ? { label: "energy", unit: "J" } : axisOf(choice),
                xs: this.table.columns[0]!,
                series,
            },
            { height, onPick: this.onPick },
        );
        this.plot.setMarker(this.time);
    }
}

export function readTable(csv: string): Table {
    const [head = "", ...lines] = csv.trim().split(/\r?\n/);
    const names = head.split(",").map((name) => name.trim());
    const rows = lines.map((line) => line.split(",").map(Number));
    return { names, columns: names.map((_, k) => rows.map((row) => row[k] ?? NaN)) };
}

const isEnergy = (name: string) => name.endsWith("_J");

function choicesOf(names: string[]): string[] {
    const rest = names.slice(1).filter((name) => name !== "step");
    const single = [...rest.filter((name) => !isEnergy(name)), ...rest.filter(isEnergy)];
    return rest.some(isEnergy) ? [energies, ...single] : single;
}

// Units stand at the end of a column's name.
const units: [string, string][] = [
    ["_m_s", "m/s"],
    ["_kg", "kg"],
    ["_J", "J"],
    ["_N", "N"],
    ["_m", "m"],
    ["_s", "s"],
];

function split(name: string): { label: string; unit: string } {
    const found = units.find(([ending]) => name.endsWith(ending));
    return found
        ? { label: name.slice(0, -found[0].length), unit: found[1] }
        : { label: name, unit: "" };
}

const readable = (name: string) => split(name).label.replaceAll("_", " ");

function axisOf(name: string): { label: string; unit: string } {
    return { label: readable(name), unit: split(name).unit };
}

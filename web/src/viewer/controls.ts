// SPDX-License-Identifier: BSD-3-Clause
import type { Legend, Run, Triple } from "./api";
import { byId, fillSelect } from "./dom";
import type { Cut, Settings, Store } from "./state";
import type { WallStyle } from "./walls";

const cutSteps = 1000;

/** The side panel: settings to widgets, widgets to settings. */
export class Controls {
    private readonly color = byId<HTMLSelectElement>("color");
    private readonly low = byId<HTMLInputElement>("low");
    private readonly high = byId<HTMLInputElement>("high");
    private readonly hold = byId<HTMLInputElement>("hold");
    private readonly chains = byId<HTMLInputElement>("chains");
    private readonly edges = byId<HTMLInputElement>("edges");
    private readonly pores = byId<HTMLInputElement>("pores");
    private readonly cells = byId<HTMLInputElement>("cells");
    private readonly walls = byId<HTMLSelectElement>("walls");
    private readonly opacity = byId<HTMLInputElement>("opacity");
    private readonly cutOn = byId<HTMLInputElement>("cut");
    private readonly cutAxis = byId<HTMLSelectElement>("cut-axis");
    private readonly cutFlip = byId<HTMLInputElement>("cut-flip");
    private readonly cutAt = byId<HTMLInputElement>("cut-at");
    private legend: Legend | null = null;

    constructor(
        private readonly store: Store,
        private readonly run: Run,
    ) {
        fillSelect(
            this.color,
            run.fields.map(({ name }) => [name, name]),
        );
        this.cutAt.max = String(cutSteps);
        this.bindColors();
        const { chains, edges, pores, cells, walls, opacity } = this;
        // Chains and pores have colours of their own, and there is one scale.
        chains.addEventListener("change", () =>
            store.change({ chains: chains.checked, pores: store.now.pores && !chains.checked }),
        );
        edges.addEventListener("change", () => store.change({ edges: edges.checked }));
        pores.addEventListener("change", () =>
            store.change({ pores: pores.checked, chains: store.now.chains && !pores.checked }),
        );
        cells.addEventListener("change", () => store.change({ cells: cells.checked }));
        walls.addEventListener("change", () => store.change({ walls: walls.value as WallStyle }));
        opacity.addEventListener("input", () =>
            store.change({ opacity: Number(opacity.value) / 100 }),
        );
        this.bindCut();
        store.listen((now) => this.update(now));
        this.update(store.now);
    }

    /** The scale of the frame on the screen. */
    setLegend(legend: Legend): void {
        this.legend = legend;
        for (const input of [this.low, this.high, this.hold]) input.disabled = legend.kind;
        byId("range").hidden = legend.kind;
        byId("range-unit").textContent = legend.unit;
        for (const [input, value] of [
            [this.low, legend.low],
            [this.high, legend.high],
        ] as const)
            if (document.activeElement !== input)
                input.value = String(Number(value.toPrecision(4)));
    }

    toggleCut(): void {
        this.changeCut({ isOn: !this.store.now.cut.isOn });
    }

    private bindColors(): void {
        this.color.addEventListener("change", () =>
            // Another quantity has another scale.
            this.store.change({ color: this.color.value, low: null, high: null }),
        );
        this.hold.addEventListener("change", () => {
            const legend = this.hold.checked ? this.legend : null;
            this.store.change({ low: legend?.low ?? null, high: legend?.high ?? null });
        });
        for (const input of [this.low, this.high])
            input.addEventListener("change", () => {
                const [low, high] = [this.low.valueAsNumber, this.high.valueAsNumber];
                const isValid = low < high;
                this.high.setCustomValidity(
                    isValid ? "" : "The upper end must be greater than the lower.",
                );
                if (isValid) this.store.change({ low, high });
                else this.high.reportValidity();
            });
    }

    private bindCut(): void {
        this.cutOn.addEventListener("change", () => this.changeCut({ isOn: this.cutOn.checked }));
        this.cutFlip.addEventListener("change", () =>
            this.changeCut({ isFlipped: this.cutFlip.checked }),
        );
        this.cutAxis.addEventListener("change", () =>
            this.changeCut({ axis: Number(this.cutAxis.value) as Cut["axis"], at: NaN }),
        );
        this.cutAt.addEventListener("input", () => {
            const [low, high] = this.cutRange(this.store.now.cut.axis);
            this.changeCut({ at: low + (Number(this.cutAt.value) / cutSteps) * (high - low) });
        });
    }

    private changeCut(patch: Partial<Cut>): void {
        const cut = { ...this.store.now.cut, ...patch };
        const [low, high] = this.cutRange(cut.axis);
        if (Number.isNaN(cut.at)) cut.at = 0.5 * (low + high);
        this.store.change({ cut });
    }

    private cutRange(axis: number): [number, number] {
        return [this.run.low[axis]!, this.run.high[axis]!];
    }

    private update(now: Settings): void {
        this.color.value = now.color;
        byId("color-about").textContent =
            this.run.fields.find(({ name }) => name === now.color)?.about ?? "";
        this.hold.checked = now.low !== null;
        this.chains.checked = now.chains;
        this.edges.checked = now.edges;
        this.pores.checked = now.pores;
        this.cells.checked = now.cells;
        this.walls.value = now.walls;
        this.opacity.value = String(Math.round(100 * now.opacity));
        this.cutOn.checked = now.cut.isOn;
        byId("cut-details").hidden = !now.cut.isOn;
        this.cutAxis.value = String(now.cut.axis);
        this.cutFlip.checked = now.cut.isFlipped;
        const [low, high] = this.cutRange(now.cut.axis);
        this.cutAt.value = String(Math.round((cutSteps * (now.cut.at - low)) / (high - low)));
        byId("cut-place").textContent = `${Number(now.cut.at.toPrecision(3))} m`;
    }
}

/** Normal (unit) and a point of the plane; what the normal points to is cut away. */
export function cutPlaneOf(cut: Cut, middle: Triple): { normal: Triple; point: Triple } | null {
    if (!cut.isOn) return null;
    const normal: Triple = [0, 0, 0];
    const point: Triple = [...middle];
    // Unless flipped, what goes is what stands in the way of the iso view.
    normal[cut.axis] = (cut.axis === 2) !== cut.isFlipped ? 1 : -1;
    point[cut.axis] = cut.at;
    return { normal, point };
}

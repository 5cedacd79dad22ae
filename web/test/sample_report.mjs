// SPDX-License-Identifier: BSD-3-Clause
// A small report with every kind of plot, made up but shaped like a real one.

const pixel =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const times = Array.from({ length: 400 }, (_, i) => i * 0.01);
const range = (count) => Array.from({ length: count }, (_, i) => i);
const time = { label: "time", unit: "s" };

export const sampleReport = {
    title: "Sample </script><b>heap</b>",
    generator: "scree 0.1.0",
    picture: { src: pixel, alt: "a heap of beads" },
    words: ["One hundred spheres fall on a plane.", "Glass on glass, friction 0.4."],
    frames: ["first", "middle", "last"].map((label) => ({
        label,
        src: pixel,
        alt: `${label} frame`,
    })),
    plots: [
        {
            kind: "lines",
            title: "Energies",
            note: "What friction takes is counted as dissipated.",
            x: time,
            y: { label: "energy", unit: "J" },
            xs: times,
            series: [
                { name: "kinetic", ys: times.map((t) => t * Math.exp(-t)) },
                { name: "potential", ys: times.map((t) => 3 * Math.exp(-t)) },
                {
                    name: "dissipated",
                    ys: times.map((t) => (t < 0.5 ? null : 3 - 3 * Math.exp(-t))),
                },
            ],
        },
        {
            kind: "lines",
            title: "Ledger residual",
            x: time,
            y: { label: "residual", unit: "J", log: true },
            xs: times,
            series: [{ name: "residual", ys: times.map((t) => 1e-7 * t) }],
        },
        {
            kind: "bars",
            title: "Contacts of a grain",
            x: { label: "contacts", unit: "" },
            y: { label: "grains", unit: "" },
            edges: range(8).map((i) => i - 0.5),
            values: [2, 8, 20, 34, 25, 9, 2],
        },
        {
            kind: "bars",
            title: "Normal forces",
            x: { label: "normal force", unit: "N", log: true },
            y: { label: "contacts", unit: "", log: true },
            edges: range(21).map((i) => 10 ** (-4 + i / 5)),
            values: range(20).map((i) =>
                i < 2 ? 0 : Math.round(900 * Math.exp(-((i - 9) ** 2) / 12)),
            ),
        },
        {
            kind: "heat",
            title: "Speed by layer",
            x: time,
            y: { label: "height", unit: "m" },
            value: { label: "speed", unit: "m/s" },
            xs: range(41).map((i) => i * 0.1),
            ys: range(11).map((i) => i * 0.01),
            values: range(10).map((iy) => range(40).map((ix) => iy * Math.exp(-ix / 12))),
            colors: ["#440154", "#21918c", "#fde725"],
        },
    ],
    results: [
        { name: "grains", value: 100, unit: "" },
        { name: "mean flow", value: 0.0423189, unit: "kg/s", note: "between 10 % and 90 %" },
        { name: "angle of repose", value: null, unit: "°" },
        { name: "state hash", value: "8f3a61c2b7de9044", unit: "" },
    ],
    made: [{ name: "command", value: "scree run sample.toml" }],
    warnings: ["The largest overlap was 2 % of the radius."],
};

// SPDX-License-Identifier: BSD-3-Clause
// Numbers for people.

const plainFrom = 1e-4;
const plainBelow = 1e6;

/** Four significant digits, but an integer part below a million is never rounded away: 123456.7 is
 *  "123457", not "123500". Outside 0.0001 … 1000000: "1.235e-7". */
export function formatNumber(value: number): string {
    if (Number.isNaN(value)) return "–";
    if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
    if (value === 0) return "0";
    const rounded = Number(value.toPrecision(4));
    const size = Math.abs(rounded);
    if (size < plainFrom || size >= plainBelow) return exponential(value, 3);
    return String(size >= 1000 ? Math.round(value) : rounded);
}

/** A position that was read off an axis: more digits, as neighbouring samples may differ in the fifth. */
export function formatPosition(value: number): string {
    return String(Number(value.toPrecision(7)));
}

/** Labels for evenly spaced ticks: the same number of decimals, or the same power of ten, on all. */
export function formatTicks(ticks: number[]): string[] {
    const largest = ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0);
    const step = ticks.length > 1 ? Math.abs(ticks[1]! - ticks[0]!) : largest;
    if (largest === 0 || step === 0) return ticks.map(formatNumber);
    const stepPower = decimalPower(step);
    if (largest < plainBelow && largest >= 1e-3)
        return ticks.map((tick) =>
            tick === 0 ? "0" : tick.toFixed(Math.min(20, Math.max(0, -stepPower))),
        );
    const power = decimalPower(largest);
    const decimals = Math.min(20, Math.max(0, power - stepPower));
    return ticks.map((tick) =>
        tick === 0 ? "0" : (tick / 10 ** power).toFixed(decimals) + "e" + power,
    );
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** 10⁻³ for -3. */
export function formatDecade(power: number): string {
    const digits = [...String(Math.abs(power))].map((digit) => superscripts[Number(digit)]);
    return "10" + (power < 0 ? "⁻" : "") + digits.join("");
}

export function withUnit(label: string, unit: string): string {
    return unit === "" ? label : `${label} (${unit})`;
}

/** The exponent of the leading digit; the small factor absorbs rounding of 0.001 and its like. */
export function decimalPower(value: number): number {
    return Math.floor(Math.log10(value) + 1e-9);
}

function exponential(value: number, decimals: number): string {
    const [mantissa, power] = value.toExponential(decimals).split("e") as [string, string];
    return `${Number(mantissa)}e${Number(power)}`;
}

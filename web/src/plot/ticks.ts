// SPDX-License-Identifier: BSD-3-Clause
// Where ticks go: multiples of 1, 2 or 5 times a power of ten; decades on log axes.
import { decimalPower, formatDecade, formatNumber, formatTicks } from "./format";

export interface Tick {
    at: number;
    label: string;
}

/** The smallest 1-2-5 step that needs at most `most` intervals for `span`. */
export function niceStep(span: number, most: number): number {
    const raw = span / Math.max(1, most);
    const base = 10 ** decimalPower(raw);
    for (const factor of [1, 2, 5]) if (factor * base >= raw * (1 - 1e-9)) return factor * base;
    return 10 * base;
}

/** Multiples of a nice step inside [low, high]. */
export function linearTicks(low: number, high: number, most: number): Tick[] {
    if (!(high > low)) return [{ at: low, label: formatNumber(low) }];
    const step = niceStep(high - low, most);
    const slack = 1e-9 * (high - low);
    const ticks: number[] = [];
    // From integers, so that 0.1 + 0.2 never shows up.
    const last = Math.floor((high + slack) / step);
    for (let i = Math.ceil((low - slack) / step); i <= last; ++i) ticks.push(multiple(i, step));
    const labels = formatTicks(ticks);
    return ticks.map((at, i) => ({ at, label: labels[i]! }));
}

/** Decades inside [low, high], thinned to `most`; over less than two decades also 2s and 5s, and over
 *  less still the linear ticks. */
export function logTicks(low: number, high: number, most: number): Tick[] {
    const first = Math.ceil(Math.log10(low) - 1e-9);
    const last = Math.floor(Math.log10(high) + 1e-9);
    if (last - first >= 2 || (last - first === 1 && most < 4)) {
        const stride = Math.max(1, Math.ceil((last - first) / Math.max(1, most)));
        const powers: number[] = [];
        for (let power = Math.ceil(first / stride) * stride; power <= last; power += stride)
            powers.push(power);
        const isPlain = powers.every((power) => power >= -3 && power <= 3);
        return powers.map((power) => ({
            at: 10 ** power,
            label: isPlain ? formatNumber(10 ** power) : formatDecade(power),
        }));
    }
    const ticks: Tick[] = [];
    for (let power = first - 1; power <= last; ++power)
        for (const factor of [1, 2, 5]) {
            const at = multiple(factor, 10 ** power);
            if (at >= low * (1 - 1e-9) && at <= high * (1 + 1e-9))
                ticks.push({ at, label: formatNumber(at) });
        }
    return ticks.length >= 2 ? ticks : linearTicks(low, high, most);
}

/** i · step without the rounding of a step such as 0.1: dividing by 10 is exact where multiplying by 0.1 is not. */
function multiple(i: number, step: number): number {
    if (i === 0) return 0;
    return step >= 1 ? i * step : i / Math.round(1 / step) || i * step;
}

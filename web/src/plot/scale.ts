// SPDX-License-Identifier: BSD-3-Clause
// From values to pixels and back, linear or logarithmic.
import { linearTicks, logTicks, niceStep, type Tick } from "./ticks";

export interface Domain {
    low: number;
    high: number;
    log: boolean;
}

export interface Scale {
    domain: Domain;
    /** Pixel of a value; NaN where the axis cannot show it (≤ 0 on a log axis). */
    toPixel(value: number): number;
    toValue(pixel: number): number;
    ticks(most: number): Tick[];
}

export function makeScale(domain: Domain, from: number, to: number): Scale {
    const transform = domain.log ? Math.log10 : (value: number) => value;
    const start = transform(domain.low);
    const perUnit = (to - from) / (transform(domain.high) - start);
    return {
        domain,
        toPixel: (value) =>
            shows(domain.log, value) ? from + (transform(value) - start) * perUnit : NaN,
        toValue: (pixel) => {
            const value = start + (pixel - from) / perUnit;
            return domain.log ? 10 ** value : value;
        },
        ticks: (most) => (domain.log ? logTicks : linearTicks)(domain.low, domain.high, most),
    };
}

/** Whether an axis can show the value at all; null, which JSON writes for "not a number", it cannot. */
export function shows(log: boolean, value: number | null | undefined): value is number {
    return typeof value === "number" && Number.isFinite(value) && (!log || value > 0);
}

/** Smallest and largest value the axis can show, or null when there is none. */
export function extent(log: boolean, values: Iterable<number | null>): [number, number] | null {
    let low = Infinity;
    let high = -Infinity;
    for (const value of values)
        if (shows(log, value)) {
            if (value < low) low = value;
            if (value > high) high = value;
        }
    return low <= high ? [low, high] : null;
}

/** A domain that holds exactly the extent, widened only where it has no width. */
export function tightDomain(log: boolean, range: [number, number] | null): Domain {
    if (!range) return log ? { low: 1, high: 10, log } : { low: 0, high: 1, log };
    let [low, high] = range;
    // Narrower than rounding noise is constant: ticks would only show the noise.
    if (high - low <= 1e-12 * Math.max(Math.abs(low), Math.abs(high))) {
        const pad = low === 0 ? 1 : 0.1 * Math.abs(low);
        [low, high] = [low - pad, high + pad];
    }
    return { low, high, log };
}

/** A domain with room: out to whole ticks, and down to zero when that costs little. */
export function roomyDomain(log: boolean, range: [number, number] | null): Domain {
    const domain = tightDomain(log, range);
    if (log) {
        const room = (domain.high / domain.low) ** 0.05;
        return { low: domain.low / room, high: domain.high * room, log };
    }
    if (domain.low > 0 && domain.low < 0.4 * domain.high) domain.low = 0;
    if (domain.high < 0 && domain.high > 0.4 * domain.low) domain.high = 0;
    const step = niceStep(domain.high - domain.low, 5);
    const slack = 1e-9;
    return {
        low: Math.floor(domain.low / step + slack) * step,
        high: Math.ceil(domain.high / step - slack) * step,
        log,
    };
}

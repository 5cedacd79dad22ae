// SPDX-License-Identifier: BSD-3-Clause
// What the server of `scree view` answers. All addresses are relative to the page's own.

export type Triple = [number, number, number];

export interface FrameEntry {
    index: number;
    time: number;
}

export interface WallMesh {
    name: string;
    vertices: number[];
    triangles: number[];
}

export interface Run {
    problem: string | null;
    title: string;
    folder: string;
    state: "running" | "finished" | "stopped";
    grains: number;
    frames: FrameEntry[];
    fields: { name: string; about: string }[];
    up: Triple;
    low: Triple;
    high: Triple;
    walls: WallMesh[];
}

export interface Legend {
    title: string;
    unit: string;
    kind: boolean;
    low: number;
    high: number;
    kinds: string[];
    colors: string[];
}

/** One frame to draw; the arrays are views of the answer's own bytes. */
export interface Frame {
    index: number;
    time: number;
    step: number;
    origin: Triple;
    faint: boolean;
    inner: boolean; // the balls are inside of the solids: seen where the cut opens these
    ball: string; // what one is: grain, pore
    legend: Legend;
    balls: Float32Array; // x y z radius, relative to origin
    ballColors: Uint8Array;
    ids: Uint32Array;
    rods: Float32Array; // from, to, radius, relative to origin
    rodColors: Uint8Array;
    solids: Solids;
}

/** Convex meshes, each of one colour. */
export interface Solids {
    colors: Uint8Array;
    ids: Uint32Array; // of their grains
    sizes: Uint32Array; // numbers of vertices
    vertices: Float32Array; // x y z, solid after solid, relative to origin
    triangles: Uint32Array; // numbers of vertices
}

export interface FrameRequest {
    index: number;
    color: string;
    low: number | null;
    high: number | null;
    chains: boolean;
    edges: boolean;
    pores: boolean;
    cells: boolean;
}

export type GrainValue = number | string | number[];

export interface Grain {
    id: number;
    values: { name: string; value: GrainValue; unit: string }[];
    contacts: { with: string; grain: number | null; force: number; overlap: number }[];
}

export interface GrainPath {
    times: number[];
    points: number[];
}

/** The server answered, but could not serve; the message is for the reader. */
export class Refusal extends Error {}

async function ask(url: string): Promise<Response> {
    let response: Response;
    try {
        response = await fetch(url, { cache: "no-store" });
    } catch {
        throw new Error(
            "No answer from scree. If `scree view` has ended, start it again and open the address it prints.",
        );
    }
    if (!response.ok) {
        const answer = await response.json().catch(() => null);
        throw new Refusal(answer?.problem ?? `scree answered with error ${response.status}.`);
    }
    return response;
}

export async function fetchRun(): Promise<Run> {
    return (await ask("api/run")).json();
}

export async function fetchGrain(frame: number, id: number): Promise<Grain> {
    return (await ask(`api/grain/${frame}/${id}`)).json();
}

export async function fetchPath(id: number): Promise<GrainPath> {
    return (await ask(`api/path/${id}`)).json();
}

export async function fetchMeasures(): Promise<string> {
    return (await ask("api/measures")).text();
}

export function frameUrl(request: FrameRequest): string {
    const query = new URLSearchParams({ color: request.color });
    if (request.low !== null && request.high !== null) {
        query.set("low", String(request.low));
        query.set("high", String(request.high));
    }
    for (const name of ["chains", "edges", "pores", "cells"] as const)
        if (request[name]) query.set(name, "1");
    return `api/frame/${request.index}?${query}`;
}

export async function fetchFrame(request: FrameRequest): Promise<Frame> {
    const bytes = await (await ask(frameUrl(request))).arrayBuffer();
    return decodeFrame(request.index, bytes);
}

export function decodeFrame(index: number, bytes: ArrayBuffer): Frame {
    const headLength = new DataView(bytes).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, headLength)));
    let at = 4 + headLength;
    const next = (length: number) => {
        const start = at;
        at += length;
        return start;
    };
    const n: number = head.balls;
    const m: number = head.rods;
    const s: number = head.solids;
    return {
        index,
        time: head.time,
        step: head.step,
        origin: head.origin,
        faint: head.faint,
        inner: head.inner,
        ball: head.ball,
        legend: head.legend,
        balls: new Float32Array(bytes, next(16 * n), 4 * n),
        ballColors: new Uint8Array(bytes, next(4 * n), 4 * n),
        ids: new Uint32Array(bytes, next(4 * n), n),
        rods: new Float32Array(bytes, next(28 * m), 7 * m),
        rodColors: new Uint8Array(bytes, next(4 * m), 4 * m),
        solids: {
            colors: new Uint8Array(bytes, next(4 * s), 4 * s),
            ids: new Uint32Array(bytes, next(4 * s), s),
            sizes: new Uint32Array(bytes, next(4 * s), s),
            vertices: new Float32Array(bytes, next(12 * head.vertices), 3 * head.vertices),
            triangles: new Uint32Array(bytes, next(12 * head.triangles), 3 * head.triangles),
        },
    };
}

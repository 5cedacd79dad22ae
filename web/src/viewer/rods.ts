// SPDX-License-Identifier: BSD-3-Clause
import {
    CylinderGeometry,
    DoubleSide,
    GLSL3,
    InstancedBufferAttribute,
    InstancedBufferGeometry,
    InstancedInterleavedBuffer,
    InterleavedBufferAttribute,
    Mesh,
    RawShaderMaterial,
    Vector3,
} from "three";
import type { Triple } from "./api";
import { decodedGlsl, placementGlsl, shadingGlsl, shared } from "./shading";
import type { Units } from "./units";

const sides = 10;
const strideOfRod = 7; // from, to, radius

const vertexShader = /* glsl */ `
precision highp float;
${placementGlsl}
${decodedGlsl}
uniform float pixel, leastPixels;
in vec3 position, normal;
in vec3 start, end;
in float radius;
in vec4 color;
out vec3 place, across;
flat out vec3 paint;

void main() {
    vec3 a = to_camera(start), b = to_camera(end);
    vec3 along = b - a;
    vec3 axis = normalize(length(along) > 0.0 ? along : vec3(0, 1, 0));
    vec3 u = normalize(cross(axis, abs(axis.y) < 0.9 ? vec3(0, 1, 0) : vec3(1, 0, 0)));
    vec3 v = cross(axis, u);
    vec3 middle = a + (position.y + 0.5) * along;
    float width = max(radius * scale, leastPixels * pixel * -middle.z);
    place = middle + width * (position.x * u + position.z * v);
    across = normal.x * u + normal.y * axis + normal.z * v;
    paint = decoded(color.rgb);
    gl_Position = projectionMatrix * vec4(place, 1.0);
}
`;

// Of a rod cut open one sees the inside: shaded like the plane of the cut, it looks solid.
const fragmentShader = /* glsl */ `
${shadingGlsl}
uniform float flatness;
in vec3 place, across;
flat in vec3 paint;
out vec4 result;

void main() {
    if (flatness == 0.0 && is_cut_away(place)) discard;
    float shade = gl_FrontFacing ? light(normalize(across)) : 0.80;
    result = vec4(mix(shade, 1.0, flatness) * paint, 1.0);
}
`;

export interface RodLook {
    /** They never get thinner than this on the screen. */
    leastPixels: number;
    /** Seen through everything, never cut, in plain colour: for lines that explain. */
    isOverlay: boolean;
}

/** Many cylinders, each from one point to another. */
export class Rods {
    readonly mesh: Mesh;
    private readonly placement = { shift: { value: new Vector3() }, scale: { value: 1 } };

    constructor(
        private readonly units: Units,
        look: RodLook,
    ) {
        this.placement.scale.value = units.scale;
        const material = new RawShaderMaterial({
            glslVersion: GLSL3,
            vertexShader,
            fragmentShader,
            uniforms: {
                ...shared,
                ...this.placement,
                leastPixels: { value: look.leastPixels },
                flatness: { value: look.isOverlay ? 1 : 0 },
            },
            side: DoubleSide,
            depthTest: !look.isOverlay,
        });
        this.mesh = new Mesh(geometryOf(new Float32Array(0), new Uint8Array(0)), material);
        this.mesh.frustumCulled = false;
    }

    show(rods: Float32Array, colors: Uint8Array, origin: Triple): void {
        this.mesh.geometry.dispose();
        this.mesh.geometry = geometryOf(rods, colors);
        this.mesh.visible = rods.length > 0;
        this.placement.shift.value.copy(this.units.shift(origin));
    }

    clear(): void {
        this.show(new Float32Array(0), new Uint8Array(0), this.units.middle);
    }
}

function geometryOf(rods: Float32Array, colors: Uint8Array): InstancedBufferGeometry {
    const cylinder = new CylinderGeometry(1, 1, 1, sides, 1);
    const geometry = new InstancedBufferGeometry();
    geometry.setIndex(cylinder.index);
    geometry.setAttribute("position", cylinder.getAttribute("position"));
    geometry.setAttribute("normal", cylinder.getAttribute("normal"));
    const buffer = new InstancedInterleavedBuffer(rods, strideOfRod);
    geometry.setAttribute("start", new InterleavedBufferAttribute(buffer, 3, 0));
    geometry.setAttribute("end", new InterleavedBufferAttribute(buffer, 3, 3));
    geometry.setAttribute("radius", new InterleavedBufferAttribute(buffer, 1, 6));
    geometry.setAttribute("color", new InstancedBufferAttribute(colors, 4, true));
    geometry.instanceCount = rods.length / strideOfRod;
    return geometry;
}

/** Rods of no width through all points (scene coordinates), relative to the first of them. */
export function polyline(
    points: number[],
    color: number[],
): { rods: Float32Array; colors: Uint8Array; origin: Triple } {
    const count = Math.max(0, points.length / 3 - 1);
    const origin = points.slice(0, 3) as Triple;
    const rods = new Float32Array(strideOfRod * count);
    const colors = new Uint8Array(4 * count);
    for (let i = 0; i < count; ++i) {
        for (let k = 0; k < 6; ++k) rods[strideOfRod * i + k] = points[3 * i + k]! - origin[k % 3]!;
        colors.set(color, 4 * i);
    }
    return { rods, colors, origin };
}

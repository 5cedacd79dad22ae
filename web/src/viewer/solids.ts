// SPDX-License-Identifier: BSD-3-Clause
import {
    BufferAttribute,
    BufferGeometry,
    DoubleSide,
    GLSL3,
    Mesh,
    RawShaderMaterial,
    Vector3,
} from "three";
import type { Frame } from "./api";
import { decodedGlsl, placementGlsl, shadingGlsl, shared } from "./shading";
import type { Units } from "./units";

const vertexShader = /* glsl */ `
precision highp float;
${placementGlsl}
${decodedGlsl}
in vec3 position;
in vec4 color;
in float number;
out vec3 place;
flat out vec3 paint;
flat out float label;

void main() {
    place = to_camera(position);
    paint = decoded(color.rgb);
    label = number;
    gl_Position = projectionMatrix * vec4(place, 1.0);
}
`;

// Solids are convex: where the back of one is nearer than any front, its own front has been cut
// away, and what one sees is the flat inside in the plane of the cut. It is marked by its alpha, and
// whoever takes over the picture moves it there; meanwhile its own depth tells what is nearest.
// No back is seen so where the eye itself is on the side that is kept.
const seenGlsl = /* glsl */ `
bool is_seen(vec3 place) {
    return !is_cut_away(place) && (gl_FrontFacing || is_cut_away(vec3(0.0)));
}
`;

const paintShader = /* glsl */ `
${shadingGlsl}
${seenGlsl}
uniform float opacity, faint;
in vec3 place;
flat in vec3 paint;
flat in float label;
out vec4 result;

void main() {
    if (!is_seen(place)) discard;
    vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
    float rim = glancing(normal, normalize(place));
    float cover = opacity * mix(1.0, 0.07 + 0.30 * rim, faint);
    if (is_stippled_away(cover, float(int(label) & 4095))) discard;
    if (faint > 0.0 && !gl_FrontFacing) discard; // seen through its front, not cut open
    result = gl_FrontFacing ? vec4(light(normal) * paint, 1.0) : vec4(0.80 * paint, 0.5);
}
`;

const numberShader = /* glsl */ `
${shadingGlsl}
${seenGlsl}
in vec3 place;
flat in float label;
out vec4 result;

void main() {
    if (!is_seen(place)) discard;
    uint n = uint(label) + 1u;
    result = vec4(n & 255u, (n >> 8) & 255u, (n >> 16) & 255u, n >> 24) / 255.0;
}
`;

const markShader = /* glsl */ `
precision highp float;
out vec4 result;
void main() { result = vec4(1.0); }
`;

/** Convex meshes, each of one colour: grains that are no balls, or Laguerre cells. */
export class Solids {
    readonly opacity = { value: 1 };
    readonly faint = { value: 0 };
    isShown = false;
    private readonly mesh = new Mesh(new BufferGeometry());
    private readonly placement = { shift: { value: new Vector3() }, scale: { value: 1 } };
    private readonly painted: RawShaderMaterial;
    private readonly numbered: RawShaderMaterial;
    private readonly marked = new Mesh(new BufferGeometry());

    constructor(private readonly units: Units) {
        this.placement.scale.value = units.scale;
        this.painted = this.material(paintShader);
        this.numbered = this.material(numberShader);
        this.marked.material = this.material(markShader);
        this.mesh.frustumCulled = this.marked.frustumCulled = false;
    }

    show(frame: Frame): void {
        this.mesh.geometry.dispose();
        this.mesh.geometry = geometryOf(frame);
        this.faint.value = frame.faint ? 1 : 0;
        this.isShown = frame.solids.ids.length > 0;
        this.placement.shift.value.copy(this.units.shift(frame.origin));
    }

    /** Where alpha is 0.5 it is the plane of the cut that is seen. */
    get forPainting(): Mesh {
        this.mesh.material = this.painted;
        return this.mesh;
    }

    /** Colours are the numbers (grains.ts), from 1, as bytes. What a cut opens keeps the depth of its
     *  back: before it is only what is inside of the solid. */
    get forPicking(): Mesh {
        this.mesh.material = this.numbered;
        return this.mesh;
    }

    /** One mesh, in the frame shown, for `forMarking`. */
    mark(vertices: Float32Array, triangles: Uint32Array): void {
        this.marked.geometry.dispose();
        this.marked.geometry = new BufferGeometry()
            .setAttribute("position", new BufferAttribute(vertices, 3))
            .setIndex(new BufferAttribute(triangles, 1));
    }

    /** All of the marked mesh, whatever is cut away, in white. */
    get forMarking(): Mesh {
        return this.marked;
    }

    private material(fragmentShader: string): RawShaderMaterial {
        return new RawShaderMaterial({
            glslVersion: GLSL3,
            vertexShader,
            fragmentShader,
            uniforms: { ...shared, ...this.placement, opacity: this.opacity, faint: this.faint },
            side: DoubleSide,
        });
    }
}

function geometryOf(frame: Frame): BufferGeometry {
    const { ids, sizes, colors, vertices, triangles } = frame.solids;
    const count = vertices.length / 3;
    const vertexColors = new Uint8Array(4 * count);
    const numbers = new Float32Array(count); // whole up to 2^24
    let at = 0;
    ids.forEach((_, k) => {
        const end = at + sizes[k]!;
        numbers.fill(frame.ids.length + k, at, end);
        for (; at < end; ++at) vertexColors.set(colors.subarray(4 * k, 4 * k + 4), 4 * at);
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(vertices, 3));
    geometry.setAttribute("color", new BufferAttribute(vertexColors, 4, true));
    geometry.setAttribute("number", new BufferAttribute(numbers, 1));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    return geometry;
}

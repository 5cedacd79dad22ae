// SPDX-License-Identifier: BSD-3-Clause
import {
    GLSL3,
    Mesh,
    NearestFilter,
    type Object3D,
    type PerspectiveCamera,
    PlaneGeometry,
    RawShaderMaterial,
    RedFormat,
    type Vector2,
    Vector3,
    Vector4,
    WebGLRenderTarget,
    type WebGLRenderer,
} from "three";
import type { Frame, Triple } from "./api";
import type { Balls } from "./balls";
import { ballAround, partsOf } from "./grains";
import { ringGlsl, ringPixels } from "./ring";
import type { Solids } from "./solids";
import type { Units } from "./units";

// The ring of one ball has a formula. Around anything else it is made of pixels: those of the grain,
// alone and in white, then how far each pixel is from them along its row, then in all directions.
// Row and column apart take 2 n steps in place of n²; only pixels near the grain are looked at.

const leastPixels = 4; // the radius below which a grain may fall between pixels: ringed as a ball

const vertexShader = /* glsl */ `
precision highp float;
uniform vec4 region;
in vec3 position;
void main() { gl_Position = vec4(mix(region.xy, region.zw, position.xy + 0.5), 0.0, 1.0); }
`;

const fetchGlsl = /* glsl */ `
precision highp float;
uniform sampler2D pixels;
uniform float ratio; // pixels to a CSS pixel
uniform int reach;
out vec4 result;
float value_at(ivec2 shift) {
    ivec2 at = clamp(ivec2(gl_FragCoord.xy) + shift, ivec2(0), textureSize(pixels, 0) - 1);
    return texelFetch(pixels, at, 0).r;
}
`;

const rowShader = /* glsl */ `
${fetchGlsl}
void main() {
    int nearest = 255;
    for (int d = -reach; d <= reach; ++d)
        if (value_at(ivec2(d, 0)) > 0.5) nearest = min(nearest, abs(d));
    result = vec4(float(nearest) / 255.0);
}
`;

const ringShader = /* glsl */ `
${fetchGlsl}
${ringGlsl}
void main() {
    float nearest = 1e6;
    for (int d = -reach; d <= reach; ++d)
        nearest = min(nearest, length(vec2(255.0 * value_at(ivec2(0, d)), d)));
    float outside = (nearest - 0.5) / ratio; // the grain ends half a pixel before the next one
    if (outside < 0.0 || outside > ${ringPixels.toFixed(2)}) discard;
    result = vec4(ring_color(outside), 1.0);
}
`;

/** A ring around the selected grain, whatever its shape, seen through everything. */
export class Highlight {
    private readonly alone = target();
    private readonly inRows = target();
    private readonly uniforms = {
        region: { value: new Vector4() },
        ratio: { value: 1 },
        reach: { value: 0 },
    };
    private readonly rows = this.layer(rowShader, this.alone);
    private readonly ring = this.layer(ringShader, this.inRows);
    private marked: Object3D | null = null; // unless a ball or nothing
    private ball: { middle: Vector3; radius: number } | null = null; // around the grain

    constructor(
        private readonly units: Units,
        private readonly balls: Balls,
        private readonly solids: Solids,
    ) {}

    /** A grain of the frame shown; null for none. */
    show(frame: Frame, id: number | null): void {
        const parts = partsOf(frame, id);
        this.marked = null;
        this.ball = null;
        if (!parts) return;
        const around = parts.balls.length === 4 ? parts.balls : ballAround(parts);
        const middle = frame.origin.map((o, axis) => o + around[axis]!) as Triple;
        this.ball = {
            middle: this.units.inside(middle),
            radius: around[3]! * this.units.scale,
        };
        this.balls.setRing(around);
        if (parts.balls.length === 4) return;
        if (parts.balls.length > 0) this.balls.mark(parts.balls);
        else this.solids.mark(parts.vertices, parts.triangles);
        this.marked = (parts.balls.length > 0 ? this.balls : this.solids).forMarking;
    }

    /** What to draw over a picture of `size` pixels, `ratio` to a CSS pixel. Changes the renderer's
     *  target. */
    overlays(
        renderer: WebGLRenderer,
        camera: PerspectiveCamera,
        size: Vector2,
        ratio: number,
    ): Object3D[] {
        if (!this.ball) return [];
        const middle = this.ball.middle.clone().applyMatrix4(camera.matrixWorldInverse);
        const pixelsAcross = 0.5 * size.y * camera.projectionMatrix.elements[5]!;
        const radius = (pixelsAcross * this.ball.radius) / -middle.z;
        const isTiny = middle.z < 0 && radius < leastPixels * ratio;
        if (!this.marked || isTiny) return [this.balls.ring];
        const { region, reach } = this.uniforms;
        this.uniforms.ratio.value = ratio;
        reach.value = Math.ceil(ringPixels * ratio + 0.5);
        regionOf(middle, this.ball.radius, camera, region.value);
        const margin = reach.value + 1;
        region.value.x -= (2 * margin) / size.x;
        region.value.y -= (2 * margin) / size.y;
        region.value.z += (2 * margin) / size.x;
        region.value.w += (2 * margin) / size.y;
        for (const [to, drawn] of [
            [this.alone, this.marked],
            [this.inRows, this.rows],
        ] as const) {
            to.setSize(size.x, size.y);
            renderer.setRenderTarget(to);
            renderer.setClearColor(to === this.alone ? 0 : 0xffffff, 1);
            renderer.clear();
            renderer.render(drawn, camera);
        }
        return [this.ring];
    }

    private layer(fragmentShader: string, from: WebGLRenderTarget): Mesh {
        const material = new RawShaderMaterial({
            glslVersion: GLSL3,
            vertexShader,
            fragmentShader,
            uniforms: { ...this.uniforms, pixels: { value: from.texture } },
            depthTest: false,
        });
        const made = new Mesh(new PlaneGeometry(1, 1), material);
        made.frustumCulled = false;
        return made;
    }
}

/** A rectangle (left, bottom, right, top; the picture is from -1 to 1) with all of a ball given in
 *  the camera's frame. */
function regionOf(
    middle: Vector3,
    radius: number,
    camera: PerspectiveCamera,
    region: Vector4,
): void {
    const nearest = -middle.z - radius;
    const farthest = -middle.z + radius;
    region.set(-1, -1, 1, 1);
    if (nearest < camera.near) return;
    const { elements } = camera.projectionMatrix;
    for (const axis of [0, 1]) {
        const low = middle.getComponent(axis) - radius;
        const high = middle.getComponent(axis) + radius;
        const place = (x: number, depth: number) =>
            (x / depth) * elements[5 * axis]! - elements[8 + axis]!;
        region.setComponent(axis, place(low, low < 0 ? nearest : farthest));
        region.setComponent(axis + 2, place(high, high > 0 ? nearest : farthest));
    }
}

function target(): WebGLRenderTarget {
    return new WebGLRenderTarget(1, 1, {
        format: RedFormat,
        minFilter: NearestFilter,
        magFilter: NearestFilter,
        depthBuffer: false,
    });
}

// SPDX-License-Identifier: BSD-3-Clause
import {
    type Camera,
    Color,
    CustomBlending,
    DepthTexture,
    FloatType,
    GLSL3,
    HalfFloatType,
    LinearFilter,
    Matrix4,
    NearestFilter,
    type Object3D,
    OneMinusSrcAlphaFactor,
    RawShaderMaterial,
    SrcAlphaFactor,
    UnsignedByteType,
    Vector2,
    type WebGLRenderer,
    WebGLRenderTarget,
} from "three";
import { FullScreenQuad } from "three/addons/postprocessing/Pass.js";
import { shared } from "./shading";

// A still picture is the mean of many samples, each with its own shift by a part of a pixel, its own
// stipple and its own choice of rays for the shade between grains. The first sample is shown at
// once, so moving about costs one sample per picture; then they get better until they are complete.
export const samplesOfStill = 24;

const quadVertex = /* glsl */ `
precision highp float;
in vec3 position;
in vec2 uv;
out vec2 at;
void main() {
    at = uv;
    gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

const pasteShader = /* glsl */ `
precision highp float;
uniform sampler2D colors, depths;
in vec2 at;
out vec4 result;
void main() {
    result = texture(colors, at);
    if (result.a == 0.0) discard;
    gl_FragDepth = texture(depths, at).r;
}
`;

// As above, but what is marked is moved into the plane of the cut, a little behind the balls' caps.
const pasteOpenedShader = /* glsl */ `
precision highp float;
uniform sampler2D colors, depths;
uniform mat4 projection;
uniform vec4 cutPlane;
in vec2 at;
out vec4 result;
void main() {
    result = texture(colors, at);
    if (result.a == 0.0) discard;
    gl_FragDepth = texture(depths, at).r;
    if (result.a == 1.0) return;
    vec3 direction = vec3((2.0 * at - 1.0 + projection[2].xy) / vec2(projection[0].x, projection[1].y), -1.0);
    float z = 1.0001 * cutPlane.w / dot(cutPlane.xyz, direction);
    gl_FragDepth = 0.5 - 0.5 * (projection[2].z * z + projection[3].z) / z;
    result.a = 1.0;
}
`;

// Ambient occlusion: of a few points in the half ball over the surface, which are behind something?
const composeShader = /* glsl */ `
precision highp float;
uniform sampler2D colors, depths;
uniform mat4 projection;
uniform float sampleIndex, weight, reach, strength;
in vec2 at;
out vec4 result;

vec3 point(vec2 uv, float depth) {
    float z = -projection[3].z / (2.0 * depth - 1.0 + projection[2].z);
    return vec3((2.0 * uv - 1.0 + projection[2].xy) / vec2(projection[0].x, projection[1].y) * -z, z);
}

float shade() {
    const int taps = 6;
    float depth = texture(depths, at).r;
    vec3 p = point(at, depth);
    vec3 normal = normalize(cross(dFdx(p), dFdy(p)));
    if (depth == 1.0 || strength == 0.0) return 1.0;
    float start = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    float hidden = 0.0;
    for (int k = 0; k < taps; ++k) {
        vec3 dice = fract(start + (sampleIndex * float(taps) + float(k)) * vec3(0.8191725, 0.6710436, 0.5497005));
        float z = 2.0 * dice.x - 1.0, angle = 6.2831853 * dice.y;
        vec3 ray = vec3(sqrt(1.0 - z * z) * vec2(cos(angle), sin(angle)), z) + 1.02 * normal;
        vec3 q = p + reach * (0.08 + 0.92 * dice.z * dice.z) * normalize(ray);
        vec4 clip = projection * vec4(q, 1.0);
        vec2 uv = 0.5 + 0.5 * clip.xy / clip.w;
        float over = point(uv, texture(depths, uv).r).z - q.z;
        if (over > 0.0) hidden += 1.0 / (1.0 + pow(over / reach, 2.0));
    }
    return 1.0 - strength * hidden / float(taps);
}

void main() { result = vec4(texture(colors, at).rgb * shade(), weight); }
`;

const showShader = /* glsl */ `
precision highp float;
uniform sampler2D colors;
in vec2 at;
out vec4 result;
void main() {
    vec3 c = clamp(texture(colors, at).rgb, 0.0, 1.0);
    result = vec4(mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)), 1.0);
}
`;

export interface Things {
    farWalls: Object3D | null;
    opened: Object3D | null; // solids that show their inside where they are cut, marked by alpha
    solids: Object3D[];
    overlays: Object3D[]; // drawn last, in this order
}

export interface Look {
    background: Color; // linear
    /** How far the shade between grains reaches, in units of the run; 0 for none. */
    shadeReach: number;
}

export class Picture {
    private readonly one = target(this.renderer);
    private readonly far = target(this.renderer);
    private readonly mean = target(this.renderer);
    private readonly paste = pass(pasteShader, {
        colors: { value: this.far.texture },
        depths: { value: this.far.depthTexture },
    });
    private readonly pasteOpened = pass(pasteOpenedShader, {
        colors: { value: this.far.texture },
        depths: { value: this.far.depthTexture },
        projection: { value: new Matrix4() },
    });
    private readonly compose = pass(composeShader, {
        colors: { value: this.one.texture },
        depths: { value: this.one.depthTexture },
        projection: { value: new Matrix4() },
        weight: { value: 1 },
        reach: { value: 0.05 },
        strength: { value: 0.8 },
    });
    private readonly show = pass(showShader, { colors: { value: this.mean.texture } });

    constructor(private readonly renderer: WebGLRenderer) {
        renderer.autoClear = false;
        this.mean.texture.magFilter = this.mean.texture.minFilter = LinearFilter;
        for (const { material } of [this.paste, this.pasteOpened])
            material.depthTest = material.depthWrite = true;
        this.compose.material.blending = CustomBlending;
        this.compose.material.blendSrc = SrcAlphaFactor;
        this.compose.material.blendDst = OneMinusSrcAlphaFactor;
    }

    /** Follows the size of the canvas; `scale` < 1 draws fewer pixels and shows them larger. */
    resize(scale: number): void {
        const size = this.renderer.getDrawingBufferSize(new Vector2()).multiplyScalar(scale).ceil();
        for (const t of [this.one, this.far, this.mean]) t.setSize(size.x, size.y);
    }

    /** In pixels. */
    get size(): Vector2 {
        return new Vector2(this.one.width, this.one.height);
    }

    /** Adds the k-th sample, from an eye already shifted for it, and shows the mean so far. */
    draw(things: Things, camera: Camera, look: Look, k: number): void {
        const { renderer } = this;
        shared.sampleIndex.value = k;
        if (things.farWalls) {
            renderer.setRenderTarget(this.far);
            renderer.setClearColor(0, 0);
            renderer.state.buffers.depth.setClear(0);
            renderer.clear();
            renderer.render(things.farWalls, camera);
            renderer.state.buffers.depth.setClear(1);
        }
        renderer.setRenderTarget(this.one);
        renderer.setClearColor(look.background, 1);
        renderer.clear();
        if (things.farWalls) this.paste.render(renderer);
        if (things.opened) {
            renderer.setRenderTarget(this.far);
            renderer.setClearColor(0, 0);
            renderer.clear();
            renderer.render(things.opened, camera);
            renderer.setRenderTarget(this.one);
            this.pasteOpened.material.uniforms.projection!.value.copy(camera.projectionMatrix);
            this.pasteOpened.render(renderer);
        }
        for (const thing of [...things.solids, ...things.overlays]) renderer.render(thing, camera);

        const { uniforms } = this.compose.material;
        uniforms.projection!.value.copy(camera.projectionMatrix);
        uniforms.weight!.value = 1 / (k + 1);
        uniforms.reach!.value = look.shadeReach;
        uniforms.strength!.value = look.shadeReach > 0 ? 0.8 : 0;
        renderer.setRenderTarget(this.mean);
        this.compose.render(renderer);
        this.present();
    }

    /** Shows the mean so far once more: a canvas can be read only right after it was drawn. */
    present(): void {
        this.renderer.setRenderTarget(null);
        this.show.render(this.renderer);
    }
}

// Light is added up in linear numbers, for which bytes are too coarse.
function target(renderer: WebGLRenderer): WebGLRenderTarget {
    const isFine =
        renderer.extensions.has("EXT_color_buffer_float") ||
        renderer.extensions.has("EXT_color_buffer_half_float");
    const made = new WebGLRenderTarget(1, 1, {
        type: isFine ? HalfFloatType : UnsignedByteType,
        minFilter: NearestFilter,
        magFilter: NearestFilter,
    });
    made.depthTexture = new DepthTexture(1, 1, FloatType);
    return made;
}

class Pass extends FullScreenQuad {
    declare material: RawShaderMaterial;
}

function pass(fragmentShader: string, uniforms: Record<string, { value: unknown }>): Pass {
    return new Pass(
        new RawShaderMaterial({
            glslVersion: GLSL3,
            vertexShader: quadVertex,
            fragmentShader,
            uniforms: { ...shared, ...uniforms },
            depthTest: false,
            depthWrite: false,
        }),
    );
}

/** Shift of the k-th sample in parts of a pixel; the first has none. */
export function shiftOfSample(k: number): [number, number] {
    const even = (step: number) => ((((k * step + 0.5) % 1) + 1) % 1) - 0.5;
    return [even(0.7548776662), even(0.569840291)];
}

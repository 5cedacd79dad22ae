// SPDX-License-Identifier: BSD-3-Clause
import {
    BufferGeometry,
    DataTexture,
    FloatType,
    GLSL3,
    Mesh,
    RawShaderMaterial,
    RGBAFormat,
    type TextureDataType,
    UnsignedByteType,
    Vector3,
} from "three";
import type { Frame } from "./api";
import { ringGlsl, ringPixels } from "./ring";
import { decodedGlsl, placementGlsl, shadingGlsl, shared } from "./shading";
import type { Units } from "./units";

// Balls are not meshes: each is one triangle that faces the eye and just covers the ball's outline,
// and every pixel of it meets the ball exactly. The data stand in textures, read by the number of
// the vertex: with instances of so few vertices, software rendering took five times as long.

const textureWidth = 2048;

const vertexShader = /* glsl */ `
precision highp float;
${placementGlsl}
${decodedGlsl}
uniform float pixel, widening;
uniform sampler2D ballData, colorData;
out vec3 place;
out vec2 disc; // the ball's outline is the unit circle
flat out vec3 center, paint;
flat out float radius, seed;
flat out highp int number;

// Around the unit circle.
const vec2 corners[3] = vec2[3](vec2(-1.7320508, -1.0), vec2(1.7320508, -1.0), vec2(0.0, 2.0));

void main() {
    number = gl_VertexID / 3;
    vec2 corner = corners[gl_VertexID % 3];
    ivec2 texel = ivec2(number % ${textureWidth}, number / ${textureWidth});
    vec4 ball = texelFetch(ballData, texel, 0);
    center = to_camera(ball.xyz);
    radius = ball.w * scale;
    paint = decoded(texelFetch(colorData, texel, 0).rgb);
    seed = float(number & 4095);
    disc = corner;
    float reach = radius + widening * pixel * -center.z;
    float distance = length(center);
    if (distance <= 1.001 * reach) { // the eye is inside: every pixel may see it
        disc = vec2(0.0);
        gl_Position = vec4(2.0 * corner, -1.0, 1.0);
        place = vec3((2.0 * corner + projectionMatrix[2].xy)
            / vec2(projectionMatrix[0].x, projectionMatrix[1].y), -1.0);
        return;
    }
    vec3 forward = center / distance;
    vec3 right = normalize(cross(forward, abs(forward.y) < 0.9 ? vec3(0, 1, 0) : vec3(1, 0, 0)));
    vec3 up = cross(right, forward);
    float front = distance - reach;
    float half_width = front * reach / sqrt(distance * distance - reach * reach);
    place = front * forward + half_width * (corner.x * right + corner.y * up);
    gl_Position = projectionMatrix * vec4(place, 1.0);
    gl_Position.z = max(gl_Position.z, -gl_Position.w); // the pixels set their own depth
}
`;

const meetGlsl = /* glsl */ `
in vec3 place;
in vec2 disc;
flat in vec3 center, paint;
flat in float radius, seed;
flat in highp int number;

struct Hit { vec3 point, normal; bool is_cap; };

// Where the ray of this pixel meets the ball, or the flat inside of a ball cut open.
bool meet(vec3 direction, out Hit hit) {
    float middle = dot(direction, center);
    vec3 off = center - middle * direction;
    float rest = radius * radius - dot(off, off);
    if (rest < 0.0) return false;
    float entry = middle - sqrt(rest), exit = middle + sqrt(rest);
    hit.point = entry * direction;
    hit.is_cap = entry <= 0.0 || is_cut_away(hit.point);
    if (!hit.is_cap) {
        hit.normal = (hit.point - center) / radius;
        return true;
    }
    float slope = dot(cutPlane.xyz, direction);
    float at = -cutPlane.w / slope;
    hit.point = at * direction;
    hit.normal = cutPlane.xyz;
    return slope < 0.0 && at > max(entry, 0.0) && at < exit;
}
`;

const paintShader = /* glsl */ `
${shadingGlsl}
${meetGlsl}
uniform float opacity, faint, inner;
out vec4 result;

void main() {
    if (dot(disc, disc) > 1.0) discard;
    vec3 direction = normalize(place);
    Hit hit;
    if (!meet(direction, hit) || (inner > 0.0 && !hit.is_cap)) discard;
    float rim = glancing(hit.normal, direction);
    if (is_stippled_away(opacity * mix(1.0, 0.07 + 0.30 * rim, faint), seed)) discard;
    float shade = hit.is_cap ? 0.80 : light(hit.normal) * (1.0 - 0.35 * rim);
    result = vec4(shade * paint, 1.0);
    gl_FragDepth = depth_of(hit.point);
}
`;

const numberShader = /* glsl */ `
${shadingGlsl}
${meetGlsl}
uniform float inner;
out vec4 result;

void main() {
    Hit hit;
    if (!meet(normalize(place), hit) || (inner > 0.0 && !hit.is_cap)) discard;
    uint n = uint(number) + 1u;
    result = vec4(n & 255u, (n >> 8) & 255u, (n >> 16) & 255u, n >> 24) / 255.0;
    gl_FragDepth = depth_of(hit.point);
}
`;

const markShader = /* glsl */ `
${shadingGlsl}
${meetGlsl}
out vec4 result;

void main() {
    vec3 direction = normalize(place);
    if (length(center - dot(direction, center) * direction) > radius) discard;
    result = vec4(1.0);
}
`;

const ringShader = /* glsl */ `
${shadingGlsl}
${meetGlsl}
${ringGlsl}
uniform float pixel, widening;
out vec4 result;

void main() {
    vec3 direction = normalize(place);
    float middle = dot(direction, center);
    float outside = (length(center - middle * direction) - radius) / (pixel * -center.z);
    if (outside < 0.0 || outside > widening) discard;
    result = vec4(ring_color(outside), 1.0);
}
`;

interface Uniforms {
    ballData: { value: DataTexture };
    colorData: { value: DataTexture };
}

/** What one draw call of balls needs: data textures, and a geometry that only counts vertices. */
class BallSet {
    readonly mesh = new Mesh(new BufferGeometry());
    readonly uniforms: Uniforms = {
        ballData: { value: texture(new Float32Array(0), FloatType) },
        colorData: { value: texture(new Uint8Array(0), UnsignedByteType) },
    };

    constructor() {
        this.mesh.frustumCulled = false;
    }

    set(balls: Float32Array, colors: Uint8Array): void {
        const { ballData, colorData } = this.uniforms;
        ballData.value.dispose();
        colorData.value.dispose();
        ballData.value = texture(balls, FloatType);
        colorData.value = texture(colors, UnsignedByteType);
        this.mesh.geometry.setDrawRange(0, (3 * balls.length) / 4);
    }
}

/** Four numbers per texel; the last row is padded. */
function texture(data: Float32Array | Uint8Array, type: TextureDataType): DataTexture {
    const rows = Math.max(1, Math.ceil(data.length / 4 / textureWidth));
    const length = 4 * textureWidth * rows;
    const padded = type === FloatType ? new Float32Array(length) : new Uint8Array(length);
    padded.set(data);
    const made = new DataTexture(padded, textureWidth, rows, RGBAFormat, type);
    made.needsUpdate = true;
    return made;
}

export class Balls {
    readonly placement = { shift: { value: new Vector3() }, scale: { value: 1 } };
    readonly opacity = { value: 1 };
    readonly faint = { value: 0 };
    readonly inner = { value: 0 };
    private readonly all = new BallSet();
    private readonly ringed = new BallSet();
    private readonly marked = new BallSet();
    private readonly painted: RawShaderMaterial;
    private readonly numbered: RawShaderMaterial;

    constructor(private readonly units: Units) {
        this.placement.scale.value = units.scale;
        this.painted = this.material(paintShader, this.all, 0);
        this.numbered = this.material(numberShader, this.all, 0);
        const ring = this.material(ringShader, this.ringed, ringPixels);
        ring.depthTest = false;
        this.ringed.mesh.material = ring;
        this.marked.mesh.material = this.material(markShader, this.marked, 0);
    }

    show(frame: Frame): void {
        this.all.set(frame.balls, frame.ballColors);
        this.placement.shift.value.copy(this.units.shift(frame.origin));
        this.faint.value = frame.faint ? 1 : 0;
        this.inner.value = frame.inner ? 1 : 0;
    }

    /** One ball (x y z radius) in the frame shown, to be seen through everything. */
    setRing(ball: Float32Array): void {
        this.ringed.set(ball, new Uint8Array(4));
    }

    get ring(): Mesh {
        return this.ringed.mesh;
    }

    /** Balls in the frame shown, for `forMarking`. */
    mark(balls: Float32Array): void {
        this.marked.set(balls, new Uint8Array(balls.length));
    }

    /** All of the marked balls, whatever is cut away, in white. */
    get forMarking(): Mesh {
        return this.marked.mesh;
    }

    get forPainting(): Mesh {
        this.all.mesh.material = this.painted;
        return this.all.mesh;
    }

    /** Colours are the balls' numbers from 1, as bytes. */
    get forPicking(): Mesh {
        this.all.mesh.material = this.numbered;
        return this.all.mesh;
    }

    private material(fragmentShader: string, set: BallSet, widening: number): RawShaderMaterial {
        const { opacity, faint, inner, placement } = this;
        return new RawShaderMaterial({
            glslVersion: GLSL3,
            vertexShader,
            fragmentShader,
            uniforms: {
                ...shared,
                ...placement,
                ...set.uniforms,
                opacity,
                faint,
                inner,
                widening: { value: widening },
            },
        });
    }
}

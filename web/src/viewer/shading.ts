// SPDX-License-Identifier: BSD-3-Clause
import { Vector3, Vector4 } from "three";

// The pieces of shader code and the values that balls, rods and walls share. Everything is worked
// out in the camera's frame: right, up, and towards the viewer.

/** Changed in one place for every frame drawn; each material refers to these same objects. */
export const shared = {
    /** Normal and offset in the camera's frame; kept is where n·p + w <= 0. */
    cutPlane: { value: new Vector4(0, 0, 0, -1) },
    /** Number of the sample of a still picture: moves the stipple. */
    sampleIndex: { value: 0 },
    /** Direction against gravity in the camera's frame. */
    upward: { value: new Vector3(0, 1, 0) },
    /** Length of one CSS pixel at distance 1. */
    pixel: { value: 0.001 },
};

/** Scene coordinates relative to a frame's origin, to those of the graphics card. */
export interface Placement {
    shift: { value: Vector3 };
    scale: { value: number };
}

/** A colour of the page, to the light it stands for. Costly: once per vertex, not per pixel. */
export const decodedGlsl = /* glsl */ `
vec3 decoded(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
`;

export const placementGlsl = /* glsl */ `
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 shift;
uniform float scale;
vec3 to_camera(vec3 p) { return (viewMatrix * vec4((p + shift) * scale, 1.0)).xyz; }
`;

export const shadingGlsl = /* glsl */ `
precision highp float;
uniform mat4 projectionMatrix;
uniform vec4 cutPlane;
uniform vec3 upward;
uniform float sampleIndex;

bool is_cut_away(vec3 p) { return dot(cutPlane.xyz, p) + cutPlane.w > 0.0; }

// A key light over the viewer's left shoulder and a sky; no shadows, so the terminator is soft.
float light(vec3 normal) {
    const vec3 key = normalize(vec3(-0.55, 0.9, 0.75));
    float lambert = max(0.0, (dot(normal, key) + 0.2) / 1.2);
    return 0.70 * lambert + 0.36 * (0.72 + 0.28 * dot(normal, upward));
}

// 0 seen straight on, 1 at the rim.
float glancing(vec3 normal, vec3 direction) {
    float side = 1.0 - abs(dot(normal, direction));
    return side * side * side * side;
}

// Opacity without sorting: a share of the pixels, another one in every sample. Multiples of the
// golden section spread the samples of one pixel evenly.
bool is_stippled_away(float opacity, float seed) {
    if (opacity >= 1.0) return false;
    float pattern = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    return fract(pattern + 0.7548777 * seed + 0.6180340 * sampleIndex) >= opacity;
}

float depth_of(vec3 p) {
    vec2 zw = projectionMatrix[2].zw * p.z + projectionMatrix[3].zw;
    return 0.5 + 0.5 * zw.x / zw.y;
}
`;

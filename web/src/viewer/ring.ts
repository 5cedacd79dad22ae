// SPDX-License-Identifier: BSD-3-Clause

/** Width of the ring around the selected grain, in CSS pixels. */
export const ringPixels = 3.5;

/** Colour at so many pixels outside of the grain. Two tones: one of them shows on any background. */
export const ringGlsl = /* glsl */ `
vec3 ring_color(float outside) {
    return outside < ${(0.6 * ringPixels).toFixed(2)} ? vec3(1.0, 0.195, 0.0103) : vec3(0.02);
}
`;

// SPDX-License-Identifier: BSD-3-Clause
import {
    BufferAttribute,
    BufferGeometry,
    Color,
    DoubleSide,
    EdgesGeometry,
    GLSL3,
    GreaterDepth,
    Group,
    LineSegments,
    Mesh,
    RawShaderMaterial,
    Vector3,
} from "three";
import { toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";
import type { WallMesh } from "./api";
import { placementGlsl, shadingGlsl, shared } from "./shading";
import type { Units } from "./units";

export type WallStyle = "cut" | "glass" | "none";
export const wallStyles: WallStyle[] = ["cut", "glass", "none"];

const creaseDegrees = 28; // sharper edges are drawn as lines, flatter ones look round

const vertexShader = /* glsl */ `
precision highp float;
${placementGlsl}
in vec3 position, normal;
out vec3 place, facing;

void main() {
    place = to_camera(position);
    facing = mat3(viewMatrix) * normal;
    gl_Position = projectionMatrix * vec4(place, 1.0);
}
`;

const fragmentHead = /* glsl */ `
${shadingGlsl}
in vec3 place, facing;
uniform vec3 paint;
out vec4 result;
`;

const solidShader = /* glsl */ `
${fragmentHead}
void main() {
    if (is_cut_away(place)) discard;
    vec3 normal = normalize(facing);
    float bright = light(dot(normal, place) > 0.0 ? -normal : normal);
    result = vec4((0.62 + 0.38 * bright) * paint, 1.0); // a pale room: grains matter more
}
`;

const paneShader = /* glsl */ `
${fragmentHead}
void main() {
    if (is_cut_away(place)) discard;
    float rim = glancing(normalize(facing), normalize(place));
    result = vec4(paint, 0.09 + 0.36 * rim);
}
`;

const edgeShader = /* glsl */ `
${fragmentHead}
void main() {
    if (is_cut_away(place)) discard;
    result = vec4(paint, 0.5);
}
`;

/** Walls in three ways of drawing: the far side only, as glass, and their sharp edges. */
export class Walls {
    /** To be drawn on a depth buffer cleared to 0: keeps the farthest wall of every pixel. */
    readonly farSide = new Group();
    readonly panes = new Group();
    readonly edges = new Group();
    private readonly paint = {
        solid: { value: new Color() },
        pane: { value: new Color() },
        edge: { value: new Color() },
    };

    constructor(walls: WallMesh[], units: Units) {
        const placement = { shift: { value: new Vector3() }, scale: { value: 1 } };
        const material = (fragmentShader: string, paint: { value: Color }) =>
            new RawShaderMaterial({
                glslVersion: GLSL3,
                vertexShader,
                fragmentShader,
                uniforms: { ...shared, ...placement, paint },
                side: DoubleSide,
            });
        const solid = material(solidShader, this.paint.solid);
        solid.depthFunc = GreaterDepth;
        const pane = material(paneShader, this.paint.pane);
        const edge = material(edgeShader, this.paint.edge);
        for (const m of [pane, edge]) {
            m.transparent = true;
            m.depthWrite = false;
        }
        for (const wall of walls) {
            const geometry = geometryOf(wall, units);
            this.farSide.add(new Mesh(geometry, solid));
            this.panes.add(new Mesh(geometry, pane));
            this.edges.add(
                new LineSegments(withNormals(new EdgesGeometry(geometry, creaseDegrees)), edge),
            );
        }
    }

    setDark(isDark: boolean): void {
        const { solid, pane, edge } = this.paint;
        solid.value.set(isDark ? 0x565d66 : 0xeceef1).convertSRGBToLinear();
        pane.value.set(isDark ? 0x9fb0c2 : 0xb4bdc8).convertSRGBToLinear();
        edge.value.set(isDark ? 0xaab4bf : 0x6b7480).convertSRGBToLinear();
    }
}

function geometryOf(wall: WallMesh, units: Units): BufferGeometry {
    const positions = new Float32Array(wall.vertices.length);
    for (let i = 0; i < positions.length; i += 3)
        units.inside(wall.vertices.slice(i, i + 3)).toArray(positions, i);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setIndex(wall.triangles);
    return toCreasedNormals(geometry, (creaseDegrees * Math.PI) / 180);
}

// Lines share the walls' vertex shader, which asks for normals.
function withNormals(edges: EdgesGeometry): EdgesGeometry {
    const count = edges.getAttribute("position").count;
    return edges.setAttribute("normal", new BufferAttribute(new Float32Array(3 * count), 3));
}

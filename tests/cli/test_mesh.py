# SPDX-License-Identifier: BSD-3-Clause
"""A funnel from an STL file in millimetres, with spheres and cubes in it: from the scene to the pictures."""

import math
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest

SIDES = 32
RINGS = ((12, 20), (12, 40), (60, 100), (60, 260))  # radius and height of the funnel's profile, mm

SCENE = """
duration = 0.3
[material.glass]
density = 2500
contact_time = 5e-4
restitution = 0.5
friction = 0.4

[[grains]]
name = "balls"
radius = 0.004
fill = "random"
count = 150
region = { type = "cylinder", base = [0, 0, 0.1], top = [0, 0, 0.25], radius = 0.06 }

[[grains]]
name = "dice"
shape = "cube"
radius = 0.004
fill = "random"
count = 40
region = { type = "cylinder", base = [0, 0, 0.1], top = [0, 0, 0.25], radius = 0.06 }

[[wall]]
name = "floor"
type = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]

[[wall]]
name = "funnel"
type = "mesh"
file = "parts/funnel.stl"
scale = 0.001

[[drive]]
walls = ["funnel"]
type = "oscillation"
amplitude = [0.0005, 0, 0]
frequency = 40
"""


def triangles():
    def at(ring, side):
        radius, height = RINGS[ring]
        angle = 2 * math.pi * (side % SIDES) / SIDES
        return radius * math.cos(angle), radius * math.sin(angle), height

    for ring in range(len(RINGS) - 1):
        for side in range(SIDES):
            a, b, c, d = at(ring, side), at(ring, side + 1), at(ring + 1, side + 1), at(ring + 1, side)
            yield a, b, c
            yield a, c, d


def write_stl(path, facets):
    facets = list(facets)
    data = b" " * 80 + struct.pack("<I", len(facets))
    for facet in facets:
        data += struct.pack("<12fH", 0, 0, 0, *(x for point in facet for x in point), 0)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)


class Mesh(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("funnel.toml", SCENE)
        write_stl(Path("parts/funnel.stl"), triangles())

    def run_funnel(self, folder, steps, *words):
        self.succeeds("run", "funnel.toml", "-o", folder, "--steps", steps, "--no-report", "--quiet", *words)

    def test_check_says_where_it_is_open(self):
        shown = self.succeeds("check", "funnel.toml").stdout
        self.assertIn('wall "funnel": 192 triangles in 96 flat regions', shown)
        self.assertIn('wall "funnel": open along 0.376', shown)  # the mouth, 64 · 60 mm · sin(π/32)
        self.assertIn('wall "funnel": open along 0.0752', shown)
        self.assertIn(", 0.26]", shown)
        torn = list(triangles())
        del torn[2 * SIDES + 6]  # of the cone
        write_stl(Path("parts/funnel.stl"), torn)
        hole = [line for line in self.succeeds("check", "funnel.toml").stdout.splitlines() if "(3 edges)" in line]
        self.assertEqual(len(hole), 1)
        x, y, z = (float(word) for word in hole[0][hole[0].index("[") + 1:-1].split(","))
        self.assertTrue(0.012 < math.hypot(x, y) < 0.06 and 0.04 < z < 0.1, hole)

    def test_the_same_bits_however_it_is_run(self):
        self.run_funnel("whole", 6000, "--threads", 1, "--audit", 500)
        expected = self.succeeds("hash", "whole").stdout
        self.run_funnel("triangulated", 6000, "--threads", 2, "--broad", "triangulation")
        self.assertEqual(self.succeeds("hash", "triangulated").stdout, expected)
        self.run_funnel("part", 3500)
        stored = Path("part/scene_files/parts%2Ffunnel.stl")
        self.assertEqual(stored.read_bytes(), Path("parts/funnel.stl").read_bytes())
        Path("parts/funnel.stl").unlink()  # the run has a copy of its own
        self.succeeds("run", "--resume", "part", "--steps", 6000, "--no-report", "--quiet")
        self.assertEqual(self.succeeds("hash", "part").stdout, expected)
        self.assertIn('wall "funnel": open along', Path("whole/log.txt").read_text())
        stored.write_bytes(stored.read_bytes()[:-50] + b"\0" * 50)
        self.assertNotEqual(program.scree("run", "--resume", "part", "--steps", 7000).returncode, 0)

    def test_pictures_and_exports_show_it(self):
        self.run_funnel("out", 1500)
        self.succeeds("export", "out", "--vtk")
        walls = sorted(Path("out/export").glob("walls*.vtk"))[-1].read_text()
        self.assertIn("POLYGONS 194 776", walls)  # and two of the floor
        self.succeeds("render", "out", "--frame", "last", "--walls", "glass", "--size", "320x240", "--samples", 1,
                      "-o", "a.png")
        self.succeeds("render", "out", "--frame", "last", "--walls", "none", "--size", "320x240", "--samples", 1,
                      "-o", "b.png")
        self.assertNotEqual(Path("a.png").read_bytes(), Path("b.png").read_bytes())


if __name__ == "__main__":
    program.main()

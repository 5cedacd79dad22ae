# SPDX-License-Identifier: BSD-3-Clause
"""What granular matter does in any laboratory: random close packing, the angle of repose."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest, scree

# Three fixed walls and three that press, no gravity, no friction. At 300 Pa the spheres overlap by 4e-4 of
# their diameter, which adds 8e-4 to the density. What is pressed at this speed and loses its energy in
# impacts has no time to crystallize. Walls make layers, so only the core counts.
PRESSED = """
title = "pressed from three sides"
gravity = [0, 0, 0]
duration = 0.3
seed = {seed}
[material.smooth]
density = 2500
contact_time = 2e-4
restitution = 0.5
friction = 0
[[grains]]
radius = 0.001
count = 2000
fill = "random"
region = {{ type = "box", low = [0, 0, 0], high = [0.031, 0.031, 0.031] }}
"""
SIDE = 0.031
CORE = (0.0055, 0.0175)  # of the box, 23.6 mm wide when pressed: three diameters away from the walls


def pressed(seed):
    text = PRESSED.format(seed=seed)
    for k, axis in enumerate("xyz"):
        normal = [0, 0, 0]
        normal[k] = 1
        away = [-n for n in normal]
        text += f"""
[[wall]]
name = "fixed {axis}"
type = "plane"
point = [0, 0, 0]
normal = {normal}
[[wall]]
name = "press {axis}"
type = "plane"
point = [{SIDE}, {SIDE}, {SIDE}]
normal = {away}
[[drive]]
name = "push {axis}"
type = "servo"
walls = ["press {axis}"]
direction = {away}
pressure = 300
area = {0.0236 ** 2}
max_speed = 0.2
"""
    low, high = CORE
    return text + f"""
[[measure]]
name = "core"
type = "density"
region = {{ type = "box", low = [{low}, {low}, {low}], high = [{high}, {high}, {high}] }}
"""


class ClosePacking(ProgramTest):
    def test_pressed_spheres_are_random_close_packed(self):
        import numpy
        densities = []
        for seed in (1, 2):
            self.write("press.toml", pressed(seed))
            self.succeeds("run", "press.toml", "-o", f"press{seed}", "--quiet", "--no-report")
            core = numpy.genfromtxt(f"press{seed}/measures/core.csv", delimiter=",", names=True)
            rows = numpy.genfromtxt(f"press{seed}/measures.csv", delimiter=",", names=True)
            densities.append(core["solid_fraction"][-1])
            print(f"seed {seed}: density of the core {core['solid_fraction'][-1]:.4f}, contacts per grain "
                  f"{rows['coordination'][-1]:.2f}")
            # At rest, and carried: a frictionless packing needs six contacts per sphere that bears.
            self.assertGreater(rows["coordination"][-1], 5)
            self.assertLess(rows["kinetic_J"][-1], 1e-3 * rows["work_J"][-1])
        mean = float(numpy.mean(densities))
        print(f"mean {mean:.4f}")
        self.assertTrue(0.635 <= mean <= 0.645, densities)

    def test_packed_by_geometry_in_a_periodic_box(self):
        """The same without walls, by another method: as dense as `scree pack` gets."""
        reached = []
        for seed in (1, 2):
            done = scree("pack", "--radius", 0.001, "--count", 2000, "--periodic", "--density", 0.66,
                         "--seed", seed, "-o", f"p{seed}.csv", "--json", "--quiet")
            self.assertIn("error: density 0.6600 was not reached", done.stderr)  # no crystal
            reached.append(json.loads(done.stdout)["density"])
        print("scree pack reached", reached)
        for density in reached:
            self.assertTrue(0.635 <= density <= 0.645, reached)


class Repose(ProgramTest):
    def angle(self, friction, rolling):
        """Of a small heap, in degrees: of the straight line through its surface over the distance from
        the axis, between the tip and the rim."""
        import h5py
        import numpy
        name = f"heap-{friction}-{rolling}"
        self.succeeds("new", "heap", f"{name}.toml", "--set", "duration=1.3", "--set", "grains.count=900",
                      "--set", "grains.rate=1000", "--set", "material.sand.contact_time=1e-3", "--set",
                      f"material.sand.friction={friction}", "--set",
                      f"material.sand.rolling_friction={rolling}", "--set", "wall.plate.radius=0.026", "--set",
                      "wall.rim.radius=0.026", "--set",
                      'grains.region={ type = "cylinder", base = [0, 0, 0.05], top = [0, 0, 0.07], radius = 0.008 }')
        self.succeeds("run", f"{name}.toml", "-o", name, "--quiet", "--no-report")
        last = sorted(Path(name, "frames").glob("*.h5"))[-1]
        with h5py.File(last) as f:
            place, radius = f["position"][:], f["radius"][:]
        on_plate = (place[:, 2] > 0) & (numpy.hypot(place[:, 0], place[:, 1]) < 0.026)
        place, radius = place[on_plate], radius[on_plate]
        distance = numpy.hypot(place[:, 0], place[:, 1])
        rings = numpy.linspace(0.004, 0.026, 12)
        middle, top = [], []
        for low, high in zip(rings[:-1], rings[1:]):
            inside = (distance >= low) & (distance < high)
            if inside.sum() < 3:
                continue
            heights = numpy.sort((place[:, 2] + radius)[inside])[-5:]
            middle.append((low + high) / 2)
            top.append(heights.mean())
        slope = numpy.polyfit(middle, top, 1)[0]
        return float(numpy.degrees(numpy.arctan(-slope))), len(place)

    def test_grows_with_friction_and_rolling_resistance(self):
        by_friction = [self.angle(f, 0.1) for f in (0.1, 0.3, 0.8)]
        by_rolling = [self.angle(0.5, r) for r in (0.0, 0.1, 0.4)]
        print("friction 0.1, 0.3, 0.8 (rolling 0.1):", by_friction)
        print("rolling 0, 0.1, 0.4 (friction 0.5):", by_rolling)
        for angles in (by_friction, by_rolling):
            self.assertTrue(all(grains > 50 for _, grains in angles), angles)
            for (low, _), (high, _) in zip(angles, angles[1:]):
                self.assertGreater(high, low + 1)


if __name__ == "__main__":
    program.main()

# SPDX-License-Identifier: BSD-3-Clause
"""Every template of `scree new`, made small: it runs, its ledger closes, no contact is missed, and its
bits depend neither on threads nor on the search nor on stops. Also `scree new --set`."""

import csv
import json
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest

STEPS = 400
MOST_GRAINS = 400  # of a group
THROWN, POURED = [4, 3, -8], [6, 4, -60]  # radii in all steps
# Where grains begin too far from what they are to meet.
NEARER = {"bounce": ["grains.at=[[0, 0, 0.0101]]", "output.measures_every=1e-5"],
          "breaking": ['grains.region={ type = "box", low = [0.03, 0.03, 0.0005], high = [0.27, 0.27, 0.052] }',
                       "grains.velocity=[0, 0, -12]"],
          "dice-packing": ['grains.region={ type = "cylinder", base = [0, 0, 0.001], top = [0, 0, 0.06], radius = 0.065 }'],
          "dice": ['grains.region={ type = "box", low = [-0.029, -0.029, 0.001], high = [0.029, 0.029, 0.06] }'],
          "silo": ['grains.region={ type = "cylinder", base = [0, 0, 0.03], top = [0, 0, 0.08], radius = 0.039 }'],
          "heap": ['grains.region={ type = "cylinder", base = [0, 0, 0.004], top = [0, 0, 0.034], radius = 0.015 }']}


def thrown(way, unit):
    """Not so fast that grains would go right through each other."""
    unit = min(unit, 12 / max(-w for w in way))
    return [round(w * unit, 3) for w in way]


def key(scene, kind, number, name):
    """`grains.small.count`, or `grains.count` where there is only one group."""
    tables = scene[kind]
    if len(tables) == 1:
        return f"{kind}.{name}"
    return f"{kind}.{tables[number].get('name', number + 1)}.{name}"


def radius_of(group):
    """Of the smallest of its grains, or about that of a cluster, m."""
    sizes = [c["radius"] for c in group.get("classes", [group]) if "radius" in c]
    return min(sizes, default=5e-3 if "cluster" in group else 2e-3)


def livelier(name, text, time_step):
    """Values that make a template small, and busy from its first step: fewer grains, all of them thrown so
    that they go some way in STEPS steps, drives and turns at once."""
    scene = tomllib.loads(text)
    values = list(NEARER.get(name, []))
    for n, group in enumerate(scene["grains"]):
        if group.get("count", 0) > MOST_GRAINS:
            values.append(f"{key(scene, 'grains', n, 'count')}={MOST_GRAINS}")
        unit = radius_of(group) / (STEPS * time_step)  # m/s
        if group["fill"] == "pour":
            values.append(f"{key(scene, 'grains', n, 'rate')}={300 / (STEPS * time_step):.0f}")
            values.append(f"{key(scene, 'grains', n, 'velocity')}={thrown(POURED, unit)}")
        elif "velocity" not in group:
            values.append(f"{key(scene, 'grains', n, 'velocity')}={thrown(THROWN, unit)}")
    for kind in ("drive", "gravity_turn"):
        for n, table in enumerate(scene.get(kind, [])):
            if table.get("from", 0) > 0 and (kind == "drive" or n == 0):
                values.append(f"{key(scene, kind, n, 'from')}=0")
    return [word for value in values for word in ("--set", value)]


class Templates(ProgramTest):
    def names(self):
        return [t["name"] for t in json.loads(self.succeeds("new", "--list", "--json").stdout)]

    def run_to_end(self, scene, folder, *words):
        """The result of a run of STEPS steps."""
        return json.loads(self.succeeds("run", scene, "-o", folder, "--steps", STEPS, "--json", "--quiet",
                                        "--no-report", *words).stdout)

    def check_template(self, name):
        self.succeeds("new", name)
        plan = json.loads(self.succeeds("check", f"{name}.toml", "--json").stdout)  # as it is
        text = Path(f"{name}.toml").read_text()
        scene = f"small-{name}.toml"
        self.succeeds("new", name, scene, *livelier(name, text, plan["time_step_s"]))
        one = self.run_to_end(scene, f"{name}-1", "--threads", 1, "--broad", "grid", "--audit", 40)
        self.assertLess(abs(one["largest_relative_residual"]), 2e-3)
        self.assertEqual(one["audit_missed"], 0)
        two = self.run_to_end(scene, f"{name}-2", "--threads", 2, "--broad", "all-pairs")
        self.assertEqual(two["state_hash"], one["state_hash"])
        # Another search, a stop half-way, and another number of threads from there on.
        folder = f"{name}-3"
        self.succeeds("run", scene, "-o", folder, "--steps", STEPS // 2, "--threads", 2, "--broad",
                      "triangulation", "--quiet", "--no-report")
        three = json.loads(self.succeeds("run", "--resume", folder, "--steps", STEPS, "--threads", 1,
                                         "--json", "--quiet", "--no-report").stdout)
        self.assertEqual(three["steps"], STEPS)
        self.assertEqual(three["state_hash"], one["state_hash"])
        with open(f"{name}-1/measures.csv", newline="") as rows:
            return max(int(row["contacts"]) for row in csv.DictReader(rows))

    def test_every_template(self):
        names = self.names()
        self.assertGreaterEqual(len(names), 38)
        for name in names:
            with self.subTest(name):
                contacts = self.check_template(name)
                # Not vacuous: grains have met (bounce and slope have a single one).
                self.assertGreaterEqual(contacts, 1 if name in ("bounce", "slope") else 5)


class Values(ProgramTest):
    def made(self, *words):
        Path("x.toml").unlink(missing_ok=True)
        self.succeeds("new", *words[:1], "x.toml", *words[1:])
        return tomllib.loads(Path("x.toml").read_text())

    def test_values_are_set(self):
        before = self.made("one1")
        after = self.made("one1", "--set", "duration=1", "--set", "drive.frequency = 7", "--set",
                          "grains.small.count=12", "--set", "grains.2.count=34", "--set", "seed=5",
                          "--set", "material.steel.friction=0.7")
        expected = dict(before, duration=1, seed=5)
        expected["drive"] = [dict(before["drive"][0], frequency=7)]
        expected["grains"] = [dict(g) for g in before["grains"]]
        expected["grains"][1]["count"], expected["grains"][2]["count"] = 34, 12
        expected["material"] = {"steel": dict(before["material"]["steel"], friction=0.7)}
        self.assertEqual(after, expected)
        text = Path("x.toml").read_text()
        self.assertIn("restitution = 0.5477        # of the speed", text)  # comments stay

    def test_a_list_over_several_lines(self):
        after = self.made("hourglass", "--set",
                          'wall=[{type="plane", point=[0,0,-1], normal=[0,0,1]}]')
        self.assertEqual(len(after["wall"]), 1)
        self.assertEqual(after["plane"][0]["name"], "neck")

    def test_mistakes(self):
        self.fails('error: --set: must be KEY=VALUE, got "duration"', "new", "box", "--set", "duration")
        self.fails('error: --set: grian.count: there is no table "grian"; the scene has material.ideal, grains, '
                   'wall', "new", "box", "--set", "grian.count=3")
        self.fails("error: --set: grains.count: which one; the scene has grains.large, grains.medium, "
                   "grains.small", "new", "one1", "--set", "grains.count=3")
        self.fails("error: --set: wall.lid.radius: there is none of that name; the scene has wall.tube, wall.floor",
                   "new", "one1", "--set", "wall.lid.radius=3")
        self.fails('error: box.toml:17: grains.coun: unknown key for fill "random"; did you mean "count"?',
                   "new", "box", "--set", "grains.coun=3")
        self.assertFalse(Path("box.toml").exists())


if __name__ == "__main__":
    program.main()

# SPDX-License-Identifier: BSD-3-Clause
"""Every template of `scree new`, made small: it runs, its ledger closes, no contact is missed, and its
bits depend neither on threads nor on the search nor on stops. Also `scree new --set`."""

import json
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest

STEPS = 400
MOST_GRAINS = 400  # of a group


def key(scene, kind, number, name):
    """`grains.small.count`, or `grains.count` where there is only one group."""
    tables = scene[kind]
    if len(tables) == 1:
        return f"{kind}.{name}"
    return f"{kind}.{tables[number].get('name', number + 1)}.{name}"


def livelier(text):
    """Values that make a template small, and busy from its first step: fewer grains, all of them thrown,
    drives and turns at once."""
    scene = tomllib.loads(text)
    values = []
    for n, group in enumerate(scene["grains"]):
        if group.get("count", 0) > MOST_GRAINS:
            values.append(f"{key(scene, 'grains', n, 'count')}={MOST_GRAINS}")
        if group["fill"] == "pour":
            values.append(f"{key(scene, 'grains', n, 'rate')}=100000")
            values.append(f"{key(scene, 'grains', n, 'velocity')}=[3, 2, -5]")
        elif "velocity" not in group:
            values.append(f"{key(scene, 'grains', n, 'velocity')}=[0.4, 0.3, -0.8]")
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
        self.succeeds("check", f"{name}.toml")  # as it is
        text = Path(f"{name}.toml").read_text()
        scene = f"small-{name}.toml"
        self.succeeds("new", name, scene, *livelier(text))
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
        return one["audit_touching"]

    def test_every_template(self):
        names = self.names()
        self.assertGreaterEqual(len(names), 38)
        quiet = []
        for name in names:
            with self.subTest(name):
                if self.check_template(name) == 0:
                    quiet.append(name)
        # Not vacuous: all but a single ball and what is still falling on a plate have touched.
        self.assertLessEqual(set(quiet), {"bounce", "heap"})


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

# SPDX-License-Identifier: BSD-3-Clause
"""scree pack: no overlap, the density asked for, files that fit together, and what it refuses."""

import csv
import json
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest, scree

CURVE = "size,passing\n1,0\n2,35\n4,100\n"


def grains_of(file):
    """Rows of the table as (x, y, z, radius, class)."""
    lines = [line for line in Path(file).read_text().splitlines() if not line.startswith("#")]
    return [(*(float(row[k]) for k in ("x", "y", "z", "radius")), int(row["class"]))
            for row in csv.DictReader(lines)]


class Packings(ProgramTest):
    def pack(self, *words, code=0):
        done = scree("pack", *words, "--json")
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return json.loads(done.stdout)

    def check_grains(self, grains, size, periodic=False):
        """All pairs, and for a box its walls."""
        for i, (x, y, z, r, _) in enumerate(grains):
            if not periodic:
                for place, side in zip((x, y, z), size):
                    self.assertGreaterEqual(place - r, 0)
                    self.assertLessEqual(place + r, side)
            for a, b, c, s, _ in grains[:i]:
                d = [x - a, y - b, z - c]
                if periodic:
                    d = [k - side * round(k / side) for k, side in zip(d, size)]
                self.assertGreater(math.hypot(*d), r + s)

    def test_box_by_a_sieve_curve(self):
        self.write("curve.csv", CURVE)
        answer = self.pack("--psd", "curve.csv", "--unit", "mm", "--count", 600, "--density", 0.6)
        grains = grains_of("packing.csv")
        self.assertEqual(len(grains), 600)
        self.assertTrue(answer["reached"])
        self.assertEqual(answer["largest_overlap_m"], 0)
        self.check_grains(grains, answer["container_m"])
        solid = sum(4 / 3 * math.pi * g[3] ** 3 for g in grains)
        self.assertAlmostEqual(solid / math.prod(answer["container_m"]), 0.6, 9)
        # By mass 35 % pass the sieve of 2 mm; the largest of 600 grains weigh a percent or so.
        fine = sum(g[3] ** 3 for g in grains if g[3] < 1e-3) / sum(g[3] ** 3 for g in grains)
        self.assertAlmostEqual(fine, 0.35, delta=0.02)
        self.assertEqual({g[4] for g in grains}, {0, 1})

    def test_number_if_none_is_given(self):
        self.write("curve.csv", CURVE)
        self.pack("--psd", "curve.csv", "--unit", "mm", "--density", 0.3)
        self.assertEqual(len(grains_of("packing.csv")), 10000)

    def test_periodic_box(self):
        answer = self.pack("--radius", 0.001, "--count", 500, "--density", 0.6, "--periodic")
        self.check_grains(grains_of("packing.csv"), answer["container_m"], periodic=True)

    def test_the_container_says_how_many(self):
        answer = self.pack("--radius", 0.001, "--cylinder", "0.008,0.02", "--density", 0.5)
        volume = math.pi * 0.008 ** 2 * 0.02
        self.assertEqual(answer["grains"], round(0.5 * volume / (4 / 3 * math.pi * 1e-9)))
        self.assertEqual(answer["container_m"], [0.016, 0.016, 0.02])

    def test_same_for_any_number_of_threads(self):
        tables = []
        for threads, seed in ((1, 4), (2, 4), (1, 5)):
            self.pack("--lognormal", "0.001,0.3", "--count", 300, "--density", 0.55, "--threads",
                      threads, "--seed", seed)
            tables.append(grains_of("packing.csv"))
        self.assertEqual(tables[0], tables[1])
        self.assertNotEqual(tables[0], tables[2])

    def test_a_density_out_of_reach(self):
        done = scree("pack", "--radius", 0.001, "--count", 200, "--density", 0.72, "--periodic")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr, r"^error: density 0\.7200 was not reached; packing\.csv holds "
                                      r"a packing of density 0\.6\d+, in a periodic box of ")
        self.assertEqual(len(grains_of("packing.csv")), 200)

    def test_scene_and_picture(self):
        for name, container in (("box", ["--box", "1,1,2"]), ("tube", ["--cylinder", "1,4"])):
            (self.folder / name).mkdir()
            self.pack("--uniform", "0.001,0.002", "--count", 200, "--density", 0.55, *container,
                      "-o", f"{name}/grains.csv", "--scene", f"{name}.toml",
                      "--picture", f"{name}.png")
            self.assertIn(f'file = "{name}/grains.csv"', Path(f"{name}.toml").read_text())
            self.assertEqual(Path(f"{name}.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
            check = json.loads(self.succeeds("check", f"{name}.toml", "--json").stdout)
            self.assertEqual(check["grains"], 200)

    def test_a_run_needs_the_table_no_more(self):
        (self.folder / "data").mkdir()
        self.pack("--radius", 0.001, "--count", 100, "--density", 0.5, "-o", "data/grains.csv",
                  "--scene", "bed.toml")
        self.succeeds("run", "bed.toml", "-o", "whole", "--steps", 400, "--no-report", "--quiet")
        self.succeeds("run", "bed.toml", "-o", "part", "--steps", 200, "--no-report", "--quiet")
        (self.folder / "data/grains.csv").unlink()
        self.fails("error: bed.toml:13: grains.file: data/grains.csv: no such file", "check",
                   "bed.toml")
        self.succeeds("run", "--resume", "part", "--steps", 400, "--no-report", "--quiet")
        self.assertEqual(self.succeeds("hash", "part").stdout, self.succeeds("hash", "whole").stdout)
        copy = self.folder / "part/scene_files/data%2Fgrains.csv"
        copy.write_text(copy.read_text().replace("# scree", "# not scree"))
        self.fails("error: part/checkpoint.h5: belongs to another scene than part/scene.toml", "run",
                   "--resume", "part", "--quiet")


class Refusals(ProgramTest):
    def refuses(self, message, *words):
        self.fails("error: " + message, "pack", *words)
        self.assertFalse((self.folder / "packing.csv").exists())

    def test_sizes(self):
        one_of = ("pack: give the sizes by one of --radius, --psd, --uniform, --normal, "
                  "--lognormal and --weibull")
        self.refuses(one_of, "--count", 10)
        self.refuses(one_of, "--count", 10, "--radius", 1, "--uniform", "1,2")
        self.refuses("--radius: must be > 0, got -1", "--radius=-1", "--count", 10)
        self.refuses('--uniform: must be MIN,MAX, all > 0, got "1"', "--uniform", "1", "--count", 10)
        self.refuses('--lognormal: must be MEDIAN,SIGMA[,MIN,MAX], all > 0, got "1,2,3"',
                     "--lognormal", "1,2,3", "--count", 10)
        self.refuses('--normal: must be MEAN,DEVIATION[,MIN,MAX], all > 0, got "1,x"', "--normal",
                     "1,x", "--count", 10)
        self.refuses("--normal: needs min: without it the law reaches down to -2.09",
                     "--normal", "1,1", "--count", 10)
        self.refuses("--uniform: max must be greater than min 2, got 1", "--uniform", "2,1",
                     "--count", 10)
        self.refuses('--by: must be number or mass, got "weight"', "--uniform", "1,2", "--by",
                     "weight", "--count", 10)

    def test_sieve_curves(self):
        self.refuses("--psd: none.csv: no such file", "--psd", "none.csv", "--count", 10)
        self.write("down.csv", "size,passing\n1,0\n2,0.6\n3,0.5\n4,1\n")
        self.refuses("down.csv:4: passing: must not decrease with the size, got 0.5 after 0.6",
                     "--psd", "down.csv", "--count", 10)
        self.write("text.csv", "size,passing\n1,0\ntwo,1\n")
        self.refuses('text.csv:3: size: must be a number, got "two"', "--psd", "text.csv", "--count",
                     10)
        self.write("good.csv", CURVE)
        self.refuses('--unit: must be m or mm, got "inch"', "--psd", "good.csv", "--unit", "inch",
                     "--count", 10)

    def test_numbers(self):
        self.refuses("--density: must be > 0 and < 0.74, got 0.74", "--radius", 1, "--count", 10,
                     "--density", 0.74)
        self.refuses("--count: must be 1 to 20000000, got 0", "--radius", 1, "--count", 0)
        self.refuses("--seed: must be >= 0, got -1", "--radius", 1, "--count", 9, "--seed=-1")

    def test_containers(self):
        self.refuses('--box: must be X,Y,Z, all > 0, got "1,2"', "--radius", 1, "--box", "1,2")
        self.refuses("--cylinder: give a cylinder or a box, not both; only boxes are periodic",
                     "--radius", 1, "--cylinder", "9,9", "--periodic")
        self.refuses("pack: grains of diameter 2 m do not fit into a box of 1 x 9 x 9 m; take more or "
                     "smaller grains", "--radius", 1, "--box", "1,9,9")
        self.refuses("pack: grains of diameter 4 m do not fit into a periodic box of 7 x 9 x 9 m, "
                     "whose sides must be two diameters; take more or smaller grains", "--uniform",
                     "1,2", "--box", "7,9,9", "--periodic")


if __name__ == "__main__":
    program.main()

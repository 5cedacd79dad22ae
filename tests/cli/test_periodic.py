# SPDX-License-Identifier: BSD-3-Clause
"""Periodic scenes from the shell: the same bits however they are run, figures and files that know the period."""

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest


def last_row(folder):
    with open(Path(folder) / "measures.csv", newline="") as file:
        return list(csv.DictReader(file))[-1]


class Periodic(ProgramTest):
    def run_chute(self, folder, steps, *words):
        self.succeeds("run", "chute.toml", "-o", folder, "--steps", steps, "--no-report", "--quiet",
                      *words)

    def test_chute(self):
        self.succeeds("new", "chute")
        self.run_chute("whole", 3000, "--threads", 1, "--audit", 500)
        expected = self.succeeds("hash", "whole").stdout
        self.run_chute("triangulated", 3000, "--threads", 2, "--broad", "triangulation")
        self.assertEqual(self.succeeds("hash", "triangulated").stdout, expected)
        self.run_chute("part", 1700)
        self.succeeds("run", "--resume", "part", "--steps", 3000, "--no-report", "--quiet")
        self.assertEqual(self.succeeds("hash", "part").stdout, expected)
        row = last_row("whole")
        self.assertLess(abs(float(row["relative_residual"])), 1e-3)
        self.assertEqual(int(row["grains"]), 1500)
        self.assertEqual(last_row("part")["gate_grains"], row["gate_grains"])
        print(f"work {row['work_J']} J, {row['gate_grains']} grains through the gate")

    def test_files_know_the_period(self):
        self.succeeds("new", "chute")
        self.run_chute("out", 200)
        self.succeeds("export", "out", "--vtk", "--csv")
        with open(sorted(Path("out/export").glob("grains_*.csv"))[-1], newline="") as file:
            grains = list(csv.DictReader(file))
        for axis, end in (("x_m", 0.04), ("y_m", 0.02)):
            places = [float(g[axis]) for g in grains]
            self.assertTrue(0 <= min(places) and max(places) < end)
            self.assertLess(min(places), 0.0005)  # grains stick out
        self.succeeds("render", "out", "--frame", "last", "--chains", "--size", "320x240", "--samples", 1, "-o",
                      "chains.png")

    def test_a_periodic_packing_runs(self):
        self.succeeds("pack", "--radius", 0.001, "--count", 300, "--density", 0.6, "--periodic", "--scene",
                      "packing.toml")
        self.succeeds("run", "packing.toml", "-o", "out", "--steps", 1000, "--no-report", "--quiet",
                      "--audit", 100)
        row = last_row("out")
        self.assertEqual(int(row["grains"]), 300)
        self.assertAlmostEqual(float(row["density"]), 0.6, places=6)


if __name__ == "__main__":
    program.main()

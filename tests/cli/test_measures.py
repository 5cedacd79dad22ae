# SPDX-License-Identifier: BSD-3-Clause
"""[[measure]]: the files of a run, that they survive kills and resumes, and never change the run."""

import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest, scree, small_bed

MEASURES = """
[[measure]]
name = "layers"
type = "layers"
thickness = 0.005
[[measure]]
name = "core"
type = "density"
average = 0.01
region = { type = "box", low = [0.005, 0.005, 0], high = [0.015, 0.015, 0.01] }
[[measure]]
name = "touching"
type = "coordination"
[[measure]]
name = "stress"
type = "stress"
average = 0.02
[[measure]]
name = "walls"
type = "walls"
[[measure]]
name = "gate"
type = "flow"
plane = "middle"
[[measure]]
name = "hole"
type = "flow"
point = [0.01, 0.01, 0.01]
normal = [0, 0, -1]
radius = 0.004
[[measure]]
name = "speeds"
type = "velocity"
every = 0.001
[[measure]]
name = "list"
type = "contacts"
every = 0.05
[[measure]]
name = "pairs"
type = "rdf"
every = 0.05
radius = 0.004
bins = 20
region = { type = "box", low = [0, 0, 0], high = [0.02, 0.02, 0.02] }
"""


def last_hash(folder):
    return scree("hash", folder).stdout.strip()


def tables(folder):
    return {p.name: p.read_text() for p in sorted(Path(folder, "measures").glob("*.csv"))}


class Measures(ProgramTest):
    def read(self, name, folder="out"):
        import numpy
        return numpy.genfromtxt(Path(folder, "measures", name + ".csv"), delimiter=",", names=True)

    def test_figures(self):
        import h5py
        import numpy
        self.write("bed.toml", small_bed() + MEASURES)
        self.write("plain.toml", small_bed())
        self.succeeds("run", "bed.toml", "-o", "out", "--quiet")
        self.succeeds("run", "plain.toml", "-o", "plain", "--quiet")
        self.assertEqual(last_hash("out"), last_hash("plain"))
        self.assertEqual(Path("out/measures.csv").read_text(), Path("plain/measures.csv").read_text())
        self.assertFalse(Path("plain/measures").exists() or Path("plain/measures.h5").exists())
        run = numpy.genfromtxt("out/measures.csv", delimiter=",", names=True)
        touching, gate, layers, stress = map(self.read, ("touching", "gate", "layers", "stress"))
        # Every third row of the run, and the last.
        at = sorted({*range(0, len(run), 3), len(run) - 1})
        whole_run, run = run, run[at]
        numpy.testing.assert_array_equal(touching["step"], run["step"])
        numpy.testing.assert_allclose(touching["coordination"], run["coordination"], rtol=1e-12)
        # The old way of counting, by who is beyond, and the new one agree; the hole is part of it.
        numpy.testing.assert_array_equal(gate["grains"], run["middle_grains"])
        numpy.testing.assert_allclose(gate["mass_kg"], run["middle_mass_kg"], atol=1e-15)
        hole = self.read("hole")
        self.assertGreater(hole["grains"][-1], 0)
        self.assertLess(hole["grains"][-1], gate["grains"][-1])
        # All layers hold all grains, up to what reaches into the walls.
        names = [n for n in layers.dtype.names if n.startswith("solid")]
        self.assertEqual(len(names), 12)
        solid = sum(layers[n] for n in names) * 0.02 * 0.02 * 0.005
        with h5py.File(sorted(Path("out/frames").glob("*.h5"))[-1]) as f:
            radius = f["radius"][:]
            mass = f["mass"][:].sum()
            contacts = len(f["contact/overlap"])
        whole = (4 / 3 * numpy.pi * radius**3).sum()
        numpy.testing.assert_allclose(solid, whole, rtol=0.02)
        self.assertTrue((solid <= whole * (1 + 1e-12)).all())
        # What fell has been stopped by the floor, and the last grains still fall.
        push = -self.read("walls")["box_fz_N"].mean() / (mass * 9.81)
        self.assertTrue(0.5 < push < 1.2, push)
        self.assertGreater(stress["pressure_Pa"][-1], 0)
        self.assertEqual((self.read("list")["step"] == run["step"][-1]).sum(), contacts)
        # The mean of the rows of the last 0.02 s.
        late = stress["time_s"] > stress["time_s"][-1] - 0.02 * (1 - 1e-9)
        self.assertAlmostEqual(stress["pressure_Pa"][late].mean() / stress["pressure_Pa_mean"][-1], 1)
        speeds = self.read("speeds")
        self.assertIn(len(speeds), (101, 102))
        with h5py.File("out/measures.h5") as f:
            self.assertEqual(set(f), {"run", "layers", "core", "touching", "stress", "walls", "gate",
                                      "hole", "speeds", "list", "pairs"})
            numpy.testing.assert_array_equal(f["speeds/rms_speed_m_s"][:], speeds["rms_speed_m_s"])
            numpy.testing.assert_array_equal(f["run/step"][:], whole_run["step"])
            self.assertEqual(len(f["layers/edges_m"]), 13)
        report = Path("out/report.html").read_text()
        for name in ("layers", "core", "stress", "walls", "gate", "speeds", "pairs"):
            self.assertIn(f"measures/{name}.csv", report)

    def test_threads_and_search(self):
        self.write("bed.toml", small_bed() + MEASURES)
        self.succeeds("run", "bed.toml", "-o", "one", "--quiet", "--threads", 1, "--broad", "grid")
        self.succeeds("run", "bed.toml", "-o", "two", "--quiet", "--threads", 2, "--broad", "all-pairs")
        self.assertEqual(tables("one"), tables("two"))

    def test_killed_and_resumed(self):
        """SIGKILL several times; the tables end as those of an undisturbed run."""
        self.write("bed.toml", small_bed(duration=0.2) + MEASURES)
        begin = time.monotonic()
        self.succeeds("run", "bed.toml", "-o", "calm", "--quiet", "--threads", 1)
        length = time.monotonic() - begin
        words = ["bed.toml", "-o", "killed"]
        kills = 0
        for attempt in range(12):
            run = subprocess.Popen([program.PROGRAM, "run", *words, "--quiet", "--checkpoint", "0.02",
                                    "--threads", "1"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if attempt < 8:
                time.sleep(0.05 + length * (attempt + 1) / 30)
            else:
                run.wait()
            if run.poll() is None:
                run.send_signal(signal.SIGKILL)
                kills += 1
            run.communicate()
            if Path("killed/scene.toml").exists():
                words = ["--resume", "killed"]
            if run.returncode == 0:
                break
        self.assertGreater(kills, 2)
        self.assertEqual(last_hash("killed"), last_hash("calm"))
        self.assertEqual(tables("killed"), tables("calm"))
        import h5py
        with h5py.File("killed/measures.h5") as a, h5py.File("calm/measures.h5") as b:
            for group in b:
                for name in b[group]:
                    self.assertEqual(a[group][name][:].tobytes(), b[group][name][:].tobytes())

    def test_extended(self):
        self.write("bed.toml", small_bed() + MEASURES)
        self.succeeds("run", "bed.toml", "-o", "short", "--steps", "503", "--quiet")
        self.succeeds("run", "--resume", "short", "--steps", "1200", "--quiet")
        # Intervals are those of the first call: compare with what keeps them.
        self.write("same.toml", small_bed() + MEASURES)
        hashes = {last_hash("short")}
        self.succeeds("run", "same.toml", "-o", "long", "--steps", "1200", "--quiet")
        hashes.add(last_hash("long"))
        self.assertEqual(len(hashes), 1)
        self.assertEqual(tables("short")["speeds.csv"], tables("long")["speeds.csv"])
        self.assertEqual(tables("short")["list.csv"], tables("long")["list.csv"])


if __name__ == "__main__":
    program.main()

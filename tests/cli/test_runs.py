# SPDX-License-Identifier: BSD-3-Clause
"""Whole runs: the folder they leave, and that nothing outside the physics changes their state."""

import json
import random
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest, scree, small_bed


def last_hash(folder):
    return scree("hash", folder).stdout.strip()


class Determinism(ProgramTest):
    def test_threads_and_search(self):
        self.write("bed.toml", small_bed())
        hashes = set()
        for threads in (1, 2, 3, 4):
            for broad in ("grid", "all-pairs", "sweep", "triangulation"):
                name = f"{broad}{threads}"
                self.succeeds("run", "bed.toml", "-o", name, "--threads", threads, "--broad", broad, "--quiet")
                hashes.add(last_hash(name))
        self.assertEqual(len(hashes), 1, hashes)
        self.assertRegex(hashes.pop(), r"^[0-9a-f]{16}$")

    def test_killed_at_random_moments(self):
        """SIGKILL twenty times; each time the folder must be readable and the run go on."""
        self.write("bed.toml", small_bed(count=400, duration=0.4))
        begin = time.monotonic()
        self.succeeds("run", "bed.toml", "-o", "calm", "--quiet", "--threads", 1)
        length = time.monotonic() - begin
        seed = 20
        print(f"seed {seed}, undisturbed run {length:.1f} s")
        chance = random.Random(seed)
        kills = 0
        for attempt in range(200):
            words = ["--resume", "killed"] if Path("killed/scene.toml").exists() else \
                    ["bed.toml", "-o", "killed"]
            if not Path("killed/scene.toml").exists() and Path("killed").exists():
                import shutil
                shutil.rmtree("killed")
            run = subprocess.Popen([program.PROGRAM, "run", *words, "--quiet", "--checkpoint", "0.02",
                                    "--threads", str(chance.choice((1, 2)))],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if kills < 20:
                time.sleep(chance.uniform(0.01, length / 12))
            else:
                run.wait()
            if run.poll() is None:
                run.send_signal(signal.SIGKILL)
                run.wait()
                kills += 1
                self.check_readable("killed")
                continue
            self.assertEqual(run.returncode, 0, run.stderr.read())
            if kills >= 20:
                break
            # It finished before the twentieth kill: once more from the start.
            import shutil
            self.assertEqual(last_hash("killed"), last_hash("calm"))
            shutil.rmtree("killed")
        self.assertEqual(kills, 20)
        self.assertEqual(last_hash("killed"), last_hash("calm"))
        self.assertEqual(Path("killed/measures.csv").read_text(), Path("calm/measures.csv").read_text())
        self.assertEqual(sorted(p.name for p in Path("killed/frames").glob("*.h5")),
                         sorted(p.name for p in Path("calm/frames").glob("*.h5")))

    def check_readable(self, folder):
        import h5py
        for file in Path(folder).rglob("*.h5"):
            with h5py.File(file) as f:
                self.assertIn("format", f.attrs)
        if Path(folder, "frames.xdmf").exists():
            xml.etree.ElementTree.parse(Path(folder, "frames.xdmf"))
        if Path(folder, "measures.csv").exists():
            rows = Path(folder, "measures.csv").read_text().splitlines()
            self.assertEqual({row.count(",") for row in rows}, {15})

    def test_interrupt_and_resume(self):
        self.write("bed.toml", small_bed(duration=0.4))
        calm = json.loads(self.succeeds("run", "bed.toml", "-o", "calm", "--json").stdout)
        for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            folder = f"stopped{code}"
            run = subprocess.Popen([program.PROGRAM, "run", "bed.toml", "-o", folder, "--quiet"],
                                   stdout=subprocess.PIPE, text=True)
            while not Path(folder, "checkpoint.h5").exists():
                time.sleep(0.01)
            time.sleep(0.1)
            run.send_signal(sent)
            out, _ = run.communicate(timeout=60)
            self.assertEqual(run.returncode, code, out)
            self.assertIn(f"go on with scree run --resume {folder}", out)
            resumed = json.loads(self.succeeds("run", "--resume", folder, "--json").stdout)
            self.assertEqual(last_hash(folder), last_hash("calm"))
            for figure in ("state_hash", "largest_relative_residual"):
                self.assertEqual(resumed[figure], calm[figure])

    def test_a_signal_while_the_scene_is_read_ends_at_once(self):
        shapes = '[[shape]]\nname = "it"\ntype = "grain"\nvertices = 1000\nvariants = 10000\n'
        self.write("slow.toml", small_bed() + shapes)
        run = subprocess.Popen([program.PROGRAM, "run", "slow.toml", "-o", "slow"])
        time.sleep(0.5)
        self.assertIsNone(run.poll())
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=10), -signal.SIGINT)
        self.assertFalse(Path("slow").exists())

    def test_resume_of_a_finished_run_is_quick_and_may_be_extended(self):
        self.write("bed.toml", small_bed())
        self.succeeds("run", "bed.toml", "-o", "short", "--steps", "500", "--quiet")
        done = self.succeeds("run", "--resume", "short")
        self.assertIn("this run was finished already, at step 500", done.stdout)
        self.succeeds("run", "--resume", "short", "--steps", "1200", "--quiet")
        self.succeeds("run", "bed.toml", "-o", "long", "--steps", "1200", "--quiet")
        self.assertEqual(last_hash("short"), last_hash("long"))


class RunFolder(ProgramTest):
    def test_contents(self):
        import h5py
        import numpy
        self.write("bed.toml", small_bed())
        done = self.succeeds("run", "bed.toml", "-o", "out", "--audit", "100")
        self.assertRegex(done.stdout, r"audit +0 missed of [1-9]\d+\n")
        self.assertEqual(Path("out/scene.toml").read_text(), Path("bed.toml").read_text())
        rows = numpy.genfromtxt("out/measures.csv", delimiter=",", names=True)
        self.assertGreater(len(rows), 500)
        self.assertEqual(set(rows["grains"]), {300})
        self.assertLess(numpy.abs(rows["relative_residual"]).max(), 1e-3)
        # The ledger's own sum, from the columns.
        total = sum(rows[name] for name in ("kinetic_J", "potential_J", "stored_J", "lost_damping_J",
                                            "lost_friction_J"))
        numpy.testing.assert_allclose(total - total[0], rows["residual_J"] - rows["residual_J"][0],
                                      atol=1e-12)
        self.assertGreater(rows["middle_grains"][-1], 0)
        frames = sorted(Path("out/frames").glob("*.h5"))
        self.assertIn(len(frames), (61, 62))
        with h5py.File(frames[-1]) as f:
            self.assertEqual(f["position"].shape, (300, 3))
            self.assertGreater(len(f["contact/overlap"]), 100)
            touches = numpy.zeros(300, int)
            for a, b in f["contact/pair"]:
                touches[a] += 1
                if b >= 0:
                    touches[b] += 1
            numpy.testing.assert_array_equal(touches, f["contacts"][:])
            self.assertAlmostEqual(touches.mean(), rows["coordination"][-1])
        grids = xml.etree.ElementTree.parse("out/frames.xdmf").findall(".//Grid[@GridType='Uniform']")
        self.assertEqual(len(grids), len(frames))
        for grid in grids:
            name, path = grid.find(".//Geometry/DataItem").text.split(":")
            with h5py.File(Path("out") / name) as f:
                self.assertIn(path, f)
        result = json.loads(Path("out/result.json").read_text())
        self.assertEqual(result["state_hash"], last_hash("out"))

    def test_json_everywhere(self):
        self.write("bed.toml", small_bed())
        check = json.loads(self.succeeds("check", "bed.toml", "--json").stdout)
        self.assertEqual(check["grains"], 300)
        self.assertAlmostEqual(check["time_step_s"] * 50, 1e-3, delta=1e-4)
        run = json.loads(self.succeeds("run", "bed.toml", "-o", "out", "--steps", "20", "--json").stdout)
        self.assertEqual(run["steps"], 20)
        self.assertEqual(json.loads(self.succeeds("hash", "out", "--json").stdout)["state_hash"],
                         run["state_hash"])
        explain = json.loads(self.succeeds("explain", "bed.toml", "glass", "glass", "--json").stdout)
        self.assertEqual(explain["restitution"], 0.5)
        self.assertAlmostEqual(explain["contact_time_s"], 1e-3)
        names = [t["name"] for t in json.loads(self.succeeds("new", "--list", "--json").stdout)]
        self.assertIn("hourglass", names)

    def test_export(self):
        import numpy
        self.write("bed.toml", small_bed())
        self.succeeds("run", "bed.toml", "-o", "out", "--quiet")
        self.succeeds("export", "out", "--vtk", "--csv")
        table = numpy.genfromtxt(next(Path("out/export").glob("grains_*.csv")), delimiter=",", names=True)
        self.assertEqual(len(table), 300)
        vtk = next(Path("out/export").glob("grains_*.vtk")).read_text()
        self.assertIn("POINTS 300 double", vtk)
        self.assertIn("VECTORS velocity double", vtk)
        points = re.search(r"POINTS 300 double\n((?:.*\n){300})", vtk).group(1)
        numpy.testing.assert_array_equal(numpy.fromstring(points, sep=" ").reshape(300, 3)[:, 0],
                                         table["x_m"])

    def test_templates_start(self):
        names = [line.split()[0] for line in self.succeeds("new", "--list").stdout.splitlines()]
        self.assertGreaterEqual(len(names), 6)
        for name in names:
            self.succeeds("new", name)
            self.succeeds("run", f"{name}.toml", "-o", f"out-{name}", "--steps", "50", "--quiet")

    def test_until_settled(self):
        self.write("bed.toml", small_bed().replace("duration = 0.1", 'until = "settled"'))
        done = self.succeeds("run", "bed.toml", "-o", "out", "--quiet")
        self.assertIn("settled at step", done.stdout)


if __name__ == "__main__":
    program.main()

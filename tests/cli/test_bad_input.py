# SPDX-License-Identifier: BSD-3-Clause
"""What the program says when it is used wrongly: exact words, exit codes, nothing left behind."""

import os
import shutil
import subprocess
import sys
import unittest
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest, scree, small_bed


SEAL_SIZE = 22  # of the checksum behind each HDF5 file


def seal(path, body):
    """Writes a file with a checksum that fits, as the program would."""
    Path(path).write_bytes(body + b"\nscree crc32 %08x\n" % zlib.crc32(body))


# An elastic ball thrown at a floor.
BALL = """duration = 0.1
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 1
friction = 0
[[grains]]
radius = 0.005
fill = "placed"
at = [[0, 0, 0.02]]
velocity = [0, 0, -1]
[[wall]]
name = "floor"
type = "plane"
point = [0, 0, 0]
normal = [0, 0, 1]
"""


class BadInput(ProgramTest):
    def test_missing_file(self):
        self.fails("error: nothing.toml: cannot read: No such file or directory", "run", "nothing.toml")
        self.assertFalse(Path("out").exists())

    def test_unknown_reproduction(self):
        self.fails('error: reproduce: no table or figure "D-11"; did you mean "D-1"?', "reproduce", "D-11", "D-1")
        self.assertIn("D-1 ", self.succeeds("reproduce").stdout)

    def test_several_mistakes_at_once(self):
        self.write("bad.toml", small_bed().replace("radius = 0.0012", "raduis = 0.0012")
                   .replace("friction = 0.3", "friction = -1"))
        done = scree("check", "bad.toml")
        self.assertEqual(done.returncode, 2)
        lines = done.stderr.strip().splitlines()
        self.assertGreaterEqual(len(lines), 2)
        self.assertIn('error: bad.toml:10: material.glass.friction: must be >= 0, got -1', lines)
        self.assertIn('error: bad.toml:12: grains.raduis: unknown key for fill "random"; did you mean "radius"?',
                      lines)

    def test_unsafe_step(self):
        self.write("bed.toml", small_bed())
        done = scree("run", "bed.toml", "-o", "out", "--dt", "1e-4")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^error: --dt: 0\.0001 s is unsafe: at most 5e-05 s, 1/20 of the "
                                      r"shortest contact \(0\.001 s\); chosen would be .* --force runs it "
                                      r"all the same\n$")
        self.assertFalse(Path("out").exists())
        self.succeeds("run", "bed.toml", "-o", "out", "--dt", "1e-4", "--force", "--steps", "10", "--quiet")

    def test_an_open_ledger_is_said(self):
        self.write("ball.toml", BALL)
        done = self.succeeds("run", "ball.toml", "-o", "good", "--quiet")
        self.assertNotIn("WARNING", done.stdout)
        done = self.succeeds("run", "ball.toml", "-o", "out", "--dt", "4e-4", "--force", "--quiet")
        self.assertIn("WARNING    the ledger is open", done.stdout)

    def test_negative_step(self):
        self.write("bed.toml", small_bed())
        self.fails("error: --dt: must be > 0, got -1", "run", "bed.toml", "--dt", "-1")

    def test_numbers_out_of_range(self):
        hint = "\nRun with --help for more information."
        for words, message in ((("run", "--threads", "0"), "--threads: must be from 1 to 1024, got 0"),
                               (("run", "--threads", "two"), "--threads: must be from 1 to 1024, got two"),
                               (("pack", "--threads", "100000"),
                                "--threads: must be from 1 to 1024, got 100000"),
                               (("run", "--steps", "-1"), "--steps: must be >= 0, got -1"),
                               (("render", "--samples", "0"), "--samples: must be > 0, got 0")):
            self.fails(message + hint, *words)

    def test_unknown_command(self):
        self.fails('error: unknown command "runn"; did you mean "run"?', "runn", "bed.toml")
        done = scree("frobnicate")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r'^error: unknown command "frobnicate"; must be one of .*run, .*render')

    def test_unknown_search(self):
        self.write("bed.toml", small_bed())
        self.fails('error: --broad: unknown search "gird"; known: all-pairs grid sweep triangulation auto',
                   "run", "bed.toml", "-o", "out", "--broad", "gird")
        self.assertFalse(Path("out").exists())

    def test_output_folder_in_use(self):
        self.write("bed.toml", small_bed())
        self.succeeds("run", "bed.toml", "-o", "out", "--steps", "10", "--quiet")
        self.fails("error: out: already holds a run; go on with it by --resume out, or choose another "
                   "folder", "run", "bed.toml", "-o", "out")
        Path("other").mkdir()
        Path("other/thesis.tex").write_text("precious")
        self.fails("error: other: is not empty and holds no run; choose another folder",
                   "run", "bed.toml", "-o", "other")
        self.assertEqual([p.name for p in Path("other").iterdir()], ["thesis.tex"])
        self.fails("error: bed.toml: is a file; the output needs a folder", "run", "bed.toml", "-o",
                   "bed.toml")

    def test_output_folder_not_writable(self):
        self.write("bed.toml", small_bed())
        # Below a file no folder can be made, not even by root.
        self.fails("error: bed.toml/out: output folder cannot be made: Not a directory",
                   "run", "bed.toml", "-o", "bed.toml/out")

    def test_resume_of_nothing(self):
        self.fails("error: nowhere: no such folder", "run", "--resume", "nowhere")
        Path("empty").mkdir()
        self.fails("error: empty: is not the folder of a run (scene.toml is missing)",
                   "run", "--resume", "empty")
        self.fails("error: run: give either a scene file or --resume FOLDER", "run")

    def test_unknown_template(self):
        self.fails('error: new: no template "hourglas"; did you mean "hourglass"?', "new", "hourglas")
        self.write("mine.toml", "x")
        self.fails("error: mine.toml: exists already; choose another name", "new", "box", "mine.toml")

    def test_explain_unknown_material(self):
        self.write("bed.toml", small_bed())
        self.fails('error: bed.toml: no material or wall "glas"; did you mean "glass"?',
                   "explain", "bed.toml", "glas", "glass")

    def test_export_of_missing_frame(self):
        self.write("bed.toml", small_bed())
        self.succeeds("run", "bed.toml", "-o", "out", "--steps", "10", "--quiet")
        self.fails("error: --frame: out has frames 0 to 10, got 77", "export", "out", "--csv", "--frame", "77")
        self.fails("error: export: choose one or more of --vtk, --csv, --povray, --gltf, --triangulation",
                   "export", "out")


class BadCheckpoint(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("bed.toml", small_bed())
        self.succeeds("run", "bed.toml", "-o", "out", "--steps", "50", "--quiet")

    def test_truncated_anywhere(self):
        whole = Path("out/checkpoint.h5").read_bytes()
        for share in (0.0, 0.1, 0.5, 0.9, 0.999):
            Path("out/checkpoint.h5").write_bytes(whole[: int(share * len(whole))])
            done = scree("run", "--resume", "out", "--quiet")
            self.assertEqual(done.returncode, 2, share)
            self.assertRegex(done.stderr, r"^error: out/checkpoint\.h5: is truncated or was not written by scree\n$")

    def test_flipped_bit(self):
        data = bytearray(Path("out/checkpoint.h5").read_bytes())
        import h5py
        with h5py.File("out/checkpoint.h5") as f:
            place = f["ball"].id.get_offset()
        data[place + 100] ^= 1
        Path("out/checkpoint.h5").write_bytes(data)
        self.fails("error: out/checkpoint.h5: is damaged: its checksum is wrong", "hash", "out")
        seal("out/checkpoint.h5", bytes(data[:-SEAL_SIZE]))
        self.fails("error: out/checkpoint.h5: is damaged: its state does not match its hash",
                   "hash", "out")

    def test_other_version(self):
        import h5py
        with h5py.File("out/checkpoint.h5", "a") as f:
            f.attrs.modify("format_version", 99)
        # HDF5 has cut off the seal behind its own end.
        seal("out/checkpoint.h5", Path("out/checkpoint.h5").read_bytes())
        done = scree("run", "--resume", "out", "--quiet")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^error: out/checkpoint\.h5: has checkpoint format 99 \(written by "
                                      r"scree [0-9.]+\), this is scree [0-9.]+, which reads format 9\n$")

    def test_other_scene(self):
        text = Path("out/scene.toml").read_text()
        Path("out/scene.toml").write_text(text.replace("friction = 0.3", "friction = 0.4"))
        self.fails("error: out/checkpoint.h5: belongs to another scene than out/scene.toml",
                   "run", "--resume", "out", "--quiet")

    def test_nan_names_grain_and_step(self):
        # The hash guards the file, so a state gone bad must come from the scene: a speed whose square
        # is no longer a number.
        self.write("wild.toml", small_bed() + "velocity = [1e200, 0, 0]\n")
        done = scree("run", "wild.toml", "-o", "wild", "--quiet")
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stderr, r"^error: grain \d+ has no finite velocity after step \d+; a smaller time "
                                      r"step or softer contacts may help\nthe run stopped at step \d+; the "
                                      r"last checkpoint is of step \d+, go on with --resume wild\n$")
        self.succeeds("hash", "wild")


class FullDisk(ProgramTest):
    def test_full_disk(self):
        Path("disk").mkdir()
        if os.geteuid() != 0 or subprocess.run(
                ["mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", "disk"],
                capture_output=True).returncode != 0:
            self.skipTest("needs the right to mount a small disk")
        try:
            self.write("bed.toml", small_bed(duration=1))
            done = scree("run", "bed.toml", "-o", "disk/out", "--quiet", "--checkpoint", "0.05")
            self.assertEqual(done.returncode, 3)
            self.assertRegex(done.stderr, r"^error: disk/out/.*: cannot write: No space left on device\nthe run "
                                          r"stopped at step \d+; the last checkpoint is of step \d+, go on "
                                          r"with --resume disk/out\n$")
            left = [p.name for p in Path("disk/out").rglob("*.part")]
            self.assertEqual(left, [])
            self.succeeds("hash", "disk/out")
            for line in Path("disk/out/measures.csv").read_text().splitlines():
                self.assertEqual(line.count(","), 15)
            # With room again, it goes on to the same end as if nothing had happened.
            subprocess.run(["mount", "-o", "remount,size=200m", "disk"], check=True)
            self.succeeds("run", "--resume", "disk/out", "--quiet")
            self.succeeds("run", "bed.toml", "-o", "calm", "--quiet")
            self.assertEqual(scree("hash", "disk/out").stdout, scree("hash", "calm").stdout)
        finally:
            subprocess.run(["umount", "disk"], check=False)


if __name__ == "__main__":
    program.main()

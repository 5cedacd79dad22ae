# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of a run, as a user makes them."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest, small_bed


def size_of(png):
    """Width and height from the header of a PNG file."""
    data = Path(png).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", png
    return struct.unpack(">II", data[16:24])


class Render(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("bed.toml", small_bed(count=120, duration=0.05))
        self.succeeds("run", "bed.toml", "-o", "out", "--quiet")

    def test_one_picture(self):
        self.succeeds("render", "out", "-o", "a.png", "--size", "320x200")
        self.assertEqual(size_of("a.png"), (320, 200))
        # Same input, same pixels, for any number of threads.
        self.succeeds("render", "out", "-o", "b.png", "--size", "320x200", "--threads", "3")
        self.assertEqual(Path("a.png").read_bytes(), Path("b.png").read_bytes())

    def test_strip(self):
        self.succeeds("render", "out", "-o", "a.png", "--size", "800x200", "--strip", "4")
        self.assertEqual(size_of("a.png"), (800, 200))
        self.succeeds("render", "out", "--size", "400x200", "--strip", "3", "--no-legend")
        self.assertTrue(Path("out/pictures/strip.png").exists())
        self.fails("error: --strip: is one picture; leave out --film, --turn and --pictures",
                   "render", "out", "--strip", "3", "--film")

    def test_film(self):
        Path("out").rename("it's") # no shell may see this name
        done = self.succeeds("render", "it's", "--film", "--size", "161x121", "--samples", "1")
        frames = len(list(Path("it's/frames").iterdir()))
        self.assertEqual(len(list(Path("it's/pictures").glob("*.png"))), frames)
        if not shutil.which("ffmpeg"):
            self.assertIn("no MP4: ffmpeg is not installed", done.stdout)
            return
        shown = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=width,nb_frames",
                                "-of", "csv=p=0", "it's/pictures/film.mp4"],
                               capture_output=True, text=True, check=True)
        self.assertEqual(shown.stdout.strip(), f"162,{frames}")

    def test_every_field_and_view(self):
        fields = [line.split()[0] for line in self.succeeds("render", "--list").stdout.splitlines()]
        self.assertGreaterEqual(len(fields), 12)
        seen = set()
        for field in fields:
            self.succeeds("render", "out", "-o", "a.png", "--size", "160x120", "--color", field)
            seen.add(Path("a.png").read_bytes())
        self.assertEqual(len(seen), len(fields))
        for view in ("front", "back", "left", "right", "top", "iso"):
            self.succeeds("render", "out", "-o", "a.png", "--size", "160x120", "--view", view,
                          "--walls", "glass", "--chains")
            seen.add(Path("a.png").read_bytes())
        self.assertEqual(len(seen), len(fields) + 6)

    def test_cells(self):
        seen = {}
        for name, words in {
            "grains": ("--color", "laguerre"),
            "cells": ("--cells",),
            "density": ("--cells", "--color", "laguerre"),
            "velocity": ("--cells", "--color", "velocity"),
            "open": ("--cells", "--cut", "0.01", "0.01", "0", "0", "-1", "0"),
            "edges": ("--edges",),
            "outlines": ("--edges", "--cells"),
            "pores": ("--pores", "--cells"),
            "chains": ("--chains", "--cells"),
        }.items():
            self.succeeds("render", "out", "-o", "a.png", "--size", "160x120", *words)
            seen[name] = Path("a.png").read_bytes()
        self.assertEqual(seen.pop("density"), seen["cells"]) # what cells show when nothing is said
        self.assertEqual(len(set(seen.values())), len(seen))

    def test_range_of_frames(self):
        self.succeeds("render", "out", "--frame", "0:6:3", "--size", "64x48", "--cut", "0.01", "0.01",
                      "0.01", "0", "-1", "0")
        self.assertEqual(sorted(p.name for p in Path("out/pictures").iterdir()),
                         ["000000.png", "000003.png", "000006.png"])

    def test_turn_of_one_frame(self):
        self.succeeds("render", "out", "--size", "64x48", "--no-legend", "--turn", "360", "--pictures", "4")
        pictures = sorted(Path("out/pictures").glob("turn_*/*.png"))
        self.assertEqual([p.name for p in pictures], [f"00000{k}.png" for k in range(4)])
        self.assertEqual(len({p.read_bytes() for p in pictures}), 4)
        # A full turn later it would be the first one again.
        self.succeeds("render", "out", "--size", "64x48", "--no-legend", "--turn", "720", "--pictures", "2",
                      "-o", "twice")
        twice = [p.read_bytes() for p in sorted(Path("twice").iterdir())]
        self.assertEqual(twice, 2 * [pictures[0].read_bytes()])

    def test_turn_over_frames(self):
        self.succeeds("render", "out", "--size", "64x48", "--frame", "0:2", "--turn", "-90", "-o", "turning")
        self.succeeds("render", "out", "--size", "64x48", "--frame", "0:2", "-o", "still")
        names = ["000000.png", "000001.png", "000002.png"]
        self.assertEqual(sorted(p.name for p in Path("turning").iterdir()), names)
        for name in names[1:]:
            self.assertNotEqual(Path("turning", name).read_bytes(), Path("still", name).read_bytes())

    def test_mistakes(self):
        self.fails("error: render: name the folder of a run", "render")
        self.fails("error: nothing: no such folder", "render", "nothing")
        self.fails('error: no field "sized" to colour by; did you mean "size"?', "render", "out",
                   "--color", "sized")
        self.fails('error: no view "frnt"; did you mean "front"?', "render", "out", "--view", "frnt")
        self.fails('error: no view "tpo"; must be one of front, back, left, right, top, iso', "render",
                   "out", "--view", "tpo")
        self.fails('error: --size: must be WIDTHxHEIGHT of 16 to 16384 pixels, got "10"', "render",
                   "out", "--size", "10")
        self.fails('error: --walls: must be cut, glass or none, got "no"', "render", "out", "--walls",
                   "no")
        self.fails("error: --range: the first value must be less, got 2 1", "render", "out",
                   "--range", "2", "1")
        self.fails("error: --cut: the normal must not be zero", "render", "out", "--cut", "0", "0",
                   "0", "0", "0", "0")
        self.fails('error: --frame: must be first, last, all, a number, A:B or A:B:STEP, got "x"',
                   "render", "out", "--frame", "x")
        self.fails("error: --turn: one picture does not turn; add --pictures N, --film or a range of frames",
                   "render", "out", "--turn", "90")
        self.fails("error: --turn: must be degrees other than 0, got 0", "render", "out", "--turn", "0")
        self.fails("error: --turn: must be degrees other than 0, got nan", "render", "out", "--turn", "nan")
        self.fails("error: --pictures: must be 2 to 100000, got 1", "render", "out", "--turn", "90",
                   "--pictures", "1")
        self.fails("error: --pictures: without --turn they would all be the same", "render", "out",
                   "--pictures", "9")
        self.fails("error: --pictures: are of one frame, got 3 frames", "render", "out", "--turn", "90",
                   "--pictures", "9", "--frame", "0:2")
        self.assertFalse(Path("out/pictures").exists())


if __name__ == "__main__":
    program.main()

# SPDX-License-Identifier: BSD-3-Clause
"""Runs the built program for tests: python3 test_x.py PROGRAM SOURCE_DIR."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = None
SOURCE = None


def scree(*words, timeout=600, **options):
    """The finished process, with text output."""
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True,
                          timeout=timeout, **options)


class ProgramTest(unittest.TestCase):
    """A test with a folder of its own, in which the program runs."""

    def setUp(self):
        self.kept = tempfile.TemporaryDirectory(prefix="scree-test-")
        self.folder = Path(self.kept.name)
        self.start_folder = os.getcwd()
        os.chdir(self.folder)

    def tearDown(self):
        os.chdir(self.start_folder)
        self.kept.cleanup()

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    def fails(self, message, *words, code=2, **options):
        """The program must end with `code` and exactly this message on standard error."""
        done = scree(*words, **options)
        self.assertEqual(done.stderr.strip(), message.strip())
        self.assertEqual(done.returncode, code)
        return done

    def succeeds(self, *words, **options):
        done = scree(*words, **options)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        return done


def main():
    global PROGRAM, SOURCE
    PROGRAM, SOURCE = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve()
    unittest.main(module="__main__", argv=sys.argv[:1] + sys.argv[3:])


SMALL_BED = """
title = "small bed"
duration = {duration}
wall = [{{ type = "box", low = [0, 0, 0], high = [0.02, 0.02, 0.06], open = ["+z"] }}]
plane = [{{ name = "middle", point = [0, 0, 0.01], normal = [0, 0, -1] }}]
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.5
friction = 0.3
[[grains]]
radius = 0.0012
spread = 0.2
count = {count}
fill = "random"
region = {{ type = "box", low = [0, 0, 0], high = [0.02, 0.02, 0.06] }}
"""


def small_bed(count=300, duration=0.1):
    return SMALL_BED.format(count=count, duration=duration)

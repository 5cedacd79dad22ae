# SPDX-License-Identifier: BSD-3-Clause
"""The hourglass of the README: mass, steady flow, and the law of its openings [Beverloo1961]."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import program
from program import ProgramTest

DIAMETER = 0.004  # of the largest grains, m


def hourglass(opening, duration):
    """The template with another opening (m) and duration (s)."""
    text = (program.SOURCE / "scenes/hourglass.toml").read_text()
    half = opening / 2
    for old, new in (("radii = [0.01, 0.05]", f"radii = [{half}, 0.05]"),
                     ("radii = [0.05, 0.01]", f"radii = [0.05, {half}]"),
                     ("duration = 4.0", f"duration = {duration}")):
        assert old in text, old
        text = text.replace(old, new)
    return text


class Hourglass(ProgramTest):
    def rows(self, name, opening, duration, seed=1):
        import numpy
        self.write(f"{name}.toml", f"seed = {seed}\n" + hourglass(opening, duration))
        self.succeeds("run", f"{name}.toml", "-o", name, "--quiet", timeout=1200)
        return numpy.genfromtxt(f"{name}/measures.csv", delimiter=",", names=True)

    def test_whole_discharge(self):
        import h5py
        import numpy
        ratios = []
        for seed in (1, 2, 3):
            rows = self.rows(f"glass{seed}", 5 * DIAMETER, 4.0, seed)
            # Mass is conserved exactly: the same grains with the same masses in every frame.
            frames = sorted(Path(f"glass{seed}/frames").glob("*.h5"))
            with h5py.File(frames[0]) as first, h5py.File(frames[-1]) as last:
                numpy.testing.assert_array_equal(first["mass"][:], last["mass"][:])
                # Nobody has left the glass.
                self.assertLess(numpy.abs(last["position"][:, 2]).max(), 0.05)
            self.assertEqual(set(rows["grains"]), {2790})
            residual = numpy.abs(rows["relative_residual"]).max()
            self.assertLess(residual, 1e-3)
            passed, time = rows["neck_grains"], rows["time_s"]
            self.assertGreater(passed[-1], 0.98 * 2790)
            quarter = numpy.interp(numpy.array([0.25, 0.5, 0.75]) * passed[-1], passed, time)
            second, third = quarter[1] - quarter[0], quarter[2] - quarter[1]
            ratios.append(second / third)
            print(f"seed {seed}: largest residual of the ledger {residual:.2e}, flow of the second "
                  f"and third quarter {0.25 * passed[-1] / second:.0f}, "
                  f"{0.25 * passed[-1] / third:.0f} grains/s")
        # A quarter is 700 grains through five grains' width: its flow fluctuates by a few per cent
        # from filling to filling, so three fillings are averaged.
        print(f"mean ratio of the quarters {numpy.mean(ratios):.4f}")
        self.assertLess(abs(numpy.mean(ratios) - 1), 0.05)

    def test_rate_grows_as_beverloo_says(self):
        import numpy
        openings = numpy.array([5, 6, 7, 8]) * DIAMETER
        rates = []
        for opening in openings:
            rows = self.rows(f"glass{opening:.3f}", opening, 0.7)
            steady = rows["time_s"] > 0.25
            rates.append(numpy.polyfit(rows["time_s"][steady], rows["neck_mass_kg"][steady], 1)[0])
        # W = C (D - k d)^(5/2): W^(2/5) is a straight line over D.
        root = numpy.array(rates) ** 0.4
        slope, offset = numpy.polyfit(openings, root, 1)
        k = -offset / slope / DIAMETER
        misfit = numpy.abs(root / (slope * openings + offset) - 1).max()
        # Over so few diameters an exponent and a k fitted together trade against each other: the exponent is
        # told with the k of Beverloo's own experiments.
        exponent = numpy.polyfit(numpy.log(openings - 1.4 * DIAMETER), numpy.log(rates), 1)[0]
        print("rates", ", ".join(f"{r * 1e3:.1f} g/s" for r in rates),
              f"k = {k:.2f} with exponent 5/2, misfit of W^(2/5) {100 * misfit:.2f} %; "
              f"exponent {exponent:.3f} with k = 1.4")
        self.assertLess(misfit, 0.03)
        # k is between 1 and 2 in experiments with spheres on flat bottoms; cones may give less.
        self.assertTrue(0.5 < k < 2.5, k)
        self.assertAlmostEqual(exponent, 2.5, delta=0.25)


if __name__ == "__main__":
    program.main()

// SPDX-License-Identifier: BSD-3-Clause
#include "bench_peers.hpp"
#include "temporary_folder.hpp"

#include <scree/base/ball.hpp>
#include <scree/io/files.hpp>
#include <scree/laws/normal.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <numbers>
#include <sstream>

namespace scree {
namespace {

Bounds container(const BenchBed& bed) {
    Bounds box{Vec3::Constant(std::numeric_limits<double>::infinity()),
               Vec3::Constant(-std::numeric_limits<double>::infinity())};
    for (const Surface& s : bed.scene.walls.front().surfaces) {
        box.low = box.low.cwiseMin(bounds(s).low);
        box.high = box.high.cwiseMax(bounds(s).high);
    }
    return box;
}

double mean_mass(const BenchBed& bed) {
    double mass = 0;
    for (const Grain& g : bed.grains)
        mass += bed.scene.materials.front().density * ball_volume(g.radius);
    return mass / static_cast<double>(bed.grains.size());
}

/// Damping per effective mass of the bed's mean pair: LAMMPS wants it as a rate.
double damping_rate(const BenchBed& bed) {
    const Material& m = bed.scene.materials.front();
    return linear_damping(*m.restitution) * std::sqrt(*m.stiffness / (mean_mass(bed) / 2));
}

std::string lammps_data(const BenchBed& bed) {
    const Bounds box = container(bed);
    const double density = bed.scene.materials.front().density;
    std::string out = fmt::format("bed\n\n{} atoms\n1 atom types\n", bed.grains.size());
    const char* axes[3] = {"x", "y", "z"};
    for (int k = 0; k < 3; ++k)
        out +=
            fmt::format("{:.17g} {:.17g} {}lo {}hi\n", box.low[k], box.high[k], axes[k], axes[k]);
    out += "\nAtoms # sphere\n\n";
    for (std::size_t i = 0; i < bed.grains.size(); ++i) {
        const Grain& g = bed.grains[i];
        out += fmt::format("{} 1 {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", i + 1, 2 * g.radius,
                           density, g.center.x(), g.center.y(), g.center.z());
    }
    return out;
}

std::string lammps_script(const BenchBed& bed, std::int64_t steps) {
    const Bounds box = container(bed);
    const Material& m = bed.scene.materials.front();
    double smallest = bed.grains.front().radius;
    for (const Grain& g : bed.grains) smallest = std::min(smallest, g.radius);
    const std::string law = fmt::format("{:.17g} NULL {:.17g} NULL {:.17g} 1", *m.stiffness,
                                        damping_rate(bed), *m.friction);
    std::string out =
        "units si\natom_style sphere\nboundary f f f\nnewton off\ncomm_modify vel yes\n"
        "read_data bed.data\n";
    out += fmt::format("neighbor {:.17g} {}\n", 0.2 * smallest, bed.wide_sizes ? "multi" : "bin");
    out += fmt::format("neigh_modify delay 0 every 1 check yes\npair_style gran/hooke/history {}\n"
                       "pair_coeff * *\ntimestep {:.17g}\n",
                       law, bed.dt);
    out += fmt::format("fix gravity all gravity {:.17g} vector 0 0 -1\nfix move all nve/sphere\n",
                       bed.scene.gravity.norm());
    const char* axes[3] = {"x", "y", "z"};
    for (int k = 0; k < 3; ++k)
        out += fmt::format("fix wall{0} all wall/gran hooke/history {1} {0}plane {2:.17g} {3}\n",
                           axes[k], law, box.low[k],
                           k == 2 ? "NULL" : fmt::format("{:.17g}", box.high[k]));
    out += fmt::format("thermo 1000000\nrun 200\nrun {}\n", steps);
    return out;
}

/// The material's values are those of one half of a contact, in series: stiffness doubled.
std::string yade_script(const BenchBed& bed, std::int64_t steps) {
    const Bounds box = container(bed);
    const Material& m = bed.scene.materials.front();
    std::string out = "import time\nfrom yade import utils\n";
    out += fmt::format(
        "O.materials.append(ViscElMat(kn={:.17g},cn={:.17g},ks={:.17g},cs=0,frictionAngle={:.17g},"
        "density={:.17g}))\n",
        2 * *m.stiffness, damping_rate(bed) * mean_mass(bed), 2 * 2.0 / 7.0 * *m.stiffness,
        std::atan(*m.friction), m.density);
    out += "for line in open('bed.txt'):\n    x, y, z, r = map(float, line.split())\n"
           "    O.bodies.append(utils.sphere((x, y, z), r))\n";
    for (int k = 0; k < 3; ++k) {
        out += fmt::format("O.bodies.append(utils.wall({:.17g},{},sense=1))\n", box.low[k], k);
        if (k < 2)
            out +=
                fmt::format("O.bodies.append(utils.wall({:.17g},{},sense=-1))\n", box.high[k], k);
    }
    out += fmt::format(
        "O.engines = [ForceResetter(),\n"
        "    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),\n"
        "    InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()],\n"
        "        [Ip2_ViscElMat_ViscElMat_ViscElPhys()], [Law2_ScGeom_ViscElPhys_Basic()]),\n"
        "    NewtonIntegrator(damping=0, gravity=(0, 0, -{:.17g}))]\n"
        "O.dt = {:.17g}\nO.run(100, True)\nbegin = time.time()\nO.run({}, True)\n"
        "open('seconds', 'w').write(str((time.time() - begin) / {}))\n",
        bed.scene.gravity.norm(), bed.dt, steps, steps);
    return out;
}

/// One line per grain: the corners of its polyhedron where it lies.
std::string corners_of_grains(const BenchBed& bed) {
    std::string out;
    for (const Grain& g : bed.grains) {
        const auto& shape = bed.scene.shapes[static_cast<std::size_t>(g.shape)];
        const auto& part = shape.parts.front();
        const auto& data = *std::get<Polyhedron>(part.shape).data;
        for (std::uint32_t i = 0; i < data.corner_count; ++i) {
            const Vec3 p = g.center + g.attitude * (g.radius * (part.in_body * data.corner(i)));
            out += fmt::format("{:.17g} {:.17g} {:.17g} ", p.x(), p.y(), p.z());
        }
        out += "\n";
    }
    return out;
}

/// Volumetric law with our stiffness per area of a face, k / (π r²), half of a contact: doubled.
/// Its dashpot is the global damping; how strong does not matter for the speed. Processor time:
/// what else runs on the machine does not count.
std::string yade_polyhedra_script(const BenchBed& bed, std::int64_t steps) {
    const Bounds box = container(bed);
    const Material& m = bed.scene.materials.front();
    const double radius = std::cbrt(mean_mass(bed) / m.density / ball_volume(1));
    std::string out = "import time\nfrom yade import polyhedra_utils, utils\n";
    out += fmt::format(
        "m = PolyhedraMat(density={:.17g},young={:.17g},poisson={:.17g},frictionAngle={:.17g})\n",
        m.density, 2 * *m.stiffness / (std::numbers::pi * radius * radius), 2.0 / 7.0,
        std::atan(*m.friction));
    out += "for line in open('bed.txt'):\n    x = list(map(float, line.split()))\n"
           "    O.bodies.append(polyhedra_utils.polyhedra(m, v=[x[k:k + 3] for k in range(0, "
           "len(x), 3)]))\n";
    for (int k = 0; k < 3; ++k) {
        out += fmt::format("O.bodies.append(utils.wall({:.17g},{},sense=1,material=m))\n",
                           box.low[k], k);
        if (k < 2)
            out += fmt::format("O.bodies.append(utils.wall({:.17g},{},sense=-1,material=m))\n",
                               box.high[k], k);
    }
    out +=
        fmt::format("O.engines = [ForceResetter(),\n"
                    "    InsertionSortCollider([Bo1_Polyhedra_Aabb(), Bo1_Wall_Aabb()]),\n"
                    "    InteractionLoop([Ig2_Polyhedra_Polyhedra_PolyhedraGeom(), "
                    "Ig2_Wall_Polyhedra_PolyhedraGeom()],\n"
                    "        [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()],\n"
                    "        [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()]),\n"
                    "    NewtonIntegrator(damping=0.3, gravity=(0, 0, -{:.17g}))]\n"
                    "O.dt = {:.17g}\nO.run(1, True)\nbegin = time.process_time()\nO.run({}, True)\n"
                    "seconds = (time.process_time() - begin) / {}\n"
                    "touching = sum(1 for i in O.interactions if i.isReal)\n"
                    "open('seconds', 'w').write('%g %d' % (seconds, touching))\n",
                    bed.scene.gravity.norm(), bed.dt, steps, steps);
    return out;
}

std::string centers_and_radii(const BenchBed& bed) {
    std::string out;
    for (const Grain& g : bed.grains)
        out += fmt::format("{:.17g} {:.17g} {:.17g} {:.17g}\n", g.center.x(), g.center.y(),
                           g.center.z(), g.radius);
    return out;
}

/// Runs a shell command inside the folder; its output goes to out.txt there.
int run_inside(const TemporaryFolder& folder, const std::string& command) {
    return std::system(
        ("cd '" + folder.path().string() + "' && " + command + " > out.txt 2>&1").c_str());
}

std::string text_if_there(const std::filesystem::path& file) {
    return std::filesystem::exists(file) ? read_text_file(file) : std::string();
}

} // namespace

std::optional<double> lammps_seconds_per_step(const BenchBed& bed, std::int64_t steps,
                                              std::string& why) {
    const TemporaryFolder folder;
    write_file_atomically(folder.path() / "bed.data", lammps_data(bed));
    write_file_atomically(folder.path() / "in.bed", lammps_script(bed, steps));
    const int code =
        run_inside(folder, "OMP_NUM_THREADS=1 lmp -in in.bed -log log.txt -screen none");
    std::istringstream log(text_if_there(folder.path() / "log.txt"));
    std::string line, last_error;
    std::optional<double> seconds;
    while (std::getline(log, line)) {
        double loop = 0;
        int procs = 0;
        long long done = 0;
        if (std::sscanf(line.c_str(), "Loop time of %lf on %d procs for %lld steps", &loop, &procs,
                        &done) == 3 &&
            done == steps)
            seconds = loop / static_cast<double>(steps);
        if (line.rfind("ERROR", 0) == 0) last_error = line;
    }
    if (!seconds) why = last_error.empty() ? fmt::format("lmp ended with {}", code) : last_error;
    return seconds;
}

std::optional<double> yade_seconds_per_step(const BenchBed& bed, std::int64_t steps,
                                            std::string& why) {
    const TemporaryFolder folder;
    write_file_atomically(folder.path() / "bed.txt", centers_and_radii(bed));
    write_file_atomically(folder.path() / "bed.py", yade_script(bed, steps));
    const int code = run_inside(folder, "yade -j1 -n -x bed.py");
    const std::string seconds = text_if_there(folder.path() / "seconds");
    if (!seconds.empty()) return std::stod(seconds);
    why = fmt::format("yade ended with {}", code);
    return std::nullopt;
}

std::optional<PolyhedraRun> yade_polyhedra(const BenchBed& bed, std::int64_t steps,
                                           std::string& why) {
    const TemporaryFolder folder;
    write_file_atomically(folder.path() / "bed.txt", corners_of_grains(bed));
    write_file_atomically(folder.path() / "bed.py", yade_polyhedra_script(bed, steps));
    const int code = run_inside(folder, "yade -j1 -n -x bed.py");
    std::istringstream answer(text_if_there(folder.path() / "seconds"));
    PolyhedraRun run;
    if (answer >> run.seconds_per_step >> run.touching) return run;
    const std::string said = text_if_there(folder.path() / "out.txt");
    why = said.find("ImportError") != std::string::npos
              ? "this yade has no polyhedra (it was built without CGAL)"
              : fmt::format("yade ended with {}", code);
    return std::nullopt;
}

} // namespace scree

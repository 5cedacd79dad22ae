// SPDX-License-Identifier: BSD-3-Clause
#include "commands.hpp"
#include "pack_files.hpp"
#include "progress.hpp"
#include "stop.hpp"

#include <scree/base/ball.hpp>
#include <scree/base/error.hpp>
#include <scree/base/stopwatch.hpp>
#include <scree/io/files.hpp>
#include <scree/io/grain_tables.hpp>
#include <scree/io/json.hpp>
#include <scree/scene/size_draw.hpp>
#include <scree/scene/size_ends.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace scree {
namespace {

constexpr std::int64_t most_grains = 20000000, default_count = 10000;
constexpr double contact_tolerance = 0.01; // of the smaller radius

/// Numbers > 0 between commas: as many as `form` names, or those before its [ only.
std::vector<double> numbers_of(const char* option, const std::string& text,
                               const std::string& form) {
    const auto wrong = [&] {
        return InputError(fmt::format("{}: must be {}, all > 0, got \"{}\"", option, form, text));
    };
    std::vector<double> values;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (;;) {
        double value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc() || !std::isfinite(value) || !(value > 0)) throw wrong();
        values.push_back(value);
        if (next == end) break;
        if (*next != ',') throw wrong();
        at = next + 1;
    }
    const auto names = static_cast<std::size_t>(std::count(form.begin(), form.end(), ',')) + 1;
    const auto bracket = form.find('[');
    const auto needed =
        bracket == std::string::npos
            ? names
            : static_cast<std::size_t>(std::count(
                  form.begin(), form.begin() + static_cast<std::ptrdiff_t>(bracket), ',')) +
                  1;
    if (values.size() != names && values.size() != needed) throw wrong();
    return values;
}

SizeLaw law_of(const char* option, const std::vector<double>& v) {
    const std::string_view name(option);
    const double min = v.size() == 4 ? v[2] : 0, max = v.size() == 4 ? v[3] : 0;
    SizeLaw law = UniformSizes{v[0], v[1]};
    if (name == "--normal") law = NormalSizes{v[0], v[1], min, max};
    if (name == "--lognormal") law = LognormalSizes{v[0], v[1], min, max};
    if (name == "--weibull") law = WeibullSizes{v[0], v[1], min, max};
    law = with_default_ends(law);
    if (const std::string fault = fault_of_ends(law); !fault.empty())
        throw InputError(fmt::format("{}: {}", option, fault));
    return law;
}

std::string sieve_text(const std::string& file) {
    if (!std::filesystem::exists(file)) throw InputError("--psd: " + file + ": no such file");
    if (std::filesystem::is_directory(file))
        throw InputError("--psd: " + file + ": is a folder, not a file");
    return read_text_file(file);
}

/// The sizes as a group of grains.
GrainGroup sizes_of(const PackOptions& o) {
    struct Law {
        const char* option;
        const std::string& text;
        const char* form;
    };
    const Law laws[] = {{"--uniform", o.uniform, "MIN,MAX"},
                        {"--normal", o.normal, "MEAN,DEVIATION[,MIN,MAX]"},
                        {"--lognormal", o.lognormal, "MEDIAN,SIGMA[,MIN,MAX]"},
                        {"--weibull", o.weibull, "SCALE,SHAPE[,MIN,MAX]"}};
    const auto given = std::count_if(std::begin(laws), std::end(laws),
                                     [](const Law& l) { return !l.text.empty(); }) +
                       (o.radius ? 1 : 0) + (o.psd.empty() ? 0 : 1);
    if (given != 1)
        throw InputError("pack: give the sizes by one of --radius, --psd, --uniform, --normal, "
                         "--lognormal and --weibull");
    if (!o.by.empty() && o.by != "number" && o.by != "mass")
        throw InputError("--by: must be number or mass, got \"" + o.by + "\"");
    if (o.unit != "m" && o.unit != "mm")
        throw InputError("--unit: must be m or mm, got \"" + o.unit + "\"");
    GrainGroup group;
    if (o.radius) {
        if (!(*o.radius > 0 && std::isfinite(*o.radius)))
            throw InputError(fmt::format("--radius: must be > 0, got {}", *o.radius));
        group.classes = {{.radius = *o.radius}};
    } else if (!o.psd.empty()) {
        group.distribution = {
            parse_sieve_curve(sieve_text(o.psd), o.psd, o.unit == "mm" ? 1e-3 : 1),
            o.by != "number"};
    }
    for (const Law& l : laws)
        if (!l.text.empty())
            group.distribution = {law_of(l.option, numbers_of(l.option, l.text, l.form)),
                                  o.by == "mass"};
    return group;
}

Container container_of(const PackOptions& o) {
    if (!o.cylinder.empty() && (!o.box.empty() || o.periodic))
        throw InputError("--cylinder: give a cylinder or a box, not both; only boxes are periodic");
    if (!o.cylinder.empty()) {
        const auto v = numbers_of("--cylinder", o.cylinder, "RADIUS,HEIGHT");
        return {ContainerKind::cylinder, Vec3(2 * v[0], 2 * v[0], v[1])};
    }
    Container box{o.periodic ? ContainerKind::periodic : ContainerKind::box, Vec3::Ones()};
    if (o.box.empty()) return box;
    const auto v = numbers_of("--box", o.box, "X,Y,Z");
    box.size = Vec3(v[0], v[1], v[2]);
    return box;
}

void check_numbers(const PackOptions& o) {
    if (!(o.density > 0 && o.density < 0.74))
        throw InputError(fmt::format("--density: must be > 0 and < 0.74, got {}", o.density));
    if (o.count && (*o.count < 1 || *o.count > most_grains))
        throw InputError(fmt::format("--count: must be 1 to {}, got {}", most_grains, *o.count));
    if (o.seed < 0) throw InputError(fmt::format("--seed: must be >= 0, got {}", o.seed));
}

void check_fit(const Container& container, double largest) {
    if (largest <= largest_ball(container)) return;
    throw InputError(fmt::format(
        "pack: grains of diameter {:.4g} m do not fit into {}{}; take more or smaller grains",
        2 * largest, words_for(container),
        container.kind == ContainerKind::periodic ? ", whose sides must be two diameters" : ""));
}

/// The diameter below which a part of the mass lies.
double mass_percentile(std::vector<double> radii, double part) {
    std::sort(radii.begin(), radii.end());
    double all = 0, sum = 0;
    for (const double r : radii) all += r * r * r;
    for (const double r : radii)
        if ((sum += r * r * r) >= part * all) return 2 * r;
    return 2 * radii.back();
}

struct Made {
    GrainGroup group;
    std::vector<double> radii;
    std::vector<int> size_classes;
    double asked = 0; ///< the density
    Packing packing;
    PackingFacts facts;
    double seconds = 0;
};

void print(const Made& m) {
    const Packing& p = m.packing;
    fmt::print("{} grains in {}\n", m.radii.size(), words_for(p.container));
    fmt::print("  density    {:.4f} {}, {:.4f} asked\n", p.density,
               p.container.kind == ContainerKind::periodic ? "of the period" : "from wall to wall",
               m.asked);
    fmt::print("  overlap    {}; smallest gap {:.1e} of two radii\n",
               m.facts.largest_overlap > 0 ? fmt::format("{:.3g} m", m.facts.largest_overlap)
                                           : "none",
               m.facts.smallest_relative_gap);
    fmt::print("  contacts   {:.2f} per grain, with gaps below {:.0f} % of the smaller radius\n",
               m.facts.coordination, 100 * contact_tolerance);
    if (m.group.distribution) {
        const SizeCurve curve(*m.group.distribution);
        fmt::print("  diameters  by mass:");
        for (const double part : {0.1, 0.5, 0.9})
            fmt::print(" {:.0f} % below {:.4g} m ({:.4g} asked){}", 100 * part,
                       mass_percentile(m.radii, part), 2 * curve.mass_quantile(part),
                       part < 0.9 ? "," : "\n");
    }
    fmt::print("  time       {:.1f} s, {} iterations\n", m.seconds, p.iterations);
}

Json json_of(const Made& m) {
    const Packing& p = m.packing;
    Json size = Json::array();
    for (int k = 0; k < 3; ++k) size.push(p.container.size[k]);
    return Json::object()
        .add("grains", static_cast<std::int64_t>(m.radii.size()))
        .add("density", p.density)
        .add("density_asked", m.asked)
        .add("reached", p.reached)
        .add("container_m", size)
        .add("largest_overlap_m", m.facts.largest_overlap)
        .add("smallest_relative_gap", m.facts.smallest_relative_gap)
        .add("coordination", m.facts.coordination)
        .add("iterations", p.iterations)
        .add("seconds", m.seconds);
}

Made make(const PackOptions& o, Workers& workers) {
    Made m;
    m.group = sizes_of(o);
    Container container = container_of(o);
    Random random(static_cast<std::uint64_t>(o.seed));
    const SizeDraw sizes(m.group);
    const double wanted = o.density * container.volume() / sizes.mean_volume();
    if (!o.count) check_fit(container, largest_radius(m.group));
    if (!o.count && !(wanted <= static_cast<double>(most_grains)))
        throw InputError(fmt::format("pack: {} would take {:.1e} grains, at most {} are allowed",
                                     words_for(container), wanted, most_grains));
    double solid = 0;
    for (const SizedGrain& g : o.count
                                   ? sizes.sample(*o.count, random)
                                   : sizes.sample_volume(o.density * container.volume(), random)) {
        m.radii.push_back(g.radius);
        m.size_classes.push_back(g.size_class);
        solid += ball_volume(g.radius);
    }
    if (o.count) container = container.scaled(std::cbrt(solid / o.density / container.volume()));
    check_fit(container, *std::max_element(m.radii.begin(), m.radii.end()));
    m.asked = solid / container.volume();
    PackTask task{m.radii, container, random.bits(), &stop_asked()};
    ProgressPrinter printer;
    if (!o.quiet && !o.json)
        task.progress = [&](const PackProgress& p) {
            printer.show(fmt::format("packing to {:.4f}: {} iterations, largest overlap {:.2g} of "
                                     "two radii",
                                     p.density, p.iterations, p.largest_overlap),
                         p.seconds);
        };
    const Stopwatch watch;
    m.packing = pack_balls(task, workers);
    m.seconds = watch.seconds();
    printer.done();
    m.facts = facts_of(m.radii, m.packing, contact_tolerance, workers);
    return m;
}

void write(const std::string& file, const std::string& text) {
    try {
        write_file_atomically(file, text);
    } catch (const RunError& e) {
        throw InputError(std::string(e.what()));
    }
}

} // namespace

int pack_command(const PackOptions& given) {
    namespace fs = std::filesystem;
    PackOptions o = given;
    if (!o.count && o.box.empty() && o.cylinder.empty()) o.count = default_count;
    check_numbers(o);
    catch_stop_signals();
    const int threads = o.threads > 0 ? o.threads : default_threads();
    Workers workers(threads);
    const Made m = make(o, workers);
    if (m.facts.largest_overlap > 0) throw RunError("pack: the packing has overlaps");
    const PackedGrains grains{m.radii, m.size_classes, m.packing};
    write(o.output,
          packing_csv(grains, fmt::format("# scree pack: {} grains, density {:.6f}, seed {}\n",
                                          m.radii.size(), m.packing.density, o.seed)));
    if (!o.scene.empty()) {
        const fs::path folder = fs::absolute(o.scene).parent_path();
        write(o.scene, packing_scene(m.packing.container,
                                     fs::absolute(o.output).lexically_proximate(folder)));
    }
    if (!o.picture.empty()) write(o.picture, png_bytes(packing_picture(grains, threads)));
    if (o.json) {
        fmt::print("{}\n", json_of(m).text());
    } else {
        print(m);
        for (const std::string& file : {o.output, o.scene, o.picture})
            if (!file.empty()) fmt::print("wrote {}\n", file);
    }
    if (m.packing.stopped) {
        fmt::print(stderr, "stopped at a density of {:.4f}, before {:.4f} was reached\n",
                   m.packing.density, m.asked);
        return 128 + stop_signal();
    }
    if (!m.packing.reached)
        throw RunError(fmt::format("density {:.4f} was not reached; {} holds a packing of density "
                                   "{:.4f}, in {}",
                                   m.asked, o.output, m.packing.density,
                                   words_for(m.packing.container)));
    return 0;
}

} // namespace scree

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// The commands of the program: thin, they parse nothing and compute nothing of their own. Each
// returns the exit code and throws InputError or RunError.
namespace scree {

struct NewOptions {
    std::string name, file;
    std::vector<std::string> values; ///< KEY=VALUE, other than the template's
    bool list = false, json = false;
};
int new_command(const NewOptions& options);

struct RunOptions {
    std::string scene, output, resume;
    std::string broad = "auto";
    int threads = 0; ///< 0: as many as there are cores
    std::int64_t audit = 0;
    double checkpoint_seconds = 30;
    std::optional<std::int64_t> steps;
    std::optional<double> dt;
    bool force = false, json = false, quiet = false, no_report = false;
};
int run_command(const RunOptions& options);
int check_command(const RunOptions& options);

struct ExplainOptions {
    std::string scene, a, b;
    std::optional<double> speed;
    bool json = false;
};
int explain_command(const ExplainOptions& options);

struct LawOptions : ExplainOptions {
    int reloadings = 0;
    double turn_at = 0.5;
    std::string output; ///< CSV file
};
int law_command(const LawOptions& options);

/// What is to be seen of a run, and from where: for pictures and exports alike.
struct SightOptions {
    std::optional<std::string> color; ///< by default velocity, of cells their density
    std::string view = "iso", size = "1920x1080";
    std::vector<double> range; ///< two numbers
    bool chains = false, edges = false, pores = false, cells = false, bonds = false;
};

struct ExportOptions : SightOptions {
    std::string folder, output, frame = "last";
    bool vtk = false, csv = false, povray = false, gltf = false, triangulation = false;
};
int export_command(const ExportOptions& options);

struct RenderOptions : SightOptions {
    std::string folder, output, frame = "last", walls = "cut", background = "white";
    std::vector<double> cut;    ///< a point and a normal, six numbers
    std::optional<double> turn; ///< degrees the camera goes around, from first to last picture
    int pictures = 0;           ///< of one frame, while the camera turns
    int strip = 0;              ///< moments side by side in one picture
    int samples = 8, threads = 0;
    bool no_legend = false, film = false, list = false;
};
int render_command(const RenderOptions& options);

struct ReportOptions {
    std::string folder, output;
    int threads = 0;
};
int report_command(const ReportOptions& options);

struct ViewOptions {
    std::string folder;
    int port = 0; ///< 0: any free one
};
int view_command(const ViewOptions& options);

int hash_command(const std::string& folder, bool json);
int manual_command();

struct BenchOptions {
    std::vector<std::string> names;
    int rounds = 5;
    int threads = 1;
    double seconds = 2; ///< per measurement
    std::string save;   ///< a CSV file that rows are added to
    bool list = false, json = false, no_peers = false;
};
int bench_command(const BenchOptions& options);

struct DistanceOptions {
    std::string a, b;                ///< mesh files, or shapes as sphere:RADIUS
    std::string pose_a, pose_b;      ///< x,y,z or x,y,z and an axis and degrees about it
    double round_a = 0, round_b = 0; ///< m
    std::string method;              ///< a penetration method, or all
    bool hull = false, certificate = false, json = false;
};
int distance_command(const DistanceOptions& options);

struct PackOptions {
    // One of these says the sizes; lists as they were written.
    std::string psd, uniform, normal, lognormal, weibull;
    std::optional<double> radius;
    std::string unit = "m", by; ///< of the sieve curve's sizes; number or mass
    std::string box, cylinder;  ///< lists
    bool periodic = false;
    double density = 0.6;
    std::optional<std::int64_t> count;
    std::int64_t seed = 1;
    std::string output = "packing.csv", scene, picture;
    int threads = 0;
    bool json = false, quiet = false;
};
int pack_command(const PackOptions& options);

struct ReproduceOptions {
    std::vector<std::string> names; ///< none: list them
    bool full = false;              ///< at the size of the source
};
int reproduce_command(const ReproduceOptions& options);

/// Threads to use when the user names none.
int default_threads();

} // namespace scree

// SPDX-License-Identifier: BSD-3-Clause
#include "drawn_run.hpp"
#include "frames.hpp"

#include <scree/base/error.hpp>
#include <scree/io/export.hpp>
#include <scree/io/files.hpp>
#include <scree/view/gltf.hpp>
#include <scree/view/pov.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace scree {
namespace {

/// The folder the exports go to, made when the first of them is ready.
class Destination {
public:
    explicit Destination(std::filesystem::path path) : path_(std::move(path)) {}

    void write(const std::string& name, const std::string& content) const {
        std::error_code error;
        std::filesystem::create_directories(path_, error);
        if (error) throw InputError(path_.string() + ": cannot be made: " + error.message());
        write_file_atomically(path_ / name, content);
    }
    std::string name() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

/// Walls without end are drawn as far as there is something in any of the frames.
void cover(std::optional<Bounds>& all, const Bounds& box) {
    if (!all) all = box;
    all->low = all->low.cwiseMin(box.low);
    all->high = all->high.cwiseMax(box.high);
}

/// The frame gets the columns that grains have from it.
void write_triangulation(const Scene& scene, std::int64_t index, Frame& frame,
                         const Destination& to) {
    Workers workers(default_threads());
    const LocalStructure structure = local_structure(scene, frame, workers);
    set_columns(structure, frame);
    to.write(fmt::format("edges_{:06}.vtk", index), edges_as_vtk(frame, structure));
    to.write(fmt::format("cells_{:06}.vtk", index), cells_as_vtk(frame, structure));
    to.write(fmt::format("pores_{:06}.vtk", index), pores_as_vtk(frame, structure));
    to.write(fmt::format("laguerre_{:06}.vtk", index), laguerre_as_vtk(frame, structure));
}

} // namespace

int export_command(const ExportOptions& o) {
    if (!o.vtk && !o.csv && !o.povray && !o.gltf && !o.triangulation)
        throw InputError(
            "export: choose one or more of --vtk, --csv, --povray, --gltf, --triangulation");
    const RunFolder folder{std::filesystem::path(o.folder)};
    folder.require_run();
    const PictureSize size = picture_size(o.size);
    const DrawOptions options = draw_options(o);
    const auto frames = chosen_frames(folder, o.frame);
    const bool has_colors = o.povray || o.gltf;
    const DrawnRun run(folder, has_colors ? frames : std::vector<std::int64_t>{}, options);
    const Destination to(o.output.empty() ? folder.path() / "export"
                                          : std::filesystem::path(o.output));
    std::optional<Bounds> region;
    for (const std::int64_t index : frames) {
        StoredFrame frame = read_frame(folder.frame_file(index));
        const Drawing drawing = run.drawing(frame);
        const Camera camera = run.camera(o.view, drawing, size);
        cover(region, drawing.bounds);
        if (o.triangulation) write_triangulation(run.scene(), index, frame.frame, to);
        if (o.vtk || o.triangulation)
            to.write(fmt::format("grains_{:06}.vtk", index),
                     grains_as_vtk(frame, run.scene().shapes));
        // Of spheres, the points with their radii say all.
        if (o.vtk && !frame.frame.shape.empty())
            to.write(fmt::format("surfaces_{:06}.vtk", index),
                     surfaces_as_vtk(frame, run.scene().shapes));
        if (o.vtk) to.write(fmt::format("contacts_{:06}.vtk", index), contacts_as_vtk(frame));
        if (o.vtk && !frame.frame.bonds.empty())
            to.write(fmt::format("bonds_{:06}.vtk", index), bonds_as_vtk(frame));
        if (o.csv && !frame.frame.bonds.empty())
            to.write(fmt::format("bonds_{:06}.csv", index), bonds_as_csv(frame));
        if (o.vtk && !frame.frame.walls.empty())
            to.write(fmt::format("walls_{:06}.vtk", index),
                     walls_as_vtk(placed_walls(run.scene(), frame.frame.walls), *region));
        if (o.csv) {
            to.write(fmt::format("grains_{:06}.csv", index),
                     grains_as_csv(frame, run.scene().shapes));
            to.write(fmt::format("contacts_{:06}.csv", index), contacts_as_csv(frame));
        }
        if (o.povray) to.write(fmt::format("{:06}.pov", index), pov_scene(drawing, camera));
        if (o.gltf)
            to.write(fmt::format("{:06}.glb", index),
                     gltf_bytes(drawing, {camera, size.aspect(), up_of(run.scene())}));
    }
    if (o.vtk && run.scene().drives.empty())
        to.write("walls.vtk", walls_as_vtk(run.scene().walls, *region));
    fmt::print("wrote {} frame{} to {}\n", frames.size(), frames.size() == 1 ? "" : "s", to.name());
    return 0;
}

} // namespace scree

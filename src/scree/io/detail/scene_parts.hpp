// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/base/error.hpp>
#include <scree/io/detail/scene_reader.hpp>
#include <scree/scene/scene.hpp>

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <map>

// The reader of a scene file, one source per part of it: scene_file.cpp (the whole),
// scene_materials.cpp, scene_clusters.cpp, scene_shapes.cpp, scene_grains.cpp, scene_sizes.cpp,
// scene_walls.cpp, scene_drives.cpp, scene_periodic.cpp, scene_measures.cpp.
namespace scree {

// Names given to things of one kind. Each must be new; an unnamed thing takes its kind's name and,
// when that is taken, a number.
class Names {
public:
    std::string take(const SceneTable& table, const std::string& kind) {
        const auto given = table.text("name");
        if (given) {
            const auto [known, is_new] = lines_.emplace(*given, table.line("name"));
            if (!is_new)
                table.fail("name", fmt::format("\"{}\" is taken already, in line {}", *given,
                                               known->second));
            return *given;
        }
        std::string name = kind;
        for (int n = 2; !lines_.emplace(name, table.line()).second; ++n)
            name = fmt::format("{} {}", kind, n);
        return name;
    }

private:
    std::map<std::string, std::size_t> lines_;
};

class SceneReader {
public:
    SceneReader(const toml::table& root, const std::string& file)
        : problems_(file), root_(root, "", {&scene_keys("scene")}, problems_) {
        scene_.file = file;
    }

    Scene read();

private:
    void read_top();
    void read_periodic();
    void check_periodic();
    void check_period(int axis);
    void check_mesh_within(const Wall& wall, int axis);
    /// Reports a region that sticks out of the period.
    void check_within_period(const SceneTable& t, const Region& region) const;
    void read_materials();
    Material read_material(const std::string& name, const SceneTable& t) const;
    void check_law_keys(const SceneTable& t) const;
    void read_pairs();
    void check_mixing() const;
    void read_bonds();
    void read_clusters();
    void read_group_cluster(const SceneTable& t, const std::string& fill, GrainGroup& group) const;
    void read_shapes();
    std::vector<GrainShape> read_shape(const SceneTable& t, const std::string& type,
                                       const std::string& name);
    std::vector<GrainShape> read_clump(const SceneTable& t, const std::string& name);
    void add_shape(const SceneTable& t, const std::string& name);
    void read_group_shape(const SceneTable& t, GrainGroup& group);
    void check_shapes();
    /// Where the file is that the scene calls `name`.
    std::filesystem::path input_path(const std::string& name) const;
    void read_grains();
    void read_sizes(const SceneTable& t, GrainGroup& group);
    void read_classes(const SceneTable& t, GrainGroup& group) const;
    void read_distribution(const SceneTable& grains, GrainGroup& group);
    void read_grain_file(const SceneTable& t, GrainGroup& group);
    /// The file that `file` names; nullptr (and reported) when there is none. Good until the next.
    const SceneInput* read_input(const SceneTable& t);
    void read_fill(const SceneTable& t, const std::string& fill, GrainGroup& group) const;
    RandomFill read_random(const SceneTable& t) const; ///< but for its region
    std::optional<Region> read_region(const SceneTable& t, std::string_view key) const;
    PourFill read_pour(const SceneTable& t, const Region& region) const;
    void read_outflows();
    void read_walls();
    std::vector<Surface> read_surfaces(const SceneTable& t, const std::string& type) const;
    std::vector<Surface> read_mesh_wall(const SceneTable& t);
    void read_drives();
    Motion read_motion(const SceneTable& t, const std::string& type, const Drive& drive);
    /// `values`: the key of what stands beside `times`.
    TimeTable read_time_table(const SceneTable& t, std::string_view values);
    std::vector<int> driven_walls(const SceneTable& t) const;
    void check_drives() const;
    void check_ends() const;
    void read_gravity();
    void read_planes();
    void read_measures();
    std::optional<MeasureKind> read_measure(const SceneTable& t, const std::string& type) const;
    std::optional<Region> read_measured_region(const SceneTable& t) const;
    void read_fluid();
    void read_output();

    std::optional<int> find_material(const SceneTable& t, std::string_view key,
                                     const std::string& name) const;
    int material_of(const SceneTable& t) const;
    std::string material_list() const;
    bool has_pair(int a, int b, bool with_hardness) const;
    Place place(const SceneTable& t) const {
        return fmt::format("{}:{}", problems_.file(), t.line());
    }

    SceneProblems problems_;
    SceneTable root_;
    Scene scene_;
    std::vector<std::size_t> material_lines_;
    std::array<std::size_t, 3> period_lines_{};
    std::vector<std::string> shape_names_; ///< of [[shape]], good or not
    bool law_is_known_ = true;
};

// Checks and pieces that several parts share. Each reports what is wrong.
bool is_longer_than_zero(const SceneTable& t, std::string_view key, const std::optional<Vec3>& v);
bool is_upright_box(const SceneTable& t, const std::optional<Vec3>& low,
                    const std::optional<Vec3>& high);

/// A cylinder (`radius`) or frustum (`radii`), of a wall or of a region.
struct ConePiece {
    Vec3 base, top;
    std::array<double, 2> radii;
};
std::optional<ConePiece> read_cone(const SceneTable& t);

} // namespace scree

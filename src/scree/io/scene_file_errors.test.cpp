// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/base/random.hpp>
#include <scree/io/scene_file.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace scree {
namespace {

std::string error_of(const std::string& text) {
    try {
        read_scene_text(text, "f.toml");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

// A good scene in four parts; each test spoils one. The lines of the parts begin at 1, 2, 7, 12.
const std::string top = "duration = 1\n";
const std::string glass = "[material.glass]\n"
                          "density = 2500\n"
                          "contact_time = 1e-3\n"
                          "restitution = 0.3\n"
                          "friction = 0.1\n";
const std::string ball = "[[grains]]\n"
                         "radius = 0.5\n"
                         "fill = \"placed\"\n"
                         "at = [[0, 0, 1]]\n"
                         "\n";
const std::string floor_wall = "[[wall]]\n"
                               "type = \"plane\"\n"
                               "point = [0, 0, 0]\n"
                               "normal = [0, 0, 1]\n";

std::string with_top(const std::string& t) { return t + glass + ball + floor_wall; }
std::string with_glass(const std::string& g) { return top + g + ball + floor_wall; }
std::string with_grains(const std::string& g) { return top + glass + g + floor_wall; }
std::string with_wall(const std::string& w) { return top + glass + ball + w; }

// Bad input, one test per way to be wrong: the exact words.

TEST(SceneFileError, TheUnspoiledSceneIsGood) { EXPECT_EQ(error_of(with_top(top)), "no error"); }

TEST(SceneFileError, MissingFile) {
    try {
        read_scene_file("no/such.toml");
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "no/such.toml: no such file");
    }
}

TEST(SceneFileError, AFolder) {
    try {
        read_scene_file(".");
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), ".: is a folder, not a scene file");
    }
}

TEST(SceneFileError, MalformedToml) {
    EXPECT_EQ(error_of("duration = 1\nlaw = = 2\n"),
              "f.toml:2:7: not valid TOML: Error while parsing value: could not determine value "
              "type");
    EXPECT_EQ(error_of("seed = 1\nseed = 2\n"),
              "f.toml:2:8: not valid TOML: Error while parsing key-value pair: cannot redefine "
              "existing integer 'seed'");
    EXPECT_EQ(error_of("[.a]\n"),
              "f.toml:1:2: not valid TOML: Error while parsing key: expected bare key starting "
              "character or string delimiter, saw '.'");
}

TEST(SceneFileError, UnknownKey) {
    EXPECT_EQ(error_of(with_top("duration = 1\ngravty = [0, 0, 0]\n")),
              "f.toml:2: gravty: unknown key; did you mean \"gravity\"?");
    EXPECT_EQ(
        error_of(with_glass(glass + "colour = 3\n")),
        "f.toml:7: material.glass.colour: unknown key; allowed: density, stiffness, "
        "contact_time, tangential_ratio, hardening, reload_loss, young, poisson, restitution, "
        "friction, rolling_friction, twisting_friction, cohesion, "
        "cohesion_density");
    EXPECT_EQ(
        error_of(with_grains(ball + "raduis = 3\n")),
        "f.toml:12: grains.raduis: unknown key for fill \"placed\"; did you mean \"radius\"?");
}

TEST(SceneFileError, KeyOfAnotherVariant) {
    EXPECT_EQ(
        error_of(with_wall(floor_wall + "high = [1, 1, 1]\n")),
        "f.toml:16: wall.high: unknown key for type \"plane\"; allowed: name, material, type, "
        "point, normal");
}

TEST(SceneFileError, WrongType) {
    EXPECT_EQ(error_of(with_top("duration = \"four\"\n")),
              "f.toml:1: duration: must be a number, got a string \"four\"");
    EXPECT_EQ(error_of(with_top("duration = true\n")),
              "f.toml:1: duration: must be a number, got true");
    EXPECT_EQ(error_of(with_top("duration = 2024-01-01\n")),
              "f.toml:1: duration: must be a number, got a date or time");
    EXPECT_EQ(error_of(with_top("duration = 1\ntitle = 3\n")),
              "f.toml:2: title: must be a string, got 3");
    EXPECT_EQ(error_of(with_top("duration = 1\ntitle = \"\"\n")),
              "f.toml:2: title: must not be empty");
    EXPECT_EQ(error_of(with_top("duration = 1\noutput = 3\n")),
              "f.toml:2: output: must be a table, got 3");
    EXPECT_EQ(error_of(with_top("duration = 1\nplane = [3]\n")),
              "f.toml:2: plane: must hold only tables, got 3");
    EXPECT_EQ(error_of(with_wall("[wall]\ntype = \"plane\"\n")),
              "f.toml:12: wall: is a list of tables: write [[wall]], not [wall]");
}

TEST(SceneFileError, WrongVector) {
    EXPECT_EQ(error_of(with_top("duration = 1\ngravity = -9.81\n")),
              "f.toml:2: gravity: must be three numbers [x, y, z], got -9.81");
    EXPECT_EQ(error_of(with_top("duration = 1\ngravity = [0, -9.81]\n")),
              "f.toml:2: gravity: must be three numbers [x, y, z], got an array of 2 values");
    EXPECT_EQ(error_of(with_top("duration = 1\ngravity = [0, \"b\", 0]\n")),
              "f.toml:2: gravity: must be three numbers [x, y, z], got a string \"b\" in it");
    EXPECT_EQ(error_of(with_top("duration = 1\ngravity = [0, 0, inf]\n")),
              "f.toml:2: gravity: must be finite numbers, got inf");
}

TEST(SceneFileError, NotFinite) {
    EXPECT_EQ(error_of(with_top("duration = nan\n")),
              "f.toml:1: duration: must be a finite number, got nan");
    EXPECT_EQ(error_of(with_top("duration = inf\n")),
              "f.toml:1: duration: must be a finite number, got inf");
}

TEST(SceneFileError, NotWhole) {
    EXPECT_EQ(error_of(with_top("duration = 1\nseed = 1.5\n")),
              "f.toml:2: seed: must be a whole number, got 1.5");
}

TEST(SceneFileError, OutsideItsLimits) {
    EXPECT_EQ(
        error_of(with_grains("[[grains]]\nradius = -0.5\nfill = \"placed\"\nat = [[0, 0, 1]]\n")),
        "f.toml:8: grains.radius: must be >= 1e-15 and <= 1000000, got -0.5");
    EXPECT_EQ(error_of(with_top("duration = 0\n")), "f.toml:1: duration: must be > 0, got 0");
    EXPECT_EQ(error_of(with_glass("[material.glass]\ndensity = 1\ncontact_time = 1\n"
                                  "restitution = 1.2\nfriction = -1\n")),
              "f.toml:5: material.glass.restitution: must be > 0 and <= 1, got 1.2\n"
              "f.toml:6: material.glass.friction: must be >= 0, got -1");
}

TEST(SceneFileError, UnknownWord) {
    EXPECT_EQ(error_of(with_top("duration = 1\nlaw = \"herz\"\n")),
              "f.toml:2: law: must be one of \"linear\", \"hertz\", \"walton\", \"pournin\", got "
              "\"herz\"; did you mean "
              "\"hertz\"?");
    EXPECT_EQ(error_of(with_top("until = \"bored\"\n")),
              "f.toml:1: until: must be \"settled\", got \"bored\"");
    EXPECT_EQ(error_of(with_wall("[[wall]]\ntype = \"torus\"\nradius = 2\n")),
              "f.toml:13: wall.type: must be one of \"plane\", \"box\", \"sphere\", \"cylinder\", "
              "\"frustum\", \"disc\", \"rod\", \"mesh\", got \"torus\"");
}

TEST(SceneFileError, MissingKeys) {
    EXPECT_EQ(error_of(with_top("seed = 1\n")),
              "f.toml: needs duration (in s) or until = \"settled\"");
    EXPECT_EQ(error_of(top), "f.toml: needs [material.NAME]\nf.toml: needs [[grains]]");
    EXPECT_EQ(error_of(with_glass("[material]\n")),
              "f.toml:2: material: needs at least one [material.NAME]");
    EXPECT_EQ(error_of(with_wall("[[wall]]\ntype = \"plane\"\npoint = [0, 0, 0]\n")),
              "f.toml:12: wall: needs normal");
    EXPECT_EQ(error_of(with_wall("[[wall]]\npoint = [0, 0, 0]\n")), "f.toml:12: wall: needs type");
    EXPECT_EQ(error_of(with_grains("[[grains]]\nfill = \"placed\"\nat = [[0, 0, 1]]\n")),
              "f.toml:7: grains: needs radius, classes or distribution");
    EXPECT_EQ(error_of(with_grains("[[grains]]\nradius = 1\nfill = \"random\"\n")),
              "f.toml:7: grains: needs region\nf.toml:7: grains: needs count, density or "
              "mass");
    EXPECT_EQ(
        error_of(with_grains("[[grains]]\nradius = 1\nfill = \"placed\"\nat = []\n")),
        "f.toml:10: grains.at: must be a list of positions [[x, y, z], ...], got an array of 0 "
        "values");
}

TEST(SceneFileError, MaterialWithoutValues) {
    EXPECT_EQ(error_of(with_glass("[material.glass]\n")),
              "f.toml:2: material.glass: needs restitution\n"
              "f.toml:2: material.glass: needs friction\n"
              "f.toml:2: material.glass: needs contact_time or stiffness for law \"linear\"\n"
              "f.toml:2: material.glass: needs density, because grains are made of it");
    EXPECT_EQ(error_of("law = \"hertz\"\n" + top +
                       "[material.glass]\ndensity = 1\n"
                       "restitution = 1\nfriction = 0\n" +
                       ball),
              "f.toml:3: material.glass: needs young for law \"hertz\"\n"
              "f.toml:3: material.glass: needs poisson for law \"hertz\"");
    EXPECT_EQ(error_of(with_glass("[material]\ndensity = 3\n")),
              "f.toml:3: material.density: must be a table: a material has a name, "
              "[material.NAME]");
}

TEST(SceneFileError, Fluid) {
    EXPECT_EQ(error_of(with_top("duration = 1\nfluid = { viscosity = 1e-3, drag = 2 }\n")),
              "f.toml:2: fluid.viscosity: give viscosity, or drag and rotational_drag, not both");
    EXPECT_EQ(error_of(with_top("duration = 1\nfluid = { drag = -2 }\n")),
              "f.toml:2: fluid.drag: must be >= 0, got -2");
    EXPECT_EQ(error_of(with_top("duration = 1\nfluid = {}\n")),
              "f.toml:2: fluid: gives no value; set viscosity, or drag and rotational_drag");
}

TEST(SceneFileError, KeyOfTheOtherLaw) {
    EXPECT_EQ(
        error_of(with_glass(glass + "young = 1e9\n")),
        "f.toml:7: material.glass.young: is not used by law \"linear\"; stiffness, "
        "contact_time and tangential_ratio belong to laws \"linear\", \"walton\" and \"pournin\", "
        "hardening to \"walton\", reload_loss to \"pournin\", young and poisson to \"hertz\"");
    EXPECT_EQ(
        error_of("law = \"hertz\"\n" + with_glass(glass + "young = 1e9\npoisson = 0.3\n")),
        "f.toml:5: material.glass.contact_time: is not used by law \"hertz\"; stiffness, "
        "contact_time and tangential_ratio belong to laws \"linear\", \"walton\" and \"pournin\", "
        "hardening to \"walton\", reload_loss to \"pournin\", young and poisson to \"hertz\"");
    const std::string where = "; stiffness, contact_time and tangential_ratio belong to laws "
                              "\"linear\", \"walton\" and \"pournin\", hardening to \"walton\", "
                              "reload_loss to \"pournin\", young and poisson to \"hertz\"";
    EXPECT_EQ(error_of("law = \"walton\"\n" + with_glass(glass + "reload_loss = 0.5\n")),
              "f.toml:8: material.glass.reload_loss: is not used by law \"walton\"" + where);
    EXPECT_EQ(error_of("law = \"pournin\"\n" + with_glass(glass + "hardening = 5\n")),
              "f.toml:8: material.glass.hardening: is not used by law \"pournin\"" + where);
    EXPECT_EQ(error_of(with_glass(glass + "stiffness = 1e5\n")),
              "f.toml:4: material.glass.contact_time: give stiffness or contact_time, not both");
}

const std::string steel = "[material.steel]\nstiffness = 1e5\nrestitution = 0.3\nfriction = 0.1\n";
const std::string glass_ball = "[[grains]]\nmaterial = \"glass\"\nradius = 0.5\n"
                               "fill = \"placed\"\nat = [[0, 0, 1]]\n";

TEST(SceneFileError, StiffnessMeetsContactTime) {
    EXPECT_EQ(error_of(top + glass + steel + glass_ball),
              "f.toml:7: material.steel: gives stiffness and material.glass gives contact_time, "
              "which do not mix; give both the same or add a [[pair]] with one of them");
    EXPECT_EQ(error_of(top + glass + steel + glass_ball +
                       "[[pair]]\nmaterials = [\"steel\", \"glass\"]\nstiffness = 1e4\n"),
              "no error");
}

TEST(SceneFileError, UnknownMaterial) {
    EXPECT_EQ(error_of(with_wall(floor_wall + "material = \"glas\"\n")),
              "f.toml:16: wall.material: there is no material \"glas\"; did you mean \"glass\"?");
    EXPECT_EQ(error_of(with_wall(floor_wall + "material = \"wood\"\n")),
              "f.toml:16: wall.material: there is no material \"wood\"; the scene has glass");
    const std::string pair = "[[pair]]\nmaterials = [\"steel\", \"glass\"]\nstiffness = 1e4\n";
    EXPECT_EQ(error_of(top + glass + steel + glass_ball + pair + floor_wall),
              "f.toml:19: wall: needs material; the scene has glass, steel");
}

TEST(SceneFileError, BadPair) {
    EXPECT_EQ(error_of(with_wall("[[pair]]\nmaterials = [\"glass\"]\nfriction = 1\n")),
              "f.toml:13: pair.materials: must be two strings [\"a\", \"b\"], got an array of 1 "
              "value");
    EXPECT_EQ(error_of(with_wall("[[pair]]\nmaterials = [\"glass\", \"glass\"]\n")),
              "f.toml:12: pair: gives no value; set restitution, friction or another value of the "
              "pair");
    const std::string pair = "[[pair]]\nmaterials = [\"glass\", \"glass\"]\nfriction = 1\n";
    EXPECT_EQ(error_of(with_wall(pair + pair)),
              "f.toml:16: pair.materials: \"glass\" and \"glass\" have a [[pair]] already");
}

TEST(SceneFileError, ConflictingSizes) {
    const std::string classes = "classes = [{ radius = 1, share = 1 }]\n";
    EXPECT_EQ(error_of(with_grains(ball + classes)),
              "f.toml:12: grains.classes: give radius or classes, not both");
    EXPECT_EQ(error_of(with_grains(
                  "[[grains]]\nfill = \"placed\"\nat = [[0, 0, 1]]\nspread = 0.1\n" + classes)),
              "f.toml:10: grains.spread: with classes each class has its own spread");
    EXPECT_EQ(error_of(with_grains(ball + "share_by = \"mass\"\n")),
              "f.toml:12: grains.share_by: is only used with classes");
    EXPECT_EQ(error_of(with_grains("[[grains]]\nfill = \"placed\"\nat = [[0, 0, 1]]\n"
                                   "classes = [{ radius = 0, shar = 1 }]\n")),
              "f.toml:10: grains.classes.radius: must be > 0, got 0\n"
              "f.toml:10: grains.classes.shar: unknown key; did you mean \"share\"?\n"
              "f.toml:10: grains.classes: needs share");
}

TEST(SceneFileError, SpacingBelowTheDiameter) {
    EXPECT_EQ(error_of(with_grains("[[grains]]\nradius = 0.5\nspread = 0.5\nfill = \"lattice\"\n"
                                   "spacing = 1\nregion.type = \"sphere\"\n"
                                   "region.center = [0, 0, 0]\nregion.radius = 9\n")),
              "f.toml:11: grains.spacing: must be at least the largest diameter 1.5, got 1");
}

TEST(SceneFileError, BadShapes) {
    EXPECT_EQ(error_of(with_wall("[[wall]]\ntype = \"box\"\nlow = [0, 0, 0]\nhigh = [1, -1, 1]\n")),
              "f.toml:15: wall.high: must be greater than low in y, got -1 and 0");
    EXPECT_EQ(
        error_of(with_wall("[[wall]]\ntype = \"box\"\nlow = [0, 0, 0]\nhigh = [1, 1, 1]\n"
                           "open = [\"z\"]\n")),
        "f.toml:16: wall.open: must be one of \"-x\", \"+x\", \"-y\", \"+y\", \"-z\", \"+z\", "
        "got \"z\"; did you mean \"-z\"?");
    EXPECT_EQ(error_of(with_wall("[[wall]]\ntype = \"box\"\nlow = [0, 0, 0]\nhigh = [1, 1, 1]\n"
                                 "open = [\"-x\", \"+x\", \"-y\", \"+y\", \"-z\", \"+z\"]\n")),
              "f.toml:16: wall.open: must leave at least one side closed");
    EXPECT_EQ(error_of(with_wall("[[wall]]\ntype = \"plane\"\npoint = [0, 0, 0]\n"
                                 "normal = [0, 0, 0]\n")),
              "f.toml:15: wall.normal: must not be zero");
    EXPECT_EQ(error_of(with_wall("[[wall]]\ntype = \"cylinder\"\nbase = [0, 0, 0]\n"
                                 "top = [0, 0, 0]\nradius = 1\n")),
              "f.toml:15: wall.top: must differ from base");
    EXPECT_EQ(error_of(with_wall("[[wall]]\ntype = \"frustum\"\nbase = [0, 0, 0]\n"
                                 "top = [0, 0, 1]\nradii = [0, 0]\n")),
              "f.toml:16: wall.radii: must not both be 0");
    EXPECT_EQ(error_of(with_wall("[[wall]]\ntype = \"disc\"\ncenter = [0, 0, 0]\n"
                                 "normal = [0, 0, 1]\nradius = 1\ninner_radius = 2\n")),
              "f.toml:17: wall.inner_radius: must be < radius 1, got 2");
}

TEST(SceneFileError, NameUsedTwice) {
    EXPECT_EQ(
        error_of(with_wall(floor_wall + "name = \"floor\"\n" + floor_wall + "name = \"floor\"\n")),
        "f.toml:21: wall.name: \"floor\" is taken already, in line 16");
}

TEST(SceneFileError, SeveralAtOnceInTheOrderOfTheLines) {
    EXPECT_EQ(error_of("duration = \"four\"\n"
                       "[[wall]]\n"
                       "type = \"sphere\"\n"
                       "radius = -1\n"
                       "[[grains]]\n"
                       "raduis = 2\n"
                       "fill = \"latice\"\n"
                       "[material.glass]\n"
                       "friction = true\n"
                       "contact_time = 1e-3\n"),
              "f.toml:1: duration: must be a number, got a string \"four\"\n"
              "f.toml:2: wall: needs center\n"
              "f.toml:2: wall: needs side\n"
              "f.toml:4: wall.radius: must be > 0, got -1\n"
              "f.toml:6: grains.raduis: unknown key; did you mean \"radius\"?\n"
              "f.toml:7: grains.fill: must be one of \"lattice\", \"random\", \"placed\", "
              "\"file\", \"pour\", got \"latice\"; did you mean \"lattice\"?\n"
              "f.toml:8: material.glass: needs restitution\n"
              "f.toml:9: material.glass.friction: must be a number, got true");
}

// Whatever bytes come, the answer is a scene or an InputError, never another exception or a crash.
TEST(SceneFileError, RandomDamageIsAlwaysReported) {
    const std::uint64_t seed = 5;
    SCOPED_TRACE(seed);
    const std::string spare = "[]{}=\"'#.,\n -+0123456789einfatrx\xff";
    int refused = 0, accepted = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SCREE_SOURCE_DIR "/scenes")) {
        std::ifstream in(entry.path(), std::ios::binary);
        Random random(seed);
        const std::string good(std::istreambuf_iterator<char>(in), {});
        for (int n = 0; n < 300 && !good.empty(); ++n) {
            std::string text = good;
            for (std::uint64_t k = 1 + random.below(3); k > 0; --k) {
                const std::size_t at = random.below(text.size());
                if (random.below(3) == 0)
                    text.erase(at, 1 + random.below(20));
                else
                    text[at] = spare[random.below(spare.size())];
            }
            try {
                read_scene_text(text, "f.toml");
                ++accepted;
            } catch (const InputError&) {
                ++refused;
            }
        }
    }
    EXPECT_GT(refused, 300);
    EXPECT_GT(accepted, 300);
}

} // namespace
} // namespace scree

// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/detail/scene_key_tables.hpp>

#include <limits>

namespace scree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const Limits positive{0, infinity, true, false};
const Limits sigma_range{0, 5, true, false};

using enum KeyKind;

KeyTable law_keys(std::string_view name, std::string_view heading, std::string_view intro,
                  std::vector<Key> keys) {
    keys.push_back(
        {"min", number, "m", "0.1 % of the law lies below", "smallest radius", positive});
    keys.push_back({"max", number, "m", "0.1 % of the law lies above", "largest radius", positive});
    return {name, heading, intro, std::move(keys)};
}

} // namespace

std::vector<KeyTable> size_distribution_keys() {
    return {
        {"grains.distribution",
         "distribution = { ... }",
         "Radii that follow a law. When the number of grains is known, one radius is drawn from "
         "each "
         "of as many equal parts of the law, so that few grains follow it closely too. Size "
         "classes, "
         "to colour and count by, are the intervals of a sieve curve, or else five of equal share.",
         {{"type",
           word,
           "",
           "required",
           "",
           {},
           {"uniform", "normal", "lognormal", "weibull", "sieve"}},
          {"by",
           word,
           "",
           R"("number", of a sieve curve "mass")",
           "what the law counts: grains, or their mass",
           {},
           {"number", "mass"}}}},
        {"grains.distribution uniform",
         "distribution of type \"uniform\"",
         "",
         {{"min", number, "m", "required", "smallest radius", positive},
          {"max", number, "m", "required", "largest radius", positive}}},
        law_keys(
            "grains.distribution normal", "distribution of type \"normal\"", "",
            {{"mean", number, "m", "required", "mean radius", positive},
             {"deviation", number, "m", "required", "standard deviation of the radius", positive}}),
        law_keys("grains.distribution lognormal", "distribution of type \"lognormal\"", "",
                 {{"median", number, "m", "required", "median radius", positive},
                  {"sigma", number, "", "required",
                   "standard deviation of the logarithm of the radius", sigma_range}}),
        law_keys("grains.distribution weibull", "distribution of type \"weibull\"",
                 "Also known as Rosin–Rammler: the part above r is exp(-(r/scale)^shape).",
                 {{"scale", number, "m", "required", "radius that 36.8 % lie above", positive},
                  {"shape", number, "", "required", "the larger, the narrower", positive}}),
        {"grains.distribution sieve",
         "distribution of type \"sieve\"",
         "A grading curve: a CSV file with the columns `size`, the opening of the sieve, which is "
         "a "
         "diameter, and `passing`, the part that goes through, from 0 up to 1 or 100. Between two "
         "sizes it is linear in the logarithm of the size.",
         {{"file", text, "", "required", "CSV file, seen from the folder of the scene file"},
          {"unit", word, "", "\"m\"", "of the sizes", {}, {"m", "mm"}}}}};
}

} // namespace scree

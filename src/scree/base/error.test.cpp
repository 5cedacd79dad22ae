// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>

#include <gtest/gtest.h>

namespace scree {
namespace {

using Words = std::vector<std::string>;

TEST(InputError, OneMessageIsItsOwnText) {
    const InputError error("drum.toml:14: particles.radius: must be > 0, got -0.5");
    EXPECT_STREQ(error.what(), "drum.toml:14: particles.radius: must be > 0, got -0.5");
    EXPECT_EQ(error.messages().size(), 1U);
}

TEST(InputError, SeveralMessagesAreJoinedLineByLine) {
    const InputError error(Words{"first", "second", "third"});
    EXPECT_STREQ(error.what(), "first\nsecond\nthird");
    EXPECT_EQ(error.messages(), (Words{"first", "second", "third"}));
}

TEST(InputError, IsCaughtAsRuntimeError) {
    EXPECT_THROW(throw InputError("x"), std::runtime_error);
    EXPECT_THROW(throw RunError("x"), std::runtime_error);
}

TEST(NearestWord, FindsSlips) {
    const Words known = {"radius", "density", "restitution", "friction", "young"};
    EXPECT_EQ(nearest_word("radus", known), "radius");            // a letter dropped
    EXPECT_EQ(nearest_word("raddius", known), "radius");          // doubled
    EXPECT_EQ(nearest_word("densitx", known), "density");         // replaced
    EXPECT_EQ(nearest_word("restituiton", known), "restitution"); // two swapped: two edits
    EXPECT_EQ(nearest_word("coefficient", known), "");            // another word altogether
    EXPECT_EQ(nearest_word("friction", known), "friction");       // itself
}

TEST(NearestWord, AThirdOfTheLettersIsTheLimit) {
    EXPECT_EQ(nearest_word("abcdef", {"abcdxy"}), "abcdxy"); // 2 of 6
    EXPECT_EQ(nearest_word("abcdef", {"abcxyz"}), "");       // 3 of 6
    EXPECT_EQ(nearest_word("ab", {"ax"}), "ax");             // short words may have one slip
    EXPECT_EQ(nearest_word("ab", {"xy"}), "");
}

TEST(NearestWord, TakesTheNearestAndTheFirstOfEquals) {
    EXPECT_EQ(nearest_word("gravityy", {"gravit", "gravity"}), "gravity");
    EXPECT_EQ(nearest_word("cat", {"car", "cab"}), "car");
    EXPECT_EQ(nearest_word("anything", {}), "");
    EXPECT_EQ(nearest_word("", {"long"}), "");
}

TEST(Suggestion, NamesTheNearestOrAll) {
    EXPECT_EQ(suggestion("frnt", {"front", "top"}), "; did you mean \"front\"?");
    EXPECT_EQ(suggestion("xyz", {"front", "top"}), "; must be one of front, top");
}

} // namespace
} // namespace scree

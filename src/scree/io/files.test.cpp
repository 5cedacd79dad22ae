// SPDX-License-Identifier: BSD-3-Clause
#include <scree/base/error.hpp>
#include <scree/io/files.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

namespace scree {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
protected:
    void SetUp() override { fs::create_directories(folder); }
    void TearDown() override { fs::remove_all(folder); }
    fs::path folder = fs::temp_directory_path() / ("scree-files-" + std::to_string(::getpid()));
};

TEST_F(Files, AreReplacedAsAWhole) {
    write_file_atomically(folder / "a", std::string("old"));
    write_file_atomically(folder / "a", std::string("new"));
    EXPECT_EQ(read_text_file(folder / "a"), "new");
    EXPECT_FALSE(fs::exists(folder / "a.part"));
}

// A folder in the way of the final rename: the write fails after the bytes were written aside.
TEST_F(Files, AFailedWriteLeavesNothing) {
    fs::create_directories(folder / "a" / "full");
    EXPECT_THROW(write_file_atomically(folder / "a", std::string("x")), RunError);
    EXPECT_FALSE(fs::exists(folder / "a.part"));
    EXPECT_TRUE(fs::exists(folder / "a" / "full"));
}

TEST_F(Files, MessagesNameTheFileAndTheReason) {
    try {
        write_file_atomically(folder / "no" / "a", std::string("x"));
        FAIL();
    } catch (const RunError& e) {
        EXPECT_EQ(std::string(e.what()),
                  (folder / "no" / "a").string() + ": cannot write: No such file or directory");
    }
    EXPECT_THROW(read_text_file(folder), InputError);
}

TEST_F(Files, LinesAreAppended) {
    append_line(folder / "log", "one");
    append_line(folder / "log", "two");
    EXPECT_EQ(read_text_file(folder / "log"), "one\ntwo\n");
}

} // namespace
} // namespace scree

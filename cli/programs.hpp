// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

// Other programs on this machine.
namespace scree {

/// Where the program is, or "" when it is not installed.
std::string find_program(const std::string& name);

/// Runs a program with these words (the first names it) inside a folder, without a shell, and waits
/// for it. Returns its exit code, or -1 when it could not be started or was killed.
int run_program(const std::vector<std::string>& words, const std::filesystem::path& folder);

} // namespace scree

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <span>
#include <string>

// Files appear whole or not at all. Failures throw RunError with the path and the system's reason.
namespace scree {

/// Writes aside (`path` + ".part"), flushes to the disk, then renames. On failure nothing is left
/// and the old file, if any, is untouched.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, const std::string& text);

/// Appends one line in a single write, so that a killed process leaves whole lines.
void append_line(const std::filesystem::path& path, const std::string& line);

/// The whole file; throws InputError when it cannot be read.
std::string read_text_file(const std::filesystem::path& path);

} // namespace scree

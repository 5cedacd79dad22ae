// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

// The little of HDF5 that frames and checkpoints need.
namespace scree {

/// An HDF5 file built in memory, so that it reaches the disk whole (write_file_atomically) and a
/// full disk is an ordinary error.
class Hdf5Image {
public:
    Hdf5Image();
    ~Hdf5Image();
    Hdf5Image(const Hdf5Image&) = delete;
    Hdf5Image& operator=(const Hdf5Image&) = delete;

    void group(const std::string& name);
    void attribute(const std::string& name, const std::string& value);
    void attribute(const std::string& name, double value);
    void attribute(const std::string& name, std::int64_t value);
    /// `columns` values per row; 1 makes a one-dimensional set.
    void dataset(const std::string& name, std::span<const double> values, std::size_t columns = 1);
    void dataset(const std::string& name, std::span<const std::int64_t> values,
                 std::size_t columns = 1);
    void dataset(const std::string& name, std::span<const std::int32_t> values,
                 std::size_t columns = 1);

    void write(const std::filesystem::path& path);

private:
    std::int64_t file_;
};

/// Reads such a file. Everything that is missing, of another kind or damaged throws InputError
/// with the path and the name of the part.
class Hdf5Reader {
public:
    explicit Hdf5Reader(const std::filesystem::path& path);
    ~Hdf5Reader();
    Hdf5Reader(const Hdf5Reader&) = delete;
    Hdf5Reader& operator=(const Hdf5Reader&) = delete;

    std::string text(const std::string& attribute) const;
    double number(const std::string& attribute) const;
    std::int64_t integer(const std::string& attribute) const;
    bool has(const std::string& dataset) const;
    std::vector<double> doubles(const std::string& dataset, std::size_t columns = 1) const;
    std::vector<std::int64_t> integers(const std::string& dataset, std::size_t columns = 1) const;

private:
    [[noreturn]] void damaged(const std::string& part) const;

    std::filesystem::path path_;
    std::int64_t file_ = -1;
    std::size_t file_size_ = 0; ///< bytes: no part can be larger
};

} // namespace scree

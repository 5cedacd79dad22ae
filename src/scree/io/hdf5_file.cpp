// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/hdf5_file.hpp>

#include <scree/base/error.hpp>
#include <scree/io/files.hpp>

#include <fmt/format.h>
#include <hdf5.h>
#include <zlib.h>

#include <string_view>

namespace scree {
namespace {

/// Closes an HDF5 handle of any kind.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {
        if (id_ < 0) throw RunError("HDF5 cannot build the file in memory");
    }
    ~Handle() { close_(id_); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    operator hid_t() const { return id_; } // NOLINT: stands for the handle

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

/// HDF5 prints its own stack of errors unless told otherwise; ours are in our own words.
void silence_hdf5() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

void check(herr_t result) {
    if (result < 0) throw RunError("HDF5 cannot build the file in memory");
}

void write_dataset(hid_t file, const std::string& name, hid_t type, const void* data,
                   std::size_t count, std::size_t columns) {
    const hsize_t dims[2] = {columns == 0 ? 0 : count / columns, columns};
    const Handle space(H5Screate_simple(columns == 1 ? 1 : 2, dims, nullptr), H5Sclose);
    const Handle set(
        H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    if (count > 0) check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
}

void write_attribute(hid_t file, const std::string& name, hid_t type, const void* data) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    const Handle attribute(H5Acreate2(file, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose);
    check(H5Awrite(attribute, type, data));
}

} // namespace

Hdf5Image::Hdf5Image() {
    silence_hdf5();
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    constexpr std::size_t growth = std::size_t{1} << 20U;
    check(H5Pset_fapl_core(access, growth, false));
    // No times in the file: the same state gives the same bytes.
    const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
    check(H5Pset_obj_track_times(creation, false));
    file_ = H5Fcreate("scree-in-memory", H5F_ACC_TRUNC, creation, access);
    if (file_ < 0) throw RunError("HDF5 cannot build a file in memory");
}

Hdf5Image::~Hdf5Image() { H5Fclose(file_); }

void Hdf5Image::group(const std::string& name) {
    const Handle made(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                      H5Gclose);
}

void Hdf5Image::attribute(const std::string& name, const std::string& value) {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    check(H5Tset_size(type, value.size() + 1));
    write_attribute(file_, name, type, value.c_str());
}

void Hdf5Image::attribute(const std::string& name, double value) {
    write_attribute(file_, name, H5T_NATIVE_DOUBLE, &value);
}

void Hdf5Image::attribute(const std::string& name, std::int64_t value) {
    write_attribute(file_, name, H5T_NATIVE_INT64, &value);
}

void Hdf5Image::dataset(const std::string& name, std::span<const double> values,
                        std::size_t columns) {
    write_dataset(file_, name, H5T_NATIVE_DOUBLE, values.data(), values.size(), columns);
}

void Hdf5Image::dataset(const std::string& name, std::span<const std::int64_t> values,
                        std::size_t columns) {
    write_dataset(file_, name, H5T_NATIVE_INT64, values.data(), values.size(), columns);
}

void Hdf5Image::dataset(const std::string& name, std::span<const std::int32_t> values,
                        std::size_t columns) {
    write_dataset(file_, name, H5T_NATIVE_INT32, values.data(), values.size(), columns);
}

namespace {

// The last bytes of a file: HDF5 does not look beyond its own end, and reading a damaged file can
// make the HDF5 library itself fail, so damage is found before it sees the file.
constexpr std::string_view seal_begin = "\nscree crc32 ";
constexpr std::size_t seal_size = seal_begin.size() + 9; // eight digits and a new line

std::string seal_of(std::span<const std::byte> bytes) {
    const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    return fmt::format("{}{:08x}\n", seal_begin, crc);
}

void check_seal(const std::filesystem::path& path) {
    const std::string text = read_text_file(path);
    const std::size_t body = text.size() < seal_size ? 0 : text.size() - seal_size;
    if (body == 0 || text.compare(body, seal_begin.size(), seal_begin) != 0)
        throw InputError(path.string() + ": is truncated or was not written by scree");
    if (text.substr(body) != seal_of(std::as_bytes(std::span(text.data(), body))))
        throw InputError(path.string() + ": is damaged: its checksum is wrong");
}

} // namespace

void Hdf5Image::write(const std::filesystem::path& path) {
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL));
    const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
    if (size <= 0) throw RunError("HDF5 cannot build the file in memory");
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    if (H5Fget_file_image(file_, bytes.data(), bytes.size()) != size)
        throw RunError("HDF5 cannot build the file in memory");
    for (const char c : seal_of(bytes)) bytes.push_back(static_cast<std::byte>(c));
    write_file_atomically(path, bytes);
}

Hdf5Reader::Hdf5Reader(const std::filesystem::path& path) : path_(path) {
    silence_hdf5();
    if (!std::filesystem::exists(path)) throw InputError(path.string() + ": no such file");
    check_seal(path);
    file_ = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file_ < 0) damaged("HDF5");
    file_size_ = std::filesystem::file_size(path);
}

Hdf5Reader::~Hdf5Reader() { H5Fclose(file_); }

void Hdf5Reader::damaged(const std::string& part) const {
    throw InputError(path_.string() + ": is damaged: cannot read \"" + part + "\"");
}

namespace {

bool is_single(hid_t attribute) {
    const Handle space(H5Aget_space(attribute), H5Sclose);
    return H5Sget_simple_extent_npoints(space) == 1;
}

} // namespace

std::string Hdf5Reader::text(const std::string& attribute) const {
    const hid_t id = H5Aopen(file_, attribute.c_str(), H5P_DEFAULT);
    if (id < 0) damaged(attribute);
    const Handle handle(id, H5Aclose);
    const Handle type(H5Aget_type(handle), H5Tclose);
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) damaged(attribute);
    if (H5Tget_size(type) > file_size_ || !is_single(handle)) damaged(attribute);
    std::string value(H5Tget_size(type), '\0');
    if (H5Aread(handle, type, value.data()) < 0) damaged(attribute);
    return value.c_str();
}

double Hdf5Reader::number(const std::string& attribute) const {
    const hid_t id = H5Aopen(file_, attribute.c_str(), H5P_DEFAULT);
    if (id < 0) damaged(attribute);
    const Handle handle(id, H5Aclose);
    double value = 0;
    if (!is_single(handle) || H5Aread(handle, H5T_NATIVE_DOUBLE, &value) < 0) damaged(attribute);
    return value;
}

std::int64_t Hdf5Reader::integer(const std::string& attribute) const {
    const hid_t id = H5Aopen(file_, attribute.c_str(), H5P_DEFAULT);
    if (id < 0) damaged(attribute);
    const Handle handle(id, H5Aclose);
    std::int64_t value = 0;
    if (!is_single(handle) || H5Aread(handle, H5T_NATIVE_INT64, &value) < 0) damaged(attribute);
    return value;
}

bool Hdf5Reader::has(const std::string& dataset) const {
    return H5Lexists(file_, dataset.c_str(), H5P_DEFAULT) > 0;
}

namespace {

/// Rows × columns of a set; false when it is not shaped that way or would not fit into the file.
bool size_of(hid_t set, std::size_t columns, std::size_t file_size, std::size_t& count) {
    const Handle space(H5Dget_space(set), H5Sclose);
    const Handle type(H5Dget_type(set), H5Tclose);
    hsize_t dims[2] = {0, 1};
    const int rank = H5Sget_simple_extent_ndims(space);
    if (rank != (columns == 1 ? 1 : 2)) return false;
    H5Sget_simple_extent_dims(space, dims, nullptr);
    if (dims[1] != columns || dims[0] > file_size / (columns * H5Tget_size(type))) return false;
    count = dims[0] * dims[1];
    return true;
}

/// False when the set is not there, of another shape or cannot be read.
template <class T>
bool read_set(hid_t file, const std::string& name, std::size_t columns, hid_t type,
              std::size_t file_size, std::vector<T>& values) {
    const hid_t id = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
    if (id < 0) return false;
    const Handle set(id, H5Dclose);
    std::size_t count = 0;
    if (!size_of(set, columns, file_size, count)) return false;
    values.resize(count);
    return count == 0 || H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
}

} // namespace

std::vector<double> Hdf5Reader::doubles(const std::string& dataset, std::size_t columns) const {
    std::vector<double> values;
    if (!read_set(file_, dataset, columns, H5T_NATIVE_DOUBLE, file_size_, values)) damaged(dataset);
    return values;
}

std::vector<std::int64_t> Hdf5Reader::integers(const std::string& dataset,
                                               std::size_t columns) const {
    std::vector<std::int64_t> values;
    if (!read_set(file_, dataset, columns, H5T_NATIVE_INT64, file_size_, values)) damaged(dataset);
    return values;
}

} // namespace scree

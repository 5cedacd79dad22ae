// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/files.hpp>

#include <scree/base/error.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace scree {
namespace {

class Descriptor {
public:
    Descriptor(const std::filesystem::path& path, int flags)
        : fd_(::open(path.c_str(), flags, 0644)) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }

private:
    int fd_;
};

[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int error) {
    throw RunError(path.string() + ": cannot " + what + ": " + std::strerror(error));
}

bool write_all(int fd, const char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t written = ::write(fd, data, size);
        if (written < 0) {
            if (errno == EINTR) continue;
            return false;
        }
        data += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

} // namespace

void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::filesystem::path aside = path;
    aside += ".part";
    int error = 0;
    {
        const Descriptor file(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
        if (file.get() < 0) fail(path, "write", errno);
        if (!write_all(file.get(), reinterpret_cast<const char*>(bytes.data()), bytes.size()) ||
            ::fsync(file.get()) != 0)
            error = errno;
    }
    if (error == 0 && ::rename(aside.c_str(), path.c_str()) != 0) error = errno;
    if (error != 0) {
        ::unlink(aside.c_str());
        fail(path, "write", error);
    }
}

void write_file_atomically(const std::filesystem::path& path, const std::string& text) {
    write_file_atomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

void append_line(const std::filesystem::path& path, const std::string& line) {
    const Descriptor file(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC);
    if (file.get() < 0) fail(path, "write", errno);
    struct ::stat before {};
    ::fstat(file.get(), &before);
    const std::string whole = line + '\n';
    if (write_all(file.get(), whole.data(), whole.size())) return;
    const int error = errno;
    // A full disk may have taken part of the line: take it back.
    if (::ftruncate(file.get(), before.st_size) != 0) fail(path, "repair", errno);
    fail(path, "write", error);
}

std::string read_text_file(const std::filesystem::path& path) {
    if (std::filesystem::is_directory(path))
        throw InputError(path.string() + ": is a folder, not a file");
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError(path.string() + ": cannot read: " + std::strerror(errno));
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

} // namespace scree

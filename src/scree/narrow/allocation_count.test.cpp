// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/allocation_count.test.hpp>

#include <cstdlib>
#include <new>

// In a file of its own: seen by the optimiser together with its users, the pair is taken for a
// mismatch. All unaligned forms are replaced: a sanitizer brings its own for those left out.
namespace {

long count = 0;

void* allocate(std::size_t size) noexcept {
    ++count;
    return std::malloc(size > 0 ? size : 1);
}

void* allocate_or_throw(std::size_t size) {
    if (void* memory = allocate(size)) return memory;
    throw std::bad_alloc();
}

} // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size); }
void* operator new[](std::size_t size) { return allocate_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

long scree::test::allocation_count() { return count; }

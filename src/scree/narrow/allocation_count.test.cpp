// SPDX-License-Identifier: BSD-3-Clause
#include <scree/narrow/allocation_count.test.hpp>

#include <cstdlib>
#include <new>

// In a file of its own: seen by the optimiser together with its users, the pair is taken for a
// mismatch.
namespace {
long count = 0;
}

void* operator new(std::size_t size) {
    ++count;
    if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

long scree::test::allocation_count() { return count; }

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace scree {

/// A list that never changes: copies share its memory.
template <class T>
class SharedList {
public:
    using value_type = T;
    using const_iterator = const T*;
    using iterator = const_iterator;

    SharedList() = default;
    SharedList(std::vector<T> values) // NOLINT: a list is a list
        : owner_(std::make_shared<const std::vector<T>>(std::move(values))), all_(*owner_) {}

    std::size_t size() const { return all_.size(); }
    bool empty() const { return all_.empty(); }
    const T* data() const { return all_.data(); }
    const T& operator[](std::size_t i) const { return all_[i]; }
    const T& back() const { return all_.back(); }
    const_iterator begin() const { return all_.data(); }
    const_iterator end() const { return all_.data() + all_.size(); }
    operator std::span<const T>() const { return all_; }

    friend bool operator==(const SharedList& a, const SharedList& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    std::shared_ptr<const std::vector<T>> owner_;
    std::span<const T> all_;
};

} // namespace scree

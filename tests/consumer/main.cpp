// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include <scree/base/vec3.hpp>
#include <scree/base/version.hpp>

int main() {
    const scree::Vec3 a(3.0, 0.0, 4.0);
    std::printf("scree %s: |(3, 0, 4)| = %g\n", scree::version_string.data(), a.norm());
    return a.norm() == 5.0 ? 0 : 1;
}

// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace scree {

/// A data file of tests/reproduction, e.g. "descantes/expected.csv", as part of the program (cli's
/// CMakeLists.txt lists them). Asking for one that is not listed is a mistake in the program.
const std::string& published_file(const std::string& name);

} // namespace scree

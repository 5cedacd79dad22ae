// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/hdf5_file.hpp>
#include <scree/sim/saved_state.hpp>

// The part of a checkpoint that only scenes with shapes have.
namespace scree {

/// Writes nothing for a state without shapes.
void write_shaped(Hdf5Image& file, const SavedState& state);
/// Reads what is there. False: it does not fit together.
bool read_shaped(const Hdf5Reader& file, SavedState& state);

} // namespace scree

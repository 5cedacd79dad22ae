// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace scree {

/// What a user gave us is wrong: files, options, public builders. One message per mistake, each
/// saying where, which key, what was found and what is allowed; several are reported at once.
class InputError : public std::runtime_error {
public:
    explicit InputError(std::string message);
    explicit InputError(std::vector<std::string> messages);

    const std::vector<std::string>& messages() const { return messages_; }

private:
    std::vector<std::string> messages_;
};

/// The run cannot go on: a NaN in the state, a disk that is full. Not the user's input, but the
/// user must learn the cause.
class RunError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The known word nearest to `word` by edit distance, or "" when none is close enough to be a
/// likely slip (more than a third of the letters differ).
std::string nearest_word(const std::string& word, const std::vector<std::string>& known);

/// The end of a message about an unknown word: which one was meant, or else all there are.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

} // namespace scree

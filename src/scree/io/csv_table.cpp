// SPDX-License-Identifier: BSD-3-Clause
#include <scree/io/csv_table.hpp>

#include <scree/base/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace scree {
namespace {

constexpr std::size_t most_messages = 10;
constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// The first comma that is not part of a quoted name.
std::size_t end_of_cell(std::string_view line) {
    bool is_quoted = false;
    for (std::size_t k = 0; k < line.size(); ++k) {
        if (line[k] == '"') is_quoted = !is_quoted;
        if (line[k] == ',' && !is_quoted) return k;
    }
    return std::string_view::npos;
}

std::vector<std::string_view> cells_of(std::string_view line) {
    std::vector<std::string_view> cells;
    for (;;) {
        const auto comma = end_of_cell(line);
        cells.push_back(trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos) return cells;
        line.remove_prefix(comma + 1);
    }
}

std::optional<double> number_in(std::string_view cell) {
    if (cell.starts_with('+')) cell.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size()) return {};
    return value;
}

class Parser {
public:
    Parser(const std::string& file, const CsvColumns& columns) : file_(file), wanted_(columns) {}

    CsvTable parse(std::string_view text) {
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3); // a byte order mark
        std::size_t number = 0;
        while (!text.empty() && errors_.size() < most_messages) {
            const auto end = text.find('\n');
            const std::string_view line = trimmed(text.substr(0, end));
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            ++number;
            if (line.empty() || line.starts_with('#')) continue;
            if (places_.empty())
                read_names(line, number);
            else
                read_row(line, number);
        }
        if (places_.empty())
            errors_.push_back(fmt::format("{}: is empty; needs the columns {}", file_,
                                          fmt::join(wanted_.needed, ", ")));
        else if (errors_.empty() && table_.rows() == 0)
            errors_.push_back(fmt::format("{}: has no rows below the names of its columns", file_));
        if (!errors_.empty()) throw InputError(std::move(errors_));
        return std::move(table_);
    }

private:
    void read_names(std::string_view line, std::size_t number) {
        const auto names = cells_of(line);
        cells_per_row_ = names.size();
        const auto find = [&](const std::string& name) {
            return std::find_if(names.begin(), names.end(), [&](std::string_view n) {
                return n == name || n == name + "_m" || n == name + "_s";
            });
        };
        const auto take = [&](const std::string& name, bool is_needed) {
            const auto found = find(name);
            if (found == names.end() && !is_needed) return;
            if (found == names.end())
                throw InputError(fmt::format(R"({}:{}: needs a column "{}"; found "{}")", file_,
                                             number, name, fmt::join(names, "\", \"")));
            places_.push_back(static_cast<std::size_t>(found - names.begin()));
            table_.names.push_back(name);
            table_.columns.emplace_back();
        };
        for (const std::string& name : wanted_.needed) take(name, true);
        for (const std::string& name : wanted_.optional) take(name, false);
    }

    void read_row(std::string_view line, std::size_t number) {
        const auto cells = cells_of(line);
        if (cells.size() != cells_per_row_) {
            errors_.push_back(fmt::format("{}:{}: must have {} values, one per column, got {}",
                                          file_, number, cells_per_row_, cells.size()));
            return;
        }
        table_.lines.push_back(number);
        for (std::size_t k = 0; k < places_.size(); ++k) {
            const std::string_view cell = cells[places_[k]];
            const auto value = number_in(cell);
            if (!value || !std::isfinite(*value))
                errors_.push_back(fmt::format("{}:{}: {}: must be a {}number, got \"{}\"", file_,
                                              number, table_.names[k], value ? "finite " : "",
                                              cell));
            table_.columns[k].push_back(value.value_or(0));
        }
    }

    const std::string& file_;
    const CsvColumns& wanted_;
    CsvTable table_;
    std::vector<std::size_t> places_; ///< of the table's columns in a row
    std::size_t cells_per_row_ = 0;
    std::vector<std::string> errors_;
};

} // namespace

const std::vector<double>* CsvTable::column(const std::string& name) const {
    for (std::size_t k = 0; k < names.size(); ++k)
        if (names[k] == name) return &columns[k];
    return nullptr;
}

CsvTable parse_csv(const std::string& text, const std::string& file, const CsvColumns& columns) {
    return Parser(file, columns).parse(text);
}

} // namespace scree

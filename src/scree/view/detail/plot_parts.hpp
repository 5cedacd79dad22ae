// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <scree/io/json.hpp>

#include <string>
#include <vector>

// Kinds of plots as web/src/plot.ts draws them.
namespace scree {

inline Json axis(const std::string& label, const std::string& unit, bool is_log = false) {
    Json out = Json::object();
    out.add("label", label).add("unit", unit);
    if (is_log) out.add("log", true);
    return out;
}

struct Series {
    std::string name;
    const std::vector<double>* values;
};

inline Json line_plot(const std::string& title, const std::string& note, const Json& y,
                      const std::vector<double>& times, const std::vector<Series>& series) {
    Json list = Json::array();
    for (const Series& s : series)
        if (s.values)
            list.push(Json::object().add("name", s.name).add("ys", Json::list(*s.values)));
    return Json::object()
        .add("kind", "lines")
        .add("title", title)
        .add("note", note)
        .add("x", axis("time", "s"))
        .add("y", y)
        .add("xs", Json::list(times))
        .add("series", list);
}

inline Json bar_plot(const std::string& title, const std::string& note, const Json& x,
                     const Json& y, const std::vector<double>& edges,
                     const std::vector<double>& values) {
    return Json::object()
        .add("kind", "bars")
        .add("title", title)
        .add("note", note)
        .add("x", x)
        .add("y", y)
        .add("edges", Json::list(edges))
        .add("values", Json::list(values));
}

} // namespace scree

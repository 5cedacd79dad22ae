// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/web_assets.hpp>

#include <scree/base/error.hpp>

#ifdef SCREE_WEB_FOLDER
// clang-format off
#define SCREE_EMBED(symbol, file)                                                                  \
    asm(".section .rodata\n"                                                                       \
        "scree_" symbol "_begin:\n"                                                                \
        ".incbin \"" SCREE_WEB_FOLDER "/" file "\"\n"                                              \
        "scree_" symbol "_end:\n"                                                                  \
        ".byte 0\n"                                                                                \
        ".previous\n")
// clang-format on
SCREE_EMBED("report_html", "report.html");
SCREE_EMBED("viewer_html", "viewer.html");
SCREE_EMBED("viewer_js", "viewer.js");
SCREE_EMBED("viewer_css", "viewer.css");
SCREE_EMBED("licences_txt", "licences.txt");
extern "C" const char scree_report_html_begin[], scree_report_html_end[], //
    scree_viewer_html_begin[], scree_viewer_html_end[],                   //
    scree_viewer_js_begin[], scree_viewer_js_end[],                       //
    scree_viewer_css_begin[], scree_viewer_css_end[],                     //
    scree_licences_txt_begin[], scree_licences_txt_end[];
#endif

namespace scree {

bool has_web_assets() {
#ifdef SCREE_WEB_FOLDER
    return true;
#else
    return false;
#endif
}

std::string_view web_asset(std::string_view name) {
#ifdef SCREE_WEB_FOLDER
    const struct {
        std::string_view name;
        const char *begin, *end;
    } assets[] = {{"report.html", scree_report_html_begin, scree_report_html_end},
                  {"viewer.html", scree_viewer_html_begin, scree_viewer_html_end},
                  {"viewer.js", scree_viewer_js_begin, scree_viewer_js_end},
                  {"viewer.css", scree_viewer_css_begin, scree_viewer_css_end},
                  {"licences.txt", scree_licences_txt_begin, scree_licences_txt_end}};
    for (const auto& asset : assets)
        if (asset.name == name)
            return {asset.begin, static_cast<std::size_t>(asset.end - asset.begin)};
#else
    static_cast<void>(name);
#endif
    throw InputError(
        "this scree was built without its web part (Node.js was missing), so it has no "
        "report and no viewer");
}

} // namespace scree

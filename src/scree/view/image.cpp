// SPDX-License-Identifier: BSD-3-Clause
#include <scree/view/image.hpp>

#include <scree/base/error.hpp>

#include <ft2build.h>
#include FT_FREETYPE_H
#include <png.h>

#include <cmath>
#include <memory>

// The font file as it is on the build machine (DejaVu Sans, free to embed).
asm(".section .rodata\n"
    ".balign 16\n"
    "scree_font_begin:\n"
    ".incbin \"" SCREE_FONT_FILE "\"\n"
    "scree_font_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const unsigned char scree_font_begin[], scree_font_end[];

namespace scree {
namespace {

void append(png_structp png, png_bytep data, png_size_t size) {
    static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<char*>(data), size);
}

class Font {
public:
    Font() {
        if (FT_Init_FreeType(&library_) != 0 ||
            FT_New_Memory_Face(library_, scree_font_begin, scree_font_end - scree_font_begin, 0,
                               &face_) != 0)
            throw RunError("the program's own typeface cannot be read");
    }
    ~Font() { FT_Done_FreeType(library_); }
    Font(const Font&) = delete;
    Font& operator=(const Font&) = delete;

    /// Calls place(bitmap, left, top, advance) for each letter.
    template <class Place>
    void for_each_letter(const std::string& text, double size, Place&& place) {
        FT_Set_Pixel_Sizes(face_, 0, static_cast<FT_UInt>(std::lround(size)));
        for (std::size_t k = 0; k < text.size();) {
            if (FT_Load_Char(face_, next_code(text, k), FT_LOAD_RENDER | FT_LOAD_NO_HINTING) != 0)
                continue;
            const FT_GlyphSlot glyph = face_->glyph;
            place(glyph->bitmap, glyph->bitmap_left, glyph->bitmap_top,
                  static_cast<double>(glyph->linearHoriAdvance) / 65536);
        }
    }

private:
    static FT_ULong next_code(const std::string& text, std::size_t& k) {
        const auto byte = [&] { return static_cast<unsigned char>(text[k++]); };
        FT_ULong code = byte();
        const int more = code >= 0xf0 ? 3 : code >= 0xe0 ? 2 : code >= 0xc0 ? 1 : 0;
        if (more > 0) code &= 0x3fU >> static_cast<unsigned>(more);
        for (int m = 0; m < more && k < text.size(); ++m) code = code << 6U | (byte() & 0x3fU);
        return code;
    }

    FT_Library library_ = nullptr;
    FT_Face face_ = nullptr;
};

Font& font() {
    thread_local Font the_font;
    return the_font;
}

} // namespace

std::string png_bytes(const Image& image) {
    std::string out;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, &out, append, nullptr);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width),
                 static_cast<png_uint_32>(image.height), 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    std::vector<png_byte> row(3 * static_cast<std::size_t>(image.width));
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const auto bytes = to_srgb(image.at(x, y));
            std::copy(bytes.begin(), bytes.end(), row.begin() + 3 * x);
        }
        png_write_row(png, row.data());
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return out;
}

void blend(Image& image, int x, int y, const Rgb& color, double share) {
    if (!image.holds(x, y)) return;
    Rgb& p = image.at(x, y);
    p = {p.r + share * (color.r - p.r), p.g + share * (color.g - p.g),
         p.b + share * (color.b - p.b)};
}

double draw_text(Image& image, double x, double y, const std::string& text, double size,
                 const Rgb& color) {
    double pen = x;
    font().for_each_letter(
        text, size, [&](const FT_Bitmap& bitmap, int left, int top, double advance) {
            const int x0 = static_cast<int>(std::lround(pen)) + left;
            const int y0 = static_cast<int>(std::lround(y)) - top;
            for (unsigned row = 0; row < bitmap.rows; ++row)
                for (unsigned column = 0; column < bitmap.width; ++column)
                    blend(image, x0 + static_cast<int>(column), y0 + static_cast<int>(row), color,
                          bitmap.buffer[static_cast<int>(row) * bitmap.pitch +
                                        static_cast<int>(column)] /
                              255.0);
            pen += advance;
        });
    return pen - x;
}

double text_width(const std::string& text, double size) {
    double width = 0;
    font().for_each_letter(text, size,
                           [&](const FT_Bitmap&, int, int, double advance) { width += advance; });
    return width;
}

} // namespace scree

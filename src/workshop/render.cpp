#include "workshop/render.hpp"

#include <cairo/cairo-pdf.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <memory>

#include "base/text.hpp"

namespace nazo {

namespace {

struct Free {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Svg = std::unique_ptr<RsvgHandle, Free>;
using Surface = std::unique_ptr<cairo_surface_t, Free>;
using Drawing = std::unique_ptr<cairo_t, Free>;

cairo_status_t append(void* closure, const unsigned char* data, unsigned length) {
  static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

struct Size {
  double width = 0, height = 0;
};

Result<Svg> load(const std::string& svg) {
  GError* error = nullptr;
  Svg handle(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
  if (handle) return handle;
  std::string message = error ? error->message : "unknown reason";
  if (error) g_error_free(error);
  return fail(cat("the picture cannot be drawn: ", message));
}

Size size_of(RsvgHandle* handle) {
  Size size;
  if (rsvg_handle_get_intrinsic_size_in_pixels(handle, &size.width, &size.height)) return size;
  gboolean has_width = FALSE, has_height = FALSE, has_box = FALSE;
  RsvgLength width, height;
  RsvgRectangle box;
  rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &width, &has_height, &height, &has_box, &box);
  if (has_box) return {box.width, box.height};
  return {400, 400};
}

Result<void> draw(RsvgHandle* handle, cairo_t* context, Size size) {
  const RsvgRectangle viewport{0, 0, size.width, size.height};
  GError* error = nullptr;
  if (rsvg_handle_render_document(handle, context, &viewport, &error)) return {};
  std::string message = error ? error->message : "unknown reason";
  if (error) g_error_free(error);
  return fail(cat("the picture cannot be drawn: ", message));
}

}  // namespace

Result<std::string> pdf_of(const std::vector<std::string>& pages) {
  std::string bytes;
  constexpr double points = 72.0 / 96.0;
  Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, 100, 100));
  // Without compressed object streams: every printer and every reader knows this version.
  cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "nazo");
  // The same puzzles give the same bytes: no time of creation.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  {
    Drawing context(cairo_create(surface.get()));
    for (const std::string& page : pages) {
      NAZO_TRY(svg, load(page));
      const Size size = size_of(svg.get());
      cairo_pdf_surface_set_size(surface.get(), size.width * points, size.height * points);
      cairo_save(context.get());
      cairo_scale(context.get(), points, points);
      NAZO_CHECK(draw(svg.get(), context.get(), size));
      cairo_restore(context.get());
      cairo_show_page(context.get());
    }
  }
  cairo_surface_finish(surface.get());
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) return fail("the PDF could not be written");
  return bytes;
}

Result<std::string> png_of(const std::string& svg, double scale) {
  NAZO_TRY(handle, load(svg));
  Size size = size_of(handle.get());
  size.width *= scale;
  size.height *= scale;
  constexpr double largest = 20000;
  if (size.width > largest || size.height > largest) return fail("the picture is too large for PNG: use SVG or PDF");
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(std::ceil(size.width)),
                                             static_cast<int>(std::ceil(size.height))));
  {
    Drawing context(cairo_create(surface.get()));
    cairo_set_source_rgb(context.get(), 1, 1, 1);
    cairo_paint(context.get());
    NAZO_CHECK(draw(handle.get(), context.get(), size));
  }
  std::string bytes;
  if (cairo_surface_write_to_png_stream(surface.get(), append, &bytes) != CAIRO_STATUS_SUCCESS)
    return fail("the PNG could not be written");
  return bytes;
}

}  // namespace nazo

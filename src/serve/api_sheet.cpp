// Puzzles on paper: what a maker has collected, as one PDF.
#include "base/text.hpp"
#include "serve/api.hpp"
#include "workshop/job_order.hpp"

namespace nazo::serve {

namespace {
constexpr double sheet_seconds = 20;
constexpr std::uint64_t sheet_bytes = std::uint64_t{256} << 20;
}  // namespace

Response Api::post_sheet(Call& call) {
  auto order = call.object();
  if (!order) return refusal(400, order.error());
  if (const auto fits = within(costs_of(call), *order); !fits) return refusal(422, fits.error());
  order->set("what", "sheet").set("seconds", sheet_seconds).set("bytes", sheet_bytes);
  if (const auto read = read_job_order(settings_.genres, *order); !read) return refusal(400, read.error());
  // Reading, drawing and laying out: all of it in a process of its own.
  return {.later = Later{Later::Lane::work, [this, order = std::move(*order)] {
                           return file_response(order, "application/pdf", "nazo.pdf");
                         }}};
}

}  // namespace nazo::serve

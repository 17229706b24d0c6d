#include "workshop/puzzle_sheet.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "workshop/render.hpp"
#include "workshop/sheet.hpp"

namespace nazo {

bool writes_format(const Genre& genre, std::string_view format) {
  return std::ranges::any_of(genre.facts().formats, [&](const FormatFact& f) { return f.name == format && f.writes; });
}

Result<void> room_in_one_file(std::string_view printed, std::string_view format, std::uint64_t puzzles) {
  if (puzzles < 2 || !printed.starts_with('<')) return {};
  return fail(cat("a file of the format ", format, " holds one puzzle: give one at a time"));
}

Result<std::string> make_sheet(const std::vector<Item>& items, const SheetOrder& order, const Context& context) {
  const bool pdf = order.format == "pdf";
  std::vector<SheetFigure> puzzles, solutions;
  const bool captions = items.size() > 1 || pdf || !order.heading.empty();
  for (const Item& item : items) {
    Puzzle shown = item.puzzle;
    if (captions && shown.title == item.id) shown.title.clear();  // the caption says it
    NAZO_TRY(svg, item.genre->picture(shown, "", item.options, context));
    puzzles.push_back({svg, item.id});
    if (!order.solved || item.puzzle.solution.empty()) continue;
    NAZO_TRY(solved, item.genre->picture(shown, item.puzzle.solution, item.options, context));
    // On a page of pictures the solution stands beside its puzzle; on paper it stands at the end.
    (pdf ? solutions : puzzles).push_back({solved, item.id + ", solution"});
  }
  if (items.size() == 1 && puzzles.size() == 1 && !pdf && order.heading.empty()) {
    if (order.format == "svg") return puzzles.front().svg + "\n";
    return png_of(puzzles.front().svg);
  }
  const SheetStyle style{.columns = order.columns, .height = pdf ? 1123.0 : 0.0, .title = order.heading};
  NAZO_TRY(pages, sheet_pages(puzzles, style));
  if (order.booklet && pdf) {
    NAZO_TRY(empty, sheet_pages({}, {.height = style.height}));
    for (std::size_t i = pages.size(); i > 0; --i)
      pages.insert(pages.begin() + static_cast<std::ptrdiff_t>(i), empty.front());
  }
  if (!solutions.empty()) {
    SheetStyle last = style;
    last.columns = order.columns > 0 ? order.columns + 1 : 0;
    last.title = "Solutions";
    NAZO_TRY(more, sheet_pages(solutions, last));
    pages.insert(pages.end(), more.begin(), more.end());
  }
  if (pdf) return pdf_of(pages);
  if (order.format == "png") return png_of(pages.front());
  return pages.front();
}

}  // namespace nazo

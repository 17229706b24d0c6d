// Puzzles on paper: what a maker has collected, as one PDF.
#include "base/text.hpp"
#include "serve/api.hpp"
#include "serve/puzzle_text.hpp"
#include "workshop/render.hpp"
#include "workshop/sheet.hpp"

namespace nazo::serve {

namespace {
constexpr std::size_t most_figures = 60;
}  // namespace

Response Api::post_sheet(Call& call) {
  const auto object = call.object();
  if (!object) return refusal(400, object.error());
  const auto title = text_field(*object, "title");
  if (!title) return refusal(400, title.error());
  const Value* items = object->find("items");
  if (items == nullptr || items->items() == nullptr || items->items()->empty() || items->items()->size() > most_figures)
    return refusal(400, cat("\"items\" must be a list of 1 to ", most_figures, " puzzles"));
  struct Item {
    const Genre* genre;
    std::string text, caption;
  };
  std::vector<Item> wanted;
  for (const Value& item : *items->items()) {
    if (!item.is_object()) return refusal(400, "an item must be an object");
    const auto name = needed_text(item, "genre"), text = needed_text(item, "text"), caption = text_field(item, "title");
    for (const auto* field : {&name, &text, &caption})
      if (!*field) return refusal(400, field->error());
    if (text->size() > most_puzzle_text)
      return refusal(400, cat("a puzzle's text is longer than ", most_puzzle_text, " bytes"));
    const Genre* genre = find_genre(settings_.genres, *name);
    if (genre == nullptr) return refusal(400, cat("no genre ", in_quotes(*name)));
    wanted.push_back({genre, *text, *caption});
  }
  // Reading, drawing and laying out: all of it away from the threads that answer players.
  return {.later = Later{Later::Lane::work, [wanted = std::move(wanted), title = *title]() -> Response {
                           std::vector<Figure> figures;
                           for (const Item& item : wanted) {
                             const auto options = Options::make(item.genre->facts().options);
                             const auto puzzles = item.genre->parse(item.text, "", *options);
                             if (!puzzles) return refusal(422, puzzles.error());
                             if (puzzles->empty()) return refusal(422, "there is no puzzle in this text");
                             auto svg = item.genre->picture(puzzles->front(), "", *options, answering_limits());
                             if (!svg) return refusal(422, svg.error());
                             figures.push_back({std::move(*svg), item.caption});
                           }
                           const auto pages = sheet_pages(figures, {.title = title});
                           if (!pages) return refusal(422, pages.error());
                           auto pdf = pdf_of(*pages);
                           if (!pdf) return refusal(500, pdf.error());
                           Response response{.body = std::move(*pdf), .type = "application/pdf"};
                           response.headers.emplace_back("Content-Disposition", "attachment; filename=\"nazo.pdf\"");
                           return response;
                         }}};
}

}  // namespace nazo::serve

#include "genres/superpuzz/text/text.hpp"

#include <array>
#include <optional>

#include "base/text.hpp"

namespace nazo::superpuzz {
namespace {

constexpr std::string_view suit_letters = "HDSC";
constexpr std::string_view rank_letters = "A23456789TJQK";

constexpr bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// A card that is written somewhere, of whatever rank.
std::optional<Card> card_in(std::string_view text) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const std::size_t suit = suit_letters.find(upper(text[0]));
  std::size_t rank = rank_letters.find(upper(text[1]));
  if (text.size() == 3) rank = text.substr(1) == "10" ? 9 : std::string_view::npos;
  if (suit == std::string_view::npos || rank == std::string_view::npos) return std::nullopt;
  return card_of(static_cast<int>(rank), static_cast<int>(suit));
}

std::string rank_text(int rank) {
  return rank == 9 ? "10" : std::string(1, rank_letters[static_cast<std::size_t>(rank)]);
}

/// The next word of a line from `at` on, without looking at what comes after it: a line may be very long.
std::string_view next_word(std::string_view line, std::size_t& at) {
  while (at < line.size() && blank(line[at])) ++at;
  const std::size_t begin = at;
  while (at < line.size() && !blank(line[at])) ++at;
  return line.substr(begin, at - begin);
}

/// Collects card lines until a deal is whole, and says what is wrong with it.
class DealReader {
 public:
  [[nodiscard]] bool inside() const { return rows_read_ > 0; }
  [[nodiscard]] bool whole() const { return rows_read_ == rows; }
  [[nodiscard]] std::string half() const {
    return cat("the deal has only ", rows_read_, rows_read_ == 1 ? " row" : " rows",
               "; expected 4 consecutive lines of cards");
  }

  Result<void> row(std::string_view line, std::size_t number) {
    if (rows_read_ == 0) {
      *this = DealReader{};
      first_line_ = number;
    }
    std::size_t at = 0;
    int column = 0;
    for (;;) {
      const std::string_view word = next_word(line, at);
      if (word.empty()) break;
      const std::size_t where = at - word.size() + 1;
      const int most = rows_read_ == 0 ? most_columns : columns_;
      if (column == most)
        return fail_at(number, where,
                       rows_read_ == 0 ? std::string("expected the row to end here: a deal has at most 13 columns")
                                       : cat("expected the row to end here: the first row has ", columns_, " cards"));
      const Place place = place_of(rows_read_, column++);
      place_column_[place] = where;
      place_line_[place] = number;
      if (word == "--") {
        words_[place] = hole;
        continue;
      }
      const auto card = card_in(word);
      if (!card)
        return fail_at(number, where,
                       cat("expected a card such as HA, S5 or D10, or -- for a hole, not ", in_quotes(word)));
      words_[place] = *card;
    }
    if (rows_read_ == 0) {
      if (column < fewest_columns)
        return fail_at(number, line.size() + 1, "expected another card: a deal has at least 2 columns");
      columns_ = column;
    } else if (column < columns_) {
      return fail_at(number, line.size() + 1,
                     cat("expected ", columns_, " cards in this row as in the first, not ", column));
    }
    ++rows_read_;
    return {};
  }

  /// The deal that has been read whole; the reader is ready for the next one.
  Result<Position> finish() {
    rows_read_ = 0;
    Position position = empty_table(columns_);
    const int top = position.top_rank();
    std::array<std::optional<Place>, most_columns * suits> seen{};
    int named = 0;
    std::optional<Place> unnamed;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns_; ++column) {
        const Place place = place_of(row, column);
        const Card card = words_[place];
        if (card == hole) {
          unnamed = place;
          continue;
        }
        if (rank_of(card) > top)
          return wrong(place,
                       cat(card_text(card), " is not in this deal: with ", columns_, " columns the ranks are A to ",
                           rank_text(top - 1), " and the holes ", rank_text(top)));
        if (seen[card])
          return wrong(place, cat("the card ", card_text(card), " is here a second time; the first is at line ",
                                  place_line_[*seen[card]], ", column ", place_column_[*seen[card]]));
        seen[card] = place;
        position.at[place] = card;
        named += rank_of(card) == top;
      }
    for (int card = 0; card < top * suits; ++card)
      if (!seen[static_cast<std::size_t>(card)])
        return fail_at(
            first_line_, 1,
            cat("the card ", card_text(static_cast<Card>(card)), " is missing from the deal that begins here"));
    // Every card is there once, so what is left is four places for the holes.
    if (named != 0 && unnamed)
      return wrong(*unnamed, cat("expected the name of this hole (a card of rank ", rank_text(top),
                                 "): either all four holes are named or all are --"));
    if (named == 0) {
      for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns_; ++column)
          if (words_[place_of(row, column)] == hole) position.at[place_of(row, column)] = card_of(top, 0);
      name_holes_by_index(position);
    } else {
      position.named = true;
    }
    return position;
  }

 private:
  static constexpr Card hole = 0xfe;

  [[nodiscard]] std::unexpected<Error> wrong(Place place, std::string message) const {
    return fail_at(place_line_[place], place_column_[place], std::move(message));
  }

  int rows_read_ = 0, columns_ = 0;
  std::size_t first_line_ = 0;
  std::array<Card, places> words_{};
  std::array<std::size_t, places> place_line_{}, place_column_{};
};

bool annotation(std::string_view word) {
  return word == "strategy" || word == "moves" || word == "states" || word == "solution";
}

}  // namespace

Result<std::vector<TitledDeal>> deals_of(std::string_view text) {
  std::vector<TitledDeal> deals;
  DealReader reader;
  std::string title;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
    if (line.ends_with('\r')) line.remove_suffix(1);

    std::size_t at = 0;
    const std::string_view word = next_word(line, at);
    if (word.starts_with('#')) continue;
    const bool ends_deal = word.empty() || word == "deal" || word == "title:" || annotation(word);
    if (ends_deal && reader.inside()) return fail_at(number, 1, reader.half());
    if (word.empty() || annotation(word)) continue;
    if (word == "deal") {
      if (const std::string_view more = next_word(line, at); !more.empty() && !more.starts_with('#'))
        return fail_at(number, at - more.size() + 1,
                       cat("expected nothing after the word deal, not ", in_quotes(more)));
      continue;
    }
    if (word == "title:") {
      title = trim(line.substr(at));
      continue;
    }
    line = line.substr(0, line.find('#'));
    NAZO_CHECK(reader.row(line, number));
    if (!reader.whole()) continue;
    NAZO_TRY(deal, reader.finish());
    deals.push_back({std::move(title), deal});
    title.clear();
  }
  if (reader.inside()) return fail_at(number + 1, 1, reader.half());
  if (deals.empty()) return fail_at(1, 1, "no deal here: expected four lines of cards such as HA S5 -- D3");
  return deals;
}

Result<Position> deal_of(std::string_view text) {
  NAZO_TRY(deals, deals_of(text));
  return deals.front().deal;
}

std::string card_text(Card card) {
  return {suit_letters[static_cast<std::size_t>(suit_of(card))], rank_letters[static_cast<std::size_t>(rank_of(card))]};
}

std::string text_of(const Position& position) {
  std::string out;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < position.columns; ++column) {
      const Card card = position.at[place_of(row, column)];
      out += position.is_hole(card) && !position.named ? "--" : card_text(card);
      out += column + 1 == position.columns ? '\n' : ' ';
    }
  return out;
}

std::string step_text(const Step& step) {
  return cat(card_text(step.card), "@", row_of(step.to) + 1, ",", column_of(step.to) + 1);
}

Result<Step> step_of(std::string_view text, const Position& position) {
  const auto bad = [&] {
    return fail(cat("expected a step such as HA@1,1 (card, row, column), not ", in_quotes(text)));
  };
  std::string_view words = text;
  char separator = '@';
  if (words.starts_with('(') && words.ends_with(')')) {
    words = words.substr(1, words.size() - 2);
    separator = ',';
  } else if (words.find('@') == std::string_view::npos) {
    separator = '>';
  }
  const std::size_t middle = words.find(separator);
  if (middle == std::string_view::npos) return bad();
  const auto card = card_in(trim(words.substr(0, middle)));
  const std::string_view target = trim(words.substr(middle + 1));
  if (!card) return bad();
  if (separator == '@') {
    const std::size_t comma = target.find(',');
    if (comma == std::string_view::npos) return bad();
    const auto row = number_of<int>(target.substr(0, comma));
    const auto column = number_of<int>(target.substr(comma + 1));
    if (!row || !column) return bad();
    if (*row < 1 || *row > rows || *column < 1 || *column > position.columns)
      return fail(
          cat("there is no place ", in_quotes(target), ": the table has 4 rows and ", position.columns, " columns"));
    return Step{*card, place_of(*row - 1, *column - 1)};
  }
  const auto hole = card_in(target);
  if (!hole || *hole >= position.columns * suits) return bad();
  // The paper writes an exchange either way round.
  if (position.is_hole(*card) && !position.is_hole(*hole)) return Step{*hole, position.place_of_card(*card)};
  if (!position.is_hole(*hole)) return fail(cat(card_text(*hole), " is not a hole"));
  return Step{*card, position.place_of_card(*hole)};
}

std::string solution_text(const std::vector<Step>& steps) {
  std::string out;
  for (const Step& step : steps) {
    if (!out.empty()) out += ' ';
    out += step_text(step);
  }
  return out;
}

Result<std::vector<Step>> steps_of(std::string_view solution, const Position& start) {
  std::vector<Step> steps;
  Position position = start;
  const auto separates = [](char c) { return blank(c) || c == '\n'; };
  for (std::size_t at = 0;;) {
    while (at < solution.size() && separates(solution[at])) ++at;
    if (at == solution.size()) return steps;
    const std::size_t begin = at;
    // "(H3, S6)" has a blank inside.
    const char closing = solution[at] == '(' ? ')' : '\0';
    while (at < solution.size() &&
           (closing != '\0' ? solution[at] != closing && solution[at] != '\n' : !separates(solution[at])))
      ++at;
    if (closing != '\0' && at < solution.size() && solution[at] == closing) ++at;
    const std::string_view word = solution.substr(begin, at - begin);
    const auto step = step_of(word, position);
    if (!step) return fail(cat("step ", steps.size() + 1, ": ", step.error().message));
    if (legality(position, *step) != Legality::legal)
      return fail(cat("step ", steps.size() + 1, ": ", why_not(position, *step)));
    play(position, *step);
    steps.push_back(*step);
  }
}

std::string swaps_text(const Position& start, const std::vector<Step>& steps) {
  std::string out;
  Position position = start;
  for (const Step& step : steps) {
    out += cat(out.empty() ? "" : " ", "(", card_text(step.card), ",", card_text(position.at[step.to]), ")");
    play(position, step);
  }
  return out;
}

std::string why_not(const Position& position, const Step& step) {
  const std::string name = step_text(step);
  switch (legality(position, step)) {
    case Legality::legal:
      break;
    case Legality::no_such_card:
      return cat(name, ": there is no such card in a deal of ", position.columns, " columns");
    case Legality::a_hole:
      return cat(name, ": the card ", card_text(step.card), " is out of play, it stands for a hole");
    case Legality::no_such_place:
      return cat(name, ": there is no such place");
    case Legality::no_hole_there:
      return cat(name, ": there is no hole there, but ", card_text(position.at[step.to]));
    case Legality::not_an_ace:
      return cat(name, ": only an ace may go to the leftmost column");
    case Legality::wrong_neighbour: {
      const Card left = position.at[step.to - 1u];
      if (position.is_hole(left)) return cat(name, ": nothing may go to the right of a hole");
      if (const Card wanted = taken_by(position, step.to); wanted != no_card)
        return cat(name, ": right of ", card_text(left), " only ", card_text(wanted), " may go");
      return cat(name, ": nothing may go to the right of ", card_text(left));
    }
  }
  return cat(name, ": a legal step");
}

}  // namespace nazo::superpuzz

// One item of a generator run: options to a random picture that is kept, or to a given picture that is repaired.
#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "genres/nonogram/analyse/features.hpp"
#include "genres/nonogram/generate/generate.hpp"
#include "genres/nonogram/options.hpp"
#include "genres/nonogram/solve/solve.hpp"
#include "genres/nonogram/text/text.hpp"

namespace nazo::nonogram {

namespace {

Result<Symmetry> symmetry_of(const Options& options, int width, int height) {
  const std::string& name = options.text("symmetry");
  if (name == "left-right") return Symmetry::left_right;
  if (name == "top-bottom") return Symmetry::top_bottom;
  if (name == "both") return Symmetry::both;
  if (name == "half-turn") return Symmetry::half_turn;
  if (name == "none") return Symmetry::none;
  if (width != height) return fail(cat("--symmetry ", name, " needs a square picture, not ", width, "x", height));
  return name == "quarter-turn" ? Symmetry::quarter_turn : Symmetry::diagonal;
}

const char* code_of_too_hard(Level level) {
  switch (level) {
    case Level::lines:
      return "not_line_solvable";
    case Level::probes:
      return "not_probe_solvable";
    case Level::unique:
      break;
  }
  return "not_unique";
}

Level level_of(const Options& options) {
  const std::string& name = options.text("level");
  if (name == "lines") return Level::lines;
  return name == "probes" ? Level::probes : Level::unique;
}

/// An outer row or column without black would make the puzzle a smaller one in truth.
bool has_empty_border(const Picture& picture) {
  bool top = false, bottom = false, left = false, right = false;
  for (int column = 0; column < picture.width(); ++column) {
    top |= picture.black(0, column);
    bottom |= picture.black(picture.height() - 1, column);
  }
  for (int row = 0; row < picture.height(); ++row) {
    left |= picture.black(row, 0);
    right |= picture.black(row, picture.width() - 1);
  }
  return !(top && bottom && left && right);
}

/// The lanes of the widest pack: fixed, so that an item is the same puzzles on every machine.
constexpr std::size_t pictures_at_once = 16;

/// `answer` is what the solver said of the picture; nothing if lines alone solve it.
Candidate candidate_of(const Picture& picture, const std::optional<Answer>& answer) {
  Candidate candidate;
  Sheet sheet;
  sheet.clues = clues_of(picture);
  candidate.puzzle.genre = "nonogram";
  candidate.puzzle.text = write_non(sheet);
  candidate.solution = picture.text();
  candidate.features = features_of_line_solvable(sheet.clues);
  if (answer) {
    candidate.features.set("line_solvable", answer->technique == Technique::lines);
    candidate.features.set("probes", static_cast<int>(answer->technique));
    candidate.features.set("guess_depth", answer->guesses() ? Value(*answer->guesses()) : Value());
  }
  return candidate;
}

Result<Batch> from_random(const Order& order, Meter& meter) {
  RandomPicture wanted;
  NAZO_TRY(size, size_of(order.options));
  if (size.width > 0) wanted.width = size.width, wanted.height = size.height;
  if (wanted.width == 0 || wanted.height == 0) return fail("--size takes WIDTHxHEIGHT, and 0 only for pictures");
  wanted.density = order.options.real("density");
  wanted.smooth = static_cast<int>(order.options.integer("smooth"));
  NAZO_TRY(symmetry, symmetry_of(order.options, wanted.width, wanted.height));
  wanted.symmetry = symmetry;
  const Level level = level_of(order.options);
  const auto attempts =
      static_cast<std::uint32_t>(std::min<std::int64_t>(order.options.integer("attempts"), 0xffffffff));
  Batch batch;
  std::uint64_t empty_border = 0, too_hard = 0;
  // Pictures are tried by the pack; all that a pack brings are kept, so that an item may bring several puzzles.
  std::vector<Picture> pack;
  for (std::uint32_t attempt = 0; attempt < attempts && batch.candidates.empty() && meter.limit() == Limit::none;) {
    pack.clear();
    while (attempt < attempts && pack.size() < pictures_at_once && meter.spend()) {
      Picture picture = random_picture(wanted, order.seed, order.index, attempt++);
      if (has_empty_border(picture)) {
        ++empty_border;
      } else {
        pack.push_back(std::move(picture));
      }
    }
    const std::vector<bool> by_lines = line_solvable(pack);
    for (std::size_t i = 0; i < pack.size() && meter.limit() == Limit::none; ++i) {
      if (level != Level::lines && !batch.candidates.empty()) break;
      std::optional<Answer> answer;
      if (level != Level::lines && !by_lines[i]) answer = judged(pack[i], meter);
      if (by_lines[i] || (answer && meets(*answer, level))) {
        batch.candidates.push_back(candidate_of(pack[i], answer));
      } else if (meter.limit() == Limit::none) {
        ++too_hard;
      }
    }
  }
  batch.limit = meter.limit();
  if (empty_border > 0) batch.rejected.emplace_back("empty_border", empty_border);
  if (too_hard > 0) batch.rejected.emplace_back(code_of_too_hard(level), too_hard);
  if (batch.candidates.empty()) batch.rejected.emplace_back("gave_up", 1);
  return batch;
}

/// Item 0 takes the picture as it is; later ones cut it at a little more or less brightness.
Result<Batch> from_picture(const Order& order, const Grey& grey, Meter& meter) {
  NAZO_TRY(tracing, tracing_of(order.options));
  NAZO_TRY(first, trace(grey, tracing));
  Batch batch;
  Traced traced = first;
  if (order.index > 0) {
    const int away = static_cast<int>(std::min<std::uint64_t>((order.index + 1) / 2, 64)) * 8;
    const int threshold = first.threshold + (order.index % 2 == 1 ? away : -away);
    bool same = threshold < 1 || threshold > 255;
    if (!same) {
      tracing.threshold = threshold;
      auto again = trace(grey, tracing);
      same = !again || again->picture == first.picture;
      if (!same) traced = std::move(*again);
    }
    if (same) {
      batch.rejected.emplace_back("same_picture", 1);
      return batch;
    }
  }
  const Level level = level_of(order.options);
  const auto repair = repaired(traced, level, meter);
  batch.limit = meter.limit();
  if (!repair) {
    batch.rejected.emplace_back("not_repaired", 1);
    return batch;
  }
  std::optional<Answer> answer;
  if (!line_solvable(repair->picture)) {
    answer = judged(repair->picture, meter);
    batch.limit = meter.limit();
    if (!meets(*answer, level)) return batch;  // it would, if there were anything left to find that out
  }
  Candidate candidate = candidate_of(repair->picture, answer);
  Value changed = Value::array();
  for (const Cell& cell : repair->changed) changed.push(Value(Value::Array{cell.row, cell.column}));
  candidate.puzzle.notes.set("changed", std::move(changed)).set("fewest", repair->fewest);
  candidate.features.set("changed", repair->changed.size());
  batch.candidates.push_back(std::move(candidate));
  return batch;
}

}  // namespace

Result<Batch> generate_item(const Order& order, const Context& context) {
  Meter meter(context.budget, 1);
  auto grey = given_picture(order.options, context.budget);
  if (grey) return *grey ? from_picture(order, **grey, meter) : from_random(order, meter);
  // Too little memory for the picture is too little for every item; time that ran out is this one's.
  const Limit limit = grey.error().limit;
  if (limit != Limit::time && limit != Limit::stopped) return std::unexpected(grey.error());
  return Batch{.limit = limit};
}

}  // namespace nazo::nonogram

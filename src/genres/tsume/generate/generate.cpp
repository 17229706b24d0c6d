#include "genres/tsume/generate/generate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "genres/tsume/analyse/comment.hpp"
#include "genres/tsume/analyse/features.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/solve/check.hpp"
#include "genres/tsume/text/sfen.hpp"
#include "genres/tsume/text/text.hpp"

namespace nazo::tsume {
namespace {

constexpr int longest = 199;
constexpr int least_room = 6;  ///< squares: a king, what attacks it and somewhere to go
constexpr std::size_t most_of_an_item = 8;
constexpr std::uint64_t nodes_for_check = 3'000'000, nodes_for_comment = 2'000'000;

/// Lengths that both --plies and --keep allow.
Result<PlyRange> wanted_plies(const Order& order) {
  NAZO_TRY(plies, read_ply_range(order.options.text("plies")));
  if (order.keep == nullptr) return plies;
  const double low = std::max(1.0, order.keep->lower_bound("length", 1)),
               high = std::min<double>(longest, order.keep->upper_bound("length", longest));
  if (!order.options.given("plies") && (low > 1 || high < longest)) plies = {1, longest};
  int least = std::max(plies.least, static_cast<int>(std::ceil(low))),
      most = std::min(plies.most, static_cast<int>(std::floor(high)));
  least += 1 - least % 2;
  most -= 1 - most % 2;
  if (least > most)
    return fail(cat("--keep ", order.keep->text(), " leaves no length of --plies ", order.options.text("plies"),
                    " (lengths are odd)"));
  if (!order.options.given("plies") && most == longest) most = std::min(longest, least + 6);
  return PlyRange{least, most};
}

Candidate candidate_of(const Problem& problem, const std::string& method, const std::string& distinct) {
  const Motifs motifs = motifs_of(problem.position, problem.line);
  Candidate candidate;
  candidate.puzzle.genre = "tsume";
  candidate.puzzle.text = sfen_of(problem.position);
  candidate.puzzle.notes.set("method", method).set("motifs", words_of(motifs));
  candidate.solution = write_line(problem.line);
  if (distinct == "line") candidate.kin = line_name(problem);
  if (distinct == "motif") candidate.kin = words_of(motifs);
  const LineFeatures f = line_features(problem.position, problem.line);
  candidate.features.set("length", f.length)
      .set("optimal", true)
      .set("pieces", f.pieces)
      .set("checks_mean", f.checks_mean);
  candidate.features.set("evasions_mean", f.evasions_mean)
      .set("sacrifices", f.sacrifices)
      .set("quiet_drops", f.quiet_drops);
  candidate.features.set("king_walk", f.king_walk)
      .set("captures", f.captures)
      .set("underpromotions", f.underpromotions);
  candidate.features.set("interpositions", f.interpositions);
  return candidate;
}

}  // namespace

std::vector<OptionFact> generate_options() {
  const std::vector<std::string> here{"generate"};
  return {
      {.name = "method",
       .kind = OptionKind::choice,
       .help = "random: pieces thrown, then taken away; reverse: back from mates; compose: a walk that climbs on "
               "--aim and --motif; grow: long ones, back from mates and mended",
       .fallback = "random",
       .verbs = here,
       .choices = {"random", "reverse", "compose", "grow"}},
      {.name = "plies",
       .kind = OptionKind::text,
       .help = "lengths wanted, odd: 3, or 5..9",
       .fallback = "3",
       .verbs = here,
       .value = "MIN..MAX"},
      {.name = "region",
       .kind = OptionKind::text,
       .help = "two corners of the part of the board that all pieces start in",
       .fallback = "1a-9i",
       .verbs = here,
       .value = "SQUARE-SQUARE"},
      {.name = "motif",
       .kind = OptionKind::text,
       .help = "what the solution must show, separated by commas: " + join(motif_names(), ", "),
       .verbs = here,
       .value = "A,B,…"},
      {.name = "aim",
       .kind = OptionKind::choice,
       .help = "what compose climbs on",
       .fallback = "length",
       .verbs = here,
       .choices = {"length", "interest", "economy", "symmetry"}},
      {.name = "final",
       .kind = OptionKind::text,
       .help = "what the mated position looks like, for reverse and grow: smoke (three pieces are left), a letter, "
               "or rows such as x.x/.x./x.x",
       .fallback = "any",
       .verbs = here,
       .value = "SHAPE"},
      {.name = "beam",
       .kind = OptionKind::integer,
       .help = "how many problems of one length reverse goes on with",
       .fallback = "8",
       .verbs = here,
       .lowest = 1,
       .highest = 1000},
      {.name = "effort",
       .kind = OptionKind::integer,
       .help = "how long to work on one item",
       .fallback = "1",
       .verbs = here,
       .lowest = 1,
       .highest = 10000},
      {.name = "from",
       .kind = OptionKind::file,
       .help = "what reverse, compose and grow begin with: problems or mates as SFEN, one a line",
       .verbs = here},
      {.name = "distinct",
       .kind = OptionKind::choice,
       .help = "no two problems of a run with the same line (on any file, mirrored or not), the same motifs, or "
               "the same position",
       .fallback = "line",
       .verbs = here,
       .choices = {"line", "motif", "position"}},
      {.name = "comment",
       .kind = OptionKind::flag,
       .help = "with each problem what its finder would say, in English and Japanese: which move is the point, what "
               "tempts and why it fails",
       .verbs = here},
      {.name = "strict",
       .kind = OptionKind::flag,
       .help = "no second mate along the solution, not even a longer one",
       .verbs = here}};
}

Result<PlyRange> read_ply_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto least = number_of<int>(trim(text.substr(0, dots)));
  const auto most = dots == std::string_view::npos ? least : number_of<int>(trim(text.substr(dots + 2)));
  if (!least || !most) return fail(cat("plies is ", in_quotes(text), ", expected a number or MIN..MAX"));
  if (*least < 1 || *most > longest) return fail(cat("plies ", text, " is out of range: 1 to ", longest));
  if (*least % 2 == 0 || *most % 2 == 0)
    return fail(cat("plies ", text, ": the attacker has the last move, so lengths are odd"));
  if (*least > *most) return fail(cat("plies ", text, ": the first number must not be the larger"));
  return PlyRange{*least, *most};
}

Result<Region> read_region(std::string_view text) {
  const auto is_square = [](std::string_view t) {
    return t.size() == 2 && t[0] >= '1' && t[0] <= '9' && t[1] >= 'a' && t[1] <= 'i';
  };
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos || !is_square(text.substr(0, dash)) || !is_square(text.substr(dash + 1)))
    return fail(cat("region is ", in_quotes(text), ", expected two squares such as 1a-5e"));
  const std::string_view a = text.substr(0, dash), b = text.substr(dash + 1);
  const Region region{std::min(a[0], b[0]) - '1', std::max(a[0], b[0]) - '1', std::min(a[1], b[1]) - 'a',
                      std::max(a[1], b[1]) - 'a'};
  if (region.squares() < least_room)
    return fail(
        cat("region ", text, " has no room: ", region.squares(), " squares, at least ", least_room, " are needed"));
  return region;
}

Result<Motifs> read_motifs(std::string_view text, PlyRange plies) {
  Motifs wanted = 0;
  for (const std::string_view word : split(text, ',')) {
    if (trim(word).empty()) continue;
    const auto motif = motif_of(trim(word));
    if (!motif) return fail(cat("no motif ", in_quotes(trim(word)), "; there are ", join(motif_names(), ", ")));
    wanted |= bit(*motif);
  }
  // How many plies a motif needs at least.
  const auto least = [&](Motif m) {
    switch (m) {
      case Motif::king_walk:
        return 7;
      case Motif::king_returns:
        return 5;
      case Motif::strong_sacrifice:
      case Motif::sacrifice:
      case Motif::distant_interposition:
      case Motif::interposition:
      case Motif::switchback:
        return 3;
      default:
        return 1;
    }
  };
  for (int i = 0; i < motif_count; ++i)
    if ((wanted >> i) & 1 && least(Motif(i)) > plies.most)
      return fail(cat("motif ", name(Motif(i)), " needs at least ", least(Motif(i)), " plies, but at most ", plies.most,
                      " are asked for"));
  constexpr Motifs last_moves = bit(Motif::knight_mates) | bit(Motif::pawn_mates) | bit(Motif::gold_on_head);
  if (std::popcount(wanted & last_moves) > 1)
    return fail(cat("motifs ", words_of(wanted & last_moves), " exclude each other: there is only one last move"));
  return wanted;
}

namespace {

/// The problem or mate of a line, black attacking; nothing if the line has none.
Result<std::optional<Position>> position_on(const Line& line) {
  std::vector<Word> words = line.words();
  if (!words.empty() && words.front().text == "sfen") words.erase(words.begin());
  if (words.empty() || words.front().text.starts_with("#")) return std::nullopt;
  if (words.size() > 4) words.resize(4);
  if (words.size() == 4 && !number_of<int>(words[3].text)) words.resize(3);
  NAZO_TRY(setup, read_sfen(words));
  Position p = setup.position;
  const bool mated = p.has_king(p.side()) && p.in_check(p.side());
  if ((p.side() == Color::white) != mated) p = p.turned();
  if (!p.has_king(Color::white) || !give_rest(p)) return fail_at(line.number, 1, "expected a problem or a mate");
  if (mated && !is_mate(p)) return fail_at(line.number, 1, "the side to move is in check, but not mated");
  if (!mated && !may_start(p)) return fail_at(line.number, 1, "no problem can start like this");
  return p;
}

}  // namespace

Result<Problem> read_start(std::string_view text, std::uint64_t index, Workbench& bench) {
  // Every line is looked at, so that a bad one is refused whoever's turn it is.
  std::vector<Line> all;
  for (const Line& line : lines_of(text)) {
    if (!bench.goes_on()) return fail_limit(bench.limit());
    NAZO_TRY(found, position_on(line));
    if (found) all.push_back(line);
  }
  if (all.empty()) return fail("there is no position to begin with");
  const std::size_t number = all[index % all.size()].number;
  NAZO_TRY(chosen_position, position_on(all[index % all.size()]));
  const Position& p = *chosen_position;
  Problem problem;
  if (p.side() == Color::white) {
    std::vector<Before> before;
    moves_back(p, before);
    std::erase_if(before, [](const Before& b) {
      return !may_start(b.position) || why_illegal(b.position, b.move) != Illegal::none;
    });
    if (before.empty()) return fail_at(number, 1, "no last move leads to this mate");
    const Before& chosen = before[bench.rng.below(before.size())];
    problem.position = chosen.position;
    problem.line = {chosen.move};
    return problem;
  }
  bench.prober.allow(5'000'000);
  const std::optional<int> length = bench.prober.length(p, 61);
  if (!bench.goes_on()) return fail_limit(bench.limit());
  if (!length) return fail_at(number, 1, "no mate was found here");
  bench.prober.allow(5'000'000);
  const Fault fault = judge(bench.prober, p, *length, problem);
  if (!bench.goes_on()) return fail_limit(bench.limit());
  if (fault != Fault::none) return fail_at(number, 1, cat("not a sound problem: ", words_of(fault)));
  return problem;
}

namespace {

/// What the last word on a problem may cost. In time it ends with the item.
Budget budget_for_check(const Workbench& bench, int length) {
  constexpr std::uint64_t least_bytes = std::uint64_t{1} << 20;
  Budget budget = bench.rest();
  budget.nodes = bench.allowed(nodes_for_check);
  std::uint64_t megabytes = 1;
  if (length > 7) megabytes = 16;
  if (length > 15) megabytes = 64;
  budget.bytes = std::min(megabytes << 20, std::max(least_bytes, budget.bytes / 2));
  return budget;
}

/// Why a problem that was made is not handed out; empty if it is.
std::string refusal(const Problem& problem, const Wish& wish, Workbench& bench) {
  if ((motifs_of(problem.position, problem.line) & wish.motifs) != wish.motifs) return "not the motif asked for";
  if (wish.strict && has_longer_mate(problem, bench.rest())) return "a longer second mate";
  Context checking;
  checking.budget = budget_for_check(bench, problem.length());
  const Report report = check(problem.position, Rules::exclude_useless, checking);
  if (report.limit != Limit::none) return "check ran out of nodes";
  return report.valid() ? "" : "check: " + report.findings.front().code;
}

void add_comment(Candidate& candidate, const Problem& problem, Workbench& bench) {
  Budget budget = bench.rest();
  budget.nodes = nodes_for_comment;
  Meter meter(budget);
  const Comment comment = comment_on(problem.position, problem.line, tries_of(problem.position, problem.line, meter));
  candidate.puzzle.notes.set("comment", comment.english).set("comment_ja", comment.japanese);
}

/// Puts what was made to the last test and hands out what passes.
Batch checked_batch(const std::vector<Problem>& found, const Wish& wish, const Options& options, Workbench& bench) {
  constexpr std::uint64_t bytes_of_a_candidate = 4096;
  Batch batch;
  std::map<std::string, std::uint64_t> rejected;
  for (int i = 1; i < fault_count; ++i)
    if (const std::uint64_t count = bench.noted(Fault(i))) rejected[std::string(words_of(Fault(i)))] = count;
  for (const Problem& problem : found) {
    const std::string reason = refusal(problem, wish, bench);
    if (bench.out_of_time()) break;
    if (!reason.empty()) {
      ++rejected[reason];
      continue;
    }
    Candidate candidate = candidate_of(problem, options.text("method"), options.text("distinct"));
    if (options.flag("comment")) add_comment(candidate, problem, bench);
    if (bench.out_of_time()) break;
    batch.candidates.push_back(std::move(candidate));
    if (!bench.has_room(batch.candidates.size() * bytes_of_a_candidate)) break;
  }
  for (auto& [reason, count] : rejected) batch.rejected.emplace_back(reason, count);
  batch.limit = bench.limit();
  return batch;
}

}  // namespace

Result<Batch> generate(const Order& order, const Context& context) {
  Wish wish;
  NAZO_TRY(plies, wanted_plies(order));
  NAZO_TRY(region, read_region(order.options.text("region")));
  NAZO_TRY(motifs, read_motifs(order.options.text("motif"), plies));
  NAZO_TRY(final, read_final(order.options.text("final")));
  wish.plies = plies;
  wish.final = final;
  wish.region = region;
  wish.motifs = motifs;
  wish.strict = order.options.flag("strict");
  wish.beam = static_cast<int>(order.options.integer("beam"));
  wish.effort = static_cast<int>(order.options.integer("effort"));
  const std::string& aim = order.options.text("aim");
  if (aim == "interest") wish.aim = Aim::interest;
  if (aim == "economy") wish.aim = Aim::economy;
  if (aim == "symmetry") wish.aim = Aim::symmetry;
  const std::string& method = order.options.text("method");
  const bool random = method == "random";
  if (random && order.options.given("from")) return fail("--from is for the methods reverse, compose and grow");
  if (final.sort != Final::Sort::any && method != "reverse" && method != "grow")
    return fail("--final is for the methods reverse and grow");
  if (final.is_picture() && !region.fits(final.columns, static_cast<int>(final.rows.size())))
    return fail(
        cat("final ", order.options.text("final"), " does not fit into the region ", order.options.text("region")));
  if (!random && plies.most < 3) return fail(cat("method ", method, " makes problems of 3 plies and more"));
  const bool collection = order.options.text("distinct") == "motif";

  Workbench bench(order.seed, order.index, random ? 16 : 18, context.budget);
  if (order.options.given("from")) {
    auto start = read_start(order.options.text("from"), order.index, bench);
    if (!start && start.error().limit != Limit::none) return Batch{.limit = start.error().limit};
    if (!start) return std::unexpected(start.error());
    wish.from.push_back(std::move(*start));
  }
  if (collection) {
    // Every item aims at one length, the shortest half as often as the others; long ones get more time.
    const int lengths = (plies.most - plies.least) / 2 + 1;
    const int step = static_cast<int>(order.index % static_cast<std::uint64_t>(2 * lengths - 1) + 1) / 2;
    wish.plies.least = wish.plies.most = plies.least + 2 * step;
    wish.effort *= 1 + step / 3;
  }
  std::vector<Problem> found;
  if (random)
    found = make_random(bench, wish, collection ? 1 : most_of_an_item);
  else if (method == "reverse")
    found = make_reverse(bench, wish, order.index);
  else if (method == "grow")
    found = make_grow(bench, wish, order.index);
  else
    found = make_compose(bench, wish, order.index);
  return checked_batch(found, wish, order.options, bench);
}

}  // namespace nazo::tsume

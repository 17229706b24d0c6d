#include "genres/tsume/analyse/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.hpp"
#include "genres/tsume/rules/movegen.hpp"

namespace nazo::tsume {

std::vector<FeatureFact> feature_facts() {
  return {
      {"length", "plies of the main line (手数)"},
      {"optimal", "the length is proved to be the least"},
      {"pieces", "pieces on the board and in the attacker's hand (使用駒数)"},
      {"pn_max", "PN最大: the root's largest proof number in plain proof-number search"},
      {"dn_max", "DN最大: the root's largest disproof number before the final infinity"},
      {"updates", "更新数: expansions until the root is solved"},
      {"pn_mean", "PN平均: mean proof number of the root over the updates"},
      {"dn_mean", "DN平均: mean disproof number of the root over the updates"},
      {"pn_sum", "PN合計: the root's proof numbers over the updates, added up"},
      {"dn_sum", "DN合計: the root's disproof numbers over the updates, added up"},
      {"pn_peak_share", "how late in the search the proof number is largest, from 0 (at once) to 1 (at the end)"},
      {"pn_trace", "the root's [update, pn, dn], at most 2,000 points"},
      {"checks_mean", "checks the attacker can choose from, mean over the main line"},
      {"evasions_mean", "answers the defender can choose from, mean over the main line"},
      {"sacrifices", "attacking pieces that are taken at once on the square they went to"},
      {"quiet_drops", "attacker's drops that are not taken at once"},
      {"king_walk", "steps of the defender's king in the main line"},
      {"captures", "captures by the attacker in the main line"},
      {"underpromotions", "promotions that the attacker declines in the main line"},
      {"interpositions", "pieces the defender drops in the main line"},
      {"nodes", "positions the solver looked at"},
  };
}

LineFeatures line_features(const Position& start, const std::vector<Move16>& line) {
  LineFeatures f;
  f.length = static_cast<int>(line.size());
  f.pieces = start.occupied().count() + start.hand(start.side()).total();
  Position p = start;
  int all_checks = 0, all_evasions = 0, attacks = 0, answers = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Move16 m = line[i];
    MoveList list;
    if (i % 2 == 0) {
      checks(p, list);
      all_checks += list.size();
      ++attacks;
      const bool taken = i + 1 < line.size() && line[i + 1].to() == m.to();
      if (taken) ++f.sacrifices;
      if (m.is_drop() && !taken) ++f.quiet_drops;
      if (p.on(m.to()) != Piece::none) ++f.captures;
      if (!m.is_drop() && !m.is_promotion() && can_promote(kind_of(p.on(m.from()))) &&
          (in_zone(p.side(), m.from()) || in_zone(p.side(), m.to())))
        ++f.underpromotions;
    } else {
      evasions(p, list);
      all_evasions += list.size();
      ++answers;
      if (m.is_drop())
        ++f.interpositions;
      else if (kind_of(p.on(m.from())) == Kind::king)
        ++f.king_walk;
    }
    p.make(m);
  }
  f.checks_mean = attacks > 0 ? static_cast<double>(all_checks) / attacks : 0;
  f.evasions_mean = answers > 0 ? static_cast<double>(all_evasions) / answers : 0;
  return f;
}

Analysis analyze(const Position& start, const std::vector<std::string>& wanted, const PnsOptions& pns,
                 const SolveOptions& solving, const Context& context) {
  const auto wants = [&](std::initializer_list<std::string_view> names) {
    return wanted.empty() ||
           std::ranges::any_of(names, [&](std::string_view name) { return std::ranges::count(wanted, name) > 0; });
  };
  Analysis analysis;
  Value& v = analysis.features;
  const auto cut_off = [&](Limit limit) {
    analysis.exact = false;
    if (analysis.limit == Limit::none) analysis.limit = limit;
  };
  Meter meter(context.budget);
  const bool wants_line = wants({"length", "optimal", "checks_mean", "evasions_mean", "sacrifices", "quiet_drops",
                                 "king_walk", "captures", "underpromotions", "interpositions", "nodes"});
  const bool wants_numbers =
      wants({"pn_max", "dn_max", "updates", "pn_mean", "dn_mean", "pn_sum", "dn_sum", "pn_peak_share", "pn_trace"});
  v.set("pieces", line_features(start, {}).pieces);
  if (wants_line) {
    // The nodes depend on how large a table is. They are those of the usual one, or else not called exact.
    Solver solver(context.budget.bytes, Budget{}.bytes);
    const Solution s = solver.solve(start, solving, meter);
    v.set("nodes", solver.search().nodes());
    if (solver.search().starved()) cut_off(Limit::memory);
    if (s.status == Status::solved) {
      const LineFeatures f = line_features(start, s.line);
      v.set("length", f.length).set("optimal", s.optimal).set("checks_mean", f.checks_mean);
      v.set("evasions_mean", f.evasions_mean).set("sacrifices", f.sacrifices).set("quiet_drops", f.quiet_drops);
      v.set("king_walk", f.king_walk).set("captures", f.captures).set("underpromotions", f.underpromotions);
      v.set("interpositions", f.interpositions);
      if (!s.optimal) cut_off(s.limit);
    } else if (s.status == Status::unknown) {
      cut_off(s.limit);
    }
  }
  if (wants_numbers) {
    Meter rest(meter.rest(), 256);
    const PnsReport r = proof_numbers(start, pns, rest);
    if (r.limit != Limit::none) cut_off(r.limit);
    v.set("pn_max", r.pn_max)
        .set("dn_max", r.dn_max)
        .set("updates", r.updates)
        .set("pn_mean", r.pn_mean())
        .set("dn_mean", r.dn_mean())
        .set("pn_sum", r.pn_sum)
        .set("dn_sum", r.dn_sum);
    v.set("pn_peak_share",
          r.updates > 1 ? static_cast<double>(r.pn_peak_update) / static_cast<double>(r.updates - 1) : 0.0);
    if (wants({"pn_trace"})) {
      Value trace = Value::array();
      for (const PnsPoint& point : r.trace) {
        Value triple = Value::array();
        triple.push(point.update).push(point.pn).push(point.dn);
        trace.push(std::move(triple));
      }
      v.set("pn_trace", std::move(trace));
    }
  }
  return analysis;
}

}  // namespace nazo::tsume

#include "workshop/first_looks.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

namespace nazo {
namespace {

/// What the row says by itself.
LeftOut by_itself(const store::PlayRow& row, const model::Exclusion& rule) {
  if (row.outcome == store::Outcome::unfinished) return LeftOut::unfinished;
  if (row.marks.robot || row.marks.clock || row.marks.shown) return LeftOut::marked;
  if (row.marks.replay) return LeftOut::known;
  const model::Observation play{.seconds = row.summary.seconds,
                                .solved = row.outcome == store::Outcome::solved,
                                .longest_pause = row.summary.longest_pause,
                                .moves = row.marks.unreplayed ? 1 : row.summary.moves};
  model::Excluded why;
  if (model::without({play}, rule, &why).empty()) return why.paused > 0 ? LeftOut::paused : LeftOut::at_once;
  // Neither its time nor its outcome says how hard the puzzle is by itself.
  return row.summary.hints > 0 || row.summary.assisted > 0 ? LeftOut::helped : LeftOut::no;
}

bool is_practice(const store::PlayRow& row) {
  return row.outcome != store::Outcome::unfinished && !row.marks.robot && !row.marks.clock;
}

}  // namespace

std::vector<Look> looks_of(const std::vector<store::PlayRow>& rows, const model::Exclusion& rule) {
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return rows[k].started; });
  std::set<std::pair<std::string_view, std::string_view>> looked_at;
  std::map<std::string_view, int> finished;
  std::vector<Look> looks(rows.size());
  for (const std::size_t k : order) {
    const store::PlayRow& row = rows[k];
    const std::pair<std::string_view, std::string_view> both{row.player, row.puzzle};
    Look& look = looks[k];
    look.before = finished[row.player];
    look.left_out = by_itself(row, rule);
    if (look.left_out == LeftOut::no && looked_at.contains(both)) look.left_out = LeftOut::known;
    // A play that was marked as a replay when it came is none to put before others, whenever it says it began.
    if (!row.marks.replay && !store::is_glance(row.outcome, row.summary)) looked_at.insert(both);
    finished[row.player] += is_practice(row);
  }
  return looks;
}

double plays_before(const store::PlayRow& row, const Look& look) {
  if (row.before) return *row.before;
  return row.marks.unreplayed ? std::numeric_limits<double>::quiet_NaN() : look.before;
}

}  // namespace nazo

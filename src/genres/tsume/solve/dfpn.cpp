#include "genres/tsume/solve/dfpn.hpp"

#include <algorithm>

#include "base/rng.hpp"
#include "genres/tsume/solve/helpers.hpp"

namespace nazo::tsume {
namespace {

/// After a search of so many nodes below one child, others may have been at its siblings.
constexpr std::uint64_t nodes_to_miss_much = 64;

/// A child is left when it looks worse than the second best by more than this: going to and fro costs more.
Number a_little_more_than(Number second) { return second >= largest_finite ? infinite : second + 1 + second / 8; }

}  // namespace

MateSearch::MateSearch(std::uint64_t bytes, std::uint64_t planned_bytes, unsigned threads)
    : own_table_(std::make_unique<Table>(bytes - bytes / 8, planned_bytes - planned_bytes / 8,
                                         threads > 1 ? Sharing::many_threads : Sharing::one_thread)),
      table_(own_table_.get()),
      paths_(bytes / 8 / std::max(1u, threads)),
      frames_(64),
      buckets_(bucket_count, -1) {
  children_.reserve(4096);
  if (threads > 1) helpers_ = std::make_unique<Helpers>(*table_, bytes / 8 / threads, threads - 1);
}

MateSearch::MateSearch(Table& shared, std::uint64_t path_bytes)
    : table_(&shared), paths_(path_bytes), frames_(64), buckets_(bucket_count, -1) {
  children_.reserve(4096);
}

MateSearch::~MateSearch() = default;

void MateSearch::forget() {
  table_->clear();
  paths_.clear();
}

std::uint64_t MateSearch::salt_of(const Position& p, Rules rules) {
  // All that is in play, kind by kind: with it the board and the attacker's hand say what the defender holds.
  std::uint64_t material = Hand::sum(p.hand(Color::black), p.hand(Color::white)).bits();
  for (const Kind k : hand_kinds) {
    const Bitboard on_board = p.of(k) | (can_promote(k) ? p.of(promoted(k)) : Bitboard{});
    Hand more;
    more.set(k, on_board.count());
    material += more.bits();
  }
  return mix64(material * 2 + (rules == Rules::exclude_useless ? 1 : 0));
}

Found MateSearch::known(const Position& p, Length length, Rules rules) const {
  return table_->look_up(p.board_key() ^ salt_of(p, rules), p.hand(Color::black), 0, length);
}

Outcome MateSearch::run(const Position& root, Length length, Rules rules, Meter& meter) {
  meter_ = &meter;
  pos_ = root_ = root;
  rules_ = rules;
  salt_ = salt_of(root, rules);
  children_.clear();
  std::fill(buckets_.begin(), buckets_.end(), -1);
  Child self{};
  self.key = root.board_key() ^ salt_;
  self.hand = root.hand(Color::black);
  const Found found = table_->look_up(self.key, self.hand, 0, length);
  if (found.state == Found::State::proved || found.state == Found::State::disproved)
    return {found.pn, found.dn, found.length, found.hand, no_repetition, found.move, found.exact_only};
  frames_[0] = Frame{};
  frames_[0].key = self.key;
  frames_[0].hand = self.hand;
  frames_[0].path_key = mix64(self.key ^ self.hand.bits());
  const std::uint64_t nodes_before = nodes_;
  const Outcome o = search_root(length);
  store(self, o, 0, frames_[0].path_key, nodes_ - nodes_before, length);
  return o;
}

std::int16_t MateSearch::repeats(std::uint64_t key, Hand hand) const {
  // Under the rule for useless interpositions lengths must not depend on the path, and searches are short anyway.
  if (rules_ == Rules::exclude_useless) return no_repetition;
  for (int at = buckets_[key % bucket_count]; at >= 0; at = frames_[static_cast<std::size_t>(at)].older) {
    const Frame& f = frames_[static_cast<std::size_t>(at)];
    if (f.key == key && f.hand.covers(hand)) return static_cast<std::int16_t>(at);
  }
  return no_repetition;
}

void MateSearch::enter_path(int depth) {
  Frame& f = frames_[static_cast<std::size_t>(depth)];
  int& bucket = buckets_[f.key % bucket_count];
  f.older = bucket;
  bucket = depth;
}

void MateSearch::leave_path(int depth) {
  const Frame& f = frames_[static_cast<std::size_t>(depth)];
  buckets_[f.key % bucket_count] = f.older;
}

void MateSearch::store(const Child& child, const Outcome& o, int depth, std::uint64_t path_key, std::uint64_t effort,
                       Length length) {
  if (o.proved()) {
    table_->store_proof(child.key, o.hand, o.length, o.move, effort, o.exact_hand);
  } else if (!o.disproved()) {
    table_->store_open(child.key, child.hand, o.pn, o.dn, depth, o.move, effort, false);
  } else if (o.repetition == no_repetition) {
    table_->store_disproof(child.key, o.hand, o.length, o.move, effort, o.exact_hand);
  } else {
    paths_.store(path_key, length, o.repetition);
    table_->store_open(child.key, child.hand, 1, 1, depth, o.move, effort, true);
  }
}

template <bool Or>
Outcome MateSearch::search_child(int depth, std::uint32_t child, Length length, Number limit_pn, Number limit_dn,
                                 unsigned& extension) {
  const auto at = static_cast<std::size_t>(depth);
  const std::uint32_t index_of_child = frames_[at].first + child;
  const Child c = children_[index_of_child];
  Frame& below = frames_[at + 1];
  below = Frame{};
  below.key = c.key;
  below.hand = c.hand;
  below.path_key = mix64(frames_[at].path_key + c.move.bits());
  const std::uint64_t path_key = below.path_key, nodes_before = nodes_;
  const bool seen_by_others = table_->shared() && !c.first_visit;
  if (seen_by_others) table_->visit(c.key, c.hand);
  const Position::Undo undo = pos_.make(c.move);
  const Outcome o = search<!Or>(depth + 1, length, c.first_visit, limit_pn, limit_dn, extension);
  pos_.undo(c.move, undo);
  if (seen_by_others) table_->leave(c.key, c.hand);
  children_[index_of_child].first_visit = false;
  store(c, o, depth + 1, path_key, nodes_ - nodes_before, length);
  return o;
}

Outcome MateSearch::cut_off(int depth, Length length) {
  // Under the rule for useless interpositions a node's value rests on exact lengths: there is no going on without one.
  if (rules_ == Rules::exclude_useless) meter_->out_of_memory();
  constexpr std::int16_t above_the_root = -1;
  return {infinite, 0, length, frames_[static_cast<std::size_t>(depth)].hand, above_the_root, {}, false};
}

template <bool Or>
Outcome MateSearch::search(int depth, Length length, bool first_visit, Number limit_pn, Number limit_dn,
                           unsigned& extension) {
  const auto at = static_cast<std::size_t>(depth);
  if (depth >= depth_limit || children_.size() + MoveList::capacity > most_children) return cut_off(depth, length);
  if (frames_.size() < at + 2) frames_.resize(frames_.size() * 2);
  enter_path(depth);
  expand<Or>(depth, length);
  const auto value = [&] {
    Outcome o = fold<Or>(depth);
    if constexpr (!Or) {
      while (o.proved() && wake_deferred(depth)) o = fold<Or>(depth);
      while (o.proved() && frames_[at].stage < frames_[at].last_stage) {
        if (!next_stage(depth)) return Outcome{};  // out of time: open
        o = fold<Or>(depth);
      }
    }
    return o;
  };
  Outcome now = value();
  const auto over = [&](Number pn, Number dn) { return now.pn >= pn || now.dn >= dn; };
  const auto done = [&] {
    leave_path(depth);
    if (settled_at_ >= depth) settled_at_ = nowhere;
    children_.resize(frames_[at].first);
    return now;
  };
  if (first_visit) {
    if (extension > 0) --extension;
    if (over(limit_pn, limit_dn)) return done();
  }
  // Threshold control (TCA): a child that was met before on a shallower path may be part of a cycle. Then thresholds
  // are raised so that the search goes on to a new leaf.
  const unsigned before = extension;
  if (frames_[at].has_old_child) ++extension;
  Number stop_pn = limit_pn, stop_dn = limit_dn;
  const auto extend = [&] {
    if (now.solved()) return;
    stop_pn = std::max(stop_pn, bounded_sum(now.pn, 1));
    stop_dn = std::max(stop_dn, bounded_sum(now.dn, 1));
  };
  if (extension > 0) extend();
  while (!now.solved() && !over(stop_pn, stop_dn)) {
    if (!meter_->spend()) break;
    table_->collect_if_full(*meter_);
    if (table_->shared()) {
      if (++rounds_ >= look_at_) look_around(depth);
      if (settled_by_others(depth, now)) break;
    }
    const Frame& f = frames_[at];
    const Number stop_selecting = Or ? stop_pn : stop_dn, stop_combined = Or ? stop_dn : stop_pn;
    const Number child_selecting = std::min(stop_selecting, a_little_more_than(f.second));
    const Number child_combined = stop_combined == infinite ? infinite : stop_combined - f.others;
    const std::uint32_t best = f.best;
    const std::uint64_t nodes_before = nodes_;
    const Outcome o = search_child<Or>(depth, best, shorter(length), Or ? child_selecting : child_combined,
                                       Or ? child_combined : child_selecting, extension);
    Child& c = children_[frames_[at].first + best];
    c.pn = o.pn;
    c.dn = o.dn;
    c.length = o.length;
    c.final_hand = o.hand;
    c.repetition = o.repetition;
    c.exact_hand = o.exact_hand;
    if ((Or ? c.dn : c.pn) == 0) release_after<Or>(depth, c);
    if (table_->shared() && nodes_ - nodes_before >= nodes_to_miss_much) refresh<Or>(depth);
    now = value();
    stop_pn = limit_pn;
    stop_dn = limit_dn;
    if (extension > 0) {
      extend();
    } else if (before > 0) {
      break;
    }
  }
  return done();
}

template Outcome MateSearch::search<false>(int, Length, bool, Number, Number, unsigned&);
template Outcome MateSearch::search_child<false>(int, std::uint32_t, Length, Number, Number, unsigned&);

}  // namespace nazo::tsume

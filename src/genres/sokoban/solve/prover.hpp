// The A* search behind optimal.hpp, for boards whose live squares fit W words.
//
// A state is a set of boxes over the live squares and a keeper square: the lowest of its region when pushes are
// counted, its own when moves are. Keys are exact. Only rules that keep every solution prune (dead squares, freezing,
// no assignment left), so that what is left holds all best solutions.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "base/pulse.hpp"
#include "base/rng.hpp"
#include "genres/sokoban/solve/assignment.hpp"
#include "genres/sokoban/solve/corral_filter.hpp"
#include "genres/sokoban/solve/images.hpp"
#include "genres/sokoban/solve/optimal.hpp"
#include "genres/sokoban/solve/position.hpp"
#include "search/chunked.hpp"

namespace nazo::sokoban {

enum class Counted { pushes, moves };

template <int W>
class Prover {
 public:
  using Words = std::array<std::uint64_t, static_cast<std::size_t>(W)>;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct State {
    Words boxes;
    std::uint32_t parent;
    Square keeper;
    std::uint16_t cost : 15;  ///< pushes or moves from the start
    std::uint16_t closed : 1;
  };
  static constexpr int largest_cost = (1 << 15) - 1;
  static constexpr int too_costly = largest_cost + 1;  ///< the bucket of states whose solutions cost more than that

  enum class Rules { all_solutions, one_solution };

  /// With `Rules::one_solution` corrals prune too, and a position and its mirror images are one: fewest pushes are
  /// proved with fewer states, but nothing beyond.
  /// `least`: no solution is known to cost less.
  Prover(const Board& board, const Budget& budget, Counted counted, Rules rules = Rules::all_solutions, int least = 0)
      : least_(least),
        board_(board),
        meter_(budget, check_every(board)),
        pulse_(meter_, check_every(board)),
        budget_(budget),
        counted_(counted),
        position_(board),
        walk_(board),
        assignment_(board) {
    for (int s = 0; s < board.squares(); ++s) {
      live_number_.push_back(board.live(static_cast<Square>(s)) ? static_cast<std::uint16_t>(live_squares_.size())
                                                                : far);
      if (board.live(static_cast<Square>(s))) live_squares_.push_back(static_cast<Square>(s));
    }
    for (const Square g : board.goals()) set(goals_, g);
    slots_.assign(first_slots, none);
    if (rules == Rules::one_solution) {
      filter_ = corral_filter(board, meter_);
      if (counted == Counted::pushes) images_ = Images(board).maps();
    }
  }

  /// Searches until every state that a best solution could pass through has been looked at.
  Outcome run() {
    Outcome outcome;
    search(outcome);
    outcome.stats.nodes = states_.size();
    outcome.stats.peak_bytes = std::max(outcome.stats.peak_bytes, bytes());
    return outcome;
  }

  // ── what the second phase (refine.hpp) needs ──
  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] const search::Chunked<State>& states() const { return states_; }
  [[nodiscard]] int best() const { return best_; }
  /// What every solution costs at least, as far as the search has come.
  [[nodiscard]] int least() const { return least_; }
  [[nodiscard]] const std::vector<std::uint32_t>& ends() const { return ends_; }
  [[nodiscard]] Meter& meter() { return meter_; }
  [[nodiscard]] std::uint64_t bytes() const { return states_.bytes() + slots_.size() * sizeof(Slot) + queue_bytes_; }
  void boxes_of(const Words& words, std::vector<Square>& boxes) const {
    boxes.clear();
    for (std::size_t w = 0; w < words.size(); ++w)
      for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1)
        boxes.push_back(live_squares_[64 * w + static_cast<std::size_t>(std::countr_zero(rest))]);
  }
  void moved(Words& words, Square from, Square to) const {
    flip(words, from);
    flip(words, to);
  }
  [[nodiscard]] std::uint32_t find(const Words& boxes, Square keeper) const { return slots_[slot_of(boxes, keeper)]; }
  [[nodiscard]] bool live(Square square) const { return live_number_[square] != far; }

 private:
  using Slot = std::uint32_t;
  static constexpr std::size_t first_slots = 1 << 12;
  static constexpr std::size_t states_between_checks = 1 << 16;  ///< when all of them are gone over

  /// A node costs a walk over the squares and a change of the assignment: on large boards the clock is read more often.
  static std::uint32_t check_every(const Board& board) {
    constexpr std::size_t steps = 1 << 18;
    const auto squares = static_cast<std::size_t>(board.squares());
    const std::size_t per_node = squares + board.count() * board.count() + 1;
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(steps / per_node, 1, 1024));
  }

  void search(Outcome& outcome) {
    Words start{};
    for (const Square b : board_.boxes()) {
      if (!board_.live(b)) {
        outcome.status = Status::unsolvable;
        return;
      }
      set(start, b);
    }
    const int bound = std::max(assignment_.set(board_.boxes()), least_);
    if (bound >= Assignment::impossible) {
      outcome.status = Status::unsolvable;
      return;
    }
    position_.load(board_.boxes());
    Square keeper = counted_ == Counted::pushes ? position_.flood(board_.keeper()) : board_.keeper();
    if (!images_.empty()) choose_image(start, keeper);
    if (!add(start, keeper, none, 0, bound)) {
      outcome.limit = meter_.limit();
      return;
    }
    std::vector<Square> boxes;
    for (int f = std::min(bound, too_costly); f < static_cast<int>(buckets_.size()); ++f) {
      least_ = std::min(f, too_costly);
      beyond_ = beyond_ || f == too_costly;
      if (f == too_costly) break;
      while (!buckets_[static_cast<std::size_t>(f)].empty()) {
        const std::uint32_t index = buckets_[static_cast<std::size_t>(f)].back();
        buckets_[static_cast<std::size_t>(f)].pop_back();
        State& state = states_[index];
        if (state.closed != 0) continue;
        state.closed = 1;
        ++outcome.stats.expanded;
        if (state.boxes == goals_) {
          best_ = f;
          ends_.push_back(index);
          if (counted_ == Counted::moves || filter_) break;
          continue;
        }
        boxes_of(state.boxes, boxes);
        if (!expand(index, f, boxes, outcome.stats)) {
          outcome.limit = meter_.limit();
          finish(outcome, false);
          return;
        }
      }
      if (best_ >= 0) {
        finish(outcome, true);
        return;
      }
      forget_bucket(static_cast<std::size_t>(f));
    }
    if (beyond_) {
      outcome.limit = Limit::memory;
    } else {
      outcome.status = Status::unsolvable;
    }
  }

  void finish(Outcome& outcome, bool complete) {
    if (best_ < 0) return;
    outcome.status = Status::solved;
    outcome.proved.pushes = counted_ == Counted::pushes;
    outcome.proved.moves = counted_ == Counted::moves;
    complete_ = complete;
    outcome.pushes = images_.empty() ? way_to(ends_.front()) : way_past_images(ends_.front());
  }

 public:
  /// Was every state that a best solution could pass through looked at?
  [[nodiscard]] bool complete() const { return complete_; }

  /// The pushes on the way from the start to a state, as the search found it.
  [[nodiscard]] std::vector<Push> way_to(std::uint32_t index) const {
    std::vector<Push> pushes;
    for (; states_[index].parent != none; index = states_[index].parent)
      pushes.push_back(push_between(states_[states_[index].parent].boxes, states_[index].boxes));
    std::ranges::reverse(pushes);
    return pushes;
  }

 private:
  [[nodiscard]] Push push_between(const Words& before, const Words& after) const {
    Square from = 0, to = 0;
    for (std::size_t w = 0; w < before.size(); ++w) {
      const std::uint64_t left = before[w] & ~after[w], entered = after[w] & ~before[w];
      if (left != 0) from = live_squares_[64 * w + static_cast<std::size_t>(std::countr_zero(left))];
      if (entered != 0) to = live_squares_[64 * w + static_cast<std::size_t>(std::countr_zero(entered))];
    }
    for (const Direction d : directions)
      if (board_.next(from, d) == to) return {from, d};
    return {from, Direction::up};
  }

  // The bound may fall by more than a push costs (the keeper may be on the wrong side of a box afterwards), so a child
  // inherits its parent's f if that is larger, and a state that is met again on a cheaper way is opened again. Then
  // every state of every best solution is expanded at its true cost once the bucket of the best cost is empty.
  bool expand(std::uint32_t index, int f, const std::vector<Square>& boxes, SearchStats& stats) {
    if (!pulse_.goes_on()) return false;  // there may be no push that spends anything
    const State state = states_[index];
    position_.load(boxes);
    walk_.load(boxes);
    walk_.flood(state.keeper);
    if (counted_ == Counted::moves) measure_walks();
    bool assigned = false;
    std::span<const Square> movers = boxes;
    if (filter_) {
      const auto verdict = filter_->look(boxes, state.keeper, first_);
      if (verdict == CorralFilter::Verdict::lost) return true;
      if (verdict == CorralFilter::Verdict::restricted) movers = first_;
    }
    for (const Square from : movers)
      for (const Direction d : directions) {
        const Square stand = board_.next(from, opposite(d)), to = board_.next(from, d);
        if (stand == no_square || to == no_square || !walk_.reached(stand) || walk_.has_box(to) || !board_.live(to))
          continue;
        if (!meter_.spend()) return false;
        const int cost = state.cost + (counted_ == Counted::pushes ? 1 : distance_[stand] + 1);
        if (cost > largest_cost) {
          beyond_ = true;
          continue;
        }
        Words words = state.boxes;
        moved(words, from, to);
        position_.shift(from, to);
        const Square keeper = counted_ == Counted::pushes ? position_.flood(from) : from;
        Square name = keeper;
        if (!images_.empty()) choose_image(words, name);
        const std::size_t slot = slot_of(words, name);
        const bool known = slots_[slot] != none;
        const bool better = known && states_[slots_[slot]].cost > cost;
        const bool lost =
            !known && (position_.frozen_off_goal(to) || (filter_ && filter_->lost_after(from, to, keeper)));
        position_.shift(to, from);
        if (known && !better) {
          ++stats.duplicates;
          continue;
        }
        if (lost) continue;
        if (!assigned) {
          assignment_.set(boxes);
          assigned = true;
        }
        const int bound = assignment_.with(from, to);
        if (bound >= Assignment::impossible) continue;
        if (known) {
          State& old = states_[slots_[slot]];
          old.cost = static_cast<std::uint16_t>(cost & largest_cost);
          old.parent = index;
          old.closed = 0;
          if (!queue(slots_[slot], std::max(f, cost + bound))) return false;
        } else if (!add(words, name, index, cost, std::max(f, cost + bound))) {
          return false;
        }
      }
    return true;
  }

  /// Of a position and its images takes the first one. The keeper's region is the one just walked over.
  void choose_image(Words& words, Square& keeper) const {
    const Words own = words;
    const auto region = position_.reached_squares();
    for (const Images::Map& map : images_) {
      Words image{};
      for (std::size_t w = 0; w < own.size(); ++w)
        for (std::uint64_t rest = own[w]; rest != 0; rest &= rest - 1)
          flip(image, map[live_squares_[64 * w + static_cast<std::size_t>(std::countr_zero(rest))]]);
      if (image > words) continue;
      Square lowest = no_square;
      for (const Square s : region) lowest = std::min(lowest, map[s]);
      if (image == words && lowest >= keeper) continue;
      words = image;
      keeper = lowest;
    }
  }

  /// As `way_to`, where each state on the way may be an image of the one that the push before it leads to.
  [[nodiscard]] std::vector<Push> way_past_images(std::uint32_t index) {
    std::vector<std::uint32_t> way;
    for (; states_[index].parent != none; index = states_[index].parent) way.push_back(index);
    std::vector<Square> boxes = board_.boxes();
    Square keeper = board_.keeper();
    std::vector<Push> pushes;
    for (std::size_t i = way.size(); i-- > 0;) {
      const auto push = push_to_image(boxes, keeper, states_[way[i]]);
      if (!push) return {};
      keeper = push->box;
      *std::ranges::find(boxes, push->box) = board_.next(push->box, push->direction);
      pushes.push_back(*push);
    }
    return pushes;
  }
  /// The push that leads from here to some image of a state.
  [[nodiscard]] std::optional<Push> push_to_image(const std::vector<Square>& boxes, Square keeper, const State& goal) {
    Words before{};
    for (const Square b : boxes) set(before, b);
    position_.load(boxes);
    walk_.load(boxes);
    walk_.flood(keeper);
    for (const Square from : boxes)
      for (const Direction d : directions) {
        const Square stand = board_.next(from, opposite(d)), to = board_.next(from, d);
        if (stand == no_square || to == no_square || !walk_.reached(stand) || walk_.has_box(to) || !board_.live(to))
          continue;
        Words words = before;
        moved(words, from, to);
        position_.shift(from, to);
        Square name = position_.flood(from);
        choose_image(words, name);
        position_.shift(to, from);
        if (words == goal.boxes && name == goal.keeper) return Push{from, d};
      }
    return std::nullopt;
  }

  /// Walking distances of the flood just made.
  void measure_walks() {
    distance_.resize(static_cast<std::size_t>(board_.squares()));
    const auto reached = walk_.reached_squares();
    for (const Square s : reached) distance_[s] = far;
    distance_[reached[0]] = 0;
    for (const Square s : reached)
      for (const Square n : board_.neighbours(s))
        if (n != no_square && walk_.reached(n) && distance_[n] == far)
          distance_[n] = static_cast<std::uint16_t>(distance_[s] + 1);
  }

  /// False if there is no room for another state; the meter knows.
  bool add(const Words& boxes, Square keeper, std::uint32_t parent, int cost, int f) {
    if (4 * (states_.size() + 1) > 3 * slots_.size() && !grow()) return false;
    if (!has_room(states_.next_growth()) || states_.size() == none) return out_of_memory();
    const auto index = static_cast<std::uint32_t>(states_.size());
    if (!queue(index, f)) return false;
    slots_[slot_of(boxes, keeper)] = index;
    states_.push({boxes, parent, keeper, static_cast<std::uint16_t>(cost & largest_cost), 0});
    return true;
  }
  bool queue(std::uint32_t index, int f) {
    const auto number = static_cast<std::size_t>(std::min(f, too_costly));
    if (buckets_.size() <= number) buckets_.resize(number + 1);
    std::vector<std::uint32_t>& bucket = buckets_[number];
    if (bucket.size() == bucket.capacity()) {
      const std::size_t bigger = std::max<std::size_t>(16, 2 * bucket.capacity());
      if (!has_room(bigger * sizeof(std::uint32_t))) return out_of_memory();  // old and new, for a moment
      queue_bytes_ += (bigger - bucket.capacity()) * sizeof(std::uint32_t);
      bucket.reserve(bigger);
    }
    bucket.push_back(index);
    return true;
  }
  /// Nothing is queued below the bucket that is being emptied.
  void forget_bucket(std::size_t number) {
    queue_bytes_ -= buckets_[number].capacity() * sizeof(std::uint32_t);
    std::vector<std::uint32_t>().swap(buckets_[number]);
  }
  [[nodiscard]] bool has_room(std::uint64_t more) const { return bytes() + more <= budget_.bytes; }
  bool out_of_memory() {
    meter_.out_of_memory();
    return false;
  }

  [[nodiscard]] std::size_t home(const Words& boxes, Square keeper) const {
    std::uint64_t hash = keeper;
    for (const std::uint64_t word : boxes) hash = mix64(hash ^ word);
    return hash & (slots_.size() - 1);
  }
  /// The slot that holds this state, or the empty one where it belongs.
  [[nodiscard]] std::size_t slot_of(const Words& boxes, Square keeper) const {
    std::size_t slot = home(boxes, keeper);
    while (slots_[slot] != none && !(states_[slots_[slot]].boxes == boxes && states_[slots_[slot]].keeper == keeper))
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  bool grow() {
    if (!has_room(2 * slots_.size() * sizeof(Slot))) return out_of_memory();  // old and new, for a moment
    std::vector<Slot> bigger(slots_.size() * 2, none);
    slots_.swap(bigger);
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (i % states_between_checks == 0 && !meter_.check()) return false;
      std::size_t slot = home(states_[i].boxes, states_[i].keeper);
      while (slots_[slot] != none) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<Slot>(i);
    }
    return true;
  }
  void flip(Words& words, Square square) const {
    const std::uint16_t n = live_number_[square];
    words[n / 64] ^= std::uint64_t{1} << (n % 64);
  }
  void set(Words& words, Square square) const { flip(words, square); }

  int least_;
  const Board& board_;
  Meter meter_;
  Pulse pulse_;
  Budget budget_;
  Counted counted_;
  Position position_, walk_;
  Assignment assignment_;
  std::unique_ptr<CorralFilter> filter_;
  std::vector<Images::Map> images_;
  std::vector<Square> first_;  ///< boxes of a corral
  std::vector<std::uint16_t> live_number_;
  std::vector<Square> live_squares_;
  Words goals_{};
  search::Chunked<State> states_;
  std::vector<Slot> slots_;
  std::vector<std::vector<std::uint32_t>> buckets_;
  std::uint64_t queue_bytes_ = 0;
  std::vector<std::uint16_t> distance_;
  std::vector<std::uint32_t> ends_;
  int best_ = -1;
  bool complete_ = false;
  bool beyond_ = false;  ///< there are states whose solutions cost more than `largest_cost`
};

}  // namespace nazo::sokoban

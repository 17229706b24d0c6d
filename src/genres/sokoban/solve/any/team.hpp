// Two searches without a plan that come towards each other, from both ends of the solution: one opens the position up
// from its end, the other heads from the other end for the most open position that was found.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "genres/sokoban/solve/any/quest.hpp"

namespace nazo::sokoban::any {

/// `Opener` says from which end the position is opened up: by pulls from the solved board, or by pushes from the start.
template <int W, Mode Opener>
class Team {
 public:
  Team(const Terrain<W>& terrain, Meter& meter)
      : terrain_(terrain),
        meter_(meter),
        opened_(meter.budget().bytes / share_of_bytes),
        sought_(meter.budget().bytes / share_of_bytes),
        opener_(terrain, {}, meter, {opened_, sought_}) {}

  /// Goes on for a turn; the pushes of a solution if one was found.
  std::optional<std::vector<Push>> run(const Turn<W>& turn) {
    const std::uint64_t perimeters = opened_.bytes() + sought_.bytes();
    const std::uint64_t for_opener = turn.nodes / 3;
    if (const auto meet = opener_.run(turn.part(for_opener, perimeters + (seeker_ ? seeker_->bytes() : 0))))
      return solution(meet->there, meet->here);
    if (opener_.size() == 0 || meter_.limit() != Limit::none || !turn.matters()) return std::nullopt;
    // Turns grow, so to begin again for a better position costs little beside what is to come.
    if (!seeker_ || opener_.best_score() < heading_for_) {
      heading_for_ = opener_.best_score();
      sought_.clear();
      seeker_ = std::make_unique<Quest<W, Seeker>>(terrain_, Aspect<W>{opener_.best(), false}, meter_,
                                                   Ends{sought_, opened_});
    }
    if (const auto meet = seeker_->run(turn.part(turn.nodes - for_opener, perimeters + opener_.bytes())))
      return solution(meet->here, meet->there);
    return std::nullopt;
  }

  /// It has nothing left to try: each search alone would come to the other end, so one that has seen everything ends
  /// it.
  [[nodiscard]] bool exhausted() const { return opener_.exhausted() || (seeker_ && seeker_->exhausted()); }
  /// It has no room to go on.
  [[nodiscard]] bool full() const { return opener_.full() || (seeker_ && seeker_->full()); }
  [[nodiscard]] std::size_t size() const { return opener_.size() + (seeker_ ? seeker_->size() : 0); }
  [[nodiscard]] std::uint64_t bytes() const {
    return opened_.bytes() + sought_.bytes() + opener_.bytes() + (seeker_ ? seeker_->bytes() : 0);
  }

 private:
  static constexpr std::uint64_t share_of_bytes = 32;  ///< each perimeter gets one part in so many
  static constexpr Mode Seeker = Opener == Mode::pull ? Mode::push : Mode::pull;

  /// Nothing if two positions had the same key by chance.
  std::optional<std::vector<Push>> solution(const Perimeter::Way& sought, const Perimeter::Way& opened) {
    if (!(seeker_->boxes_of(sought) == opener_.boxes_of(opened))) return std::nullopt;
    std::vector<Push> first = seeker_->pushes_of(sought), second = opener_.pushes_of(opened);
    if (Seeker == Mode::pull) first.swap(second);
    first.insert(first.end(), second.begin(), second.end());
    return first;
  }

  const Terrain<W>& terrain_;
  Meter& meter_;
  Perimeter opened_, sought_;
  Quest<W, Opener> opener_;
  std::unique_ptr<Quest<W, Seeker>> seeker_;
  std::uint32_t heading_for_ = ~std::uint32_t{0};
};

}  // namespace nazo::sokoban::any

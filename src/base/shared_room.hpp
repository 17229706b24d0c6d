// Scratch room that comes with more: other processes that make the same call, and a place to keep how far it is.
//
// Whoever is lent room may ask whether there is more to it; nobody else has to know.
#pragma once

#include "base/checkpoint.hpp"
#include "base/ranks.hpp"
#include "base/scratch.hpp"

namespace nazo {

class SharedRoom final : public Scratch {
 public:
  /// Each may be null; all outlive this.
  SharedRoom(Scratch* room, Ranks* ranks, Checkpoint* checkpoint)
      : room_(room), ranks_(ranks), checkpoint_(checkpoint) {}

  [[nodiscard]] Result<std::unique_ptr<ScratchArea>> new_area() override {
    if (room_ == nullptr) return fail_limit(Limit::memory);
    return room_->new_area();
  }
  [[nodiscard]] Ranks* ranks() const { return ranks_; }
  [[nodiscard]] Checkpoint* checkpoint() const { return checkpoint_; }

  /// What a call was lent; null if it was room and no more.
  [[nodiscard]] static const SharedRoom* of(const Scratch* lent) {
#ifndef NAZO_NO_THREADS
    return dynamic_cast<const SharedRoom*>(lent);
#else
    (void)lent;
    return nullptr;  // a page is alone, and does not know what an object is
#endif
  }

 private:
  Scratch* room_;
  Ranks* ranks_;
  Checkpoint* checkpoint_;
};

}  // namespace nazo

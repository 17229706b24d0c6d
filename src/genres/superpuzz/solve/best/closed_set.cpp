#include "genres/superpuzz/solve/best/closed_set.hpp"

#include <algorithm>
#include <vector>

namespace nazo::superpuzz::best {

namespace {
constexpr std::uint64_t small_bytes = std::uint64_t{32} << 20;
constexpr std::uint64_t lines_between_checks = 1 << 14;
}  // namespace

ClosedSet::ClosedSet(std::uint64_t most_bytes, Meter* meter) : pages_(most_bytes), meter_(meter) {
  const std::uint64_t count = quarters_ << scale_;
  if (!take_lines(count)) return;  // most_size_ is 0: everything is refused
  most_size_ = count * slots_per_line / 10 * 9;
}

bool ClosedSet::take_lines(std::uint64_t count) {
  const std::uint64_t bytes = (count + spill_lines) * sizeof(Line);
  if (!pages_.may_grow(bytes + set_aside_) || !pages_.grow(bytes)) return false;
  lines_ = reinterpret_cast<Line*>(pages_.data());
  return true;
}

void ClosedSet::give_up() {
  lines_ = nullptr;
  most_size_ = 0;
}

bool ClosedSet::grow() {
  if (lines_ == nullptr) return false;
  switch (quarters_) {
    case 4:
      return grow_from<4>();
    case 5:
      return grow_from<5>();
    case 6:
      return grow_from<6>();
    default:
      return grow_from<7>();
  }
}

template <unsigned OldQuarters>
bool ClosedSet::grow_from() {
  const std::uint64_t old_count = OldQuarters << scale_;
  const int old_scale = scale_;
  // A small table doubles where it may; a large one grows by a quarter of its last power of two.
  const bool doubles = OldQuarters == 4 && old_count * sizeof(Line) < small_bytes &&
                       pages_.may_grow((2 * old_count + spill_lines) * sizeof(Line) + set_aside_);
  const std::uint64_t quarters = doubles || OldQuarters == 7 ? 4 : OldQuarters + 1;
  const int scale = quarters == 4 ? scale_ + 1 : scale_;
  const std::uint64_t count = quarters << scale;
  if (scale > 30 || !take_lines(count)) return false;
  quarters_ = quarters;
  scale_ = scale;

  const auto take_out = [&](std::uint64_t number, auto&& put_elsewhere) {
    const Line line = lines_[number];
    lines_[number] = Line{};
    for (int i = 0; i < slots_per_line && line.entries[i] != 0; ++i) {
      const Slot slot{line.entries[i], line.more[i]};
      put_elsewhere(parts_of(number - (slot.entry / one_further - 1), slot, OldQuarters, old_scale));
    }
  };
  const auto place = [&](const Parts& parts) { put(lines_ + home(parts.upper), slot_at_home(parts)); };
  // Near the start the new home of an entry may lie before the line it was found in, among lines not yet gone through;
  // from line 128 on homes move up by 128/7 > 15 lines. So the first lines wait outside.
  constexpr std::uint64_t first_lines = 128 + spill_lines;
  std::vector<Parts> waiting;
  for (std::uint64_t number = 0; number < first_lines; ++number)
    take_out(number, [&](const Parts& parts) { waiting.push_back(parts); });
  for (std::uint64_t number = old_count + spill_lines; number-- > first_lines;) {
    take_out(number, place);
    if (number % lines_between_checks == 0 && meter_ != nullptr && !meter_->check()) {
      give_up();
      return false;
    }
  }
  std::ranges::move(homeless_, std::back_inserter(waiting));
  homeless_.clear();
  for (const Parts& parts : waiting) place(parts);
  most_size_ = count * slots_per_line / 10 * 9;
  return true;
}

void ClosedSet::keep_homeless(const Line* line, const Slot& slot) {
  homeless_.push_back(parts_of(static_cast<std::uint64_t>(line - lines_) - 15, slot, quarters_, scale_));
}

std::uint32_t* ClosedSet::find_homeless(const Parts& parts) const {
  for (Parts& kept : homeless_)
    if (kept.upper == parts.upper && kept.lower == parts.lower && ((kept.more ^ parts.more) & ~mark_bits) == 0)
      return &kept.more;
  return nullptr;
}

}  // namespace nazo::superpuzz::best

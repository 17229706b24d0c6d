#include "genres/superpuzz/best/closed_set.hpp"

#include <algorithm>
#include <vector>

namespace nazo::superpuzz::best {

namespace {
constexpr std::uint64_t slots_per_line = 8;
}

ClosedSet::ClosedSet(std::uint64_t most_bytes) : pages_(most_bytes) {
  const std::uint64_t count = quarters_ << scale_;
  if (!pages_.grow((count + spill_lines) * sizeof(Line))) return;  // most_size_ is 0: everything is refused
  lines_ = reinterpret_cast<Line*>(pages_.data());
  most_size_ = count * slots_per_line / 10 * 9;
}

bool ClosedSet::grow() {
  if (lines_ == nullptr) return false;
  const std::uint64_t old_quarters = quarters_, old_count = quarters_ << scale_;
  const int old_scale = scale_;
  const std::uint64_t quarters = quarters_ == 7 ? 4 : quarters_ + 1;
  const int scale = quarters_ == 7 ? scale_ + 1 : scale_;
  const std::uint64_t count = quarters << scale;
  if (scale > 30 || !pages_.grow((count + spill_lines) * sizeof(Line))) return false;
  lines_ = reinterpret_cast<Line*>(pages_.data());
  quarters_ = quarters;
  scale_ = scale;

  const auto take_out = [&](std::uint64_t number, auto&& put_elsewhere) {
    Line line = lines_[number];
    lines_[number] = Line{};
    for (const std::uint64_t entry : line.slots) {
      if (entry == 0) break;
      put_elsewhere(parts_of(number - (entry / one_further - 1), entry, old_quarters, old_scale));
    }
  };
  const auto place = [&](const Parts& parts) {
    const Key128 key{parts.lower << (64 - lower_bits), parts.upper << 32};
    put(lines_ + home(key), entry_at_home(key));
  };
  // Near the start the new home of an entry may lie before the line it was found in, among lines not yet gone through;
  // from line 128 on homes move up by 128/7 > 15 lines. So the first lines wait outside.
  constexpr std::uint64_t first_lines = 128 + spill_lines;
  std::vector<Parts> waiting;
  for (std::uint64_t number = 0; number < first_lines; ++number)
    take_out(number, [&](const Parts& parts) { waiting.push_back(parts); });
  for (std::uint64_t number = old_count + spill_lines; number-- > first_lines;) take_out(number, place);
  std::ranges::move(homeless_, std::back_inserter(waiting));
  homeless_.clear();
  for (const Parts& parts : waiting) place(parts);
  most_size_ = count * slots_per_line / 10 * 9;
  return true;
}

ClosedSet::Parts ClosedSet::parts_of(std::uint64_t home, std::uint64_t entry, std::uint64_t quarters, int scale) {
  const std::uint64_t remainder = (entry >> lower_bits) & ((std::uint64_t{1} << remainder_bits) - 1);
  return {((home << (32 - scale) | remainder << 2) + 3) / quarters, entry & ((std::uint64_t{1} << lower_bits) - 1)};
}

void ClosedSet::keep_homeless(const Line* line, std::uint64_t entry) {
  homeless_.push_back(parts_of(static_cast<std::uint64_t>(line - lines_) - 15, entry, quarters_, scale_));
}

bool ClosedSet::is_homeless(const Key128& key) const {
  return std::ranges::any_of(homeless_, [&](const Parts& parts) { return parts.upper == key.high >> 32 && parts.lower == key.low >> (64 - lower_bits); });
}

}  // namespace nazo::superpuzz::best

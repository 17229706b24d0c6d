#include "tiles/space/kept_bytes.hpp"

#include <algorithm>

#include "base/checksum.hpp"

namespace nazo::tiles {

namespace {

constexpr std::size_t part_size = std::size_t{1} << 18;
constexpr std::size_t number_size = sizeof(std::uint64_t);
/// Beside the length of a part: nothing follows.
constexpr std::uint64_t last_part = std::uint64_t{1} << 63;
/// No piece of a store is longer.
constexpr std::uint64_t longest = std::uint64_t{1} << 32;

void put(std::uint64_t value, std::uint8_t* to) {
  for (std::size_t i = 0; i < number_size; ++i) to[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

std::uint64_t got(const std::uint8_t* from) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < number_size; ++i) value |= static_cast<std::uint64_t>(from[i]) << (8 * i);
  return value;
}

std::unexpected<Error> damaged(const KeptReader& reader) {
  return std::unexpected(Error{"the checkpoint is damaged; name another folder", reader.name()});
}

}  // namespace

// ── out ────────────────────────────────────────────────────────────────────────────────────────────────────────────

Result<void> KeptOut::number(std::uint64_t value) {
  std::uint8_t bytes[number_size];
  put(value, bytes);
  return raw(bytes);
}

Result<void> KeptOut::bytes(std::span<const std::uint8_t> bytes) {
  NAZO_CHECK(number(bytes.size()));
  return raw(bytes);
}

Result<void> KeptOut::end() {
  NAZO_CHECK(write_part(last_part));
  return writer_.commit();
}

Result<void> KeptOut::raw(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const std::size_t fits = std::min(bytes.size(), part_size - held_.size());
    held_.insert(held_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(fits));
    bytes = bytes.subspan(fits);
    if (held_.size() == part_size) NAZO_CHECK(write_part(0));
  }
  return {};
}

Result<void> KeptOut::write_part(std::uint64_t flag) {
  const std::uint64_t head = held_.size() | flag;
  chain_ = checksum(held_, chain_ ^ head);
  std::uint8_t numbers[2 * number_size];
  put(head, numbers);
  put(chain_, numbers + number_size);
  NAZO_CHECK(writer_.add(numbers));
  NAZO_CHECK(writer_.add(held_));
  held_.clear();
  return {};
}

// ── in ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

Result<std::uint64_t> KeptIn::number() {
  std::uint8_t bytes[number_size];
  NAZO_CHECK(raw(bytes));
  return got(bytes);
}

Result<std::span<const std::uint8_t>> KeptIn::bytes() {
  NAZO_TRY(length, number());
  if (length >= longest) return damaged(reader_);
  held_.assign(length + decoding_slack, 0);
  NAZO_CHECK(raw(std::span(held_).first(length)));
  return std::span<const std::uint8_t>(held_).first(length);
}

Result<void> KeptIn::end() {
  if (!last_ && at_ == part_.size()) NAZO_CHECK(read_part());
  if (!last_ || at_ != part_.size()) return damaged(reader_);
  return {};
}

Result<void> KeptIn::raw(std::span<std::uint8_t> bytes) {
  while (!bytes.empty()) {
    if (at_ == part_.size()) NAZO_CHECK(read_part());
    const std::size_t there = std::min(bytes.size(), part_.size() - at_);
    std::copy_n(part_.begin() + static_cast<std::ptrdiff_t>(at_), there, bytes.begin());
    at_ += there;
    bytes = bytes.subspan(there);
  }
  return {};
}

Result<void> KeptIn::read_part() {
  if (last_) return damaged(reader_);
  std::uint8_t numbers[2 * number_size];
  NAZO_CHECK(reader_.take(numbers));
  const std::uint64_t head = got(numbers), size = head & ~last_part;
  if (size > part_size || (size != part_size && (head & last_part) == 0)) return damaged(reader_);
  part_.resize(size);
  at_ = 0;
  NAZO_CHECK(reader_.take(part_));
  chain_ = checksum(part_, chain_ ^ head);
  if (chain_ != got(numbers + number_size)) return damaged(reader_);
  last_ = (head & last_part) != 0;
  return {};
}

}  // namespace nazo::tiles

#include "tiles/space/store.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "base/checksum.hpp"
#include "base/rng.hpp"

namespace nazo::tiles {

// ── blocks as bytes ────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

/// Seven bits a byte, the last one marked.
void put_number(std::uint8_t*& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) *out++ = static_cast<std::uint8_t>(value & 0x7f);
  *out++ = static_cast<std::uint8_t>(value | 0x80);
}

std::uint64_t get_number(const std::uint8_t*& at) {
  std::uint64_t value = 0;
  for (int shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) != 0) return value;
  }
}

/// Bit i set: byte i of the word is not 0.
unsigned used_bytes(std::uint64_t word) {
  word |= word >> 4;
  word |= word >> 2;
  word |= word >> 1;
  return static_cast<unsigned>(((word & 0x0101010101010101) * 0x0102040810204080) >> 56);
}

/// Writes the bytes of a word that are used, one after the other; behind them seven more bytes may be overwritten.
void put_used(std::uint8_t*& out, std::uint64_t word, unsigned used) {
#if defined(__BMI2__)
  const std::uint64_t packed = _pext_u64(word, _pdep_u64(used, 0x0101010101010101) * 0xff);
  std::memcpy(out, &packed, sizeof packed);
  out += std::popcount(used);
#else
  for (; used != 0; used &= used - 1) *out++ = static_cast<std::uint8_t>(word >> (8 * std::countr_zero(used)));
#endif
}

/// The reverse; behind the bytes seven more may be read.
std::uint64_t get_used(const std::uint8_t*& at, unsigned used) {
#if defined(__BMI2__)
  std::uint64_t packed = 0;
  std::memcpy(&packed, at, sizeof packed);
  at += std::popcount(used);
  return _pdep_u64(packed, _pdep_u64(used, 0x0101010101010101) * 0xff);
#else
  std::uint64_t word = 0;
  for (; used != 0; used &= used - 1) word |= static_cast<std::uint64_t>(*at++) << (8 * std::countr_zero(used));
  return word;
#endif
}

/// What a group takes at most: its key, and for each word which bytes it has and those.
constexpr std::size_t most_bytes_of_a_group = 10 + 1 + leaf_words * 9;

}  // namespace

void encode(const GroupBlock& block, Bytes& out) {
  const std::size_t before = out.size();
  out.resize(before + 10 + static_cast<std::size_t>(block.count) * most_bytes_of_a_group + sizeof(std::uint64_t));
  std::uint8_t* to = out.data() + before;
  put_number(to, static_cast<std::uint64_t>(block.count));
  std::uint64_t last = 0;
  for (int i = 0; i < block.count; ++i) {
    put_number(to, block.keys[i] - last);
    last = block.keys[i];
    const unsigned words = block.leaves[i].used_words();
    *to++ = static_cast<std::uint8_t>(words);
    for (unsigned rest = words; rest != 0; rest &= rest - 1) {
      const std::uint64_t word = block.leaves[i].word(std::countr_zero(rest));
      const unsigned used = used_bytes(word);
      *to++ = static_cast<std::uint8_t>(used);
      put_used(to, word, used);
    }
  }
  out.resize(static_cast<std::size_t>(to - out.data()));
}

std::span<const std::uint8_t> decode(std::span<const std::uint8_t> bytes, GroupBlock& block) {
  const std::uint8_t* at = bytes.data();
  block.count = static_cast<int>(get_number(at));
  std::uint64_t last = 0;
  for (int i = 0; i < block.count; ++i) {
    last += get_number(at);
    block.keys[i] = last;
    Leaf leaf;
    for (unsigned words = *at++; words != 0; words &= words - 1) {
      const unsigned used = *at++;
      leaf.set_word(std::countr_zero(words), get_used(at, used));
    }
    block.leaves[i] = leaf;
  }
  return bytes.subspan(static_cast<std::size_t>(at - bytes.data()));
}

// ── pieces ─────────────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

/// Of a piece that lies elsewhere, of its sum and its place.
std::uint32_t check_of(std::uint64_t sum, std::uint64_t offset) {
  return static_cast<std::uint32_t>(sum ^ mix64(offset));
}

}  // namespace

PieceStore::PieceStore(StoreLimits& limits) : limits_(limits) {}

bool PieceStore::keep_in_memory(std::span<const std::uint8_t> bytes, std::size_t& number) {
  if ((limits_.in_memory += bytes.size()) > limits_.memory) {
    limits_.in_memory -= bytes.size();
    return false;
  }
  auto memory = std::make_unique_for_overwrite<std::uint8_t[]>(bytes.size() + decoding_slack);
  std::ranges::copy(bytes, memory.get());
  std::fill_n(memory.get() + bytes.size(), decoding_slack, std::uint8_t{0});
  const Locked lock(mutex_);
  memory_length_ += bytes.size();
  number = pieces_.size();
  pieces_.push_back({std::move(memory), 0, static_cast<std::uint32_t>(bytes.size()), 0});
  return true;
}

PieceStore::~PieceStore() {
  limits_.in_index -= pieces_.size() * index_of_a_piece;
  limits_.in_memory -= memory_length_;
  limits_.in_scratch -= scratch_length_;
}

void PieceStore::swap(PieceStore& other) noexcept {
  pieces_.swap(other.pieces_);
  area_.swap(other.area_);
  std::swap(scratch_length_, other.scratch_length_);
  std::swap(memory_length_, other.memory_length_);
}

Result<std::size_t> PieceStore::append(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > std::numeric_limits<std::uint32_t>::max()) return fail_limit(Limit::memory);
  std::size_t number = 0;
  const bool indexed = (limits_.in_index += index_of_a_piece) <= limits_.index;
  if (indexed && keep_in_memory(bytes, number)) return number;
  if (!indexed || limits_.scratch == nullptr) {
    limits_.in_index -= index_of_a_piece;
    return fail_limit(Limit::memory);
  }
  const std::uint64_t sum = checksum(bytes, 0);
  std::uint64_t offset = 0;
  {
    const Locked lock(mutex_);
    if (!area_) {
      NAZO_TRY(area, limits_.scratch->new_area());
      area_ = std::move(area);
    }
    offset = scratch_length_;
    number = pieces_.size();
    pieces_.push_back({nullptr, offset, static_cast<std::uint32_t>(bytes.size()), check_of(sum, offset)});
    scratch_length_ += bytes.size();
    const std::uint64_t now = limits_.in_scratch += bytes.size();
    if (now > limits_.most_in_scratch) limits_.most_in_scratch = now;
  }
  NAZO_CHECK(area_->write(offset, bytes));
  return number;
}

Result<std::span<const std::uint8_t>> PieceStore::read(std::size_t number, Bytes& room) const {
  std::uint64_t offset = 0;
  std::uint32_t length = 0, check = 0;
  {
    const Locked lock(mutex_);
    const Piece& piece = pieces_[number];
    if (piece.memory) return std::span<const std::uint8_t>(piece.memory.get(), piece.length);
    offset = piece.offset;
    length = piece.length;
    check = piece.check;
  }
  room.resize(length + decoding_slack);
  const std::span<std::uint8_t> bytes = std::span(room).first(length);
  NAZO_CHECK(area_->read(offset, bytes));
  if (check_of(checksum(bytes, 0), offset) != check) return fail("what went to the scratch folder came back damaged");
  return std::span<const std::uint8_t>(bytes);
}

}  // namespace nazo::tiles

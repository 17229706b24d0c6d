#include "tiles/space/store.hpp"

#include <algorithm>
#include <bit>

namespace nazo::tiles {

// ── blocks as bytes ────────────────────────────────────────────────────────────────────────────────────────────────

namespace {

/// Seven bits a byte, the last one marked.
void put_number(Bytes& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value & 0x7f));
  out.push_back(static_cast<std::uint8_t>(value | 0x80));
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

}  // namespace

void encode(const GroupBlock& block, Bytes& out) {
  put_number(out, static_cast<std::uint64_t>(block.count));
  std::uint64_t last = 0;
  for (int i = 0; i < block.count; ++i) {
    put_number(out, block.keys[i] - last);
    last = block.keys[i];
    const std::size_t mask_at = out.size();
    out.push_back(0);
    unsigned mask = 0;
    for (int w = 0; w < leaf_words; ++w) {
      const std::uint64_t word = block.leaves[i].word(w);
      if (word == 0) continue;
      mask |= 1u << w;
      const unsigned bytes = used_bytes(word);
      out.push_back(static_cast<std::uint8_t>(bytes));
      for (unsigned rest = bytes; rest != 0; rest &= rest - 1)
        out.push_back(static_cast<std::uint8_t>(word >> (8 * std::countr_zero(rest))));
    }
    out[mask_at] = static_cast<std::uint8_t>(mask);
  }
}

std::span<const std::uint8_t> decode(std::span<const std::uint8_t> bytes, GroupBlock& block) {
  const std::uint8_t* at = bytes.data();
  block.count = static_cast<int>(get_number(at));
  std::uint64_t last = 0;
  for (int i = 0; i < block.count; ++i) {
    last += get_number(at);
    block.keys[i] = last;
    Leaf leaf;
    for (unsigned mask = *at++; mask != 0; mask &= mask - 1) {
      std::uint64_t word = 0;
      for (unsigned used = *at++; used != 0; used &= used - 1)
        word |= static_cast<std::uint64_t>(*at++) << (8 * std::countr_zero(used));
      leaf.set_word(std::countr_zero(mask), word);
    }
    block.leaves[i] = leaf;
  }
  return bytes.subspan(static_cast<std::size_t>(at - bytes.data()));
}

// ── pieces ─────────────────────────────────────────────────────────────────────────────────────────────────────────

PieceStore::PieceStore(StoreLimits& limits) : limits_(limits) {}

bool PieceStore::keep_in_memory(std::span<const std::uint8_t> bytes, std::size_t& number) {
  if ((limits_.in_memory += bytes.size()) > limits_.memory) {
    limits_.in_memory -= bytes.size();
    return false;
  }
  auto memory = std::make_unique_for_overwrite<std::uint8_t[]>(bytes.size());
  std::ranges::copy(bytes, memory.get());
  const Locked lock(mutex_);
  memory_length_ += bytes.size();
  number = pieces_.size();
  pieces_.push_back({std::move(memory), 0, bytes.size()});
  return true;
}

PieceStore::~PieceStore() {
  limits_.in_index -= pieces_.size() * index_of_a_piece;
  limits_.in_memory -= memory_length_;
  limits_.in_scratch -= scratch_length_;
}

Result<std::size_t> PieceStore::append(std::span<const std::uint8_t> bytes) {
  std::size_t number = 0;
  const bool indexed = (limits_.in_index += index_of_a_piece) <= limits_.index;
  if (indexed && keep_in_memory(bytes, number)) return number;
  if (!indexed || limits_.scratch == nullptr) {
    limits_.in_index -= index_of_a_piece;
    return fail_limit(Limit::memory);
  }
  std::uint64_t offset = 0;
  {
    const Locked lock(mutex_);
    if (!area_) {
      NAZO_TRY(area, limits_.scratch->new_area());
      area_ = std::move(area);
    }
    offset = scratch_length_;
    number = pieces_.size();
    pieces_.push_back({nullptr, offset, bytes.size()});
    scratch_length_ += bytes.size();
    const std::uint64_t now = limits_.in_scratch += bytes.size();
    if (now > limits_.most_in_scratch) limits_.most_in_scratch = now;
  }
  NAZO_CHECK(area_->write(offset, bytes));
  return number;
}

Result<std::span<const std::uint8_t>> PieceStore::read(std::size_t number, Bytes& room) const {
  std::uint64_t offset = 0, length = 0;
  {
    const Locked lock(mutex_);
    const Piece& piece = pieces_[number];
    if (piece.memory) return std::span<const std::uint8_t>(piece.memory.get(), piece.length);
    offset = piece.offset;
    length = piece.length;
  }
  room.resize(length);
  NAZO_CHECK(area_->read(offset, room));
  return std::span<const std::uint8_t>(room);
}

}  // namespace nazo::tiles

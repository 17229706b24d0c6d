#include "tiles/space/values.hpp"

#include <cstring>

namespace nazo::tiles {

namespace {

/// Values as bytes; keys and reached leaves stand in the layer already. Most groups can be won in all their leaves: a
/// byte says so, and only the others write which.
void encode_values(const ValueBlock& block, Bytes& out) {
  const auto put = [&](const void* data, std::size_t length) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    out.insert(out.end(), bytes, bytes + length);
  };
  for (std::size_t g = 0; g < block.keys.size(); ++g) {
    const bool all = block.won[g] == block.reached[g];
    out.push_back(all ? 1 : 0);
    if (!all) put(&block.won[g], sizeof(Leaf));
  }
  put(block.win.data(), block.win.size() * sizeof(double));
  put(block.lost.data(), block.lost.size());
}

}  // namespace

std::uint64_t ValueBlock::bytes() const {
  return sizeof *this + keys.size() * (2 * sizeof(Leaf) + 16) + win.size() * sizeof(double) + lost.size();
}

ValueLayer::ValueLayer(std::unique_ptr<Layer> layer, StoreLimits& limits, std::uint64_t cache_bytes, Where where)
    : layer_(std::move(layer)),
      values_(limits),
      pieces_(where == Where::store ? layer_->blocks() : 0),
      resident_(layer_->blocks()),
      cache_bytes_(cache_bytes),
      where_(where) {}

Result<void> ValueLayer::add(std::size_t number, std::shared_ptr<ValueBlock> block) {
  if (where_ == Where::memory) {
    resident_[number] = std::move(block);
    return {};
  }
  Bytes bytes;
  encode_values(*block, bytes);
  NAZO_TRY(piece, values_.append(bytes));
  pieces_[number] = piece;
  return {};
}

Result<ValuePtr> ValueLayer::get(std::size_t number) {
  if (where_ == Where::memory) return resident_[number];
  {
    const Locked lock(mutex_);
    if (resident_[number]) return resident_[number];
  }
  NAZO_TRY(block, load(number));
  const Locked lock(mutex_);
  if (resident_[number]) return resident_[number];
  resident_[number] = block;
  order_.push_back(number);
  held_ += block->bytes();
  // The oldest go, but not those that someone is reading.
  for (std::size_t tries = order_.size(); held_ > cache_bytes_ && tries > 0; --tries) {
    const std::size_t oldest = order_.front();
    order_.pop_front();
    if (resident_[oldest].use_count() > 1) {
      order_.push_back(oldest);
      continue;
    }
    held_ -= resident_[oldest]->bytes();
    resident_[oldest].reset();
  }
  return ValuePtr(block);
}

Result<std::shared_ptr<ValueBlock>> ValueLayer::load(std::size_t number) const {
  auto groups = std::make_unique<GroupBlock>();
  Bytes room;
  NAZO_CHECK(layer_->read(number, *groups, room));
  auto block = std::make_shared<ValueBlock>();
  const auto count = static_cast<std::size_t>(groups->count);
  block->keys.assign(groups->keys, groups->keys + count);
  block->reached.assign(groups->leaves, groups->leaves + count);
  block->won.reserve(count);
  NAZO_TRY(bytes, values_.read(pieces_[number], room));
  const std::uint8_t* at = bytes.data();
  std::uint32_t wins = 0, lost = 0;
  for (std::size_t g = 0; g < count; ++g) {
    Leaf won = block->reached[g];
    if (*at++ == 0) {
      std::memcpy(&won, at, sizeof won);
      at += sizeof won;
    }
    block->won.push_back(won);
    block->first_win.push_back(wins);
    block->first_lost.push_back(lost);
    wins += won.count();
    lost += block->reached[g].count() - won.count();
  }
  block->win.resize(wins);
  std::memcpy(block->win.data(), at, wins * sizeof(double));
  at += wins * sizeof(double);
  block->lost.assign(at, at + lost);
  return block;
}

}  // namespace nazo::tiles

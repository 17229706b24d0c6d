#include "tiles/space/values.hpp"

#include <algorithm>
#include <cstring>

namespace nazo::tiles {

namespace {

constexpr std::size_t keys_behind = 8, values_behind = 8;

}  // namespace

void encode_values(const GroupBlock& groups, const ValueDraft& draft, Bytes& out) {
  const auto put = [&](const void* data, std::size_t length) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    out.insert(out.end(), bytes, bytes + length);
  };
  for (std::size_t g = 0; g < draft.won.size(); ++g) {
    const bool all = draft.won[g] == groups.leaves[g];
    out.push_back(all ? 1 : 0);
    if (!all) put(&draft.won[g], sizeof(Leaf));
  }
  put(draft.win.data(), draft.win.size() * sizeof(double));
  put(draft.lost.data(), draft.lost.size());
}

const std::uint8_t* decode_values(const GroupBlock& groups, const std::uint8_t* at, ValueDraft& draft) {
  draft.clear();
  std::uint32_t wins = 0, lost = 0;
  for (std::size_t g = 0; g < static_cast<std::size_t>(groups.count); ++g) {
    Leaf won = groups.leaves[g];
    if (*at++ == 0) {
      std::memcpy(&won, at, sizeof won);
      at += sizeof won;
    }
    draft.won.push_back(won);
    draft.first_win.push_back(wins);
    draft.first_lost.push_back(lost);
    wins += won.count();
    lost += groups.leaves[g].count() - won.count();
  }
  draft.win.resize(wins);
  std::memcpy(draft.win.data(), at, wins * sizeof(double));
  at += wins * sizeof(double);
  draft.lost.assign(at, at + lost);
  return at + lost;
}

void ValueDraft::clear() {
  won.clear();
  first_win.clear();
  win.clear();
  first_lost.clear();
  lost.clear();
}

ValueBlock::ValueBlock(const GroupBlock& groups, const ValueDraft& draft) : groups_(draft.won.size()) {
  constexpr std::size_t a_group = 2 * sizeof(Leaf) + sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t);
  const std::size_t bytes = groups_ * a_group + keys_behind * sizeof(std::uint64_t) +
                            (draft.win.size() + values_behind) * sizeof(double) + draft.lost.size();
  const std::size_t lines = (bytes + sizeof(Line) - 1) / sizeof(Line);
  bytes_ = lines * sizeof(Line);
  memory_ = std::make_unique_for_overwrite<Line[]>(lines);
  // What is aligned most strictly comes first.
  auto* memory = reinterpret_cast<std::byte*>(memory_.get());
  const auto put = [&]<class T>(const T* from, std::size_t count) {
    T* to = reinterpret_cast<T*>(memory);
    std::uninitialized_copy_n(from, count, to);
    memory += count * sizeof(T);
    return static_cast<const T*>(to);
  };
  constexpr std::uint64_t beyond[keys_behind] = {~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL, ~0ULL};
  constexpr double nothing[values_behind]{};
  reached_ = put(groups.leaves, groups_);
  won_ = put(draft.won.data(), groups_);
  keys_ = put(groups.keys, groups_);
  put(beyond, keys_behind);
  win_ = put(draft.win.data(), draft.win.size());
  put(nothing, values_behind);
  first_win_ = put(draft.first_win.data(), groups_);
  first_lost_ = put(draft.first_lost.data(), groups_);
  lost_ = put(draft.lost.data(), draft.lost.size());
}

ValueLayer::ValueLayer(std::unique_ptr<Layer> layer, StoreLimits& limits, std::uint64_t cache_bytes, Where where)
    : layer_(std::move(layer)),
      values_(limits),
      stored_(where == Where::store ? layer_->blocks() : 0),
      resident_(layer_->blocks()),
      cache_bytes_(cache_bytes),
      where_(where) {}

Result<void> ValueLayer::add(std::size_t number, const GroupBlock& groups, const ValueDraft& draft) {
  if (where_ == Where::memory) {
    resident_[number] = std::make_shared<ValueBlock>(groups, draft);
    return {};
  }
  Bytes bytes;
  encode_values(groups, draft, bytes);
  NAZO_TRY(piece, values_.append(bytes));
  stored_[number] = piece;
  return {};
}

Result<ValuePtr> ValueLayer::get(std::size_t number) {
  if (where_ == Where::memory) return ValuePtr(ValuePtr(), resident_[number].get());
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

Result<void> ValueLayer::read(std::size_t number, GroupBlock& groups, ValueDraft& draft) const {
  Bytes room;
  NAZO_CHECK(layer_->read(number, groups, room));
  if (where_ == Where::store) {
    NAZO_TRY(bytes, values_.read(stored_[number], room));
    decode_values(groups, bytes.data(), draft);
    return {};
  }
  const ValueBlock& block = *resident_[number];
  draft.clear();
  for (int g = 0; g < groups.count; ++g) {
    const auto group = static_cast<std::size_t>(g);
    const Leaf& won = block.won(group);
    draft.won.push_back(won);
    draft.first_win.push_back(static_cast<std::uint32_t>(draft.win.size()));
    draft.first_lost.push_back(static_cast<std::uint32_t>(draft.lost.size()));
    draft.win.insert(draft.win.end(), block.wins(group), block.wins(group) + won.count());
    const unsigned lost = (groups.leaves[g] - won).count();
    draft.lost.insert(draft.lost.end(), block.lost(group), block.lost(group) + lost);
  }
  return {};
}

Result<std::shared_ptr<ValueBlock>> ValueLayer::load(std::size_t number) const {
  auto groups = std::make_unique<GroupBlock>();
  Bytes room;
  NAZO_CHECK(layer_->read(number, *groups, room));
  NAZO_TRY(bytes, values_.read(stored_[number], room));
  ValueDraft draft;
  decode_values(*groups, bytes.data(), draft);
  return std::make_shared<ValueBlock>(*groups, draft);
}

}  // namespace nazo::tiles

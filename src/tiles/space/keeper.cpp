#include "tiles/space/keeper.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "tiles/space/kept_bytes.hpp"

namespace nazo::tiles {

namespace {

std::string closed_name(std::size_t layer) { return cat("layer-", layer); }
std::string raw_name(std::size_t layer) { return cat("found-", layer); }
std::string values_name(std::size_t layer) { return cat("values-", layer); }
const std::string progress_name = "progress";

Result<void> put_groups(KeptOut& out, const Layer& layer) {
  NAZO_CHECK(out.number(layer.groups));
  NAZO_CHECK(out.number(layer.states));
  NAZO_CHECK(out.number(layer.bucket_ends.size()));
  for (const std::size_t end : layer.bucket_ends) NAZO_CHECK(out.number(end));
  NAZO_CHECK(out.number(layer.blocks()));
  Bytes room;
  for (std::size_t b = 0; b < layer.blocks(); ++b) {
    NAZO_TRY(bytes, layer.store.read(layer.pieces[b], room));
    NAZO_CHECK(out.number(layer.first_keys[b]));
    NAZO_CHECK(out.bytes(bytes));
  }
  return {};
}

Result<void> get_groups(KeptIn& in, Layer& layer) {
  NAZO_TRY(groups, in.number());
  NAZO_TRY(states, in.number());
  layer.groups = groups;
  layer.states = states;
  NAZO_TRY(buckets, in.number());
  for (std::uint64_t i = 0; i < buckets; ++i) {
    NAZO_TRY(end, in.number());
    layer.bucket_ends.push_back(end);
  }
  NAZO_TRY(blocks, in.number());
  for (std::uint64_t b = 0; b < blocks; ++b) {
    NAZO_TRY(key, in.number());
    NAZO_TRY(bytes, in.bytes());
    NAZO_TRY(piece, layer.store.append(bytes));
    layer.first_keys.push_back(key);
    layer.pieces.push_back(piece);
  }
  return {};
}

Result<void> put_layer(KeptOut& out, const Layer& layer) {
  NAZO_CHECK(out.number(layer.owners.ranks));
  NAZO_CHECK(out.number(static_cast<std::uint64_t>(layer.owners.cut)));
  NAZO_CHECK(out.number(layer.owners.salt));
  NAZO_CHECK(put_groups(out, layer));
  NAZO_CHECK(out.number(layer.borrowed ? 1 : 0));
  if (!layer.borrowed) return out.end();
  NAZO_CHECK(put_groups(out, *layer.borrowed));
  for (const std::uint32_t lenders : layer.lenders) NAZO_CHECK(out.number(lenders));
  Bytes room;
  for (const auto& wishes : layer.wish_of)
    for (const std::size_t wish : wishes) {
      std::span<const std::uint8_t> bytes;
      if (wish != Layer::no_wish) {
        NAZO_TRY(read, layer.wishes.read(wish, room));
        bytes = read;
      }
      NAZO_CHECK(out.bytes(bytes));
    }
  return out.end();
}

Result<std::unique_ptr<Layer>> get_layer(KeptIn& in, StoreLimits& limits) {
  auto layer = std::make_unique<Layer>(limits);
  NAZO_TRY(ranks, in.number());
  NAZO_TRY(cut, in.number());
  NAZO_TRY(salt, in.number());
  layer->owners = {static_cast<unsigned>(ranks), static_cast<int>(cut), salt};
  NAZO_CHECK(get_groups(in, *layer));
  NAZO_TRY(has_borrowed, in.number());
  if (has_borrowed != 0) {
    layer->borrowed = std::make_unique<Layer>(limits);
    NAZO_CHECK(get_groups(in, *layer->borrowed));
    const std::size_t buckets = layer->bucket_ends.size();
    for (std::size_t b = 0; b < buckets; ++b) {
      NAZO_TRY(lenders, in.number());
      layer->lenders.push_back(static_cast<std::uint32_t>(lenders));
    }
    layer->wish_of.assign(layer->owners.ranks, std::vector<std::size_t>(buckets, Layer::no_wish));
    for (auto& wishes : layer->wish_of)
      for (std::size_t& wish : wishes) {
        NAZO_TRY(bytes, in.bytes());
        if (bytes.empty()) continue;
        NAZO_TRY(piece, layer->wishes.append(bytes));
        wish = piece;
      }
  }
  NAZO_CHECK(in.end());
  return layer;
}

/// What makes the keys of one board other than those of another; the board itself is looked at by who lends the place.
std::uint64_t mark_of(const SpaceLayout& layout) {
  std::uint64_t mark = mix64(static_cast<std::uint64_t>(layout.leaf_size));
  for (const SpaceKind& kind : layout.kinds)
    mark = mix64(mark ^ static_cast<std::uint64_t>(kind.kind * 4096 + kind.shift * 16 + layout.codes(kind).copies));
  return mark;
}

}  // namespace

std::uint64_t SpaceKeeper::seed_of(const std::string& name) const {
  return mix64(mark_of(layout_) ^ hash_text(name).low) + company_.size() * 65536ULL + company_.mine();
}

Result<SpaceKeeper::Progress> SpaceKeeper::find() {
  if (!keeps()) return Progress{};
  const auto mine = [&]() -> Result<Progress> {
    NAZO_TRY(reader, place_->open(progress_name));
    if (!reader) return Progress{};
    KeptIn in(*reader, hash_text(progress_name).low);
    NAZO_TRY(mark, in.number());
    NAZO_TRY(ranks, in.number());
    NAZO_TRY(forward, in.number());
    NAZO_TRY(all, in.number());
    NAZO_TRY(backward, in.number());
    NAZO_CHECK(in.end());
    if (ranks != company_.size())
      return fail(cat("this checkpoint is that of ", ranks, " ranks, not of ", company_.size()));
    if (mark != mark_of(layout_))
      return fail("this checkpoint is that of another board, or its keys were laid out otherwise");
    return Progress{forward, all, backward};
  }();
  NAZO_CHECK(company_.agree("checkpoint", mine ? Result<void>{} : std::unexpected(mine.error())));
  NAZO_TRY(all, company_.gather("progress",
                                ByteWriter().number(mine->forward).number(mine->all).number(mine->backward).take()));
  Progress least = *mine;
  for (const auto& bytes : all) {
    ByteReader reader(bytes);
    least.forward = std::min(least.forward, reader.number());
    least.all = std::min(least.all, reader.number());
    least.backward = std::min(least.backward, reader.number());
  }
  return least;
}

Result<void> SpaceKeeper::note(const Progress& progress) {
  NAZO_TRY(writer, place_->begin(progress_name));
  KeptOut out(*writer, hash_text(progress_name).low);
  for (const std::uint64_t number :
       {mark_of(layout_), std::uint64_t{company_.size()}, progress.forward, progress.all, progress.backward})
    NAZO_CHECK(out.number(number));
  return out.end();
}

Result<void> SpaceKeeper::keep_forward(std::size_t number, const Layer& closed, const Layer& raw) {
  if (!keeps()) return {};
  const auto kept = [&]() -> Result<void> {
    const auto keep = [&](const std::string& name, const Layer& layer) -> Result<void> {
      NAZO_TRY(writer, place_->begin(name));
      KeptOut out(*writer, seed_of(name));
      return put_layer(out, layer);
    };
    NAZO_CHECK(keep(closed_name(number - 1), closed));
    return keep(raw_name(number), raw);
  }();
  // Everybody has this step now, and so had noted the one before.
  NAZO_CHECK(company_.agree("layer kept", kept));
  const auto noted = [&]() -> Result<void> {
    if (number >= 2) NAZO_CHECK(place_->remove(raw_name(number - 2)));
    return note({.forward = number, .all = 0, .backward = 0});
  }();
  return company_.agree("layer noted", noted);
}

Result<void> SpaceKeeper::keep_backward(std::size_t number, std::size_t all, ValueLayer& values,
                                        const BackwardSums& sums) {
  if (!keeps()) return {};
  const auto kept = [&]() -> Result<void> {
    const std::string name = values_name(all - number);
    NAZO_TRY(writer, place_->begin(name));
    KeptOut out(*writer, seed_of(name));
    NAZO_CHECK(out.number(sums.layers.size()));
    for (const LayerCount& layer : sums.layers)
      for (const std::uint64_t n : {layer.states, layer.transitions, layer.solvable, layer.deadlocks, layer.losing,
                                    static_cast<std::uint64_t>(layer.longest + 1)})
        NAZO_CHECK(out.number(n));
    NAZO_CHECK(out.number(sums.solvable_transitions));
    auto groups = std::make_unique<GroupBlock>();
    ValueDraft draft;
    Bytes bytes;
    for (std::size_t b = 0; b < values.layer().blocks(); ++b) {
      NAZO_CHECK(values.read(b, *groups, draft));
      bytes.clear();
      encode_values(*groups, draft, bytes);
      NAZO_CHECK(out.bytes(bytes));
    }
    return out.end();
  }();
  NAZO_CHECK(company_.agree("values kept", kept));
  const auto noted = [&]() -> Result<void> {
    if (number >= 3) NAZO_CHECK(place_->remove(values_name(all - number + 2)));
    return note({.forward = all, .all = all, .backward = number});
  }();
  return company_.agree("values noted", noted);
}

Result<void> SpaceKeeper::forget(std::size_t layers) {
  if (!keeps()) return {};
  NAZO_CHECK(place_->remove(progress_name));
  for (std::size_t i = 0; i <= layers; ++i)
    for (const auto& name : {closed_name(i), raw_name(i), values_name(i)}) NAZO_CHECK(place_->remove(name));
  return place_->leave();
}

Result<std::unique_ptr<Layer>> SpaceKeeper::closed_layer(std::size_t layer, StoreLimits& limits) {
  NAZO_TRY(reader, place_->open(closed_name(layer)));
  if (!reader) return fail(cat("the checkpoint lacks layer ", layer));
  KeptIn in(*reader, seed_of(closed_name(layer)));
  return get_layer(in, limits);
}

Result<std::unique_ptr<Layer>> SpaceKeeper::raw_layer(std::size_t layer, StoreLimits& limits) {
  NAZO_TRY(reader, place_->open(raw_name(layer)));
  if (!reader) return fail(cat("the checkpoint lacks what follows layer ", layer));
  KeptIn in(*reader, seed_of(raw_name(layer)));
  return get_layer(in, limits);
}

Result<void> SpaceKeeper::read_values(std::size_t layer, ValueLayer& values, BackwardSums& sums) {
  NAZO_TRY(reader, place_->open(values_name(layer)));
  if (!reader) return fail(cat("the checkpoint lacks the values of layer ", layer));
  KeptIn in(*reader, seed_of(values_name(layer)));
  NAZO_TRY(layers, in.number());
  if (layers != sums.layers.size()) return fail("the checkpoint counts other layers than the board has");
  for (LayerCount& count : sums.layers) {
    std::uint64_t numbers[6];
    for (std::uint64_t& n : numbers) {
      NAZO_TRY(read, in.number());
      n = read;
    }
    count = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], static_cast<int>(numbers[5]) - 1};
  }
  NAZO_TRY(transitions, in.number());
  sums.solvable_transitions = transitions;
  auto groups = std::make_unique<GroupBlock>();
  ValueDraft draft;
  Bytes room;
  for (std::size_t b = 0; b < values.layer().blocks(); ++b) {
    NAZO_CHECK(values.layer().read(b, *groups, room));
    NAZO_TRY(bytes, in.bytes());
    decode_values(*groups, bytes.data(), draft);
    NAZO_CHECK(values.add(b, *groups, draft));
  }
  return in.end();
}

}  // namespace nazo::tiles

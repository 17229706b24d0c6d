#include "tiles/space/space.hpp"

#include <algorithm>

#include "base/shared_room.hpp"
#include "tiles/space/backward.hpp"
#include "tiles/space/forward.hpp"
#include "tiles/space/keeper.hpp"
#include "tiles/space/layout.hpp"

namespace nazo::tiles {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

/// What a thread holds besides what is counted: its place in every stream, the moves of 32 groups, a block or two.
std::uint64_t bytes_of_a_thread(const SpaceLayout& layout) {
  constexpr std::uint64_t a_stream = 36, a_pair = 32 * 128;
  return mebibyte + first_streams(layout).back() * a_stream + static_cast<std::uint64_t>(layout.high_pairs) * a_pair;
}

/// How many threads there is room for; 0: not even for one.
unsigned threads_with_room(const SpaceLayout& layout, const SpaceRequest& request) {
  const std::uint64_t room = 4 * mebibyte + request.budget.bytes / 10;
  const std::uint64_t most = room / bytes_of_a_thread(layout);
  return static_cast<unsigned>(std::min<std::uint64_t>(std::max(1u, request.threads), most));
}

/// All ranks number the states alike, or none begins.
Result<void> meet(Company& company, const Meter& meter, const Result<SpaceLayout>& layout) {
  if (company.alone()) return layout ? Result<void>{} : std::unexpected(layout.error());
  NAZO_CHECK(company.agree("layout", layout ? Result<void>{} : std::unexpected(layout.error())));
  ByteWriter writer;
  for (const SpaceKind& kind : layout->kinds)
    writer.number(static_cast<std::uint64_t>(kind.kind)).number(static_cast<std::uint64_t>(kind.shift));
  NAZO_TRY(all, company.gather("keys", writer.take()));
  for (const auto& theirs : all)
    if (theirs != all.front())  // only a sample that time cut short gives another order
      return meter.overdue() != Limit::none ? Result<void>(fail_limit(meter.overdue()))
                                            : fail("the ranks do not have the same board before them");
  return {};
}

/// How the work lay, as the ranks' owner is told it, and what all have used together.
Result<void> tell_share(Company& company, const StoreLimits& limits, const std::vector<std::uint64_t>& mine,
                        std::uint64_t bytes_before, SpaceCounts& counts) {
  if (company.alone()) return {};
  ByteWriter writer;
  writer.number(company.ranks()->bytes_sent() - bytes_before)
      .number(counts.groups)
      .number(counts.layer_bytes)
      .number(limits.most_in_scratch)
      .number(mine.size());
  for (const std::uint64_t states : mine) writer.number(states);
  NAZO_TRY(all, company.gather("share", writer.take()));
  WorkShare share;
  std::vector<std::uint64_t> fullest(mine.size(), 0);
  counts.groups = counts.layer_bytes = counts.most_in_scratch = 0;
  for (const auto& bytes : all) {
    ByteReader reader(bytes);
    share.bytes_sent += reader.number();
    counts.groups += reader.number();
    counts.layer_bytes += reader.number();
    counts.most_in_scratch += reader.number();
    const std::uint64_t layers = reader.number();
    for (std::uint64_t i = 0; i < layers; ++i) {
      const std::uint64_t states = reader.number();
      share.states += states;
      if (i < fullest.size()) fullest[i] = std::max(fullest[i], states);
    }
  }
  double longest = 0;
  for (const std::uint64_t states : fullest) longest += static_cast<double>(states);
  if (share.states != 0) share.imbalance = longest * company.size() / static_cast<double>(share.states) - 1;
  counts.states = share.states;
  company.ranks()->share(share);
  return {};
}

}  // namespace

Result<SpaceCounts> explore_space(const SpaceGame& game, const SpaceRequest& request) {
  const SharedRoom* shared = SharedRoom::of(request.scratch);
  Company company(shared == nullptr ? nullptr : shared->ranks());
  const std::uint64_t bytes_before = company.alone() ? 0 : company.ranks()->bytes_sent();
  Meter meter(request.budget, 1);
  auto made = make_layout(game, meter);
  NAZO_CHECK(meet(company, meter, made));
  SpaceLayout& layout = *made;
  SpaceCounts counts;
  const unsigned threads = threads_with_room(layout, request);
  if (threads == 0) meter.out_of_memory();
  if (const auto ready = company.agree("room", meter.check() ? Result<void>{} : fail_limit(meter.limit())); !ready) {
    if (ready.error().limit == Limit::none) return std::unexpected(ready.error());
    counts.limit = ready.error().limit;
    return counts;
  }
  Crew crew(threads);
  // The tenths of the budget. What is added to them, and what threads hold, fits what every call may use besides.
  const std::uint64_t tenth = request.budget.bytes / 10;
  StoreLimits limits{.memory = 3 * tenth + mebibyte / 64, .index = tenth + mebibyte, .scratch = request.scratch};
  SpaceKeeper keeper(shared == nullptr ? nullptr : shared->checkpoint(), company, layout);
  SpaceWork work{.game = game,
                 .layout = layout,
                 .limits = limits,
                 .crew = crew,
                 .lanes = request.lanes,
                 .pending_bytes = 9 * tenth / 2 + mebibyte,
                 .merging_bytes = (tenth + 3 * mebibyte) / threads,
                 .most_under_way = tenth / 4 + mebibyte,
                 .cache_bytes = 6 * tenth + 2 * mebibyte,
                 .meter = meter,
                 .progress = request.progress,
                 .company = company,
                 .keeper = keeper};
  counts.layers.resize(static_cast<std::size_t>(layout.layers));
  NAZO_TRY(progress, keeper.find());
  NAZO_TRY(layers, explore_forward(work, progress.forward));
  std::vector<std::uint64_t> mine;
  for (const auto& layer : layers) {
    counts.states += layer->states;
    counts.groups += layer->groups;
    counts.layer_bytes += layer->store.bytes();
    mine.push_back(layer->states);
  }
  const std::size_t found = layers.size();
  if (work.limit == Limit::none) {
    const auto done = evaluate_backward(work, std::move(layers), progress.backward, counts);
    if (!done && done.error().limit == Limit::none) return std::unexpected(done.error());
    if (!done) work.limit = done.error().limit;
  }
  counts.most_in_scratch = limits.most_in_scratch;
  NAZO_CHECK(tell_share(company, limits, mine, bytes_before, counts));
  counts.limit = work.limit;
  if (work.limit == Limit::none) NAZO_CHECK(keeper.forget(found));
  return counts;
}

}  // namespace nazo::tiles

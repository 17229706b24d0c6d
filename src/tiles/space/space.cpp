#include "tiles/space/space.hpp"

#include <algorithm>

#include "tiles/space/backward.hpp"
#include "tiles/space/forward.hpp"
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

}  // namespace

Result<SpaceCounts> explore_space(const SpaceGame& game, const SpaceRequest& request) {
  Meter meter(request.budget, 1);
  NAZO_TRY(layout, make_layout(game, meter));
  SpaceCounts counts;
  const unsigned threads = threads_with_room(layout, request);
  if (threads == 0) meter.out_of_memory();
  if (!meter.check()) {
    counts.limit = meter.limit();
    return counts;
  }
  Crew crew(threads);
  // The tenths of the budget. What is added to them, and what threads hold, fits what every call may use besides.
  const std::uint64_t tenth = request.budget.bytes / 10;
  StoreLimits limits{.memory = 3 * tenth + mebibyte / 64, .index = tenth + mebibyte, .scratch = request.scratch};
  SpaceWork work{.game = game,
                 .layout = layout,
                 .limits = limits,
                 .crew = crew,
                 .lanes = request.lanes,
                 .pending_bytes = 9 * tenth / 2 + mebibyte,
                 .merging_bytes = (tenth + 3 * mebibyte) / threads,
                 .cache_bytes = 6 * tenth + 2 * mebibyte,
                 .meter = meter,
                 .progress = request.progress};
  counts.layers.resize(static_cast<std::size_t>(layout.layers));
  const auto finish = [&]() -> Result<SpaceCounts> {
    counts.limit = meter.limit();
    counts.most_in_scratch = limits.most_in_scratch;
    return counts;
  };
  NAZO_TRY(layers, explore_forward(work));
  for (const auto& layer : layers) {
    counts.states += layer->states;
    counts.groups += layer->groups;
    counts.layer_bytes += layer->store.bytes();
  }
  if (meter.limit() != Limit::none) return finish();
  if (const auto done = evaluate_backward(work, std::move(layers), counts); !done) {
    if (done.error().limit != Limit::memory) return std::unexpected(done.error());
    meter.out_of_memory();
  }
  return finish();
}

}  // namespace nazo::tiles

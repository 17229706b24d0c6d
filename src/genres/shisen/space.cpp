#include "genres/shisen/space.hpp"

#include "genres/shisen/space_backward.hpp"
#include "genres/shisen/space_forward.hpp"
#include "genres/shisen/space_layout.hpp"

namespace nazo::shisen {

Result<SpaceCounts> explore_space(const Board& board, const SpaceRequest& request) {
  NAZO_TRY(layout, make_layout(board));
  StoreLimits limits;
  limits.folder = request.folder;
  // A tenth is left for what the passes hold besides.
  limits.memory = request.budget.bytes / 10 * 3;
  Meter meter(request.budget, 1);
  Crew crew(request.threads);
  SpaceWork work{.layout = layout,
                 .limits = limits,
                 .crew = crew,
                 .lanes = request.lanes,
                 .pending_bytes = request.budget.bytes / 10 * 6,
                 .cache_bytes = request.budget.bytes / 10 * 6,
                 .meter = meter,
                 .progress = request.progress};
  SpaceCounts counts;
  counts.layers.resize(static_cast<std::size_t>(layout.layers));
  const auto finish = [&]() -> Result<SpaceCounts> {
    counts.limit = meter.limit();
    counts.most_on_disk = limits.most_on_disk;
    return counts;
  };
  const auto out_of_memory = [&] {
    meter.out_of_memory();
    return finish();
  };
  auto layers = explore_forward(work);
  if (!layers) return limits.no_files ? out_of_memory() : std::unexpected(layers.error());
  for (const auto& layer : *layers) {
    counts.states += layer->states;
    counts.groups += layer->groups;
    counts.layer_bytes += layer->store.bytes();
  }
  if (meter.limit() != Limit::none) return finish();
  if (const auto done = evaluate_backward(work, std::move(*layers), counts); !done)
    return limits.no_files ? out_of_memory() : std::unexpected(done.error());
  return finish();
}

}  // namespace nazo::shisen

// The nonogram genre as the outer rooms see it.
#pragma once

#include "puzzle/genre.hpp"

namespace nazo {

[[nodiscard]] const Genre& nonogram_genre();

namespace nonogram {
[[nodiscard]] Facts make_facts();
[[nodiscard]] std::vector<BenchTask> bench_tasks();
/// One item of a generator run, from the options of the table.
[[nodiscard]] Result<Batch> generate_item(const Order& order, const Context& context);
}  // namespace nonogram

}  // namespace nazo

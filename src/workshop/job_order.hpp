// An order of long work as a plain JSON record: what a page posts, what travels to a worker process, and what another
// machine could take from a queue. Reading it again gives the same order.
//
//   {"what":"solve","genre":"sokoban","text":"…","options":{…},"seconds":10}
//   {"what":"generate","genre":"tsume","count":5,"seed":7,"keep":"moves > 3"}
//   {"what":"sheet","title":"…","items":[{"genre":"…","text":"…","title":"…","solution":"…"}, …],
//    "cover":true,"author":"…","about":"…","foot":"…"}
//   {"what":"draw","genre":"…","text":"…","form":"png"}
//   {"what":"learn","genre":"…","store":"nazo.db"}
//   {"what":"harder","genre":"…","like":"KEY","store":"nazo.db","player":"ID"}
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/progress.hpp"
#include "catalog/catalog.hpp"
#include "workshop/generate_run.hpp"

namespace nazo {

struct JobOrder {
  enum class What { solve, check, analyze, examine, generate, sheet, draw, learn, harder } what = What::solve;
  const Genre* genre = nullptr;  ///< of everything but a sheet
  Options options{};
  Puzzle puzzle{};           ///< for solve, check, analyze, examine and draw
  GenerateOrder generate{};  ///< for generate, without its context
  struct Figure {
    const Genre* genre = nullptr;
    std::string text, caption;
    std::string solution{};  ///< for a booklet's last pages; empty: not shown
  };
  std::vector<Figure> figures{};  ///< for a sheet
  std::string title{};
  /// For a sheet: a page with the title in front of it, as a booklet has.
  bool cover = false;
  std::string author{}, about{}, foot{};
  std::string form{};   ///< for draw: "pdf" or "png"
  std::string store{};  ///< for learn and harder
  std::string like{};   ///< for harder: key of a puzzle of the store
  std::string player{};
  std::uint64_t seed = 1;
  double seconds = 60;
  std::uint64_t bytes = std::uint64_t{1} << 30;
};

/// Reads an order; whatever is wrong with it is one sentence. Limits on what may be ordered are not its business.
[[nodiscard]] Result<JobOrder> read_job_order(const Catalog& genres, const Value& record);

/// What the work is given and whom it tells.
struct JobHooks {
  const std::atomic<bool>* stop = nullptr;
  ProgressSink progress{};
  /// Something was found on the way.
  std::function<void(std::string_view event, const Value& data)> found{};
};

/// Does the work. Sheets and drawings come as {"hex": …}, the file's bytes.
[[nodiscard]] Result<Value> do_job(const JobOrder& order, const JobHooks& hooks);

/// The longest text of a puzzle in an order, and the longest sheet. A server may allow less (serve/costs.hpp).
inline constexpr std::size_t most_puzzle_text = 1'000'000;
inline constexpr std::size_t most_figures = 500;

}  // namespace nazo

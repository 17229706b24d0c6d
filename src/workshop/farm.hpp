// Items of a long run handed out to other ranks as those become free.
//
// Rank 0 leads: it hands out orders, and works itself. The others help: they do the same as the leader up to the run,
// then make what they are sent until the run is over. What an order and its answer are, the run knows (item_run.hpp).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "base/ranks.hpp"

namespace nazo {

class Farm {
 public:
  /// Each rank works with so many threads of its own.
  static Result<Farm> make(Ranks& ranks, unsigned threads);

  [[nodiscard]] bool leads() const { return ranks_->first(); }
  /// So many orders others may have at a time: two for each of their threads, so that the next one is there already.
  [[nodiscard]] unsigned places() const { return static_cast<unsigned>(all_places_); }

  /// Hands the order to the rank with the least to do and waits for its answer. For any thread of the leader, for at
  /// most `places` at once.
  [[nodiscard]] std::string ask(const std::string& order);
  /// Tells every helper, in order.
  void tell(const std::string& news);
  /// The run is over: every helper leaves `help`.
  void over();

  /// What a helper does until the leader says that the run is over. `make` is called by its threads, `news` by one at a
  /// time.
  void help(const std::function<std::string(const std::string&)>& make,
            const std::function<void(const std::string&)>& news);

 private:
  explicit Farm(Ranks& ranks) : ranks_(&ranks), desk_(std::make_unique<Desk>()) {}
  /// Where orders wait for their answers.
  struct Desk {
    Mutex mutex{};
    Signal changed{};
    bool somebody_listens = false;
    std::vector<unsigned> free{};                    // rank → places that are free
    std::map<std::uint64_t, std::string> answers{};  // order → its answer
    std::map<std::uint64_t, unsigned> asked{};       // order → who has it
    std::uint64_t next = 0;
  };
  /// Takes the answers that have come, if any.
  bool take_answers();

  Ranks* ranks_;
  unsigned threads_ = 1;
  std::size_t all_places_ = 0;
  std::unique_ptr<Desk> desk_;
};

}  // namespace nazo

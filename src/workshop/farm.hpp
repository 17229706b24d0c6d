// Items of a long run handed out to other ranks as those become free.
//
// Rank 0 leads: it hands out orders, and works itself. The others help: they do the same as the leader up to the run,
// then make what they are sent until the run is over. What an order and its answer are, the run knows (item_run.hpp).
//
// A helper is sent more than it can make at once, so that the next order is there already. One that it has not begun is
// taken back when anybody else has been idle for a moment: it drops it, and says so.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
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
  [[nodiscard]] unsigned places() const { return all_places_; }

  /// Hands the order to the rank with the least to do and waits for its answer. For any thread of the leader, for at
  /// most `places` at once. `idle_here` is asked now and then while no helper has begun the order: true if somebody
  /// here is free to make it, who then waits for it. Nothing: the order was taken back for that one.
  [[nodiscard]] std::optional<std::string> ask(const std::string& order, const std::function<bool()>& idle_here);
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
  using Clock = std::chrono::steady_clock;
  struct Helper {
    unsigned threads = 0, orders = 0;  // an order more than it has threads waits there
    Clock::time_point not_full{};      // since when a thread of it has nothing to do
  };
  struct Asked {
    std::string order{};
    unsigned rank = 0;
    std::uint64_t ticket = 0;  // who waits for it
    bool begun = false;
  };
  /// Where orders wait for their answers.
  struct Desk {
    Mutex mutex{};
    Signal changed{};
    bool somebody_listens = false;
    std::vector<Helper> helpers{};           // rank → what it has to do
    std::map<std::uint64_t, Asked> asked{};  // number → the order
    std::set<std::uint64_t> taken_back{};    // numbers whose helper has not said that it dropped them
    std::map<std::uint64_t, std::optional<std::string>> answers{};  // ticket → its answer, or back again
    std::uint64_t next_number = 0, next_ticket = 0;
  };
  /// Sends an order to the rank with the least to do.
  void hand_out(Asked asked);
  /// Takes what helpers have said. True: somebody's answer is there.
  bool take_answers();
  /// Moves an order that nobody has begun to where it is begun at once. True: that is here.
  bool take_back(const std::function<bool()>& idle_here);
  /// A helper has one order less.
  void one_less(unsigned rank);

  Ranks* ranks_;
  unsigned threads_ = 1;
  unsigned all_places_ = 0;
  std::unique_ptr<Desk> desk_;
};

}  // namespace nazo

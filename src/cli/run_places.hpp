// Where the items of a call are made and kept: --log, --shard, other ranks, or the parts that are merged.
#pragma once

#include <memory>
#include <optional>

#include "cli/invocation.hpp"
#include "workshop/item_run.hpp"

namespace nazo::cli {

/// The options --log and --shard.
[[nodiscard]] const std::vector<OptionFact>& run_options();

/// Is there a log, a shard, another rank, or parts? Then nothing may be said that differs from run to run (seconds).
[[nodiscard]] bool goes_elsewhere(const Invocation& call);

/// What makes a run another run: its verb and options, but for those that only say where it is made.
[[nodiscard]] Value identity_of(const Invocation& call);

class RunPlaces {
 public:
  /// Opens the log. An error if it belongs to another run, or if the options do not go together.
  static Result<RunPlaces> open(const Invocation& call, const Context& context, const Value& identity);

  [[nodiscard]] ItemPlaces places();
  [[nodiscard]] ResumeFile& log() { return *log_; }
  /// This rank has nothing to print.
  [[nodiscard]] bool helps() const { return farm_ && !farm_->leads(); }
  /// What a shard says when it has made its items. Returns the exit code.
  int shard_done(const Invocation& call) const;

 private:
  unsigned threads_ = 1;
  std::unique_ptr<ResumeFile> log_{};
  std::unique_ptr<Farm> farm_{};
  Shard shard_{};
  bool merging_ = false;
};

/// The parts of a run, as its shards left them.
struct Parts {
  std::vector<std::string> files{};
  std::vector<LogText> logs{};
};

/// As answer_all, for a call that goes elsewhere.
int answer_elsewhere(Invocation& call, const Context& context, const Ask& ask, const Show& show);

}  // namespace nazo::cli

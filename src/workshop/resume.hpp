// A log of finished items, one JSON line each, from which a long run goes on where it was interrupted, wherever that
// was.
//
// The first line holds the run's parameters; a log of another run is refused. A last line that was cut off in the
// middle of writing is dropped. Items are appended in order, so line i + 1 is item i. One process at a time writes a
// log. What is finished before its turn stands in a file beside it (FILE.ahead), which is gone when the run is whole.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo {

/// The first line and the items of a log, whoever wrote it; what was cut off is left out.
struct LogText {
  Value parameters{};
  std::vector<Value> items{};
};
[[nodiscard]] Result<LogText> read_log(const std::string& path);

class ResumeFile {
 public:
  /// Opens or creates the file; with an empty path nothing is read or kept.
  static Result<ResumeFile> open(const std::string& path, const Value& parameters);

  ResumeFile(ResumeFile&& other) noexcept;
  ResumeFile& operator=(ResumeFile&&) = delete;
  ~ResumeFile();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// How many items were taken; the next one that is kept is this one.
  [[nodiscard]] std::size_t taken() const { return taken_; }
  /// The item of that number, if it was finished before; null if not. `run` is what `taken` was when its run began:
  /// items finished ahead of their turn belong to one run only.
  [[nodiscard]] const Value* finished(std::size_t item, std::size_t run) const;
  [[nodiscard]] bool in_order(std::size_t item) const { return item < done_.size(); }
  /// A value as it will be read back (10.0 is written as 10): what is printed of it must not depend on whether it was.
  [[nodiscard]] static Value as_read(const Value& value);
  /// Takes the next item, and adds it unless it stands there; the kernel has it when this returns, so that it survives
  /// the end of this process.
  Result<void> keep(const Value& item);
  /// Keeps an item whose turn has not come.
  Result<void> keep_early(std::size_t item, std::size_t run, const Value& value);
  /// The run is whole: nothing is kept ahead any more.
  void forget_early();
  /// What others have finished: none of it is made again. An error where the log holds something else.
  Result<void> lend(const std::vector<Value>& items);

 private:
  explicit ResumeFile(std::string path) : path_(std::move(path)) {}
  Result<void> read(const Value& parameters);
  void read_early();

  std::string path_;
  int file_ = -1, early_file_ = -1;
  std::map<std::pair<std::size_t, std::size_t>, Value> early_{};  ///< (run, item)
  std::vector<Value> done_{};
  std::size_t on_file_ = 0;  ///< so many of them stand there
  std::size_t taken_ = 0;
};

}  // namespace nazo

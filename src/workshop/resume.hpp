// A log of finished items, one JSON line each, from which a long run goes on where it was interrupted, wherever that
// was.
//
// The first line holds the run's parameters; a log of another run is refused. A last line that was cut off in the
// middle of writing is dropped. Items are appended in order, so line i + 1 is item i. One process at a time writes a
// log.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo {

class ResumeFile {
 public:
  /// Opens or creates the file; with an empty path nothing is read or kept.
  static Result<ResumeFile> open(const std::string& path, const Value& parameters);

  ResumeFile(ResumeFile&& other) noexcept;
  ResumeFile& operator=(ResumeFile&&) = delete;
  ~ResumeFile();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The next item that was finished before, in the order in which they were appended; null after the last.
  [[nodiscard]] const Value* next() { return taken_ < done_.size() ? &done_[taken_++] : nullptr; }
  /// A value as it will be read back (10.0 is written as 10): what is printed of it must not depend on whether it was.
  [[nodiscard]] static Value as_read(const Value& value);
  /// Adds the next item; the kernel has it when this returns, so that it survives the end of this process.
  Result<void> append(const Value& item);

 private:
  explicit ResumeFile(std::string path) : path_(std::move(path)) {}
  Result<void> read(const Value& parameters);
  Result<void> write_line(const std::string& line);

  std::string path_;
  int file_ = -1;
  std::vector<Value> done_{};
  std::size_t taken_ = 0;
};

}  // namespace nazo

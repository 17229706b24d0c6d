// A log of finished items, one JSON line each, from which a long run goes on where it was interrupted.
//
// The first line holds the run's parameters; a file of another run is refused. A last line that was cut off in the middle
// of writing is dropped. Items are appended in order, so line i + 1 is item i.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/value.hpp"

namespace nazo {

class ResumeFile {
 public:
  /// Opens or creates the file; with an empty path nothing is read or kept.
  static Result<ResumeFile> open(const std::string& path, const Value& parameters);

  /// The items that were finished before.
  [[nodiscard]] const std::vector<Value>& done() const { return done_; }
  /// Adds the next item; it is on its way to the disk when this returns.
  Result<void> append(const Value& item);

 private:
  std::string path_;
  std::vector<Value> done_{};
  std::ofstream stream_{};
};

}  // namespace nazo

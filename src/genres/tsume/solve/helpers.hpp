// Threads that search the same position as a MateSearch and share its table.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "base/parallel.hpp"
#include "genres/tsume/rules/mudaai.hpp"
#include "genres/tsume/rules/position.hpp"
#include "genres/tsume/solve/table.hpp"

namespace nazo::tsume {

class MateSearch;

/// What they are to search.
struct Question {
  Position root;
  Length length;
  Rules rules;
};

/// They wait between two questions. Where the system has no room for so many there are fewer; one that throws is gone,
/// and the others go on.
class Helpers {
 public:
  Helpers(Table& table, std::uint64_t path_bytes, unsigned count);
  ~Helpers();
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  /// They begin to search, for at most so many seconds.
  void begin(const Question& question, double seconds);
  [[nodiscard]] bool working() const { return working_; }
  /// They stop, and are waited for.
  void end();

  /// The nodes and the expanded nodes of all of them, all questions together.
  [[nodiscard]] std::uint64_t nodes() const;
  [[nodiscard]] std::uint64_t expanded() const;
  /// What they remember of paths; while none is searching.
  [[nodiscard]] std::uint64_t path_bytes() const;

 private:
  bool working_ = false;
#ifndef NAZO_NO_THREADS
  void serve(unsigned number);

  mutable Mutex mutex_{};
  Signal changed_{};
  std::vector<std::unique_ptr<MateSearch>> searches_{};
  Question question_{};
  double seconds_ = 0;
  std::uint64_t questions_ = 0;  ///< so that a helper meets each once
  unsigned busy_ = 0;
  bool leave_ = false;
  std::atomic<bool> halt_ = false;
  Threads threads_{};
#endif
};

}  // namespace nazo::tsume

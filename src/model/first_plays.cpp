#include "model/first_plays.hpp"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "model/online.hpp"

namespace nazo::model {

std::vector<Observation> first_plays(std::vector<Observation> plays) {
  std::unordered_map<int, double> before;
  std::unordered_set<std::uint64_t> seen;
  std::vector<Observation> out;
  for (Observation& play : in_time_order(std::move(plays))) {
    double& own = before[play.person];
    if (play.plays_before < 0) play.plays_before = own;  // NaN stays
    own += 1;
    const auto person = static_cast<std::uint64_t>(play.person), puzzle = static_cast<std::uint64_t>(play.puzzle);
    if (seen.insert(person << 32 | puzzle).second) out.push_back(play);
  }
  return out;
}

}  // namespace nazo::model

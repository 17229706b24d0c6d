#include "tiles/lost.hpp"

#include <algorithm>

namespace nazo::tiles {

namespace {

/// The proof, if it is sound and there is room to write it down.
Result<Value> checked_proof_value(const ProofGame& game, const Proof& proof, const Meter& clock) {
  NAZO_CHECK(check_steps(game, proof, clock));
  constexpr std::uint64_t free_bytes = std::uint64_t{4} << 20;
  const std::uint64_t bytes = proof_value_bytes(proof);
  NAZO_CHECK(affordable(clock.budget(), bytes - std::min(bytes, free_bytes)));
  return proof_value(game, proof);
}

}  // namespace

Result<void> say_lost(Verdict& verdict, const ProofGame& game, const Proof& proof, bool proof_wanted,
                      const Meter& clock) {
  if (proof_wanted) {
    const auto value = checked_proof_value(game, proof, clock);
    if (!value && value.error().limit == Limit::none) return std::unexpected(value.error());
    if (!value) {
      verdict.limit = value.error().limit;
      return {};
    }
    verdict.notes.set("proof", *value);
  }
  verdict.status = Status::unsolvable;
  verdict.notes.set("proof_steps", proof.steps.size());
  return {};
}

}  // namespace nazo::tiles

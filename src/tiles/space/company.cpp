#include "tiles/space/company.hpp"

#include <algorithm>

#include "tiles/space/layout.hpp"
#include "tiles/space/store.hpp"

namespace nazo::tiles {

namespace {

/// How much more than an even share the fullest rank has; by every so many-th child.
double imbalance(const Owners& owners, const std::vector<SampledChild>& children, std::size_t every = 1) {
  std::vector<double> loads(owners.ranks, 0);
  double all = 0;
  for (std::size_t i = 0; i < children.size(); i += every) {
    const SampledChild& child = children[i];
    loads[owners.of(child.key)] += child.leaves;
    all += child.leaves;
  }
  return all == 0 ? 0 : *std::ranges::max_element(loads) * owners.ranks / all - 1;
}

}  // namespace

Owners owners_of(const SpaceLayout& layout, const Owners& before, const std::vector<SampledChild>& children) {
  constexpr double even = .02, even_enough = .03;
  constexpr std::size_t telling = 4096;  // a smaller sample says little, and so small a layer matters little
  constexpr std::uint64_t hashes = 8;
  // Most of what is tried is far from even, and few children tell; meanwhile all ranks wait.
  constexpr double far_from_even = .08;
  const std::size_t every = 1 + children.size() / telling;
  Owners plain{.ranks = before.ranks};
  if (before.ranks == 1 || children.size() < telling) return plain;
  if (before.cut != 0 && imbalance(before, children) <= even_enough) return before;
  for (int kind = layout.high_kinds - 1; kind > 0; --kind)
    for (std::uint64_t salt = 0; salt < hashes; ++salt) {
      const Owners tried{before.ranks, layout.kinds[static_cast<std::size_t>(kind)].shift, salt};
      if (imbalance(tried, children, every) > far_from_even) continue;
      if (imbalance(tried, children) <= even) return tried;
    }
  return plain;
}

Company::Company(Ranks* ranks) : ranks_(ranks) {
  if (ranks == nullptr) return;
  size_ = ranks->size();
  mine_ = ranks->rank();
}

void Company::send(unsigned to, Kind kind, std::size_t layer, std::size_t bucket, std::span<const std::uint8_t> bytes) {
  Ranks::Bytes message = ByteWriter().number(static_cast<std::uint64_t>(kind)).number(layer).number(bucket).take();
  message.insert(message.end(), bytes.begin(), bytes.end());
  ranks_->send(to, std::move(message));
}

void Company::tell_to_stop() {
  if (alone()) return;
  for (unsigned to = 0; to < size_; ++to)
    if (to != mine_) send(to, Kind::stop, 0, 0, {});
}

bool Company::listen(const std::function<void(const Letter&)>& take) {
  if (alone()) return false;
  bool any = false;
  while (auto message = ranks_->receive()) {
    any = true;
    ByteReader reader(message->bytes);
    Letter letter;
    letter.kind = static_cast<Kind>(reader.number());
    letter.from = message->from;
    letter.layer = reader.number();
    letter.bucket = reader.number();
    const std::size_t head = message->bytes.size() - reader.rest().size();
    const std::size_t length = reader.rest().size();
    message->bytes.resize(message->bytes.size() + decoding_slack);
    letter.bytes = std::span<const std::uint8_t>(message->bytes).subspan(head, length);
    take(letter);
  }
  return any;
}

Result<std::vector<Ranks::Bytes>> Company::gather(std::string_view label, Ranks::Bytes mine) {
  if (alone()) {
    std::vector<Ranks::Bytes> all;
    all.push_back(std::move(mine));
    return all;
  }
  return ranks_->gather(label, std::move(mine));
}

Result<void> Company::agree(std::string_view label, const Result<void>& mine) {
  return alone() ? mine : ranks_->agree(label, mine);
}

}  // namespace nazo::tiles

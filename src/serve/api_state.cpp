// What the api remembers: connections to the store, puzzles, players.
#include "base/text.hpp"
#include "serve/api.hpp"

namespace nazo::serve {

namespace {
constexpr std::size_t most_known = 4096;
constexpr std::chrono::seconds known_for{3};
/// Nothing that was sent is kept later than this: a replay and the store's patience take less.
constexpr std::chrono::seconds longest_under_way{120};
}  // namespace

Api::Lease::~Lease() {
  const std::lock_guard lock(api_.reading_);
  api_.readers_.push_back(std::move(store_));
}

Result<std::unique_ptr<Api::Lease>> Api::reader() {
  {
    const std::lock_guard lock(reading_);
    if (!readers_.empty()) {
      auto lease = std::make_unique<Lease>(*this, std::move(readers_.back()));
      readers_.pop_back();
      return lease;
    }
  }
  auto opened = store::Store::open_to_read(settings_.store);
  if (!opened) {
    // It was there when the server started: whatever is wrong with it now, the visitor has not done it.
    Error error = std::move(opened).error();
    if (error.trouble == Trouble::none) error.trouble = Trouble::passing;
    return std::unexpected(std::move(error));
  }
  return std::make_unique<Lease>(*this, std::make_unique<store::Store>(std::move(*opened)));
}

Result<std::shared_ptr<const Api::Known>> Api::known_puzzle(const std::string& key) {
  const auto now = std::chrono::steady_clock::now();
  {
    const std::shared_lock lock(caching_);
    const auto found = puzzles_.find(key);
    if (found != puzzles_.end() && now < found->second.second) return found->second.first;
  }
  const auto looked_up = [&]() -> Result<std::optional<store::Puzzle>> {
    NAZO_TRY(store, reader());
    return (*store)->find_puzzle(key);
  };
  auto puzzle_or_trouble = looked_up();
  if (!puzzle_or_trouble) {
    // A puzzle's text never changes: while the store is in trouble the one that is remembered will do.
    const std::shared_lock lock(caching_);
    const auto found = puzzles_.find(key);
    if (found != puzzles_.end()) return found->second.first;
    return std::unexpected(puzzle_or_trouble.error());
  }
  std::optional<store::Puzzle>& puzzle = *puzzle_or_trouble;
  if (!puzzle) return std::shared_ptr<const Known>{};
  const Genre* genre = find_genre(settings_.genres, puzzle->genre);
  if (genre == nullptr) return fail(cat("the genre of this puzzle, ", in_quotes(puzzle->genre), ", is not there"));
  auto known = std::make_shared<const Known>(Known{std::move(*puzzle), genre});
  const std::unique_lock lock(caching_);
  if (puzzles_.size() >= most_known) puzzles_.clear();
  puzzles_.insert_or_assign(key, std::pair{known, now + known_for});
  return known;
}

void Api::forget_puzzle(const std::string& key) {
  const std::unique_lock lock(caching_);
  puzzles_.erase(key);
}

bool Api::has_met(const std::string& player) const {
  const std::shared_lock lock(caching_);
  return met_.contains(player);
}

void Api::has_come(const std::string& player) {
  constexpr std::size_t most_met = 100'000;
  const std::unique_lock lock(caching_);
  if (met_.size() >= most_met) met_.clear();
  met_.insert(player);
}

void Api::has_left(const std::string& player) {
  const std::unique_lock lock(caching_);
  met_.erase(player);
}

store::Moment Api::moment_of(Clock::time_point arrived) const {
  return settings_.now() - std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - arrived).count();
}

Result<void> Api::meet(const std::string& player, Clock::time_point arrived) {
  if (has_met(player)) return {};
  {
    const std::lock_guard lock(writing_);
    {
      const std::shared_lock remembering(forgetting_);
      if (gone_since(player, arrived)) return fail(std::string(data_was_deleted));
    }
    const store::Player record{.key = player, .created = moment_of(arrived)};
    if (auto added = writer_->add_players({&record, 1}); !added) {
      // The visitor has done nothing wrong.
      Error error = std::move(added).error();
      if (error.trouble == Trouble::none) error.trouble = Trouble::passing;
      return std::unexpected(std::move(error));
    }
  }
  has_come(player);
  return {};
}

void Api::forget_what_came_before(const std::string& player) {
  const auto now = Clock::now();
  const std::unique_lock lock(forgetting_);
  std::erase_if(gone_, [&](const auto& entry) { return now - entry.second > longest_under_way; });
  gone_.insert_or_assign(player, now);
}

bool Api::gone_since(const std::string& player, Clock::time_point arrived) const {
  const auto found = gone_.find(player);
  return found != gone_.end() && arrived <= found->second;
}

}  // namespace nazo::serve

#include "workshop/farm.hpp"

#include <algorithm>
#include <atomic>

namespace nazo {

namespace {

enum Kind : std::uint64_t { order_kind, answer_kind, news_kind, over_kind };

}  // namespace

Result<Farm> Farm::make(Ranks& ranks, unsigned threads) {
  Farm farm(ranks);
  farm.threads_ = std::max(1u, threads);
  NAZO_TRY(all, ranks.gather("threads", ByteWriter().number(farm.threads_).take()));
  for (unsigned rank = 0; rank < ranks.size(); ++rank) {
    const auto places = rank == 0 ? 0 : 2 * static_cast<unsigned>(ByteReader(all[rank]).number());
    farm.desk_->free.push_back(places);
    farm.all_places_ += places;
  }
  return farm;
}

// ── the leader ─────────────────────────────────────────────────────────────────────────────────────────────────────

std::string Farm::ask(const std::string& order) {
  Desk& desk = *desk_;
  std::uint64_t number = 0;
  {
    const Locked lock(desk.mutex);
    const auto to = std::ranges::max_element(desk.free);
    --*to;
    number = desk.next++;
    const auto rank = static_cast<unsigned>(to - desk.free.begin());
    desk.asked.emplace(number, rank);
    ranks_->send(rank, ByteWriter().number(order_kind).number(number).text(order).take());
  }
  // One of those who wait listens for all.
  for (;;) {
    {
      const Locked lock(desk.mutex);
      while (desk.somebody_listens && !desk.answers.contains(number)) desk.changed.wait(desk.mutex);
      if (const auto found = desk.answers.find(number); found != desk.answers.end()) {
        std::string answer = std::move(found->second);
        desk.answers.erase(found);
        return answer;
      }
      desk.somebody_listens = true;
    }
    bool heard = false;
    while (!heard) {
      ranks_->rest();
      const Locked lock(desk.mutex);
      heard = take_answers();
    }
    const Locked lock(desk.mutex);
    desk.somebody_listens = false;
    desk.changed.notify_all();
  }
}

bool Farm::take_answers() {
  bool any = false;
  while (const auto message = ranks_->receive()) {
    ByteReader reader(message->bytes);
    if (reader.number() != answer_kind) continue;
    const std::uint64_t number = reader.number();
    desk_->answers.emplace(number, reader.text());
    ++desk_->free[desk_->asked[number]];
    desk_->asked.erase(number);
    any = true;
  }
  return any;
}

void Farm::tell(const std::string& news) { ranks_->send_to_others(ByteWriter().number(news_kind).text(news).take()); }

void Farm::over() { ranks_->send_to_others(ByteWriter().number(over_kind).take()); }

// ── a helper ───────────────────────────────────────────────────────────────────────────────────────────────────────

void Farm::help(const std::function<std::string(const std::string&)>& make,
                const std::function<void(const std::string&)>& news) {
  Mutex listening;
  std::atomic<bool> over = false;
  struct Order {
    std::uint64_t number = 0;
    std::string text{};
  };
  // One thread at a time listens. It may wait: the others are at work.
  const auto next = [&]() -> std::optional<Order> {
    for (;; ranks_->rest()) {
      const Locked lock(listening);
      if (over) return std::nullopt;
      const auto message = ranks_->receive();
      if (!message) continue;
      ByteReader reader(message->bytes);
      switch (reader.number()) {
        case order_kind: {
          const std::uint64_t number = reader.number();
          return Order{number, reader.text()};
        }
        case news_kind:
          news(reader.text());
          break;
        case over_kind:
          over = true;
          break;
        default:
          break;
      }
    }
  };
  parallel_for(threads_, threads_, [&](unsigned, std::uint64_t) {
    while (const auto order = next())
      ranks_->send(0, ByteWriter().number(answer_kind).number(order->number).text(make(order->text)).take());
  });
}

}  // namespace nazo

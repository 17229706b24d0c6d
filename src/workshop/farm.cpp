#include "workshop/farm.hpp"

#include <algorithm>
#include <atomic>
#include <deque>

namespace nazo {

namespace {

enum Kind : std::uint64_t { order_kind, begun_kind, answer_kind, back_kind, dropped_kind, news_kind, over_kind };

/// So many orders a helper has for each of its threads: the next one is there when it is wanted.
constexpr unsigned orders_a_thread = 2;
/// Who has just answered is sent the next order before this; longer, and there is none.
constexpr std::chrono::milliseconds a_moment{5};

}  // namespace

Result<Farm> Farm::make(Ranks& ranks, unsigned threads) {
  Farm farm(ranks);
  farm.threads_ = std::max(1u, threads);
  NAZO_TRY(all, ranks.gather("threads", ByteWriter().number(farm.threads_).take()));
  for (unsigned rank = 0; rank < ranks.size(); ++rank) {
    const auto its_threads = rank == 0 ? 0 : static_cast<unsigned>(ByteReader(all[rank]).number());
    farm.desk_->helpers.push_back({.threads = its_threads, .orders = 0, .not_full = Clock::now()});
    farm.all_places_ += orders_a_thread * its_threads;
  }
  return farm;
}

// ── the leader ─────────────────────────────────────────────────────────────────────────────────────────────────────

void Farm::hand_out(Asked asked) {
  const auto free = [](const Helper& helper) {
    return static_cast<int>(orders_a_thread * helper.threads) - static_cast<int>(helper.orders);
  };
  auto& helpers = desk_->helpers;
  const auto to = std::ranges::max_element(helpers.begin() + 1, helpers.end(), {}, free);
  ++to->orders;
  asked.rank = static_cast<unsigned>(to - helpers.begin());
  const std::uint64_t number = desk_->next_number++;
  ranks_->send(asked.rank, ByteWriter().number(order_kind).number(number).text(asked.order).take());
  desk_->asked.emplace(number, std::move(asked));
}

std::optional<std::string> Farm::ask(const std::string& order, const std::function<bool()>& idle_here) {
  Desk& desk = *desk_;
  std::uint64_t ticket = 0;
  {
    const Locked lock(desk.mutex);
    ticket = desk.next_ticket++;
    hand_out({.order = order, .rank = 0, .ticket = ticket, .begun = false});
  }
  // One of those who wait listens for all.
  for (;;) {
    {
      const Locked lock(desk.mutex);
      while (desk.somebody_listens && !desk.answers.contains(ticket)) desk.changed.wait(desk.mutex);
      if (const auto found = desk.answers.find(ticket); found != desk.answers.end()) {
        std::optional<std::string> answer = std::move(found->second);
        desk.answers.erase(found);
        return answer;
      }
      desk.somebody_listens = true;
    }
    bool heard = false;
    while (!heard) {
      ranks_->rest();
      const Locked lock(desk.mutex);
      heard = take_answers() || take_back(idle_here);
    }
    const Locked lock(desk.mutex);
    desk.somebody_listens = false;
    desk.changed.notify_all();
  }
}

void Farm::one_less(unsigned rank) {
  Helper& helper = desk_->helpers[rank];
  if (--helper.orders < helper.threads) helper.not_full = Clock::now();
}

bool Farm::take_answers() {
  bool any = false;
  while (const auto message = ranks_->receive()) {
    ByteReader reader(message->bytes);
    const std::uint64_t kind = reader.number(), number = reader.number();
    const auto asked = desk_->asked.find(number);
    if (kind == dropped_kind || kind == answer_kind) desk_->taken_back.erase(number);
    if (asked == desk_->asked.end()) continue;  // taken back: somebody else makes it
    if (kind == begun_kind) asked->second.begun = true;
    if (kind != answer_kind) continue;
    desk_->answers.emplace(asked->second.ticket, reader.text());
    one_less(asked->second.rank);
    desk_->asked.erase(asked);
    any = true;
  }
  return any;
}

bool Farm::take_back(const std::function<bool()>& idle_here) {
  const auto waits = std::ranges::find_if(desk_->asked, [&](const auto& entry) {
    const Asked& asked = entry.second;
    return !asked.begun && desk_->helpers[asked.rank].orders > desk_->helpers[asked.rank].threads;
  });
  if (waits == desk_->asked.end()) return false;
  const auto now = Clock::now();
  const bool elsewhere = std::ranges::any_of(desk_->helpers, [&](const Helper& helper) {
    return helper.orders < helper.threads && now - helper.not_full > a_moment;
  });
  const bool here = !elsewhere && idle_here();
  if (!here && !elsewhere) return false;
  const std::uint64_t number = waits->first;
  Asked asked = std::move(waits->second);
  desk_->asked.erase(waits);
  desk_->taken_back.insert(number);
  ranks_->send(asked.rank, ByteWriter().number(back_kind).number(number).take());
  one_less(asked.rank);
  if (elsewhere) {
    hand_out(std::move(asked));
    return false;
  }
  desk_->answers.emplace(asked.ticket, std::nullopt);
  return true;
}

void Farm::tell(const std::string& news) { ranks_->send_to_others(ByteWriter().number(news_kind).text(news).take()); }

void Farm::over() {
  // What helpers say of this run must not be taken for what they say of the next.
  for (;; ranks_->rest()) {
    const Locked lock(desk_->mutex);
    (void)take_answers();
    if (desk_->taken_back.empty()) break;
  }
  ranks_->send_to_others(ByteWriter().number(over_kind).take());
}

// ── a helper ───────────────────────────────────────────────────────────────────────────────────────────────────────

void Farm::help(const std::function<std::string(const std::string&)>& make,
                const std::function<void(const std::string&)>& news) {
  Mutex listening;
  std::atomic<bool> over = false;
  struct Order {
    std::uint64_t number = 0;
    std::string text{};
  };
  std::deque<Order> waiting;
  // What has come, up to the end of the run: what stands behind that is for later.
  const auto listen = [&] {
    while (!over) {
      const auto message = ranks_->receive();
      if (!message) return;
      ByteReader reader(message->bytes);
      switch (reader.number()) {
        case order_kind: {
          const std::uint64_t number = reader.number();
          waiting.push_back({number, reader.text()});
          break;
        }
        case back_kind: {
          const std::uint64_t number = reader.number();
          if (std::erase_if(waiting, [&](const Order& order) { return order.number == number; }) != 0)
            ranks_->send(0, ByteWriter().number(dropped_kind).number(number).take());
          break;
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
  // One thread at a time listens. It may wait: the others are at work.
  const auto next = [&]() -> std::optional<Order> {
    for (;; ranks_->rest()) {
      const Locked lock(listening);
      listen();
      if (over) return std::nullopt;
      if (waiting.empty()) continue;
      Order order = std::move(waiting.front());
      waiting.pop_front();
      ranks_->send(0, ByteWriter().number(begun_kind).number(order.number).take());
      return order;
    }
  };
  parallel_for(threads_, threads_, [&](unsigned, std::uint64_t) {
    while (const auto order = next())
      ranks_->send(0, ByteWriter().number(answer_kind).number(order->number).text(make(order->text)).take());
  });
}

}  // namespace nazo

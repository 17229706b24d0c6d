// Ranks that are threads of the test: the same messages as between processes.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/ranks.hpp"

namespace nazo {

class LocalRanks {
 public:
  explicit LocalRanks(unsigned size) : boxes_(size) {
    for (unsigned i = 0; i < size; ++i) ranks_.push_back(std::make_unique<One>(*this, i));
  }
  [[nodiscard]] Ranks& operator[](unsigned rank) { return *ranks_[rank]; }
  [[nodiscard]] const WorkShare& shared() const { return ranks_.front()->shared; }

  /// Calls body(rank) for every rank at once.
  void run(const std::function<void(Ranks&)>& body) {
    std::vector<std::jthread> threads;
    for (const auto& rank : ranks_) threads.emplace_back([&] { body(*rank); });
  }

 private:
  struct Box {
    std::mutex mutex{};
    std::deque<Ranks::Message> messages{};
  };
  class One final : public Ranks {
   public:
    One(LocalRanks& all, unsigned number) : all_(all), number_(number) {}
    [[nodiscard]] unsigned rank() const override { return number_; }
    [[nodiscard]] unsigned size() const override { return static_cast<unsigned>(all_.boxes_.size()); }
    [[nodiscard]] std::uint64_t under_way() const override { return 0; }
    void rest() override { std::this_thread::sleep_for(std::chrono::microseconds(20)); }
    void share(const WorkShare& share) override { shared = share; }
    WorkShare shared{};

   protected:
    void post(unsigned to, Bytes bytes) override {
      Box& box = all_.boxes_[to];
      const std::lock_guard lock(box.mutex);
      box.messages.push_back({number_, std::move(bytes)});
    }
    [[nodiscard]] std::optional<Message> arrived() override {
      Box& box = all_.boxes_[number_];
      const std::lock_guard lock(box.mutex);
      if (box.messages.empty()) return std::nullopt;
      std::optional<Message> message(std::move(box.messages.front()));
      box.messages.pop_front();
      return message;
    }

   private:
    LocalRanks& all_;
    unsigned number_;
  };
  std::vector<Box> boxes_;
  std::vector<std::unique_ptr<One>> ranks_{};
};

}  // namespace nazo

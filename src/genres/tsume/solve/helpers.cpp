#include "genres/tsume/solve/helpers.hpp"

#include "genres/tsume/solve/dfpn.hpp"

namespace nazo::tsume {

#ifdef NAZO_NO_THREADS

Helpers::Helpers(Table&, std::uint64_t, unsigned) {}
Helpers::~Helpers() = default;
void Helpers::begin(const Question&, double) {}
void Helpers::end() {}
std::uint64_t Helpers::nodes() const { return 0; }
std::uint64_t Helpers::expanded() const { return 0; }
std::uint64_t Helpers::path_bytes() const { return 0; }

#else

namespace {

/// A helper looks more often than a search alone whether it is to stop: somebody is waiting for it.
constexpr std::uint64_t nodes_between_checks = 64;

}  // namespace

Helpers::Helpers(Table& table, std::uint64_t path_bytes, unsigned count) {
  for (unsigned i = 0; i < count; ++i) searches_.push_back(std::make_unique<MateSearch>(table, path_bytes));
  threads_.start_what_fits(
      count, named("mate helper"), AfterThrow::end, [this](unsigned number) { serve(number); },
      [](const std::exception_ptr&) {});
}

Helpers::~Helpers() {
  end();
  {
    const Locked lock(mutex_);
    leave_ = true;
    changed_.notify_all();
  }
  threads_.join();
}

void Helpers::begin(const Question& question, double seconds) {
  const Locked lock(mutex_);
  question_ = question;
  seconds_ = seconds;
  halt_.store(false);
  working_ = true;
  ++questions_;
  changed_.notify_all();
}

void Helpers::end() {
  const Locked lock(mutex_);
  halt_.store(true);
  working_ = false;
  while (busy_ > 0) changed_.wait(mutex_);
}

void Helpers::serve(unsigned number) {
  MateSearch& search = *searches_[number];
  for (std::uint64_t met = 0;;) {
    Question question;
    Budget budget;
    {
      const Locked lock(mutex_);
      while (!leave_ && (!working_ || questions_ == met)) changed_.wait(mutex_);
      if (leave_) return;
      met = questions_;
      question = question_;
      budget.seconds = seconds_;
      ++busy_;
    }
    /// Says that this helper is free again, whatever happens.
    struct Busy {
      Helpers& all;
      ~Busy() {
        const Locked lock(all.mutex_);
        --all.busy_;
        all.changed_.notify_all();
      }
    } const until_done{*this};
    budget.stop = &halt_;
    Meter meter(budget, nodes_between_checks);
    (void)search.run(question.root, question.length, question.rules, meter);
  }
}

std::uint64_t Helpers::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& search : searches_) sum += search->nodes_so_far();
  return sum;
}

std::uint64_t Helpers::expanded() const {
  std::uint64_t sum = 0;
  for (const auto& search : searches_) sum += search->expanded_so_far();
  return sum;
}

std::uint64_t Helpers::path_bytes() const {
  std::uint64_t sum = 0;
  for (const auto& search : searches_) sum += search->path_bytes();
  return sum;
}

#endif

}  // namespace nazo::tsume

#include "search/sort_while.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "base/rng.hpp"

namespace nazo::search {
namespace {

TEST(SortWhile, SortsWhatIsLongAndWhatIsMostlyEqual) {
  Rng rng(1, 0);
  for (const std::size_t size : {0, 1, 1000, 65'536, 65'537, 400'000})
    for (const std::uint64_t values : {1, 2, 1000, 1'000'000'000}) {
      std::vector<std::uint64_t> items(size);
      for (std::uint64_t& item : items) item = rng.below(values);
      std::vector<std::uint64_t> expected = items;
      std::ranges::sort(expected);
      EXPECT_TRUE(sort_while(std::span(items), std::less<>{}, [] { return true; }));
      EXPECT_EQ(items, expected) << size << " items of " << values;
    }
}

TEST(SortWhile, StopsWhenItIsTold) {
  std::vector<int> items(300'000, 1);
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<int>(items.size() - i);
  int asked = 0;
  EXPECT_FALSE(sort_while(std::span(items), std::less<>{}, [&] { return ++asked < 3; }));
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace nazo::search

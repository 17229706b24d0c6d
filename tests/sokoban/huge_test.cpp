// Boards far larger than anyone plays: every call ends in time and keeps to its bytes, whatever it makes of them.
#include "budget_battery.hpp"
#include "genres/sokoban/genre.hpp"
#include "genres/sokoban/text/text.hpp"

namespace nazo::sokoban {
namespace {

/// A square hall with a box and a goal every few squares.
std::string square_hall(int side, int every) {
  std::string text = std::string(static_cast<std::size_t>(side), '#') + "\n";
  const auto is_place = [&](int at) { return at > 2 && at < side - 4 && at % every == 0; };
  for (int row = 1; row < side - 1; ++row) {
    std::string line = "#" + std::string(static_cast<std::size_t>(side - 2), ' ') + "#";
    for (int column = 1; is_place(row) && column < side - 1; ++column)
      if (is_place(column)) line.replace(static_cast<std::size_t>(column), 2, "$.");
    if (row == 1) line[1] = '@';
    text += line + "\n";
  }
  return text + std::string(static_cast<std::size_t>(side), '#') + "\n";
}

/// A corridor of one square's width and this many rows.
std::string corridor(int rows) {
  std::string text = "###\n#@#\n# #\n#$#\n#.#\n";
  for (int row = 5; row < rows; ++row) text += "# #\n";
  return text + "###\n";
}

/// A hall full of boxes on goals, but for two that have changed places with the keeper's corner.
std::string packed_hall(int side) {
  std::string text = std::string(static_cast<std::size_t>(side), '#') + "\n";
  for (int row = 1; row < side - 1; ++row) {
    std::string line = "#" + std::string(static_cast<std::size_t>(side - 2), '*') + "#";
    if (row == 1) line.replace(1, 5, "@ $ .");
    text += line + "\n";
  }
  return text + std::string(static_cast<std::size_t>(side), '#') + "\n";
}

class HugeBoards : public contract::BudgetBattery {
 protected:
  const Genre& genre() const override { return sokoban_genre(); }
  const contract::Workload& workload() const override { return work_; }

  /// Everything but the generator, which does not care how large other boards are.
  std::vector<Work> work_on(std::string board) {
    work_.large = std::move(board);
    std::vector<Work> work = all_work();
    std::erase_if(work, [](const Work& one) { return one.name.starts_with("generate"); });
    // A solution that is short to write and long to play.
    const Puzzle p = puzzle({"large", work_.large, true});
    work.push_back({"verify, ten million moves",
                    [this, p](const Context& c) { (void)genre().verify(p, "4999999(du)", options(), c); }});
    work.push_back({"picture, ten million moves",
                    [this, p](const Context& c) { (void)genre().picture(p, "4999999(du)", options(), c); }});
    work.push_back({"replay, ten million moves",
                    [this, p](const Context& c) { (void)genre().replay(p, "4999999(du)", options(), c); }});
    return work;
  }

  void expect_to_end(const std::string& name, const std::string& board) {
    for (const Work& work : work_on(board)) {
      double late = 1e9;
      for (int attempt = 0; attempt < 3 && late > longest_after_stop; ++attempt) {
        const auto begin = std::chrono::steady_clock::now();
        work.run({.budget = {.seconds = 0.01}});
        late = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      }
      EXPECT_LE(late, longest_after_stop) << name << ": " << work.name;
    }
  }

  void expect_to_keep_to_its_bytes(const std::string& name, const std::string& board) {
    if (!child_memory_is_measurable()) GTEST_SKIP() << "under a sanitizer memory is not what it is";
    for (const Work& work : work_on(board))
      for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{20} << 20}) {
        const std::uint64_t used = peak_bytes_in_child([&] { work.run({.budget = {.seconds = 0.1, .bytes = bytes}}); });
        EXPECT_LE(used, bytes + Context::spare_bytes) << name << ": " << work.name << " with " << bytes << " bytes";
      }
  }

 private:
  contract::Workload work_;
};

TEST_F(HugeBoards, EndInTime) {
  expect_to_end("57x57", square_hall(57, 5));
  expect_to_end("240x240", square_hall(240, 12));
  expect_to_end("500x500", square_hall(500, 3));
  expect_to_end("packed 300x300", packed_hall(300));
  expect_to_end("1000x1000", square_hall(1000, 3));
  expect_to_end("corridor", corridor(200'000));
}

TEST_F(HugeBoards, KeepToTheirBytes) {
  expect_to_keep_to_its_bytes("57x57", square_hall(57, 5));
  expect_to_keep_to_its_bytes("500x500", square_hall(500, 3));
  expect_to_keep_to_its_bytes("packed 300x300", packed_hall(300));
  expect_to_keep_to_its_bytes("1000x1000", square_hall(1000, 3));
  expect_to_keep_to_its_bytes("corridor", corridor(300'000));
}

/// What is too large is not judged, and says so.
TEST_F(HugeBoards, AreNotJudgedWhenTheyAreTooLarge) {
  const Puzzle hall = puzzle({"hall", square_hall(500, 3), true});
  const auto verdict = genre().solve(hall, options(), {});
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->status, Status::unknown);
  EXPECT_EQ(verdict->limit, Limit::memory);
  EXPECT_EQ(genre().check(hall, options(), {})->judgement(), Judgement::undecided);
  EXPECT_FALSE(genre().analyze(hall, {}, options(), {})->exact);
  const auto hint = genre().hint(*genre().start(hall, options(), {}), HintLevel::why, options(), {});
  ASSERT_TRUE(hint);
  EXPECT_FALSE(hint->solvable);
}

/// A picture that does not fit is an error that names the limit; with room it is drawn.
TEST_F(HugeBoards, PicturesNeedRoom) {
  const Puzzle hall = puzzle({"hall", square_hall(300, 3), true});
  const auto refused = genre().picture(hall, "", options(), {.budget = {.bytes = 1000}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().limit, Limit::memory);
  const auto drawn = genre().picture(hall, "", options(), {});
  ASSERT_TRUE(drawn);
  EXPECT_GT(drawn->size(), 4'000'000u);
  EXPECT_TRUE(genre().picture(puzzle(genre().facts().examples.front()), "", options(), {.budget = {.bytes = 1}}));
}

/// So is what the terminal and the page show of a position.
TEST_F(HugeBoards, AreShownWhereThereIsRoom) {
  const std::string hall = *genre().start(puzzle({"hall", square_hall(500, 3), true}), options(), {});
  const Context little{.budget = {.bytes = 100'000}};
  const auto undrawn = genre().draw(hall, options(), little);
  ASSERT_FALSE(undrawn);
  EXPECT_EQ(undrawn.error().limit, Limit::memory);
  EXPECT_TRUE(genre().draw(hall, options(), {}));
  const std::string packed = *genre().start(puzzle({"packed", packed_hall(300), true}), options(), {});
  const auto unseen = genre().view(packed, options(), little);
  ASSERT_FALSE(unseen);
  EXPECT_EQ(unseen.error().limit, Limit::memory);
  EXPECT_TRUE(genre().view(packed, options(), {}));
  // No clock has run out and nobody has stopped: what is left out is not left out at random.
  const std::atomic<bool> stop = true;
  const std::string large = *genre().start(puzzle({"hall", square_hall(50, 5), true}), options(), {});
  EXPECT_EQ(genre().view(large, options(), {.budget = {.stop = &stop}}).error().limit, Limit::stopped);
}

}  // namespace
}  // namespace nazo::sokoban

// Puzzles made to take all time or all memory: each costs its own job and nothing else.
#include "attack/house.hpp"
#include "base/json.hpp"
#include "tools/child_memory.hpp"

namespace nazo::attack {
namespace {

using namespace std::chrono_literals;

std::string repeated(std::string_view part, int times) {
  std::string all;
  for (int n = 0; n < times; ++n) all += part;
  return all;
}

/// A hall with as many boxes as goals, all of them movable.
std::string hall(int width, int height) {
  std::string rows = std::string(static_cast<std::size_t>(width), '#') + "\n";
  for (int y = 2; y < height; ++y) {
    std::string row(static_cast<std::size_t>(width), ' ');
    row.front() = row.back() = '#';
    for (std::size_t x = 3; x + 3 < row.size(); x += 4) row[x] = y % 4 == 0 ? '$' : y % 4 == 2 ? '.' : ' ';
    if (y == 3) row[1] = '@';
    rows += row + "\n";
  }
  return rows + std::string(static_cast<std::size_t>(width), '#');
}

struct Hostile {
  std::string_view what, genre;
  std::string text;
};

std::vector<Hostile> hostile_puzzles() {
  std::string tiles;
  for (int n = 0; n < 900; ++n) tiles += cat(n * 7 % 225 + 1, n % 30 == 29 ? "\n" : " ");
  const std::string lines = repeated("1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n", 60);
  return {
      {"solve", "sokoban", hall(60, 40)},
      {"analyze", "sokoban", hall(400, 400)},
      {"examine", "sokoban", cat("#", std::string(190'000, ' '), "#")},
      {"solve", "sokoban", repeated("#@$.\n", 39'000)},
      {"analyze", "shisen", tiles},
      {"solve", "nonogram", cat("width 60\nheight 60\nrows\n", lines, "columns\n", lines)},
      {"check", "tsume", "9/9/9/9/4k4/9/9/9/9 b 2R2B4G4S4N4L18P 1"},
      {"examine", "tsume", "rrbbggggs/sssnnnnll/llppppppp/ppppppppp/pp6k/9/9/9/K8 b - 1"},
      {"examine", "superpuzz", std::string(150'000, '\xff')},
  };
}

class HostilePuzzles : public House {};

TEST_F(HostilePuzzles, CostTheirOwnJobOnly) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve({"--no-rate-limits", "--job-seconds", "2", "--memory", "128M"});
  const std::size_t before = server->process().resident();
  std::vector<std::string> jobs;
  for (const Hostile& puzzle : hostile_puzzles()) {
    const Value order = Value::object().set("what", puzzle.what).set("genre", puzzle.genre).set("text", puzzle.text);
    const auto begun = std::chrono::steady_clock::now();
    const Answer answer = server->ask("POST", "/api/jobs", order.json(), server->new_player());
    EXPECT_LT(std::chrono::steady_clock::now() - begun, stretched(3s)) << puzzle.genre << " is read for too long";
    EXPECT_TRUE(answer.status == 202 || answer.status == 422) << puzzle.genre << answer.status << answer.body;
    if (answer.status == 202) jobs.push_back(*parse_json(answer.body)->find("id")->string());
  }
  EXPECT_GE(jobs.size(), 3u) << "some of them are real puzzles";
  for (const std::string& id : jobs) {
    std::string text;
    EXPECT_TRUE(eventually(
        [&] {
          text = server->ask("GET", "/api/jobs/" + id).body;
          return text.find(R"("state":"done")") != std::string::npos ||
                 text.find(R"("state":"failed")") != std::string::npos;
        },
        30s))
        << text;
  }
  EXPECT_TRUE(server->process().children().empty());
  const bool small = eventually([&] { return server->process().resident() < before + (24u << 20); }, 10s);
  EXPECT_TRUE(small || !child_memory_is_measurable()) << before << " → " << server->process().resident();
  EXPECT_EQ(server->ask("GET", "/healthz").status, 200);
}

TEST_F(HostilePuzzles, DeepNestingIsRefused) {
  ASSERT_NO_FATAL_FAILURE(stock(store_));
  const auto server = serve();
  const std::string deep = repeated("(", 100'000);
  EXPECT_EQ(
      server->ask("POST", "/api/jobs", cat(R"({"what":"generate","genre":"superpuzz","keep":")", deep, "\"}")).status,
      422);
  EXPECT_EQ(server->ask("POST", "/api/jobs", cat(repeated("[", 500'000))).status, 400);
  EXPECT_EQ(server->ask("POST", "/api/jobs", cat(repeated(R"({"a":)", 150'000))).status, 400);
  EXPECT_EQ(server->ask("GET", "/healthz").status, 200);
}

}  // namespace
}  // namespace nazo::attack

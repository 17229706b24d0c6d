#include "attack/house.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "catalog/catalog.hpp"
#include "workshop/stored_puzzle.hpp"

namespace nazo::attack {

namespace {

using namespace std::chrono_literals;

std::string whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A page of one line, so that what is tried does not depend on whether the real one was built.
std::string page_in(const std::filesystem::path& folder) {
  const std::filesystem::path page = folder / "page";
  std::filesystem::create_directories(page);
  std::ofstream(page / "index.html") << "<!doctype html><title>nazo</title>\n";
  return page.string();
}

std::vector<std::string> server_words(const std::string& store, const std::filesystem::path& folder,
                                      const std::vector<std::string>& options, const std::string& ulimit) {
  std::vector<std::string> words;
  if (!ulimit.empty()) words = {"/bin/sh", "-c", cat("ulimit ", ulimit, R"(; exec "$0" "$@")")};
  words.insert(words.end(), {program(), "serve", "--port", "0", "--no-starter", "--store", store});
  words.insert(words.end(), {"--web", page_in(folder), "--admin-token", std::string(admin_token)});
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

}  // namespace

bool all_tests() { return std::getenv("NAZO_TEST_ALL") != nullptr; }

std::chrono::milliseconds stretched(std::chrono::milliseconds time) {
  // Averaged over the last minute, and how it is now: "0.20 0.18 0.12 1/80 11206".
  double average = 0;
  double ignored = 0;
  double now = 0;
  std::ifstream("/proc/loadavg") >> average >> ignored >> ignored >> now;
  const double processors = std::max(1u, std::thread::hardware_concurrency());
  // The server, its workers and this test are busy themselves.
  const double others = std::max(average, now) / processors - 1;
  return time + std::chrono::duration_cast<std::chrono::milliseconds>(time * std::max(0.0, others));
}

bool eventually(const std::function<bool()>& what, std::chrono::milliseconds most) {
  const auto begun = std::chrono::steady_clock::now();
  while (!what()) {
    if (std::chrono::steady_clock::now() - begun >= stretched(most)) return what();
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

Server::Server(const std::string& store, const std::filesystem::path& folder, const std::vector<std::string>& options,
               const std::string& ulimit)
    : out_((folder / ("out-" + store::random_key())).string()),
      err_(out_ + ".err"),
      process_(server_words(store, folder, options, ulimit), out_, err_) {
  eventually(
      [&] {
        const std::string text = whole_file(out_);
        const std::size_t colon = text.rfind(':');
        if (!text.ends_with("\n") || colon == std::string::npos) return process_.wait(0ms).has_value();
        port_ = number_of<std::uint16_t>(trim(std::string_view(text).substr(colon + 1))).value_or(0);
        return port_ != 0;
      },
      60s);
}

Answer Server::ask(std::string_view method, std::string_view target, std::string_view body,
                   std::string_view more_headers) const {
  Wire wire(port_);
  return wire.ask(method, target, body, more_headers);
}

std::string Server::new_player() const {
  const std::string cookie = ask("POST", "/api/player", "{}").header("Set-Cookie");
  return cat("Cookie: ", cookie.substr(0, cookie.find(';')), "\r\n");
}

double Server::metric(std::string_view name) const {
  const Answer answer = ask("GET", "/metrics");
  for (const std::string_view line : split(answer.body, '\n'))
    if (line.starts_with(name) && line.substr(name.size()).starts_with(' '))
      return real_of(trim(line.substr(name.size()))).value_or(-1);
  return -1;
}

std::string Server::log() const { return whole_file(err_); }

House::House()
    : folder_(std::filesystem::temp_directory_path() / ("nazo-attack-" + store::random_key())),
      store_((folder_ / "nazo.db").string()) {
  std::filesystem::create_directories(folder_);
}

House::~House() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void House::stock(const std::string& where) {
  auto store = store::Store::open(where);
  ASSERT_TRUE(store) << store.error().text();
  ASSERT_TRUE(store->save_model({.key = "prior-test", .genre = "sokoban", .kind = "prior"}));
  const Genre& genre = *find_genre(catalog(), "sokoban");
  const auto options = Options::make(genre.facts().options);
  for (const char* text : {"#######\n#@$ . #\n#######\n", "#######\n#@ $. #\n#     #\n#######\n",
                           "########\n#@ $ . #\n#  $ . #\n#      #\n########\n"}) {
    const auto parsed = genre.parse(text, "", *options);
    ASSERT_TRUE(parsed) << parsed.error().text();
    Puzzle puzzle = parsed->front();
    const auto verdict = genre.solve(puzzle, *options, {});
    ASSERT_TRUE(verdict && verdict->status == Status::solved);
    puzzle.solution = verdict->solution;
    auto record = stored_puzzle(genre, puzzle, {});
    ASSERT_TRUE(record) << record.error().text();
    record->features = genre.analyze(puzzle, {}, *options, {.budget = {.seconds = 10}})->features;
    ASSERT_TRUE(store->add_puzzles({&*record, 1}));
    const store::Rating rating{.puzzle = record->key, .model = "prior-test", .made = 1, .estimates = {.difficulty = 9}};
    ASSERT_TRUE(store->save_ratings({&rating, 1}));
    puzzles_.push_back(record->key);
  }
  ASSERT_TRUE(store->create_study({.key = "first", .genre = "sokoban", .puzzles = puzzles_}));
}

std::unique_ptr<Server> House::serve(const std::vector<std::string>& options) {
  auto server = std::make_unique<Server>(store_, folder_, options);
  EXPECT_TRUE(server->up()) << server->log();
  return server;
}

std::unique_ptr<Process> House::start(const std::vector<std::string>& words, const std::string& name) {
  std::vector<std::string> all{program()};
  all.insert(all.end(), words.begin(), words.end());
  return std::make_unique<Process>(all, file(name + ".out"), file(name + ".err"));
}

int House::nazo(const std::vector<std::string>& words, std::chrono::seconds most) {
  return start(words, "nazo")->wait(most).value_or(-1);
}

std::string House::text_of_file(const std::string& name) const { return whole_file(file(name)); }

std::string House::play_text(const std::string& key, std::int64_t started) const {
  return cat(R"({"key":")", key, R"(","puzzle":")", puzzles_.front(), R"(","started":)", started,
             R"(,"outcome":"gave_up","events":[["give_up",1.5]]})");
}

}  // namespace nazo::attack

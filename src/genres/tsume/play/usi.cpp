#include "genres/tsume/play/usi.hpp"

#include <algorithm>
#include <istream>
#include <ostream>

#include "base/text.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/solve/solve.hpp"
#include "genres/tsume/text/sfen.hpp"
#include "genres/tsume/text/text.hpp"

#ifndef NAZO_NO_THREADS
#include <mutex>

#include "base/thread.hpp"
#endif

namespace nazo::tsume {
namespace {

std::vector<Word> words_of(std::string_view line) { return Line{line, 1}.words(); }

}  // namespace

UsiEngine::UsiEngine() = default;

std::vector<std::string> UsiEngine::feed(std::string_view line) {
  const std::vector<Word> words = words_of(line);
  if (words.empty()) return {};
  const std::string_view command = words.front().text;
  if (command == "usi")
    return {"id name nazo tsume",
            "id author nazo",
            "option name USI_Hash type spin default 512 min 1 max 65536",
            "option name Threads type spin default 1 min 1 max 64",
            "option name Shortest type check default false",
            "option name Mudaai type combo default exclude var exclude var count",
            "usiok"};
  if (command == "isready") return {"readyok"};
  if (command == "usinewgame" || command == "gameover") {
    has_position_ = false;
    return {};
  }
  if (command == "setoption") return set_option(line);
  if (command == "position") return set_position(line);
  if (command == "go") {
    allow();
    return go(line);
  }
  if (command == "stop") {
    stop();
    return {};
  }
  if (command == "quit") {
    done_ = true;
    return {};
  }
  return {cat("info string unknown command ", in_quotes(command))};
}

std::vector<std::string> UsiEngine::set_option(std::string_view line) {
  const std::vector<Word> words = words_of(line);
  const auto after = [&](std::string_view key) {
    const auto at = std::ranges::find(words, key, &Word::text);
    return at == words.end() || at + 1 == words.end() ? std::string_view{} : (at + 1)->text;
  };
  const std::string_view name = after("name"), value = after("value");
  if (name == "USI_Hash" || name == "Hash") {
    const auto number = number_of<std::uint64_t>(value);
    if (!number || *number < 1 || *number > 65536) return {"info string USI_Hash must be 1 to 65536"};
    megabytes_ = *number;
  } else if (name == "Threads") {
    const auto number = number_of<unsigned>(value);
    if (!number || *number < 1 || *number > 64) return {"info string Threads must be 1 to 64"};
    threads_ = *number;
  } else if (name == "Shortest") {
    if (value != "true" && value != "false") return {"info string Shortest must be true or false"};
    shortest_ = value == "true";
  } else if (name == "Mudaai") {
    if (value != "exclude" && value != "count") return {"info string Mudaai must be exclude or count"};
    rules_ = value == "count" ? Rules::count_all : Rules::exclude_useless;
  } else if (name != "USI_Ponder") {
    return {cat("info string unknown option ", in_quotes(name))};
  }
  return {};
}

std::vector<std::string> UsiEngine::set_position(std::string_view line) {
  has_position_ = false;
  const auto complain = [](std::string_view message) { return std::vector<std::string>{cat("info string ", message)}; };
  std::vector<Word> words = words_of(line);
  words.erase(words.begin());
  if (words.empty()) return complain("position needs sfen or startpos");
  const auto moves = std::ranges::find(words, std::string_view("moves"), &Word::text);
  Result<Setup> setup = fail("position needs sfen or startpos");
  if (words.front().text == "startpos")
    setup = read_sfen(start_position);
  else if (words.front().text == "sfen")
    setup = read_sfen(std::vector<Word>(words.begin() + 1, moves));
  if (!setup) return complain(setup.error().text());
  // Over USI positions come from games: the hands are what the text says.
  Position p = setup->position;
  for (auto word = moves == words.end() ? moves : moves + 1; word != words.end(); ++word) {
    const auto m = read_usi(word->text);
    if (!m || why_illegal(p, *m) != Illegal::none) return complain(cat("illegal move ", in_quotes(word->text)));
    p.make(*m);
  }
  if (auto good = check_start(p); !good) return complain(good.error().message);
  position_ = p;
  has_position_ = true;
  return {};
}

std::vector<std::string> UsiEngine::go(std::string_view line) {
  const std::vector<Word> words = words_of(line);
  if (words.size() < 2 || words[1].text != "mate") {
    return {"info string only go mate is understood", "bestmove resign"};
  }
  if (!has_position_) return {"info string no position", "checkmate notimplemented"};
  Budget budget;
  if (words.size() >= 3 && words[2].text != "infinite") {
    const auto milliseconds = number_of<std::uint64_t>(words[2].text);
    if (!milliseconds)
      return {cat("info string go mate ", in_quotes(words[2].text), ": expected milliseconds or infinite"),
              "checkmate timeout"};
    budget.seconds = static_cast<double>(*milliseconds) / 1000;
  }
  budget.bytes = megabytes_ << 20;
  budget.stop = &stop_;
  SolveOptions options;
  options.goal = shortest_ ? SolveOptions::Goal::shortest : SolveOptions::Goal::any;
  options.rules = rules_;
  Meter meter(budget);
  Solver solver(budget.bytes, budget.bytes, threads_);
  const Solution s = solver.solve(position_, options, meter);
  const std::uint64_t nodes = solver.search().nodes();
  std::vector<std::string> out;
  const double seconds = meter.seconds();
  out.push_back(
      cat("info time ", static_cast<std::uint64_t>(seconds * 1000), " nodes ", nodes, " nps ",
          static_cast<std::uint64_t>(static_cast<double>(nodes) / std::max(seconds, 1e-3)),
          s.status == Status::solved ? cat(" score mate ", s.length, " pv ", write_line(s.line)) : std::string()));
  switch (s.status) {
    case Status::solved:
      out.push_back(cat("checkmate ", write_line(s.line)));
      break;
    case Status::unsolvable:
      out.emplace_back("checkmate nomate");
      break;
    case Status::unknown:
      out.emplace_back("checkmate timeout");
      break;
  }
  return out;
}

void run_usi(std::istream& in, std::ostream& out) {
  UsiEngine engine;
  std::string line;
#ifdef NAZO_NO_THREADS
  while (!engine.done() && std::getline(in, line))
    for (const std::string& answer : engine.feed(line)) out << answer << std::endl;
#else
  std::mutex writing;
  const auto say = [&](const std::vector<std::string>& answers) {
    const std::lock_guard lock(writing);
    for (const std::string& answer : answers) out << answer << std::endl;
  };
  // A search that breaks, for want of memory or of room for its thread, has found nothing, and the session goes on.
  const auto broke_off = [&](const std::exception_ptr&) {
    say({"info string the search broke off", "checkmate timeout"});
  };
  const auto search = [&](const std::string& order) {
    try {
      return Thread(named("usi"), AfterThrow::end, [&say, &engine, order] { say(engine.go(order)); }, broke_off);
    } catch (const std::exception&) {
      broke_off(std::current_exception());
      return Thread();
    }
  };
  Thread worker;  // the last of all this, so that it ends first
  while (!engine.done() && std::getline(in, line)) {
    const std::vector<Word> words = words_of(line);
    const bool interrupts = !words.empty() && (words.front().text == "stop" || words.front().text == "quit");
    if (interrupts) engine.stop();
    // One thing at a time: a new command waits for the search, only stop and quit end it early.
    worker.join();
    if (interrupts && words.front().text == "stop") continue;
    if (!words.empty() && words.front().text == "go") {
      engine
          .allow();  // here and not on the worker: a stop that comes before the worker has begun must not be forgotten
      worker = search(line);
    } else {
      say(engine.feed(line));
    }
  }
  // At the end of the input a search is finished, at quit it has been stopped.
  worker.join();
#endif
}

}  // namespace nazo::tsume

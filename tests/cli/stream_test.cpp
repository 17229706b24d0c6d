// Pipes stream: a verb answers while its input is still coming, and holds few puzzles at a time.
#include <algorithm>
#include <streambuf>

#include "base/text.hpp"
#include "cli_fixture.hpp"

namespace nazo::cli {
namespace {

/// Standard output that counts its lines.
class CountedOutput : public std::streambuf {
 public:
  [[nodiscard]] std::uint64_t lines() const { return lines_; }

 private:
  std::streamsize xsputn(const char* bytes, std::streamsize count) override {
    lines_ += static_cast<std::uint64_t>(std::count(bytes, bytes + count, '\n'));
    return count;
  }
  int overflow(int c) override {
    lines_ += c == '\n';
    return c;
  }
  std::atomic<std::uint64_t> lines_ = 0;
};

/// Standard input that gives a line at a time, only when asked, and notes how far the answers were behind.
class SlowInput : public std::streambuf {
 public:
  SlowInput(std::uint64_t lines, const CountedOutput& answers) : left_(lines), answers_(answers) {}
  [[nodiscard]] std::uint64_t most_behind() const { return most_behind_; }

 private:
  int underflow() override {
    if (left_ == 0) return traits_type::eof();
    --left_;
    most_behind_ = std::max(most_behind_, given_++ - answers_.lines());
    line_ = R"({"genre":"lights","puzzle":".*.\n***\n.*.\n"})"
            "\n";
    setg(line_.data(), line_.data(), line_.data() + line_.size());
    return line_[0];
  }
  std::uint64_t left_, given_ = 0, most_behind_ = 0;
  const CountedOutput& answers_;
  std::string line_{};
};

std::uint64_t most_behind(const std::vector<std::string>& args, std::uint64_t lines) {
  static const std::vector<const Genre*> genres{&lights::genre()};
  CountedOutput answers;
  SlowInput puzzles(lines, answers);
  std::istream in(&puzzles);
  std::ostream out(&answers);
  std::ostringstream err;
  EXPECT_EQ(run(args, {.in = in, .out = out, .err = err}, genres), 0) << err.str();
  EXPECT_EQ(answers.lines(), lines);
  return puzzles.most_behind();
}

TEST(Stream, AnswersComeWhileTheInputIsStillComing) {
  for (const char* verb : {"solve", "check", "analyze", "rate"}) {
    EXPECT_LE(most_behind({verb, "--json"}, 300), 1u) << verb;
    EXPECT_LE(most_behind({verb, "--json", "--threads", "2"}, 300), 11u) << verb << ": two to see how many, eight held";
  }
}

TEST(Stream, ALineThatCannotBeReadCostsOnlyItself) {
  const std::string good = R"({"genre":"lights","puzzle":"*"})";
  const Ran ran = nazo({"solve", "--json"}, cat("\n", good, "\n{oops\n", good, "\n"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.json().size(), 2u);
  EXPECT_EQ(ran.err.substr(0, 24), "nazo: standard input:3:2");
}

TEST(Stream, AnUnknownOptionIsSaidOnce) {
  const std::string good = R"({"genre":"lights","puzzle":"*"})";
  const Ran ran = nazo({"solve", "--json", "--preset", "x"}, cat(good, "\n", good, "\n", good, "\n"));
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
}

TEST(Stream, ASinglePuzzleIsToldOfAtLength) {
  const std::string line = "{\"genre\":\"lights\",\"puzzle\":\".*.\\n***\\n.*.\\n\"}\n";
  const Ran one = nazo({"solve"}, line), two = nazo({"solve"}, line + line);
  EXPECT_GT(std::ranges::count(one.out, '\n'), 1);
  EXPECT_EQ(std::ranges::count(two.out, '\n'), 2);
}

}  // namespace
}  // namespace nazo::cli

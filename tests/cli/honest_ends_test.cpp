// How runs end when the world does not play along: output that takes no more, input that cannot be read, no memory.
#include <new>
#include <streambuf>

#include "base/text.hpp"
#include "catalog/catalog.hpp"
#include "cli_fixture.hpp"

namespace nazo::cli {
namespace {

/// A full disk: takes so many bytes and no more.
class FullDisk final : public std::streambuf {
 public:
  explicit FullDisk(std::size_t room) : room_(room) {}

 protected:
  int_type overflow(int_type c) override {
    if (room_ == 0) return traits_type::eof();
    --room_;
    return c;
  }

 private:
  std::size_t room_;
};

/// Runs with an output that takes `room` bytes.
Ran with_room(std::size_t room, const std::vector<std::string>& args, const std::string& in = "") {
  static const std::vector<const Genre*> genres = [] {
    std::vector<const Genre*> all(catalog().begin(), catalog().end());
    all.push_back(&lights::genre());
    return all;
  }();
  std::istringstream input(in);
  FullDisk disk(room);
  std::ostream out(&disk);
  std::ostringstream err;
  Ran ran;
  ran.code = run(args, {.in = input, .out = out, .err = err}, genres);
  ran.err = err.str();
  return ran;
}

TEST(HonestEnds, AFullOutputIsNoSuccess) {
  const TemporaryFile scores("scores.csv", "person,a,b,c\nx,1,2,3\ny,2,3,1\n"),
      features("features.csv", "puzzle,f\na,1\nb,3\nc,2\n");
  const std::vector<std::pair<std::vector<std::string>, std::string>> calls{
      {{"solve", "lights"}, plus},
      {{"solve", "lights", "--json"}, plus},
      {{"check", "lights"}, plus},
      {{"analyze", "lights"}, plus},
      {{"rate", "lights"}, plus},
      {{"generate", "lights", "--count", "5"}, ""},
      {{"generate", "lights", "--json"}, ""},
      {{"convert", "lights", "--to", "svg"}, plus},
      {{"genres"}, ""},
      {{"genres", "lights", "--json"}, ""},
      {{"docs", "markdown"}, ""},
      {{"experiment", "list"}, ""},
      {{"experiment", "nonogram-personal", scores.path(), features.path(), "--feature", "f", "--shuffles", "1"}, ""},
      {{"bench", "lights"}, ""},
      {{"--version"}, ""},
      {{"--help"}, ""},
      {{"solve", "--help"}, ""},
      {{}, ""},
  };
  for (const auto& [args, in] : calls)
    for (const std::size_t room : {0u, 1u}) {
      const Ran ran = with_room(room, args, in);
      EXPECT_EQ(ran.code, 4) << join(args, " ") << ": " << ran.err;
      EXPECT_NE(ran.err.find("standard output takes no more"), std::string::npos) << join(args, " ") << ": " << ran.err;
    }
}

TEST(HonestEnds, ALongRunEndsWhenNobodyReadsOn) {
  // Endless unless the run notices that nothing arrives.
  const Ran ran = with_room(100, {"generate", "lights", "--count", "1000000000"});
  EXPECT_EQ(ran.code, 4);
}

TEST(HonestEnds, AnOutputFileThatTakesNoMoreIsSaid) {
  const Ran full = nazo({"convert", "lights", "--to", "svg", "--output", "/dev/full"}, plus);
  EXPECT_EQ(full.code, 4);
  EXPECT_EQ(full.err, "nazo: /dev/full: takes no more: not everything was written\n");
  const Ran nowhere = nazo({"convert", "lights", "--to", "svg", "--output", "/no/such/folder/file"}, plus);
  EXPECT_EQ(nowhere.code, 2);
}

/// Fails when it is read, as a disk does.
class BrokenDisk final : public std::streambuf {
 protected:
  int_type underflow() override { throw std::ios_base::failure("input/output error"); }
};

TEST(HonestEnds, InputThatCannotBeReadIsOneLine) {
  static const std::vector<const Genre*> genres{&lights::genre()};
  BrokenDisk disk;
  std::istream in(&disk);
  std::ostringstream out, err;
  EXPECT_EQ(run({"solve", "lights"}, {.in = in, .out = out, .err = err}, genres), 2);
  EXPECT_EQ(err.str(), "nazo: standard input: cannot be read\n");
}

TEST(HonestEnds, TitlesDoNotSteerTheTerminal) {
  const std::string title = "\033[2J\033]0;evil\x07 \xE2\x80\xAE reversed";
  const Ran ran = nazo({"solve", "lights", "-"},
                       "{\"genre\":\"lights\",\"id\":" + Value(title).json() + ",\"puzzle\":\".*.\\n***\\n.*.\\n\"}\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out.find('\033'), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find("\xE2\x80\xAE"), std::string::npos);
  const Ran bad = nazo({"check", "lights", "--solution", "1,1"},
                       "{\"genre\":\"lights\",\"id\":" + Value(title).json() + ",\"puzzle\":\"?\"}\n");
  EXPECT_EQ(bad.code, 2);
  EXPECT_EQ(bad.err.find('\033'), std::string::npos) << bad.err;
}

TEST(HonestEnds, AMistypedStoreIsNotMade) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("nazo-mistyped-" + std::to_string(::getpid()) + ".db")).string();
  for (const std::vector<std::string>& args :
       std::vector<std::vector<std::string>>{{"fit", "lights", "--store", path},
                                             {"rate", "lights", "--store", path},
                                             {"study", "status", "x", "--store", path},
                                             {"study", "order", "x", "--store", path},
                                             {"study", "close", "x", "--store", path},
                                             {"study", "list", "--store", path},
                                             {"study", "export", "x", "--store", path}}) {
    const Ran ran = nazo(args, plus);
    EXPECT_EQ(ran.code, 2) << join(args, " ");
    EXPECT_NE(ran.err.find("there is no such file"), std::string::npos) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(path)) << join(args, " ");
  }
}

}  // namespace
}  // namespace nazo::cli

#include "cli/welcome.hpp"

#include <istream>
#include <optional>
#include <ostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"

namespace nazo::cli {

namespace {

/// A way to go on. Where it is about one genre, that is asked for and takes the place of "GENRE".
struct Way {
  Words what;
  std::vector<std::string> words;
};

const std::vector<Way>& ways() {
  static const std::vector<Way> all{
      {{"play in a browser", "ブラウザで遊ぶ"}, {"serve"}},
      {{"play here", "ここで遊ぶ"}, {"play", "GENRE"}},
      {{"make puzzles", "問題を作る"}, {"generate", "GENRE", "--count", "3"}},
      {{"see what is known of the genres", "パズルの種類を見る"}, {"genres"}},
      {{"run a paper's experiment again", "論文の実験を再現する"}, {"experiment"}},
      {{"all verbs", "コマンドの一覧"}, {"--help"}},
  };
  return all;
}

class Door {
 public:
  Door(const Streams& streams, Catalog genres) : streams_(streams), genres_(genres), paint_(streams.colour) {}

  [[nodiscard]] std::string said(const Words& words) const { return std::string(words.in(streams_.language)); }

  void show(const std::vector<std::string>& lines) const {
    for (std::size_t i = 0; i < lines.size(); ++i)
      streams_.out << "  " << paint_.strong(cat(i + 1)) << "  " << lines[i] << "\n";
  }

  /// A number from 1 to `most`; nothing for an empty line or the end. What is something else is asked for again.
  [[nodiscard]] std::optional<std::size_t> choose(std::size_t most) const {
    const Words prompt{"A number, or Enter to leave: ", "番号(Enter で終了): "};
    for (std::string line; streams_.out << said(prompt) << std::flush, std::getline(streams_.in, line);) {
      const std::string_view typed = trim(line);
      if (typed.empty()) return {};
      const auto number = number_of<std::size_t>(typed);
      if (number && *number >= 1 && *number <= most) return number;
    }
    return {};
  }

  void greet() const {
    const Words what{"a workshop for puzzles. What would you like?", "パズルの工房です。何をしますか。"};
    streams_.out << paint_.strong("nazo 謎") << "  " << said(what) << "\n\n";
    std::vector<std::string> lines;
    for (const Way& way : ways()) {
      const std::string line = padded(said(way.what), 34);
      lines.push_back(cat(line, paint_.dim(cat("nazo ", join(way.words, " ")))));
    }
    show(lines);
    streams_.out << "\n";
  }

  [[nodiscard]] std::optional<std::string> choose_genre() const {
    std::vector<std::string> lines;
    for (const Genre* genre : genres_) lines.push_back(cat(padded(genre->facts().name, 12), genre->facts().title));
    streams_.out << "\n";
    show(lines);
    streams_.out << "\n";
    const auto number = choose(genres_.size());
    if (!number) return {};
    return genres_[*number - 1]->facts().name;
  }

 private:
  const Streams& streams_;
  Catalog genres_;
  Paint paint_;
};

}  // namespace

int welcome(const Streams& streams, Catalog genres, const RunWords& run) {
  const Door door(streams, genres);
  door.greet();
  const auto number = door.choose(ways().size());
  if (!number) return yes;
  std::vector<std::string> words = ways()[*number - 1].words;
  for (std::string& word : words) {
    if (word != "GENRE") continue;
    const auto genre = door.choose_genre();
    if (!genre) return yes;
    word = *genre;
  }
  streams.out << "\n$ nazo " << join(words, " ") << "\n" << std::flush;
  return run(words);
}

}  // namespace nazo::cli

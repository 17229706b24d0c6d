// The short cut for normalised native text, which every function of the genre is handed: one pass, no errors. What it
// does not recognise at once is left to the reader in text.cpp.
#include <array>

#include "genres/nonogram/text/text.hpp"

namespace nazo::nonogram {

namespace {

class NormalReader {
 public:
  explicit NormalReader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  std::optional<Sheet> read() {
    Sheet sheet;
    const std::array<std::pair<std::string_view, std::string*>, 6> properties = {
        {{"catalogue \"", &sheet.catalogue},
         {"title \"", &sheet.title},
         {"by \"", &sheet.author},
         {"copyright \"", &sheet.copyright},
         {"license \"", &sheet.license},
         {"description \"", &sheet.description}}};
    for (const auto& [key, value] : properties)
      if (take(key) && !quoted(*value)) return std::nullopt;
    int width = 0, height = 0;
    if (!take("width ") || !number(width) || !take("\nheight ") || !number(height) || !take("\n\nrows\n"))
      return std::nullopt;
    if (width < 1 || width > longest_side || height < 1 || height > longest_side) return std::nullopt;
    int in_rows = 0, in_columns = 0;
    if (!clues(sheet.clues.rows, height, width, in_rows) || !take("\ncolumns\n")) return std::nullopt;
    if (!clues(sheet.clues.columns, width, height, in_columns) || at_ != end_ || in_rows != in_columns)
      return std::nullopt;
    return sheet;
  }

 private:
  bool take(std::string_view words) {
    if (static_cast<std::size_t>(end_ - at_) < words.size() || std::string_view(at_, words.size()) != words)
      return false;
    at_ += words.size();
    return true;
  }
  /// Text up to the closing quote at the end of the line; one with references in it is left to the other reader.
  bool quoted(std::string& out) {
    const char* start = at_;
    while (at_ != end_ && *at_ != '"' && *at_ != '&' && static_cast<unsigned char>(*at_) >= 0x20 && *at_ != 0x7f) ++at_;
    out.assign(start, at_);
    return !out.empty() && out.front() != ' ' && out.back() != ' ' && take("\"\n");
  }
  /// Up to three digits, no leading zero.
  bool number(int& out) {
    const char* start = at_;
    out = 0;
    while (at_ != end_ && *at_ >= '0' && *at_ <= '9' && at_ - start < 3) out = 10 * out + (*at_++ - '0');
    return at_ != start && (*start != '0' || at_ - start == 1);
  }
  bool clues(std::vector<Clue>& out, int count, int side, int& black) {
    out.resize(static_cast<std::size_t>(count));
    for (Clue& clue : out) {
      int used = -1;
      do {
        int size = 0;
        if (!number(size)) return false;
        if (size == 0) {
          if (!clue.empty() || at_ == end_ || *at_ != '\n') return false;
          break;
        }
        used += size + 1;
        if (used > side) return false;
        black += size;
        clue.push_back(static_cast<std::uint8_t>(size));
      } while (take(","));
      if (!take("\n")) return false;
    }
    return true;
  }

  const char* at_;
  const char* end_;
};

}  // namespace

std::optional<Sheet> read_normal(std::string_view text) { return NormalReader(text).read(); }

}  // namespace nazo::nonogram

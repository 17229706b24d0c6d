#include "base/csv.hpp"

namespace nazo {

namespace {

/// What makes a spreadsheet look twice at the beginning of a cell.
constexpr std::string_view marked = "=+-@\t\r'";

bool begins_marked(std::string_view text) {
  return !text.empty() && marked.find(text.front()) != std::string_view::npos;
}

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }

  Result<CsvRow> row() {
    CsvRow row{line_, {}};
    for (bool more = true; more;) {
      NAZO_TRY(cell, this->cell());
      row.cells.push_back(std::move(cell));
      more = here(',');
      if (more) ++at_;
    }
    if (here('\r')) ++at_;
    if (here('\n')) ++at_;
    ++line_;
    return row;
  }

 private:
  [[nodiscard]] bool here(char c) const { return at_ < text_.size() && text_[at_] == c; }
  [[nodiscard]] bool cell_ends() const { return at_end() || here(',') || here('\n') || here('\r'); }

  Result<CsvCell> cell() {
    CsvCell cell;
    if (here('"')) {
      cell.quoted = true;
      NAZO_CHECK(quoted(cell.text));
    } else {
      while (!cell_ends()) cell.text += text_[at_++];
    }
    if (cell.text.size() > 1 && cell.text.front() == '\'' && begins_marked(std::string_view(cell.text).substr(1)))
      cell.text.erase(0, 1);
    return cell;
  }

  Result<void> quoted(std::string& text) {
    const std::size_t opened = line_;
    for (++at_;; ++at_) {
      if (at_end()) return fail_at(opened, 0, "CSV: a quote that is never closed");
      if (here('"')) {
        if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') break;
        ++at_;  // two stand for one
      }
      if (here('\n')) ++line_;
      text += text_[at_];
    }
    ++at_;
    if (!cell_ends()) return fail_at(line_, 0, "CSV: text after a closing quote");
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
};

bool is_blank(const CsvRow& row) { return row.cells.size() == 1 && !row.cells[0].quoted && row.cells[0].text.empty(); }

}  // namespace

std::string csv_cell(std::string_view text) {
  std::string cell = begins_marked(text) ? "'" : "";
  cell += text;
  const bool plain =
      !cell.empty() && cell.find_first_of("\",\r\n") == std::string::npos && cell.front() != ' ' && cell.back() != ' ';
  if (plain) return cell;
  std::string out = "\"";
  for (const char c : cell) {
    if (c == '"') out += '"';
    out += c;
  }
  return out += '"';
}

Result<std::vector<CsvRow>> csv_rows(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<CsvRow> rows;
  CsvReader reader(text);
  while (!reader.at_end()) {
    NAZO_TRY(row, reader.row());
    if (!is_blank(row)) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace nazo

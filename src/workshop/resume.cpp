#include "workshop/resume.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/json.hpp"
#include "base/text.hpp"

namespace nazo {

namespace {

Result<std::string> whole_text(int file, const std::string& path) {
  std::string text;
  char block[65536];
  for (;;) {
    const ssize_t got = ::read(file, block, sizeof block);
    if (got < 0) return std::unexpected(Error{"cannot be read", path});
    if (got == 0) return text;
    text.append(block, static_cast<std::size_t>(got));
  }
}

Result<void> write_line(int file, const std::string& path, const std::string& line) {
  std::string rest = line + "\n";
  while (!rest.empty()) {
    const ssize_t written = ::write(file, rest.data(), rest.size());
    if (written <= 0) return std::unexpected(Error{"takes no more (is the disk full?)", path});
    rest.erase(0, static_cast<std::size_t>(written));
  }
  return {};
}

/// A text without what was cut off behind its last whole line.
std::string whole_lines(std::string text) {
  const std::size_t last_end = text.rfind('\n');
  text.resize(last_end == std::string::npos ? 0 : last_end + 1);
  return text;
}

Result<LogText> log_of(const std::string& text, const std::string& path) {
  LogText log;
  bool first = true;
  for (const Line& line : lines_of(text)) {
    auto value = parse_json(line.text);
    if (!value)
      return std::unexpected(Error{cat("this is not the log of a run: ", value.error().message), path, line.number, 1});
    if (first) {
      log.parameters = *std::move(value);
    } else {
      log.items.push_back(*std::move(value));
    }
    first = false;
  }
  return log;
}

std::string early_path(const std::string& path) { return path + ".ahead"; }

}  // namespace

Result<LogText> read_log(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file == -1) return std::unexpected(Error{"cannot be read", path});
  auto text = whole_text(file, path);
  ::close(file);
  if (!text) return std::unexpected(text.error());
  return log_of(whole_lines(*std::move(text)), path);
}

ResumeFile::ResumeFile(ResumeFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      early_file_(std::exchange(other.early_file_, -1)),
      early_(std::move(other.early_)),
      done_(std::move(other.done_)),
      on_file_(other.on_file_),
      taken_(other.taken_) {}

Value ResumeFile::as_read(const Value& value) { return parse_json(value.json()).value_or(value); }

ResumeFile::~ResumeFile() {
  if (file_ != -1) ::close(file_);
  if (early_file_ != -1) ::close(early_file_);
}

Result<ResumeFile> ResumeFile::open(const std::string& path, const Value& parameters) {
  ResumeFile log(path);
  if (path.empty()) return log;
  log.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (log.file_ == -1) return std::unexpected(Error{"cannot be written", path});
  if (::flock(log.file_, LOCK_EX | LOCK_NB) != 0)
    return std::unexpected(Error{"another nazo is writing this log", path});
  NAZO_CHECK(log.read(parameters));
  log.read_early();
  return log;
}

Result<void> ResumeFile::read(const Value& parameters) {
  NAZO_TRY(text, whole_text(file_, path_));
  text = whole_lines(std::move(text));  // what was cut off is made again
  NAZO_TRY(log, log_of(text, path_));
  if (!text.empty() && log.parameters != as_read(parameters))
    return std::unexpected(
        Error{cat("this log belongs to another run (", log.parameters.json(), "); name another file"), path_});
  done_ = std::move(log.items);
  on_file_ = done_.size();
  const auto size = static_cast<off_t>(text.size());
  if (::ftruncate(file_, size) != 0 || ::lseek(file_, size, SEEK_SET) != size)
    return std::unexpected(Error{"cannot be written", path_});
  return text.empty() ? write_line(file_, path_, parameters.json()) : Result<void>{};
}

/// What cannot be read there is made again.
void ResumeFile::read_early() {
  auto log = read_log(early_path(path_));
  if (!log) return;
  log->items.push_back(log->parameters);
  for (const Value& line : log->items) {
    const Value *run = line.find("run"), *item = line.find("item"), *value = line.find("value");
    if (run == nullptr || item == nullptr || value == nullptr) continue;
    if (run->integer() == nullptr || item->integer() == nullptr) continue;
    early_.insert_or_assign({static_cast<std::size_t>(*run->integer()), static_cast<std::size_t>(*item->integer())},
                            *value);
  }
}

const Value* ResumeFile::finished(std::size_t item, std::size_t run) const {
  if (item < done_.size()) return &done_[item];
  const auto found = early_.find({run, item});
  return found == early_.end() ? nullptr : &found->second;
}

Result<void> ResumeFile::keep(const Value& item) {
  const bool there = taken_ < on_file_;
  ++taken_;
  if (path_.empty() || there) return {};
  return write_line(file_, path_, item.json());
}

Result<void> ResumeFile::keep_early(std::size_t item, std::size_t run, const Value& value) {
  const std::string path = early_path(path_);
  if (early_file_ == -1) early_file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (early_file_ == -1) return std::unexpected(Error{"cannot be written", path});
  return write_line(early_file_, path, Value::object().set("run", run).set("item", item).set("value", value).json());
}

void ResumeFile::forget_early() {
  if (path_.empty()) return;
  if (early_file_ != -1) ::close(std::exchange(early_file_, -1));
  early_.clear();
  ::unlink(early_path(path_).c_str());
}

Result<void> ResumeFile::lend(const std::vector<Value>& items) {
  for (std::size_t i = 0; i < std::min(items.size(), done_.size()); ++i)
    if (done_[i] != items[i])
      return std::unexpected(Error{cat("item ", i + 1, " is another than in the parts"), path_});
  for (std::size_t i = done_.size(); i < items.size(); ++i) done_.push_back(items[i]);
  return {};
}

}  // namespace nazo

#include "workshop/resume.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

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

}  // namespace

ResumeFile::ResumeFile(ResumeFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      done_(std::move(other.done_)),
      taken_(other.taken_) {}

Value ResumeFile::as_read(const Value& value) { return parse_json(value.json()).value_or(value); }

ResumeFile::~ResumeFile() {
  if (file_ != -1) ::close(file_);
}

Result<ResumeFile> ResumeFile::open(const std::string& path, const Value& parameters) {
  ResumeFile log(path);
  if (path.empty()) return log;
  log.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (log.file_ == -1) return std::unexpected(Error{"cannot be written", path});
  if (::flock(log.file_, LOCK_EX | LOCK_NB) != 0)
    return std::unexpected(Error{"another nazo is writing this log", path});
  NAZO_CHECK(log.read(parameters));
  return log;
}

Result<void> ResumeFile::read(const Value& parameters) {
  NAZO_TRY(text, whole_text(file_, path_));
  const std::size_t last_end = text.rfind('\n');
  text.resize(last_end == std::string::npos ? 0 : last_end + 1);  // what was cut off is made again
  bool first = true;
  for (const Line& line : lines_of(text)) {
    auto value = parse_json(line.text);
    if (!value)
      return std::unexpected(
          Error{cat("this is not the log of a run: ", value.error().message), path_, line.number, 1});
    if (first && *value != as_read(parameters))
      return std::unexpected(
          Error{cat("this log belongs to another run (", value->json(), "); name another file"), path_});
    if (!first) done_.push_back(*std::move(value));
    first = false;
  }
  const auto size = static_cast<off_t>(text.size());
  if (::ftruncate(file_, size) != 0 || ::lseek(file_, size, SEEK_SET) != size)
    return std::unexpected(Error{"cannot be written", path_});
  return text.empty() ? write_line(parameters.json()) : Result<void>{};
}

Result<void> ResumeFile::append(const Value& item) { return path_.empty() ? Result<void>{} : write_line(item.json()); }

Result<void> ResumeFile::write_line(const std::string& line) {
  std::string rest = line + "\n";
  while (!rest.empty()) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written <= 0) return std::unexpected(Error{"takes no more (is the disk full?)", path_});
    rest.erase(0, static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace nazo

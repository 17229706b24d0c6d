#include "workshop/resume.hpp"

#include <filesystem>
#include <iterator>

#include "base/json.hpp"
#include "base/text.hpp"

namespace nazo {

Result<ResumeFile> ResumeFile::open(const std::string& path, const Value& parameters) {
  ResumeFile file;
  file.path_ = path;
  if (path.empty()) return file;
  std::size_t whole = 0;  // bytes up to the end of the last complete line
  if (std::filesystem::exists(path)) {
    std::ifstream old(path, std::ios::binary);
    if (!old) return std::unexpected(Error{"cannot be read", path});
    const std::string text(std::istreambuf_iterator<char>(old), {});
    whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    bool first = true;
    for (const Line& line : lines_of(std::string_view(text).substr(0, whole))) {
      auto value = parse_json(line.text);
      if (!value) return std::unexpected(Error{cat("this is not the log of a run: ", value.error().message), path, line.number, 1});
      if (first && *value != parameters)
        return std::unexpected(Error{cat("this log belongs to another run (", value->json(), "); name another file"), path});
      if (!first) file.done_.push_back(std::move(*value));
      first = false;
    }
  }
  if (whole != 0) std::filesystem::resize_file(path, whole);
  file.stream_.open(path, std::ios::binary | std::ios::app);
  if (whole == 0) file.stream_ << parameters.json() << "\n" << std::flush;
  if (!file.stream_) return std::unexpected(Error{"cannot be written", path});
  return file;
}

Result<void> ResumeFile::append(const Value& item) {
  if (path_.empty()) return {};
  stream_ << item.json() << "\n" << std::flush;
  if (!stream_) return std::unexpected(Error{"cannot be written (is the disk full?)", path_});
  return {};
}

}  // namespace nazo

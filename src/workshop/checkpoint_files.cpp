#include "workshop/checkpoint_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/json.hpp"
#include "base/text.hpp"

namespace nazo {

namespace {

constexpr const char* about_name = "about.json";
constexpr const char* unfinished_end = ".part";

std::unexpected<Error> trouble(const std::string& path, std::string_view what) {
  return std::unexpected(Error{cat(what, errno != 0 ? cat(": ", std::strerror(errno)) : ""), path});
}

class KeptFileWriter final : public KeptWriter {
 public:
  KeptFileWriter(int file, std::string path) : file_(file), path_(std::move(path)) {}
  ~KeptFileWriter() override {
    if (file_ == -1) return;
    ::close(file_);
    ::unlink(unfinished().c_str());
  }

  Result<void> add(std::span<const std::uint8_t> bytes) override {
    for (std::size_t done = 0; done < bytes.size();) {
      const auto written = ::write(file_, bytes.data() + done, bytes.size() - done);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return trouble(path_, "the checkpoint cannot be kept");
      done += static_cast<std::size_t>(written);
    }
    return {};
  }

  Result<void> commit() override {
    if (::fsync(file_) != 0 || ::close(file_) != 0) return trouble(path_, "the checkpoint cannot be kept");
    file_ = -1;
    if (::rename(unfinished().c_str(), path_.c_str()) != 0) return trouble(path_, "the checkpoint cannot be kept");
    return {};
  }

 private:
  [[nodiscard]] std::string unfinished() const { return path_ + unfinished_end; }
  int file_;
  std::string path_;
};

class KeptFileReader final : public KeptReader {
 public:
  KeptFileReader(std::FILE* file, std::string path) : file_(file), path_(std::move(path)) {}
  ~KeptFileReader() override { std::fclose(file_); }
  Result<void> take(std::span<std::uint8_t> bytes) override {
    if (std::fread(bytes.data(), 1, bytes.size(), file_) == bytes.size()) return {};
    return std::unexpected(Error{"the checkpoint is cut off; name another folder", path_});
  }
  [[nodiscard]] std::string name() const override { return path_; }

 private:
  std::FILE* file_;
  std::string path_;
};

/// What was begun and never came to its first layer, or has come to its end, is nobody's.
bool keeps_nothing(const std::string& folder) {
  std::error_code wrong;
  for (const auto& file : std::filesystem::directory_iterator(folder, wrong))
    if (file.path().filename() != about_name && file.path().extension() != unfinished_end) return false;
  return !wrong;
}

}  // namespace

Result<std::unique_ptr<CheckpointFiles>> CheckpointFiles::look(const std::string& folder, const Value& about) {
  std::unique_ptr<CheckpointFiles> made(new CheckpointFiles(folder, about.json()));
  NAZO_TRY(reader, made->open(about_name));
  if (!reader || keeps_nothing(folder)) return made;
  std::error_code wrong;
  std::string theirs(std::filesystem::file_size(folder + "/" + about_name, wrong), '\0');
  NAZO_CHECK(reader->take({reinterpret_cast<std::uint8_t*>(theirs.data()), theirs.size()}));
  if (theirs == made->about_) return made;
  const auto read = parse_json(theirs);
  const Value* program = read ? read->find("program") : nullptr;
  const bool same_program =
      program != nullptr && about.find("program") != nullptr && *program == *about.find("program");
  return std::unexpected(
      Error{cat("holds the checkpoint of another ",
                same_program ? "board, of other options or of another number of ranks" : "version of nazo",
                "; name another folder"),
            folder});
}

Result<void> CheckpointFiles::begin() {
  std::error_code wrong;
  std::filesystem::create_directories(folder_, wrong);
  if (wrong) return std::unexpected(Error{cat("cannot be made: ", wrong.message()), folder_});
  NAZO_TRY(writer, begin(about_name));
  NAZO_CHECK(writer->add({reinterpret_cast<const std::uint8_t*>(about_.data()), about_.size()}));
  return writer->commit();
}

Result<void> CheckpointFiles::leave() {
  NAZO_CHECK(remove(about_name));
  ::rmdir(folder_.c_str());
  return {};
}

Result<std::unique_ptr<KeptWriter>> CheckpointFiles::begin(const std::string& name) {
  const std::string path = folder_ + "/" + name;
  const int file = ::open((path + unfinished_end).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file == -1) return trouble(path, "the checkpoint cannot be kept");
  return std::make_unique<KeptFileWriter>(file, path);
}

Result<std::unique_ptr<KeptReader>> CheckpointFiles::open(const std::string& name) {
  const std::string path = folder_ + "/" + name;
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr && errno == ENOENT) return nullptr;
  if (file == nullptr) return trouble(path, "the checkpoint cannot be read");
  return std::make_unique<KeptFileReader>(file, path);
}

Result<void> CheckpointFiles::remove(const std::string& name) {
  const std::string path = folder_ + "/" + name;
  if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return trouble(path, "cannot be removed");
}

}  // namespace nazo

#include "workshop/scratch_files.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/text.hpp"

namespace nazo {

namespace {

class NamelessFile final : public ScratchArea {
 public:
  NamelessFile(int file, std::string folder) : file_(file), folder_(std::move(folder)) {}
  ~NamelessFile() override { close(file_); }

  Result<void> write(std::uint64_t at, std::span<const std::uint8_t> bytes) override {
    for (std::size_t done = 0; done < bytes.size();) {
      const auto written = pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(at + done));
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        const std::string_view why = written < 0 && errno != ENOSPC ? std::strerror(errno) : "the disk is full";
        return fail(cat(why, ": what outgrows --memory goes to ", folder_, ", ", grouped(at + done),
                        " bytes so far (--scratch or TMPDIR says where)"));
      }
      done += static_cast<std::size_t>(written);
    }
    return {};
  }

  Result<void> read(std::uint64_t at, std::span<std::uint8_t> bytes) const override {
    for (std::size_t done = 0; done < bytes.size();) {
      const auto got = pread(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(at + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0)
        return fail(cat("cannot read back from ", folder_, ": ", got < 0 ? std::strerror(errno) : "it was cut short"));
      done += static_cast<std::size_t>(got);
    }
    return {};
  }

 private:
  int file_;
  std::string folder_;
};

std::string usual_folder() {
  const char* set = std::getenv("TMPDIR");
  return set != nullptr && *set != '\0' ? set : "/tmp";
}

}  // namespace

Result<std::unique_ptr<ScratchArea>> ScratchFiles::new_area() {
  const std::string folder = folder_.empty() ? usual_folder() : folder_;
  std::string name = folder + "/nazo-scratch-XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0)
    return fail(cat("cannot write to ", folder, ": ", std::strerror(errno),
                    " (--scratch or TMPDIR says where what outgrows --memory goes)"));
  unlink(name.c_str());
  return std::make_unique<NamelessFile>(file, folder);
}

}  // namespace nazo

// Runs the command line in-process with the toy genre, or with all genres.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "catalog/catalog.hpp"
#include "cli/cli.hpp"
#include "toy/lights.hpp"

namespace nazo::cli {

struct Ran {
  int code = -1;
  std::string out, err;
  /// The lines of standard output as JSON.
  [[nodiscard]] std::vector<Value> json() const {
    std::vector<Value> lines;
    std::istringstream stream(out);
    for (std::string line; std::getline(stream, line);) {
      auto value = parse_json(line);
      EXPECT_TRUE(value) << line;
      if (value) lines.push_back(*value);
    }
    return lines;
  }
};

inline Ran run_with(Catalog genres, const std::vector<std::string>& args, const std::string& in) {
  std::istringstream input(in);
  std::ostringstream out, err;
  Ran ran;
  ran.code = run(args, {.in = input, .out = out, .err = err}, genres);
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

inline Ran nazo(const std::vector<std::string>& args, const std::string& in = "") {
  static const std::vector<const Genre*> genres{&lights::genre()};
  return run_with(genres, args, in);
}

/// With the real genres.
inline Ran with_catalog(const std::vector<std::string>& args, const std::string& in = "") {
  return run_with(catalog(), args, in);
}

/// A text of a line of JSON; "?" if there is none.
inline std::string text(const Value& line, std::string_view field) {
  const Value* found = line.find(field);
  return found != nullptr && found->string() != nullptr ? *found->string() : "?";
}

/// A puzzle of the toy genre that one press solves.
inline const std::string plus = ".*.\n***\n.*.\n";

/// A file that lives as long as the test.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("nazo-test-" + std::to_string(::getpid()) + "-" + name)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace nazo::cli

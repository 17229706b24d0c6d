// The page's files, read once at the start with their packed forms: nothing outside them can ever be asked for.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "serve/http.hpp"

namespace nazo::serve {

class Assets {
 public:
  Assets() = default;
  /// Reads every file below a folder. Files NAME.gz and NAME.br beside NAME are its packed forms.
  static Result<Assets> read(const std::string& folder);

  void add(const std::string& path, std::string bytes, std::string packed = {}, std::string brotli = {});

  /// The file of that path ("/assets/app-x1y2.js"), or nullptr. "/" is index.html.
  [[nodiscard]] const Response* find(std::string_view path) const;
  [[nodiscard]] bool empty() const { return files_.empty(); }

 private:
  std::map<std::string, Response, std::less<>> files_;
};

}  // namespace nazo::serve

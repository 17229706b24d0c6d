#include "serve/assets.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.hpp"
#include "serve/pack.hpp"

namespace nazo::serve {

namespace {

std::string_view type_of(std::string_view path) {
  static const std::map<std::string_view, std::string_view> types{
      {"html", "text/html; charset=utf-8"},
      {"js", "text/javascript; charset=utf-8"},
      {"css", "text/css; charset=utf-8"},
      {"svg", "image/svg+xml"},
      {"png", "image/png"},
      {"ico", "image/x-icon"},
      {"wasm", "application/wasm"},
      {"json", "application/json"},
      {"webmanifest", "application/manifest+json"},
      {"txt", "text/plain; charset=utf-8"},
      {"woff2", "font/woff2"},
  };
  const std::size_t dot = path.rfind('.');
  const auto found = dot == std::string_view::npos ? types.end() : types.find(path.substr(dot + 1));
  return found == types.end() ? "application/octet-stream" : found->second;
}

Result<std::string> bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  if (!in) return fail(cat("cannot read ", file.string()));
  return std::move(out).str();
}

/// Nothing where there is no such file.
Result<std::string> bytes_if_there(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return std::string{};
  return bytes_of(file);
}

}  // namespace

Result<Assets> Assets::read(const std::string& folder) {
  namespace fs = std::filesystem;
  Assets assets;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string file = at->path().string();
    if (!at->is_regular_file() || file.ends_with(".gz") || file.ends_with(".br")) continue;
    NAZO_TRY(bytes, bytes_of(file));
    NAZO_TRY(packed, bytes_if_there(file + ".gz"));
    NAZO_TRY(brotli, bytes_if_there(file + ".br"));
    const std::string path = "/" + fs::relative(at->path(), folder).generic_string();
    assets.add(path, std::move(bytes), std::move(packed), std::move(brotli));
  }
  if (error) return fail(cat("cannot read the page's files in ", folder, ": ", error.message()));
  return assets;
}

void Assets::add(const std::string& path, std::string bytes, std::string packed, std::string brotli) {
  Response file{.body = std::move(bytes), .type = std::string(type_of(path))};
  file.etag = etag_of(file.body);
  if (packed.empty() && !path.ends_with(".png")) packed = gzipped(file.body, 9);
  if (packed.size() < file.body.size()) file.packed = std::move(packed);
  if (brotli.size() < file.body.size()) file.brotli = std::move(brotli);
  // Vite puts a hash of the content into the names under /assets: those never change.
  file.headers.emplace_back("Cache-Control",
                            path.starts_with("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
  files_.insert_or_assign(path, std::move(file));
}

const Response* Assets::find(std::string_view path) const {
  const auto found = files_.find(path == "/" ? std::string_view("/index.html") : path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace nazo::serve

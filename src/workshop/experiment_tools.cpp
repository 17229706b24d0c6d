#include "workshop/experiment_tools.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "base/text.hpp"

namespace nazo {

Result<const Genre*> genre_for(const ExperimentCall& call, std::string_view name) {
  if (const Genre* genre = find_genre(call.genres, name)) return genre;
  return fail(cat("this program was built without ", name));
}

Result<std::vector<Item>> items_of_file(const ExperimentCall& call, const std::string& file, const std::string& genre, const std::map<std::string, std::string>& options) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::unexpected(Error{"cannot be read", file});
  std::ostringstream text;
  text << stream.rdbuf();
  return read_items(text.str(), file, {.genres = call.genres, .genre = genre, .verb = "analyze", .given = options});
}

bool stopped(const ExperimentCall& call) { return call.context.budget.stop != nullptr && call.context.budget.stop->load(); }

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string number_text(const Value* value, int digits) {
  if (value == nullptr || std::isnan(value->number())) return "–";
  if (const auto* whole = value->integer()) return *whole < 0 ? std::to_string(*whole) : grouped(static_cast<std::uint64_t>(*whole));
  return text_of(value->number(), digits);
}

}  // namespace nazo

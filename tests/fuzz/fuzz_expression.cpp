// --keep expressions and JSON lines.
#include "base/json.hpp"
#include "fuzz_genre.hpp"
#include "puzzle/expression.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto expression = nazo::Expression::parse(text))
    (void)expression->accepts(nazo::Value::object().set("a", 1));
  if (const auto value = nazo::parse_json(text)) nazo::fuzz::require(nazo::parse_json(value->json()).has_value());
  return 0;
}

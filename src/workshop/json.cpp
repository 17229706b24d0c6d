#include "workshop/json.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace nazo {

namespace {

/// Builds a Value from the parser's events, so that the order of fields is kept and nothing is thrown.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Value result;
  Error error;

  bool null() override { return add(Value()); }
  bool boolean(bool b) override { return add(b); }
  bool number_integer(number_integer_t n) override { return add(n); }
  bool number_unsigned(number_unsigned_t n) override {
    return n <= 9223372036854775807ULL ? add(static_cast<std::int64_t>(n)) : add(static_cast<double>(n));
  }
  bool number_float(number_float_t d, const string_t&) override { return add(d); }
  bool string(string_t& s) override { return add(s); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Value::object()); }
  bool key(string_t& name) override {
    names_.back() = name;
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Value::array()); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception&) override {
    error = {cat("this is not JSON: unexpected ", token.empty() ? "end" : in_quotes(token)), {}, 1, position == 0 ? 1 : position};
    return false;
  }

 private:
  static constexpr std::size_t deepest = 64;

  bool add(Value value) {
    if (open_.empty()) {
      result = std::move(value);
    } else if (open_.back().is_object()) {
      open_.back().set(names_.back(), std::move(value));
    } else {
      open_.back().push(std::move(value));
    }
    return true;
  }
  bool open(Value container) {
    if (open_.size() == deepest) {
      error = {"this JSON is nested too deeply", {}, 1, 1};
      return false;
    }
    open_.push_back(std::move(container));
    names_.emplace_back();
    return true;
  }
  bool close() {
    Value done = std::move(open_.back());
    open_.pop_back();
    names_.pop_back();
    return add(std::move(done));
  }

  std::vector<Value> open_;
  std::vector<std::string> names_;
};

}  // namespace

Result<Value> read_json(std::string_view text) {
  Builder builder;
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return builder.result;
  if (builder.error.message.empty()) builder.error = {"this is not JSON", {}, 1, 1};
  return std::unexpected(builder.error);
}

}  // namespace nazo

#include "base/json.hpp"

#include <cmath>
#include <cstdint>
#include <string>

#include "base/hex.hpp"
#include "base/text.hpp"

namespace nazo {
namespace {

constexpr int deepest = 200;

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  Result<Value> document() {
    NAZO_TRY(value, any(0));
    skip_blanks();
    if (at_ != text_.size()) return wrong("expected the end of the JSON text");
    return std::move(value);
  }

 private:
  [[nodiscard]] bool ended() const { return at_ == text_.size(); }
  [[nodiscard]] char here() const { return ended() ? '\0' : text_[at_]; }

  [[nodiscard]] std::unexpected<Error> wrong(std::string_view expected) const {
    std::size_t line = 1, column = 1;
    for (std::size_t i = 0; i < at_; ++i) text_[i] == '\n' ? (++line, column = 1) : ++column;
    const std::string found = ended() ? std::string("the end") : in_quotes(text_.substr(at_, 24));
    return fail_at(line, column, cat("JSON: ", expected, ", found ", found));
  }

  void skip_blanks() {
    while (!ended() && (here() == ' ' || here() == '\t' || here() == '\n' || here() == '\r')) ++at_;
  }

  [[nodiscard]] bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  Result<Value> any(int depth) {
    if (depth > deepest) return wrong("nested too deeply");
    skip_blanks();
    switch (here()) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"': {
        NAZO_TRY(text, string());
        return Value(std::move(text));
      }
      default:
        break;
    }
    if (take("true")) return Value(true);
    if (take("false")) return Value(false);
    if (take("null")) return Value();
    return number();
  }

  Result<Value> object(int depth) {
    ++at_;
    Value::Object fields;
    skip_blanks();
    if (take("}")) return Value(std::move(fields));
    for (;;) {
      skip_blanks();
      if (here() != '"') return wrong("expected a name in quotes");
      NAZO_TRY(name, string());
      skip_blanks();
      if (!take(":")) return wrong("expected ':'");
      NAZO_TRY(value, any(depth + 1));
      fields.emplace_back(std::move(name), std::move(value));
      skip_blanks();
      if (take("}")) return Value(std::move(fields));
      if (!take(",")) return wrong("expected ',' or '}'");
    }
  }

  Result<Value> array(int depth) {
    ++at_;
    Value::Array items;
    skip_blanks();
    if (take("]")) return Value(std::move(items));
    for (;;) {
      NAZO_TRY(value, any(depth + 1));
      items.push_back(std::move(value));
      skip_blanks();
      if (take("]")) return Value(std::move(items));
      if (!take(",")) return wrong("expected ',' or ']'");
    }
  }

  [[nodiscard]] bool digits() {
    const std::size_t start = at_;
    while (!ended() && here() >= '0' && here() <= '9') ++at_;
    return at_ != start;
  }

  Result<Value> number() {
    const std::size_t start = at_;
    const bool negative = take("-");
    if (take("0")) {
      if (here() >= '0' && here() <= '9') return wrong("a number must not begin with 0");
    } else if (!digits()) {
      at_ = start;
      return wrong("expected a value");
    }
    bool whole = true;
    if (take(".")) {
      whole = false;
      if (!digits()) return wrong("expected a digit after the point");
    }
    if (here() == 'e' || here() == 'E') {
      whole = false;
      ++at_;
      if (here() == '+' || here() == '-') ++at_;
      if (!digits()) return wrong("expected a digit in the exponent");
    }
    const std::string_view digits = text_.substr(start, at_ - start);
    if (whole && !(negative && digits == "-0"))
      if (const auto n = number_of<std::int64_t>(digits)) return Value(*n);
    const auto real = real_of(digits);
    if (!real || !std::isfinite(*real)) {
      at_ = start;
      return wrong("a number that a double cannot hold");
    }
    return Value(*real);
  }

  [[nodiscard]] std::optional<unsigned> four_hex() {
    unsigned code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = here();
      const int digit = hex_value(c);
      if (digit < 0) return std::nullopt;
      code = code * 16 + static_cast<unsigned>(digit);
    }
    return code;
  }

  static void append_utf8(std::string& out, unsigned code) {
    const auto byte = [&](unsigned b) { out += static_cast<char>(static_cast<unsigned char>(b)); };
    if (code < 0x80) {
      byte(code);
    } else if (code < 0x800) {
      byte(0xc0 | code >> 6), byte(0x80 | (code & 63));
    } else if (code < 0x10000) {
      byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63));
    } else {
      byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63));
    }
  }

  [[nodiscard]] bool escape(std::string& out) {
    switch (here()) {
      case '"':
        out += '"';
        break;
      case '\\':
        out += '\\';
        break;
      case '/':
        out += '/';
        break;
      case 'b':
        out += '\b';
        break;
      case 'f':
        out += '\f';
        break;
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 't':
        out += '\t';
        break;
      case 'u': {
        ++at_;
        auto code = four_hex();
        if (!code) return false;
        if (*code >= 0xd800 && *code < 0xdc00) {  // the first half of a pair
          if (!take("\\u")) return false;
          const auto low = four_hex();
          if (!low || *low < 0xdc00 || *low > 0xdfff) return false;
          code = 0x10000 + ((*code - 0xd800) << 10) + (*low - 0xdc00);
        } else if (*code >= 0xdc00 && *code <= 0xdfff) {
          return false;
        }
        append_utf8(out, *code);
        return true;
      }
      default:
        return false;
    }
    ++at_;
    return true;
  }

  Result<std::string> string() {
    ++at_;
    std::string out;
    for (;;) {
      if (ended()) return wrong("expected '\"' at the end of the string");
      const auto c = static_cast<unsigned char>(here());
      if (c == '"') {
        ++at_;
        return out;
      }
      if (c == '\\') {
        ++at_;
        if (!escape(out)) return wrong("not an escape that JSON knows");
      } else if (c < 0x20) {
        return wrong("a control character must be escaped");
      } else if (c < 0x80) {
        out += here();
        ++at_;
      } else {
        const std::size_t length = utf8_length(text_.substr(at_));
        if (length == 0) return wrong("not valid UTF-8");
        out += text_.substr(at_, length);
        at_ += length;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Result<Value> parse_json(std::string_view text) { return JsonReader(text).document(); }

}  // namespace nazo

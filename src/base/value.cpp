#include "base/value.hpp"

#include <charconv>
#include <cmath>
#include <limits>

#include "base/hex.hpp"
#include "base/text.hpp"

namespace nazo {

void Value::copy(const Value& other) {
  // First the copy, then the move: what is copied may be a part of this very value.
  const auto take = [this](const auto& part) {
    auto copied = part;
    data_ = std::move(copied);
  };
  std::visit(take, other.data_);
}

double Value::number() const {
  if (const auto* b = boolean()) return *b ? 1.0 : 0.0;
  if (const auto* n = integer()) return static_cast<double>(*n);
  if (const auto* d = std::get_if<double>(&data_)) return *d;
  return std::numeric_limits<double>::quiet_NaN();
}

const Value* Value::find(std::string_view name) const {
  if (const Object* object = fields())
    for (const auto& [key, value] : *object)
      if (key == name) return &value;
  return nullptr;
}

Value& Value::set(std::string_view name, Value value) {
  if (is_null()) data_ = Object{};
  auto& object = std::get<Object>(data_);
  for (auto& [key, old] : object)
    if (key == name) {
      old = std::move(value);
      return *this;
    }
  object.emplace_back(std::string(name), std::move(value));
  return *this;
}

Value& Value::push(Value value) {
  if (is_null()) data_ = Array{};
  std::get<Array>(data_).push_back(std::move(value));
  return *this;
}

std::string Value::json() const {
  std::string out;
  write_json(out);
  return out;
}

void Value::write_json(std::string& out) const {
  struct Writer {
    std::string& out;
    void operator()(std::monostate) const { out += "null"; }
    void operator()(bool b) const { out += b ? "true" : "false"; }
    void operator()(std::int64_t n) const { out += std::to_string(n); }
    void operator()(double d) const { out += std::isfinite(d) ? text_of(d) : "null"; }
    void operator()(const std::string& s) const { out += json_string(s); }
    void operator()(const Array& items) const {
      out += '[';
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (i != 0) out += ',';
        items[i].write_json(out);
      }
      out += ']';
    }
    void operator()(const Object& fields) const {
      out += '{';
      for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i != 0) out += ',';
        out += json_string(fields[i].first);
        out += ':';
        fields[i].second.write_json(out);
      }
      out += '}';
    }
  };
  std::visit(Writer{out}, data_);
}

std::string json_string(std::string_view text) {
  const auto plain = [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; };
  std::string out = "\"";
  out.reserve(text.size() + 2);
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t run = i;
    while (i < text.size() && plain(text[i])) ++i;
    out += text.substr(run, i - run);
    if (i == text.size()) break;
    const auto c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += text[i++];
    } else if (c == '\n') {
      out += "\\n";
      ++i;
    } else if (c == '\t') {
      out += "\\t";
      ++i;
    } else if (c == '\r') {
      out += "\\r";
      ++i;
    } else if (c < 0x20 || c == 0x7f) {
      out += "\\u00" + hex_of(c);
      ++i;
    } else if (const std::size_t length = utf8_length(text.substr(i)); length != 0) {
      out += text.substr(i, length);
      i += length;
    } else {
      out += "\xEF\xBF\xBD";
      ++i;
    }
  }
  return out += '"';
}

}  // namespace nazo

// Layers as they are drawn in text: a sign for a half tile, rows of points where nothing lies.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "genres/shanghai/rules/rules.hpp"

namespace nazo::shanghai {

class Drawing {
 public:
  /// Layers on which nothing lies are named and not drawn, but for the lowest.
  Drawing(Frame frame, const Layout& slots) : signs_in_a_row_(index(frame.width) + 1) {
    std::array<bool, most_layers> used{true};
    for (const Slot& slot : slots) used[index(slot.layer)] = true;
    const std::string row = std::string(index(frame.width), '.') + "\n";
    text_.reserve(index(frame.layers) * (8 + row.size() * index(frame.height)));
    for (int layer = 0; layer < frame.layers; ++layer) {
      text_ += "layer ";
      text_ += static_cast<char>('1' + layer);
      text_ += '\n';
      begins_[index(layer)] = text_.size();
      for (int i = 0; i < frame.height && used[index(layer)]; ++i) text_ += row;
    }
  }

  /// A tile, by its two letters.
  void put(Slot slot, std::string_view code) {
    const std::size_t at = begins_[index(slot.layer)] + index(slot.row) * signs_in_a_row_ + index(slot.column);
    text_[at] = code[0];
    text_[at + 1] = code[1];
    text_[at + signs_in_a_row_] = '[';
    text_[at + signs_in_a_row_ + 1] = ']';
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static_assert(most_layers < 10, "a layer's number is one sign");
  std::size_t signs_in_a_row_;
  std::array<std::size_t, most_layers> begins_{};
  std::string text_{};
};

}  // namespace nazo::shanghai

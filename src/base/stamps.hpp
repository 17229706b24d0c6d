// Marks on squares that are wiped away all at once and in no time: a mark holds only in the round it was made in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace nazo {

/// A mark may carry `flag_bits` bits of its own. When the numbers of rounds are used up, the marks are wiped by hand.
template <unsigned flag_bits = 0, class Word = std::uint32_t>
class Stamps {
 public:
  explicit Stamps(std::size_t squares) : words_(squares, Word{0}) {}

  /// What a hot loop holds on to, in registers: the marks of the present round, until the next one begins.
  class Round {
   public:
    Round(Word* words, Word round) : words_(words), round_(round) {}
    [[nodiscard]] bool has(std::size_t square) const { return words_[square] >> flag_bits == round_; }
    void mark(std::size_t square) { words_[square] = static_cast<Word>(round_ << flag_bits); }

   private:
    Word* words_;
    Word round_;
  };

  Round clear() {
    if (round_ == last_round) {
      std::ranges::fill(words_, Word{0});
      round_ = 0;
    }
    ++round_;
    return {words_.data(), round_};
  }
  [[nodiscard]] bool has(std::size_t square) const { return words_[square] >> flag_bits == round_; }
  [[nodiscard]] unsigned flags(std::size_t square) const { return has(square) ? words_[square] & all_flags : 0U; }
  void mark(std::size_t square, unsigned flags = 0) {
    words_[square] = static_cast<Word>(static_cast<Word>(round_ << flag_bits) | flags);
  }

 private:
  static constexpr Word last_round = static_cast<Word>(std::numeric_limits<Word>::max() >> flag_bits);
  static constexpr unsigned all_flags = (1U << flag_bits) - 1;

  std::vector<Word> words_;
  Word round_ = 1;
};

}  // namespace nazo

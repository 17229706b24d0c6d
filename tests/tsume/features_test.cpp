// Features of the main line counted by hand, and the rating made of them.
#include "genres/tsume/analyse/features.hpp"

#include <gtest/gtest.h>

#include "tsume/helpers.hpp"

namespace nazo::tsume {
namespace {

using helpers::position;

std::vector<Move16> moves(std::initializer_list<const char*> texts) {
  std::vector<Move16> out;
  for (const char* text : texts) out.push_back(*read_usi(text));
  return out;
}

TEST(TsumeFeatures, CountedByHand) {
  // The dragon is sacrificed on 1d, the king takes it, the rook promotes.
  const Position p = position("9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1");
  const LineFeatures f = line_features(p, moves({"3d1d", "1c1d", "3f3c+"}));
  EXPECT_EQ(f.length, 3);
  EXPECT_EQ(f.pieces, 7);
  EXPECT_EQ(f.sacrifices, 1);
  EXPECT_EQ(f.king_walk, 1);
  EXPECT_EQ(f.captures, 0);
  EXPECT_EQ(f.quiet_drops, 0);
  EXPECT_EQ(f.underpromotions, 0);
  EXPECT_EQ(f.interpositions, 0);
  EXPECT_DOUBLE_EQ(f.evasions_mean, 1);
}

TEST(TsumeFeatures, DropsInterpositionsAndCaptures) {
  const Position p = position("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1");
  const LineFeatures f = line_features(p, moves({"1e3c+", "P*1e", "1f1e"}));
  EXPECT_EQ(f.interpositions, 1);
  EXPECT_EQ(f.captures, 1);
  EXPECT_EQ(f.sacrifices, 0);
  const LineFeatures drop = line_features(position("3k5/9/3+P5/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"), moves({"G*6b"}));
  EXPECT_EQ(drop.quiet_drops, 1);
  EXPECT_EQ(drop.pieces, 3);
  const LineFeatures plain = line_features(position("8k/5B3/7G1/9/9/9/9/9/9 b 2rb3g4s4n4l18p 1"), moves({"4b3c"}));
  EXPECT_EQ(plain.underpromotions, 1);
}

TEST(TsumeRate, HarderAndLivelierRatesHigher) {
  const auto features = [](double length, double updates, double pn_mean, double peak, double sacrifices) {
    return Value::object()
        .set("length", length)
        .set("updates", updates)
        .set("pn_mean", pn_mean)
        .set("pn_peak_share", peak)
        .set("sacrifices", sacrifices)
        .set("underpromotions", 0)
        .set("interpositions", 0);
  };
  const Prior easy = prior(features(1, 3, 1, 0, 0)), middle = prior(features(7, 400, 4, .5, 1)),
              hard = prior(features(25, 1e7, 300, .9, 8));
  ASSERT_TRUE(easy.difficulty && middle.difficulty && hard.difficulty);
  EXPECT_LT(*easy.difficulty, 5);
  EXPECT_GT(*middle.difficulty, 30);
  EXPECT_LT(*middle.difficulty, 70);
  EXPECT_EQ(*hard.difficulty, 100);
  EXPECT_LT(*easy.interest, *middle.interest);
  EXPECT_LT(*middle.interest, *hard.interest);
  // Each part of the interest adds to it.
  const double base = *prior(features(7, 400, 2, .2, 0)).interest;
  EXPECT_GT(*prior(features(7, 400, 4, .2, 0)).interest, base);
  EXPECT_GT(*prior(features(7, 800, 2, .2, 0)).interest, base);
  EXPECT_GT(*prior(features(9, 400, 2, .2, 0)).interest, base);
  EXPECT_GT(*prior(features(7, 400, 2, .4, 0)).interest, base);
  EXPECT_GT(*prior(features(7, 400, 2, .2, 1)).interest, base);
  EXPECT_FALSE(easy.time || easy.success) << "nobody has measured that";
}

TEST(TsumeRate, SaysNothingOfWhatWasNotMeasured) {
  EXPECT_FALSE(prior(Value::object()).difficulty);
  EXPECT_FALSE(prior(Value::object().set("length", 7)).interest);
  EXPECT_FALSE(prior(Value::object().set("length", 7).set("updates", 0)).difficulty);
}

}  // namespace
}  // namespace nazo::tsume

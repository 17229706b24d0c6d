// SFEN and USI text: round trips, and one clear line for everything that is wrong.
#include <gtest/gtest.h>

#include "genres/tsume/text/record.hpp"
#include "tsume/helpers.hpp"
#include "tsume/random_positions.hpp"

namespace nazo::tsume {
namespace {

TEST(TsumeSfen, RoundTrips) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Rng rng(9, i);
    random_positions::Wish wish;
    wish.attackers = wish.defenders = 9;
    wish.near = false;
    wish.attacker_white = rng.below(2) == 0;
    const auto p = random_positions::make(rng, wish);
    if (!p) continue;
    const auto again = read_sfen(sfen_of(*p));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->position, *p);
    EXPECT_EQ(again->position.board_key(), p->board_key());
    EXPECT_EQ(sfen_of(p->turned().turned()), sfen_of(*p));
    EXPECT_EQ(sfen_of(p->mirrored().mirrored()), sfen_of(*p));
  }
}

TEST(TsumeSfen, DefenderHand) {
  const auto listed = read_sfen("8k/9/9/9/9/9/9/9/8L b GP2r 1");
  ASSERT_TRUE(listed);
  EXPECT_EQ(sfen_hands(with_defender_hand(*listed, DefenderHand::automatic)), "GP2r");
  EXPECT_EQ(sfen_hands(with_defender_hand(*listed, DefenderHand::rest)), "GP2r2b3g4s4n3l17p");
  const auto silent = read_sfen("8k/9/9/9/9/9/9/9/8L b GP 1");
  EXPECT_EQ(sfen_hands(with_defender_hand(*silent, DefenderHand::automatic)), "GP2r2b3g4s4n3l17p");
  EXPECT_EQ(sfen_hands(with_defender_hand(*silent, DefenderHand::given)), "GP");
}

TEST(TsumeSfen, UsiMoves) {
  for (const char* text : {"7g7f", "2b3c+", "G*5b", "P*1i"}) EXPECT_EQ(usi_of(*read_usi(text)), text);
  for (const char* text : {"", "7g", "7g7g", "0a1a", "1j1a", "K*5e", "g*5e", "7g7f++", "7g7f-", "P*", "P*0a", "77776"})
    EXPECT_FALSE(read_usi(text)) << text;
}

/// The message for a bad text, with its place.
std::string complaint(std::string_view text) {
  const auto records = read_sfen_file(text);
  if (!records) return records.error().text();
  for (const Record& r : *records)
    if (auto good = check_start(with_defender_hand(r.setup, DefenderHand::automatic)); !good)
      return good.error().message;
  return "";
}

TEST(TsumeSfen, OneClearLineForEveryFault) {
  const auto says = [](std::string_view text, std::string_view part) {
    const std::string message = complaint(text);
    EXPECT_NE(message.find(part), std::string::npos) << text << " gave: " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  };
  says("kk7/9/9/9/9/9/9/9/9 b - 1", "1:2: a second king of white");
  says("k8/ppppppppp/ppppppppp/p8/9/9/9/9/9 b - 1", "more than 18 pawns");
  says("k8/9/9/9/9/9/9/9/9 b 19P 1", "1:22: more than 18 pawns");
  says("k8/9/9/9/9/9/9/9/9 b 4Gg 1", "more than 4 golds");
  says("k7P/9/9/9/9/9/9/9/9 b - 1", "could never move");
  says("k8/8N/9/9/9/9/9/9/9 b - 1", "could never move");
  says("k8/9/9/9/9/9/9/9/8p b - 1", "could never move");
  says("k8/9/8P/8P/9/9/9/9/9 b - 1", "nifu");
  says("k8/P8/9/9/9/9/9/9/9 b - 1", "is in check");
  says("9/9/9/9/9/9/9/9/9 b G 1", "has no king");
  says("Kg7/1g7/9/9/9/9/9/9/8k b - 1", "mated already");
  says("x8/9/9/9/9/9/9/9/9 b - 1", "1:1: unknown piece");
  says("k7/9/9/9/9/9/9/9/9 b - 1", "1:3: rank 1 of the board has 8 squares");
  says("k9/9/9/9/9/9/9/9/9 b - 1", "more than 9 squares");
  says("k8/9/9/9/9/9/9/9 b - 1", "8 ranks");
  says("k8/9/9/9/9/9/9/9/9/9 b - 1", "more than 9 ranks");
  says("k8/9/9/9/9/9/9/9/9 x - 1", "expected b or w");
  says("k8/9/9/9/9/9/9/9/9 b q 1", "in the hands");
  says("k8/9/9/9/9/9/9/9/9 b - one", "move number");
  says("k8/9/9/9/9/9/9/9/9 b - 1 2", "unexpected text");
  says("k8/9/9/9/9/9/9/9/9", "needs board, side to move and hands");
  says("+k8/9/9/9/9/9/9/9/9 b - 1", "cannot be promoted");
  says("\n\nrubbish", "3:");
}

TEST(TsumeSfen, FilesWithIdsAndComments) {
  const auto records = read_sfen_file(
      "# a comment\n\n9/9/9/8k/8B/8+R/9/9/9 b - 1\tfirst\tsays: hello\n9/9/9/8k/8B/8+R/9/9/9 b -\n"
      "position sfen 9/9/9/8k/8B/8+R/9/9/9 b - 1 moves 1e3c+\tthird\n");
  ASSERT_TRUE(records) << records.error().text();
  ASSERT_EQ(records->size(), 3u);
  EXPECT_EQ((*records)[0].title, "first");
  EXPECT_EQ((*records)[0].notes.front().second, "says: hello");
  EXPECT_EQ((*records)[1].title, "");
  EXPECT_EQ(helpers::joined((*records)[2].moves), "1e3c+");
  EXPECT_EQ(write_sfen_line((*records)[0]), "9/9/9/8k/8B/8+R/9/9/9 b - 1\tfirst\tsays: hello\n");
}

}  // namespace
}  // namespace nazo::tsume

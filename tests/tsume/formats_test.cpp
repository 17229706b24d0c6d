// KIF, CSA, Japanese notation and Shift-JIS.
#include <gtest/gtest.h>

#include "genres/tsume/text/encoding.hpp"
#include "genres/tsume/text/japanese.hpp"
#include "genres/tsume/text/record.hpp"
#include "tsume/helpers.hpp"
#include "tsume/random_positions.hpp"

namespace nazo::tsume {
namespace {

using helpers::joined;
using helpers::position;

Move16 usi(const char* text) { return *read_usi(text); }

std::string spoken(const char* sfen, const char* move, std::optional<Square> previous = {}) {
  return japanese_move(position(sfen, DefenderHand::given), usi(move), previous);
}

TEST(TsumeJapanese, ThePapersExample) {
  const Position p = position("7nk/5+P3/7+P1/6+P2/9/9/9/9/9 b S 1");
  EXPECT_EQ(japanese_line(p, {usi("S*2b"), usi("1a1b")}), "▲２二銀 △１二玉");
}

TEST(TsumeJapanese, SamePlacePromotionAndDrops) {
  EXPECT_EQ(spoken("8k/9/9/9/9/9/9/9/R8 b - 1", "9i9a+"), "９一飛成");
  EXPECT_EQ(spoken("8k/9/9/9/9/9/9/9/R8 b - 1", "9i9a"), "９一飛不成");
  EXPECT_EQ(spoken("8k/9/9/9/9/9/9/9/R8 b - 1", "9i9e"), "９五飛");
  EXPECT_EQ(spoken("8k/9/9/9/9/9/9/9/R8 b - 1", "9i9a+", square_at(8, 0)), "同　飛成");
  EXPECT_EQ(spoken("8k/9/9/9/9/9/9/9/+S8 b - 1", "9i9h", square_at(8, 7)), "同成銀");
  EXPECT_EQ(spoken("8k/9/9/9/9/9/9/9/9 b S 1", "S*3b"), "３二銀") << "no other silver can go there: 打 is not said";
  EXPECT_EQ(spoken("8k/9/6S2/9/9/9/9/9/9 b S 1", "S*3b"), "３二銀打");
  EXPECT_EQ(spoken("8k/9/6+S2/9/9/9/9/9/9 b S 1", "S*3b"), "３二銀") << "a promoted silver is another piece";
}

TEST(TsumeJapanese, WhichOfTwoPieces) {
  // Golds on 6b and 4b to 5a: from the left and from the right.
  const char* two_golds = "9/3G1G3/9/9/9/9/9/9/8k b - 1";
  EXPECT_EQ(spoken(two_golds, "6b5a"), "５一金左");
  EXPECT_EQ(spoken(two_golds, "4b5a"), "５一金右");
  const char* up_or_side = "9/9/4G1G2/5G3/9/9/9/9/8k b - 1";
  EXPECT_EQ(spoken("9/9/4G4/5G3/9/9/9/9/8k b - 1", "4d4c"), "４三金上");
  EXPECT_EQ(spoken("9/9/4G4/5G3/9/9/9/9/8k b - 1", "5c4c"), "４三金寄");
  EXPECT_EQ(spoken(up_or_side, "5c4c"), "４三金左");
  EXPECT_EQ(spoken(up_or_side, "3c4c"), "４三金右");
  EXPECT_EQ(spoken(up_or_side, "4d4c"), "４三金上");
  // Straight up beside one that comes from the side: 直.
  EXPECT_EQ(spoken("9/9/9/9/9/9/9/4GG3/8k b - 1", "5h5g"), "５七金直");
  EXPECT_EQ(spoken("9/9/9/9/9/9/9/4GG3/8k b - 1", "4h5g"), "５七金右");
  // Silvers: one goes back.
  EXPECT_EQ(spoken("9/9/9/9/3S5/9/5S3/9/8k b - 1", "6e5f"), "５六銀引");
  EXPECT_EQ(spoken("9/9/9/9/3S5/9/5S3/9/8k b - 1", "4g5f"), "５六銀上");
  // Two silvers on the left, one up one down, and one on the right going up.
  EXPECT_EQ(spoken("9/9/9/9/3S5/9/3S1S3/9/8k b - 1", "6g5f"), "５六銀左上");
  EXPECT_EQ(spoken("9/9/9/9/3S5/9/3S1S3/9/8k b - 1", "4g5f"), "５六銀右");
  // Dragons and horses are told apart by who stands further left.
  EXPECT_EQ(spoken("+R7+R/9/9/9/9/9/9/9/4k4 b - 1", "9a8b"), "８二龍");
  EXPECT_EQ(spoken("9/9/9/9/4+R3+R/9/9/9/k8 b - 1", "5e3e"), "３五龍左");
  EXPECT_EQ(spoken("9/9/9/9/4+R3+R/9/9/9/k8 b - 1", "1e3e"), "３五龍右");
  // White sees it from the other side.
  EXPECT_EQ(spoken("K8/9/9/9/9/9/9/3g1g3/9 w - 1", "6h5i"), "５九金右");
  EXPECT_EQ(spoken("K8/9/9/9/9/9/9/3g1g3/9 w - 1", "4h5i"), "５九金左");
}

TEST(TsumeJapanese, WhatIsSpokenCanBeTyped) {
  for (std::uint64_t i = 0; i < 120; ++i) {
    Rng rng(31, i);
    random_positions::Wish wish;
    wish.attackers = 8;
    wish.attacker_hand = 4;
    wish.attacker_white = rng.below(2) == 0;
    const auto p = random_positions::make(rng, wish);
    if (!p) continue;
    MoveList list;
    legal_moves(*p, list);
    for (const Move16 m : list) {
      const std::string text = marked_move(*p, m, std::nullopt);
      ASSERT_EQ(typed_move(*p, text, list, std::nullopt), std::optional(m)) << sfen_of(*p) << " " << text;
      ASSERT_EQ(typed_move(*p, usi_of(m), list, std::nullopt), std::optional(m));
    }
  }
}

TEST(TsumeJapanese, TypingIsForgiving) {
  const Position p = position("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RP 1", DefenderHand::given);
  MoveList list;
  legal_moves(p, list);
  for (const char* text : {"２二飛", "22飛", "▲22飛打", "☗ ２二 飛 打", "R*2b"})
    EXPECT_EQ(typed_move(p, text, list, {}), usi("R*2b")) << text;
  EXPECT_EQ(typed_move(p, "22角成", list, {}), usi("3c2b+"));
  EXPECT_FALSE(typed_move(p, "22金", list, {}));
  EXPECT_FALSE(typed_move(p, "", list, {}));
  EXPECT_FALSE(typed_move(p, "▲", list, {}));
}

Record example() {
  Record record;
  record.setup.position = position("5+P1k1/9/5+rB2/9/9/9/9/9/9 b RPb4g4s4n4l16p 1");
  record.title = "例題";
  for (const char* m : {"R*2b", "2a1a", "2b3b", "4c3c", "P*1b", "1a2a", "4a3a"}) record.moves.push_back(usi(m));
  return record;
}

TEST(TsumeKif, IsWrittenToTheLetter) {
  EXPECT_EQ(write_kif(example()),
            "手合割：その他\n"
            "作品名：例題\n"
            "手数：7\n"
            "後手の持駒：角　金四　銀四　桂四　香四　歩十六\n"
            "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
            "+---------------------------+\n"
            "| ・ ・ ・ ・ ・ と ・v玉 ・|一\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
            "| ・ ・ ・ ・ ・v龍 角 ・ ・|三\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n"
            "+---------------------------+\n"
            "先手の持駒：飛　歩\n"
            "先手：攻方\n"
            "後手：玉方\n"
            "手数----指手---------消費時間--\n"
            "   1 ２二飛打      ( 0:00/00:00:00)\n"
            "   2 １一玉(21)    ( 0:00/00:00:00)\n"
            "   3 ３二飛(22)    ( 0:00/00:00:00)\n"
            "   4 ３三龍(43)    ( 0:00/00:00:00)\n"
            "   5 １二歩打      ( 0:00/00:00:00)\n"
            "   6 ２一玉(11)    ( 0:00/00:00:00)\n"
            "   7 ３一と(41)    ( 0:00/00:00:00)\n"
            "   8 詰み          ( 0:00/00:00:00)\n");
}

TEST(TsumeKif, ReadsBackWhatItWrites) {
  const auto records = read_kif(write_kif(example()));
  ASSERT_TRUE(records) << records.error().text();
  ASSERT_EQ(records->size(), 1u);
  EXPECT_EQ(records->front().setup.position, example().setup.position);
  EXPECT_EQ(records->front().title, "例題");
  EXPECT_EQ(records->front().moves, example().moves);
  const auto two = read_kif(write_kif(example()) + "\n" + write_kif(example()));
  ASSERT_TRUE(two) << two.error().text();
  EXPECT_EQ(two->size(), 2u);
}

TEST(TsumeKif, ReadsWhatOtherProgramsWrite) {
  const auto records = read_kif(
      "# ---- Kifu for Windows V7 ----\n手合割：平手　　\n後手の持駒：飛二　角　金三　銀四　桂三　香四　歩十七　\n  ９ "
      "８ ７ ６ ５ ４ ３ ２ １\n"
      "+---------------------------+\n| ・ ・ ・ ・ ・ ・ ・v桂v玉|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ "
      "・ ・ ・ 竜 歩|三\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ "
      "・ ・ ・ ・ ・ ・|七\n"
      "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ "
      "・|九\n+---------------------------+\n先手の持駒：金　\n先手：\n後手：\n"
      "手数----指手---------消費時間--\n*コメント\n   1 １二金打     ( 0:01/00:00:01)\n   2 中断         ( "
      "0:00/00:00:00)\n\n変化：1手\n   1 １二歩成(13)\n");
  ASSERT_FALSE(records) << "three rooks are too many";
  EXPECT_NE(records.error().message.find("R"), std::string::npos);
}

TEST(TsumeKif, ClearComplaints) {
  const auto complaint = [](std::string_view text) {
    const auto records = read_kif(text);
    return records ? std::string("none") : records.error().text();
  };
  EXPECT_NE(
      complaint("手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n").find("without a board diagram"),
      std::string::npos);
  EXPECT_NE(complaint("").find("board diagram"), std::string::npos);
  EXPECT_NE(complaint("| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n").find("has 1 ranks"), std::string::npos);
  EXPECT_NE(complaint("| ・ ・ 龜 ・ ・ ・ ・ ・ ・|一\n").find("1:11: expected a piece"), std::string::npos)
      << complaint("| ・ ・ 龜 ・ ・ ・ ・ ・ ・|一\n");
  std::string bad = write_kif(example());
  bad.replace(bad.find("１一玉(21)"), std::string("１一玉(21)").size(), "９九玉(21)");
  EXPECT_NE(complaint(bad).find("not legal"), std::string::npos);
}

TEST(TsumeKif, Ki2IsForPeople) {
  const std::string text = write_ki2(example());
  EXPECT_NE(text.find("▲２二飛"), std::string::npos);
  EXPECT_NE(text.find("△１一玉"), std::string::npos);
  EXPECT_NE(text.find("まで7手詰"), std::string::npos);
}

TEST(TsumeCsa, RoundTrip) {
  const std::string text = write_csa(example());
  EXPECT_NE(text.find("P1 *  *  *  *  * +TO * -OU * \n"), std::string::npos) << text;
  EXPECT_NE(text.find("+0022HI\n-2111OU\n+2232HI\n-4333RY\n"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("%TSUMI\n"));
  const auto records = read_csa(text);
  ASSERT_TRUE(records) << records.error().text();
  EXPECT_EQ(records->front().setup.position, example().setup.position);
  EXPECT_EQ(records->front().moves, example().moves);
  const auto rest = read_csa("P-21OU\nP+41TO33KA00HI00FU\nP-43RY\nP-00AL\n+\n");
  ASSERT_TRUE(rest) << rest.error().text();
  EXPECT_EQ(rest->front().setup.position, example().setup.position) << "AL is all the rest";
}

TEST(TsumeCsa, ClearComplaints) {
  const auto complaint = [](std::string_view text) {
    const auto records = read_csa(text);
    return records ? std::string("none") : records.error().text();
  };
  EXPECT_EQ(complaint("PI\n+\n").substr(0, 4), "1:1:");
  EXPECT_NE(complaint("P-21OU21OU\n+\n").find("two pieces"), std::string::npos);
  EXPECT_NE(complaint("P-21OU31OU\n+\n").find("second king"), std::string::npos);
  EXPECT_NE(complaint("P1-XX\n+\n").find("1:3: expected a piece"), std::string::npos);
  EXPECT_NE(complaint("P-21OU\n").find("side to move"), std::string::npos);
  EXPECT_NE(complaint("P-21OU\nP+00KI\n+\n+0055OU\n").find("not legal"), std::string::npos);
  EXPECT_NE(complaint("hello\n").find("unknown CSA statement"), std::string::npos);
  EXPECT_NE(complaint("").find("expected a CSA record"), std::string::npos);
}

TEST(TsumeEncoding, ShiftJis) {
  // "後手の持駒：飛" and "と" in Shift-JIS.
  const std::string sjis = "\x8c\xe3\x8e\xe8\x82\xcc\x8e\x9d\x8b\xee\x81\x46\x94\xf2\n\x82\xc6 abc \xb1";
  EXPECT_FALSE(is_utf8(sjis));
  EXPECT_EQ(as_utf8(sjis), "後手の持駒：飛\nと abc ｱ");
  EXPECT_EQ(as_utf8("\xef\xbb\xbf詰"), "詰");
  EXPECT_EQ(as_utf8("詰将棋"), "詰将棋");
  EXPECT_EQ(from_shift_jis("\x81"), "\xef\xbf\xbd");
  EXPECT_EQ(from_shift_jis("\xff\x80"), "\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(TsumeFormats, RandomPositionsSurviveEveryFormat) {
  for (std::uint64_t i = 0; i < 500; ++i) {
    Rng rng(13, i);
    random_positions::Wish wish;
    wish.attackers = wish.defenders = 10;
    wish.attacker_king = rng.below(2) == 0;
    wish.attacker_white = rng.below(2) == 0;
    wish.near = false;
    const auto p = random_positions::make(rng, wish);
    if (!p) continue;
    Record record;
    record.setup.position = *p;
    const auto kif = read_kif(write_kif(record));
    ASSERT_TRUE(kif) << kif.error().text() << write_kif(record);
    EXPECT_EQ(kif->front().setup.position, *p);
    const auto csa = read_csa(write_csa(record));
    ASSERT_TRUE(csa) << csa.error().text() << write_csa(record);
    EXPECT_EQ(csa->front().setup.position, *p);
  }
}

}  // namespace
}  // namespace nazo::tsume

// Every format read, written, and refused with its place.
#include "genres/nonogram/text/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <set>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "genres/nonogram/genre.hpp"
#include "genres/nonogram/text/xml.hpp"
#include "nonogram/data.hpp"

namespace nazo::nonogram {
namespace {

const std::string dancer =
    "catalogue \"webpbn.com #1\"\ntitle \"Dancer &quot;&amp;&quot;\"\nby \"J. Wolter\"\nlicense CC-BY-3.0\n"
    "width 5\nheight 10\n\nrows\n2\n2,1\n1,1\n3\n1,1\n1,1\n2\n1,1\n1,2\n2\n\ncolumns\n2,1\n2,1,3\n7\n1,3\n2,1\n\n"
    "goal \"01100011010010101110101001010000110010100101111000\"\n";

TEST(NonogramText, NonWithEverything) {
  const auto sheets = read_non(dancer);
  ASSERT_TRUE(sheets) << sheets.error().text();
  ASSERT_EQ(sheets->size(), 1u);
  const Sheet& sheet = sheets->front();
  EXPECT_EQ(sheet.title, "Dancer \"&\"");
  EXPECT_EQ(sheet.author, "J. Wolter");
  EXPECT_EQ(sheet.license, "CC-BY-3.0");
  EXPECT_EQ(sheet.clues.width(), 5);
  ASSERT_TRUE(sheet.goal);
  EXPECT_EQ(clues_of(*sheet.goal).rows[1], (Clue{2, 1}));
  const auto again = read_non(write_non(sheet));
  ASSERT_TRUE(again);
  EXPECT_EQ(write_non(again->front()), write_non(sheet));
  EXPECT_EQ(again->front().title, sheet.title);
  EXPECT_EQ(again->front().goal, sheet.goal);
}

TEST(NonogramText, NonIsForgiving) {
  const Clues wanted = clues_of(picture("##/../#."));
  // Blank lines for empty clues, sizes after keywords, upper case, blanks instead of commas, a byte-order of its own.
  for (const char* text :
       {"width 2\nheight 3\nrows\n2\n\n1\ncolumns\n1 1\n1\n", "height 3\nwidth 2\ncolumns\n1,1\n1\nrows\n2\n0\n1\n",
        "rows 3\ncolumns 2\nROWS\n2\n0\n1\nCOLUMNS\n1,1\n1\n",
        "width 2\r\nheight 3\r\nrows\r\n2\r\n0\r\n1\r\ncolumns\r\n1,1\r\n1\r\n",
        "colophon whatever\nwidth 2\nheight 3\n\nrows\n\n2\n\n0\n\n1\n\ncolumns\n\n1,1\n\n1\n"}) {
    const auto sheets = read_non(text);
    ASSERT_TRUE(sheets) << text << "\n" << sheets.error().text();
    EXPECT_EQ(sheets->front().clues, wanted) << text;
  }
  const auto last_empty = read_non("width 1\nheight 2\ncolumns\n1\nrows\n1\n\n");
  ASSERT_TRUE(last_empty) << last_empty.error().text();
  EXPECT_EQ(last_empty->front().clues.rows[1], Clue{});
}

TEST(NonogramText, SeveralPuzzlesInOneFile) {
  for (const std::string between : {"", "====\n", "\n\n"}) {
    const auto sheets = read_non(dancer + between + dancer + between + "width 1\nheight 1\nrows\n1\ncolumns\n1\n");
    ASSERT_TRUE(sheets) << sheets.error().text();
    ASSERT_EQ(sheets->size(), 3u);
    EXPECT_EQ((*sheets)[0].title, (*sheets)[1].title);
    EXPECT_TRUE((*sheets)[2].title.empty());
  }
}

TEST(NonogramText, SurveyPuzzlesInAllFormats) {
  for (const char* name : {"webpbn-00001", "webpbn-00803", "webpbn-01611", "faase"}) {
    Sheet sheet;
    sheet.clues = survey_puzzle(name);
    sheet.title = "a <b> & \"c\"";
    EXPECT_EQ(read_non(write_non(sheet))->front().clues, sheet.clues);
    EXPECT_EQ(read_nin(write_nin(sheet))->front().clues, sheet.clues);
    EXPECT_EQ(read_id(write_id(sheet))->front().clues, sheet.clues);
    const auto xml = read_xml(write_xml(sheet));
    ASSERT_TRUE(xml) << xml.error().text();
    EXPECT_EQ(xml->front().clues, sheet.clues);
    EXPECT_EQ(xml->front().title, sheet.title);
  }
}

TEST(NonogramText, RandomPuzzlesRoundTrip) {
  EXPECT_TRUE(rc::check([](std::uint64_t seed) {
    Rng rng(seed);
    Sheet sheet;
    Picture p(rng.between(1, 99), rng.between(1, 99));
    const double density = rng.unit();
    for (int r = 0; r < p.height(); ++r)
      for (int c = 0; c < p.width(); ++c) p.set(r, c, rng.chance(density));
    sheet.clues = clues_of(p);
    sheet.goal = p;
    Sheet bare{sheet.clues, "", rng.chance(0.5) ? "a title" : "", "", "", "", "", {}};
    const auto normal = read_normal(write_non(bare));
    RC_ASSERT(normal && normal->clues == sheet.clues && normal->title == bare.title);
    RC_ASSERT(write_non(read_any_non(write_non(bare))->front()) == write_non(bare));
    const auto non = read_non(write_non(sheet));
    RC_ASSERT(non && non->front().clues == sheet.clues && non->front().goal == sheet.goal);
    const auto nin = read_nin(write_nin(sheet));
    RC_ASSERT(nin && nin->front().clues == sheet.clues);
    const auto id = read_id(write_id(sheet));
    RC_ASSERT(id && id->front().clues == sheet.clues);
    const auto xml = read_xml(write_xml(sheet));
    RC_ASSERT(xml && xml->front().clues == sheet.clues && xml->front().goal == sheet.goal);
  }));
}

TEST(NonogramText, TheShortCutReadsOnlyWhatTheFullReaderReadsTheSame) {
  // Normalised text with a byte changed: where the short cut answers at all, it says what the full reader says.
  Sheet sheet;
  sheet.clues = survey_puzzle("webpbn-00001");
  sheet.title = "Dancer";
  sheet.author = "J. Wolter";
  const std::string text = write_non(sheet);
  Rng rng(6);
  int taken = 0;
  for (int i = 0; i < 60'000; ++i) {
    std::string changed = text;
    const std::size_t at = rng.below(changed.size());
    switch (rng.below(3)) {
      case 0:
        changed[at] = "0123456789,\n\" &ab=#"[rng.below(20)];
        break;
      case 1:
        changed.erase(at, 1);
        break;
      default:
        changed.insert(at, 1, "0123456789,\n\" &ab=#"[rng.below(20)]);
    }
    const auto quick = read_normal(changed);
    if (!quick) continue;
    ++taken;
    const auto full = read_any_non(changed);
    ASSERT_TRUE(full && full->size() == 1) << changed;
    ASSERT_EQ(write_non(full->front()), write_non(*quick)) << changed;
    ASSERT_EQ(write_non(*quick), changed) << "only normalised text is taken";
  }
  EXPECT_GT(taken, 1000);
}

TEST(NonogramText, TathamIds) {
  // Columns first; an empty clue is nothing at all.
  const auto sheets = read_id("3x2:1/1//2/\n\n2:2/2/2/2\n");
  ASSERT_TRUE(sheets) << sheets.error().text();
  ASSERT_EQ(sheets->size(), 2u);
  EXPECT_EQ((*sheets)[0].clues, clues_of(picture("##./...")));
  EXPECT_EQ((*sheets)[1].clues, clues_of(picture("##/##")));
  EXPECT_EQ(write_id((*sheets)[0]), "3x2:1/1//2/\n");
}

TEST(NonogramText, TaaiBatches) {
  const auto sheets = read_taai("$1\r\n2\t\r\n1\r\n2\r\n1\r\n$2\r\n0\r\n1\r\n\r\n1\r\n\r\n");
  ASSERT_TRUE(sheets) << sheets.error().text();
  ASSERT_EQ(sheets->size(), 2u);
  EXPECT_EQ((*sheets)[0].title, "1");
  EXPECT_EQ((*sheets)[0].clues, clues_of(picture("##/#.")));
  EXPECT_EQ((*sheets)[1].clues, clues_of(picture("../.#")));
}

TEST(NonogramText, WebpbnXml) {
  const std::string text =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE pbn SYSTEM "
      "\"http://webpbn.com/pbn-0.3.dtd\">\n<puzzleset>\n<source>webpbn.com</source>\n"
      "<puzzle type=\"grid\" defaultcolor=\"black\">\n<id>#1 (v.1)</id>\n<title>Demo\n Puzzle</title>\n"
      "<color name=\"white\" char=\".\">fff</color>\n<color name=\"black\" char=\"X\">000</color>\n"
      "<clues type=\"columns\"><line><count>2</count></line><line><count>1</count></line></clues>\n"
      "<clues type=\"rows\"><line><count>2</count></line><line><count>1</count></line></clues>\n"
      "<solution type=\"goal\"><image>\n|XX|\n|X.|\n</image></solution></puzzle>\n"
      "<puzzle><solution><image>|X.|\n|.X|</image></solution></puzzle></puzzleset>\n";
  const auto sheets = read_xml(text);
  ASSERT_TRUE(sheets) << sheets.error().text();
  ASSERT_EQ(sheets->size(), 2u);
  EXPECT_EQ((*sheets)[0].title, "Demo Puzzle");
  EXPECT_EQ((*sheets)[0].catalogue, "webpbn.com #1 (v.1)");
  EXPECT_EQ((*sheets)[0].goal->text(), "##\n#.");
  EXPECT_EQ((*sheets)[1].clues, clues_of(picture("#./.#"))) << "clues from the goal alone";
}

struct Bad {
  const char* format;
  std::string text;
  std::size_t line;
  const char* says;
};

TEST(NonogramText, BadInputSaysWhereAndWhat) {
  const Bad cases[] = {
      {"non", "", 1, "width"},
      {"non", "rubbish\n", 1, "width"},
      {"non", "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n", 6, "expected 2 column clues, found 1"},
      {"non", "width 2\nheight 2\nrows\n1\n1\n1\ncolumns\n1\n1\n", 3, "expected 2 row clues, found 3"},
      {"non", "width 2\nheight 2\nrows\n3\n0\ncolumns\n1\n1\n", 4, "does not fit"},
      {"non", "width 3\nheight 2\nrows\n2,1\n0\ncolumns\n1\n1\n1\n", 4, "needs 4 cells"},
      {"non", "width 2\nheight 2\nrows\n-1\n0\ncolumns\n1\n1\n", 4, "cannot have -1"},
      {"non", "width 2\nheight 2\nrows\n1\n0\ncolumns\n1\n1\n", 6,
       "the rows ask for 1 black cells, but the columns for 2"},
      {"non", "width 2\nheight 2\nrows\n99999999999999999999999\n0\ncolumns\n1\n1\n", 4, "expected the length"},
      {"non", "width 127\nheight 2\n", 1, "1 to 126"},
      {"non", "width 0\nheight 2\n", 1, "1 to 126"},
      {"non", "width 2\nheight 2\nrows\n1,0\n", 4, "columns"},
      {"non", "width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal \"2\"\n", 7, "0 and 1"},
      {"non", "width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal \"11\"\n", 7, "more than 1"},
      {"non", "width 1\nheight 1\ncolor a #ff0000\nrows\n1\ncolumns\n1\n", 5, "such as 3a"},
      {"nin", "", 1, "empty"},
      {"nin", "5\n", 1, "two numbers"},
      {"nin", "2 2\n1\n1\n1\n", 1, "expected 4 clues, found 3"},
      {"nin", "2 2\n1\nx\n1\n1\n", 3, "'x'"},
      {"nin", "2 2\n1\n0\n1\n1\n", 1, "the rows ask for 1"},
      {"nin", "500 2\n", 1, "1 to 126"},
      {"id", "3x2:1/1//2\n", 1, "expected 5 clues"},
      {"id", "3x2#12345\n", 1, "random seed"},
      {"id", "3x2:1/1/1/3/0,a\n", 1, "given at the start"},
      {"id", "hello\n", 1, "WIDTHxHEIGHT"},
      {"taai", "1\n2\n", 1, "$NUMBER"},
      {"taai", "$1\n1\n1\n1\n", 1, "square"},
      {"xml", "<puzzleset><puzzle>", 1, "well-formed"},
      {"xml", "<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY a \"aaaa\">]>\n<puzzle>&a;</puzzle>", 2, "entities"},
      {"xml", "<other/>", 1, "<puzzle>"},
      {"xml", "<puzzle>\n<clues type=\"rows\"><line><count>1</count></line></clues></puzzle>", 1,
       "columns are missing"},
      {"xml",
       "<puzzle>\n<clues type=\"rows\">\n<line><count>5</count></line></clues><clues "
       "type=\"columns\"><line><count>1</count></line></clues></puzzle>",
       3, "does not fit"},
      {"xml",
       "<puzzle><clues type=\"rows\"><line><count>1</count></line></clues>\n<clues "
       "type=\"columns\"><line/></clues></puzzle>",
       2, "the rows ask for 1"},
      {"xml", "<puzzle type=\"triddler\"/>", 1, "only grids"},
      {"xml", "<puzzle><color name=\"white\"/><color name=\"black\"/>\n<color name=\"red\"/></puzzle>", 1,
       "expected a colour such as FF8000"},
  };
  const Genre& genre = nonogram_genre();
  const auto options = Options::make(genre.facts().options);
  for (const Bad& bad : cases) {
    const auto parsed = genre.parse(bad.text, bad.format, *options);
    ASSERT_FALSE(parsed) << bad.format << ": " << bad.text;
    EXPECT_EQ(parsed.error().line, bad.line) << bad.format << ": " << bad.text << "\n" << parsed.error().text();
    EXPECT_NE(parsed.error().message.find(bad.says), std::string::npos) << bad.text << "\n" << parsed.error().text();
  }
}

TEST(NonogramText, DeepXmlDoesNotOverflow) {
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "<puzzle>";
  EXPECT_FALSE(read_xml(deep));
}

TEST(NonogramText, CanonicalTextIsTheSameForAllEightSymmetries) {
  const Genre& genre = nonogram_genre();
  const auto options = Options::make(genre.facts().options);
  const Clues clues = survey_puzzle("webpbn-00001");
  std::set<std::string> texts;
  for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
    Sheet sheet;
    sheet.clues = transformed(clues, symmetry);
    sheet.title = cat("turned ", symmetry);
    const auto puzzle = genre.parse(write_non(sheet), "non", *options);
    texts.insert(*genre.canonical(puzzle->front(), {}));
  }
  EXPECT_EQ(texts.size(), 1u);
}

}  // namespace
}  // namespace nazo::nonogram

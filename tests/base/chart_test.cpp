// Charts: one well-formed document, every label whole and inside the picture, nothing drawn that is no number.
#include "base/chart.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "base/chart_axis.hpp"
#include "base/text.hpp"
#include "base/text_width.hpp"
#include "xml_check.hpp"

namespace nazo {
namespace {

struct Label {
  double x, y;
  std::string anchor, text;
  bool turned;
};

std::vector<Label> labels_of(const std::string& svg) {
  static const std::regex element(
      R"re(<text x="([-0-9.]+)" y="([-0-9.]+)" text-anchor="([a-z]+)"([^>]*)>([^<]*)</text>)re");
  std::vector<Label> labels;
  for (std::sregex_iterator at(svg.begin(), svg.end(), element), end; at != end; ++at)
    labels.push_back({*real_of((*at)[1].str()), *real_of((*at)[2].str()), (*at)[3].str(), (*at)[5].str(),
                      (*at)[4].str().find("rotate") != std::string::npos});
  return labels;
}

double attribute(const std::string& svg, const std::string& name) {
  const std::size_t at = svg.find(" " + name + "=\"") + name.size() + 3;
  return *real_of(svg.substr(at, svg.find('"', at) - at));
}

bool has_label(const std::string& svg, std::string_view text) {
  for (const Label& label : labels_of(svg))
    if (label.text == text) return true;
  return false;
}

Figure long_words() {
  Figure figure{.name = "long",
                .caption = {std::string("A caption that is much longer than any line of the picture could ever be, so "
                                        "that it has to be broken into several lines & still be whole <here>"),
                            "とても長い説明文なので一行には収まらず、何行にも分けて書かなければならないが、それでも切れ"
                            "てはならない図の説明"}};
  figure.x = {.title = {std::string("predicted time index: moves_mean_first, moves_mean_second, solvable_fraction, "
                                    "unsolvable_transition_fraction, unsolvable_longest"),
                        "推定値"},
              .unit = "s"};
  for (const char* name : {"could not be built", "no solution at all", "solved and thrown away", "solved and kept"})
    figure.x.names.emplace_back(name);
  figure.y = {.title = {"share of all loops of the generator that ended in this way, of both sets of parts", "割合"}};
  for (int s = 0; s < 9; ++s) {
    Series series{.name = cat("a series with a long name, number ", s), .mark = Mark::bars};
    for (int x = 0; x < 4; ++x)
      series.points.push_back({static_cast<double>(x), 123456. * (s + x), 100, 2e6, "謎 & <1>"});
    figure.series.push_back(std::move(series));
  }
  return figure;
}

TEST(Chart, EveryLabelIsWholeAndInsideThePicture) {
  for (const Language language : {Language::english, Language::japanese}) {
    const std::string svg = chart_svg(long_words(), language);
    EXPECT_EQ(xml_fault(svg), "");
    const double width = attribute(svg, "width"), height = attribute(svg, "height");
    std::size_t words = 0;
    for (const Label& label : labels_of(svg)) {
      EXPECT_GT(label.y, 0) << label.text;
      EXPECT_LT(label.y, height) << label.text;
      words += display_width(label.text);
      if (label.turned) continue;
      // Letters of 13 pixels are about 7 wide.
      const double size = 7. * static_cast<double>(display_width(label.text));
      const double from = label.anchor == "start" ? label.x
                          : label.anchor == "end" ? label.x - size
                                                  : label.x - size / 2;
      EXPECT_GE(from, 0) << label.text;
      EXPECT_LE(from + size, width) << label.text;
    }
    EXPECT_GT(words, 300u) << "nothing was dropped";
  }
}

TEST(Chart, TheWordsAreThoseOfTheLanguage) {
  Figure figure{.name = "f", .caption = {"States", "局面数"}};
  figure.x = {.title = {"columns", "列数"}};
  figure.y = {.title = {"states", "局面"}, .unit = "10³"};
  figure.series = {{.name = {"ours", "本プログラム"}, .points = {{1, 2}, {2, 3}}}};
  const std::string english = chart_svg(figure, Language::english), japanese = chart_svg(figure, Language::japanese);
  for (const char* words : {"States", "columns", "states (10³)", "ours"})
    EXPECT_TRUE(has_label(english, words)) << words;
  for (const char* words : {"局面数", "列数", "局面 (10³)", "本プログラム"})
    EXPECT_TRUE(has_label(japanese, words)) << words;
}

TEST(Chart, SeveralFiguresAreOneDocument) {
  Figure one{.name = "one", .caption = "one"}, two{.name = "two", .caption = "two"};
  one.series = {{.points = {{0, 0}, {1, 1}}}};
  two.series = {{.mark = Mark::points, .points = {{0, 5}}}};
  const std::string svg = chart_svg({one, two}, Language::english);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_TRUE(has_label(svg, "one") && has_label(svg, "two"));
  EXPECT_EQ(xml_fault(chart_svg(std::vector<Figure>{}, Language::english)), "");
}

TEST(Chart, WhatIsNoNumberIsLeftOut) {
  const double none = std::nan(""), endless = std::numeric_limits<double>::infinity();
  for (const Mark mark : {Mark::line, Mark::points, Mark::bars})
    for (const Scale scale : {Scale::linear, Scale::logarithmic}) {
      Figure figure{.name = "f", .caption = "f"};
      figure.y.scale = scale;
      figure.series = {{.mark = mark, .points = {{0, none}, {1, endless}, {2, 0}, {3, -4}, {4, 10, -1, 20}, {none, 3}}},
                       {.mark = mark, .points = {}}};
      const std::string svg = chart_svg(figure, Language::english);
      EXPECT_EQ(xml_fault(svg), "");
      EXPECT_EQ(svg.find("nan"), std::string::npos);
      EXPECT_EQ(svg.find("inf"), std::string::npos);
    }
}

TEST(Chart, TicksAreRoundAndOnTheAxis) {
  const Axis linear{}, logarithmic{.scale = Scale::logarithmic};
  for (const auto& [low, high] : std::vector<std::pair<double, double>>{
           {0, 1}, {-.0003, .0004}, {12, 13}, {0, 1e9}, {-5, 1234567}, {1, 1}, {1e-12, 2e-12}}) {
    const AxisRange range(linear, {low, high}, false);
    const auto ticks = range.ticks(linear, 6, Language::english);
    EXPECT_GE(ticks.size(), 3u) << low << " " << high;
    EXPECT_LE(ticks.size(), 13u);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      EXPECT_GE(range.place(ticks[i].value), -1e-6);
      EXPECT_LE(range.place(ticks[i].value), 1 + 1e-6);
      if (i > 0) {
        EXPECT_NE(ticks[i].label, ticks[i - 1].label);
      }
    }
  }
  const AxisRange range(logarithmic, {124, 1'062'466}, false);
  const auto ticks = range.ticks(logarithmic, 6, Language::english);
  ASSERT_EQ(ticks.size(), 5u);
  EXPECT_EQ(ticks.front().label, "100");
  EXPECT_EQ(ticks.back().label, "10⁶");
}

TEST(Chart, WholeNumbersHaveWholeTicks) {
  const Axis columns{.whole = true};
  const auto ticks = AxisRange(columns, {4, 6}, false).ticks(columns, 7, Language::english);
  ASSERT_EQ(ticks.size(), 3u);
  EXPECT_EQ(ticks[1].label, "5");
}

TEST(Chart, PicturesStandSideBySide) {
  Figure figure{.name = "g", .caption = "gallery"};
  for (int i = 0; i < 7; ++i)
    figure.drawings.push_back(
        {"<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" "
         "viewBox=\"0 0 9 9\"><rect width=\"9\" height=\"9\"/></svg>\n",
         cat("number ", i, " & more")});
  const std::string svg = chart_svg(figure, Language::english);
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_TRUE(has_label(svg, "number 6 &amp; more"));
}

TEST(TextWidth, LinesAreBrokenAndNothingIsLost) {
  EXPECT_EQ(broken_lines("a bc def", 4), (std::vector<std::string>{"a bc", "def"}));
  EXPECT_EQ(broken_lines("unbreakable x", 4), (std::vector<std::string>{"unbreakable", "x"}));
  EXPECT_EQ(broken_lines("局面数。", 4), (std::vector<std::string>{"局面", "数。"}));
  EXPECT_EQ(broken_lines("", 4), std::vector<std::string>{});
  for (const std::string& line : broken_lines("とても長い説明文なので一行には収まらない。", 10))
    EXPECT_LE(display_width(line), 12u);
}

}  // namespace
}  // namespace nazo

#include "workshop/fit_report.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace nazo {

std::string_view name(model::Target target) { return target == model::Target::time ? "time" : "success"; }

Result<FitRow> fit_row(const PeopleData& data, model::Target target, const std::vector<std::string>& predictors,
                       const model::FoldPlan& plan) {
  std::vector<Eigen::Index> columns;
  for (const std::string& predictor : predictors) {
    const auto found = std::ranges::find(data.table.feature_names, predictor);
    if (found == data.table.feature_names.end())
      return fail(cat("the plays have no predictor ", in_quotes(predictor), "; there are ",
                      join(data.table.feature_names, ", ")));
    columns.push_back(found - data.table.feature_names.begin());
  }
  const Eigen::VectorXd index = model::difficulty_index(data.table, target);
  std::vector<Eigen::Index> rows;
  for (Eigen::Index j = 0; j < index.size(); ++j) {
    const bool complete =
        std::ranges::all_of(columns, [&](Eigen::Index c) { return std::isfinite(data.table.features(j, c)); });
    if (std::isfinite(index[j]) && complete) rows.push_back(j);
  }
  Eigen::MatrixXd x(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  Eigen::VectorXd y(x.rows());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      x(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = data.table.features(rows[r], columns[c]);
    y[static_cast<Eigen::Index>(r)] = index[rows[r]];
  }
  auto fitted = model::least_squares(x, y, plan);
  if (!fitted) return fail(cat(name(target), " on ", join(predictors, ", "), ": ", fitted.error().message));
  return FitRow{target, predictors, *std::move(fitted)};
}

std::vector<std::vector<std::string>> usual_predictors(const PeopleData& data) {
  std::vector<std::vector<std::string>> sets;
  std::vector<std::string> together;
  const auto rows = static_cast<std::size_t>(data.table.puzzles);
  for (std::size_t f = 0; f < data.table.feature_names.size(); ++f) {
    sets.push_back({data.table.feature_names[f]});
    // A feature that goes along with one before it almost exactly adds nothing but a singular system.
    bool new_one = together.size() + 3 < rows / 4;
    for (std::size_t g = 0; g < f && new_one; ++g) {
      if (std::ranges::find(together, data.table.feature_names[g]) == together.end()) continue;
      const Eigen::VectorXd a = data.table.features.col(static_cast<Eigen::Index>(f)),
                            b = data.table.features.col(static_cast<Eigen::Index>(g));
      const double r = model::correlation({a.data(), rows}, {b.data(), rows});
      new_one = std::abs(r) < .999;
    }
    if (new_one) together.push_back(data.table.feature_names[f]);
  }
  if (together.size() > 1) sets.push_back(together);
  return sets;
}

std::string scatter_svg(const PeopleData& data, const FitRow& row) {
  const Eigen::VectorXd index = model::difficulty_index(data.table, row.target);
  std::vector<std::pair<double, double>> dots;
  std::vector<std::string> titles;
  Eigen::Index fitted = 0;
  for (Eigen::Index j = 0; j < index.size() && fitted < row.regression.fitted.size(); ++j) {
    bool complete = std::isfinite(index[j]);
    for (const std::string& predictor : row.predictors) {
      const auto c = std::ranges::find(data.table.feature_names, predictor) - data.table.feature_names.begin();
      complete = complete && std::isfinite(data.table.features(j, c));
    }
    if (!complete) continue;
    dots.emplace_back(row.regression.fitted[fitted++], index[j]);
    titles.push_back(data.puzzle_titles[static_cast<std::size_t>(j)]);
  }
  double low = 1e300, high = -1e300;
  for (const auto& [x, y] : dots) {
    low = std::min({low, x, y});
    high = std::max({high, x, y});
  }
  const double margin = (high - low) * .05 + 1e-9;
  low -= margin;
  high += margin;
  constexpr double size = 480, left = 70, top = 20;
  const auto at_x = [&](double v) { return text_of(left + (v - low) / (high - low) * size, 2); };
  const auto at_y = [&](double v) { return text_of(top + (high - v) / (high - low) * size, 2); };
  std::string svg =
      cat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", left + size + 20, " ", top + size + 60,
          "\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  svg += cat("<rect x=\"", left, "\" y=\"", top, "\" width=\"", size, "\" height=\"", size,
             "\" fill=\"none\" stroke=\"#999\"/>\n");
  // Round steps of 1, 2 or 5 times a power of ten, about six of them.
  const double rough = (high - low) / 6, power = std::pow(10, std::floor(std::log10(rough)));
  const double step = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
  for (double tick = std::ceil(low / step) * step; tick <= high; tick += step) {
    const std::string label =
        text_of(std::abs(tick) < step / 2 ? 0. : tick, step < 1 ? static_cast<int>(std::ceil(-std::log10(step))) : 0);
    svg += cat("<path d=\"M", at_x(tick), " ", top + size, "v5M", left, " ", at_y(tick), "h-5\" stroke=\"#999\"/>");
    svg += cat("<text x=\"", at_x(tick), "\" y=\"", top + size + 20, "\" text-anchor=\"middle\">", label, "</text>");
    svg += cat("<text x=\"", left - 9, "\" y=\"", at_y(tick), "\" dy=\"4\" text-anchor=\"end\">", label, "</text>\n");
  }
  svg += cat("<path d=\"M", at_x(low), " ", at_y(low), "L", at_x(high), " ", at_y(high),
             "\" stroke=\"#bbb\" stroke-dasharray=\"4 4\"/>\n");
  for (std::size_t i = 0; i < dots.size(); ++i)
    svg +=
        cat("<circle cx=\"", at_x(dots[i].first), "\" cy=\"", at_y(dots[i].second),
            "\" r=\"3.5\" fill=\"#2563a6\" fill-opacity=\".7\"><title>", xml_escape(titles[i]), "</title></circle>\n");
  const std::string unit = row.target == model::Target::time ? " index (s)" : " index";
  svg += cat("<text x=\"", left + size / 2, "\" y=\"", top + size + 42, "\" text-anchor=\"middle\">predicted ",
             name(row.target), unit, ": ", xml_escape(join(row.predictors, ", ")), "</text>\n");
  svg += cat("<text transform=\"translate(18 ", top + size / 2, ") rotate(-90)\" text-anchor=\"middle\">measured ",
             name(row.target), unit, "</text>\n");
  svg += cat("<text x=\"", left + 10, "\" y=\"", top + 20, "\">R = ", text_of(row.regression.r, 3),
             ", cross-validated ", text_of(row.regression.cv_r, 3), ", n = ", row.regression.n, "</text>\n</svg>\n");
  return svg;
}

}  // namespace nazo

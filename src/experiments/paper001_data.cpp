#include "experiments/paper001_data.hpp"

#include <algorithm>
#include <cmath>

#include "model/stats.hpp"

namespace nazo {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

const model::ScoreTable& paper001_scores() {
  static const model::ScoreTable table = [] {
    model::ScoreTable t;
    for (int i = 1; i <= 12; ++i) t.persons.push_back(std::to_string(i));
    t.puzzles = {"A", "B", "C", "D", "E"};
    t.features = {"d_E", "d_h1", "d_h2", "d_h3", "d_h4", "d_h5", "d_h6", "T_mean", "T_var", "T_min", "T_max"};
    MatrixXd x(11, 5);
    x << .450, .517, .280, .440, .222,      //
        .069, .053, .013, .017, .011,       //
        .286, .147, .053, .052, .036,       //
        .029, .028, .018, .024, .039,       //
        .027, .045, .041, .053, .016,       //
        .031, .137, .059, .073, .024,       //
        .032, .035, .021, .029, .028,       //
        59.39, 50.72, 76.07, 77.53, 83.73,  //
        27.02, 26.92, 23.02, 46.44, 23.80,  //
        39, 31, 55, 53, 62,                 //
        85, 76, 95, 111, 104;
    t.x = x.transpose();
    t.scores.resize(12, 5);
    t.scores << 1, -3, -3, 1, 4,  //
        1, 0, -4, -1, 4,          //
        4, 2, -4, 0, -2,          //
        -4, -2, 2, 0, 4,          //
        -3, -3, 0, 4, 2,          //
        -2, -4, 0, 3, 3,          //
        2, -2, -3, -1, 4,         //
        -2, 0, -1, 3, 0,          //
        -2, -2, -1, 1, 4,         //
        2, -3, -2, -1, 4,         //
        -1, -4, -1, 2, 4,         //
        -1, -4, 0, 1, 4;
    return t;
  }();
  return table;
}

const MatrixXd& paper001_correlations() {
  static const MatrixXd printed = [] {
    MatrixXd r(12, 11);
    r << -.40, -.21, -.09, .77, -.63, -.71, .08, .55, .16, .54, .58,   //
        -.15, .14, .13, .98, -.72, -.34, .52, .07, -.14, .09, .06,     //
        .80, .91, .86, .20, .00, .19, .87, -.75, .18, -.78, -.53,      //
        -.87, -.92, -.89, .22, -.27, -.31, -.65, .84, -.16, .87, .63,  //
        -.45, -.84, -.78, .03, .16, -.29, -.47, .86, .59, .80, .97,    //
        -.63, -.80, -.69, .21, -.14, -.57, -.52, .95, .41, .91, .98,   //
        -.36, .06, .17, .90, -.85, -.69, .25, .28, -.17, .31, .23,     //
        .15, -.50, -.59, -.10, .58, .29, .01, .36, .86, .27, .64,      //
        -.69, -.72, -.67, .61, -.44, -.48, -.25, .82, .10, .82, .76,   //
        -.52, -.06, .09, .80, -.88, -.84, .02, .44, -.21, .47, .34,    //
        -.66, -.65, -.52, .49, -.42, -.71, -.35, .88, .25, .87, .88,   //
        -.81, -.70, -.55, .45, -.51, -.77, -.50, .93, .06, .93, .83;
    return r;
  }();
  return printed;
}

const VectorXd& paper001_feature_error() {
  static const VectorXd error = [] {
    VectorXd e(11);
    e << .0005, .0005, .0005, .0005, .0005, .0005, .0005, .005, .005, 0,
        0;  // the least and the most steps are whole numbers
    return e;
  }();
  return error;
}

CorrelationRange paper001_range(Index person, Index feature) {
  const model::ScoreTable& table = paper001_scores();
  const VectorXd scores = table.scores.row(person).transpose(), x = table.x.col(feature);
  const double error = paper001_feature_error()[feature];
  const auto r = [&](const VectorXd& values) {
    return model::correlation({scores.data(), static_cast<std::size_t>(scores.size())},
                              {values.data(), static_cast<std::size_t>(values.size())});
  };
  // r has no extremum inside the box of roundings but where it is ±1: look at the corners, and between them at steps.
  CorrelationRange range{1, -1};
  constexpr int steps = 5;
  int corner[5] = {0, 0, 0, 0, 0};
  for (;;) {
    VectorXd values = x;
    for (Index j = 0; j < 5; ++j) values[j] += error * (2. * corner[j] / (steps - 1) - 1);
    const double found = r(values);
    range.low = std::min(range.low, found);
    range.high = std::max(range.high, found);
    Index j = 0;
    while (j < 5 && ++corner[j] == steps) corner[j++] = 0;
    if (j == 5) return range;
  }
}

}  // namespace nazo

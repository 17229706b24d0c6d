#include "model/anchored_text.hpp"

namespace nazo::model {
namespace {

Value value_of(const Basis& basis) {
  Value tables = Value::array();
  for (const FeatureTable& table : basis.scale.tables())
    tables.push(Value::object().set("value", list(table.value)).set("score", list(table.score)));
  return Value::object()
      .set("anchor", Value::array()
                         .push(basis.anchor.centre)
                         .push(basis.anchor.spread)
                         .push(basis.anchor.level)
                         .push(basis.anchor.slope))
      .set("tables", tables)
      .set("bumps", static_cast<std::int64_t>(basis.bumps()))
      .set("centres", matrix(basis.centres))
      .set("lowest", list(basis.lowest))
      .set("highest", list(basis.highest));
}

Basis basis_in(ValueReader reader, Eigen::Index features) {
  Basis basis;
  const Eigen::VectorXd anchor = reader.vector("anchor", 4);
  basis.anchor = {anchor[0], anchor[1], anchor[2], anchor[3]};
  std::vector<FeatureTable> tables;
  for (ValueReader table : reader.parts("tables", features)) {
    const Eigen::VectorXd value = table.vector("value", -1), score = table.vector("score", value.size());
    tables.push_back({{value.begin(), value.end()}, {score.begin(), score.end()}});
  }
  basis.scale = FeatureScale(std::move(tables));
  basis.centres = reader.matrix("centres", reader.count("bumps", Basis::most_centres), features + 1);
  basis.lowest = reader.vector("lowest", features + 1);
  basis.highest = reader.vector("highest", features + 1);
  basis.prepare();
  return basis;
}

Value value_of(const Gates& gates) {
  return Value::object()
      .set("few", gates.few)
      .set("slope", gates.slope)
      .set("corrections", gates.corrections)
      .set("free_slope", gates.free_slope)
      .set("corrected", gates.corrected)
      .set("gain", gates.gain.mean)
      .set("gain_se", gates.gain.standard_error);
}

Gates gates_in(ValueReader reader) {
  Gates gates;
  gates.few = reader.yes("few");
  gates.slope = reader.share("slope");
  gates.corrections = reader.share("corrections");
  gates.free_slope = reader.number("free_slope");
  gates.corrected = reader.number("corrected");
  gates.gain = {reader.number("gain"), reader.number("gain_se")};
  return gates;
}

}  // namespace

Value AnchoredModel::to_value() const {
  return Value::object()
      .set("basis", value_of(basis))
      .set("gates", value_of(gates))
      .set("shown", list(shown))
      .set("mixed", list(mixed))
      .set("covariance", matrix(covariance))
      .set("rest_variance", rest_variance)
      .set("correction_variance", correction_variance)
      .set("widening", widening)
      .set("b", list(b))
      .set("b_se", list(b_se))
      .set("s", list(s))
      .set("s_se", list(s_se))
      .set("honest", list(honest))
      .set("sigma", sigma)
      .set("person_sd", person_sd)
      .set("puzzle_sd", puzzle_sd)
      .set("practice", practice)
      .set("practice_se", practice_se)
      .set("practice_sd", practice_sd)
      .set("typical_practice", typical_practice)
      .set("opinion_strength", opinions.strength)
      .set("opinion_near", opinions.near)
      .set("opinion_far", opinions.far)
      .set("plays", static_cast<std::int64_t>(plays));
}

AnchoredModel anchored_in(ValueReader reader, Measure measure, Eigen::Index features, Eigen::Index puzzles,
                          Eigen::Index persons) {
  AnchoredModel model;
  model.measure = measure;
  model.basis = basis_in(reader.part("basis"), features);
  model.gates = gates_in(reader.part("gates"));
  const Eigen::Index columns = model.basis.columns();
  model.shown = reader.vector("shown", columns);
  model.mixed = reader.vector("mixed", columns);
  model.covariance = reader.matrix("covariance", columns, columns);
  model.rest_variance = reader.number("rest_variance");
  model.correction_variance = reader.number("correction_variance");
  model.widening = reader.number("widening");
  model.b = reader.vector("b", puzzles);
  model.b_se = reader.vector("b_se", puzzles);
  model.s = reader.vector("s", persons);
  model.s_se = reader.vector("s_se", persons);
  model.honest = reader.vector("honest", persons);
  model.sigma = reader.number("sigma");
  model.person_sd = reader.number("person_sd");
  model.puzzle_sd = reader.number("puzzle_sd");
  model.practice = reader.number("practice");
  model.practice_se = reader.number("practice_se");
  model.practice_sd = reader.number("practice_sd");
  model.typical_practice = reader.number("typical_practice");
  model.opinions = {reader.number("opinion_strength"), reader.number("opinion_near"), reader.number("opinion_far")};
  model.plays = reader.plays();
  return model;
}

}  // namespace nazo::model

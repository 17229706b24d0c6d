// PeopleModel to and from a Value, so that it can be kept in a store and looked at by people.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "model/anchored_text.hpp"
#include "model/people_model.hpp"
#include "model/value_reader.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Value value_of(const PersonalWeights& w) {
  Value::Array covariances;
  for (const MatrixXd& c : w.covariance) covariances.push_back(list(VectorXd(c.reshaped())));
  return Value::object()
      .set("spread", w.spread)
      .set("level", w.level)
      .set("gain", w.log_likelihood_gain)
      .set("u", matrix(w.u))
      .set("own", list(w.own))
      .set("covariance", Value(std::move(covariances)));
}
PersonalWeights personal_in(const Value* value, ValueReader reader, Index persons, Index features) {
  PersonalWeights w;
  w.spread = reader.number("spread");
  w.level = reader.number("level");
  w.log_likelihood_gain = reader.number("gain");
  w.u = reader.matrix("u", persons, features);
  w.own = reader.vector("own", persons);
  const Value* list_of = value == nullptr ? nullptr : value->find("covariance");
  for (Index i = 0; i < persons; ++i) {
    MatrixXd c = MatrixXd::Zero(features + 1, features + 1);
    const auto* rows = list_of == nullptr ? nullptr : list_of->items();
    const auto* items = rows != nullptr && static_cast<Index>(rows->size()) == persons
                            ? (*rows)[static_cast<std::size_t>(i)].items()
                            : nullptr;
    if (items != nullptr && static_cast<Index>(items->size()) == c.size())
      for (Index k = 0; k < c.size(); ++k) c.reshaped()[k] = (*items)[static_cast<std::size_t>(k)].number();
    w.covariance.push_back(std::move(c));
  }
  return w;
}

std::vector<double> plain(const VectorXd& v) { return {v.begin(), v.end()}; }

DifficultyScale scale_in(ValueReader reader) {
  DifficultyScale scale;
  const VectorXd time = reader.vector("time", 2), failure = reader.vector("failure", 2);
  scale.time = {time[0], time[1]};
  scale.failure = {failure[0], failure[1]};
  scale.index = plain(reader.vector("index", -1));
  scale.difficulty = plain(reader.vector("difficulty", static_cast<Index>(scale.index.size())));
  return scale;
}

Value value_of(const std::vector<GlickoRating>& ratings) {
  std::vector<double> r, d, v;
  for (const GlickoRating& one : ratings) {
    r.push_back(one.rating);
    d.push_back(one.deviation);
    v.push_back(one.volatility);
  }
  return Value::object().set("rating", list(r)).set("deviation", list(d)).set("volatility", list(v));
}
std::vector<GlickoRating> glicko_in(ValueReader reader, Index size) {
  const VectorXd r = reader.vector("rating", size), d = reader.vector("deviation", size),
                 v = reader.vector("volatility", size);
  std::vector<GlickoRating> out;
  for (Index i = 0; i < size; ++i) out.push_back({r[i], d[i], v[i]});
  return out;
}

}  // namespace

Value PeopleModel::to_value() const {
  Value out = Value::object();
  out.set("layout", layout)
      .set("plays", static_cast<std::int64_t>(plays))
      .set("features", list(feature_names))
      .set("puzzles", list(puzzle_keys))
      .set("persons", list(person_keys));
  out.set("time", time.to_value()).set("failure", failure.to_value());
  out.set("scale", Value::object()
                       .set("time", Value::array().push(scale.time.centre).push(scale.time.spread))
                       .set("failure", Value::array().push(scale.failure.centre).push(scale.failure.spread))
                       .set("index", list(scale.index))
                       .set("difficulty", list(scale.difficulty)));
  out.set("person_plays", list(person_plays));
  out.set("personal_time", value_of(personal_time)).set("personal_success", value_of(personal_success));
  out.set("glicko_puzzles", value_of(glicko_puzzles)).set("glicko_persons", value_of(glicko_persons));
  out.set("elo_puzzles", list(elo_puzzles)).set("elo_persons", list(elo_persons));
  return out;
}

Result<PeopleModel> PeopleModel::from_value(const Value& value) {
  const Value* version = value.find("layout");
  if (version == nullptr || version->integer() == nullptr) return fail("this is not a people model");
  if (*version->integer() != layout)
    return fail(cat("a people model of layout ", *version->integer(), "; this nazo reads ", layout, " (fit again)"));
  ValueReader all(value);
  PeopleModel m;
  m.plays = all.plays();
  m.feature_names = all.texts("features");
  m.puzzle_keys = all.texts("puzzles");
  m.person_keys = all.texts("persons");
  const auto features = static_cast<Index>(m.feature_names.size()), puzzles = static_cast<Index>(m.puzzle_keys.size()),
             persons = static_cast<Index>(m.person_keys.size());
  m.time = anchored_in(all.part("time"), Measure::time, features, puzzles, persons);
  m.failure = anchored_in(all.part("failure"), Measure::failure, features, puzzles, persons);
  m.person_plays = plain(all.vector("person_plays", persons));
  m.scale = scale_in(all.part("scale"));
  m.personal_time = personal_in(value.find("personal_time"), all.part("personal_time"), persons, features);
  m.personal_success = personal_in(value.find("personal_success"), all.part("personal_success"), persons, features);
  m.glicko_puzzles = glicko_in(all.part("glicko_puzzles"), puzzles);
  m.glicko_persons = glicko_in(all.part("glicko_persons"), persons);
  m.elo_puzzles = plain(all.vector("elo_puzzles", puzzles));
  m.elo_persons = plain(all.vector("elo_persons", persons));
  if (!all.wrong().empty()) return fail(cat("a damaged people model: field '", all.wrong(), "'"));
  return m;
}

}  // namespace nazo::model

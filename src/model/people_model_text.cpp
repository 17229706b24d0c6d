// PeopleModel to and from a Value, so that it can be kept in a store and looked at by people.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "model/people_model.hpp"

namespace nazo::model {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Value list(const VectorXd& v) {
  Value::Array items;
  items.reserve(static_cast<std::size_t>(v.size()));
  for (const double x : v) items.emplace_back(x);
  return Value(std::move(items));
}

Value list(const std::vector<double>& v) {
  return list(VectorXd(Eigen::Map<const VectorXd>(v.data(), static_cast<Index>(v.size()))));
}

Value list(const std::vector<std::string>& v) {
  Value::Array items;
  for (const std::string& text : v) items.emplace_back(text);
  return Value(std::move(items));
}

Value matrix(const MatrixXd& m) {
  return Value::object()
      .set("rows", static_cast<std::int64_t>(m.rows()))
      .set("cols", static_cast<std::int64_t>(m.cols()))
      .set("values", list(VectorXd(m.reshaped())));
}

/// Reads fields and remembers whether all were there and of the right kind and size.
class Reader {
 public:
  explicit Reader(const Value& value) : value_(value) {}

  [[nodiscard]] double number(std::string_view name) {
    const Value* field = value_.find(name);
    const double number = field == nullptr ? std::nan("") : field->number();
    if (std::isnan(number)) complain(name);
    return number;
  }
  [[nodiscard]] std::string text(std::string_view name) {
    const Value* field = value_.find(name);
    if (field != nullptr && field->string() != nullptr) return *field->string();
    complain(name);
    return {};
  }
  /// `size` −1: any.
  [[nodiscard]] VectorXd vector(std::string_view name, Index size) { return vector_in(value_, name, size); }
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) {
    std::vector<std::string> out;
    const Value* field = value_.find(name);
    if (field == nullptr || field->items() == nullptr) return complain(name), out;
    for (const Value& item : *field->items()) {
      if (item.string() == nullptr) return complain(name), out;
      out.push_back(*item.string());
    }
    return out;
  }
  [[nodiscard]] MatrixXd matrix(std::string_view name, Index rows, Index cols) {
    const Value* field = value_.find(name);
    if (field == nullptr) return complain(name), MatrixXd::Zero(rows, cols);
    const VectorXd values = vector_in(*field, "values", rows * cols);
    return values.size() == rows * cols ? MatrixXd(values.reshaped(rows, cols)) : MatrixXd::Zero(rows, cols);
  }
  [[nodiscard]] Reader part(std::string_view name) {
    static const Value nothing;
    const Value* field = value_.find(name);
    if (field == nullptr) complain(name);
    Reader reader(field == nullptr ? nothing : *field);
    reader.report_ = report_ == nullptr ? &wrong_ : report_;
    return reader;
  }
  [[nodiscard]] const std::string& wrong() const { return wrong_; }

 private:
  [[nodiscard]] VectorXd vector_in(const Value& value, std::string_view name, Index size) {
    const Value* field = value.find(name);
    if (field == nullptr || field->items() == nullptr ||
        (size >= 0 && static_cast<Index>(field->items()->size()) != size)) {
      complain(name);
      return VectorXd::Zero(std::max<Index>(size, 0));
    }
    VectorXd out(static_cast<Index>(field->items()->size()));
    for (Index i = 0; i < out.size(); ++i) {
      out[i] = (*field->items())[static_cast<std::size_t>(i)].number();
      if (std::isnan(out[i])) complain(name);
    }
    return out;
  }
  void complain(std::string_view name) {
    std::string& target = report_ == nullptr ? wrong_ : *report_;
    if (target.empty()) target = name;
  }

  const Value& value_;
  std::string wrong_{};
  std::string* report_ = nullptr;
};

Value value_of(const Standardiser& s) {
  return Value::object().set("centre", list(s.centre)).set("scale", list(s.scale));
}
Standardiser standardiser_in(Reader reader, Index features) {
  return {reader.vector("centre", features), reader.vector("scale", features)};
}

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
PersonalWeights personal_in(const Value* value, Reader reader, Index persons, Index features) {
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

Value value_of(const std::vector<GlickoRating>& ratings) {
  std::vector<double> r, d, v;
  for (const GlickoRating& one : ratings) {
    r.push_back(one.rating);
    d.push_back(one.deviation);
    v.push_back(one.volatility);
  }
  return Value::object().set("rating", list(r)).set("deviation", list(d)).set("volatility", list(v));
}
std::vector<GlickoRating> glicko_in(Reader reader, Index size) {
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
  out.set("time", Value::object()
                      .set("standard", value_of(time.standard))
                      .set("weights", list(time.weights))
                      .set("weight_covariance", matrix(time.weight_covariance))
                      .set("sigma", time.sigma)
                      .set("person_sd", time.person_sd)
                      .set("puzzle_sd", time.puzzle_sd)
                      .set("b", list(time.b))
                      .set("b_se", list(time.b_se))
                      .set("s", list(time.s))
                      .set("s_se", list(time.s_se)));
  out.set("success", Value::object()
                         .set("kind", success_kind)
                         .set("standard", value_of(success.standard))
                         .set("weights", list(success.weights))
                         .set("weight_covariance", matrix(success.weight_covariance))
                         .set("person_sd", success.person_sd)
                         .set("puzzle_sd", success.puzzle_sd)
                         .set("alpha_sd", success.alpha_sd)
                         .set("b", list(success.b))
                         .set("b_se", list(success.b_se))
                         .set("theta", list(success.theta))
                         .set("theta_se", list(success.theta_se))
                         .set("alpha", list(success.alpha)));
  out.set("personal_time", value_of(personal_time)).set("personal_success", value_of(personal_success));
  out.set("glicko_puzzles", value_of(glicko_puzzles)).set("glicko_persons", value_of(glicko_persons));
  out.set("elo_puzzles", list(elo_puzzles)).set("elo_persons", list(elo_persons));
  std::vector<double> counts, sums;
  for (const Marks& m : marks) {
    counts.push_back(m.count);
    sums.push_back(m.sum);
  }
  out.set("mark_counts", list(counts)).set("mark_sums", list(sums)).set("mean_mark", mean_mark);
  return out;
}

namespace {
/// A count from a text that may say anything.
double count_in(double number, double most) { return number > 0 ? std::min(number, most) : 0; }
}  // namespace

Result<PeopleModel> PeopleModel::from_value(const Value& value) {
  const Value* version = value.find("layout");
  if (version == nullptr || version->integer() == nullptr) return fail("this is not a people model");
  if (*version->integer() != layout)
    return fail(cat("a people model of layout ", *version->integer(), "; this nazo reads ", layout, " (fit again)"));
  Reader all(value);
  PeopleModel m;
  m.plays = static_cast<std::size_t>(count_in(all.number("plays"), 1e15));
  m.feature_names = all.texts("features");
  m.puzzle_keys = all.texts("puzzles");
  m.person_keys = all.texts("persons");
  const auto features = static_cast<Index>(m.feature_names.size()), puzzles = static_cast<Index>(m.puzzle_keys.size()),
             persons = static_cast<Index>(m.person_keys.size());
  Reader time = all.part("time");
  m.time.standard = standardiser_in(time.part("standard"), features);
  m.time.weights = time.vector("weights", features + 1);
  m.time.weight_covariance = time.matrix("weight_covariance", features + 1, features + 1);
  m.time.sigma = time.number("sigma");
  m.time.person_sd = time.number("person_sd");
  m.time.puzzle_sd = time.number("puzzle_sd");
  m.time.b = time.vector("b", puzzles);
  m.time.b_se = time.vector("b_se", puzzles);
  m.time.s = time.vector("s", persons);
  m.time.s_se = time.vector("s_se", persons);
  m.time.plays = m.plays;
  Reader success = all.part("success");
  m.success_kind = success.text("kind");
  m.success.standard = standardiser_in(success.part("standard"), features);
  m.success.weights = success.vector("weights", features + 1);
  m.success.weight_covariance = success.matrix("weight_covariance", features + 1, features + 1);
  m.success.person_sd = success.number("person_sd");
  m.success.puzzle_sd = success.number("puzzle_sd");
  m.success.alpha_sd = success.number("alpha_sd");
  m.success.b = success.vector("b", puzzles);
  m.success.b_se = success.vector("b_se", puzzles);
  m.success.theta = success.vector("theta", persons);
  m.success.theta_se = success.vector("theta_se", persons);
  m.success.alpha = success.vector("alpha", puzzles);
  m.success.plays = m.plays;
  m.personal_time = personal_in(value.find("personal_time"), all.part("personal_time"), persons, features);
  m.personal_success = personal_in(value.find("personal_success"), all.part("personal_success"), persons, features);
  m.glicko_puzzles = glicko_in(all.part("glicko_puzzles"), puzzles);
  m.glicko_persons = glicko_in(all.part("glicko_persons"), persons);
  m.elo_puzzles = plain(all.vector("elo_puzzles", puzzles));
  m.elo_persons = plain(all.vector("elo_persons", persons));
  const VectorXd counts = all.vector("mark_counts", puzzles), sums = all.vector("mark_sums", puzzles);
  for (Index j = 0; j < puzzles; ++j) m.marks.push_back({static_cast<int>(count_in(counts[j], 1e9)), sums[j]});
  m.mean_mark = all.number("mean_mark");
  m.measure();
  if (!all.wrong().empty()) return fail(cat("a damaged people model: field '", all.wrong(), "'"));
  return m;
}

}  // namespace nazo::model

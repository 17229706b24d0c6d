// experiment simulated-players: do the models find what was planted, and do they find nothing where there is nothing?
#include <cmath>
#include <functional>
#include <map>

#include "base/text.hpp"
#include "experiments/papers.hpp"
#include "experiments/tools.hpp"
#include "model/evaluate.hpp"
#include "model/paired.hpp"
#include "model/personal.hpp"
#include "model/simulate.hpp"
#include "model/success_model.hpp"
#include "model/time_model.hpp"

namespace nazo {
namespace {

using model::Estimate;
using model::World;

/// How often intervals hold the planted value, and how far off the values are.
struct Recovery {
  double inside = 0, intervals = 0, bias = 0, squares = 0, count = 0;
  void add(const Estimate& estimate, double truth) {
    inside += estimate.low <= truth && truth <= estimate.high;
    intervals += 1;
    add(estimate.value, truth);
  }
  void add(double value, double truth) {
    bias += value - truth;
    squares += (value - truth) * (value - truth);
    count += 1;
  }
  void add(const Recovery& other) {
    inside += other.inside;
    intervals += other.intervals;
    bias += other.bias;
    squares += other.squares;
    count += other.count;
  }
};
using Recoveries = std::map<std::string, Recovery>;

Value value_of(const Recoveries& recoveries) {
  Value out = Value::object();
  for (const auto& [what, r] : recoveries)
    out.set(what, Value::array().push(r.inside).push(r.intervals).push(r.bias).push(r.squares).push(r.count));
  return out;
}

void add_all(Recoveries& sum, const Value& one) {
  for (const auto& [what, numbers] : *one.fields()) {
    const auto& n = *numbers.items();
    sum[what].add(Recovery{n[0].number(), n[1].number(), n[2].number(), n[3].number(), n[4].number()});
  }
}

Recoveries recover(World world, std::uint64_t seed, std::uint64_t item) {
  Recoveries out;
  const model::SimulatedPlays data = model::simulate_plays(world, {}, seed, item);
  const model::TimeTogether times = model::fit_together(data.times, model::fit_time(data.times));
  const model::TimeModel& time = times.common;
  // The people of one world are not average, and what they have in common cannot be told from the puzzles: it is taken
  // off.
  const double common = data.person_speed.mean(), skill = data.person_skill.mean();
  for (Eigen::Index j = 0; j < time.b.size(); ++j)
    out["time: puzzle b"].add(model::normal_estimate(time.b[j] + common, time.b_se[j]), data.time_b[j]);
  for (Eigen::Index i = 0; i < time.s.size(); ++i)
    out["time: person a·theta"].add(model::normal_estimate(time.s[i] + common, time.s_se[i]), data.person_speed[i]);
  for (int k = 1; k < data.truth.weights.size(); ++k)
    out["time: feature weight"].add(time.weight(k), data.truth.weights[k]);
  out["time: sigma"].add(time.sigma, data.truth.sigma);
  out["time: person sd a"].add(time.person_sd, data.truth.person_sd);
  out["time: puzzle sd tau"].add(time.puzzle_sd, data.truth.puzzle_sd);
  out["time: personal spread"].add(times.own.spread, data.truth.personal_spread);

  const model::SuccessTogether outcomes = model::fit_together(data.outcomes, model::fit_rasch(data.outcomes));
  const model::SuccessModel& rasch = outcomes.common;
  out["success: personal spread"].add(outcomes.own.spread, 2 * data.truth.personal_spread);
  for (Eigen::Index j = 0; j < rasch.b.size(); ++j)
    out["success: puzzle b"].add(model::normal_estimate(rasch.b[j] + skill, rasch.b_se[j]), data.outcome_b[j]);
  for (Eigen::Index i = 0; i < rasch.theta.size(); ++i)
    out["success: person theta"].add(model::normal_estimate(rasch.theta[i] + skill, rasch.theta_se[i]),
                                     data.person_skill[i]);
  for (int k = 1; k < data.truth.weights.size(); ++k)
    out["success: feature weight"].add(rasch.weight(k), data.truth.weights[k]);
  out["success: person sd"].add(rasch.person_sd, data.truth.logit_person_sd);
  out["success: puzzle sd"].add(rasch.puzzle_sd, data.truth.logit_puzzle_sd);
  return out;
}

Recoveries recover_pairs(std::uint64_t seed, std::uint64_t item) {
  Recoveries out;
  const model::SimulatedPairs data = model::simulate_pairs(30, 5, .6, seed, item);
  const model::BradleyTerry fit = model::fit_bradley_terry(data.pairs, 30, 5);
  for (std::size_t j = 0; j < data.strength.size(); ++j)
    out["comparisons: strength"].add(fit.strength[j], data.strength[j]);
  out["comparisons: own spread"].add(fit.own_spread, .6);
  return out;
}

/// How parameters, models and splits are said to readers.
const std::map<std::string, Words>& words_of_models() {
  static const std::map<std::string, Words> said = [] {
    std::map<std::string, Words> words;
    const auto add_words = [&](const char* english, const char* japanese) { words[english] = {english, japanese}; };
    add_words("time: puzzle b", "時間：問題 b");
    add_words("time: person a·theta", "時間：人 a·θ");
    add_words("time: feature weight", "時間：特徴量の重み");
    add_words("time: sigma", "時間：σ");
    add_words("time: person sd a", "時間：人の標準偏差 a");
    add_words("time: puzzle sd tau", "時間：問題の標準偏差 τ");
    add_words("time: personal spread", "時間：個人の重みの散らばり");
    add_words("success: personal spread", "成否：個人の重みの散らばり");
    add_words("success: puzzle b", "成否：問題 b");
    add_words("success: person theta", "成否：人 θ");
    add_words("success: feature weight", "成否：特徴量の重み");
    add_words("success: person sd", "成否：人の標準偏差");
    add_words("success: puzzle sd", "成否：問題の標準偏差");
    add_words("comparisons: strength", "比較：強さ");
    add_words("comparisons: own spread", "比較：個人の散らばり");
    add_words("mean of all", "全体の平均");
    add_words("person's mean", "人の平均");
    add_words("puzzle's mean", "問題の平均");
    add_words("person + puzzle means", "人と問題の平均");
    add_words("features (ridge)", "特徴量（リッジ回帰）");
    add_words("time model", "時間モデル");
    add_words("with personal weights", "個人の重みつき");
    add_words("share of all", "全体の割合");
    add_words("Elo", "イロ");
    add_words("Glicko-2", "グリコ2");
    add_words("features alone", "特徴量のみ");
    add_words("Rasch", "ラッシュ");
    add_words("2PL", "2母数");
    add_words("time", "時間");
    add_words("success", "成否");
    return words;
  }();
  return said;
}

Words said_of(const std::string& english) {
  const auto found = words_of_models().find(english);
  return found == words_of_models().end() ? Words(english) : found->second;
}

/// Bias and coverage of every planted parameter.
void add_recoveries(Account& account, std::string_view world, const Recoveries& recoveries) {
  Table table{.name = cat("recovery-", world)};
  table.columns = {{"parameter", {"parameter", "母数"}},
                   {"bias", {"bias", "偏り"}},
                   {"rmse", {"rmse", "二乗平均誤差"}},
                   {.field = "coverage", .title = {"cover %", "被覆率 %"}, .digits = 1, .percent = true}};
  Figure figure{.name = table.name,
                .caption = {cat("Planted values inside 95 % intervals, world ", world),
                            cat("95%区間に入った真値の割合、世界 ", world)}};
  figure.y = {.title = {"coverage", "被覆率"}, .unit = "%", .holds = {100}};
  Series cover{.mark = Mark::bars};
  for (const auto& [what, r] : recoveries) {
    const double bias = r.bias / r.count, rmse = std::sqrt(r.squares / r.count),
                 covered = r.intervals > 0 ? r.inside / r.intervals : std::nan("");
    table.rows.push_back(Value::object()
                             .set("part", "recovery")
                             .set("world", world)
                             .set("parameter", what)
                             .set("bias", bias)
                             .set("rmse", rmse)
                             .set("coverage", covered));
    if (r.intervals == 0) continue;
    cover.points.push_back({static_cast<double>(figure.x.names.size()), 100 * covered});
    figure.x.names.push_back(said_of(what));
  }
  figure.series = {std::move(cover),
                   {.name = "95 %",
                    .mark = Mark::line,
                    .points = {{-.5, 95}, {static_cast<double>(figure.x.names.size()) - .5, 95}},
                    .dashed = true}};
  add_in_both(account, std::move(table), words_of_models());
  account.add(std::move(figure));
}

/// Scores of every rung, averaged over repetitions.
struct Rungs {
  std::vector<std::string> names{};
  std::vector<double> scores{}, calibration{};
  double gain = 0, low = 0, high = 0;
};

template <class Ladder, class GainOf>
Rungs judge(const model::PlayTable& table, model::Split split, std::uint64_t seed, std::size_t against,
            const Ladder& ladder, const GainOf& gain_of) {
  const model::SplitTable parts = model::split_plays(table, split, seed);
  const auto rungs = ladder(parts);
  Rungs out;
  for (const model::Rung& rung : rungs) {
    out.names.push_back(rung.name);
    out.scores.push_back(rung.score);
    out.calibration.push_back(rung.calibration);
  }
  const model::Gain gain = gain_of(parts, rungs.back(), rungs[rungs.size() - against], 300, seed);
  out.gain = gain.percent;
  out.low = gain.low;
  out.high = gain.high;
  return out;
}

void add(Rungs& sum, const Rungs& one, double share) {
  if (sum.names.empty())
    sum = {one.names, std::vector<double>(one.scores.size(), 0.), std::vector<double>(one.scores.size(), 0.)};
  for (std::size_t i = 0; i < one.scores.size(); ++i) {
    sum.scores[i] += share * one.scores[i];
    sum.calibration[i] += share * one.calibration[i];
  }
  sum.gain += share * one.gain;
  sum.low += share * one.low;
  sum.high += share * one.high;
}

struct Judged {
  Rungs time[3], success[3];
};

Value value_of(const Rungs& rungs) {
  Value names = Value::array(), scores = Value::array(), calibration = Value::array();
  for (std::size_t i = 0; i < rungs.names.size(); ++i) {
    names.push(rungs.names[i]);
    scores.push(rungs.scores[i]);
    calibration.push(rungs.calibration[i]);
  }
  return Value::object()
      .set("names", names)
      .set("scores", scores)
      .set("calibration", calibration)
      .set("gain", Value::array().push(rungs.gain).push(rungs.low).push(rungs.high));
}

Rungs rungs_of(const Value& value) {
  Rungs out;
  for (const Value& name : *value.find("names")->items()) out.names.push_back(*name.string());
  for (const Value& score : *value.find("scores")->items()) out.scores.push_back(score.number());
  for (const Value& slope : *value.find("calibration")->items()) out.calibration.push_back(slope.number());
  const auto& gain = *value.find("gain")->items();
  out.gain = gain[0].number();
  out.low = gain[1].number();
  out.high = gain[2].number();
  return out;
}

Value value_of(const Judged& judged) {
  Value times = Value::array(), successes = Value::array();
  for (std::size_t s = 0; s < 3; ++s) {
    times.push(value_of(judged.time[s]));
    successes.push(value_of(judged.success[s]));
  }
  return Value::object().set("time", times).set("success", successes);
}

void add_all(Judged& sum, const Value& one, double share) {
  for (std::size_t s = 0; s < 3; ++s) {
    add(sum.time[s], rungs_of((*one.find("time")->items())[s]), share);
    add(sum.success[s], rungs_of((*one.find("success")->items())[s]), share);
  }
}

Judged judge_world(World world, std::uint64_t seed, std::uint64_t item) {
  const model::SimulatedPlays data = model::simulate_plays(world, {}, seed, 1000 + item);
  Judged out;
  constexpr model::Split splits[] = {model::Split::time, model::Split::new_person, model::Split::new_puzzle};
  for (std::size_t s = 0; s < 3; ++s) {
    out.time[s] = judge(data.times, splits[s], seed + item, 2, model::time_ladder, model::time_gain);
    out.success[s] = judge(data.outcomes, splits[s], seed + item, 3, model::success_ladder, model::success_gain);
  }
  return out;
}

/// The models of a ladder on three splits: rows for programs, a table for readers, the gain of the last rung.
void add_ladder(Account& account, std::string_view world, std::string_view target, const Rungs (&splits)[3]) {
  const char* const names[] = {"time", "new_person", "new_puzzle"};
  const std::string score = target == "time" ? "RMSE" : "loss";
  Table rows{.name = cat("ladder-", world, "-", target), .audience = Audience::programs};
  Table shown{.name = cat("layout-", world, "-", target), .audience = Audience::readers};
  shown.columns = {{"rung", said_of(std::string(target))}};
  const Words heads[] = {{cat(score, " later"), cat(score, " 後のプレイ")},
                         {cat(score, " new person"), cat(score, " 新しい人")},
                         {cat(score, " new puzzle"), cat(score, " 新しい問題")}};
  for (std::size_t s = 0; s < 3; ++s) {
    shown.columns.push_back({cat("score ", s), heads[s]});
    shown.columns.push_back({.field = cat("slope ", s), .title = {"slope", "傾き"}, .digits = 2});
  }
  for (std::size_t i = 0; i < splits[0].names.size(); ++i) {
    Value row = Value::object().set("rung", in_both(said_of(splits[0].names[i])));
    for (std::size_t s = 0; s < 3; ++s) {
      row.set(cat("score ", s), splits[s].scores[i]).set(cat("slope ", s), splits[s].calibration[i]);
      rows.rows.push_back(Value::object()
                              .set("part", "ladder")
                              .set("world", world)
                              .set("target", target)
                              .set("split", names[s])
                              .set("rung", splits[s].names[i])
                              .set(target == "time" ? "rmse_log_time" : "log_loss", splits[s].scores[i])
                              .set("calibration_slope", splits[s].calibration[i]));
    }
    shown.rows.push_back(std::move(row));
  }
  Table gains{.name = cat("gain-", world, "-", target), .audience = Audience::programs};
  Words words{cat("gain of personal weights, ", target, ":"),
              cat("個人の重みの効果、", said_of(std::string(target)).japanese, "：")};
  const char* const japanese_names[] = {"後のプレイ", "新しい人", "新しい問題"};
  for (std::size_t s = 0; s < 3; ++s) {
    const std::string figures =
        cat(" ", text_of(splits[s].gain, 2), " % (", text_of(splits[s].low, 1), "…", text_of(splits[s].high, 1), ")");
    words.english += cat(s == 0 ? " " : ", ", names[s], figures);
    words.japanese += cat(s == 0 ? "" : "、", japanese_names[s], figures);
    gains.rows.push_back(Value::object()
                             .set("part", "personal_gain")
                             .set("world", world)
                             .set("target", target)
                             .set("split", names[s])
                             .set("percent", splits[s].gain)
                             .set("low", splits[s].low)
                             .set("high", splits[s].high));
  }
  shown.notes.emplace_back("  " + words.english, "  " + words.japanese);
  account.add(std::move(rows));
  account.add(std::move(gains));
  account.add(std::move(shown));
}

/// Sums what `repeats` worlds gave; nothing if the run was interrupted.
Result<std::optional<Recoveries>> sum_recoveries(const ExperimentCall& call, const std::string& what,
                                                 std::uint64_t repeats,
                                                 const std::function<Recoveries(std::uint64_t)>& recover_one) {
  Recoveries sum;
  const auto make = [&](std::uint64_t i) -> Result<Value> { return value_of(recover_one(i)); };
  const auto take = [&](std::uint64_t, const Value& one) {
    add_all(sum, one);
    return true;
  };
  NAZO_TRY(whole, each_item(call, what, repeats, make, take));
  if (!whole) return std::nullopt;
  return sum;
}

/// One world: what is recovered, then the ladder of models. False if the run was interrupted.
Result<bool> run_world(const ExperimentCall& call, Account& account, World world) {
  const auto repeats = static_cast<std::uint64_t>(call.options.integer("repeats"));
  const auto judged = static_cast<std::uint64_t>(call.options.integer("judged"));
  const std::uint64_t seed = call.context.seed;
  account.add(
      Words(cat("World ", name(world), ": ", about(world)), cat("世界 ", name(world), "（", about(world), "）")));
  const auto one = [&](std::uint64_t i) { return recover(world, seed, i); };
  NAZO_TRY(recoveries, sum_recoveries(call, cat("recoveries, world ", name(world)), repeats, one));
  if (!recoveries) return false;
  add_recoveries(account, name(world), *recoveries);

  Judged sum;
  const auto make = [&](std::uint64_t i) -> Result<Value> { return value_of(judge_world(world, seed, i)); };
  const auto take = [&](std::uint64_t, const Value& item) {
    add_all(sum, item, 1. / static_cast<double>(judged));
    return true;
  };
  NAZO_TRY(whole, each_item(call, cat("ladders, world ", name(world)), judged, make, take));
  if (!whole || judged == 0) return whole;
  add_ladder(account, name(world), "time", sum.time);
  add_ladder(account, name(world), "success", sum.success);
  return true;
}

Result<Findings> run_simulated(const ExperimentCall& call) {
  const auto repeats = static_cast<std::uint64_t>(call.options.integer("repeats"));
  const std::string only = call.options.text("world");
  const std::uint64_t seed = call.context.seed;
  Findings found;
  Account& account = found.account;
  account.simulated = true;
  account.add(
      Words(cat("No person has played here: all players are simulated, with planted skills, seed ", seed, ".\n",
                "Sizes of paper 000: 90 players, 100 puzzles, 1,647 plays, 5 features; ", repeats,
                " repetitions. Coverage is of 95 % intervals."),
            cat("人は遊んでいない。遊び手はすべて模擬で、力は与えたもの。種 ", seed, "。\n",
                "論文000の規模：90人、100題、1,647プレイ、特徴量5個。", repeats, " 回。被覆率は95%区間のもの。")));
  for (const World world : model::worlds()) {
    if (!only.empty() && only != name(world)) continue;
    NAZO_TRY(whole, run_world(call, account, world));
    if (!whole) return nothing_found();
  }
  if (only.empty()) {
    account.add(Words("Comparisons at the size of paper 001: 30 players, 5 puzzles, all 10 pairs on five levels",
                      "論文001の規模の比較：30人、5題、全10対を5段階で"));
    const auto one = [&](std::uint64_t i) { return recover_pairs(seed, i); };
    NAZO_TRY(recoveries, sum_recoveries(call, "comparisons", repeats, one));
    if (!recoveries) return nothing_found();
    add_recoveries(account, "comparisons", *recoveries);
  }
  account.add(Words(
      "RMSE is of ln t on plays that were solved; loss is log loss; slope is of observed on predicted, 1 is right. "
      "Gains have intervals over players (bootstrap).",
      "RMSEは解けたプレイの ln t のもの、lossは対数損失、傾きは予測に対する観測のもので1が正しい。"
      "効果の区間は人についてのもの（ブートストラップ）。"));
  return found;
}

}  // namespace

Experiment simulated_players() {
  std::vector<std::string> names{""};
  for (const World world : model::worlds()) names.emplace_back(name(world));
  return {
      .name = "simulated-players",
      .summary = "do the models find what was planted, and nothing where there is nothing?",
      .about =
          "Plants skills, difficulties and personal weights in players that do not exist and fits the models to their "
          "plays: bias and coverage of the intervals at the papers' sizes, in a "
          "correct world, in worlds that break an assumption, and in null worlds. A ladder of models is judged on "
          "later plays, on new players and on new puzzles. Every line says that the "
          "players are simulated.",
      .options =
          {{.name = "repeats",
            .kind = OptionKind::integer,
            .help = "worlds for the recovery of parameters",
            .fallback = "40",
            .lowest = 1,
            .highest = 100000,
            .value = "N"},
           {.name = "judged",
            .kind = OptionKind::integer,
            .help = "worlds for the ladder of models",
            .fallback = "10",
            .lowest = 0,
            .highest = 100000,
            .value = "N"},
           {.name = "world", .kind = OptionKind::choice, .help = "only this world", .choices = names, .value = "NAME"}},
      .run = run_simulated};
}

}  // namespace nazo

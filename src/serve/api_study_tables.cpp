// What a study has brought, for its researcher: tables and figures as `nazo fit` makes them, and each play to be
// watched again.
#include <algorithm>

#include "base/text.hpp"
#include "serve/api.hpp"
#include "store/record_text.hpp"
#include "workshop/account_value.hpp"
#include "workshop/fit_comparisons.hpp"
#include "workshop/fit_report.hpp"
#include "workshop/study_tables.hpp"

namespace nazo::serve {

namespace {

struct AccountWish {
  std::string what;
  std::string predictors{}, form{}, part{};
  Language language = Language::english;
  GiveUps give_ups = GiveUps::counted;
  std::uint64_t seed = 1;
};

Result<AccountWish> account_wish(const Call& call) {
  AccountWish wish{.what = call.asked("what")};
  wish.predictors = call.asked("predictors");
  wish.form = call.asked("form");
  wish.part = call.asked("part");
  if (wish.what != "tables" && wish.what != "time" && wish.what != "success" && wish.what != "comparisons")
    return fail("\"what\" must be tables, time, success or comparisons");
  if (!wish.form.empty() && wish.form != "json" && wish.form != "csv" && wish.form != "svg")
    return fail("\"form\" must be json, csv or svg");
  const std::string code = call.asked("language");
  const auto language = language_of(code.empty() ? "en" : code);
  if (!language) return fail("\"language\" must be en or ja");
  wish.language = *language;
  const std::string give_ups = call.asked("give_ups");
  if (!give_ups.empty() && give_ups != "counted" && give_ups != "left-out")
    return fail("\"give_ups\" must be counted or left-out");
  if (give_ups == "left-out") wish.give_ups = GiveUps::left_out;
  NAZO_TRY(seed, call.asked_number("seed"));
  if (seed) wish.seed = static_cast<std::uint64_t>(std::clamp(*seed, 0.0, 9e15));
  return wish;
}

Result<Account> account_of(store::Store& store, const store::Study& study, const AccountWish& wish) {
  if (wish.what == "tables") return study_tables(store, study);
  const DataQuery query{.study = study.key};
  if (wish.what == "comparisons") {
    const auto names = all_names_in(wish.predictors);
    NAZO_TRY(fit, comparison_fit(store, query, names, wish.seed));
    return comparison_account(fit);
  }
  return fit_table(store, {.query = query,
                           .target = wish.what == "time" ? model::Target::time : model::Target::success,
                           .predictors = wish.predictors,
                           .give_ups = wish.give_ups,
                           .seed = wish.seed});
}

/// Features that may be named as predictors.
Result<Value> usable_features(store::Store& store, const store::Study& study) {
  NAZO_TRY(data, people_data(store, {.study = study.key}));
  Value names = Value::array();
  for (const std::string& name : data.table.feature_names) names.push(name);
  return names;
}

Response account_file(const Account& account, const AccountWish& wish, const std::string& name) {
  const bool csv = wish.form == "csv";
  const auto text = csv ? account_csv(account, wish.part) : account_svg(account, wish.language, wish.part);
  if (!text) return refusal(404, text.error());
  Response response{.body = *text, .type = csv ? "text/csv; charset=utf-8" : "image/svg+xml"};
  response.headers.emplace_back("Content-Disposition", cat("attachment; filename=\"", name, ".", wish.form, "\""));
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

}  // namespace

Response Api::get_account(Call& call) {
  const auto wish = account_wish(call);
  if (!wish) return refusal(400, wish.error());
  return {.later = Later{Later::Lane::work, [this, key = call.word("key"), wish = *wish]() -> Response {
                           auto store = reader();
                           if (!store) return refusal(503, store.error());
                           const auto study = (**store)->find_study(key);
                           if (!study) return refusal(500, study.error());
                           if (!*study) return refusal(404, "there is no such study");
                           const auto account = account_of(***store, **study, wish);
                           if (!account && account.error().trouble != Trouble::none)
                             return refusal(500, account.error());
                           if (wish.form == "csv" || wish.form == "svg")
                             return account ? account_file(*account, wish, cat(key, "-", wish.what))
                                            : refusal(422, account.error());
                           const auto usable = usable_features(***store, **study);
                           if (!usable) return refusal(500, usable.error());
                           // That something is still missing is no fault: the page says what.
                           return json_response(
                               Value::object()
                                   .set("usable", *usable)
                                   .set("missing", account ? Value() : Value(account.error().message))
                                   .set("account", account ? account_value(*account, wish.language) : Value()));
                         }}};
}

Response Api::get_study_play(Call& call) {
  auto store = reader();
  if (!store) return refusal(503, store.error());
  const auto play = (**store)->find_play(call.word("play"));
  if (!play) return refusal(500, play.error());
  if (!*play || (*play)->study != call.word("key")) return refusal(404, "there is no such play in this study");
  const auto known = known_puzzle((*play)->puzzle);
  if (!known) return refusal(500, known.error());
  if (!*known) return refusal(404, "there is no such puzzle");
  const store::Puzzle& puzzle = (*known)->puzzle;
  Response response = json_response(Value::object()
                                        .set("genre", puzzle.genre)
                                        .set("text", puzzle.text)
                                        .set("title", puzzle.title)
                                        .set("play", store::to_value(store::Record(**play))));
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

}  // namespace nazo::serve

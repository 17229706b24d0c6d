// Routes about the server itself: is it well, what does it do, what can it be asked.
#include "base/text.hpp"
#include "puzzle/values.hpp"
#include "serve/api.hpp"
#include "serve/openapi.hpp"

namespace nazo::serve {

Response Api::get_health(Call&) {
  auto store = reader();
  if (!store) return refusal(503, store.error());
  if (auto version = (**store)->version(); !version) return refusal(503, version.error());
  return json_response(Value::object().set("status", "ok"));
}

Response Api::get_metrics(Call&) {
  return {.body = metrics_.text({{"jobs_waiting", static_cast<double>(jobs_->waiting())},
                                 {"jobs_running", static_cast<double>(jobs_->running())},
                                 {"addresses_known", static_cast<double>(addresses_.known())}}),
          .type = "text/plain; version=0.0.4"};
}

Response Api::get_openapi(Call&) { return {.body = std::string(openapi_text())}; }

Response Api::get_genres(Call&) {
  Value list = Value::array();
  for (const Genre* genre : settings_.genres) list.push(value_of(genre->facts()));
  return json_response(Value::object().set("genres", list));
}

}  // namespace nazo::serve

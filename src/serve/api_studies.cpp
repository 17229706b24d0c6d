// Routes about studies: what a researcher sets up and reads, and a participant's way through one.
#include "base/text.hpp"
#include "serve/api.hpp"

namespace nazo::serve {

Response Api::list_studies(Call&) { return refusal(503, "not yet"); }
Response Api::post_study(Call&) { return refusal(503, "not yet"); }
Response Api::get_study(Call&) { return refusal(503, "not yet"); }
Response Api::join_study(Call&) { return refusal(503, "not yet"); }
Response Api::post_answers(Call&) { return refusal(503, "not yet"); }
Response Api::get_progress(Call&) { return refusal(503, "not yet"); }
Response Api::get_fit(Call&) { return refusal(503, "not yet"); }
Response Api::get_export(Call&) { return refusal(503, "not yet"); }
Response Api::close_study(Call&) { return refusal(503, "not yet"); }
Response Api::delete_me(Call&) { return refusal(503, "not yet"); }

}  // namespace nazo::serve

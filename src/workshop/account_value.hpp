// An account as data for a page: what a reader sees, in one language, and beside it the figures themselves.
#pragma once

#include "base/value.hpp"
#include "base/words.hpp"
#include "workshop/account.hpp"

namespace nazo {

/// {"simulated": …, "parts": […]}. A part is {"words": "…"}, {"figure": {name, caption, svg}} or
/// {"table": {name, caption, file, columns: [{field, title}], cells: [["…"]], rows: [{…}], notes}}; `rows` are the
/// lines that account_json prints, whole; `file` says whether the table is one for programs too. Tables that only
/// programs read are left out.
[[nodiscard]] Value account_value(const Account& account, Language language);

}  // namespace nazo

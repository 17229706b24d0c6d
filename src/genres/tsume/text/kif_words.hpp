// Words of KIF records that are both read and written.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace nazo::tsume {

/// Between a heading and what it heads.
inline constexpr std::string_view wide_colon = "：";
/// An empty square of a diagram.
inline constexpr std::string_view empty_cell = "・";

/// Our names of notes, and the headings they have in a record.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 7> note_keys{{{"author", "作者"},
                                                                                         {"source", "出典"},
                                                                                         {"published", "発表誌"},
                                                                                         {"date", "発表年月"},
                                                                                         {"comment", "備考"},
                                                                                         {"comment_ja", "解説"},
                                                                                         {"award", "受賞"}}};

}  // namespace nazo::tsume

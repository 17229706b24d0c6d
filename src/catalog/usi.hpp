// The one thing of a genre that is not a Genre function: tsume-shogi over USI, for shogi programs.
#pragma once

#include <iosfwd>

namespace nazo {

/// Speaks USI until `quit` or the end of the input.
void usi_session(std::istream& in, std::ostream& out);

}  // namespace nazo

// Does a genre know what its puzzles usually are like? Asked here and not in the room of the interface, because the
// wasm module is built without run-time types.
#pragma once

#include "puzzle/usual.hpp"

namespace nazo {

/// Null: it knows nothing of the kind.
[[nodiscard]] inline const UsualPuzzles* usual_of(const Genre& genre) {
  return dynamic_cast<const UsualPuzzles*>(&genre);
}

}  // namespace nazo

#include "base/processor.hpp"

namespace nazo {

std::string_view compiled_for() {
#if defined(NAZO_BUILT_FOR)
  return NAZO_BUILT_FOR;
#else
  return "";
#endif
}

}  // namespace nazo

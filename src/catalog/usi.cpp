#include "catalog/usi.hpp"

#include "genres/tsume/play/usi.hpp"

namespace nazo {

void usi_session(std::istream& in, std::ostream& out) { tsume::run_usi(in, out); }

}  // namespace nazo

// Inside the room only: where SOCI puts one column of an answer. Apart, because it needs SOCI's headers.
#pragma once

#include <soci/soci.h>

#include <string>

#include "store/session.hpp"

namespace nazo::store {

struct Row::Slot {
  Kind kind = Kind::text;
  soci::indicator indicator = soci::i_null;
  std::string text{};
  long long integer = 0;
  double real = 0;
};

}  // namespace nazo::store

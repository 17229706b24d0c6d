// Tables and figures that an experiment or a fit found, for Python.
#pragma once

#include "workshop/account.hpp"

namespace nazo::python {

struct PythonAccount {
  Account account{};
  bool whole = true;  ///< false: a limit ran out before everything was found
};

}  // namespace nazo::python

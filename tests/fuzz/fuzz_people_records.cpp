// What comes into a store from outside: JSON Lines and CSV of records, and models kept as text.
#include "base/json.hpp"
#include "fuzz_genre.hpp"
#include "model/people_model.hpp"
#include "store/record_text.hpp"

namespace {

using nazo::fuzz::require;

void read_json_line(std::string_view text) {
  const auto value = nazo::parse_json(text);
  if (!value) return;
  if (const auto record = nazo::store::from_value(*value)) {
    const auto again = nazo::store::from_value(nazo::store::to_value(*record));
    require(again && *again == *record);
  }
  if (const auto model = nazo::model::PeopleModel::from_value(*value)) {
    const nazo::model::PuzzleView view{model->puzzle_keys.empty() ? -1 : 0,
                                       Eigen::VectorXd::Zero(static_cast<Eigen::Index>(model->feature_names.size()))};
    (void)model->predict(view, nullptr);
    if (!model->person_keys.empty()) {
      const auto person = model->person(0);
      (void)model->predict(view, &person);
    }
  }
}

void read_csv(std::string_view text) {
  const auto rows = nazo::csv_rows(text);
  if (!rows || rows->empty()) return;
  const auto type = nazo::store::csv_type(rows->front());
  if (!type) return;
  for (std::size_t i = 1; i < rows->size(); ++i)
    if (const auto record = nazo::store::from_csv(*type, rows->front(), (*rows)[i])) {
      const auto again = nazo::csv_rows(nazo::store::csv_header(*type) + "\r\n" + nazo::store::csv_line(*record));
      require(again && again->size() == 2);
      const auto same = nazo::store::from_csv(*type, again->front(), again->back());
      require(same && *same == *record);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_json_line(text);
  read_csv(text);
  return 0;
}

// nazo convert: from one format to another, and to pictures.
#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/verbs.hpp"
#include "puzzle/verified.hpp"
#include "workshop/puzzle_sheet.hpp"

namespace nazo::cli {

namespace {

/// Fills in the solutions that did not come with the puzzles, or came and do not hold.
int add_solutions(Invocation& call, Input& input, const Context& context) {
  int code = yes;
  for (Item& item : input.items) {
    const auto verdict = carried_or_solved(*item.genre, item.puzzle, item.options, context);
    if (!verdict) {
      code = worse(code, call.complain(cat(item.id, ": ", verdict.error().text())));
    } else if (verdict->status == Status::solved) {
      item.puzzle.solution = verdict->solution;
    } else {
      call.streams.err << "nazo: " << printable(item.id) << ": no solution to show: " << name(verdict->status) << "\n";
      code = worse(code, verdict->status == Status::unsolvable ? no : limit);
    }
  }
  return code;
}

}  // namespace

int run_convert(Invocation& call) {
  const std::string format = call.value("to");
  if (format.empty())
    return call.complain("convert needs --to FORMAT: svg, png, pdf, json or one of the genre's (nazo genres GENRE)");
  const auto context = call.context();
  if (!context) return call.complain(context.error());
  Input input = read_input(call);
  if (input.items.empty()) return input.code == yes ? call.complain("no puzzle to convert") : input.code;
  if (call.has("solved")) input.code = worse(input.code, add_solutions(call, input, *context));

  std::string bytes;
  if (is_sheet_format(format)) {
    auto sheet = make_sheet(input.items,
                            {.format = format,
                             .solved = call.has("solved"),
                             .columns = static_cast<int>(call.integer("columns-per-page")),
                             .heading = call.value("heading")},
                            *context);
    if (!sheet) return call.complain(sheet.error());
    bytes = *sheet;
  } else {
    for (const Item& item : input.items) {
      if (format == "json") {
        bytes += json_line(item, Value::object()).json() + "\n";
        continue;
      }
      if (!writes_format(*item.genre, format))
        return call.complain(cat(item.genre->facts().name, " does not write ", in_quotes(format), " (nazo genres ",
                                 item.genre->facts().name, ")"));
      auto printed = item.genre->print(item.puzzle, format, item.options, *context);
      if (!printed) return call.complain(cat(item.id, ": ", printed.error().text()));
      if (const auto room = room_in_one_file(*printed, format, input.items.size()); !room)
        return call.complain(room.error());
      if (!bytes.empty() && printed->find('\n') + 1 < printed->size()) bytes += "\n";
      bytes += *printed;
      if (!bytes.ends_with('\n')) bytes += "\n";
    }
  }
  return worse(input.code, write_output(call, bytes));
}

}  // namespace nazo::cli

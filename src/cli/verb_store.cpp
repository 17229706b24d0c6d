// nazo store: looking after the puzzles and plays. Is the store whole, a copy of it while it is used, its room given
// back.
#include <filesystem>
#include <ostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/verbs.hpp"
#include "store/store.hpp"

namespace nazo::cli {
namespace {

/// One answer as a line for people or for programs.
void say(const Invocation& call, const std::string& what, const Value& fields, const std::string& words) {
  if (call.json())
    call.streams.out << Value(fields).set("did", what).json() << "\n";
  else
    call.streams.out << words << "\n";
}

/// A store that cannot be asked is bad input; one that is damaged is the answer no.
int damage_or_complaint(const Invocation& call, const std::string& where, const Error& error) {
  if (error.trouble != Trouble::damage) return call.complain(error);
  say(call, "check", Value::object().set("store", where).set("whole", false).set("found", error.message),
      cat(where, ": ", error.message));
  return no;
}

int check(const Invocation& call, const std::string& where) {
  auto store = store::Store::open_to_look_after(where);
  if (!store) return damage_or_complaint(call, where, store.error());
  if (const auto whole = store->check_integrity(); !whole) return damage_or_complaint(call, where, whole.error());
  const auto plays = store->count_plays({});
  const auto puzzles = store->count_puzzles("");
  if (!plays) return damage_or_complaint(call, where, plays.error());
  if (!puzzles) return damage_or_complaint(call, where, puzzles.error());
  Value fields = Value::object().set("store", store->where()).set("whole", true);
  fields.set("puzzles", *puzzles).set("plays", *plays);
  say(call, "check", fields,
      cat(store->where(), " is whole: ", grouped(static_cast<std::uint64_t>(*puzzles)), " puzzles, ",
          grouped(static_cast<std::uint64_t>(*plays)), " plays"));
  return yes;
}

int backup(const Invocation& call, const std::string& where, const std::string& file) {
  if (file.empty()) return call.complain("nazo store backup FILE");
  auto store = store::Store::open_to_look_after(where);
  if (!store) return call.complain(store.error());
  if (const auto copied = store->backup(file); !copied) return call.complain(copied.error());
  // A copy that was never read is a hope, not a copy.
  auto copy = store::Store::open_to_look_after(file);
  if (!copy) return call.complain(copy.error());
  if (const auto whole = copy->check_integrity(); !whole) {
    // Nobody should find it later and take it for a good one.
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    Error error = whole.error();
    error.file = store->where();
    error.message = cat("no copy was made: ", error.message);
    return call.complain(error);
  }
  say(call, "backup", Value::object().set("store", store->where()).set("file", file),
      cat("copied to ", file, ", and the copy is whole"));
  return yes;
}

int vacuum(const Invocation& call, const std::string& where) {
  auto store = store::Store::open_existing(where);
  if (!store) return call.complain(store.error());
  if (const auto done = store->vacuum(); !done) return call.complain(done.error());
  say(call, "vacuum", Value::object().set("store", store->where()),
      cat(store->where(), " takes no more room than it needs"));
  return yes;
}

}  // namespace

int run_store(Invocation& call) {
  static constexpr std::string_view usage = "nazo store check|backup|vacuum [FILE]";
  if (call.operands.empty()) return call.complain(std::string(usage));
  const std::string what = call.operands.front();
  const std::string file = call.operands.size() > 1 ? call.operands[1] : "";
  const std::size_t most = what == "backup" ? 2 : 1;
  if (call.operands.size() > most) return call.complain(cat("too many words: ", usage));
  const std::string where = call.value("store");
  if (what == "check") return check(call, where);
  if (what == "backup") return backup(call, where, file);
  if (what == "vacuum") return vacuum(call, where);
  return call.complain(cat("store cannot ", in_quotes(what), ": ", usage));
}

}  // namespace nazo::cli

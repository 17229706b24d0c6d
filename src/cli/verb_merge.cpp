// nazo merge: one run of the parts that shards have left.
#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/run_places.hpp"
#include "cli/verbs.hpp"

namespace nazo::cli {

int run_merge(Invocation& call) {
  if (call.operands.empty()) return call.complain("which parts? nazo merge PART…");
  Parts parts;
  std::vector<std::string> words;
  for (const std::string& file : call.operands) {
    auto log = read_log(file);
    if (!log) return call.complain(log.error());
    const Value* theirs = log->parameters.is_object() ? log->parameters.find("words") : nullptr;
    if (theirs == nullptr || theirs->items() == nullptr)
      return call.complain(Error{"this is not what a run with --shard has left", file});
    if (parts.logs.empty())
      for (const Value& word : *theirs->items()) words.push_back(word.string() == nullptr ? "" : *word.string());
    parts.files.push_back(file);
    parts.logs.push_back(*std::move(log));
  }
  if (words.empty()) return call.complain(Error{"this is not what a run with --shard has left", call.operands.front()});
  if (call.has("log")) {
    words.emplace_back("--log");
    words.push_back(call.value("log"));
  }
  return run_words(words, call, &parts);
}

}  // namespace nazo::cli

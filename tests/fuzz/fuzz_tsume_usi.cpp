// A whole USI session. Searches are cut to a millisecond, whatever the input asks for.
#include "base/text.hpp"
#include "fuzz_genre.hpp"
#include "genres/tsume/play/usi.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  nazo::tsume::UsiEngine engine;
  int searches = 0;
  for (const nazo::Line& line : nazo::lines_of(std::string_view(reinterpret_cast<const char*>(data), size))) {
    const auto words = line.words();
    const bool goes = !words.empty() && words.front().text == "go";
    if (goes && ++searches > 2) continue;
    const bool harmless = words.size() < 2 || words[1].text != "mate" || (words.size() > 2 && words[2].text == "x");
    for (const std::string& answer : engine.feed(goes && !harmless ? "go mate 1" : line.text))
      nazo::fuzz::require(!answer.empty() && answer.find('\n') == std::string::npos);
    if (engine.done()) break;
  }
  return 0;
}

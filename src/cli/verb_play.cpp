// nazo play: a puzzle in the terminal, with keys where there is a terminal and typed lines where there is none.
#include <algorithm>
#include <istream>
#include <ostream>

#include "base/text.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/play_session.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "puzzle/verified.hpp"

namespace nazo::cli {

namespace {

Result<Item> choose_puzzle(Invocation& call, const Context& context) {
  Invocation probe = call;
  const std::string name = probe.take_genre();
  if (!probe.operands.empty()) {
    const Input input = read_input(call);
    if (input.code != yes) return fail("");  // already complained about
    const auto number = static_cast<std::size_t>(call.integer("number"));
    if (number > input.items.size()) return fail(cat("the file has ", input.items.size(), " puzzles, not ", number));
    return input.items[number - 1];
  }
  const Genre* genre = find_genre(call.genres, name);
  if (genre == nullptr)
    return fail(name.empty() ? "which genre? nazo play GENRE, or name a file" : cat("no genre ", in_quotes(name)));
  // The generator and the play share the user's options; each takes those it knows.
  std::map<std::string, std::string> given = call.genre_values();
  for (const auto& [option, value] : given)
    if (!std::ranges::count(genre->facts().options, option, &OptionFact::name))
      return fail(cat(genre->facts().name, " has no option --", option));
  NAZO_TRY(options, Options::make(genre->facts().options, given));
  for (std::uint64_t index = 0; index < 10000; ++index) {
    NAZO_TRY(batch,
             genre->generate({.options = options, .keep = nullptr, .seed = context.seed, .index = index}, context));
    for (const Candidate& candidate : batch.candidates) {
      NAZO_TRY(verdict, solve_verified(*genre, candidate.puzzle, options, context));
      if (verdict.status != Status::solved) continue;
      Item item{.id = cat(genre->facts().title, " ", context.seed),
                .genre = genre,
                .options = options,
                .puzzle = candidate.puzzle};
      item.puzzle.solution = verdict.solution;
      return item;
    }
  }
  return fail("no puzzle could be made with these options");
}

/// What stands below the board.
std::string status_line(const PlaySession& session, const Paint& paint) {
  switch (session.standing()) {
    case Standing::won:
      if (session.gave_up()) return paint.dim("That was a solution. R begins again.");
      return paint.good(cat("Solved in ", session.moves_made(), " moves. Well done!"));
    case Standing::stuck:
      return paint.warning("You are stuck. u undoes, b goes back to where it was still solvable.");
    case Standing::playing:
      break;
  }
  return paint.dim(cat("move ", session.moves_made() + 1));
}

std::string hint_text(PlaySession& session) {
  const auto hint = session.hint();
  return hint ? hint->text : hint.error().text();
}

std::string back_text(PlaySession& session) {
  const auto spoiled = session.back_to_solvable();
  if (!spoiled) return spoiled.error().text();
  if (*spoiled == 0) return "This can still be solved.";
  return cat("It was still solvable until your move ", *spoiled, ". You are back before it.");
}

/// Typed play: one move or command a line. For pipes, tests and screen readers.
int play_lines(Invocation& call, PlaySession& session) {
  const Paint paint(call.streams.colour);
  std::ostream& out = call.streams.out;
  const auto show = [&] {
    out << board(session.picture(), paint) << status_line(session, paint) << "\n" << std::flush;
  };
  show();
  std::string line;
  while (session.standing() != Standing::won && std::getline(call.streams.in, line)) {
    const std::string_view word = trim(line);
    if (word.empty()) continue;
    if (word == "quit" || word == "q") return session.won() ? yes : no;
    if (word == "undo" || word == "u") {
      if (!session.undo()) out << "There is nothing to undo.\n";
    } else if (word == "redo" || word == "r") {
      if (!session.redo()) out << "There is nothing to redo.\n";
    } else if (word == "restart") {
      session.restart();
    } else if (word == "hint" || word == "h") {
      out << hint_text(session) << "\n";
      continue;
    } else if (word == "back" || word == "b") {
      out << back_text(session) << "\n";
    } else if (word == "moves" || word == "m") {
      std::vector<std::string> texts;
      for (const Move& move : session.moves()) texts.push_back(move.text);
      out << wrapped(join(texts, "   "), 100, "  ");
      continue;
    } else if (word == "give up" || word == "g") {
      const auto moves = session.give_up();
      if (!moves) {
        out << moves.error().text() << "\n";
        continue;
      }
      out << wrapped(join(*moves, " "), 100, "  ");
      return no;
    } else if (auto played = session.play(word); !played) {
      out << played.error().text() << "\n";
      continue;
    }
    show();
  }
  return session.won() ? yes : no;
}

/// Play by keys. The cursor walks over the cells that moves touch; a move is chosen by its cells or by its key.
class KeyPlay {
 public:
  KeyPlay(Invocation& call, const Item& item, PlaySession& session)
      : paint_(call.streams.colour || call.streams.terminal_out), item_(item), session_(session) {}

  int run() {
    Terminal terminal;
    place_cursor();
    for (;;) {
      draw(terminal);
      const std::string key = terminal.key();
      message_.clear();
      if (key == "q" || key.empty()) return session_.won() ? yes : no;
      if (play_by_key(key)) continue;
      if (key == "up" || key == "down" || key == "left" || key == "right")
        walk(key);
      else if (key == "enter" || key == " ")
        choose();
      else if (key == "escape") {
        choices_.clear();
        chosen_ = {};
      } else if (key.size() == 1 && key[0] >= '1' && key[0] <= '9' && !choices_.empty())
        pick(static_cast<std::size_t>(key[0] - '1'));
      else if (key == ":")
        typed(terminal);
      else if (key == "u")
        session_.undo() ? forget() : say("There is nothing to undo.");
      else if (key == "r")
        session_.redo() ? forget() : say("There is nothing to redo.");
      else if (key == "R")
        session_.restart(), forget();
      else if (key == "h")
        message_ = hint_text(session_);
      else if (key == "b")
        message_ = back_text(session_), forget();
      else if (key == "g")
        replay(terminal);
    }
  }

 private:
  void say(std::string text) { message_ = std::move(text); }
  void forget() {
    choices_.clear();
    chosen_ = {};
  }

  void draw(Terminal& terminal) const {
    Cursor cursor{.at = cursor_};
    if (chosen_ != Cell{}) cursor.marked.push_back(chosen_);
    std::string screen = cat(paint_.strong(item_.id), "\n\n", board(session_.picture(), paint_, cursor), "\n",
                             status_line(session_, paint_), "\n", message_, "\n");
    for (std::size_t i = 0; i < choices_.size() && i < 9; ++i)
      screen += cat("  ", i + 1, "  ", choices_[i].label.empty() ? choices_[i].text : choices_[i].label, "\n");
    screen += paint_.dim(
        "\narrows, enter play · : type a move · u undo · r redo · R restart · h hint · b back · g give up · q quit");
    terminal.show(screen);
  }

  /// The cursor starts on the first cell that a move touches.
  void place_cursor() {
    const TextPicture picture = session_.picture();
    height_ = static_cast<int>(picture.rows.size()) - picture.origin.row + 1;
    width_ = 0;
    for (const auto& row : picture.rows)
      width_ = std::max(width_, static_cast<int>(row.size()) - picture.origin.column + 1);
    for (const Move& move : session_.moves())
      if (move.to != Cell{}) {
        cursor_ = move.to;
        return;
      }
  }

  void walk(const std::string& key) {
    if (cursor_ == Cell{}) cursor_ = {1, 1};
    if (key == "up") cursor_.row = std::max(1, cursor_.row - 1);
    if (key == "down") cursor_.row = std::min(height_, cursor_.row + 1);
    if (key == "left") cursor_.column = std::max(1, cursor_.column - 1);
    if (key == "right") cursor_.column = std::min(width_, cursor_.column + 1);
  }

  void play(const std::string& text) {
    if (const auto played = session_.play(text); !played) say(played.error().text());
    forget();
  }

  /// Moves that have a key of their own: anywhere, or on the cursor's cell.
  bool play_by_key(const std::string& key) {
    for (const Move& move : session_.moves())
      if (move.key == key && (move.to == Cell{} || move.to == cursor_ || key == "up" || key == "down" ||
                              key == "left" || key == "right")) {
        play(move.text);
        return true;
      }
    return false;
  }

  /// Enter: the moves that touch the cursor's cell (and the cell chosen before) are played, narrowed down or listed.
  void choose() {
    std::vector<Move> here;
    for (const Move& move : session_.moves()) {
      const bool touches = move.to == cursor_ || move.from == cursor_;
      const bool joins = chosen_ == Cell{} || move.to == chosen_ || move.from == chosen_;
      if (touches && joins && (chosen_ == Cell{} || chosen_ != cursor_)) here.push_back(move);
    }
    if (here.empty()) {
      say(chosen_ == Cell{} ? "Nothing can be done here." : "These two do not go together.");
      forget();
    } else if (here.size() == 1) {
      play(here.front().text);
    } else {
      chosen_ = chosen_ == Cell{} ? cursor_ : chosen_;
      choices_ = std::move(here);
      say(choices_.size() <= 9 ? "Choose a number, or the other cell." : "Choose the other cell.");
    }
  }

  void pick(std::size_t i) {
    if (i < choices_.size()) play(std::string(choices_[i].text));
  }

  void typed(Terminal& terminal) {
    if (const std::string text = terminal.line(": "); !text.empty()) play(text);
  }

  void replay(Terminal& terminal) {
    const auto moves = session_.give_up();
    if (!moves) return say(moves.error().text());
    forget();
    for (std::size_t i = 0; i < moves->size(); ++i) {
      if (const auto played = session_.play((*moves)[i]); !played) return say(played.error().text());
      say(cat("The solution, move ", i + 1, " of ", moves->size(), ": ", (*moves)[i]));
      draw(terminal);
      Terminal::pause(std::clamp(8000 / static_cast<int>(moves->size()), 30, 400));
    }
  }

  Paint paint_;
  const Item& item_;
  PlaySession& session_;
  Cell cursor_{}, chosen_{};
  std::vector<Move> choices_{};
  std::string message_{};
  int width_ = 0, height_ = 0;
};

}  // namespace

int run_play(Invocation& call) {
  auto context = call.context();
  if (!context) return call.complain(context.error());
  if (!call.has("time")) context->budget.seconds = 10;  // nobody waits longer for a hint
  const auto item = choose_puzzle(call, *context);
  if (!item) return item.error().message.empty() ? bad : call.complain(item.error());
  auto session = PlaySession::begin(*item->genre, item->puzzle, item->options, *context);
  if (!session) return call.complain(session.error());
  if (call.streams.terminal_in && call.streams.terminal_out) return KeyPlay(call, *item, *session).run();
  return play_lines(call, *session);
}

}  // namespace nazo::cli

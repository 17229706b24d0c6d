// The words of a comment, in English and Japanese.
#include "genres/tsume/analyse/comment.hpp"

#include "base/text.hpp"
#include "genres/tsume/rules/movegen.hpp"
#include "genres/tsume/text/japanese.hpp"
#include "genres/tsume/text/sfen.hpp"

namespace nazo::tsume {
namespace {

std::string_view english_name(Kind k) {
  constexpr std::array<std::string_view, kind_count> names{
      "",     "pawn",  "lance",          "knight",          "silver",          "bishop", "rook",  "gold",
      "king", "tokin", "promoted lance", "promoted knight", "promoted silver", "horse",  "dragon"};
  return names[static_cast<std::size_t>(k)];
}

std::string_view letter_of(Kind k) {
  constexpr std::array<std::string_view, kind_count> letters{"",  "P",  "L",  "N",  "S",  "B",  "R", "G",
                                                             "K", "+P", "+L", "+N", "+S", "+B", "+R"};
  return letters[static_cast<std::size_t>(k)];
}

Kind mover(const Position& p, Move16 m) { return m.is_drop() ? m.dropped() : kind_of(p.on(m.from())); }

std::string square(Square s) { return std::string(usi_square(s)); }

/// A move in the two languages, without the side.
struct Named {
  std::string english, japanese;
};
Named name_of(const Position& before, Move16 m, std::optional<Square> previous) {
  return {english_move(before, m), japanese_move(before, m, previous)};
}

/// Sentences side by side.
class Writer {
 public:
  void say(std::string_view english, std::string_view japanese) {
    if (!comment_.english.empty()) comment_.english += ' ';
    comment_.english += english;
    comment_.japanese += japanese;
  }
  [[nodiscard]] Comment done() && { return std::move(comment_); }

 private:
  Comment comment_;
};

/// What stands where: the line with the positions before each of its moves.
class Played {
 public:
  Played(const Position& start, const std::vector<Move16>& line) : line_(line) {
    Position p = start;
    for (const Move16 m : line) {
      before_.push_back(p);
      p.make(m);
    }
    end_ = p;
  }
  [[nodiscard]] const Position& before(int ply) const { return before_[static_cast<std::size_t>(ply)]; }
  [[nodiscard]] Move16 move(int ply) const { return line_[static_cast<std::size_t>(ply)]; }
  [[nodiscard]] Named named(int ply) const { return name_of(before(ply), move(ply), previous(ply)); }
  [[nodiscard]] std::optional<Square> previous(int ply) const {
    if (ply == 0) return std::nullopt;
    return move(ply - 1).to();
  }
  [[nodiscard]] int plies() const { return static_cast<int>(line_.size()); }

 private:
  const std::vector<Move16>& line_;
  std::vector<Position> before_;
  Position end_;
};

/// A Japanese clause: how it goes on, and how it ends a sentence.
struct Verb {
  std::string stem, going_on, at_the_end;
};

/// What the move is for, as a clause: "gives the silver away to draw the king to 1b".
Named purpose_words(const Played& solution, int ply, const Purpose& why) {
  const Position& p = solution.before(ply);
  const Move16 m = solution.move(ply);
  const Kind kind = mover(p, m);
  const std::string_view piece = english_name(kind), koma = kanji_of(kind);
  const std::string at = square(m.to()), masu = japanese_square(m.to());
  std::vector<std::string> english;
  std::vector<Verb> japanese;
  if (why.lures_king) {
    english.push_back(cat("gives the ", piece, " away to draw the king to ", at));
    japanese.push_back({cat(koma, "を捨てて玉を", masu, "に呼"), "び", "ぶ"});
  }
  if (why.blocks_flight || why.draws_guard) {
    const Position next = solution.before(ply + 1);
    const Kind taker = mover(next, solution.move(ply + 1));
    const std::string from = square(solution.move(ply + 1).from());
    if (why.blocks_flight) {
      english.push_back(cat("makes the ", english_name(taker), " take on ", at, ", where it stands in its king's way"));
      japanese.push_back({cat(masu, "に", kanji_of(taker), "を呼んで退路を塞"), "ぎ", "ぐ"});
    } else {
      english.push_back(cat("draws the ", english_name(taker), " away from ", from));
      japanese.push_back(
          {cat(kanji_of(taker), "を", japanese_square(solution.move(ply + 1).from()), "から外"), "し", "す"});
    }
  }
  if (why.uncovers) {
    english.push_back("uncovers the check of another piece");
    japanese.push_back({"開き王手をかけ", "", "る"});
  }
  if (why.clears) {
    english.push_back(cat("clears ", square(m.from()), " for ", usi_of(why.later), " later on"));
    japanese.push_back({cat("邪魔な", koma, "を", japanese_square(m.from()), "から消"), "し", "す"});
  }
  if (why.takes) {
    english.push_back(cat("fetches the ", english_name(why.later.dropped()), " that is dropped on ",
                          square(why.later.to()), " later on"));
    japanese.push_back(
        {cat("後に", japanese_square(why.later.to()), "へ打つ", kanji_of(why.later.dropped()), "を取"), "り", "る"});
  }
  if (why.comes_back) {
    english.push_back(cat("goes to ", at, " only to come back"));
    japanese.push_back({cat(masu, "へ行って戻"), "り", "る"});
  }
  if (why.declines) {
    english.push_back("does not promote");
    japanese.push_back({"成らずに指", "し", "す"});
  }
  if (why.distant) {
    english.push_back("is dropped from afar");
    japanese.push_back({"遠くから打", "ち", "つ"});
  }
  Named words;
  for (std::size_t i = 0; i < english.size() && i < 2; ++i) {
    words.english += cat(i > 0 ? " and " : "", english[i]);
    const bool last = i + 1 == english.size() || i == 1;
    words.japanese += cat(i > 0 ? "、" : "", japanese[i].stem, last ? japanese[i].at_the_end : japanese[i].going_on);
  }
  return words;
}

/// What the refuting defence does.
Named defence_words(const Position& tried, const Try& t) {
  const Move16 d = t.defence;
  if (d.is_drop()) return {"puts a piece between", "の合駒"};
  const Kind kind = kind_of(tried.on(d.from()));
  if (d.to() == t.move.to()) return {"simply takes", "と取られる手"};
  if (kind == Kind::king) return {cat("lets the king out to ", square(d.to())), cat("と玉が逃げる手")};
  return {cat("moves the ", english_name(kind), " between"), cat("の移動合")};
}

void tell(Writer& out, const Played& solution, const Try& t) {
  const Position& p = solution.before(t.ply);
  const Position tried = after(p, t.move);
  const Named move = name_of(p, t.move, solution.previous(t.ply));
  const Named defence = name_of(tried, t.defence, t.move.to());
  const Position key = after(p, solution.move(t.ply));
  if (t.slower > 0) {
    const int usual = solution.plies() - t.ply;
    out.say(
        cat(move.english, " mates as well, but ", defence.english, " holds out ", t.slower - usual, " plies longer."),
        cat(move.japanese, "でも詰むが、", defence.japanese, "で", t.slower - usual, "手延びる。"));
    return;
  }
  const Named how = defence_words(tried, t);
  std::string english = cat(move.english, t.defences == 1 ? " fails to one answer only, " : " fails to ",
                            defence.english, ", which ", how.english);
  std::string japanese =
      cat(move.japanese, "は", defence.japanese, how.japanese, t.defences == 1 ? "が唯一の受けで" : "があって");
  if (t.pawn_drop_mate) {
    english += ": the pawn drop that is left would be mate, and so is forbidden.";
    japanese += "、打歩詰に陥る。";
  } else if (t.checks_left == 0) {
    english += ": there is no check left.";
    japanese += "、王手が続かない。";
  } else if (t.checks_left == 1) {
    english += ", and the only check left leads nowhere.";
    japanese += "、残る一つの王手も続かない。";
  } else {
    english += cat(", and none of the ", t.checks_left, " checks left mates.");
    japanese += cat("、残る", t.checks_left, "通りの王手ではどれも詰まない。");
  }
  out.say(english, japanese);
  const Named right = solution.named(t.ply);
  if (t.answer.is_none()) {
    out.say(cat("After ", right.english, " that answer is not possible."), cat(right.japanese, "ならこの受けがない。"));
    return;
  }
  const Position there = after(key, t.defence);
  const Named answer = name_of(there, t.answer, t.defence.to());
  out.say(cat("After ", right.english, " the same answer is met by ", answer.english, "."),
          cat(right.japanese, "なら同じ受けに", answer.japanese, "がある。"));
}

}  // namespace

std::string english_move(const Position& before, Move16 m) {
  const Kind kind = mover(before, m);
  if (m.is_drop()) return cat(letter_of(kind), "*", square(m.to()));
  const bool takes = before.on(m.to()) != Piece::none;
  const bool alone = ((before.attackers_to(m.to(), before.side(), before.occupied()) & before.of(before.side(), kind)) -
                      Bitboard::of(m.from()))
                         .empty();
  const bool could = can_promote(kind) && (in_zone(before.side(), m.from()) || in_zone(before.side(), m.to()));
  std::string out = cat(letter_of(kind), alone ? "" : square(m.from()), takes ? "x" : "-", square(m.to()));
  if (alone && !takes) out = cat(letter_of(kind), square(m.to()));
  if (m.is_promotion()) return out + "+";
  return could ? out + "=" : out;
}

Comment comment_on(const Position& start, const std::vector<Move16>& line, const std::vector<Try>& tries) {
  const Played solution(start, line);
  Writer out;
  // The point is the move that the best try is a try for; where nothing tempts, the first move that is for something.
  int point = tries.empty() ? 0 : tries.front().ply;
  for (int ply = 0; tries.empty() && ply < solution.plies(); ply += 2)
    if (!purpose_words(solution, ply, purpose_of(start, line, ply)).english.empty()) {
      point = ply;
      break;
    }
  const Named move = solution.named(point);
  const Named why = purpose_words(solution, point, purpose_of(start, line, point));
  const std::string english_why = why.english.empty() ? "" : cat(": it ", why.english);
  if (point == 0)
    out.say(cat("The first move, ", move.english, ", is the point", english_why, "."),
            cat("初手", move.japanese, "が眼目", why.japanese.empty() ? "" : cat("で、", why.japanese), "。"));
  else
    out.say(
        cat("The point is ", move.english, " at move ", point + 1, english_why, "."),
        cat(point + 1, "手目", move.japanese, "が好手", why.japanese.empty() ? "" : cat("で、", why.japanese), "。"));
  if (tries.empty())
    out.say("No other check tempts: every one is met at once.", "他の王手はすぐに逃れる。");
  else
    tell(out, solution, tries.front());
  return std::move(out).done();
}

}  // namespace nazo::tsume

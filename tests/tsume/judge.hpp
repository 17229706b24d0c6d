// The judge: shogi and mate lengths worked out a second time, as plainly and slowly as possible.
//
// A board of 81 characters, moves found by trying every one, legality by looking whether a king could be taken, mates
// by full-width search with a memo. It shares nothing with the program but the SFEN text, so that it can contradict it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace judge {

struct Board {
  // cell[rank][file] with file 0 = file 1; upper case black, lower case white, promoted pieces as +32 in `up`.
  std::array<std::array<char, 9>, 9> cell{};
  std::array<std::array<bool, 9>, 9> up{};
  std::array<std::map<char, int>, 2> hand{};  // by upper-case letter
  int side = 0;                               // 0 black

  static Board read(const std::string& sfen) {
    Board b;
    for (auto& row : b.cell) row.fill('.');
    std::size_t i = 0;
    int rank = 0, file = 8;
    bool plus = false;
    for (; sfen[i] != ' '; ++i) {
      const char c = sfen[i];
      if (c == '/') {
        ++rank;
        file = 8;
      } else if (c == '+') {
        plus = true;
      } else if (c >= '1' && c <= '9') {
        file -= c - '0';
      } else {
        b.cell[rank][file] = c;
        b.up[rank][file] = plus;
        plus = false;
        --file;
      }
    }
    ++i;
    b.side = sfen[i] == 'b' ? 0 : 1;
    i += 2;
    int n = 0;
    for (; i < sfen.size() && sfen[i] != ' '; ++i) {
      const char c = sfen[i];
      if (c >= '0' && c <= '9') {
        n = 10 * n + (c - '0');
      } else if (c != '-') {
        b.hand[std::islower(c) ? 1 : 0][static_cast<char>(std::toupper(c))] += n == 0 ? 1 : n;
        n = 0;
      }
    }
    return b;
  }
  /// Gives the side that is not to move every piece that is nowhere.
  void give_rest() {
    std::map<char, int> left{{'P', 18}, {'L', 4}, {'N', 4}, {'S', 4}, {'G', 4}, {'B', 2}, {'R', 2}};
    for (int r = 0; r < 9; ++r)
      for (int f = 0; f < 9; ++f)
        if (cell[r][f] != '.' && std::toupper(cell[r][f]) != 'K') --left[static_cast<char>(std::toupper(cell[r][f]))];
    for (auto [k, n] : hand[side]) left[k] -= n;
    hand[1 - side].clear();
    for (auto [k, n] : left)
      if (n > 0) hand[1 - side][k] = n;
  }
  int owner(int r, int f) const { return cell[r][f] == '.' ? -1 : std::islower(cell[r][f]) ? 1 : 0; }
  char kind(int r, int f) const { return static_cast<char>(std::toupper(cell[r][f])); }

  std::string key() const {
    std::string k;
    for (int r = 0; r < 9; ++r)
      for (int f = 0; f < 9; ++f) {
        k += cell[r][f];
        if (up[r][f]) k += '+';
      }
    for (int s = 0; s < 2; ++s)
      for (auto [c, n] : hand[s])
        if (n > 0) k += std::to_string(s) + c + std::to_string(n);
    return k + (side ? 'w' : 'b');
  }
};

struct Move {
  int fr = -1, ff = -1, tr = 0, tf = 0;  // fr < 0: drop
  char kind = 0;
  bool promote = false;
  std::string usi() const {
    const auto sq = [](int r, int f) { return std::string{char('1' + f), char('a' + r)}; };
    if (fr < 0) return std::string{kind, '*'} + sq(tr, tf);
    return sq(fr, ff) + sq(tr, tf) + (promote ? "+" : "");
  }
};

/// All squares a piece attacks.
inline std::vector<std::pair<int, int>> reach(const Board& b, int r, int f) {
  std::vector<std::pair<int, int>> out;
  const int s = b.owner(r, f), up = s == 0 ? -1 : 1;
  const char k = b.kind(r, f);
  const bool pro = b.up[r][f];
  const auto step = [&](int dr, int df) {
    const int nr = r + dr, nf = f + df;
    if (nr >= 0 && nr < 9 && nf >= 0 && nf < 9) out.push_back({nr, nf});
  };
  const auto slide = [&](int dr, int df) {
    for (int nr = r + dr, nf = f + df; nr >= 0 && nr < 9 && nf >= 0 && nf < 9; nr += dr, nf += df) {
      out.push_back({nr, nf});
      if (b.cell[nr][nf] != '.') break;
    }
  };
  if (k == 'G' || (pro && (k == 'P' || k == 'L' || k == 'N' || k == 'S'))) {
    step(up, 0), step(up, 1), step(up, -1), step(0, 1), step(0, -1), step(-up, 0);
  } else if (k == 'P') {
    step(up, 0);
  } else if (k == 'L') {
    slide(up, 0);
  } else if (k == 'N') {
    step(2 * up, 1), step(2 * up, -1);
  } else if (k == 'S') {
    step(up, 0), step(up, 1), step(up, -1), step(-up, 1), step(-up, -1);
  } else if (k == 'K') {
    for (int dr = -1; dr <= 1; ++dr)
      for (int df = -1; df <= 1; ++df)
        if (dr != 0 || df != 0) step(dr, df);
  } else if (k == 'B') {
    slide(1, 1), slide(1, -1), slide(-1, 1), slide(-1, -1);
    if (pro) step(1, 0), step(-1, 0), step(0, 1), step(0, -1);
  } else if (k == 'R') {
    slide(1, 0), slide(-1, 0), slide(0, 1), slide(0, -1);
    if (pro) step(1, 1), step(1, -1), step(-1, 1), step(-1, -1);
  }
  return out;
}

inline bool in_check(const Board& b, int side) {
  const char king = side == 0 ? 'K' : 'k';
  for (int r = 0; r < 9; ++r)
    for (int f = 0; f < 9; ++f)
      if (b.owner(r, f) == 1 - side)
        for (auto [tr, tf] : reach(b, r, f))
          if (b.cell[tr][tf] == king) return true;
  return false;
}

inline Board play(Board b, const Move& m) {
  const int s = b.side;
  if (m.fr < 0) {
    if (--b.hand[s][m.kind] == 0) b.hand[s].erase(m.kind);
    b.cell[m.tr][m.tf] = s == 0 ? m.kind : static_cast<char>(std::tolower(m.kind));
  } else {
    if (b.cell[m.tr][m.tf] != '.') ++b.hand[s][b.kind(m.tr, m.tf)];
    b.cell[m.tr][m.tf] = b.cell[m.fr][m.ff];
    b.up[m.tr][m.tf] = b.up[m.fr][m.ff] || m.promote;
    b.cell[m.fr][m.ff] = '.';
    b.up[m.fr][m.ff] = false;
  }
  b.side = 1 - s;
  return b;
}

inline bool stuck(char k, int side, int r) {
  const int ahead = side == 0 ? r : 8 - r;
  return ((k == 'P' || k == 'L') && ahead == 0) || (k == 'N' && ahead < 2);
}

inline std::vector<Move> legal(const Board& b, bool pawn_mate_test = true) {
  std::vector<Move> out;
  const int s = b.side;
  const auto zone = [&](int r) { return s == 0 ? r <= 2 : r >= 6; };
  for (int r = 0; r < 9; ++r)
    for (int f = 0; f < 9; ++f) {
      if (b.owner(r, f) != s) continue;
      for (auto [tr, tf] : reach(b, r, f)) {
        if (b.owner(tr, tf) == s) continue;
        const char k = b.kind(r, f);
        const bool may = !b.up[r][f] && k != 'G' && k != 'K' && (zone(r) || zone(tr));
        for (const bool promote : {false, true}) {
          if (promote && !may) continue;
          if (!promote && !b.up[r][f] && stuck(k, s, tr)) continue;
          Move m{r, f, tr, tf, k, promote};
          if (!in_check(play(b, m), s)) out.push_back(m);
        }
      }
    }
  for (auto [k, n] : b.hand[s]) {
    if (n <= 0) continue;
    for (int r = 0; r < 9; ++r)
      for (int f = 0; f < 9; ++f) {
        if (b.cell[r][f] != '.' || stuck(k, s, r)) continue;
        if (k == 'P') {
          bool two = false;
          for (int q = 0; q < 9; ++q)
            if (b.owner(q, f) == s && b.kind(q, f) == 'P' && !b.up[q][f]) two = true;
          if (two) continue;
        }
        Move m{-1, -1, r, f, k, false};
        const Board after = play(b, m);
        if (in_check(after, s)) continue;
        if (k == 'P' && pawn_mate_test && in_check(after, 1 - s) && legal(after, false).empty()) continue;
        out.push_back(m);
      }
  }
  return out;
}

inline std::vector<Move> checks(const Board& b) {
  std::vector<Move> out;
  for (const Move& m : legal(b))
    if (in_check(play(b, m), 1 - b.side)) out.push_back(m);
  return out;
}

/// Lengths of mates, by full-width search. `exclude`: useless interpositions do not count.
class Solver {
 public:
  explicit Solver(bool exclude) : exclude_(exclude) {}

  /// The shortest mate of the side to move, or more than `cap`.
  int attack(const Board& b, int cap) {
    if (cap < 1) return far;
    const auto [key, found] = known(b, cap);
    if (found != unknown) return found;
    int best = far;
    for (const Move& m : checks(b)) {
      const int v = defend(play(b, m), std::min(cap, best - 2) - 1);
      if (v + 1 < best) best = v + 1;
      if (best == 1) break;
    }
    return remember(key, best, cap);
  }

  /// The longest defence of the side to move, which is in check, or more than `cap`; 0 if it is mated.
  int defend(const Board& b, int cap) {
    if (cap < 0) return far;
    const auto [key, found] = known(b, cap);
    if (found != unknown) return found;
    return remember(key, exclude_ ? with_rule(b, cap) : plain(b, cap), cap);
  }

 private:
  static constexpr int far = 9999, unknown = -1;
  struct Bounds {
    int above = -1, exact = unknown;  // known to be > above
  };

  std::pair<std::string, int> known(const Board& b, int cap) {
    std::string key = b.key();
    const auto at = memo_.find(key);
    if (at != memo_.end()) {
      if (at->second.exact != unknown) return {key, at->second.exact <= cap ? at->second.exact : far};
      if (at->second.above >= cap) return {key, far};
    }
    return {key, unknown};
  }
  int remember(const std::string& key, int value, int cap) {
    Bounds& b = memo_[key];
    if (value <= cap) {
      b.exact = value;
      return value;
    }
    b.above = std::max(b.above, cap);
    return far;
  }

  int plain(const Board& b, int cap) {
    int v = 0;
    for (const Move& m : legal(b)) {
      v = std::max(v, 1 + attack(play(b, m), cap - 1));
      if (v > cap) return far;
    }
    return v;
  }

  /// Squares between the king and its only checker, nearest the king first; empty if there is nothing to block.
  static std::vector<std::pair<int, int>> gap(const Board& b, std::pair<int, int>& checker) {
    int kr = -1, kf = -1, count = 0;
    for (int r = 0; r < 9; ++r)
      for (int f = 0; f < 9; ++f)
        if (b.owner(r, f) == b.side && b.kind(r, f) == 'K') kr = r, kf = f;
    for (int r = 0; r < 9; ++r)
      for (int f = 0; f < 9; ++f)
        if (b.owner(r, f) == 1 - b.side)
          for (auto [tr, tf] : reach(b, r, f))
            if (tr == kr && tf == kf) {
              ++count;
              checker = {r, f};
            }
    std::vector<std::pair<int, int>> out;
    if (count != 1) return out;
    const int dr = checker.first - kr, df = checker.second - kf;
    if (dr != 0 && df != 0 && std::abs(dr) != std::abs(df)) return out;
    const int sr = (dr > 0) - (dr < 0), sf = (df > 0) - (df < 0);
    for (int r = kr + sr, f = kf + sf; r != checker.first || f != checker.second; r += sr, f += sf)
      out.push_back({r, f});
    return out;
  }

  int with_rule(const Board& b, int cap) {
    std::pair<int, int> x;
    const auto squares = gap(b, x);
    const auto moves = legal(b);
    const auto interposes = [&](const Move& m) {
      if (m.fr >= 0 && b.kind(m.fr, m.ff) == 'K') return false;
      return std::find(squares.begin(), squares.end(), std::pair{m.tr, m.tf}) != squares.end();
    };
    int v = 0;
    for (const Move& m : moves)
      if (!interposes(m)) {
        v = std::max(v, 1 + attack(play(b, m), cap - 1));
        if (v > cap) return far;
      }
    for (auto [r, f] : squares) {
      const int base = v;
      int drop_useless = unknown;
      for (const Move& m : moves) {
        if (!interposes(m) || m.tr != r || m.tf != f) continue;
        bool useless = false;
        if (m.fr < 0 && drop_useless != unknown) {
          useless = drop_useless == 1;
        } else {
          useless = is_useless(b, m, x, base);
          if (m.fr < 0) drop_useless = useless ? 1 : 0;
        }
        if (useless) continue;
        v = std::max(v, 1 + attack(play(b, m), cap - 1));
        if (v > cap) return far;
      }
    }
    return v;
  }

  bool is_useless(const Board& b, const Move& m, std::pair<int, int> x, int base) {
    const Board blocked = play(b, m);
    for (const Move& c : legal(blocked)) {
      if (c.fr != x.first || c.ff != x.second || c.tr != m.tr || c.tf != m.tf) continue;
      Board after = play(blocked, c);
      if (!in_check(after, b.side)) continue;
      char k = m.kind;
      if (m.fr >= 0) k = b.kind(m.fr, m.ff);
      if (--after.hand[1 - b.side][k] == 0) after.hand[1 - b.side].erase(k);
      if (m.fr < 0) ++after.hand[b.side][k];
      if (defend(after, base) <= base) return true;
    }
    return false;
  }

  bool exclude_;
  std::unordered_map<std::string, Bounds> memo_;
};

}  // namespace judge

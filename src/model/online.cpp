#include "model/online.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/stats.hpp"

namespace nazo::model {

Elo::Elo(int persons, int puzzles, double first, double decay)
    : first_(first),
      decay_(decay),
      persons_(static_cast<std::size_t>(persons)),
      puzzles_(static_cast<std::size_t>(puzzles)) {}

double Elo::expected(int person, int puzzle) const { return logistic(skill(person) - difficulty(puzzle)); }

void Elo::update(int person, int puzzle, bool solved) {
  One& who = persons_[static_cast<std::size_t>(person)];
  One& what = puzzles_[static_cast<std::size_t>(puzzle)];
  const double surprise = (solved ? 1. : 0.) - expected(person, puzzle);
  who.rating += step(who) * surprise;
  what.rating -= step(what) * surprise;
  ++who.plays;
  ++what.plays;
}

namespace {

constexpr double glicko_scale = 173.7178;  // of the published scale to the logit scale

/// How much a game against someone of that deviation counts.
double discount(double phi) { return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi)); }

/// The new volatility: Glickman's iteration (regula falsi, "Illinois") on the published function.
double new_volatility(double phi, double variance, double delta, double sigma, double tau) {
  const double a = std::log(sigma * sigma);
  const auto f = [&](double x) {
    const double e = std::exp(x), d = phi * phi + variance + e;
    return e * (delta * delta - phi * phi - variance - e) / (2 * d * d) - (x - a) / (tau * tau);
  };
  double low = a, high;
  if (delta * delta > phi * phi + variance) {
    high = std::log(delta * delta - phi * phi - variance);
  } else {
    int k = 1;
    while (f(a - k * tau) < 0 && k < 1000) ++k;
    high = a - k * tau;
  }
  double f_low = f(low), f_high = f(high);
  for (int i = 0; i < 100 && std::abs(high - low) > 1e-6; ++i) {
    const double middle = low + (low - high) * f_low / (f_high - f_low), f_middle = f(middle);
    if (f_middle * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else
      f_low /= 2;
    high = middle;
    f_high = f_middle;
  }
  return std::exp(low / 2);
}

}  // namespace

GlickoRating glicko2(const GlickoRating& player, std::span<const GlickoGame> games, double tau) {
  const double mu = (player.rating - 1500) / glicko_scale, phi = player.deviation / glicko_scale;
  if (games.empty()) return {player.rating, glicko_scale * std::hypot(phi, player.volatility), player.volatility};
  double information = 0, pull = 0;
  for (const GlickoGame& game : games) {
    const double g = discount(game.opponent.deviation / glicko_scale);
    const double expected = logistic(g * (mu - (game.opponent.rating - 1500) / glicko_scale));
    information += g * g * expected * (1 - expected);
    pull += g * (game.score - expected);
  }
  const double variance = 1 / std::max(information, 1e-12), delta = variance * pull;
  // The published step is a linear one. Series that its author never meant (hundreds of wins against the impossible in
  // one period) would throw it out of the world, so the volatility has a ceiling and a period moves by at most three
  // deviations.
  const double sigma = std::min(.5, new_volatility(phi, variance, delta, player.volatility, tau));
  const double phi_star = std::hypot(phi, sigma), phi_new = 1 / std::sqrt(1 / (phi_star * phi_star) + 1 / variance);
  const double move = std::clamp(phi_new * phi_new * pull, -3 * phi_star, 3 * phi_star);
  return {glicko_scale * (mu + move) + 1500, glicko_scale * phi_new, sigma};
}

double glicko_expected(const GlickoRating& a, const GlickoRating& b) {
  return logistic(discount(std::hypot(a.deviation, b.deviation) / glicko_scale) * (a.rating - b.rating) / glicko_scale);
}

std::vector<Observation> in_time_order(std::vector<Observation> plays) {
  std::ranges::stable_sort(plays, {}, &Observation::moment);
  return plays;
}

GlickoTable run_glicko(const PlayTable& table, std::int64_t period, double tau) {
  GlickoTable out{std::vector<GlickoRating>(static_cast<std::size_t>(table.persons)),
                  std::vector<GlickoRating>(static_cast<std::size_t>(table.puzzles))};
  const std::vector<Observation> plays = in_time_order(table.plays);
  for (std::size_t start = 0; start < plays.size();) {
    std::size_t end = start;
    while (end < plays.size() && plays[end].moment < plays[start].moment + period) ++end;
    // All games of a period are played with the ratings from before it. Who does not play in it is left alone: most
    // puzzles rest for long, and that makes nothing about them less certain.
    std::vector<std::pair<int, GlickoGame>> of_persons, of_puzzles;
    for (std::size_t k = start; k < end; ++k) {
      const Observation& play = plays[k];
      of_persons.push_back({play.person, {out.puzzles[static_cast<std::size_t>(play.puzzle)], play.solved ? 1. : 0.}});
      of_puzzles.push_back({play.puzzle, {out.persons[static_cast<std::size_t>(play.person)], play.solved ? 0. : 1.}});
    }
    const auto settle = [&](std::vector<std::pair<int, GlickoGame>>& games, std::vector<GlickoRating>& ratings) {
      std::ranges::stable_sort(games, {}, &std::pair<int, GlickoGame>::first);
      std::vector<GlickoGame> own;
      for (std::size_t a = 0; a < games.size();) {
        own.clear();
        std::size_t b = a;
        for (; b < games.size() && games[b].first == games[a].first; ++b) own.push_back(games[b].second);
        GlickoRating& rating = ratings[static_cast<std::size_t>(games[a].first)];
        rating = glicko2(rating, own, tau);
        a = b;
      }
    };
    settle(of_persons, out.persons);
    settle(of_puzzles, out.puzzles);
    start = end;
  }
  return out;
}

Elo run_elo(const PlayTable& table) {
  Elo elo(table.persons, table.puzzles);
  for (const Observation& play : in_time_order(table.plays)) elo.update(play.person, play.puzzle, play.solved);
  return elo;
}

}  // namespace nazo::model

// Inside the room: what the time and the success model share in setting up a crossed fit, and how they find its
// variances.
#pragma once

#include <functional>

#include "base/rng.hpp"
#include "model/crossed.hpp"
#include "model/plays.hpp"
#include "model/time_model.hpp"

namespace nazo::model {

/// The design of all plays: eta = factor · (b − s).
[[nodiscard]] CrossedDesign design_of(const PlayTable& table, const Eigen::MatrixXd& standard_features, double factor);

/// A part of the plays with whole persons, for finding the variances of a large table at little cost.
[[nodiscard]] PlayTable sample_of_persons(const PlayTable& table, std::size_t persons);

/// Tables with more persons than this get their variances from a sample of them.
inline constexpr std::size_t persons_for_variances = 250;
[[nodiscard]] bool is_large(const PlayTable& table);
/// The fit of a sample as the start of the fit of all: persons it did not see are average.
[[nodiscard]] CrossedFit for_everyone(CrossedFit sample, const PlayTable& table);

/// EM: fits and re-estimates the variances until they settle. `refine` runs after each fit (the spread of the noise, …)
/// and returns by how much, relatively, its own parameters moved.
[[nodiscard]] CrossedFit settle(const CrossedDesign& design, CrossedVariances& variances, const Likelihood& likelihood,
                                const FitLimits& limits, const std::function<double(const CrossedFit&)>& refine,
                                const CrossedFit* start = nullptr);

/// Value and standard error of a puzzle's b from its features alone.
[[nodiscard]] Estimate cold_estimate(const Standardiser& standard, const Eigen::VectorXd& weights,
                                     const Eigen::MatrixXd& covariance, double puzzle_sd,
                                     const Eigen::VectorXd& features);

}  // namespace nazo::model

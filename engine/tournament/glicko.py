"""Glicko-2: the strength of a player of duels, and what one rating period does to it."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log, pi, sqrt
from typing import Final

from engine.model import Value

START: Final = 1500.0
SCALE: Final = 173.7178  # points of the shown scale for one of the scale that is reckoned in (step 2)
DEVIATION_MAX: Final = 350.0  # what is known of somebody who never played; silence cannot make it less
VOLATILITY: Final = 0.06
TAU: Final = 0.5  # how far volatility may move in a period; the paper advises 0.3 to 1.2
# A lead on the inner scale that counts as no longer one: at odds of one in e**100 nobody sees a difference, and no step
# leaves what a float holds, whatever ratings come in.
LEAD_MAX: Final = 100.0
CLOSE_ENOUGH: Final = 1e-6  # of the logarithm of the variance, as in the paper


class Strength(Value, frozen=True, kw_only=True):
    """Points on the scale where a newcomer has 1500; twice the deviation either way holds the truth in 95 of 100 cases.

    Volatility says how erratic the results are, by period. Source: M. E. Glickman, "Example of the Glicko-2 system",
    glicko.net/glicko/glicko2.pdf, step 1; the derivation is in his "Dynamic paired comparison models with stochastic
    variances", Journal of Applied Statistics 28 (2001), 673-689.
    """

    rating: float = START
    deviation: float = DEVIATION_MAX
    volatility: float = VOLATILITY


class Outcome(Value, frozen=True, kw_only=True):
    """A duel as one side had it: the opponent's strength before the period, and 1, 1/2 or 0 points."""

    opponent: Strength
    points: float


def after_period(before: Strength, outcomes: Sequence[Outcome]) -> Strength:
    """The strength after a rating period with these duels; the order of them changes no bit (Glickman, steps 2 to 8).

    Without any only the deviation grows, up to that of a newcomer.
    """
    phi = before.deviation / SCALE
    if not outcomes:
        widened = SCALE * sqrt(phi**2 + before.volatility**2)
        return Strength(rating=before.rating, deviation=min(widened, DEVIATION_MAX), volatility=before.volatility)
    variance, gain = _estimates((before.rating - START) / SCALE, outcomes)
    sigma = _volatility(before.volatility, phi, variance, variance * gain)
    phi_after = 1 / sqrt(1 / (phi**2 + sigma**2) + 1 / variance)
    return Strength(
        rating=before.rating + SCALE * phi_after**2 * gain,
        deviation=min(SCALE * phi_after, DEVIATION_MAX),
        volatility=sigma,
    )


def _estimates(mu: float, outcomes: Sequence[Outcome]) -> tuple[float, float]:
    """The variance that the duels alone would leave, and their surplus of points, weighted (steps 3 and 4)."""
    precisions, surpluses = [], []
    for each in outcomes:
        weight = 1 / sqrt(1 + 3 * (each.opponent.deviation / SCALE / pi) ** 2)
        lead = weight * (mu - (each.opponent.rating - START) / SCALE)
        lead = max(-LEAD_MAX, min(lead, LEAD_MAX))
        precisions.append(weight**2 * _chance(lead) * _chance(-lead))
        surpluses.append(weight * (each.points - _chance(lead)))
    return 1 / fsum(precisions), fsum(surpluses)


def _chance(lead: float) -> float:
    """The logistic function, by an exponential that is never above 1."""
    other = exp(-abs(lead))
    return 1 / (1 + other) if lead >= 0 else other / (1 + other)


def _volatility(before: float, phi: float, variance: float, improvement: float) -> float:
    """The volatility after the period: the zero of a falling function, by the Illinois method (step 5)."""
    start = log(before**2)
    known = phi**2 + variance

    def slope(x: float) -> float:
        excess = improvement**2 - known - exp(x)
        return exp(x) * excess / (2 * (known + exp(x)) ** 2) - (x - start) / TAU**2

    low = start
    # At `start - TAU` the slope is above 0 already: its first term is never below -1/2, the second 1/TAU there.
    high = log(improvement**2 - known) if improvement**2 > known else start - TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE_ENOUGH:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)

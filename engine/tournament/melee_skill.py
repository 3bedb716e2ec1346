"""Skill in melees by the Plackett-Luce model, a rating period at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from typing import Final

from openskill.models import PlackettLuce

from engine.model import Value

MU: Final = 25.0
SIGMA: Final = MU / 3
TAU: Final = MU / 300  # what a period adds to the doubt, as people change
NO_DOUBT_ADDED: Final = 1e-12  # TAU is added by the period, not by the melee; the library takes 0 for "not told"

_MODEL: Final = PlackettLuce(mu=MU, sigma=SIGMA, tau=NO_DOUBT_ADDED)


class Skill(Value, frozen=True, kw_only=True):
    """A guess at somebody's skill in melees, and its standard deviation.

    Source: R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online ranking", Journal of Machine Learning
    Research 12 (2011), 267-300, algorithm 4 (Plackett-Luce).
    """

    mu: float = MU
    sigma: float = SIGMA

    @property
    def ordinal(self) -> float:
        """What the skill is at least, as good as surely: the number to rank by (a newcomer has 0)."""
        return self.mu - 3 * self.sigma


def after_period(before: Mapping[str, Skill], melees: Sequence[Mapping[str, int]]) -> dict[str, Skill]:
    """Everybody's skill after a period of melees, each told as name -> place (1 is best, equal places are ties).

    Within a period all melees count as played at once, so their order changes nothing: each is judged by the skills
    before the period, and what it says about a player is multiplied with what the others say. (Normal densities are
    multiplied by adding precisions. The paper takes games one after the other; with one melee a period it is the same.)
    """
    prior = {name: Skill(mu=skill.mu, sigma=sqrt(skill.sigma**2 + TAU**2)) for name, skill in before.items()}
    judged = [_judged(prior, places) for places in melees]
    return {name: _multiplied(skill, [each[name] for each in judged if name in each]) for name, skill in prior.items()}


def _judged(prior: Mapping[str, Skill], places: Mapping[str, int]) -> dict[str, Skill]:
    names = sorted(places)
    seats = [[_MODEL.rating(mu=prior[name].mu, sigma=prior[name].sigma)] for name in names]
    rated = _MODEL.rate(seats, ranks=[float(places[name]) for name in names])
    return {name: Skill(mu=seat.mu, sigma=seat.sigma) for name, (seat,) in zip(names, rated, strict=True)}


def _multiplied(prior: Skill, judged: Sequence[Skill]) -> Skill:
    if not judged:
        return Skill(mu=prior.mu, sigma=min(prior.sigma, SIGMA))
    known = 1 / prior.sigma**2
    precision = fsum([known, *(1 / each.sigma**2 - known for each in judged)])
    weighted = fsum([known * prior.mu, *(each.mu / each.sigma**2 - known * prior.mu for each in judged)])
    return Skill(mu=weighted / precision, sigma=min(1 / sqrt(precision), SIGMA))

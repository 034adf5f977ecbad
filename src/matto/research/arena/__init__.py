"""The arena: how strong bots are, measured on duplicate deals.

`contest_of` says who meets whom, `Measurement.run` plays, `report_of` sums up:

>>> from matto.research.arena import Measurement, contest_of, report_of
>>> from matto.games import catalogue
>>> game, *_ = catalogue().values()
>>> measured = Measurement(contest_of(game, game.resolve(), ["rule", "rule"], seed=1))
>>> list(measured.run(2))
[1, 2, 3, 4]
>>> report_of(measured, 2).strata[0].standings[0].points
Interval(mean=0.0, low=0.0, high=0.0)
"""

from __future__ import annotations

from matto.research.arena.contest import FULL, PLAY, STRATA, Contest, contest_of
from matto.research.arena.measurement import Checkpoint, Measurement
from matto.research.arena.report import Report, report_of
from matto.research.arena.statistics import Bounds, Sprt

__all__ = [
    "FULL",
    "PLAY",
    "STRATA",
    "Bounds",
    "Checkpoint",
    "Contest",
    "Measurement",
    "Report",
    "Sprt",
    "contest_of",
    "report_of",
]

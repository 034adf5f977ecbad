"""Contests that are quickly held."""

from __future__ import annotations

from collections.abc import Sequence

from matto.games import game
from matto.research.arena import (
    STRATA,
    Checkpoint,
    Contest,
    Measurement,
    Report,
    contest_of,
    report_of,
)
from matto.research.parallel import Resources


def meeting(
    game_id: str,
    *bots: str,
    seed: int = 1,
    strata: Sequence[str] = STRATA,
    together: bool = False,
    strict: bool = False,
    patience: float = 60.0,
    **options: object,
) -> Contest:
    played = game(game_id)
    resolved = played.resolve(options)
    return contest_of(
        played,
        resolved,
        bots,
        seed=seed,
        strata=strata,
        together=together,
        strict=strict,
        patience=patience,
    )


def measured(
    of: Contest, deals: int, *, jobs: int = 1, kept: Checkpoint | None = None
) -> tuple[Measurement, Report]:
    measurement = Measurement(of)
    for _ in measurement.run(deals, Resources(jobs).checked(), kept=kept):
        pass
    return measurement, report_of(measurement, deals)

"""Matches: deals that follow one another, and what each seat has in the end."""

from __future__ import annotations

from collections.abc import Sequence

from matto.engine.errors import BadRecord
from matto.engine.run import Run
from matto.engine.words import text
from matto.records.places import Place, RecordPlaces
from matto.records.replay import differs, replay
from matto.records.shape import DealRecord, MatchRecord


def replay_match(record: MatchRecord, places: RecordPlaces | None = None) -> tuple[Run, ...]:
    """Play a recorded match through, deal after deal; raises `BadRecord`.

    Each deal must be the one that follows: same game and options, the next dealer, what was
    carried on; and the ledger must be what the deals add up to.
    """
    places = places or RecordPlaces()
    runs: list[Run] = []
    for index, deal in enumerate(record.deals):
        here = places.inside(("deals", index))
        if runs:
            _check_follows(deal, record.deals[index - 1], here)
        runs.append(replay(deal, here))
    _check_ledger(record.ledger, runs, places.of(("ledger",)))
    return tuple(runs)


def _check_follows(deal: DealRecord, before: DealRecord, places: RecordPlaces) -> None:
    for name in ("game", "rules_version", "options"):
        if getattr(deal, name) != getattr(before, name):
            sentence = text("All deals of a match have the same {what}.", what=name)
            raise BadRecord(sentence, at=places.of((name,)))
    if deal.dealer != before.result.next_dealer:
        raise differs("dealer", deal.dealer, before.result.next_dealer, places.of(("dealer",)))
    if deal.carried != before.result.carried:
        raise differs("carried", deal.carried, before.result.carried, places.of(("carried",)))


def ledger_of(runs: Sequence[Run]) -> tuple[int, ...]:
    """What each seat has after some deals of one match, in the game's smallest unit."""
    first = runs[0]
    stake = first.game.start(first.options)
    scores = [run.result.scores for run in runs if run.result is not None]
    return tuple(stake + sum(seat) for seat in zip(*scores, strict=True))


def _check_ledger(found: tuple[int, ...], runs: Sequence[Run], at: Place) -> None:
    true = ledger_of(runs)
    if found != true:
        raise differs("ledger", found, true, at)

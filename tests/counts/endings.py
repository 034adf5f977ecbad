"""Endings reached by chance, and all ways to play on from them, counted with the engine."""

from __future__ import annotations

from collections.abc import Mapping

from counts.naive import Count
from lots import deal_by_lot, first_by_lot
from matto.engine.cards import FOOL
from matto.engine.game import Game
from matto.engine.run import Run

ATTEMPTS = 200
SAYING_NOTHING = ("no_more", "pass", "silence", "play_on")


def ending(game: Game, given: Mapping[str, object], seed: int, cards: int) -> Run:
    """A deal played by lot until each seat holds so many cards, one of them the Fool.

    The Fool is kept as long as that is allowed; deals that are thrown in, or in which it falls
    earlier, are passed over.
    """
    options = game.resolve(given)
    for attempt in range(ATTEMPTS):
        salt = f"{game.id}/{seed}/{attempt}"
        dealer = attempt % game.seats
        deal = deal_by_lot(game, options, dealer, salt)
        run = Run(game, deal, dealer=dealer, options=options)
        while run.decision is not None and not _arrived(run, cards):
            keep = [choice for choice in run.decision.options if choice != FOOL]
            run.do(first_by_lot(salt, keep or run.decision.options))
        if run.decision is not None and run.table.holder(FOOL) is not None:
            return run
    raise AssertionError(f"no ending of {game.id} in {ATTEMPTS} deals")


def _arrived(run: Run, cards: int) -> bool:
    asked = run.decision
    if asked is None or asked.kind != "play" or run.view(None).lying:
        return False
    return all(len(run.table.hand(seat)) <= cards for seat in range(run.game.seats))


def count(run: Run) -> Count:
    """Count all ways to play on, asking the engine at every card; the run stays as it is."""
    return _count(run.fork())


def _count(run: Run) -> Count:
    """Count and use up a run: it goes the last way itself, so forced cards cost no fork."""
    while run.decision is not None and run.decision.kind != "play":
        run.do(next(word for word in run.decision.options if word in SAYING_NOTHING))
    if run.decision is None:
        winner = run.table.tricks[-1].winner
        wins = tuple(int(seat == winner) for seat in range(run.game.seats))
        return Count(0, 1, wins)
    *others, last = run.decision.options
    parts = []
    for card in others:
        further = run.fork()
        further.do(card)
        parts.append(_count(further))
    run.do(last)
    parts.append(_count(run))
    return Count(
        nodes=len(parts) + sum(part.nodes for part in parts),
        ends=sum(part.ends for part in parts),
        last_tricks=tuple(map(sum, zip(*(part.last_tricks for part in parts), strict=True))),
    )

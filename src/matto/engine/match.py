"""A match: deal after deal with whose deal it is, what is carried on, and the ledger."""

from __future__ import annotations

import random
from collections.abc import Mapping

from matto.engine.errors import GameOver
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.table import Deal, Result
from matto.engine.words import text

__all__ = [
    "Match",
    "spelled",
]


class Match:
    """Deals of one `game` by the same players, all with the same `options`.

    The `ledger` is kept in the game's smallest unit, by seat, and starts with the game's own
    stake. `limit` is the number of deals, thrown-in ones not counted; None goes on for ever.
    `dealer` deals next, with what is `carried` over; `results` are those of the deals so far.
    """

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        *,
        dealer: int = 0,
        limit: int | None = None,
    ) -> None:
        self.game = game
        self.options = game.resolve() if options is None else options
        self.dealer = dealer
        self.limit = limit
        self.carried: Mapping[str, int] = dict(game.carried)
        self.ledger: list[int] = [game.start(self.options)] * game.seats
        self.results: list[Result] = []

    @property
    def played(self) -> int:
        """How many deals were played to the end."""
        return sum(not result.thrown_in for result in self.results)

    @property
    def over(self) -> bool:
        """Tell whether the agreed number of deals has been played."""
        return self.limit is not None and self.played >= self.limit

    def next_run(self, *, seed: int | str | random.Random) -> Run:
        """Shuffle and begin the next deal; raises `GameOver` after the last one."""
        rng = seed if isinstance(seed, random.Random) else random.Random(seed)
        return self.run_of(self.game.shuffled(self.options, self.dealer, rng))

    def run_of(self, deal: Deal) -> Run:
        """Begin the next deal with given cards."""
        if self.over:
            raise GameOver(
                text("The match is over: {deals} deals were agreed.", deals=self.limit)
            )
        return Run(
            self.game,
            deal,
            dealer=self.dealer,
            options=self.options,
            carried=self.carried,
            ledger=self.ledger,
        )

    def take(self, result: Result) -> None:
        """Write a finished deal into the ledger and pass the deal on."""
        self.results.append(result)
        for seat, score in enumerate(result.scores):
            self.ledger[seat] += score
        self.dealer = result.next_dealer
        self.carried = dict(result.carried)

    def standing(self) -> tuple[str, ...]:
        """The ledger as people read it, seat by seat."""
        return tuple(spelled(self.game, amount) for amount in self.ledger)


def spelled(game: Game, amount: int) -> str:
    """Spell an amount in the game's own units: `½` for half a chip, its own sign for zero."""
    if amount == 0:
        return game.zero
    whole, rest = divmod(abs(amount), game.unit)
    fraction = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾"}.get((rest, game.unit))
    if rest and fraction is None:
        fraction = f" {rest}/{game.unit}"
    number = f"{whole or ''}{fraction}" if rest else str(whole)
    return ("−" if amount < 0 else "+") + number

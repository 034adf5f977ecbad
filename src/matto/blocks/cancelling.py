"""Declarations of which equal ones cancel between the players who have made them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from matto.blocks.declare import Declaration
from matto.blocks.outcome import Outcome
from matto.blocks.terms import constants
from matto.engine.payrules import PayRule
from matto.engine.scoring import Row
from matto.engine.words import text


@dataclass(frozen=True)
class Cancelling:
    """What declarations earn from each other player, where equal ones cancel.

    Declarations of one name are equal. If two players have made equal ones neither pays the
    other for as many as both have; any third pays. With `void` he does not pay either: as
    many of a player's are void as that other has made who has made most. A seat with the
    fault `forfeited_by` has declared nothing.
    """

    declarations: tuple[Declaration, ...]
    void: bool = False
    forfeited_by: str = ""

    @cached_property
    def _of_word(self) -> dict[str, Declaration]:
        return {one.word: one for one in self.declarations}

    def rows(self, outcome: Outcome) -> Iterable[Row]:
        """One row for each name and each who has made it."""
        for one, made in self._made(outcome):
            for seat, times in enumerate(made):
                if times:
                    amounts = self._amounts(one.amount, seat, made)
                    equal = sum(made) > times
                    note = text("an equal announcement cancels") if equal else None
                    yield Row(one.name, one.clause, amounts, note)

    def prices(self, outcome: Outcome) -> Iterable[PayRule]:
        """The rows themselves."""
        return constants(self.rows(outcome))

    def _made(self, outcome: Outcome) -> list[tuple[Declaration, list[int]]]:
        """How often each seat has made the declarations of each name."""
        forfeited = outcome.faults.get(self.forfeited_by, ())
        found: dict[str, tuple[Declaration, list[int]]] = {}
        for word, seats in outcome.said.items():
            one = self._of_word.get(word)
            if one is None:
                continue
            _, made = found.setdefault(one.name, (one, [0] * outcome.seats))
            for seat in seats:
                if not (forfeited and forfeited[seat]):
                    made[seat] += 1
        return list(found.values())

    def _amounts(self, amount: int, winner: int, made: Sequence[int]) -> tuple[int, ...]:
        others = [times for seat, times in enumerate(made) if seat != winner]
        owed = [
            amount * max(0, made[winner] - (max(others) if self.void else times))
            for times in made
        ]
        owed[winner] = 0
        return tuple(sum(owed) if seat == winner else -owes for seat, owes in enumerate(owed))

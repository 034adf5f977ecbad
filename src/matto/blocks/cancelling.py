"""Declarations of which equal ones cancel between the players who have made them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from matto.blocks.declare import Declaration
from matto.engine.outcome import Outcome
from matto.engine.payrules import ALWAYS, PayRule, RowLabel
from matto.engine.words import N_

__all__ = [
    "EVERYBODY",
    "OTHERS",
    "OWN",
    "Bar",
    "Cancelling",
    "by_kind_and_amount",
    "by_name",
]

EVERYBODY, OWN, OTHERS = "anybody", "own", "others"


@dataclass(frozen=True)
class Bar:
    """Words that do not stand beside those of `by`, said by anybody, oneself, or others."""

    words: frozenset[str]
    by: frozenset[str]
    whose: str
    clause: str

    def bars(self, seat: int, said: Mapping[str, Sequence[int]]) -> bool:
        """Tell whether what has been said bars the words to a seat."""
        of = {one for word in self.by for one in said.get(word, ())}
        if self.whose == OWN:
            return seat in of
        return bool(of - {seat} if self.whose == OTHERS else of)


def by_name(one: Declaration) -> str:
    """Equal are declarations of one name, whatever they are worth."""
    return one.name


def by_kind_and_amount(one: Declaration) -> str:
    """Equal are declarations of one kind, in whichever suit, that are worth as much."""
    return f"{one.kind.partition('_')[0]} {one.amount}"


@dataclass(frozen=True)
class Cancelling:
    """What declarations earn from each other player, where equal ones cancel.

    Those are equal of which `equal` gives the same. If two players have made equal ones neither
    pays the other for as many as both have; any third pays. With `void` he does not pay either:
    as many of a player's are void as that other has made who has made most. A seat with the
    fault `forfeited_by` has declared nothing. What a `bar` bars earns nothing, though it was
    said first.
    """

    declarations: tuple[Declaration, ...]
    void: bool = False
    forfeited_by: str = ""
    equal: Callable[[Declaration], str] = by_name
    bar: Bar | None = None

    @cached_property
    def _of_word(self) -> dict[str, Declaration]:
        return {one.word: one for one in self.declarations}

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """What each earns who has made equal ones, and nothing for each that is barred."""
        for made in self._made(outcome):
            times = [len(own) for own in made]
            for seat, own in enumerate(made):
                if own:
                    amounts = self._amounts(own[0].amount, seat, times)
                    equal = sum(times) > len(own)
                    note = N_("an equal announcement cancels") if equal else ""
                    line = RowLabel(own[0].name, own[0].clause, note)
                    yield PayRule(ALWAYS, earned=amounts, line=line)
        for word in sorted(self.bar.words) if self.bar else ():
            for seat in outcome.said.get(word, ()):
                if self.bar and self.bar.bars(seat, outcome.said):
                    note = N_("it does not stand beside what else was announced")
                    line = RowLabel(word, self.bar.clause, note)
                    yield PayRule(ALWAYS, earned=(0,) * outcome.seats, line=line)

    def _is_barred(self, seat: int, one: Declaration, outcome: Outcome) -> bool:
        return (
            self.bar is not None
            and one.word in self.bar.words
            and self.bar.bars(seat, outcome.said)
        )

    def _made(self, outcome: Outcome) -> list[list[list[Declaration]]]:
        """For each group of equal declarations those of each seat that count."""
        forfeited = outcome.faults.get(self.forfeited_by, ())
        found: dict[str, list[list[Declaration]]] = {}
        for word, seats in outcome.said.items():
            one = self._of_word.get(word)
            if one is None:
                continue
            made = found.setdefault(self.equal(one), [[] for _ in range(outcome.seats)])
            for seat in seats:
                if not ((forfeited and forfeited[seat]) or self._is_barred(seat, one, outcome)):
                    made[seat].append(one)
        return list(found.values())

    def _amounts(self, amount: int, winner: int, made: Sequence[int]) -> tuple[int, ...]:
        others = [times for seat, times in enumerate(made) if seat != winner]
        owed = [
            amount * max(0, made[winner] - (max(others) if self.void else times))
            for times in made
        ]
        owed[winner] = 0
        return tuple(sum(owed) if seat == winner else -owes for seat, owes in enumerate(owed))

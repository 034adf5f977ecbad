"""What is reduced by counting alone: cards that can lie in one place only, conditions met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from matto.inference.places import Condition, Contradiction, PlacementProblem, Sum

MOST_TRIED = 64
"""Conditions with more outcomes than this are left to the counting itself."""


class ReducedProblem:
    """A problem on which nothing more can be reduced by looking at one place or condition.

    `fixed` are the cards that must lie in a place, `room` what is left there for others, `may`
    the places of the others, `factor` in how many ways the fixed ones lie there.
    """

    def __init__(self, problem: PlacementProblem) -> None:
        self.problem = problem
        self.room = list(problem.room)
        self.may = {card: set(places) for card, places in problem.may.items()}
        self.fixed: list[list[str]] = [[] for _ in problem.places]
        self.conditions = list(problem.conditions)
        self.factor = problem.factor
        while self._fix_cards() or self._settle_conditions():
            pass
        if len(self.may) != sum(self.room):
            raise Contradiction

    # -- cards ---------------------------------------------------------------------------

    def _fix_cards(self) -> bool:
        before = len(self.may)
        for card in [*self.may]:
            places = self.may[card] = {place for place in self.may[card] if self.room[place]}
            if not places:
                raise Contradiction
            if len(places) == 1:
                self._fix(card, *places)
        for place, room in enumerate(self.room):
            wanting = [card for card, places in self.may.items() if place in places]
            if len(wanting) < room:
                raise Contradiction
            if room and len(wanting) == room:
                for card in wanting:
                    self._fix(card, place)
        return len(self.may) < before

    def _fix(self, card: str, place: int) -> None:
        if not self.room[place]:
            raise Contradiction
        self.fixed[place].append(card)
        self.room[place] -= 1
        self.factor *= self.problem.weights.get((card, place), 1)
        del self.may[card]
        self.conditions = [
            replace(one, sums=tuple(_without(each, card, place) for each in one.sums))
            for one in self.conditions
        ]

    # -- conditions ----------------------------------------------------------------------

    def _settle_conditions(self) -> bool:
        """Look at each condition alone; tells whether any card's places have changed."""
        changed = False
        left = []
        for condition in self.conditions:
            sums = tuple(self._reduced(each) for each in condition.sums)
            one = replace(condition, sums=sums)
            outcomes = list(self._outcomes(one))
            if not outcomes:
                raise Contradiction
            if len(outcomes) == self._possible(one):
                continue
            left.append(one)
            changed = self._apply_extremes(one, outcomes) or changed
        self.conditions = left
        return changed

    def _reduced(self, one: Sum) -> Sum:
        """Leave out cards that cannot lie there, and count those that must."""
        can = {card for card in one.cards if self.may[card] & one.places}
        must = {card for card in can if self.may[card] <= one.places}
        return replace(one, cards=frozenset(can - must), already=one.already + len(must))

    def _most(self, one: Sum) -> int:
        room = sum(self.room[place] for place in one.places)
        return min(len(one.cards), room)

    def _possible(self, one: Condition) -> int:
        total = 1
        for each in one.sums:
            total *= self._most(each) + 1
        return total

    def _outcomes(self, one: Condition) -> Iterator[Sequence[int]]:
        """The numbers that fit; all of them where there are too many to try."""
        ranges = [range(self._most(each) + 1) for each in one.sums]
        if self._possible(one) > MOST_TRIED:
            yield ()
            return
        for numbers in product(*ranges):
            if one.fits(numbers):
                yield numbers

    def _apply_extremes(self, one: Condition, outcomes: Sequence[Sequence[int]]) -> bool:
        """Forbid cards of which there are surely none, place those of which all are there."""
        changed = False
        if not outcomes[0]:
            return False
        for place, each in enumerate(one.sums):
            numbers = {outcome[place] for outcome in outcomes}
            if not each.cards or len(numbers) > 1:
                continue
            if numbers == {0}:
                changed = True
                for card in each.cards:
                    self.may[card] -= each.places
            elif numbers == {len(each.cards)}:
                changed = True
                for card in each.cards:
                    self.may[card] &= each.places
        return changed


def _without(one: Sum, card: str, place: int) -> Sum:
    """The same part once a card lies somewhere."""
    if card not in one.cards:
        return one
    there = int(place in one.places)
    return replace(one, cards=one.cards - {card}, already=one.already + there)

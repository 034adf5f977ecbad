"""What a declaration proves of its declarer's cards, those not shown included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from matto.blocks.declare import Declaration, Declaring
from matto.engine.table import Event, View
from matto.inference.constraint import Constraint, Counted, Forbidden, Holds, Inference, Part
from matto.inference.constraints.shared import from_others

Rules = Callable[[View, int, int], Declaring]
"""What a seat could declare just before an event with a number."""


def declared_truly(rules_of: Rules) -> Inference:
    """Who declares something has the cards, and nothing higher where the highest is due."""

    def read(view: View, index: int, event: Event) -> Iterator[Constraint]:
        rules = rules_of(view, event.seat, index)
        made = rules.find(event.what[0])
        if made is None:
            return
        played = {
            e.what[0] for e in view.events[:index] if e.kind == "play" and e.seat == event.seat
        }
        yield Holds(event.seat, made.all_of - played, index)
        yield Forbidden(event.seat, made.none_of, index)
        if made.count:
            yield Counted((_some(event.seat, made),), index, _Fits(made).some)
        if made.kind in rules.largest:
            for higher in _least(_higher(rules, made)):
                yield _unfit(event.seat, higher, index)

    return from_others("declare", read)


def shown_one_by_one() -> Inference:
    """Who picks a card to show has it."""

    def read(_view: View, index: int, event: Event) -> Iterator[Constraint]:
        yield Holds(event.seat, frozenset(event.what), index)

    return from_others("show", read)


def _higher(rules: Declaring, made: Declaration) -> list[Declaration]:
    """What could have been declared instead for more."""
    return [
        one
        for one in rules.declarations
        if one.kind == made.kind and one.amount > made.amount and one.word not in rules.barred
    ]


def _least(higher: list[Declaration]) -> Iterable[Declaration]:
    """Those of them that ask for the fewest cards: who has not these has none of the others."""
    return [
        one
        for place, one in enumerate(higher)
        if not any(
            _asks_for_less(other, one)
            and (other_place < place or not _asks_for_less(one, other))
            for other_place, other in enumerate(higher)
            if other_place != place
        )
    ]


def _asks_for_less(one: Declaration, other: Declaration) -> bool:
    """Tell whether whoever can declare the other can declare the one as well."""
    if not (one.all_of <= other.all_of and one.none_of <= other.none_of) or one.exactly:
        return False
    if len(one.some_of & other.all_of) >= one.count:
        return True
    return one.some_of == other.some_of and one.count <= other.count


def _some(seat: int, one: Declaration) -> Part:
    return Part(seat, one.some_of, one.count + one.exactly)


def _unfit(seat: int, one: Declaration, at: int) -> Counted:
    """The seat's cards do not make up a declaration."""
    parts = (
        Part(seat, one.all_of, len(one.all_of)),
        _some(seat, one),
        Part(seat, one.none_of, 1),
    )
    return Counted(parts, at, _Fits(one).not_at_all)


class _Fits:
    """Whether numbers of cards make up a declaration."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration

    def some(self, had: tuple[int, ...]) -> bool:
        """Tell it of those of which so many are asked for."""
        count = self.declaration.count
        return had[0] == count if self.declaration.exactly else had[0] >= count

    def not_at_all(self, had: tuple[int, ...]) -> bool:
        """Tell that all together do not."""
        every, some, none = had
        fits = every >= len(self.declaration.all_of) and not none and self.some((some,))
        return not fits

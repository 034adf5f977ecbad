"""What may be played for once a word has been said: prospects, made from what a view knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import msgspec

from matto.blocks.declare import DECLARE, Declaring
from matto.engine.options import Options
from matto.engine.outcome import Outcome
from matto.engine.prospect import Prospect
from matto.engine.scoring import Row
from matto.engine.view import View

__all__ = [
    "announced",
    "declaring",
    "of_declarations",
    "of_one",
    "one_of",
    "played_for",
    "said_in",
]


def played_for(
    view: View,
    side: tuple[int, ...],
    declarer: int | None = None,
    *,
    said: Mapping[str, tuple[int, ...]] | None = None,
    times: int = 1,
) -> Outcome:
    """The deal of a view, with these parties and with what has been said."""
    return Outcome(
        pack=view.pack,
        side=side,
        piles=(frozenset(),) * view.seats,
        declarer=declarer,
        dealer=view.dealer,
        said=said or {},
        times=times,
        carried=view.carried,
    )


def announced(stands: Outcome, seat: int, *words: str) -> Prospect:
    """What a seat changes that says some more words where the parties stand already."""
    more = {word: (*stands.said.get(word, ()), seat) for word in words}
    return Prospect(replace(stands, said={**stands.said, **more}), stands)


def declaring(view: View, word: str, rules: Declaring, stands: Outcome) -> Iterator[Prospect]:
    """What a declaration changes; where it is paid by an answer, all others may give that."""
    found, seat = rules.find(word), view.asked.seat
    if found is None:
        return
    said = said_in(view, DECLARE)
    if found.paid_by:
        said[found.paid_by] = tuple(one for one in range(view.seats) if one != seat)
    yield announced(replace(stands, said=said), seat, word)


def of_declarations(
    rules: Callable[[Options], Declaring], side: tuple[int, ...]
) -> Callable[[View, str], Iterator[Prospect]]:
    """The prospects of a game in which nothing but declarations has a price."""

    def prospects(view: View, word: str) -> Iterator[Prospect]:
        return declaring(view, word, rules(view.options), played_for(view, side))

    return prospects


def said_in(view: View, *kinds: str) -> dict[str, tuple[int, ...]]:
    """Who has said what in answer to some kinds of questions."""
    said: dict[str, tuple[int, ...]] = {}
    for kind in kinds:
        for seat, word in view.heard(kind):
            said[word] = (*said.get(word, ()), seat)
    return said


def one_of(view: View, *but: int) -> int:
    """A seat that is none of some, one as good as another; the first if none is left."""
    return next((seat for seat in range(view.seats) if seat not in but), but[0])


def of_one(seat: int, rows: Iterable[Row]) -> tuple[Row, ...]:
    """What one seat is paid or pays by some rows, where it is open by whom or to whom."""
    return tuple(
        msgspec.structs.replace(
            row,
            amounts=tuple(
                amount if one == seat else 0 for one, amount in enumerate(row.amounts)
            ),
        )
        for row in rows
    )

"""What a bid or an announcement is played for, and why some words cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import msgspec

from matto.blocks.declare import DECLARE, Declaring
from matto.engine.game import Costless, Prospect
from matto.engine.options import Options
from matto.engine.outcome import Outcome
from matto.engine.scoring import Row
from matto.engine.view import View
from matto.engine.words import N_


def demanding(clause: str) -> Costless:
    """Return why it costs nothing to name a demanded card: the game is chosen already."""
    return Costless(N_("Which card is demanded changes nothing in what is paid."), clause)


def passing(clause: str) -> Costless:
    """Return why it costs nothing to pass."""
    return Costless(N_("Whoever passes wins and loses nothing by it."), clause)


def given_up(clause: str) -> Costless:
    """Return why it costs nothing not to play, and neither to offer nor to ask."""
    return Costless(
        N_("If the cards are thrown in, whoever says this neither pays nor gets anything."),
        clause,
    )


def more_cards(clause: str) -> Costless:
    """Return why it costs nothing to see more cards first."""
    return Costless(N_("The next cards are dealt, and nobody pays for that."), clause)


def nothing_announced(clause: str) -> Costless:
    """Return why it costs nothing to announce nothing."""
    return Costless(N_("What is not announced is not paid for."), clause)


def nothing_said(clause: str) -> Costless:
    """Return why it costs nothing to keep silent."""
    return Costless(N_("Silence wins and loses nothing."), clause)


def said_before(clause: str) -> Costless:
    """Return why it costs nothing to repeat another's word: it counts once."""
    return Costless(N_("Another has said it already, and it counts only once."), clause)


def telling(clause: str) -> Costless:
    """Return why it costs nothing to tell of one's cards."""
    return Costless(N_("Nobody pays for what is told of cards."), clause)


def turning_up(clause: str) -> Costless:
    """Return why it costs nothing to have a card turned up, or none."""
    return Costless(N_("Nobody pays for a card that is turned up."), clause)


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
    """Return what a seat changes that says some more words where the parties stand already."""
    more = {word: (*stands.said.get(word, ()), seat) for word in words}
    return Prospect(replace(stands, said={**stands.said, **more}), stands)


def declaring(view: View, word: str, rules: Declaring, stands: Outcome) -> Iterator[Prospect]:
    """Yield what a declaration changes; an answer that pays it all others may give."""
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
    """Return who has said what in answer to some kinds of questions."""
    said: dict[str, tuple[int, ...]] = {}
    for kind in kinds:
        for seat, word in view.heard(kind):
            said[word] = (*said.get(word, ()), seat)
    return said


def one_of(view: View, *but: int) -> int:
    """A seat that is none of some, one as good as another; the first if none is left."""
    return next((seat for seat in range(view.seats) if seat not in but), but[0])


def of_one(seat: int, rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return what some rows pay one seat, where it is open by whom."""
    return tuple(
        msgspec.structs.replace(
            row,
            amounts=tuple(
                amount if one == seat else 0 for one, amount in enumerate(row.amounts)
            ),
        )
        for row in rows
    )

"""What may be played for once a word has been said, and why some words cost nothing."""

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
    """Who names the card that he demands, in a game that is chosen already."""
    return Costless(N_("Which card is demanded changes nothing in what is paid."), clause)


def passing(clause: str) -> Costless:
    """Who passes leaves the game to others."""
    return Costless(N_("Whoever passes wins and loses nothing by it."), clause)


def given_up(clause: str) -> Costless:
    """Who does not want to play, and neither offers nor asks for anything; others may."""
    return Costless(
        N_("If the cards are thrown in, whoever says this neither pays nor gets anything."),
        clause,
    )


def more_cards(clause: str) -> Costless:
    """Who wants to see more cards first."""
    return Costless(N_("The next cards are dealt, and nobody pays for that."), clause)


def nothing_announced(clause: str) -> Costless:
    """Who announces nothing, or nothing more."""
    return Costless(N_("What is not announced is not paid for."), clause)


def nothing_said(clause: str) -> Costless:
    """Who keeps silent where he need not speak."""
    return Costless(N_("Silence wins and loses nothing."), clause)


def said_before(clause: str) -> Costless:
    """Who says again what another has said: it counts once."""
    return Costless(N_("Another has said it already, and it counts only once."), clause)


def telling(clause: str) -> Costless:
    """Who tells of cards that he holds."""
    return Costless(N_("Nobody pays for what is told of cards."), clause)


def turning_up(clause: str) -> Costless:
    """Who has a card turned up, or none."""
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

"""Constraints from words and deeds in the Sicilian games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from matto.engine.cards import TRUMPS
from matto.engine.events import SAY, Event
from matto.engine.options import Options
from matto.engine.view import View
from matto.games.sicily import (
    CHIAMO,
    CINQUINE,
    DECINE,
    FUGGITIVO,
    RIVANTO,
    barcellona_3,
    calatafimi_3,
    calatafimi_4,
    prize_games,
    tortorici_3,
    tortorici_4,
    tortorici_1930,
)
from matto.games.sicily.calatafimi_4 import HIGHEST, NAMING, QUINDICI, VENTI
from matto.games.sicily.mineo_4 import contract_heard, party_known
from matto.players.inference.constraints import (
    AWAY,
    HAND,
    Constraint,
    Counted,
    Forbidden,
    Holds,
    Inference,
    Part,
    at_least_one,
)
from matto.players.inference.constraints.shared import (
    calls_shortest_suit,
    from_others,
    laid_away_by,
    names_a_card_held,
    said_of_value,
    truthful_talk,
)


def knocked(own_out: Callable[[Options], bool]) -> Inference:
    """Whoever knocks holds a highest trump, or the highest that is out when both are gone.

    What he has laid away himself is gone, unless it counts as out.
    """

    def read(view: View, index: int, event: Event) -> Iterator[Constraint]:
        named = NAMING.get(event.what[0])
        gone = {e.what[0] for e in view.events[:index] if e.kind == "play"}
        if named is not None:
            yield Holds(event.seat, named, index)
        elif not set(HIGHEST) <= gone:
            yield at_least_one(event.seat, frozenset(HIGHEST), index)
        else:
            out = view.pack.sort(TRUMPS & view.pack.cards - gone)
            if own_out(view.options):
                yield Holds(event.seat, frozenset(out[:1]), index)
            else:
                yield _highest_left(view, event.seat, out, index)

    return from_others(SAY, read)


def _highest_left(view: View, seat: int, out: Sequence[str], at: int) -> Counted:
    """All trumps that are higher than the highest of a hand are laid away by its owner."""
    laid_away = sum(
        int(e.what[0]) for e in view.events if e.kind == "has laid away" and e.seat == seat
    )
    parts = [
        Part(seat, frozenset({card}), 1, where)
        for card in out[: laid_away + 1]
        for where in (HAND, AWAY)
    ]

    def fits(had: tuple[int, ...]) -> bool:
        for held, away in zip(had[::2], had[1::2], strict=True):
            if held or not away:
                return bool(held)
        return False

    return Counted(tuple(parts), at, fits)


BARCELLONA_3 = (
    laid_away_by(barcellona_3.LAYING_AWAY),
    truthful_talk(
        barcellona_3.talk_rules,
        lambda view, _at: barcellona_3.soloists(view) or None,
        FUGGITIVO,
    ),
)


CALATAFIMI_3 = (laid_away_by(calatafimi_3.LAYING_AWAY),)


TWENTY, FIFTEEN = 20, 15

CALATAFIMI_4 = (
    laid_away_by(calatafimi_4.LAYING_AWAY),
    said_of_value(
        "bid",
        CINQUINE | DECINE,
        {VENTI: lambda worth: worth >= TWENTY, QUINDICI: lambda worth: worth == FIFTEEN},
    ),  # 3.10, 3.13
    calls_shortest_suit(lambda options: options["call_laid_away"] == "passed_over"),  # 3.22
    knocked(lambda options: options["batto_laid_away"] == "out"),  # 7.2 to 7.4
)


MINEO_3 = (
    laid_away_by(prize_games.LAYING_AWAY),  # 3.5 to 3.7
    truthful_talk(
        prize_games.talk_rules, lambda view, _at: prize_games.soloists(view) or None, FUGGITIVO
    ),  # 7.10
)


def calls(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Whoever calls the highest trump that he lacks holds all higher ones: 2.13, 2.20."""
    card = event.what[0].removeprefix(f"{CHIAMO}:")
    if card in TRUMPS and view.options["call"] == "highest":
        trumps = view.pack.sort(TRUMPS & view.pack.cards)
        yield Holds(event.seat, frozenset(trumps[: trumps.index(card)]), index)
        yield Forbidden(event.seat, frozenset({card}), index)


def raises(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Whoever says Rivanto is not the caller's partner: he lacks the called card: 3.16."""
    found = contract_heard(view)
    if event.what[0] == RIVANTO and found is not None and found[1]:
        yield Forbidden(event.seat, frozenset({found[1]}), index)


MINEO_4 = (
    laid_away_by(prize_games.LAYING_AWAY),
    from_others("bid", calls),
    from_others("call", calls),
    from_others("announce", raises),
    truthful_talk(
        prize_games.talk_rules, lambda view, _at: party_known(view), FUGGITIVO
    ),  # 7.10
)


RAGUSA_3 = MINEO_3


TORTORICI_1930 = (laid_away_by(tortorici_1930.LAYING_AWAY),)


TORTORICI_3 = (laid_away_by(tortorici_3.LAYING_AWAY),)


TORTORICI_4 = (laid_away_by(tortorici_4.LAYING_AWAY), names_a_card_held("declare"))


BY_GAME = {
    "barcellona-3": BARCELLONA_3,
    "calatafimi-3": CALATAFIMI_3,
    "calatafimi-4": CALATAFIMI_4,
    "mineo-3": MINEO_3,
    "mineo-4": MINEO_4,
    "ragusa-3": RAGUSA_3,
    "tortorici-1930": TORTORICI_1930,
    "tortorici-3": TORTORICI_3,
    "tortorici-4": TORTORICI_4,
}

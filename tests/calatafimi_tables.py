"""What the tests of Calatafimi for four and for three share: tables, words, refusals."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from helpers import do, lot_points, outcome, start
from matto.engine.errors import IllegalChoice
from matto.engine.events import Decision
from matto.engine.run import Run
from matto.engine.scoring import Row
from matto.games import game
from matto.games.sicily import SICILIAN

FOUR = "calatafimi-4"
THREE = "calatafimi-3"
BOTH = (FOUR, THREE)

VALUE_60 = "T20 T1 F SK BK CK DK T19 T18"
"""Nine cards with values of 60: three lots, 60 − 6 = 54 card points."""
PILES: Mapping[int, str] = {
    54: VALUE_60,
    55: f"{VALUE_60} S5 S6",  # 62 in eleven cards: 62 − 6 − 1
    56: f"{VALUE_60} S5 S6 S7 S8 S9",  # 65 in fourteen cards: 65 − 8 − 1
    60: f"{VALUE_60} SQ SC",  # 67 in eleven cards: 67 − 6 − 1
}


def asked(run: Run) -> Decision:
    """The pending question; fails at the end of a deal."""
    assert run.decision is not None
    return run.decision


def who(run: Run) -> tuple[int, str]:
    """Who is asked what."""
    return asked(run).seat, asked(run).kind


def speak(run: Run, said: str) -> Run:
    """Let seats speak in a negotiation: `speak(run, "1 offro:3, 0 mescolate")`."""
    for entry in said.split(","):
        seat, word = entry.split()
        run.do_as(int(seat), word)
    return run


def may_say(run: Run, seat: int) -> tuple[str, ...]:
    """What a seat may say in a negotiation."""
    own = asked(run).to(seat)
    assert own is not None
    return own.options


def refused(run: Run, choice: str, seat: int | None = None) -> str:
    """The clause by which a choice is refused; it is not done, and nothing has changed."""
    own = asked(run).seat if seat is None else seat
    refusal = run.why_not(choice, own)
    assert refusal is not None, f"{choice} is allowed"
    before = run.actions, [run.view(viewer).facts() for viewer in range(run.game.seats)]
    with pytest.raises(IllegalChoice) as caught:
        run.do_as(own, choice)
    assert caught.value.refusal == refusal
    assert before == (run.actions, [run.view(seat).facts() for seat in range(run.game.seats)])
    return refusal.clause


def held(
    game_id: str,
    hands: Mapping[int, str] | None = None,
    talon: str = "",
    *,
    dealer: int = 0,
    **options: Any,
) -> Run:
    """A deal that the player at the dealer's right holds at once."""
    run = start(game_id, hands, talon, dealer=dealer, **options)
    run.do("tengo")
    return run


def laid_away(run: Run, cards: str = "", *, keep: str = "") -> Run:
    """Lay away given cards, or the first that may go, some being kept if possible."""
    wanted = cards.split()
    while run.decision is not None and run.decision.kind == "discard":
        may = run.decision.options
        others = [card for card in may if card not in keep.split()]
        run.do(wanted.pop(0) if wanted else next(iter(others or may)))
    return run


def playing_solo(hands: Mapping[int, str], *, soloist: int = 3, **options: Any) -> Run:
    """Four play: seat 0 deals, seat 3 plays solo, so that seat 0 leads; a card is due."""
    run = held(FOUR, hands, "D6 D7 D8", **options)
    do(run, ["passo"] * ((soloist - 1) % 4) + ["solo"])
    return laid_away(run, keep=hands.get(soloist, ""))


def all_higher_led(away: str = "T15 T3 T2", **options: Any) -> Run:
    """Seat 3 has the 15 and most below, some laid away; the 20 to 16 have been led."""
    trumps = "T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 T0"
    run = held(FOUR, {3: trumps, 0: "T20 T19 T18 T17 T16"}, "SK BK CK", **options)
    laid_away(do(run, "passo passo solo"), away)
    do(run, "T20")
    for lead in ("T19", "T18", "T17", "T16"):
        while run.view(None).lying:
            run.do(asked(run).options[-1])
        assert run.asides(3) == ()
        run.do(lead)
    return run


def playing_three(hands: Mapping[int, str]) -> Run:
    """Three play: seat 0 deals and lays away what comes first; seat 1 is to lead."""
    return laid_away(held(THREE, hands), keep=hands.get(0, ""))


def counted(run: Run, party: Collection[int], away: str = "") -> int:
    """The card points of a party that has won a trick, counted from what was played.

    Its tricks, but the Fuggitivo only if one of the party has played it, what it has laid
    away, and 5 for the last trick.
    """
    tricks = run.table.tricks
    pile = {card for trick in tricks if trick.winner in party for card in trick.cards} - {"F"}
    fool = next(trick for trick in tricks if "F" in trick.cards)
    owner = (fool.leader + fool.cards.index("F")) % run.game.seats
    pile |= {*away.split(), *(("F",) if owner in party else ())}
    return lot_points(pile, SICILIAN) + (5 if tricks[-1].winner in party else 0)


def tell_who_knows(run: Run, kind: str) -> dict[str, tuple[int | None, ...]]:
    """Which viewers see the cards or words of events of a kind."""
    viewers = (*range(run.game.seats), None)
    found: dict[str, tuple[int | None, ...]] = {}
    for event in run.events:
        if event.kind == kind:
            seers = tuple(v for v in viewers if event in run.view(v).events)
            found |= dict.fromkeys(event.what, seers)
    return found


def everybody(run: Run) -> tuple[int | None, ...]:
    """All seats and the onlookers."""
    return (*range(run.game.seats), None)


def paid(game_id: str, side: tuple[int, ...], points: int, *, declarer: int = 0) -> Row:
    """The row of the sheet when the declarer's party has so many card points.

    A party of 54 to 56 has not won the last trick; the other side has, and all other cards.
    """
    other = next(seat for seat, own in enumerate(side) if own != side[declarer])
    cards = " ".join(["T7", "T8", "T9", "T10"][: len(side)])
    found = outcome(
        game_id,
        side,
        {declarer: PILES[points]},
        [(other, cards, other)],
        rest_to=other,
        declarer=declarer,
    )
    (row,) = game(game_id).score(found, game(game_id).resolve())
    return row

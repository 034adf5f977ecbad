"""What the tests of Mitigatti share: deals of both games brought to a point, rows by item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from helpers import asked, decision_of, do, result_of, start
from matto.engine.errors import IllegalChoice
from matto.engine.outcome import Outcome
from matto.engine.outcome import card_points as count
from matto.engine.run import Run
from matto.games import game

GAME = game("mitigatti-3")
THREE, FOUR = "mitigatti-3", "mitigatti-4"
SEATS = {THREE: 3, FOUR: 4}
CHIP = {THREE: 2, FOUR: 1}  # units of a chip
SPARE = {THREE: "S2 S3 S4", FOUR: "S2 S3"}
both = pytest.mark.parametrize("game_id", [THREE, FOUR])

# Seat 1 wins every trick: sixteen trumps above the papote, Pagat, and the highest swords.
TOP = " ".join(f"T{trump}" for trump in (20, 21, *range(19, 5, -1)))
WINNER = {THREE: f"{TOP} T1 SK SQ CK CQ CC CJ CA C2", FOUR: f"{TOP} T1 SK SQ"}
IN_ORDER = {  # kept: swords to the end, trumps, cups to the end, and the Pagat at last
    THREE: f"SK SQ T20 T21 T19 T18 CK CQ CC CJ CA C2 {TOP[16:]} T1",
    FOUR: f"SK SQ {TOP} T1",
}


def card_points(deal: Outcome, side: int) -> int:
    """The card points of a party."""
    return count(deal, side, GAME.counting(GAME.resolve()))


def refused(run: Run, choice: str) -> str:
    """The clause that refuses a choice; to do it changes nothing."""
    refusal = run.why_not(choice)
    assert refusal is not None
    before = (list(run.events), run.actions)
    with pytest.raises(IllegalChoice):
        run.do(choice)
    assert (list(run.events), run.actions) == before
    return refusal.clause.split()[-1]


def held(
    game_id: str,
    hands: Mapping[int, str] | None = None,
    talon: str = "",
    *,
    dealer: int = 0,
    **options: object,
) -> Run:
    """All packets are dealt, somebody holds in every pause; the dealer is about to lay away."""
    run = start(
        game_id,
        hands,
        talon or SPARE[game_id],
        dealer=dealer,
        carried=None,
        preset=None,
        **options,
    )
    while asked(run)[1] == "talk":
        run.do("tenir")
    return run


def laid(
    game_id: str,
    hands: Mapping[int, str] | None = None,
    talon: str = "",
    *,
    away: str = "",
    dealer: int = 0,
    **options: object,
) -> Run:
    """The dealer has laid away: `away`, else the spare cards that he has just taken up."""
    run = held(game_id, hands, talon, dealer=dealer, **options)
    return do(run, away or talon or SPARE[game_id])


def ready(
    game_id: str,
    hands: Mapping[int, str] | None = None,
    talon: str = "",
    *,
    away: str = "",
    dealer: int = 0,
    called: Iterable[str] | None = None,
    **options: object,
) -> Run:
    """The first card is about to be played; of four the dealer has called his first King.

    `called` are other answers between laying away and the play.
    """
    run = laid(game_id, hands, talon, away=away, dealer=dealer, **options)
    do(run, called or ())
    while asked(run)[1] in {"bid", "call"}:
        run.do("pass" if asked(run)[1] == "bid" else decision_of(run).options[0])
    return run


def quietly(run: Run, cards: str) -> Run:
    """Play cards in turn, nobody declaring anything."""
    for card in cards.split():
        while asked(run)[1] == "declare":
            run.do("no_more")
        run.do(card)
    return run


def lead_through(run: Run, seat: int, cards: str, declares: Iterable[str] = ()) -> Run:
    """A seat plays cards in this order, the others their first legal ones, to the end."""
    order = cards.split()
    while run.decision is not None:
        options = run.decision.options
        if run.decision.kind != "play":
            wanted = [word for word in options if word in declares]
            run.do(wanted[0] if wanted else options[-1])
        elif run.decision.seat == seat:
            run.do(next((card for card in order if card in options), options[0]))
        else:
            run.do(options[0])
    return run


def rows(run: Run, item: str) -> list[tuple[int, ...]]:
    """The amounts of one item on the finished sheet."""
    return [row.amounts for row in result_of(run).sheet if row.item == item]


def words(run: Run, seat: int | None, kind: str) -> tuple[tuple[int, str], ...]:
    """What a seat has seen of one kind of event."""
    return run.view(seat).heard(kind)

"""Tarot of the Abbé de Marolles: la Belle shown in place of the payment for playing her."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import do, outcome
from kernel.settled_deals import paid, paid_by_plan
from marolles_deals import (
    EACH_ALONE,
    GAME,
    chips,
    options_of,
    paid_events,
    play_cards,
    ready,
    rows,
    to_declare,
    to_the_end,
)
from matto.engine.run import Run
from matto.kernel.packing import plan_of

INSTEAD = "instead_of_playing"
FROM_EACH = {0: ("2", "-1", "-1"), 1: ("-1", "2", "-1"), 2: ("-1", "-1", "2")}


def holding(seat: int, *, shows: bool, **options: Any) -> Run:
    """A seat that holds la Belle is asked, and shows her or not."""
    run = ready({seat: "DA"}, belle_shown=INSTEAD, **options)
    return do(to_declare(run, seat), "belle" if shows else "no_more")


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
@pytest.mark.parametrize("seat", EACH_ALONE)
@pytest.mark.parametrize("time", ["first_card", "before_play"])
def test_who_has_shown_her_has_one_from_each_and_nothing_for_playing_her(
    seat: int, time: str
) -> None:
    run = to_the_end(holding(seat, shows=True, declaration_time=time))
    assert chips(run, "belle") == [tuple(map(int, FROM_EACH[seat]))]
    assert chips(run, "la Belle played") == []


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
@pytest.mark.parametrize("seat", EACH_ALONE)
def test_who_has_not_shown_her_has_one_from_each_for_playing_her(seat: int) -> None:
    run = to_the_end(holding(seat, shows=False))
    assert chips(run, "belle") == []
    assert chips(run, "la Belle played") == [tuple(map(int, FROM_EACH[seat]))]


@pytest.mark.clause("marolles 3.22", "marolles 5.1")
@pytest.mark.parametrize("shows", [True, False])
def test_the_chips_for_her_change_hands_once_when_she_is_shown_or_played(shows: bool) -> None:
    run = holding(1, shows=shows)
    shown = [(1, ("belle", *FROM_EACH[1]))] if shows else []
    assert paid_events(run) == shown
    play_cards(run, "DA")
    while len(run.table.tricks) < 1:
        run.do(options_of(run)[-1])
    winner = run.table.tricks[0].winner
    played = [] if shows else [(winner, ("la Belle played", *FROM_EACH[1]))]
    hers = {"belle", "la Belle played"}
    assert [found for found in paid_events(run) if found[1][0] in hers] == shown + played


@pytest.mark.clause("marolles 3.22", "marolles 5.2", "marolles 5.4")
def test_the_tarots_of_all_are_paid_as_ever_when_she_has_been_shown() -> None:
    run = do(ready({1: "DA SK", 2: "BK T1", 0: "F T21"}, belle_shown=INSTEAD), "belle")
    to_the_end(run)
    assert len(chips(run, "tarot played")) + len(chips(run, "tarot lost")) == 7


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
@pytest.mark.parametrize(
    ("option", "said", "amounts"),
    [
        (INSTEAD, {"belle": (1,)}, []),
        (INSTEAD, {"tarots_4": (1,)}, [(-1, 2, -1)]),  # something else was declared
        ("at_will", {"belle": (1,)}, [(-1, 2, -1)]),
        ("with_seven_tarots", {"belle": (1,)}, [(-1, 2, -1)]),
    ],
)
def test_the_sheet_of_a_deal_with_real_cards_knows_what_she_was_shown_for(
    option: str, said: dict[str, tuple[int, ...]], amounts: list[tuple[int, ...]]
) -> None:
    played = [(0, "D4 DA DK", 2), (0, "C4 C5 C6", 0)]
    deal = outcome("marolles", EACH_ALONE, {}, played, said=said)
    assert rows(deal, "5.6", belle_shown=option) == amounts


@pytest.mark.clause("marolles 3.22", "marolles 5.6")
@pytest.mark.parametrize("shows", [True, False])
def test_a_plan_made_after_she_was_shown_pays_what_the_sheet_pays(shows: bool) -> None:
    run = holding(1, shows=shows)
    while run.decision is not None and run.decision.kind == "declare":
        run.do("no_more")
    plan = plan_of(GAME, run.table)
    to_the_end(run)  # in which nobody declares any more
    assert run.result is not None
    assert paid(run, plan) == paid_by_plan(run) == run.result.scores

"""Parts and places, as the contract of a deal and its dealer have them."""

from __future__ import annotations

import pytest

from arena.contests import meeting
from matto.engine.events import Contract
from matto.engine.run import Run
from matto.games import game
from matto.research.arena import FULL, PLAY
from matto.research.arena.tables import (
    ALONE,
    DECLARER,
    NOT_PLAYED,
    OPPONENT,
    PARTNER,
    PARTY,
    place_of,
    play_deal,
    roles_of,
)


def roles(contract: Contract | None, seats: int) -> tuple[str, ...]:
    """The parts of a finished deal of a game for so many, had its contract been these."""
    run = Run.shuffled(game({3: "marolles", 4: "barcellona-4"}[seats]), seed=1)
    while run.decision is not None:
        run.do(run.decision.options[0])
    assert run.result is not None
    run.table.contract = contract
    return roles_of(run, run.result)


@pytest.mark.parametrize(
    ("contract", "parts"),
    [
        (Contract((1, 0, 1), leader=0, declarer=1), (OPPONENT, DECLARER, OPPONENT)),
        (Contract((0, 1, 0, 1), leader=0, declarer=2), (PARTNER, OPPONENT, DECLARER, OPPONENT)),
        (Contract((0, 1, 0, 1), leader=0), (PARTY,) * 4),
        (Contract((0, 1, 2), leader=0), (ALONE,) * 3),
        (Contract((0, 1, 2), leader=0, declarer=0), (DECLARER, ALONE, ALONE)),
        (None, (NOT_PLAYED,) * 3),
    ],
)
def test_parts_follow_from_parties_and_declarer(
    contract: Contract | None, parts: tuple[str, ...]
) -> None:
    assert roles(contract, len(parts)) == parts


@pytest.mark.slow
def test_who_calls_for_a_partner_has_one_and_opponents() -> None:
    found = {
        tuple(sorted(table.roles))
        for number in range(6)
        for table in play_deal(meeting("priestertarock", "rule", "rule"), PLAY, number).tables
    }
    assert tuple(sorted((DECLARER, PARTNER, OPPONENT, OPPONENT, OPPONENT))) in found


def test_a_deal_that_is_thrown_in_was_not_played() -> None:
    deals = [play_deal(meeting("mineo-3", "rule", "rule"), FULL, number) for number in range(8)]
    thrown_in = [table for deal in deals for table in deal.tables if table.thrown_in]
    assert thrown_in
    assert {table.roles for table in thrown_in} == {(NOT_PLAYED,) * 3}


def test_places_are_counted_from_the_dealer() -> None:
    assert [place_of(seat, 2, 4) for seat in range(4)] == [
        *("second hand", "third hand", "dealer", "forehand")
    ]

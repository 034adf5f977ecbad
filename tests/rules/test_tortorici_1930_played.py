"""Vanto of the 1930s: all four in a chiamo, the ternone in a solo, and which pots there are."""

from __future__ import annotations

import pytest

from helpers import do
from kernel.settled_deals import paid_by_plan
from matto.engine.errors import BadDeal
from matto.engine.outcome import Outcome
from matto.engine.scoring import Row
from matto.games.sicily.tortorici_1930 import GAME
from matto.server.tables.commands import Order, given_of, opened
from tortorici_tables import (
    HANDS,
    OLD,
    WORDS,
    amounts,
    asked,
    begin,
    finished,
    options,
    play_by,
    playing,
)

clause = pytest.mark.clause
READINGS = {"from_each": (10, 20), "in_all": (5, 10)}
"""What each of the two others pays for all four, and what the player has."""
FOURS = [("arie", "T19 T18 T17 T16"), ("quattro_re", "SK BK CK DK")]
ALONE = "solo_da_cinque silence silence silence"


def chiamo(piles: dict[int, str], rest_to: int) -> Outcome:
    """A chiamo of seat 1 with some cards in given piles."""
    return finished(OLD, (0, 1, 2), piles, [(1, "S9 S8 S7", 1)], rest_to=rest_to)


def sheet(done: Outcome, reading: str) -> tuple[Row, ...]:
    return GAME.score(done, GAME.resolve({"all_four_in_chiamo": reading}))


# -- all four in a chiamo --------------------------------------------------------------------


@clause("tortorici-1930 5.17", "tortorici-1930 5.13", "tortorici-1930 5.14")
@pytest.mark.parametrize(("item", "four"), FOURS)
@pytest.mark.parametrize("reading", READINGS)
def test_in_a_chiamo_the_player_with_all_four_has_ten_from_each_or_in_all(
    item: str, four: str, reading: str
) -> None:
    pays, has = READINGS[reading]
    for seat in range(3):
        due = tuple(has if other == seat else -pays for other in range(3))
        rows = sheet(chiamo({seat: four, (seat + 1) % 3: ""}, (seat + 2) % 3), reading)
        assert due in amounts(rows, item)
        assert {row.clause for row in rows if row.item == item} == {"tortorici-1930 5.17"}


@clause("tortorici-1930 5.17")
@pytest.mark.parametrize(("item", "four"), FOURS)
@pytest.mark.parametrize("reading", READINGS)
def test_in_a_chiamo_three_of_the_four_bring_nothing(
    item: str, four: str, reading: str
) -> None:
    split = chiamo({1: four[:-3], 0: four[-3:]}, 2)
    assert amounts(sheet(split, reading), item) == []


@clause("tortorici-1930 5.13", "tortorici-1930 5.14", "tortorici-1930 5.17")
@pytest.mark.parametrize(("item", "four"), FOURS)
@pytest.mark.parametrize("reading", READINGS)
def test_in_a_solo_all_four_bring_ten_from_or_to_each_however_a_chiamo_pays(
    item: str, four: str, reading: str
) -> None:
    for own, due in ((four, (-10, 20, -10)), ("", (10, -20, 10))):
        done = finished(
            OLD,
            (1, 0, 1),
            {1: own},
            [(1, "S9 S8 S7", 1)],
            rest_to=2,
            said={"solo_da_cinque": (1,)},
        )
        assert amounts(sheet(done, reading), item) == [due]


@clause("tortorici-1930 5.17", "tortorici-1930 5.16")
@pytest.mark.parametrize("reading", READINGS)
def test_who_wins_every_trick_of_a_chiamo_is_paid_for_both_fours(reading: str) -> None:
    high = " ".join(f"T{trump}" for trump in range(20, 1, -1))
    hands = {1: f"{high} SK", 0: "F"}
    run = begin(OLD, hands, "T1 T0 S5", all_four_in_chiamo=reading)
    do(run, WORDS[OLD])
    while run.decision is not None:
        run.do("silence" if "silence" in options(run) else options(run)[0])
    assert run.result is not None
    pays, has = READINGS[reading]
    for item in ("arie", "quattro_re"):
        assert amounts(run.result.sheet, item) == [(-pays, has, -pays)]
    assert paid_by_plan(run) == run.result.scores
    assert sum(run.result.scores) == -30  # the new pot


# -- the ternone -----------------------------------------------------------------------------


@clause("tortorici-1930 5.15", "tortorici-1930 4.14")
@pytest.mark.parametrize(
    "words",
    [
        ALONE,  # seat 1, who has the run, plays alone
        f"bene {ALONE}",  # seat 2 does: seat 0 is the partner of seat 1
        f"bene bene {ALONE}",  # seat 0 does: seat 2 is
    ],
)
def test_in_a_solo_five_are_paid_by_each_for_a_ternone_partners_too(words: str) -> None:
    run = playing(OLD, words=words)
    while run.decision is not None and run.decision.kind == "play":
        run.do("T13" if "T13" in options(run) else options(run)[-1])
    assert (asked(run), options(run)) == ((1, "declare"), ("ternone", "silence"))
    play_by(do(run, "ternone"), {})
    assert run.result is not None
    (row,) = [row for row in run.result.sheet if row.item == "ternone"]
    assert (row.clause, row.amounts) == ("tortorici-1930 5.15", (-5, 10, -5))


@clause("tortorici-1930 4.14")
@pytest.mark.parametrize("away", ["T13", "T14", "T15"])
def test_with_one_of_the_three_laid_away_there_is_no_ternone(away: str) -> None:
    rest = "T15 T14 T13 T12 T11 T10 T9"
    own = f"SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 {rest}"
    run = do(begin(OLD, {1: own}, "T8 T7 T0"), f"{WORDS[OLD]} SQ S5 {away}")
    do(run, "T6")  # seat 2 leads a trump, of which seat 0 has none
    do(run, [options(run)[0], "T14" if away != "T14" else "T15"])
    assert (asked(run), options(run)) == ((1, "declare"), ("silence",))


# -- the pot ---------------------------------------------------------------------------------


def order(pot: int) -> Order:
    """A table that begins with a deal played before, into which a pot was carried."""
    given = given_of(begin(OLD, HANDS[OLD]))
    given.carried["pot"] = pot
    return Order(game=OLD, host="somebody", bots=("rule",) * 3, given=given)


@clause("tortorici-1930 5.16")
@pytest.mark.parametrize("pot", [0, 30, 60, 240])
def test_a_deal_that_is_given_begins_with_a_pot_of_three_equal_parts(pot: int) -> None:
    given = opened(order(pot)).given
    assert given is not None
    assert given.carried == {"pot": pot}


@clause("tortorici-1930 5.16")
@pytest.mark.parametrize("pot", [20, 41, 1, -30])
def test_no_deal_begins_with_a_pot_that_three_equal_parts_have_not_filled(pot: int) -> None:
    sentence = f"No pot has {pot} points: three equal parts have filled it."
    with pytest.raises(BadDeal) as caught:
        opened(order(pot))
    assert str(caught.value.sentence) == sentence
    with pytest.raises(BadDeal):
        begin(OLD, carried={"pot": pot}, pot_doubled_by="all")

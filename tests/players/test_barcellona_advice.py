"""Rules of thumb at Barcellona: who goes solo, what a sign tells a player."""

from __future__ import annotations

import pytest

from barcellona_3_tables import GAME, TO_THE_DEALER, begin, playing
from helpers import do
from matto.engine.run import Run
from matto.games import game
from matto.players.advice.barcellona_3 import evaluator
from matto.players.simple_bots import RuleBot

STRONG = "T20 T19 T18 T17 T15 T14 T12 T1 F SK BK CK SQ BQ"
WEAK = "T2 T3 S5 S6 S7 S8 B5 B6 B7 B8 C5 C6 C7 C8 D5 D6 D7 D8 DA S9"
# 3.2 × 7 trumps, and what Sole, Luna, two Kings and two Queens add: about 45 with 37 needed
FAIR = "T18 T17 T14 T12 T9 T5 T2 SK BK CQ DQ S10 S9 B10 B9 C10 C9 D10 D9 D8"


def says(run: Run) -> str:
    """What the rule of thumb chooses now."""
    assert run.decision is not None
    seat = run.decision.seat
    return RuleBot(GAME, 0).choose(run.view(seat))


@pytest.mark.parametrize(("hand", "word"), [(STRONG, "solo"), (WEAK, "passo")])
def test_a_neighbour_of_the_dealer_goes_solo_with_a_strong_hand(hand: str, word: str) -> None:
    assert says(begin({2: hand}, "S5 S6 S7" if hand == STRONG else "T4 T5 D9")) == word


@pytest.mark.parametrize(
    ("hand", "dealer_solo", "word"),
    [
        (STRONG, True, "solo"),
        (STRONG, False, "each_for_self"),
        (FAIR, True, "each_for_self"),
        (WEAK, True, "passo"),
    ],
)
def test_the_dealer_takes_what_brings_most(hand: str, dealer_solo: bool, word: str) -> None:
    talon = "SQ BQ T10" if hand == FAIR else "C9 D10 B9"
    run = begin({0: hand}, talon, dealer_solo=dealer_solo)
    assert says(do(run, TO_THE_DEALER)) == word


def heard_by_partner(giove_with: int, sign: str) -> tuple[set[str], ...]:
    """What seat 1 knows of the others when seat 0 has given a sign against the soloist 2."""
    run = playing("solo", {giove_with: "T20", 3 - giove_with - 1: "T19 T18"}, "S7 S6 S5")
    run.say(0, sign)
    return tuple(evaluator(run.view(1)).sight.held_by)


def test_a_partners_sign_tells_where_the_20_is() -> None:
    assert heard_by_partner(0, "ho_il_20") == ({"T20"}, set(), set())
    assert heard_by_partner(2, "non_batto") == (set(), set(), {"T20"})


def test_the_soloist_hears_it_as_well() -> None:
    run = playing("solo", {1: "T20", 2: "T19 T18"}, "S7 S6 S5")
    run.say(0, "non_batto")
    assert evaluator(run.view(2)).sight.held_by[1] == {"T20"}


def test_a_20_that_has_been_played_is_nowhere_any_more() -> None:
    run = playing("solo", {0: "T20", 2: "T19 T18"}, "S7 S6 S5")
    run.say(0, "ho_il_20")
    run.do("T20")
    assert "T20" not in evaluator(run.view(1)).sight.held_by[0]


def test_partners_of_four_help_each_other_only_in_the_format_with_partners() -> None:
    four = game("barcellona-4")
    for chosen, friends in (("partners", {2}), ("each_for_self", set())):
        run = Run.shuffled(four, seed=1, options=four.resolve({"format": chosen}))
        assert four.friends(run.view(0)) == friends

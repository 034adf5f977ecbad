"""Rules of thumb of Grosstarock: none is taken by ducking, and the Pagat waits."""

from __future__ import annotations

import pytest

from grosstarock_deals import (
    DEALER,
    FOREHAND,
    MIDDLE,
    PIPS,
    WEAK,
    announcing,
    begun,
    dealt,
    ready,
)
from helpers import asked, do
from matto.engine.bid_prices import prices
from matto.engine.run import Run
from matto.games.tarots.grosstarock import NULLO, PLAY_ON, THROW_IN, prospects
from matto.players import make_bot
from matto.players.advice.grosstarock import LostAnnouncements, cost_of_throwing_in
from matto.players.search import PIMC, SearchBot


def advised(run: Run) -> str:
    """What the bot plays, whoever is to play."""
    assert asked(run)[1] == "play"
    assert run.decision is not None
    return make_bot("rule", run.game, "thumb").choose(run.view(run.decision.seat))


def nullo(hands: dict[int, str], cards: str) -> Run:
    """A deal in which forehand has announced Nullo, after some cards."""
    return do(dealt(hands, quiet=False), ["nullo", "silence", "silence", *cards.split()])


def test_who_plays_nullo_leads_a_card_that_others_surely_beat() -> None:
    run = nullo({FOREHAND: WEAK}, "")
    assert advised(run)[1:] in {"2", "3", "10"}


def test_who_plays_nullo_throws_the_highest_card_that_does_not_win() -> None:
    hands = {FOREHAND: WEAK, MIDDLE: "SK SQ T21 T20", DEALER: "S9 S8 S7"}
    run = nullo(hands, "S10 SK S9")
    assert asked(run) == (MIDDLE, "play")
    assert advised(do(run, ["SQ", "S8"])) == "SC"


def test_the_others_play_low_so_that_who_plays_nullo_wins() -> None:
    hands = {FOREHAND: WEAK, MIDDLE: "SK SQ S6 T21 T20", DEALER: "S9 S8 S7"}
    assert advised(nullo(hands, "SC")) == "S6"


def test_nobody_gives_the_pagat_or_a_king_away_so_that_who_plays_nullo_wins() -> None:
    hands = {FOREHAND: WEAK, MIDDLE: "T1 T5 T6 SK S6", DEALER: "T9 T8 T7 S9 S8 S7"}
    assert advised(nullo(hands, "T4")) == "T6"
    assert advised(nullo(hands, "SC")) == "S6"
    only = {FOREHAND: WEAK, MIDDLE: "SK SQ T21 T20", DEALER: "S9 S8 S7 S6 SA"}
    assert advised(nullo(only, "SC")) in {"SQ", "SK"}  # he has nothing else


def test_once_a_nullo_has_failed_all_play_as_ever() -> None:
    hands = {FOREHAND: WEAK, MIDDLE: "SK SQ S6 T21 T20", DEALER: "S9 S8 S7"}
    run = do(ready(nullo(hands, "SC S6 S9")), ["S5"])
    assert asked(run) == (MIDDLE, "play")
    assert advised(run) in {"SK", "SQ"}


LONG = "T1 T2 T3 T4 T5 S2 S3 S4 S5 S6 S7 S8 S9 C2 C3 C4 C5 C6 C7 C8 C9 D2 D3 D4 D5 D6 D7 D8"
"""The dealer's 28 cards: no baton, and four tarocks beside the Pagat."""


def plays_last(trick: str) -> Run:
    """A deal in which the dealer, who has no baton, is the last to play to a trick."""
    hands = {DEALER: LONG, FOREHAND: "BK BQ T21", MIDDLE: "B2 T20 T19"}
    run = do(dealt(hands), trick.split())
    assert asked(run) == (DEALER, "play")
    return run


def test_the_pagat_takes_a_trick_that_it_surely_wins() -> None:
    assert advised(plays_last("BK B2")) == "T1"


def test_the_pagat_waits_while_other_tarocks_guard_it() -> None:
    assert advised(plays_last("T21 T20")) != "T1"


# -- announcing --------------------------------------------------------------------------------


def test_no_kingdom_is_announced_that_voids_more_than_it_earns() -> None:
    run = announcing({FOREHAND: "F SK CK DK SQ CQ DQ SC CC DC"})
    announced = list[str]()
    while asked(run) != (MIDDLE, "declare"):
        assert run.decision is not None
        word = make_bot("rule", run.game, "thumb").choose(run.view(FOREHAND))
        if run.decision.kind == "declare":
            announced.append(word)
        run.do(word)
    assert {"three_queens_skues", "three_kavals_skues"} < set(announced)
    assert "skues_kingdom" not in announced


# -- Nullo and throwing in ---------------------------------------------------------------------


def failed(others: str, failed_nullo: str = "free") -> Run:
    """Forehand's Nullo fails at once, on a lead that the others stay under."""
    hands = {FOREHAND: WEAK, MIDDLE: "S6 S9", DEALER: "S7 S8 SA"}
    run = do(
        dealt(hands, quiet=False, failed_nullo=failed_nullo),
        ["nullo", *others.split(), "SC", "S6", "S7"],
    )
    assert asked(run) == (FOREHAND, "announce")
    return run


def cost(run: Run) -> int:
    """What throwing in would cost whoever is asked."""
    assert run.decision is not None
    return cost_of_throwing_in(run.view(run.decision.seat))


def answer(run: Run) -> str:
    """Whether the rule of thumb throws in."""
    assert run.decision is not None
    return make_bot("rule", run.game, "thumb").choose(run.view(run.decision.seat))


def test_a_failed_nullo_is_thrown_in_if_that_costs_nothing() -> None:
    """5.16: SC is a court card, but is thrown off to the trick that it takes."""
    run = failed("silence silence")
    assert cost(run) == 0
    assert answer(run) == THROW_IN


def test_a_failed_nullo_is_played_on_while_another_who_announced_it_has_no_trick() -> None:
    """5.16: each of them would be paid 36."""
    for others, paid in (("nullo silence", 36), ("nullo nullo", 72)):
        run = failed(others)
        assert cost(run) == paid
        assert answer(run) == PLAY_ON


def test_what_throwing_in_costs_is_told_with_what_others_are_paid_for_their_nullo() -> None:
    """5.10: 36 for what was announced at the first trick."""
    (told,) = prospects(failed("nullo silence").view(FOREHAND), THROW_IN)
    assert [row.amounts for row in told.rows if row.item == NULLO] == [(-36, 72, -36)]


def test_what_playing_on_costs_is_told_by_when_nullo_was_announced() -> None:
    """5.15: with a price it is what he would have received, 36 from each."""
    run = failed("silence silence", failed_nullo="price")
    told = prices(run.game, run.view(FOREHAND), PLAY_ON)
    assert [price.lost for price in told if price.item == "failed Nullo"] == [(-72, 36, 36)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("held", "tried"),
    [
        ("T16", True),
        ("T17", False),
        ("T8 T7 T6 T5 T4 T3 T2", True),
        ("T9 T8 T7 T6 T5 T4 T3 T2", False),
        ("SK CK", True),
        ("SK CK DK", False),
    ],
)
def test_nullo_is_tried_out_with_weak_hands_only(held: str, *, tried: bool) -> None:
    run = dealt({FOREHAND: filled_up(held)}, quiet=False)
    view = run.view(FOREHAND)
    bot = SearchBot("thinker", run.game, 1, PIMC)
    assert (NULLO in bot.trial_results(view).choices) is tried


def filled_up(held: str) -> str:
    """A whole hand with pips beside some cards."""
    return " ".join([*held.split(), *PIPS][:25])


# -- the skat ----------------------------------------------------------------------------------

TAROCKS = "T18 T15 T12 T11 T3 T2"
SIXTEEN = " ".join(PIPS[:9] + PIPS[10:17])


def skat(held: str) -> set[str]:
    """What the rule of thumb lays away of 28 cards."""
    run = begun({DEALER: held})
    bot, away = make_bot("rule", run.game, 1), set[str]()
    while asked(run)[1] == "discard":
        card = bot.choose(run.view(DEALER))
        run.do(card)
        away.add(card)
    return away


def test_sixteen_latons_stay_together_and_so_does_a_half_cavalry() -> None:
    """3.19, 3.25: ten and five from each, and three court cards are free to go."""
    assert skat(f"{SIXTEEN} {TAROCKS} DK DQ DJ SC CJ BC") == {"SC", "CJ", "BC"}


def test_fifteen_latons_are_nothing_and_a_pip_card_may_go() -> None:
    """3.25: with a court card more to keep no announcement goes with the pip card."""
    fewer = SIXTEEN.rpartition(" ")[0]
    away = skat(f"{fewer} {TAROCKS} DK DQ DJ SK SQ SC CJ")
    assert "CJ" in away
    assert away < {*fewer.split(), "CJ"}


def test_a_whole_cavalry_is_not_torn_for_a_seventeenth_laton() -> None:
    """3.18, 3.25: five from each, and so is what a half one leaves; but one never tears it."""
    seventeen = " ".join(PIPS[:9] + PIPS[10:18])
    away = skat(f"{seventeen} {TAROCKS} DK DQ DC DJ CJ")
    assert away.isdisjoint({"DQ", "DC", "DJ"})


def test_a_whole_cavalry_is_not_torn_while_there_is_anything_else() -> None:
    """3.18: ten from each, of which a half one leaves five."""
    pips = " ".join([*PIPS[:7], *PIPS[10:17]])
    assert skat(f"{pips} {TAROCKS} T4 T5 T6 DK DQ DC DJ SK") < set(pips.split())


def test_an_announcement_goes_where_three_cards_in_danger_go_with_it() -> None:
    """3.23: four Queens bring five from each, but three that stand alone are soon lost."""
    tarocks = " ".join(f"T{tarock}" for tarock in range(2, 13))
    hearts = "CK CQ CC CJ C10 C9 C8 C7 C6 C5 C4 C3 C2 CA"
    assert skat(f"{tarocks} SQ BQ DQ {hearts}") == {"SQ", "BQ", "DQ"}


def test_what_goes_with_a_card_is_what_the_others_would_have_paid_for_it() -> None:
    """3.18, 3.19, 3.23, 3.25: the Sküs doubles a cavalry, and stands for a fourth Jack and
    a seventeenth Laton."""
    held = {FOREHAND: filled_up("F DK DQ DC DJ SJ BJ T2 T3")}
    view = dealt(held, quiet=False).view(FOREHAND)
    lost = LostAnnouncements.by(view)
    assert {card: lost.without([card]) for card in ("F", "DJ", "DQ", "SJ", "T2")} == {
        "F": 40,
        "DJ": 30,
        "DQ": 20,
        "SJ": 10,
        "T2": 0,
    }
    assert lost.without(["DJ", "SJ"]) == 30

"""Rules of thumb of Grosstarock: none is taken by ducking, and the Pagat waits."""

from __future__ import annotations

from grosstarock_deals import DEALER, FOREHAND, MIDDLE, WEAK, asked, dealt, ready
from helpers import do
from matto.engine.run import Run
from matto.players import make_bot


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

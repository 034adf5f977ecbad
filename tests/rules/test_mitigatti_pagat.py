"""Mitigatti for three and four: the Pagat in the last trick and its lead rule (6.1 to 6.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from helpers import outcome
from matto.blocks.terms import claim_stands
from matto.engine.outcome import Outcome, has_led_on
from matto.engine.run import Run
from matto.games import game
from matto.games.nice import mitigatti_3 as three
from matto.games.nice import mitigatti_4 as four
from mitigatti_deals import (
    CHIP,
    FOUR,
    IN_ORDER,
    SEATS,
    THREE,
    WINNER,
    asked,
    both,
    lead_through,
    options_of,
    quietly,
    ready,
    rows,
    words,
)

clause = pytest.mark.clause
SCORE = {THREE: three.GAME.score, FOUR: four.GAME.score}
DISCARDS = "B2 B3 B4"


def tricks_of(
    game_id: str, led: str, winners: Sequence[int] = ()
) -> list[tuple[int, str, int]]:
    """Seat 0 leads these cards in turn; the others throw batons. A winner is 0 unless given."""
    others = DISCARDS.split()[: SEATS[game_id] - 1]
    who = [*winners, *[0] * len(led.split())]
    return [
        (0, " ".join([card, *others]), win) for card, win in zip(led.split(), who, strict=False)
    ]


def finished(game_id: str, led: str, *, won: bool = True, times: int = 1) -> Outcome:
    """The last tricks of a deal, all led by seat 0; it wins the last one, or seat 1 does."""
    count = len(led.split())
    winners = [0] * (count - 1) + [0 if won else 1]
    side = (0, 1, 2) if game_id == THREE else (0, 1, 1, 1)
    tricks = tricks_of(game_id, led, winners)
    return outcome(game_id, side, {}, tricks, rest_to=0, times=times)


def pagat(
    deal: Outcome, game_id: str, **options: object
) -> list[tuple[str, int, tuple[int, ...]]]:
    """The rows of the Pagat: clause, what seat 0 gets in chips, all amounts."""
    sheet = SCORE[game_id](deal, game(game_id).resolve(options))
    return [
        (row.clause.split()[-1], row.amounts[0] // CHIP[game_id], row.amounts)
        for row in sheet
        if row.item.startswith("Pagat")
    ]


@clause("mitigatti-3 6.3", "mitigatti-4 6.3")
@both
def test_the_last_trick_won_with_the_pagat_earns_two_chips_from_each(game_id: str) -> None:
    # from two others 4 chips, from three 6
    ((number, chips, amounts),) = pagat(finished(game_id, "SK SQ T1"), game_id)
    assert (number, chips) == ("6.3", {THREE: 4, FOUR: 6}[game_id])
    assert set(amounts[1:]) == {-2 * CHIP[game_id]}


@clause("mitigatti-3 6.4", "mitigatti-4 6.4")
@both
def test_the_last_trick_lost_with_the_pagat_costs_two_chips_to_each(game_id: str) -> None:
    ((number, chips, amounts),) = pagat(finished(game_id, "SK SQ T1", won=False), game_id)
    assert (number, chips) == ("6.4", {THREE: -4, FOUR: -6}[game_id])
    assert set(amounts[1:]) == {2 * CHIP[game_id]}


@clause("mitigatti-4 6.3", "mitigatti-4 6.4")
@pytest.mark.parametrize(("won", "amounts"), [(True, (6, -2, -2, -2)), (False, (-6, 2, 2, 2))])
def test_the_partner_pays_and_receives_like_the_others(
    won: bool, amounts: tuple[int, ...]
) -> None:
    deal = replace(finished(FOUR, "SK SQ T1", won=won), side=(0, 0, 1, 1))
    assert [row for *_, row in pagat(deal, FOUR)] == [amounts]  # partner 1 may even win it


@clause("mitigatti-3 6.4", "mitigatti-4 6.4")
@both
def test_a_pagat_played_before_the_last_trick_pays_and_costs_nothing(game_id: str) -> None:
    for won in (True, False):
        assert pagat(finished(game_id, "SK T1 CK", won=won), game_id) == []
    early = tricks_of(game_id, "SK T1 CK", [0, 1, 0])
    side = (0, 1, 2) if game_id == THREE else (0, 1, 1, 1)
    assert pagat(outcome(game_id, side, {}, early, rest_to=0), game_id) == []


LEADS = [
    ("SK SQ T1", True),  # the suit led on to its end
    ("SK SQ CK CQ T1", True),  # then another
    ("SK T20 T1", True),  # no card of it is left: trumps are free
    ("T20 SK SQ T1", True),  # leading trumps binds to nothing
    ("T20 T21 T19 T1", True),
    ("F SK SQ T1", True),  # neither does the Fool
    ("SK CK SQ T1", False),  # another suit while the queen is still held
    ("SK T20 SQ T1", False),  # a trump meanwhile
    ("SK F SQ T1", False),  # the Fool meanwhile
    ("SK SQ CK DK CQ T1", False),  # the rule binds in the second suit, too
    ("SK CK CQ SQ T1", False),  # to come back to it does not mend it
    ("SK CK DK T1", True),  # one card of each suit: each is led to its end
]


@clause("mitigatti-3 6.5", "mitigatti-4 6.5", "mitigatti-3 6.6", "mitigatti-4 6.6")
@both
@pytest.mark.parametrize(("led", "kept"), LEADS)
def test_a_suit_once_led_must_be_led_on_while_one_holds_it(
    game_id: str, led: str, kept: bool
) -> None:
    deal = finished(game_id, led)
    assert has_led_on(deal.tricks, 0, deal.seats) is kept
    assert bool(pagat(deal, game_id)) is kept


@clause("mitigatti-3 6.6", "mitigatti-4 6.6")
@both
def test_cards_played_to_the_tricks_of_others_break_nothing(game_id: str) -> None:
    others = "B2 B3"[: 2 if game_id == THREE else 5]
    tricks = [
        (0, " ".join(["SK", "S5", *others.split()]), 0),
        (
            1,
            " ".join(["CK", *others.split(), "C5"]),
            1,
        ),  # seat 0 follows, with SQ still in hand
        (1, " ".join(["DK", *others.split(), "SQ"]), 1),  # and throws it away
        (1, " ".join(["BK", *others.split(), "T20"]), 0),  # on lead again, free of swords
        (0, " ".join(["CQ", "C6", *others.split()]), 0),
        (0, " ".join(["T1", "C7", *others.split()]), 0),
    ]
    side = (0, 1, 2) if game_id == THREE else (0, 1, 1, 1)
    deal = outcome(game_id, side, {}, tricks, rest_to=0)
    assert has_led_on(deal.tricks, 0, deal.seats)
    assert len(pagat(deal, game_id)) == 1
    # with the queen still in hand when he leads cups, he breaks it
    kept = [
        *tricks[:2],
        *tricks[3:5],
        (0, " ".join(["SQ", "C8", *others.split()]), 0),
        tricks[5],
    ]
    assert pagat(outcome(game_id, side, {}, kept, rest_to=0), game_id) == []


@clause("mitigatti-3 6.7", "mitigatti-4 6.7")
@both
@pytest.mark.parametrize("option", ["free", "pays"])
def test_rule_broken_and_won_earns_nothing(game_id: str, option: str) -> None:
    assert pagat(finished(game_id, "SK CK SQ T1"), game_id, pagat_without_claim=option) == []


@clause("mitigatti-3 6.8", "mitigatti-4 6.8")
@both
def test_rule_broken_and_lost_costs_nothing_or_by_the_option_two_to_each(game_id: str) -> None:
    broken = finished(game_id, "SK CK SQ T1", won=False)
    assert pagat(broken, game_id) == []
    ((number, chips, _),) = pagat(broken, game_id, pagat_without_claim="pays")
    assert (number, chips) == ("6.4", {THREE: -4, FOUR: -6}[game_id])


@clause("mitigatti-3 6.8", "mitigatti-4 6.8")
@both
@pytest.mark.parametrize("option", ["free", "pays"])
def test_rule_kept_and_lost_costs_two_whatever_the_option(game_id: str, option: str) -> None:
    kept = finished(game_id, "SK SQ T1", won=False)
    assert len(pagat(kept, game_id, pagat_without_claim=option)) == 1


# -- in deals that are played ----------------------------------------------------------------


def winning(game_id: str) -> Run:
    """Seat 1 is on lead with all high cards; the others can follow in swords."""
    swords = {} if game_id == THREE else {3: "S7 S6 S5"}
    return ready(game_id, {1: WINNER[game_id], 2: "F T5 S10 S9 S8", **swords})


@clause("mitigatti-3 6.1", "mitigatti-4 6.1", "mitigatti-3 6.3", "mitigatti-4 6.3")
@both
def test_a_whole_deal_won_to_the_pagat_is_paid_at_the_end(game_id: str) -> None:
    run = lead_through(winning(game_id), 1, IN_ORDER[game_id])
    assert words(run, None, "play")[-SEATS[game_id]] == (1, "T1")
    ((*amounts,),) = rows(run, "Pagat ultimo")
    assert amounts[1] == 2 * CHIP[game_id] * (SEATS[game_id] - 1)
    assert words(run, None, "paid") == ()
    assert words(run, None, "claim lost") == words(run, 1, "claim lost") == ()


@clause("mitigatti-3 6.6", "mitigatti-4 6.6", "mitigatti-3 6.7", "mitigatti-4 6.7")
@both
def test_the_holder_alone_is_told_at_once_when_his_claim_is_lost(game_id: str) -> None:
    run = winning(game_id)
    assert words(run, 1, "claim stands") == ((1, "T1"),)
    assert claim_stands(run.view(1), "T1") is True
    assert claim_stands(run.view(2), "T1") is None
    assert claim_stands(run.view(None), "T1") is None
    quietly(run, "SK")
    while asked(run) != (1, "play"):
        run.do(options_of(run)[-1])
    assert claim_stands(run.view(1), "T1") is True
    assert "T20" in options_of(run)  # the rule restricts nothing
    assert set(options_of(run)) == set(run.view(1).hand)
    run.do("T20")  # the queen of swords is still held
    assert claim_stands(run.view(1), "T1") is False
    while asked(run) != (1, "play"):
        run.do(options_of(run)[-1])
    assert words(run, 1, "claim lost") == ((1, "T1"),)
    for viewer in (0, 2, None):
        assert words(run, viewer, "claim lost") == words(run, viewer, "claim stands") == ()
    lead_through(run, 1, IN_ORDER[game_id])
    assert len(words(run, 1, "claim lost")) == 1
    assert words(run, None, "play")[-SEATS[game_id]] == (1, "T1")
    assert rows(run, "Pagat ultimo") == []


@clause("mitigatti-3 6.6", "mitigatti-4 6.6")
@both
def test_one_who_does_not_hold_the_pagat_is_told_nothing(game_id: str) -> None:
    hand = WINNER[game_id].replace(" T1 ", " D2 ")
    swords = {} if game_id == THREE else {3: "S7 S6 S5"}
    run = ready(game_id, {1: hand, 2: "T1 S10 S9 S8", **swords})
    quietly(run, "SK")
    while asked(run) != (1, "play"):
        run.do(options_of(run)[-1])
    run.do("T20")
    while asked(run) != (1, "play"):
        run.do(options_of(run)[-1])
    assert words(run, 1, "claim lost") == words(run, 1, "claim stands") == ()
    assert words(run, 2, "claim stands") == ((2, "T1"),)


@clause("mitigatti-4 6.6", "mitigatti-4 3.9", "mitigatti-4 3.10")
@pytest.mark.parametrize(
    ("first", "exchange", "holder"),
    [
        (2, "T1 D2", 1),  # the lone player 1 has demanded the Pagat
        (1, "D3 T1", 2),  # he gives his own Pagat for another card
        (2, "T1 T1", 2),  # he gives back the very Pagat that he has received
    ],
)
def test_of_a_pagat_that_changed_hands_only_its_holder_in_the_play_is_told(
    first: int, exchange: str, holder: int
) -> None:
    hands = {0: "S10", 1: "S9 D2", 2: "S8 D3", 3: "S7"}
    hands[first] += " T1"
    hands[holder] += " SK SQ CK"
    dealer = holder - 1  # so that the holder leads
    passes = ["pass"] * (-dealer % 4)
    called = [*passes, "va_solete", *exchange.split()]
    run = ready(FOUR, hands, dealer=dealer, called=called)
    quietly(run, "SK")
    while asked(run) != (holder, "play"):
        run.do(options_of(run)[-1])
    run.do("CK")  # the queen of swords is still held
    while len(run.table.tricks) < 2:
        run.do(options_of(run)[-1])
    for viewer in (0, 1, 2, 3, None):
        told = ((holder, "T1"),) if viewer == holder else ()
        assert words(run, viewer, "claim stands") == words(run, viewer, "claim lost") == told


@clause("mitigatti-4 6.15", "mitigatti-4 6.3")
@pytest.mark.parametrize(("won", "lone"), [(True, 12), (False, -12)])
def test_sans_prendre_doubles_the_pagat_won_and_lost(won: bool, lone: int) -> None:
    ((_, _, amounts),) = pagat(finished(FOUR, "SK SQ T1", won=won, times=2), FOUR)
    assert amounts == (lone, *[-lone // 3] * 3)


@clause("mitigatti-4 6.15", "mitigatti-4 6.8")
@pytest.mark.parametrize(("option", "amounts"), [("free", []), ("pays", [(-12, 4, 4, 4)])])
def test_sans_prendre_doubles_what_a_pagat_lost_without_a_claim_costs_by_the_option(
    option: str, amounts: list[tuple[int, ...]]
) -> None:
    lost, won = (finished(FOUR, "SK CK SQ T1", won=won, times=2) for won in (False, True))
    assert [row for *_, row in pagat(lost, FOUR, pagat_without_claim=option)] == amounts
    assert pagat(won, FOUR, pagat_without_claim=option) == []


@clause("mitigatti-4 6.15", "mitigatti-4 6.3")
def test_sans_prendre_doubles_the_pagat_of_an_opponent_too() -> None:
    # seat 0 is an opponent of the lone player 3
    deal = replace(finished(FOUR, "SK SQ T1", times=2), side=(1, 1, 1, 0), declarer=3)
    assert [row for *_, row in pagat(deal, FOUR)] == [(12, -4, -4, -4)]

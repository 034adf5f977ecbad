"""Mitigatti for three and four: the play, and the Pagat in the last trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from helpers import asked, options, outcome
from matto.blocks.terms import claim_stands
from matto.engine.outcome import Outcome, has_led_on, outcome_of
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
    TOP,
    WINNER,
    both,
    card_points,
    lead_through,
    quietly,
    ready,
    refused,
    rows,
    words,
)

clause = pytest.mark.clause
# Seat 1 leads; seat 2 plays next.
LEADER = "SK S10 CK C2 D10 T9 T2 T5 F"


@clause("mitigatti-3 5.1", "mitigatti-4 5.1")
@both
@pytest.mark.parametrize("dealer", [0, 2])
def test_the_dealers_right_neighbour_leads_and_all_follow_to_the_right(
    game_id: str, dealer: int
) -> None:
    seats = SEATS[game_id]
    run = ready(game_id, dealer=dealer)
    while run.decision is not None:
        run.do(options(run)[-1])
    played = [seat for seat, _ in words(run, None, "play")]
    assert played[:seats] == [(dealer + 1 + step) % seats for step in range(seats)]
    tricks = run.view(None).tricks
    assert len(tricks) == {3: 25, 4: 19}[seats]
    for before, after in pairwise(tricks):
        assert after.leader == before.winner


@clause("mitigatti-3 5.1", "mitigatti-4 5.1")
@both
def test_a_card_that_one_does_not_hold_cannot_be_played(game_id: str) -> None:
    run = ready(game_id, {1: LEADER})
    run.do("no_more")
    assert refused(run, "T20") == "5.1"


def filled(game_id: str, cards: str, suits: str) -> str:
    """A whole hand: these cards, and else plain cards of some suits, no Kings."""
    named = {*cards.split(), *LEADER.split()}
    ranks = ("Q", "C", "J", "A", *map(str, range(2, 11)))
    rest = [suit + rank for rank in ranks for suit in suits if suit + rank not in named]
    return " ".join([*cards.split(), *rest][: {THREE: 25, FOUR: 19}[game_id]])


def second(game_id: str, cards: str, led: str, suits: str = "BD") -> Run:
    """Seat 2 is about to play to a card that seat 1 has led."""
    run = ready(game_id, {1: LEADER, 2: filled(game_id, cards, suits)})
    quietly(run, led)
    run.do("no_more")
    assert asked(run) == (2, "play")
    return run


@clause("mitigatti-3 5.2", "mitigatti-4 5.2")
@both
def test_suit_must_be_followed(game_id: str) -> None:
    run = second(game_id, "SQ S9 T20 CQ", "SK")
    assert options(run) == ("SQ", "S9")
    assert refused(run, "T20") == refused(run, "CQ") == "5.2"


@clause("mitigatti-3 5.3", "mitigatti-4 5.3")
@both
def test_a_led_trump_must_be_followed_by_any_trump(game_id: str) -> None:
    run = second(game_id, "T20 T8 T1 SQ", "T9")
    assert options(run) == ("T20", "T8", "T1")
    assert refused(run, "SQ") == "5.3"


@clause("mitigatti-3 5.4", "mitigatti-4 5.4")
@both
def test_who_cannot_follow_must_trump(game_id: str) -> None:
    run = second(game_id, "T20 T8 SQ SJ", "CK")
    assert options(run) == ("T20", "T8")
    assert refused(run, "SQ") == "5.4"


@clause("mitigatti-3 5.4", "mitigatti-4 5.4", "mitigatti-3 5.5", "mitigatti-4 5.5")
@both
def test_the_fool_alone_is_no_trump_and_need_not_be_played(game_id: str) -> None:
    leader = LEADER.replace(" F", "")
    run = ready(game_id, {1: leader, 2: filled(game_id, "F", "BD")})
    quietly(run, "CK")
    run.do("no_more")
    assert options(run) == run.view(2).hand


@clause("mitigatti-3 5.5", "mitigatti-4 5.5")
@both
@pytest.mark.parametrize("led", ["CK", "T9"])
def test_who_can_neither_follow_nor_trump_plays_anything(game_id: str, led: str) -> None:
    run = second(game_id, "SQ SJ", led)
    assert options(run) == run.view(2).hand


@clause("mitigatti-3 5.6", "mitigatti-4 5.6")
@both
def test_nobody_has_to_play_higher(game_id: str) -> None:
    assert options(second(game_id, "SQ S9 T21 T8", "S10")) == ("SQ", "S9")
    assert options(second(game_id, "T21 T8 SQ S9", "T9")) == ("T21", "T8")


@clause("mitigatti-3 5.7", "mitigatti-4 5.7", "mitigatti-3 1.5", "mitigatti-4 1.5")
@both
@pytest.mark.parametrize(
    ("cards", "void", "winner"),
    [
        ("S10 S9 SA", 0, 3),  # the ace is above the ten
        ("C2 C3 CA", 0, 3),
        ("D10 D9 D8", 0, 3),  # in coins the ten is the lowest
        ("SJ SQ CK", 3, 2),  # another suit does not win
        ("SK T6 SQ", 2, 2),  # the only trump does
        ("T9 T21 T20", 0, 3),  # the angel
        ("T21 T20 T19", 0, 2),
        ("T2 T4 T3", 0, 3),  # of papote the last one
        ("T5 T4 T1", 0, 2),
        ("T5 T6 T4", 0, 2),  # a six between two papote
        ("SK T2 F", 2, 2),
        ("SK F SQ", 0, 1),
    ],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit(
    game_id: str, cards: str, void: int, winner: int
) -> None:
    seats, own = SEATS[game_id], cards.split()
    hands = {seat: [card] for seat, card in zip((1, 2, 3), own, strict=True)}
    if void:
        others = {card for seat, card in enumerate(own, start=1) if seat != void}
        full = filled(game_id, f"{own[void - 1]} DA DQ", "BCD").split()
        hands[void] = [card for card in full if card not in others]
    run = ready(game_id, {seat % seats: " ".join(hand) for seat, hand in hands.items()})
    quietly(run, cards)
    while not run.table.tricks:  # the fourth plays low, the Fool if he has it
        run.do(options(run)[-1])
    assert run.table.tricks[0].winner == winner % seats


@clause("mitigatti-3 5.8", "mitigatti-4 5.8")
@both
def test_all_see_who_has_won_which_trick(game_id: str) -> None:
    run = ready(game_id)
    while run.decision is not None:
        run.do(options(run)[-1])
    for viewer in (0, 1, None):
        assert run.view(viewer).tricks == tuple(run.table.tricks)


@clause("mitigatti-3 5.9", "mitigatti-4 5.9")
@both
@pytest.mark.parametrize("led", ["SK", "T9", "CK"])
def test_the_fool_may_be_played_to_anything_and_never_must(game_id: str, led: str) -> None:
    leader = LEADER.replace(" F", "")
    run = ready(game_id, {1: leader, 2: "SQ T20 CQ F"})
    quietly(run, led)
    run.do("no_more")
    assert "F" in options(run)
    assert len(options(run)) > 1


@clause("mitigatti-3 5.10", "mitigatti-4 5.10", "mitigatti-3 6.9", "mitigatti-4 6.9")
@both
def test_the_fool_stays_with_its_holder_who_has_won_nothing(game_id: str) -> None:
    seats = SEATS[game_id]
    side = tuple(range(seats))
    trick = {THREE: "SK F B2", FOUR: "SK F B2 B3"}[game_id]
    run = ready(game_id, {1: LEADER.replace(" F", ""), 2: "F"})
    quietly(run, "SK")
    run.do("no_more")
    run.do("F")
    while run.decision is not None:
        run.do(options(run)[-1])
    piles = outcome_of(run.table).piles
    assert "F" in piles[2]
    deal = outcome(game_id, side, {1: "F"}, [(0, trick, 0)], dealer=2)
    assert card_points(deal, 1) == 4  # the Fool and no trick


TRUMPS_ALL = TOP.split()
WINS_ALL_BUT_THE_FOOL = {game_id: hand.replace("T1 ", "F ") for game_id, hand in WINNER.items()}


def to_the_last_trick(game_id: str, hands: dict[int, str], keeps: int) -> Run:
    """Seat 1 leads trumps, then the rest, and wins all tricks; a seat keeps the Fool."""
    run = ready(game_id, hands)
    tricks = {THREE: 25, FOUR: 19}[game_id]
    while len(run.table.tricks) < tricks - 1 or asked(run)[1] != "play":
        free = [card for card in options(run) if card != "F" or asked(run)[0] != keeps]
        trumps = [card for card in TRUMPS_ALL if card in free]
        run.do((trumps if asked(run) == (1, "play") and trumps else free)[-1])
    return run


@clause("mitigatti-3 5.10", "mitigatti-4 5.10")
@both
@pytest.mark.parametrize("holder", [1, 2])
def test_the_fool_stays_with_its_holder_in_the_last_trick_too(
    game_id: str, holder: int
) -> None:
    hands = {1: WINS_ALL_BUT_THE_FOOL[game_id]}
    if holder == 2:  # it follows; else it is led
        hands = {1: WINNER[game_id], 2: "F"}
    run = to_the_last_trick(game_id, hands, holder)
    assert run.view(holder).hand == ("F",)
    while run.decision is not None:
        run.do(options(run)[-1])
    *_, last = run.table.tricks
    assert "F" in last.cards and last.winner != holder
    piles = outcome_of(run.table).piles
    assert [seat for seat, pile in enumerate(piles) if "F" in pile] == [holder]


@clause("mitigatti-3 5.11", "mitigatti-4 5.11")
@both
def test_after_a_led_fool_the_second_card_is_free_and_decides(game_id: str) -> None:
    seats = SEATS[game_id]
    third = 3 % seats
    run = ready(game_id, {1: LEADER, 2: "SQ T20 CQ", third: "C9 S9"})
    quietly(run, "F")
    run.do("no_more")
    assert set(options(run)) == set(run.view(2).hand)
    run.do("CQ")
    run.do("no_more")
    assert "C9" in options(run)
    assert refused(run, "S9") == "5.2"
    quietly(run, "C9")
    if seats == 4:
        run.do("no_more")
        hearts = [card for card in options(run) if card[0] == "C"]
        run.do((hearts or options(run))[-1])
    trick = run.table.tricks[0]
    assert trick.winner != 1  # the Fool takes no trick, even when led


@clause("mitigatti-3 5.11", "mitigatti-4 5.11")
@both
def test_the_option_forbids_to_lead_the_fool_before_the_last_trick(game_id: str) -> None:
    run = ready(game_id, {1: LEADER}, fool_lead="forbidden")
    run.do("no_more")
    assert "F" not in options(run)
    assert refused(run, "F") == "5.11"


@clause("mitigatti-3 5.11", "mitigatti-4 5.11")
@both
def test_the_option_bars_the_fool_from_every_lead_but_that_of_ones_last_card(
    game_id: str,
) -> None:
    hands = {1: WINS_ALL_BUT_THE_FOOL[game_id]}
    run = ready(game_id, hands, fool_lead="forbidden")
    leads = 0
    while len(run.view(1).hand) > 1:
        if asked(run) == (1, "play"):
            assert "F" not in options(run)
            assert refused(run, "F") == "5.11"
            leads += 1
        own = [card for card in TRUMPS_ALL if card in options(run)]
        run.do(own[-1] if asked(run) == (1, "play") and own else options(run)[-1])
    assert leads == {THREE: 24, FOUR: 18}[game_id]
    while asked(run) != (1, "play"):
        run.do(options(run)[-1])
    assert options(run) == ("F",)
    run.do("F")
    assert run.table.tricks[-1].winner == 1 and asked(run)[0] == 2  # led to the trick after


# -- the Pagat in the last trick and its lead rule ---------------------------------------

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
        run.do(options(run)[-1])
    assert claim_stands(run.view(1), "T1") is True
    assert "T20" in options(run)  # the rule restricts nothing
    assert set(options(run)) == set(run.view(1).hand)
    run.do("T20")  # the queen of swords is still held
    assert claim_stands(run.view(1), "T1") is False
    while asked(run) != (1, "play"):
        run.do(options(run)[-1])
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
        run.do(options(run)[-1])
    run.do("T20")
    while asked(run) != (1, "play"):
        run.do(options(run)[-1])
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
        run.do(options(run)[-1])
    run.do("CK")  # the queen of swords is still held
    while len(run.table.tricks) < 2:
        run.do(options(run)[-1])
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

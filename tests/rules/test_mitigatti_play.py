"""Mitigatti for three and four: the play of the cards (section 5)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from helpers import outcome
from matto.engine.outcome import outcome_of
from matto.engine.run import Run
from mitigatti_deals import (
    FOUR,
    SEATS,
    THREE,
    TOP,
    WINNER,
    asked,
    both,
    card_points,
    options_of,
    quietly,
    ready,
    refused,
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
        run.do(options_of(run)[-1])
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
    assert options_of(run) == ("SQ", "S9")
    assert refused(run, "T20") == refused(run, "CQ") == "5.2"


@clause("mitigatti-3 5.3", "mitigatti-4 5.3")
@both
def test_a_led_trump_must_be_followed_by_any_trump(game_id: str) -> None:
    run = second(game_id, "T20 T8 T1 SQ", "T9")
    assert options_of(run) == ("T20", "T8", "T1")
    assert refused(run, "SQ") == "5.3"


@clause("mitigatti-3 5.4", "mitigatti-4 5.4")
@both
def test_who_cannot_follow_must_trump(game_id: str) -> None:
    run = second(game_id, "T20 T8 SQ SJ", "CK")
    assert options_of(run) == ("T20", "T8")
    assert refused(run, "SQ") == "5.4"


@clause("mitigatti-3 5.4", "mitigatti-4 5.4", "mitigatti-3 5.5", "mitigatti-4 5.5")
@both
def test_the_fool_alone_is_no_trump_and_need_not_be_played(game_id: str) -> None:
    leader = LEADER.replace(" F", "")
    run = ready(game_id, {1: leader, 2: filled(game_id, "F", "BD")})
    quietly(run, "CK")
    run.do("no_more")
    assert options_of(run) == run.view(2).hand


@clause("mitigatti-3 5.5", "mitigatti-4 5.5")
@both
@pytest.mark.parametrize("led", ["CK", "T9"])
def test_who_can_neither_follow_nor_trump_plays_anything(game_id: str, led: str) -> None:
    run = second(game_id, "SQ SJ", led)
    assert options_of(run) == run.view(2).hand


@clause("mitigatti-3 5.6", "mitigatti-4 5.6")
@both
def test_nobody_has_to_play_higher(game_id: str) -> None:
    assert options_of(second(game_id, "SQ S9 T21 T8", "S10")) == ("SQ", "S9")
    assert options_of(second(game_id, "T21 T8 SQ S9", "T9")) == ("T21", "T8")


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
        ("T2 T4 T3", 0, 3),  # of papi the last one
        ("T5 T4 T1", 0, 2),
        ("T5 T6 T4", 0, 2),  # a six between two papi
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
        run.do(options_of(run)[-1])
    assert run.table.tricks[0].winner == winner % seats


@clause("mitigatti-3 5.8", "mitigatti-4 5.8")
@both
def test_all_see_who_has_won_which_trick(game_id: str) -> None:
    run = ready(game_id)
    while run.decision is not None:
        run.do(options_of(run)[-1])
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
    assert "F" in options_of(run)
    assert len(options_of(run)) > 1


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
        run.do(options_of(run)[-1])
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
        free = [card for card in options_of(run) if card != "F" or asked(run)[0] != keeps]
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
        run.do(options_of(run)[-1])
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
    assert set(options_of(run)) == set(run.view(2).hand)
    run.do("CQ")
    run.do("no_more")
    assert "C9" in options_of(run)
    assert refused(run, "S9") == "5.2"
    quietly(run, "C9")
    if seats == 4:
        run.do("no_more")
        hearts = [card for card in options_of(run) if card[0] == "C"]
        run.do((hearts or options_of(run))[-1])
    trick = run.table.tricks[0]
    assert trick.winner != 1  # the Fool takes no trick, even when led


@clause("mitigatti-3 5.11", "mitigatti-4 5.11")
@both
def test_the_option_forbids_to_lead_the_fool_before_the_last_trick(game_id: str) -> None:
    run = ready(game_id, {1: LEADER}, fool_lead="forbidden")
    run.do("no_more")
    assert "F" not in options_of(run)
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
            assert "F" not in options_of(run)
            assert refused(run, "F") == "5.11"
            leads += 1
        own = [card for card in TRUMPS_ALL if card in options_of(run)]
        run.do(own[-1] if asked(run) == (1, "play") and own else options_of(run)[-1])
    assert leads == {THREE: 24, FOUR: 18}[game_id]
    while asked(run) != (1, "play"):
        run.do(options_of(run)[-1])
    assert options_of(run) == ("F",)
    run.do("F")
    assert run.table.tricks[-1].winner == 1 and asked(run)[0] == 2  # led to the trick after

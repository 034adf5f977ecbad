"""Barcellona for four: the pack, the deal, the play of the cards, totals and the match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers import decision_of, do, lot_points, outcome, play_on, result_of, start
from matto.engine.cards import CAVALIERS, JACKS, QUEENS
from matto.engine.errors import IllegalChoice
from matto.engine.events import Trick
from matto.engine.outcome import Outcome, gather, outcome_of
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.sicily import CINQUINE, DECINE, sicilian_points
from matto.games.sicily.barcellona_4 import points

GAME = game("barcellona-4")
PACK = GAME.pack(GAME.resolve())
clause = pytest.mark.clause
SUIT = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5")
PARTNERS, EACH_ALONE = (0, 1, 0, 1), (0, 1, 2, 3)
FORMATS = ("partners", "each_for_self")

# Seat 0 deals, seat 1 leads.
HANDS = {
    1: "SK SQ SC SJ S10 S9 S8 S7 S6 S5 CK CQ T20 T10 T1 D5",
    2: "CC CJ C10 C9 C8 C7 T19 T18 T3 F BK BQ BC BJ B10 B9",
    3: "DK DQ DC DJ D10 D9 D8 D7 D6 D4 DA C6 C5 B8 B7 T0",
    0: "B6 B5 T17 T16 T15 T14 T13 T12 T11 T9 T8 T7 T6 T5 T4 T2",
}


def begin(**options: Any) -> Run:
    return start("barcellona-4", HANDS, **options)


def options(run: Run) -> set[str]:
    return set(run.decision.options) if run.decision else set()


def refused(run: Run, choice: str) -> str:
    refusal = run.why_not(choice)
    return "" if refusal is None else refusal.clause


@clause("barcellona-4 1.1", "barcellona-4 1.3")
def test_all_64_cards_are_used_and_the_coin_ace_is_below_the_coin_4() -> None:
    assert len(PACK.codes) == len(PACK.cards) == 64
    assert {"D4", "DA"} <= PACK.cards
    assert [PACK.ranks_of[suit] for suit in "SBC"] == [SUIT] * 3
    assert PACK.ranks_of["D"] == (*SUIT, "4", "A")


@clause("barcellona-4 1.2")
def test_the_trumps_run_from_the_20_down_to_the_1_with_the_miseria_lowest() -> None:
    trumps = [card for card in PACK.codes if card.startswith("T")]
    assert trumps == [f"T{number}" for number in range(20, -1, -1)]


@clause("barcellona-4 1.4")
def test_cards_bear_their_own_names() -> None:
    names = GAME.vocabulary.names_of_cards(GAME.resolve())
    assert [names[card] for card in ("T20", "T19", "T1", "T0", "F")] == [
        *("Giove", "Palla", "Picciotti", "Miseria", "Fuggitivo")
    ]


@clause("barcellona-4 1.5")
def test_the_cards_have_values_of_147_together() -> None:
    by_value = {10: DECINE, 5: CINQUINE, 4: QUEENS, 3: CAVALIERS, 2: JACKS}
    for worth, group in by_value.items():
        assert {PACK.value_of[card] for card in group} == {worth}
    others = PACK.cards.difference(*by_value.values())
    assert len(others) == 41
    assert {"T0", "D4", "DA"} <= others
    assert {PACK.value_of[card] for card in others} == {1}
    assert sum(PACK.value_of.values()) == 147


@clause("barcellona-4 1.6")
@pytest.mark.parametrize(
    ("pile", "counted"),
    [
        ("", 0),
        ("DA", 0),  # 1, one left over costs 1
        ("DA D4", 1),  # 2 − 1
        ("DA D4 DK", 5),  # 7 − 2
        ("DA D4 DK F", 14),  # 17 − 2 − 1
    ],
)
def test_every_three_cards_cost_2_and_one_or_two_left_over_cost_1(
    pile: str, counted: int
) -> None:
    assert lot_points(pile.split(), PACK) == counted


@clause("barcellona-4 2.1", "barcellona-4 2.2")
def test_those_who_sit_across_are_partners_and_everybody_knows_it() -> None:
    run = begin()
    assert [GAME.friends(run.view(seat)) for seat in range(4)] == [{2}, {3}, {0}, {1}]
    assert GAME.friends(run.view(None)) == frozenset()
    result = play_on(run).result
    assert result is not None
    assert (result.points[0], result.points[1]) == (result.points[2], result.points[3])
    assert (result.scores[0], result.scores[1]) == (result.scores[2], result.scores[3])


@clause("barcellona-4 2.1")
def test_in_each_for_self_nobody_has_a_partner() -> None:
    run = begin(format="each_for_self")
    assert all(GAME.friends(run.view(seat)) == frozenset() for seat in range(4))
    result = play_on(run).result
    assert result is not None
    assert len(set(result.points)) > 2


@clause("barcellona-4 2.3", "barcellona-4 2.5", "barcellona-4 3.1")
@pytest.mark.parametrize("dealer", range(4))
def test_packets_of_four_go_round_from_the_dealers_right_who_leads(dealer: int) -> None:
    run = Run.shuffled(GAME, seed=1, dealer=dealer)
    around = tuple((dealer + step) % 4 for step in (1, 2, 3, 4))
    assert run.view(None).heard("packet") == tuple((seat, "4") for seat in around * 4)
    assert (decision_of(run).seat, decision_of(run).kind) == (around[0], "play")


@clause("barcellona-4 2.4", "barcellona-4 2.5")
def test_shuffling_gives_sixteen_cards_each_and_leaves_none_over() -> None:
    deal = Run.shuffled(GAME, seed=3).setup.deal
    assert [len(hand) for hand in deal.hands] == [16] * 4
    assert deal.talon == ()
    assert {card for hand in deal.hands for card in hand} == PACK.cards


@clause("barcellona-4 2.6", "barcellona-4 4.1")
@pytest.mark.parametrize("format", FORMATS)
def test_nobody_is_asked_anything_but_to_play_a_card_nor_says_anything(format: str) -> None:
    run = begin(format=format)
    while run.decision is not None:
        assert all(run.asides(seat) == () for seat in range(4))
        run.do(run.decision.options[0])
    assert {action.kind for action in run.actions} == {"play"}
    assert len(run.actions) == 64
    assert {event.kind for event in run.events} == {"dealt", "packet", "play", "trick"}
    assert not result_of(run).thrown_in


@clause("barcellona-4 2.7", "barcellona-4 2.2")
@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_each_sees_only_his_own_cards(viewer: int | None) -> None:
    own = set() if viewer is None else set(HANDS[viewer].split())
    view = begin().view(viewer)
    assert {word for event in view.events for word in event.what} & PACK.cards == own


@clause("barcellona-4 3.2")
def test_the_suit_led_is_followed_and_so_are_trumps() -> None:
    run = do(begin(), "CK")
    assert options(run) == {"CC", "CJ", "C10", "C9", "C8", "C7", "F"}
    assert refused(run, "T19") == "barcellona-4 3.2"
    assert refused(run, "SK") == "barcellona-4 3.2"  # not held
    with pytest.raises(IllegalChoice):
        run.do("T19")
    assert len(run.actions) == 1
    run = do(begin(), "T10")
    assert options(run) == {"T19", "T18", "T3", "F"}
    assert refused(run, "BK") == "barcellona-4 3.2"


@clause("barcellona-4 3.3", "barcellona-4 3.6")
def test_one_who_cannot_follow_trumps_with_the_miseria_too() -> None:
    run = do(begin(), "SK")
    assert options(run) == {"T19", "T18", "T3", "F"}
    assert refused(run, "BK") == "barcellona-4 3.3"
    do(run, "F")
    assert options(run) == {"T0"}  # seat 3 has no sword and no other trump
    do(run, "T0")
    do(run, "T2")
    assert run.table.tricks[0].winner == 0


@clause("barcellona-4 3.6", "barcellona-4 3.5")
def test_the_miseria_beats_every_suit_card() -> None:
    hands = {**HANDS, 0: HANDS[0].replace("T17", "D5"), 1: HANDS[1].replace("D5", "T17")}
    run = do(start("barcellona-4", hands), "SK F T0 T2")
    assert run.table.tricks[0].winner == 0
    hands = {1: "SK", 2: "SQ", 3: "T0 BK BQ BC BJ B10 CK CQ CC CJ C10 DK DQ DC DJ D10", 0: "S5"}
    run = do(start("barcellona-4", hands), "SK SQ T0 S5")
    assert run.table.tricks[0].winner == 3


@clause("barcellona-4 3.3")
def test_one_who_can_neither_follow_nor_trump_plays_anything() -> None:
    hand = "BK BQ BC BJ B10 CK CQ CC CJ C10 DK DQ DC DJ D10 D9"
    run = do(start("barcellona-4", {1: "SK", 2: hand}), "SK")
    assert options(run) == set(hand.split())


@clause("barcellona-4 3.4")
def test_a_trump_need_not_be_beaten() -> None:
    run = do(begin(), "T10 T3")  # seat 2 holds the 19 and the 18
    assert run.view(None).lying == ((1, "T10"), (2, "T3"))


@clause("barcellona-4 3.5")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("CK CC C6 T4", 0),
        ("T10 T19 T0 T17", 2),
        ("D5 T3 DK T2", 2),
        ("D5 F DK B5", 3),
        ("D5 F DA B5", 1),
    ],
)
def test_the_highest_trump_or_else_the_highest_card_of_the_suit_wins_and_leads(
    trick: str, winner: int
) -> None:
    hands = HANDS
    if trick.endswith("B5"):  # seat 0 without a trump
        trumps = " ".join(HANDS[0].split()[2:])
        hands = {
            1: "D5",
            2: f"F {trumps} T19",
            3: "DK DA T20 T18 T10 T3 T1 T0",
            0: "B6 B5 SK SQ SC SJ S10 S9 S8 S7 S6 S5 CK CQ CC CJ",
        }
    run = do(start("barcellona-4", hands), trick)
    assert run.table.tricks[0].winner == winner
    assert decision_of(run).seat == winner


@clause("barcellona-4 3.5")
def test_all_sixteen_tricks_are_played() -> None:
    assert len(play_on(begin()).table.tricks) == 16


@clause("barcellona-4 3.7")
@pytest.mark.parametrize("led", ["CK", "T10", "SK"])
def test_the_fuggitivo_frees_from_every_duty(led: str) -> None:
    run = do(begin(), [led, "F"])
    assert run.view(None).lying[-1] == (2, "F")


@clause("barcellona-4 3.7")
def test_the_suit_led_is_to_be_followed_after_the_fuggitivo() -> None:
    assert options(do(begin(), "CK F")) == {"C6", "C5"}


@clause("barcellona-4 3.8")
def test_the_fuggitivo_is_not_led_before_the_last_trick() -> None:
    run = start("barcellona-4", {1: "F SK"})
    assert refused(run, "F") == "barcellona-4 3.8"
    assert "F" not in options(run)


def kept_to_the_last_trick(format: str, *, led: bool) -> Run:
    """The first of some deals in which the Fuggitivo was kept to the end."""
    chosen = GAME.resolve({"format": format})
    for seed in range(60):
        run = Run.shuffled(GAME, seed=seed, options=chosen)
        while run.decision is not None and len(run.table.tricks) < 15:
            run.do(next(card for card in run.decision.options if card != "F"))
        if run.decision is not None and run.table.holds(run.decision.seat, "F") is led:
            return run
    raise AssertionError("no such deal")


@clause("barcellona-4 3.8", "barcellona-4 3.9")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("led", [True, False])
def test_it_stays_with_its_owner_in_the_last_trick_and_nothing_is_given_for_it(
    format: str, led: bool
) -> None:
    run = kept_to_the_last_trick(format, led=led)
    owner = run.table.holder("F")
    assert owner is not None
    play_on(run)
    last = run.table.tricks[-1]
    assert (last.cards[0] == "F") is led
    assert last.winner != owner
    side = PARTNERS if format == "partners" else EACH_ALONE
    done = outcome_of(run.table)
    own = [trick for trick in run.table.tricks if side[trick.winner] == side[owner]]
    taken_anyway = last in own  # by the partner
    assert own
    assert len(done.pile(side[owner])) == 4 * len(own) + (0 if taken_anyway else 1)


@clause("barcellona-4 3.8")
def test_after_the_fuggitivo_led_to_the_last_trick_the_second_card_sets_the_suit() -> None:
    last = play_on(kept_to_the_last_trick("partners", led=True)).table.tricks[-1]
    cards = last.cards[1:]
    trumps = [card for card in cards if card[0] == "T"]
    best = (
        max(trumps, key=lambda card: int(card[1:]))
        if trumps
        else min(
            (card for card in cards if card[0] == cards[0][0]),
            key=lambda card: PACK.ranks_of[card[0]].index(card[1:]),
        )
    )
    assert last.winner == (last.leader + last.cards.index(best)) % 4


@clause("barcellona-4 3.9", "barcellona-4 3.12")
@pytest.mark.parametrize(
    ("format", "owners", "partner_has_a_trick"),
    [("partners", (0, 2), {}), ("each_for_self", (2,), {(2,): {"F"}})],
)
def test_it_lies_open_until_its_owners_side_has_a_trick(
    format: str, owners: tuple[int, ...], partner_has_a_trick: dict[tuple[int, ...], set[str]]
) -> None:
    viewers = (0, 1, 2, 3, None)
    run = do(begin(format=format), "T10 F T0 T2")  # seat 1 wins, and leads
    assert [GAME.lying_open(run.view(seat)) for seat in viewers] == [{owners: {"F"}}] * 5
    do(run, "SK T3 DK T4")  # seat 0 wins
    assert [GAME.lying_open(run.view(seat)) for seat in viewers] == [partner_has_a_trick] * 5
    captured = do(begin(format=format), "T1 T3 T0 T2")  # seat 2 takes the Picciotti
    assert GAME.lying_open(captured.view(None)) == {}


FUGGITIVO_FALLS = Trick(1, ("S9", "F", "S8", "S7"), 1)  # thrown by seat 2 on a trick of seat 1


@clause("barcellona-4 3.10")
def test_with_partners_a_side_without_a_trick_loses_it_and_a_partners_trick_saves_it() -> None:
    nothing: tuple[list[str], ...] = ([], [], [], [])
    lost = gather((FUGGITIVO_FALLS,), nothing, PARTNERS, fool_needs_trick=True)
    assert "F" in lost[1]
    partners = Trick(1, ("C9", "C8", "C7", "CK"), 0)
    saved = gather((FUGGITIVO_FALLS, partners), nothing, PARTNERS, fool_needs_trick=True)
    assert "F" in saved[2]


@clause("barcellona-4 3.11")
def test_in_each_for_self_it_goes_to_the_winner_of_its_trick_unless_a_trick_saves_it() -> None:
    nothing: tuple[list[str], ...] = ([], [], [], [])
    across = Trick(1, ("C9", "C8", "C7", "CK"), 0)
    lost = gather((FUGGITIVO_FALLS, across), nothing, EACH_ALONE, fool_needs_trick=True)
    assert "F" in lost[1]
    own = Trick(0, ("D9", "D8", "DK", "D7"), 2)
    saved = gather((FUGGITIVO_FALLS, across, own), nothing, EACH_ALONE, fool_needs_trick=True)
    assert "F" in saved[2]


@clause("barcellona-4 3.11", "barcellona-4 3.10", "barcellona-4 1.7")
@pytest.mark.parametrize("format", FORMATS)
def test_one_who_takes_all_tricks_has_the_fuggitivo_too(format: str) -> None:
    hands = {1: " ".join(f"T{trump}" for trump in range(20, 4, -1)), 2: "F"}
    run = start("barcellona-4", hands, format=format)
    while run.decision is not None:
        choices = run.decision.options
        run.do("F" if "F" in choices else choices[0])
    assert {trick.winner for trick in run.table.tricks} == {1}
    # 147 in 64 cards, less 2 × 21 + 1, and 5 for the last trick
    partners = format == "partners"
    assert result_of(run).points == ((0, 109, 0, 109) if partners else (0, 109, 0, 0))
    assert result_of(run).scores == ((0, 55, 0, 55) if partners else (-27, 82, -27, -27))


@clause("barcellona-4 3.12")
def test_played_cards_are_known_to_all() -> None:
    run = play_on(begin())
    for viewer in (0, 1, 2, 3, None):
        assert run.view(viewer).tricks == tuple(run.table.tricks)


# -- totals, what is written in both formats, the match ----------------------------------

ID = "barcellona-4"
CODES = GAME.pack(GAME.resolve()).codes

MIDDLE_TRUMPS = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15 T0"  # 15 in fifteen
# 50 in seven cards, 2 + 15 + 8 in the others: 75 in 31 cards
PILE = f"F T20 T1 T19 T18 T17 T16 SJ {MIDDLE_TRUMPS} S10 S9 S8 S7 S6 S5 C5 C6"
IN_32 = f"{PILE} D4"  # 76 less 2 × 10 + 1: 55; the other 71 less 21, and 5: 55
IN_33 = f"{PILE} D4 DA"  # 77 less 22: 55; the other 70 in 31 less 21, and 5: 54


def partners(pile: str, *, dealer: int = 0, last_to: int = 1) -> Outcome:
    """Seats 0 and 2 have a pile, seats 1 and 3 the rest; somebody won the last trick."""
    own, partner = pile.split()[::2], pile.split()[1::2]
    return outcome(
        ID,
        PARTNERS,
        {0: " ".join(own), 2: " ".join(partner)},
        [(0, "S5 B5 C5 D5", last_to)],
        rest_to=1,
        declarer=None,
        dealer=dealer,
    )


def written(done: Outcome, **options: object) -> dict[str, tuple[int, ...]]:
    """The sheet: amounts by clause, the rows of one clause added."""
    amounts: dict[str, tuple[int, ...]] = {}
    for row in GAME.score(done, GAME.resolve(options)):
        before = amounts.get(row.clause, (0, 0, 0, 0))
        amounts[row.clause] = tuple(a + b for a, b in zip(before, row.amounts, strict=True))
    return amounts


def pair(done: Outcome, **options: object) -> tuple[int, int]:
    """The card points of seats 0 and 1, who are not partners."""
    first, second, *_ = points(done, GAME.resolve(options))
    return first, second


@pytest.mark.parametrize(
    ("pile", "counted", "amounts"),
    [
        (IN_33, (55, 54), (1, 0, 1, 0)),
        (IN_33.replace("SJ", "B5"), (54, 55), (0, 1, 0, 1)),
        (IN_33.replace("SJ", "SC"), (56, 53), (2, 0, 2, 0)),
        (IN_32.replace("SJ", "SC"), (56, 54), (2, 0, 2, 0)),
        (IN_32.replace("SJ", "B5"), (54, 56), (0, 2, 0, 2)),
    ],
)
@clause("barcellona-4 5.1", "barcellona-4 5.2", "barcellona-4 1.8", "barcellona-4 5.6")
def test_a_side_with_more_than_54_writes_the_difference_and_the_other_nothing(
    pile: str, counted: tuple[int, int], amounts: tuple[int, ...]
) -> None:
    done = partners(pile)
    assert pair(done) == counted
    assert written(done) == {"barcellona-4 5.1": amounts}


@clause("barcellona-4 5.1", "barcellona-4 1.7")
def test_sixty_to_49_writes_6() -> None:
    done = partners(IN_33, last_to=0)  # 55 and 5 for the last trick
    assert pair(done) == (60, 49)
    assert written(done) == {"barcellona-4 5.1": (6, 0, 6, 0)}


@clause("barcellona-4 5.3", "barcellona-4 5.6")
def test_at_55_to_55_both_sides_write_1() -> None:
    done = partners(IN_32)
    assert pair(done) == (55, 55)
    assert written(done) == {"barcellona-4 5.3": (1, 1, 1, 1)}


@pytest.mark.parametrize(
    ("dealer", "counting", "counted", "amounts"),
    [
        (0, "dealers_side", (55, 54), (1, 0, 1, 0)),
        (2, "dealers_side", (55, 54), (1, 0, 1, 0)),
        (1, "dealers_side", (54, 55), (0, 1, 0, 1)),
        (0, "other_side", (54, 55), (0, 1, 0, 1)),
        (3, "other_side", (55, 54), (1, 0, 1, 0)),
    ],
)
@clause("barcellona-4 5.4")
def test_as_an_option_the_side_that_counts_wins_55_to_54(
    dealer: int, counting: str, counted: tuple[int, int], amounts: tuple[int, ...]
) -> None:
    done = partners(IN_32, dealer=dealer)
    assert pair(done, counting=counting) == counted
    assert written(done, counting=counting) == {"barcellona-4 5.4": amounts}


@clause("barcellona-4 5.4")
@pytest.mark.parametrize(
    ("pile", "counted", "amounts"),
    [
        (IN_32.replace("SJ", "SC"), (56, 53), (2, 0, 2, 0)),
        (IN_32.replace("SJ", "B5"), (54, 55), (0, 1, 0, 1)),  # the rest of 109, not 56
        (IN_33, (55, 54), (1, 0, 1, 0)),
    ],
)
def test_with_one_side_counting_the_other_has_the_rest_of_109(
    pile: str, counted: tuple[int, int], amounts: tuple[int, ...]
) -> None:
    done = partners(pile)
    assert pair(done, counting="dealers_side") == counted
    assert written(done, counting="dealers_side") == {"barcellona-4 5.4": amounts}


@clause("barcellona-4 5.1", "barcellona-4 5.3")
@pytest.mark.parametrize(
    ("pile", "last_to", "counted", "amounts"),
    [
        (IN_33, 0, (60, 49), (11, 0, 11, 0)),
        (IN_33, 1, (55, 54), (1, 0, 1, 0)),
        (IN_33.replace("SJ", "B5"), 1, (54, 55), (0, 1, 0, 1)),
        (IN_32.replace("SJ", "SC"), 1, (56, 54), (2, 0, 2, 0)),
        (IN_32.replace("SJ", "B5"), 1, (54, 56), (0, 2, 0, 2)),
        (IN_32, 0, (60, 50), (10, 0, 10, 0)),
    ],
)
def test_option_a_side_writes_what_it_has_above_the_other(
    pile: str, last_to: int, counted: tuple[int, int], amounts: tuple[int, ...]
) -> None:
    done = partners(pile, last_to=last_to)
    assert pair(done) == counted
    assert written(done, difference="to_other_side") == {"barcellona-4 5.1": amounts}
    assert written(partners(IN_32), difference="to_other_side") == {}  # 55 to 55


@clause("barcellona-4 5.1", "barcellona-4 5.4")
def test_option_the_difference_to_the_rest_of_109() -> None:
    one_count = {"counting": "dealers_side", "difference": "to_other_side"}
    for pile, amounts in (
        (IN_32.replace("SJ", "SC"), (3, 0, 3, 0)),  # 56 and 53
        (IN_32.replace("SJ", "B5"), (0, 1, 0, 1)),  # 54 and 55
        (IN_32, (1, 0, 1, 0)),  # 55 and 54
    ):
        assert written(partners(pile), **one_count) == {"barcellona-4 5.4": amounts}


# 20 + 5 + 2 × 2 + 4 = 33 in nine cards, less 6: 27
TWENTY_SEVEN = "T20 T1 SK SJ BJ S5 S6 S7 S8"


@pytest.mark.parametrize(
    ("pile", "counted", "amounts"),
    [
        # the rest, 114 in 55 cards less 37, and 5: 82
        (TWENTY_SEVEN, (27, 82), (0, -27, -27, 55)),
        (TWENTY_SEVEN.replace("S8", "CJ"), (28, 81), (1, -27, -27, 54)),
        (TWENTY_SEVEN.replace("SJ", "S9"), (26, 83), (-1, -27, -27, 56)),
    ],
)
@pytest.mark.parametrize("counting", ["both_sides", "dealers_side", "other_side"])
@clause("barcellona-4 5.5", "barcellona-4 5.6")
def test_in_each_for_self_everybody_writes_the_difference_to_27(
    pile: str, counted: tuple[int, int], amounts: tuple[int, ...], counting: str
) -> None:
    done = outcome(ID, EACH_ALONE, {0: pile}, [(0, "C5 C6 C7 C8", 3)], rest_to=3, declarer=None)
    found = points(done, GAME.resolve({"counting": counting}))
    assert (found[0], found[3]) == counted
    assert written(done, format="each_for_self", counting=counting) == {
        "barcellona-4 5.5": amounts
    }
    assert sum(amounts) == 1  # 109 in all


LESS = {0: 0, 1: 1, 2: 1}
"""What one or two cards left over cost besides the full lots."""


@pytest.mark.slow
@clause("barcellona-4 1.8", "barcellona-4 5.6")
@pytest.mark.parametrize("format", ["partners", "each_for_self"])
def test_the_total_depends_on_what_is_left_over_in_the_piles(format: str) -> None:
    totals = set()
    for seed in range(120):
        chosen = GAME.resolve({"format": format})
        run = Run.shuffled(GAME, seed=seed, options=chosen)
        while run.decision is not None:
            choices = run.decision.options
            run.do(choices[(seed + len(run.actions)) % len(choices)])
        done = outcome_of(run.table)
        assert done.side == (PARTNERS if format == "partners" else EACH_ALONE)
        sizes = [len(done.pile(one)) for one in done.sides]
        expected = 147 + 5 - sum(2 * (n // 3) + LESS[n % 3] for n in sizes)
        total = sum(result_of(run).points[: len(sizes)])
        assert total == sum(sicilian_points(done, one) for one in done.sides) == expected
        if format == "each_for_self":
            assert sum(result_of(run).scores) == total - 108
        totals.add(total)
    assert totals == ({109, 110} if format == "partners" else {108, 109, 110})


@clause("barcellona-4 5.7", "barcellona-4 1.4")
def test_four_kings_and_captured_tens_earn_no_more_than_their_card_points() -> None:
    done = partners("SK BK CK DK T1 T20 S5 S6 S7")
    # 43 in nine cards, less 6: 37; the other 104 in 55 cards less 37, and 5: 72
    assert pair(done) == (37, 72)
    assert written(done) == {"barcellona-4 5.1": (0, 18, 0, 18)}


# Seat 1 wins fourteen tricks with trumps and loses the last two, to seat 2, whose pile in eight
# cards is S5 SK B5 C5 DK B6 C6 DA: 16, less 2 × 2 + 1, and 5: 16. The others: 147 − 16 = 131 in
# 56 cards, less 2 × 18 + 1: 94.
TWO_LOST = {
    1: " ".join(f"T{trump}" for trump in range(20, 6, -1)) + " S5 DA",
    2: "SK DK",
    3: "F B5 B6",
    0: "C5 C6",
}
KEPT = ("SK", "DK", "B5", "B6", "C5", "C6")


@clause("barcellona-4 5.1", "barcellona-4 5.4", "barcellona-4 5.5", "barcellona-4 5.6")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(
    ("format", "counting", "counted", "amounts"),
    [
        ("partners", "both_sides", (16, 94, 16, 94), (0, 40, 0, 40)),
        ("partners", "dealers_side", (16, 93, 16, 93), (0, 39, 0, 39)),
        ("partners", "other_side", (15, 94, 15, 94), (0, 40, 0, 40)),
        ("each_for_self", "both_sides", (0, 94, 16, 0), (-27, 67, -11, -27)),
    ],
)
def test_a_played_deal_is_written_down_for_those_who_have_won_it_whoever_deals(
    format: str, counting: str, counted: tuple[int, ...], amounts: tuple[int, ...], dealer: int
) -> None:
    hands = {(seat + dealer) % 4: cards for seat, cards in TWO_LOST.items()}
    run = start(ID, hands, dealer=dealer, format=format, counting=counting)
    first = [*TWO_LOST[1].split(), "F"]
    order = [*first, *(card for card in CODES if card not in {*first, *KEPT}), *KEPT]
    while run.decision is not None:
        run.do(min(run.decision.options, key=order.index))
    assert [trick.winner for trick in run.table.tricks[-3:]] == [
        (seat + dealer) % 4 for seat in (1, 2, 2)
    ]
    by_dealer = [(seat - dealer) % 4 for seat in range(4)]
    assert result_of(run).points == tuple(counted[seat] for seat in by_dealer)
    assert result_of(run).scores == tuple(amounts[seat] for seat in by_dealer)


@clause("barcellona-4 4.2")
def test_mistakes_at_a_real_table_cost_nothing() -> None:
    done = partners(IN_33)
    assert written(replace(done, faults={"revoke": (0, 2, 0, 0)})) == written(done)


@clause("barcellona-4 6.1")
@pytest.mark.parametrize("dealer", range(4))
def test_the_player_at_the_dealers_right_deals_next(dealer: int) -> None:
    result = play_on(Run.shuffled(GAME, seed=5, dealer=dealer)).result
    assert result is not None
    assert result.next_dealer == (dealer + 1) % 4


@clause("barcellona-4 6.2", "barcellona-4 6.3")
@pytest.mark.parametrize("format", ["partners", "each_for_self"])
def test_the_ledger_adds_up_what_is_written_from_zero(format: str) -> None:
    match = Match(GAME, GAME.resolve({"format": format}), dealer=2, limit=3)
    sums = [0, 0, 0, 0]
    for seed in range(3):
        assert match.ledger == sums
        result = play_on(match.next_run(seed=seed)).result
        assert result is not None
        match.take(result)
        sums = [own + new for own, new in zip(sums, result.scores, strict=True)]
    assert match.ledger == sums
    assert match.over
    if format == "partners":
        assert (sums[0], sums[1]) == (sums[2], sums[3])

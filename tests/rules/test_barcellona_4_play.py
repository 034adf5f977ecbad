"""Barcellona for four: the pack, the deal, who sees what, the play of the cards."""

from __future__ import annotations

from typing import Any

import pytest

from helpers import do, lot_points, play_on, start
from matto.engine.cards import CAVALIERS, JACKS, QUEENS
from matto.engine.errors import IllegalChoice
from matto.engine.events import Trick
from matto.engine.outcome import gather, outcome_of
from matto.engine.run import Run
from matto.games import game
from matto.games.sicily import CINQUINE, DECINE

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
    assert run.decision is not None
    assert (run.decision.seat, run.decision.kind) == (around[0], "play")


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
    assert run.result is not None
    assert not run.result.thrown_in


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
    assert run.decision is not None
    assert run.decision.seat == winner


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
    assert run.result is not None
    # 147 in 64 cards, less 2 × 21 + 1, and 5 for the last trick
    partners = format == "partners"
    assert run.result.points == ((0, 109, 0, 109) if partners else (0, 109, 0, 0))
    assert run.result.scores == ((0, 55, 0, 55) if partners else (-27, 82, -27, -27))


@clause("barcellona-4 3.12")
def test_played_cards_are_known_to_all() -> None:
    run = play_on(begin())
    for viewer in (0, 1, 2, 3, None):
        assert run.view(viewer).tricks == tuple(run.table.tricks)

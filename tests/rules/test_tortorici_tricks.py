"""The games of Tortorici: what all three have alike, the play of the cards."""

from __future__ import annotations

import pytest

from helpers import do
from matto.engine.errors import IllegalChoice
from matto.engine.events import Trick
from matto.engine.outcome import gather, outcome_of
from matto.engine.run import Run
from matto.games import game
from tortorici_tables import (
    FOUR,
    IDS,
    OLD,
    PLACES,
    THREE,
    WORDS,
    A,
    B,
    C,
    asked,
    begin,
    hand_of,
    is_clause,
    options,
    play_by,
    playing,
    seen,
    takers,
    trumps_of,
    with_hands,
)

clause = pytest.mark.clause
each_game = pytest.mark.parametrize("name", IDS)

TURN = {THREE: "4.3", OLD: "4.3", FOUR: "4.2"}
TRUMP = {THREE: "4.4", OLD: "4.4", FOUR: "4.3"}
LEAD = {THREE: "4.9", OLD: "4.9", FOUR: "4.8"}


def trick_of(run: Run, cards: str) -> Trick:
    """The trick made by some cards, the fourth player adding the first card he may."""
    do(run, cards)
    if run.game.id == FOUR:
        run.do(options(run)[-1])
    return run.table.tricks[-1]


def place_of(run: Run, seat: int) -> int:
    return PLACES[run.game.id].index(seat)


@clause("tortorici-3 4.3", "tortorici-4 4.2", "tortorici-1930 4.3")
@each_game
def test_suit_and_trump_must_be_followed(name: str) -> None:
    run = do(playing(name), "SK T2")
    assert options(run) == ("S9", "S8")
    assert is_clause(run, "T18", TURN[name])
    with pytest.raises(IllegalChoice):
        run.do("C9")
    led = do(playing(name), "T3")
    assert set(options(led)) == set(trumps_of(hand_of(name, B)))
    assert is_clause(led, "B9", TURN[name])
    assert is_clause(led, "SK", TURN[name])  # another's card


@clause("tortorici-3 4.4", "tortorici-4 4.3", "tortorici-1930 4.4")
@each_game
def test_who_cannot_follow_must_trump_and_else_plays_any_card(name: str) -> None:
    run = do(playing(name), "SK")
    assert set(options(run)) == set(trumps_of(hand_of(name, B)))
    assert is_clause(run, "B9", TRUMP[name])
    plain = "BK BQ BC BJ B10 B9 B8 B7 B6 B5 DK DQ DC DJ D10 D9 D8 D7 D6 D5"
    hands = {
        PLACES[name][A]: "SK SQ SC",
        PLACES[name][B]: plain if name != FOUR else plain[: plain.index(" D9")],
    }
    free = do(begin(name, hands, ""), WORDS[name])
    while free.decision is not None and asked(free) != (PLACES[name][A], "play"):
        free.do(options(free)[-1])
    do(free, "SK")
    assert set(options(free)) == set(hands[PLACES[name][B]].split())


@clause("tortorici-3 4.5", "tortorici-4 4.4", "tortorici-1930 4.5")
@each_game
def test_nobody_need_overtrump(name: str) -> None:
    assert {"T10", "T18"} <= set(options(do(playing(name), "T3 T9")))
    assert set(options(do(playing(name), "T19"))) == set(trumps_of(hand_of(name, B)))


@clause("tortorici-3 4.6", "tortorici-4 4.5", "tortorici-1930 4.6")
@each_game
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("SK T2 S8", B),  # the only trump
        ("T3 T2 T10", C),
        ("T19 T9 T18", A),
        ("CQ C6 C8", A),
        ("CQ C6 C9", A),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    name: str, trick: str, winner: int
) -> None:
    run = playing(name)
    assert place_of(run, trick_of(run, trick).winner) == winner
    assert asked(run) == (PLACES[name][winner], "play")


@clause("tortorici-3 4.7", "tortorici-4 4.6", "tortorici-1930 4.7")
@each_game
def test_the_miseria_must_trump_and_beats_every_suit_card(name: str) -> None:
    run = playing(name)
    assert place_of(run, trick_of(run, "SK T0 S8").winner) == B
    below = playing(name)
    assert place_of(below, trick_of(below, "T3 T0 T10").winner) == C
    only = with_only_trump(name, "T0")
    assert options(do(only, "SK")) == ("T0",)


def with_only_trump(name: str, trump: str) -> Run:
    """B has no sword and only one trump; at the first lead."""
    plain = "B10 B9 B8 B7 B6 B5 D10 D9 D8 D7 D6 D5 C10 C9 C8 C7 C6 C5 CJ"
    own = plain.split()
    size = 14 if name == FOUR else 19
    hands = {
        PLACES[name][A]: "SK SQ SC",
        PLACES[name][B]: " ".join([*own[:size], trump]),
    }
    run = do(begin(name, hands, ""), WORDS[name])
    while run.decision is not None and asked(run) != (PLACES[name][A], "play"):
        run.do(options(run)[-1])
    return run


def with_fuggitivo_at_b(name: str) -> Run:
    """The usual deal with Fuggitivo and Miseria exchanged."""
    a, b = hand_of(name, A).replace(" F", " T0"), hand_of(name, B).replace(" T0", " F")
    return playing(name, with_hands(name, {A: a, B: b}))


@clause("tortorici-3 4.8", "tortorici-4 4.7", "tortorici-1930 4.8")
@each_game
@pytest.mark.parametrize("lead", ["CK", "SK", "T3"])
def test_the_fuggitivo_may_be_played_instead_of_following_or_trumping(
    name: str, lead: str
) -> None:
    run = do(with_fuggitivo_at_b(name), lead)
    assert "F" in options(run)
    assert len(options(run)) > 1
    run.do("F")
    after = hand_of(name, C).split()
    assert set(options(run)) == {card for card in after if card[0] == lead[0]}
    won = with_fuggitivo_at_b(name)
    assert place_of(won, trick_of(won, "CQ F C9").winner) == A  # it never wins


SWEEPS = {  # A has the highest trumps and the Fuggitivo
    THREE: " ".join(f"T{trump}" for trump in range(20, 1, -1)) + " F",
    OLD: " ".join(f"T{trump}" for trump in range(20, 1, -1)) + " F",
    FOUR: " ".join(f"T{trump}" for trump in range(20, 6, -1)) + " F",
}


def to_the_last_trick(name: str) -> Run:
    """A leads all its trumps and has the Fuggitivo left; B keeps a sword, C a cup."""
    hands = {
        PLACES[name][A]: SWEEPS[name],
        PLACES[name][B]: "SK B10 B9 B8 B7 B6 B5 D10 D9 D8 D7 D6 D5 BJ BC",
        PLACES[name][C]: "CK C10 C9 C8 C7 C6 C5 S10 S9 S8 S7 S6 S5 SJ SC",
    }
    run = do(begin(name, hands, ""), WORDS[name])
    while run.decision is not None and asked(run) != (PLACES[name][A], "play"):
        run.do(options(run)[-1])
    number = 14 if name == FOUR else 19
    while run.decision is not None and len(run.table.tricks) < number:
        run.do(next((o for o in options(run) if o not in {"SK", "CK", "F"}), options(run)[0]))
    return run


@clause("tortorici-3 4.9", "tortorici-4 4.8", "tortorici-1930 4.9")
@each_game
def test_the_fuggitivo_is_led_to_the_last_trick_only_and_the_second_card_sets_the_suit(
    name: str,
) -> None:
    run = playing(name)
    assert "F" not in options(run)
    assert is_clause(run, "F", LEAD[name])
    last = to_the_last_trick(name)
    assert asked(last) == (PLACES[name][A], "play")
    assert options(last) == ("F",)
    do(last, "F")
    assert options(last) == ("SK",)
    play_by(last, {})
    trick = last.table.tricks[-1]
    assert trick.cards[:3] == ("F", "SK", "CK")
    assert trick.winner == PLACES[name][B]  # swords were to be followed


@clause("tortorici-3 4.10", "tortorici-4 4.9", "tortorici-1930 4.10")
@each_game
def test_the_fuggitivo_stays_with_its_owner_in_the_last_trick_too(name: str) -> None:
    run = play_by(to_the_last_trick(name), {})
    done = outcome_of(run.table)
    owner, winner = PLACES[name][A], run.table.tricks[-1].winner
    assert owner != winner
    assert "F" in done.piles[owner]
    assert {"SK", "CK"} <= done.piles[winner]


TRUMPS_FROM_2 = " ".join(f"T{trump}" for trump in range(20, 1, -1))
EVERY_TRICK = {  # one seat has the highest trumps, the talon no other card of worth
    THREE: ({1: f"{TRUMPS_FROM_2} SK", 0: "F"}, "T1 T0 S5", "chiamo bene bene", 0),
    OLD: ({1: f"{TRUMPS_FROM_2} SK", 0: "F"}, "T1 T0 S5", "bene " * 9, 0),
    FOUR: (
        {0: TRUMPS_FROM_2[: TRUMPS_FROM_2.index(" T5")], 1: "F"},
        "S5 S6 S7",
        WORDS[FOUR],
        1,
    ),
}
ALONE = {THREE: "solo", OLD: "solo_da_cinque silence silence silence"}
FOR_THE_POINTS = {"chiamo", "solo", "solo_da_cinque", "difference"}


def open_cards(run: Run) -> dict[tuple[int, ...], set[str]]:
    """What lies face up, by the seats of a side: the same for every seat and an onlooker."""
    viewers = (*range(run.game.seats), None)
    shown = [run.game.lying_open(run.view(viewer)) for viewer in viewers]
    assert all(one == shown[0] for one in shown)
    return {seats: set(cards) for seats, cards in shown[0].items()}


@clause("tortorici-3 4.10", "tortorici-4 4.9", "tortorici-1930 4.10")
@each_game
def test_the_fuggitivo_lies_face_up_until_its_owner_or_his_partner_has_a_trick(
    name: str,
) -> None:
    run = with_fuggitivo_at_b(name)
    assert open_cards(run) == {}
    trick_of(run, "CQ F C9")
    b = PLACES[name][B]
    owners = (0, b) if name == FOUR else (b,)  # B is the dealer's partner, or for himself
    while run.decision is not None and not {t.winner for t in run.table.tricks} & set(owners):
        assert open_cards(run)[owners] == {"F"}
        run.do(options(run)[0])
    assert run.decision is not None
    assert len(run.table.tricks) > 1
    assert "F" not in open_cards(run).get(owners, set())


@clause("tortorici-3 4.10", "tortorici-1930 4.10")
@pytest.mark.parametrize("name", ALONE)
def test_in_a_solo_the_fuggitivo_of_one_opponent_waits_for_a_trick_of_either(name: str) -> None:
    hands, talon, _, owner = EVERY_TRICK[name]
    run = do(begin(name, hands, talon), ALONE[name])
    while "F" in run.view(owner).hand:
        wanted = ("F", "silence", options(run)[0])
        run.do(next(word for word in wanted if word in options(run)))
    assert {trick.winner for trick in run.table.tricks} <= {1}
    while run.table.tricks == []:
        run.do(options(run)[0])
    assert "F" in open_cards(run)[owner, 2]


@clause("tortorici-3 4.11", "tortorici-1930 4.11")
def test_in_a_solo_a_party_without_any_trick_loses_its_fuggitivo() -> None:
    side = (1, 0, 1)
    tricks = [Trick(2, ("SK", "SQ", "F"), 2), Trick(2, ("T3", "T2", "S9"), 2)]
    away: list[list[str]] = [[], ["D5"], []]
    piles = gather(tricks, away, side, fool_needs_trick=True)
    assert "F" in piles[2]  # the soloist's, whose cards laid away are no trick
    assert piles[1] == {"D5"}
    saved = [Trick(1, ("S9", "SK", "F"), 2), Trick(2, ("T3", "T2", "T10"), 1)]
    assert "F" in gather(saved, [[], [], []], side, fool_needs_trick=True)[0]


@clause("tortorici-4 4.10")
def test_with_four_a_trick_of_the_partner_saves_the_fuggitivo() -> None:
    side = (0, 1, 0, 1)
    none: list[list[str]] = [[], [], [], []]
    lost = [Trick(0, ("SK", "F", "S9", "S8"), 0), Trick(0, ("T3", "T2", "T4", "S7"), 2)]
    assert "F" in gather(lost, none, side, fool_needs_trick=True)[0]
    saved = [*lost, Trick(2, ("D5", "DK", "D6", "D7"), 3)]
    assert "F" in gather(saved, none, side, fool_needs_trick=True)[1]
    dealers = [Trick(1, ("SK", "S9", "S8", "F"), 1), Trick(1, ("T3", "T2", "S7", "S6"), 1)]
    away: list[list[str]] = [["D5"], [], [], []]
    assert "F" in gather(dealers, away, side, fool_needs_trick=True)[1]


@clause("tortorici-3 4.12", "tortorici-1930 4.12")
def test_in_a_chiamo_the_fuggitivo_goes_to_the_winner_of_its_trick() -> None:
    side = (0, 1, 2)
    tricks = [Trick(2, ("SK", "F", "T2"), 1), Trick(1, ("T3", "T5", "S7"), 2)]
    away: list[list[str]] = [[], ["D5"], []]
    assert "F" in gather(tricks, away, side, fool_needs_trick=True)[1]
    own = [*tricks, Trick(2, ("C5", "C6", "C7"), 0)]
    assert "F" in gather(own, away, side, fool_needs_trick=True)[0]
    bidders = [Trick(0, ("S9", "F", "SK"), 2), Trick(2, ("T3", "T5", "S7"), 0)]
    assert "F" in gather(bidders, away, side, fool_needs_trick=True)[2]  # 1 laid D5 away


@clause("tortorici-3 4.11", "tortorici-3 4.12", "tortorici-4 4.10")
@clause("tortorici-1930 4.11", "tortorici-1930 4.12")
@clause("tortorici-3 5.2", "tortorici-3 5.5", "tortorici-3 5.6", "tortorici-4 5.2")
@clause("tortorici-1930 5.2", "tortorici-1930 5.5")
@pytest.mark.parametrize(
    ("name", "words", "dealer", "paid"),
    [
        (THREE, WORDS[THREE], 0, (-36, 72, -36)),  # 109 − 37 for who has called, 0 − 36 twice
        (THREE, ALONE[THREE], 0, (-54, 108, -54)),  # 109 − 55 from each
        (OLD, WORDS[OLD], 0, (-36, 72, -36)),
        (OLD, ALONE[OLD], 0, (-162, 324, -162)),  # three times 54 from each
        (OLD, f"bene {ALONE[OLD]}", 2, (-162, 324, -162)),  # the soloist is not the forehand
        (OLD, f"bene bene {ALONE[OLD]}", 1, (-162, 324, -162)),  # nor here: he deals
        (FOUR, WORDS[FOUR], 0, (54, -54, 54, -54)),
    ],
)
def test_who_wins_every_trick_has_the_fuggitivo_and_all_109_points(
    name: str, words: str, dealer: int, paid: tuple[int, ...]
) -> None:
    hands, talon, _, loser = EVERY_TRICK[name]
    run = do(begin(name, hands, talon, dealer=dealer), words)
    while run.decision is not None:
        run.do("silence" if "silence" in options(run) else options(run)[0])
    assert run.result is not None
    winner = takers(name)
    assert {trick.winner for trick in run.table.tricks} == {winner}
    assert run.result.points[loser] == 0
    assert run.result.points[winner] == 109
    points = [row.amounts for row in run.result.sheet if row.item in FOR_THE_POINTS]
    assert points == [paid]


@clause("tortorici-3 4.13", "tortorici-4 4.11")
@pytest.mark.parametrize("name", [THREE, FOUR])
def test_won_tricks_were_seen_by_all_and_no_captured_card_lies_open(name: str) -> None:
    run = playing(name)
    trick_of(run, "T3 T1 T18")
    seats = game(name).seats
    for viewer in (*range(seats), None):
        assert {"T3", "T1", "T18"} <= seen(run, viewer)
    assert run.table.tricks[-1].winner == PLACES[name][C]
    assert open_cards(run) == {}


@clause("tortorici-1930 4.13")
def test_in_the_1930s_captured_kings_and_arie_lie_open_but_not_the_picciotti() -> None:
    run = do(playing(OLD), "T3 T1 T18")
    assert open_cards(run) == {}
    do(run, "T17 T19 T9 SK T2 S8")  # 2 takes T17 of 1, then 0 takes SK of 2
    assert open_cards(run) == {(2,): {"T17"}, (0,): {"SK"}}


@clause("tortorici-1930 4.13")
def test_in_a_solo_a_five_is_captured_from_the_other_party_only() -> None:
    words = "bene bene solo_da_cinque silence silence silence"  # 0 against 2 and 1
    run = do(begin(OLD, leader="right_of_soloist"), f"{words} S7 S6 S5 silence")
    do(run, "T17 T19 T9")  # the soloist's right neighbour leads; his partner takes his T17
    assert run.table.tricks[-1].winner == 2
    assert open_cards(run) == {}
    do(run, "SK T2 S8")
    assert open_cards(run) == {(0,): {"SK"}}

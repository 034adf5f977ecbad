"""The games of Tortorici: what all three have alike in pack, count and play."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from helpers import asked, do, lot_points, options, play_by, result_of, seen
from matto.engine.cards import CAVALIERS, JACKS, KINGS, QUEENS
from matto.engine.errors import IllegalChoice
from matto.engine.events import Trick
from matto.engine.outcome import gather, outcome_of
from matto.engine.run import Match, Run
from matto.games import game
from matto.games.sicily import ARIE, ARIE_CINQUINE, CINQUINE, DECINE, sicilian_points
from tortorici_tables import (
    FOUR,
    HANDS,
    IDS,
    OLD,
    PLACES,
    TALON,
    THREE,
    WORDS,
    A,
    B,
    C,
    begin,
    hand_of,
    is_clause,
    playing,
    takers,
    trumps_of,
    with_hands,
)

clause = pytest.mark.clause
each_game = pytest.mark.parametrize("name", IDS)
of_three = pytest.mark.parametrize("name", [THREE, OLD])

SUIT = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5")
# -- the pack ------------------------------------------------------------------------------


@clause("tortorici-3 1.1", "tortorici-3 1.3", "tortorici-4 1.1", "tortorici-4 1.3")
@pytest.mark.parametrize("name", [THREE, FOUR])
def test_today_the_coin_ace_takes_the_place_of_the_coin_4_and_is_the_lowest_coin(
    name: str,
) -> None:
    pack = game(name).pack(game(name).resolve())
    assert len(pack.codes) == len(pack.cards) == 63
    assert "DA" in pack.cards
    assert not {"D4", "SA", "BA", "CA"} & pack.cards
    assert [pack.ranks_of[suit] for suit in "SBC"] == [SUIT] * 3
    assert pack.ranks_of["D"] == (*SUIT, "A")


@clause("tortorici-1930 1.1", "tortorici-1930 1.3")
def test_in_the_1930s_the_coin_4_was_used_and_no_ace() -> None:
    pack = game(OLD).pack(game(OLD).resolve())
    assert len(pack.codes) == len(pack.cards) == 63
    assert "D4" in pack.cards
    assert not {"DA", "SA", "BA", "CA"} & pack.cards
    assert [pack.ranks_of[suit] for suit in "SBC"] == [SUIT] * 3
    assert pack.ranks_of["D"] == (*SUIT, "4")


@clause("tortorici-3 1.2", "tortorici-4 1.2", "tortorici-1930 1.2")
@each_game
def test_the_trumps_run_from_the_20_down_to_the_1_with_the_miseria_lowest(name: str) -> None:
    pack = game(name).pack(game(name).resolve())
    trumps = [card for card in pack.codes if card.startswith("T")]
    assert trumps == [f"T{number}" for number in range(20, -1, -1)]


@clause("tortorici-3 1.4", "tortorici-4 1.4", "tortorici-1930 1.4")
@each_game
def test_cards_and_groups_bear_their_own_names(name: str) -> None:
    names = game(name).vocabulary.names_of_cards(game(name).resolve())
    shown = ("T20", "T19", "T18", "T17", "T16", "T1", "T0", "F")
    assert [names[card] for card in shown] == [
        *("Giove", "Palla", "Sole", "Luna", "Stella", "Picciotti", "Miseria", "Fuggitivo")
    ]
    assert {"T20", "T19", "T18", "T17", "T16"} == ARIE
    assert {"T20", "T1", "F"} == DECINE
    assert ARIE_CINQUINE | KINGS == CINQUINE


@clause("tortorici-3 1.5", "tortorici-4 1.5", "tortorici-1930 1.5")
@each_game
def test_tens_fives_and_courts_have_their_values_and_all_others_count_one(name: str) -> None:
    pack = game(name).pack(game(name).resolve())
    by_value = {10: DECINE, 5: CINQUINE, 4: QUEENS, 3: CAVALIERS, 2: JACKS}
    for worth, group in by_value.items():
        assert {pack.value_of[card] for card in group} == {worth}
    others = pack.cards.difference(*by_value.values())
    assert "T0" in others
    assert {pack.value_of[card] for card in others} == {1}
    assert sum(pack.value_of.values()) == 146  # 3 × 10 + 8 × 5 + 16 + 12 + 8 + 40


@clause("tortorici-3 1.6", "tortorici-4 1.6", "tortorici-1930 1.6")
@each_game
@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("", 0),
        ("SK", 4),  # 5 − 1
        ("SK S5", 5),  # 6 − 1
        ("SK S5 S6", 5),  # 7 − 2
        ("SK S5 S6 T20", 14),  # 17 − 2 − 1
        (  # 31 cards: 4 Kings 20, T20 and T1 20, Queens 8, Cavaliers 6, 21 empty: 75 − 20 − 1
            "SK BK CK DK T20 T1 SQ BQ SC BC S10 S9 S8 S7 S6 S5 B10 B9 B8 B7 B6 B5 "
            "C10 C9 C8 C7 C6 C5 T2 T3 T4",
            54,
        ),
    ],
)
def test_each_full_lot_takes_two_and_cards_left_over_take_one(
    name: str, pile: str, points: int
) -> None:
    assert lot_points(pile.split(), game(name).pack(game(name).resolve())) == points


@clause("tortorici-3 1.7", "tortorici-4 1.7", "tortorici-1930 1.7")
@clause("tortorici-3 1.8", "tortorici-4 1.8", "tortorici-1930 1.8")
@each_game
def test_a_deal_has_104_points_in_the_cards_and_five_for_the_last_trick(name: str) -> None:
    rng = random.Random(name)
    played = 0
    while played < 25:
        run = Run.shuffled(game(name), seed=rng, dealer=played % game(name).seats)
        while run.decision is not None:
            run.do(rng.choice(run.decision.options))
        if result_of(run).thrown_in:
            continue
        played += 1
        done = outcome_of(run.table)
        cards = sum(lot_points(done.pile(one), done.pack) for one in done.sides)
        points = {one: sicilian_points(done, one) for one in done.sides}
        winner = done.side[run.table.tricks[-1].winner]
        assert (cards, sum(points.values())) == (104, 109)
        assert points[winner] == lot_points(done.pile(winner), done.pack) + 5
        assert result_of(run).points == tuple(points[one] for one in done.side)


# -- seats and dealing ---------------------------------------------------------------------


@clause("tortorici-3 2.1", "tortorici-4 2.1", "tortorici-1930 2.1")
@clause("tortorici-3 2.2", "tortorici-4 2.3", "tortorici-1930 2.2")
@each_game
def test_the_forehand_is_dealt_to_first_and_all_goes_round_to_the_right(name: str) -> None:
    for dealer in range(game(name).seats):
        run = Run.shuffled(game(name), seed=3, dealer=dealer)  # shuffled and cut for them
        first = [event.seat for event in run.events if event.kind == "dealt"]
        seats = game(name).seats
        order = [(dealer + step) % seats for step in range(1, seats + 1)]
        assert first[:seats] == order
        assert game(name).direction == "right"
        assert {size for _, size in run.view(None).heard("packet")} == {"5"}


@clause("tortorici-3 2.3", "tortorici-4 2.4", "tortorici-1930 2.3")
@each_game
def test_nobody_sees_the_bottom_card_or_with_the_option_the_dealer_alone(name: str) -> None:
    bottom = TALON[name].split()[-1]
    hidden, shown = begin(name), begin(name, bottom_card="dealer")
    seats = range(game(name).seats)
    for viewer in (*seats, None):
        assert bottom not in seen(hidden, viewer)
        assert (bottom in seen(shown, viewer)) is (viewer == 0)
        assert "has seen the bottom card" in {e.kind for e in shown.view(viewer).events}
    assert "has seen the bottom card" not in {event.kind for event in hidden.events}


@clause("tortorici-3 2.4", "tortorici-3 2.5")
def test_vanto_today_is_dealt_in_four_rounds_of_five_without_a_word_in_between() -> None:
    run = begin(THREE)
    dealt = [(event.seat, len(event.what)) for event in run.events if event.kind == "dealt"]
    assert dealt == [(1, 5), (2, 5), (0, 5)] * 4
    assert run.actions == []
    assert run.setup.deal.talon == tuple(TALON[THREE].split())
    for viewer in (0, 1, 2, None):  # not even the dealer looks at the talon
        own = set() if viewer is None else set(HANDS[THREE][viewer].split())
        cards = {word for word in seen(run, viewer) if word in run.table.pack.cards}
        assert cards == own


# -- talon and laying away -----------------------------------------------------------------


@clause("tortorici-3 3.1", "tortorici-4 3.1", "tortorici-1930 3.1")
@each_game
def test_the_talon_is_taken_up_and_shown_to_nobody(name: str) -> None:
    run = do(begin(name), WORDS[name])
    taker = takers(name)
    assert asked(run) == (taker, "discard")
    assert set(run.view(taker).hand) == {*HANDS[name][taker].split(), *TALON[name].split()}
    for viewer in (*range(game(name).seats), None):
        if viewer != taker:
            assert not set(TALON[name].split()) & seen(run, viewer)
            assert run.view(viewer).heard("takes talon") == ((taker, "3"),)


@clause("tortorici-3 3.2", "tortorici-4 3.2", "tortorici-1930 3.2")
@each_game
def test_three_cards_are_laid_away_from_hand_or_talon(name: str) -> None:
    run = do(begin(name), WORDS[name])
    taker, before = takers(name), len(run.view(takers(name)).hand)
    other = next(card for card in hand_of(name, A).split() if card[0] == "C")
    assert is_clause(run, other, "3.2")
    do(run, f"{TALON[name].split()[0]} D10 C7")
    assert len(run.view(taker).hand) == before - 3
    assert asked(run) != (taker, "discard")


POOR = {
    THREE: "SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 T15 T14 T13 T12 T11 T10 T9",
    OLD: "SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 T15 T14 T13 T12 T11 T10 T9",
    FOUR: "SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 T15 T14",
}


def poor(name: str) -> Run:
    """The taker has two suit cards that may go, and fives, tens and trumps."""
    return do(begin(name, {takers(name): POOR[name]}, "T8 T7 T0"), WORDS[name])


@clause("tortorici-3 3.3", "tortorici-4 3.3", "tortorici-1930 3.3")
@each_game
def test_fives_and_tens_are_never_laid_away(name: str) -> None:
    run = poor(name)
    for away in ("SQ", "S5", "T8"):
        for card in CINQUINE | DECINE:
            assert card not in options(run)
            assert is_clause(run, card, "3.3")
        run.do(away)


@clause("tortorici-3 3.4", "tortorici-4 3.4", "tortorici-1930 3.4")
@each_game
def test_a_trump_goes_only_when_no_suit_card_but_kings_is_left(name: str) -> None:
    run = poor(name)
    assert options(run) == ("SQ", "S5")
    assert is_clause(run, "T8", "3.4")
    assert is_clause(run, "T0", "3.4")
    with pytest.raises(IllegalChoice):
        run.do("T8")
    assert options(do(run, "SQ")) == ("S5",)
    assert {"T15", "T8", "T0"} <= set(options(do(run, "S5")))
    run.do("T0")


@clause("tortorici-3 3.5", "tortorici-4 3.5", "tortorici-1930 3.5")
@each_game
def test_cards_laid_away_are_secret_trumps_too_and_count_for_their_owner(name: str) -> None:
    run = do(poor(name), "SQ S5 T0")
    taker = takers(name)
    for viewer in (*range(game(name).seats), None):
        if viewer != taker:
            assert not {"SQ", "S5", "T0"} & seen(run, viewer)
            assert run.view(viewer).heard("has laid away") == ((taker, "3"),)
    play_by(run, {})
    done = outcome_of(run.table)
    assert {"SQ", "S5", "T0"} <= done.piles[taker]
    assert len(done.tricks) == (15 if name == FOUR else 20)  # they are no trick


# -- the match -----------------------------------------------------------------------------


@clause("tortorici-3 6.1", "tortorici-4 6.1", "tortorici-1930 6.1")
@clause("tortorici-3 6.2", "tortorici-4 6.2", "tortorici-1930 6.4")
@clause("tortorici-3 6.3", "tortorici-4 6.3", "tortorici-1930 6.5")
@each_game
def test_the_next_player_deals_and_the_ledger_runs_from_zero(name: str) -> None:
    found, rng = game(name), random.Random(7)
    for first in range(found.seats):  # anybody may deal first
        match = Match(found, dealer=first, limit=3)
        assert match.standing() == ("0",) * found.seats
        expected = [0] * found.seats
        dealers = []
        while not match.over:
            run = match.next_run(seed=rng)
            dealers.append(run.setup.dealer)
            while run.decision is not None:
                run.do(rng.choice(run.decision.options))
            assert run.result is not None
            match.take(run.result)
            expected = [a + b for a, b in zip(expected, run.result.scores, strict=True)]
        assert dealers == [(first + deal) % found.seats for deal in range(len(dealers))]
        assert match.ledger == expected
        assert min(expected) < 0
        assert found.unit == 1


@clause("tortorici-3 7.1", "tortorici-4 7.1", "tortorici-1930 7.1")
@each_game
def test_nothing_is_said_during_the_play(name: str) -> None:
    run = playing(name)
    for seat in range(game(name).seats):
        assert run.asides(seat) == ()
        with pytest.raises(IllegalChoice):
            run.say(seat, "batto")


SHEETS = {one: game(one).score for one in (THREE, OLD, FOUR)}


@clause("tortorici-3 7.2", "tortorici-4 7.2", "tortorici-1930 7.2")
@each_game
def test_mistakes_at_a_real_table_cost_nothing(name: str) -> None:
    run = play_by(playing(name), {})
    each_once = (1,) * game(name).seats
    faults = {"revoke": (2, *each_once[1:]), "wrongly laid away": each_once}
    faulty = replace(outcome_of(run.table), faults=faults)
    assert tuple(SHEETS[name](faulty, run.options)) == result_of(run).sheet


# -- what all three have alike, the play of the cards ------------------------------------

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
    winner = takers(name)
    assert {trick.winner for trick in run.table.tricks} == {winner}
    assert result_of(run).points[loser] == 0
    assert result_of(run).points[winner] == 109
    points = [row.amounts for row in result_of(run).sheet if row.item in FOR_THE_POINTS]
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

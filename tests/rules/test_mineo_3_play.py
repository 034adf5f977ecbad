"""Mineo for three: the pack, the soloist and the talon, the play of the cards."""

from __future__ import annotations

import pytest

from helpers import asked, do, lot_points, options, play_by, refused, seen
from matto.engine.cards import CAVALIERS, JACKS, QUEENS, cards
from matto.engine.errors import IllegalChoice
from matto.engine.events import Trick
from matto.engine.outcome import gather, outcome_of
from matto.engine.run import Run
from matto.games.sicily import (
    ARIE,
    ARIE_CINQUINE,
    CINQUINE,
    DECINE,
    GIOVE,
    MISERIA,
    PICCIOTTI,
    sicilian_points,
)
from mineo_3_tables import (
    GAME,
    HANDS,
    SWEEP,
    SWEEP_TALON,
    TALON,
    TO_PAUSE_2,
    TO_PAUSE_3,
    TO_PAUSE_4,
    begin,
    finished,
    playing,
    value,
)

clause = pytest.mark.clause
PACK = GAME.pack(GAME.resolve())
SUIT = ("K", "Q", "C", "J", "10", "9", "8", "7", "6", "5")


@clause("mineo-3 1.1")
def test_the_pack_has_63_cards_with_the_coin_4_and_without_the_coin_ace() -> None:
    assert len(PACK.codes) == len(PACK.cards) == 63
    assert "D4" in PACK.cards
    assert not {"DA", "S4", "B4", "C4"} & PACK.cards
    assert len([card for card in PACK.cards if card[0] == "T"]) == 21
    assert len([card for card in PACK.cards if card[0] == "D"]) == 11


@clause("mineo-3 1.2")
def test_the_trumps_run_from_the_20_down_to_the_1_with_the_miseria_lowest() -> None:
    trumps = [card for card in PACK.codes if card.startswith("T")]
    assert trumps == [f"T{number}" for number in range(20, -1, -1)]


@clause("mineo-3 1.3")
def test_every_suit_runs_king_to_donna_then_10_high_and_5_low_and_coins_to_the_4() -> None:
    assert [PACK.ranks_of[suit] for suit in "SBC"] == [SUIT] * 3
    assert PACK.ranks_of["D"] == (*SUIT, "4")


@clause("mineo-3 1.4")
def test_cards_and_groups_bear_their_own_names() -> None:
    names = GAME.vocabulary.names_of_cards(GAME.resolve())
    assert [names[card] for card in (GIOVE, PICCIOTTI, MISERIA, "F")] == [
        "Giove",
        "Picciotti",
        "Miseria",
        "Fuggitivo",
    ]
    assert [names[f"T{aria}"] for aria in (19, 18, 17, 16)] == [
        "Palla",
        "Sole",
        "Luna",
        "Stella",
    ]
    assert cards("T20 T19 T18 T17 T16") == ARIE
    assert cards("T19 T18 T17 T16") == ARIE_CINQUINE
    assert cards("T20 T1 F") == DECINE
    assert cards("T19 T18 T17 T16 DK CK BK SK") == CINQUINE


@clause("mineo-3 1.5")
def test_tens_fives_and_courts_have_their_values_and_all_others_count_one() -> None:
    by_value = {10: DECINE, 5: CINQUINE, 4: QUEENS, 3: CAVALIERS, 2: JACKS}
    for worth, group in by_value.items():
        assert {value(card) for card in group} == {worth}
    others = PACK.cards.difference(*by_value.values())
    assert MISERIA in others
    assert {value(card) for card in others} == {1}
    assert sum(map(value, PACK.codes)) == 146  # 3 × 20 + 21 + 10 + 4 × 5 + 10 + 15 + 10


@clause("mineo-3 1.6")
@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("", 0),
        ("SK", 4),  # 5 − 1
        ("SK S5", 5),  # 6 − 1
        ("SK S5 S6", 5),  # 7 − 2
        ("SK S5 S6 T20", 14),  # 17 − 2 − 1
    ],
)
def test_each_full_lot_takes_two_and_cards_left_over_take_one(pile: str, points: int) -> None:
    assert lot_points(pile.split(), PACK) == points


@clause("mineo-3 1.6")
def test_31_cards_with_75_single_points_count_54() -> None:
    # 4 Kings 20, T20 and T1 20, two Queens 8, two Cavaliers 6, 21 empty cards: 75
    worth_more = "SK BK CK DK T20 T1 SQ BQ SC BC"
    empty = "S10 S9 S8 S7 S6 S5 B10 B9 B8 B7 B6 B5 C10 C9 C8 C7 C6 C5 T2 T3 T4"
    pile = f"{worth_more} {empty}".split()
    assert (len(pile), sum(map(value, pile))) == (31, 75)
    assert lot_points(pile, PACK) == 54
    assert lot_points(pile[::-1], PACK) == 54


@clause("mineo-3 1.7")
def test_the_last_trick_is_worth_five_points_to_its_party() -> None:
    won = finished({1: "SK"}, [(1, "S9 S8 S7", 1)])
    lost = finished({1: "SK"}, [(1, "S9 S8 S7", 0)])
    assert (sicilian_points(won, 0), sicilian_points(lost, 0)) == (9, 4)
    assert sicilian_points(lost, 1) - sicilian_points(won, 1) == 5


@clause("mineo-3 1.8")
@pytest.mark.parametrize("own", range(64))
def test_the_two_piles_together_always_have_109_points(own: int) -> None:
    done = finished({1: " ".join(PACK.codes[:own])})
    assert sicilian_points(done, 0) + sicilian_points(done, 1) == 109


# -- following, trumping, the Fuggitivo, and what lies open ------------------------------

SIDE = (1, 0, 1)
SOLO, OPPONENTS = 0, 1
PARTY = {(1,): "soloist", (0, 2): "opponents"}

# Seat 0 holds the Fuggitivo here, and seat 2 the Miseria in its place.
FUGGITIVO_AT_0 = {
    **HANDS,
    0: HANDS[0].replace("T0", "F"),
    2: HANDS[2].replace("F", "T0"),
}
# Seat 0 has only batons and coins, the soloist no spade.
NO_TRUMPS = {
    0: "BK BQ BC BJ B10 B9 B8 B7 B6 B5 DK DQ DC DJ D10 D9 D8 D7 D6 D5",
    2: "SK SQ SC SJ S10 S9 S8 S7 S6 S5 CK CQ CC CJ C10 C9 C8 C7 C6 T0",
    1: "T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 T2 T1",
}
NO_TRUMPS_TALON = "F C5 D4"


def lying_open(run: Run) -> dict[str, set[str]]:
    """What lies open with each party; soloist, opponents and onlookers see the same."""
    shown = [GAME.lying_open(run.view(seat)) for seat in (0, 1, 2, None)]
    assert shown == shown[:1] * 4
    return {PARTY[seats]: set(cards) for seats, cards in shown[0].items()}


def trumps_of(hand: str) -> tuple[str, ...]:
    return tuple(card for card in hand.split() if card.startswith("T"))


def sweep(first_order: str, solo_order: str) -> Run:
    """Seat 2 leads all its trumps and then the Fuggitivo."""
    run = playing(SWEEP, SWEEP_TALON, away="D4 D5 D6")
    return play_by(run, {2: SWEEP[2], 0: first_order, 1: solo_order})


@clause("mineo-3 4.1")
@pytest.mark.parametrize(("leader", "seat"), [("right_of_soloist", 2), ("soloist", 1)])
def test_the_soloists_right_neighbour_leads_or_the_soloist_himself(
    leader: str, seat: int
) -> None:
    assert asked(playing(leader=leader)) == (seat, "play")


@clause("mineo-3 4.2")
def test_who_can_follow_suit_must() -> None:
    run = do(playing(), "SK T2")
    assert asked(run) == (1, "play")
    assert options(run) == ("S9", "S8")
    assert refused(run, "T18") == refused(run, "C9") == "mineo-3 4.2"
    with pytest.raises(IllegalChoice):
        run.do("T18")
    assert asked(run) == (1, "play")


@clause("mineo-3 4.2")
def test_a_led_trump_must_be_followed() -> None:
    run = do(playing(), "T3")
    assert set(options(run)) == set(trumps_of(HANDS[0]))
    assert refused(run, "B9") == "mineo-3 4.2"
    assert refused(run, "SK") == "mineo-3 4.2"  # not in his hand


@clause("mineo-3 4.3")
def test_who_cannot_follow_must_trump() -> None:
    run = do(playing(), "SK")
    assert set(options(run)) == set(trumps_of(HANDS[0]))
    assert refused(run, "B9") == "mineo-3 4.3"


@clause("mineo-3 4.4")
def test_who_can_neither_follow_nor_trump_plays_any_card() -> None:
    run = do(playing(NO_TRUMPS, NO_TRUMPS_TALON, away="C5 D4 T2"), "SK")
    assert set(options(run)) == set(NO_TRUMPS[0].split())


@clause("mineo-3 4.5")
def test_nobody_need_overtrump() -> None:
    run = do(playing(), "T3 T1")
    assert {"T10", "T18"} <= set(options(run))
    below = do(playing(), "T19")
    assert set(options(below)) == set(trumps_of(HANDS[0]))  # all of them lower
    under = do(playing(), "BK B9")
    assert set(options(under)) == set(trumps_of(HANDS[1]))


@clause("mineo-3 4.6")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("SK T2 S8", 0),  # the only trump
        ("T3 T2 T10", 1),  # the highest trump
        ("T19 T9 T18", 2),
        ("CQ C6 C8", 2),  # the highest card of the suit led
        ("DK D7 DQ", 2),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    trick: str, winner: int
) -> None:
    run = do(playing(), trick)
    assert run.table.tricks[-1].winner == winner
    assert asked(run) == (winner, "play")


@clause("mineo-3 4.7")
def test_the_miseria_must_trump_and_beats_every_suit_card() -> None:
    hands = {
        **HANDS,
        0: "B9 B8 B7 B6 B5 D7 D6 D5 D4 C6 C5 C7 C8 C9 D10 DJ DC DQ D8 T0",
        1: "S9 S8 D9 T1 T2 T4 T5 T6 T7 T8 T9 T18 T17 T16 T15 T14 T13 T12 T11 T10",
    }
    run = do(playing(hands), "SK")
    assert options(run) == ("T0",)
    assert do(run, "T0 S8").table.tricks[-1].winner == 0
    assert do(playing(hands), "T3 T0 T1").table.tricks[-1].winner == 2
    follows = do(playing(hands), "T3")
    assert options(follows) == ("T0",)


@clause("mineo-3 4.8")
@pytest.mark.parametrize("lead", ["CK", "SK", "T3"])
def test_the_fuggitivo_may_be_played_instead_of_following_or_trumping(lead: str) -> None:
    run = do(playing(FUGGITIVO_AT_0), lead)
    assert "F" in options(run)
    assert len(options(run)) > 1
    run.do("F")
    after = {"CK": ("C9", "C8", "C7"), "SK": ("S9", "S8"), "T3": trumps_of(HANDS[1])}
    assert options(run) == after[lead]  # the suit to be followed is the same


@clause("mineo-3 4.8")
def test_the_fuggitivo_never_wins() -> None:
    run = do(playing(FUGGITIVO_AT_0), "C10 F C9")
    assert run.table.tricks[-1].winner == 2


@clause("mineo-3 4.9")
def test_the_fuggitivo_is_not_led_before_the_last_trick() -> None:
    run = playing()
    assert "F" not in options(run)
    assert refused(run, "F") == "mineo-3 4.9"
    after_19 = play_by(playing(SWEEP, SWEEP_TALON, away="D4 D5 D6"), {2: SWEEP[2]}, 19)
    assert asked(after_19) == (2, "play")
    assert options(after_19) == ("F",)


@clause("mineo-3 4.9")
@pytest.mark.parametrize(
    ("first", "solo", "last", "winner"),
    [
        ("CK", "SK", ("F", "CK", "SK"), 0),  # the second card sets the suit
        ("S5", "SK", ("F", "S5", "SK"), 1),
    ],
)
def test_on_a_fuggitivo_led_at_last_the_second_card_sets_the_suit(
    first: str, solo: str, last: tuple[str, ...], winner: int
) -> None:
    def kept_back(hand: str, card: str) -> str:
        return " ".join(other for other in hand.split() if other != card)

    run = sweep(kept_back(SWEEP[0], first), "T1 T0 " + kept_back(SWEEP[1], solo))
    trick = run.table.tricks[-1]
    assert (trick.cards, trick.winner) == (last, winner)


@clause("mineo-3 4.10")
def test_the_fuggitivo_stays_with_its_owner_in_the_last_trick_too() -> None:
    without_s5 = SWEEP[0].replace(" S5", "")
    run = sweep(without_s5, "T1 T0 C5 SQ SC SJ S10 S9 S8 S7 S6 DK DQ DC DJ D10 D9 D8 D7")
    outcome = outcome_of(run.table)
    assert run.table.tricks[-1].winner == 1
    assert "F" in outcome.pile(OPPONENTS)
    assert {"S5", "SK"} <= outcome.pile(SOLO)  # a trick of two cards
    assert len(outcome.pile(SOLO)) == 3 + 2


@clause("mineo-3 4.10")
def test_a_fuggitivo_played_to_the_others_trick_stays_with_its_party() -> None:
    run = play_by(do(playing(FUGGITIVO_AT_0), "T3 F T18"), {})
    outcome = outcome_of(run.table)
    assert "F" in outcome.piles[0]
    assert "T3" in outcome.piles[1]


@clause("mineo-3 4.11")
def test_the_fuggitivo_lies_open_until_its_party_wins_a_trick() -> None:
    run = do(playing(FUGGITIVO_AT_0), "T3 F T18")
    assert lying_open(run) == {"opponents": {"F"}}
    do(run, "D9 DK D7")
    assert lying_open(run) == {}
    at_once = do(playing(FUGGITIVO_AT_0), "SK F S9")
    assert lying_open(at_once) == {}


@clause("mineo-3 4.12")
def test_a_party_without_any_trick_loses_its_fuggitivo() -> None:
    tricks = [Trick(2, ("SK", "SQ", "F"), 2), Trick(2, ("T3", "T2", "S9"), 2)]
    away: list[list[str]] = [[], ["D4"], []]
    piles = gather(tricks, away, SIDE, fool_needs_trick=True)
    assert piles[2] == {"SK", "SQ", "F", "T3", "T2", "S9"}
    assert piles[1] == {"D4"}  # cards laid away are no trick


@clause("mineo-3 4.12")
def test_a_trick_of_either_partner_saves_the_fuggitivo_for_both() -> None:
    tricks = [Trick(1, ("S9", "SK", "F"), 2), Trick(2, ("T3", "T2", "T10"), 1)]
    piles = gather(tricks, [[], [], []], SIDE, fool_needs_trick=True)
    assert "F" in piles[0]


@clause("mineo-3 4.13")
def test_partners_have_one_pile_and_every_played_card_was_seen_by_all() -> None:
    run = do(playing(), "SK T2 S8 B9 T10 BK")
    for seat in (0, 1, 2, None):
        assert {"SK", "T2", "S8", "B9", "BK", "T10"} <= seen(run, seat)
    play_by(run, {})
    outcome = outcome_of(run.table)
    assert outcome.pile(OPPONENTS) == outcome.piles[0] | outcome.piles[2]


@clause("mineo-3 4.14")
def test_captured_arie_and_picciotti_stay_visible() -> None:
    run = do(playing(), "T3 T1 T18")
    assert lying_open(run) == {"soloist": {"T1"}}
    both = do(playing(), "T19 T1 T18")  # the partner's own picciotti are not captured
    assert lying_open(both) == {"opponents": {"T18"}}
    assert "T18" in lying_open(play_by(both, {}))["opponents"]  # until the count


# -- the soloist, the talon, laying away, and the announcements --------------------------

# The soloist has two suit cards that may go, seat 1's 23 cards are else fives, tens and trumps.
POOR = {1: "SK BK CK DK T20 T19 T18 T17 T16 T1 F SQ S5 T15 T14 T13 T12 T11 T10 T9"}
POOR_TALON = "T8 T7 T6"


def solo(said: str = "vado_solo", **given: object) -> Run:
    return do(begin(**given), said)


def announcing(said: str, away: str = TALON, **given: object) -> Run:
    return do(solo(said, **given), away)


def asked_for_rivanto(run: Run) -> list[int]:
    """Everybody keeps silent; gives the opponents who were asked."""
    seats = []
    while run.decision is not None and run.decision.kind == "announce":
        if "rivanto" in run.decision.options:
            seats.append(run.decision.seat)
        run.do("silence")
    return seats


@clause("mineo-3 3.1")
def test_the_soloist_plays_against_two_partners_and_all_know_it() -> None:
    run = solo()
    assert [GAME.friends(run.view(seat)) for seat in range(3)] == [{2}, set(), {0}]
    assert GAME.friends(run.view(None)) == frozenset()
    assert GAME.friends(do(begin(), "pago").view(0)) == frozenset()
    partners_cards = set(HANDS[2].split())
    assert not partners_cards & seen(playing(), 0)


@clause("mineo-3 3.2")
def test_the_dealer_alone_looks_at_the_talon_before_the_fourth_talk() -> None:
    run = do(begin(), TO_PAUSE_4)
    assert [card for _, card in run.view(0).heard("talon")] == TALON.split()
    for seat in (1, 2, None):
        assert run.view(seat).heard("talon") == ()
        assert "has seen the talon" in {event.kind for event in run.view(seat).events}
    before = do(begin(), TO_PAUSE_3)
    assert before.view(0).heard("talon") == ()


@clause("mineo-3 3.2")
def test_the_dealer_looks_at_the_talon_after_an_early_solo_too() -> None:
    looks = [event for event in solo().view(0).events if event.kind == "talon"]
    assert [event.what for event in looks] == [tuple(TALON.split())] * 2  # alone, then shown


@clause("mineo-3 3.3")
@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("vado_solo", True),
        ("passo passo vado_solo", True),  # the dealer, early
        (TO_PAUSE_4 + "vado_solo", True),
        (TO_PAUSE_4 + "passo vado_solo", True),
        (TO_PAUSE_4 + "passo passo vado_solo", False),  # the dealer after the last packet
    ],
)
def test_the_talon_is_shown_unless_the_dealer_goes_solo_at_the_end(
    said: str, shown: bool
) -> None:
    run = solo(said)
    for seat in (1, 2, None):
        cards = {card for _, card in run.view(seat).heard("talon")}
        assert cards == (set(TALON.split()) if shown else set())
    if not shown:
        assert not set(TALON.split()) & (seen(run, 1) | seen(run, 2) | seen(run, None))


@clause("mineo-3 3.3", "mineo-3 8.1")
def test_in_palagonia_a_dealer_who_goes_solo_early_shows_the_talon() -> None:
    run = solo("altre_cinque passo passo passo passo vado_solo", solo_rounds="every")
    assert asked(run) == (0, "discard")
    assert {card for _, card in run.view(1).heard("talon")} == set(TALON.split())


@clause("mineo-3 3.4", "mineo-3 3.5")
def test_the_soloist_takes_three_cards_and_lays_three_away() -> None:
    run = solo()
    assert set(run.view(1).hand) == {*HANDS[1].split(), *TALON.split()}
    assert len(run.view(1).hand) == 23
    do(run, "S7 D8 C7")  # of the talon and of his hand
    assert len(run.view(1).hand) == 20
    assert run.table.laid_away[1] == ["S7", "D8", "C7"]
    assert asked(run) == (1, "announce")


@clause("mineo-3 3.5")
def test_only_cards_of_the_hand_are_laid_away() -> None:
    assert refused(solo(), "CK") == "mineo-3 3.5"
    assert refused(do(solo(), "S7"), "S7") == "mineo-3 3.5"


@clause("mineo-3 3.6")
@pytest.mark.parametrize("card", sorted(CINQUINE | DECINE))
def test_fives_and_tens_are_never_laid_away(card: str) -> None:
    run = solo_with_poor_hand()
    for away in ("SQ", "S5", "T15"):
        assert card not in options(run)
        assert refused(run, card) == "mineo-3 3.6"
        run.do(away)


def solo_with_poor_hand() -> Run:
    return do(begin(POOR, POOR_TALON), "vado_solo")


@clause("mineo-3 3.7")
def test_a_trump_goes_only_when_no_suit_card_but_kings_is_left() -> None:
    run = solo_with_poor_hand()
    assert options(run) == ("SQ", "S5")
    assert refused(run, "T15") == "mineo-3 3.7"
    with pytest.raises(IllegalChoice):
        run.do("T6")
    assert options(do(run, "S5")) == ("SQ",)
    assert refused(run, "T6") == "mineo-3 3.7"
    assert options(do(run, "SQ")) == tuple(f"T{trump}" for trump in range(15, 5, -1))
    assert asked(do(run, "T6")) == (1, "announce")


@clause("mineo-3 3.7")
def test_the_miseria_is_laid_away_like_any_low_trump() -> None:
    talon = "T8 T7 T0"
    run = do(begin(POOR, talon), "vado_solo SQ S5")
    assert "T0" in options(run)
    assert refused(do(begin(POOR, talon), "vado_solo"), "T0") == "mineo-3 3.7"


@clause("mineo-3 3.8")
def test_cards_laid_away_are_secret_trumps_too_and_count_for_the_soloist() -> None:
    run = do(solo_with_poor_hand(), "SQ S5 T9")
    for seat in (0, 2, None):
        assert not {"SQ", "S5", "T9"} & seen(run, seat)
        assert run.view(seat).heard("has laid away") == ((1, "3"),)
    do(run, "silence silence silence")
    play_by(run, {})
    outcome = outcome_of(run.table)
    assert {"SQ", "S5", "T9"} <= outcome.piles[1]
    assert len(outcome.tricks) == 20  # the cards laid away are no trick


@clause("mineo-3 3.9")
def test_after_fatto_e_nothing_laid_away_can_be_taken_back() -> None:
    run = do(solo(), "S7 S6")
    assert run.can_undo(1)
    assert "says" not in {event.kind for event in run.events}
    run.do("S5")
    assert not run.can_undo(1)
    assert run.view(None).heard("says") == ((1, "fatto_e"),)
    assert asked(run) == (1, "announce")


@clause("mineo-3 3.10")
def test_first_the_soloist_then_his_opponents_in_turn_announce_before_the_first_card() -> None:
    run = announcing("vado_solo")
    order = []
    while run.decision is not None and run.decision.kind == "announce":
        order.append((run.decision.seat, run.decision.options))
        run.do(run.decision.options[0])
    assert order == [
        (1, ("scommessa", "silence")),
        (2, ("rivanto", "silence")),
        (0, ("rivanto", "silence")),
    ]
    assert run.view(None).heard("announce") == (
        (1, "scommessa"),
        (2, "rivanto"),
        (0, "rivanto"),
    )
    assert asked(run) == (2, "play")


@clause("mineo-3 3.11")
def test_only_the_soloist_bets_and_he_need_not_hold_a_ten() -> None:
    run = announcing("vado_solo")
    assert not {"T20", "T1", "F"} & set(run.view(1).hand)
    assert "scommessa" in options(run)
    assert refused(do(run, "silence"), "scommessa") == "mineo-3 3.11"
    assert refused(run, "capotto") == "mineo-3 3.13"


@clause("mineo-3 3.12")
@pytest.mark.parametrize(
    ("said", "behind", "not_passed"),
    [
        ("vado_solo", [2, 0], [2, 0]),
        ("passo vado_solo", [0], [0]),
        ("pago vado_solo", [0], [0, 1]),
        ("passo passo vado_solo", [], []),
        ("pago passo vado_solo", [], [1]),
        ("pago prendo vado_solo", [], [1, 2]),
    ],
)
def test_after_the_last_packet_rivanto_is_for_those_behind_the_soloist(
    said: str, behind: list[int], not_passed: list[int]
) -> None:
    late = TO_PAUSE_4 + said
    both = _others_in_turn(said)

    def asked_with(rivanto: str) -> list[int]:
        return asked_for_rivanto(announcing(late, rivanto=rivanto, solo_after_prendo=True))

    assert asked_with("behind") == behind
    assert asked_with("not_passed") == not_passed
    assert asked_with("both") == both


def _others_in_turn(said: str) -> list[int]:
    soloist = len(said.split()) % 3  # seat 1 speaks first
    return [(soloist + 1) % 3, (soloist + 2) % 3]


@clause("mineo-3 8.2")
def test_dummetts_preset_lets_both_say_rivanto() -> None:
    options_of_preset = GAME.resolve(preset="dummett")
    assert options_of_preset == GAME.resolve({"rivanto": "both"})
    late = do(begin(HANDS, TALON, "dummett"), f"{TO_PAUSE_4}passo passo vado_solo {TALON}")
    assert asked_for_rivanto(late) == [1, 2]


@clause("mineo-3 3.13")
@pytest.mark.parametrize("said", ["vado_solo", "pago vado_solo", "passo passo vado_solo"])
@pytest.mark.parametrize("rivanto", ["behind", "both", "not_passed"])
def test_after_an_early_solo_both_may_say_rivanto(said: str, rivanto: str) -> None:
    run = announcing(said, rivanto=rivanto)
    assert asked_for_rivanto(run) == _others_in_turn(said)


@clause("mineo-3 3.13", "mineo-3 8.1")
def test_in_palagonia_both_may_after_a_solo_in_pause_2_or_3() -> None:
    for way in (TO_PAUSE_2, TO_PAUSE_2 * 2):
        run = announcing(f"{way}passo passo vado_solo", solo_rounds="every")
        assert asked_for_rivanto(run) == [1, 2]


@clause("mineo-3 3.14")
def test_the_soloist_never_says_rivanto() -> None:
    for given in ("behind", "both", "not_passed"):
        run = announcing("vado_solo", rivanto=given)
        assert refused(run, "rivanto") == "mineo-3 3.14"

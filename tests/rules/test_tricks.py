"""The pure functions of a trick: with a Fool that is a trump, and with one that excuses."""

from __future__ import annotations

import pytest

from matto.engine.cards import (
    MOST,
    NUMBER,
    SUITS,
    HandOrder,
    Pack,
    codes_in,
    hand_order_of,
    words,
)
from matto.engine.tricks import (
    BINDS_ALWAYS,
    BINDS_NEVER,
    BINDS_UNTIL_TRUMP,
    DEMANDED,
    EXCUSES,
    FOOL_IS_TRUMP,
    FREE,
    IS_THROWN_OFF,
    LEADING,
    LEADS_AT_LAST,
    LEADS_FOR_TRUMP,
    LEADS_FREELY,
    TRUMP,
    FoolRule,
    beats,
    fool_in_trick,
    led_after,
    legal,
)
from matto.games import game

SWORDS, BATONS, CUPS, COINS = range(len(SUITS))
A_TRUMP_IN_NAME = FoolRule(excuses=0, forced=1, leads=LEADS_FOR_TRUMP)
UNFORCED = FoolRule(excuses=0, forced=0, leads=LEADS_FOR_TRUMP)
EXCUSE = FoolRule(excuses=1, forced=0, leads=LEADS_AT_LAST)


def may_play(hand: str, led: int, fool: FoolRule) -> set[str]:
    return set(codes_in(*legal(*words(hand.split()), led, fool)))


def state_after(cards: str, fool: FoolRule) -> int:
    led = LEADING
    for card in cards.split():
        led = led_after(led, NUMBER[card], fool)
    return led


def taken_by(cards: str, order: str = "A 2 3 4 5 6 7 8 9 10 J C Q K", *, fool: int = 0) -> str:
    """The winning card of a trick in which aces are low and trumps go by their numbers."""
    heights = {
        suit + rank: height for suit in SUITS for height, rank in enumerate(order.split())
    }
    heights |= {f"T{trump}": trump for trump in range(22)} | {"F": fool}
    best, *others = cards.split()
    for card in others:
        if beats(NUMBER[card], NUMBER[best], heights[card], heights[best]):
            best = card
    return best


@pytest.mark.parametrize(
    ("hand", "led", "allowed"),
    [
        pytest.param("SK S2 CK T3 F", SWORDS, "SK S2", id="follow, and no Fool (4.3, 4.12)"),
        pytest.param("S2 F", SWORDS, "S2", id="a single card of the suit binds as well"),
        pytest.param(
            "CK T21 T1 F", SWORDS, "T21 T1 F", id="void: any trump or Fool (4.5, 4.13)"
        ),
        pytest.param("CK T21 T1", SWORDS, "T21 T1", id="void: any trump (4.5, 4.7)"),
        pytest.param("CK B2 F", SWORDS, "F", id="neither: the Fool is forced (4.14)"),
        pytest.param("CK B2", SWORDS, "CK B2", id="neither and no Fool: anything (4.6)"),
        pytest.param(
            "CK T5 T4 F", TRUMP, "T5 T4 F", id="trump on trump, or the Fool (4.4, 4.13)"
        ),
        pytest.param("CK T5", TRUMP, "T5", id="trump on trump (4.4)"),
        pytest.param("CK F", TRUMP, "F", id="no trump: the Fool is forced (4.14)"),
        pytest.param("CK BA", TRUMP, "CK BA", id="no trump, no Fool: anything (4.6)"),
        pytest.param("CK T5 F", LEADING, "CK T5 F", id="any card may be led (4.2)"),
        pytest.param("CK T5 T1", DEMANDED, "T5 T1", id="a led Fool demands trump (4.16)"),
        pytest.param("CK SA", DEMANDED, "CK SA", id="who has none is free (4.17)"),
    ],
)
def test_a_fool_that_is_a_trump_in_name(hand: str, led: int, allowed: str) -> None:
    assert may_play(hand, led, A_TRUMP_IN_NAME) == set(allowed.split())


@pytest.mark.parametrize("suit", range(len(SUITS)))
def test_the_card_after_a_led_fool_binds_those_without_trumps(suit: int) -> None:
    own, other = f"{SUITS[suit]}5", f"{SUITS[suit - 1]}5"
    bound = DEMANDED + 1 + suit
    assert may_play(f"{own} {other}", bound, A_TRUMP_IN_NAME) == {own}
    assert may_play(other, bound, A_TRUMP_IN_NAME) == {other}
    assert may_play(f"{own} {other} T7", bound, A_TRUMP_IN_NAME) == {"T7"}


@pytest.mark.parametrize("led", [SWORDS, TRUMP])
def test_an_unforced_fool_leaves_the_whole_hand_free(led: int) -> None:
    assert may_play("CK B2 F", led, UNFORCED) == {"CK", "B2", "F"}
    assert may_play("CK T2 F", led, UNFORCED) == {"T2", "F"}


@pytest.mark.parametrize(
    ("hand", "led", "allowed"),
    [
        pytest.param("SK CK T3 F", SWORDS, "SK F", id="instead of following"),
        pytest.param("CK T3 F", SWORDS, "T3 F", id="instead of trumping"),
        pytest.param("CK F", SWORDS, "CK F", id="never forced"),
        pytest.param("CK T3 F", TRUMP, "T3 F", id="instead of a trump on a trump"),
        pytest.param("CK T3 F", LEADING, "CK T3", id="not led while others are held"),
        pytest.param("CK F", LEADING, "CK", id="not led while one other is held"),
        pytest.param("T3 F", LEADING, "T3", id="not led while one trump is held"),
        pytest.param("F", LEADING, "F", id="led as the last card"),
        pytest.param("CK T3", FREE, "CK T3", id="after a led Fool anything"),
    ],
)
def test_a_fool_that_excuses_and_is_led_at_last_only(hand: str, led: int, allowed: str) -> None:
    assert may_play(hand, led, EXCUSE) == set(allowed.split())


def test_a_fool_that_may_be_led_freely() -> None:
    free = EXCUSE._replace(leads=LEADS_FREELY)
    assert may_play("CK T3 F", LEADING, free) == {"CK", "T3", "F"}
    assert state_after("F", free) == FREE
    assert state_after("F C4", free) == CUPS
    assert state_after("F T4", free) == TRUMP


@pytest.mark.parametrize(
    ("hand", "led", "allowed"),
    [
        pytest.param("SK CK T3 F", SWORDS, "SK", id="no excuse from following"),
        pytest.param("CK T3 F", SWORDS, "T3", id="no excuse from trumping"),
        pytest.param("CK T3 F", TRUMP, "T3", id="no trump"),
        pytest.param("CK F", SWORDS, "CK F", id="thrown off by who can do neither"),
        pytest.param("CK F", TRUMP, "CK F", id="thrown off by who has no trump"),
        pytest.param("F", TRUMP, "F", id="the only card"),
        pytest.param("CK T3 F", LEADING, "CK T3 F", id="led"),
        pytest.param("CK T3 F", FREE, "CK T3 F", id="anything"),
    ],
)
def test_a_fool_that_is_only_thrown_off(hand: str, led: int, allowed: str) -> None:
    assert may_play(hand, led, FoolRule(excuses=IS_THROWN_OFF)) == set(allowed.split())


def test_a_fool_that_excuses_up_to_a_trick_is_thrown_off_later() -> None:
    rule = FoolRule(forced=1, leads=LEADS_AT_LAST, binds=BINDS_NEVER, until=21)
    assert fool_in_trick(rule, 1) == fool_in_trick(rule, 21) == rule
    assert rule.excuses == EXCUSES
    assert fool_in_trick(rule, 22) == rule._replace(excuses=IS_THROWN_OFF)
    assert fool_in_trick(FoolRule(), 25) == FoolRule()


@pytest.mark.parametrize(
    ("cards", "led"),
    [
        ("", LEADING),
        ("S4", SWORDS),
        ("B4 T4", BATONS),
        ("D4 F T4", COINS),
        ("T4 C4", TRUMP),
        ("F", DEMANDED),
        ("F T4", TRUMP),
        ("F T4 C4", TRUMP),
        ("F C4", DEMANDED + 1 + CUPS),
        ("F C4 S4", DEMANDED + 1 + CUPS),
        ("F C4 S4 T1", TRUMP),
    ],
)
def test_the_state_of_a_trick_after_each_card(cards: str, led: int) -> None:
    assert state_after(cards, A_TRUMP_IN_NAME) == led


@pytest.mark.parametrize(
    ("binds", "before_a_trump", "after_a_trump"),
    [
        (BINDS_UNTIL_TRUMP, {"S5"}, {"S5", "C5"}),
        (BINDS_ALWAYS, {"S5"}, {"S5"}),
        (BINDS_NEVER, {"S5", "C5"}, {"S5", "C5"}),
    ],
)
def test_how_long_the_suit_after_a_led_fool_binds(
    binds: int, before_a_trump: set[str], after_a_trump: set[str]
) -> None:
    fool = A_TRUMP_IN_NAME._replace(binds=binds)
    assert may_play("S5 C5", state_after("F S9", fool), fool) == before_a_trump
    assert may_play("S5 C5", state_after("F S9 T2", fool), fool) == after_a_trump
    assert may_play("S5 C5", state_after("F T2", fool), fool) == {"S5", "C5"}
    assert may_play("S5 C5 T9", state_after("F S9 T2", fool), fool) == {"T9"}
    assert may_play("S5 C5 T9", state_after("F S9", fool), fool) == {"T9"}


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("S5 SK S6", "SK"),
        ("S5 CK DK BK", "S5"),
        ("S5 SA S2", "S5"),
        ("SK T1 SQ", "T1"),
        ("SK T1 T21 T20", "T21"),
        ("T3 SK T2", "T3"),
        ("F S5 SK CK", "SK"),
        ("F S5 CK BK", "S5"),
        ("F S5 T1 SK", "T1"),
        ("F T2 T1", "T2"),
        ("SA F", "SA"),
        ("T1 F", "T1"),
        ("SA F S2", "S2"),
    ],
)
def test_which_card_takes_the_trick(cards: str, best: str) -> None:
    assert taken_by(cards) == best


def test_of_equal_cards_the_later_takes() -> None:
    assert beats(NUMBER["T2"], NUMBER["T5"], 2, 2)
    assert not beats(NUMBER["T2"], NUMBER["T5"], 2, 3)


# -- a Fool that is the highest trump, as in Austria, Hungary and Slovenia ---------------------

HIGH = 22
MODERN = Pack(
    "54 cards",
    suits={"S": "K Q C J 10 9 8 7", "B": "K Q C J 10 9 8 7"}
    | dict.fromkeys("CD", "K Q C J A 2 3 4"),
    trumps="F " + " ".join(f"T{trump}" for trump in range(21, 0, -1)),
    values={},
)


@pytest.mark.parametrize(
    ("hand", "led", "allowed"),
    [
        ("S5 C5 T3 F", LEADING, "S5 C5 T3 F"),
        ("S5 C5 T3 F", SWORDS, "S5"),
        ("C5 T3 F", SWORDS, "T3 F"),
        ("C5 F", SWORDS, "F"),
        ("C5 D5", SWORDS, "C5 D5"),
        ("S5 T3 F", TRUMP, "T3 F"),
        ("S5 C5 F", TRUMP, "F"),
    ],
)
def test_a_fool_that_is_a_trump_is_played_where_a_trump_is(
    hand: str, led: int, allowed: str
) -> None:
    assert may_play(hand, led, FOOL_IS_TRUMP) == set(allowed.split())


def test_a_fool_that_is_a_trump_is_led_as_one() -> None:
    assert state_after("F", FOOL_IS_TRUMP) == TRUMP
    assert state_after("F S5", FOOL_IS_TRUMP) == TRUMP
    assert state_after("S5 F", FOOL_IS_TRUMP) == SWORDS


@pytest.mark.parametrize("cards", ["F T21", "T21 F", "SK F T1", "F SK T21 T20"])
def test_a_fool_that_is_the_highest_trump_takes_every_trick(cards: str) -> None:
    assert taken_by(cards, fool=HIGH) == "F"


def test_a_pack_has_a_fool_that_is_a_trump_once_and_above_the_others() -> None:
    assert MODERN.fool_is_trump
    assert len(MODERN.codes) == len(MODERN.cards) == 54
    assert MODERN.codes[32:35] == ("F", "T21", "T20")
    assert MODERN.strength[NUMBER["F"]] == HIGH > MODERN.strength[NUMBER["T21"]]


@pytest.mark.parametrize("hand", ["F T21 T12 T11 T1", "SK F T3", "F", "T20 T2", "C2 D4 F T12"])
def test_choices_are_given_in_the_order_of_a_hand_with_the_fool_first_of_the_trumps(
    hand: str,
) -> None:
    assert hand_order_of(MODERN).cards(*words(hand.split())) == tuple(hand.split())


def test_of_all_hands_that_there_can_be_not_all_are_kept() -> None:
    grosstarock = game("grosstarock")
    pack = grosstarock.pack(grosstarock.resolve())
    order, suit = HandOrder(pack), [card for card in pack.codes if card[0] == "S"]
    for number in range(6000):
        held = [card for place, card in enumerate(suit) if number >> place & 1]
        assert order.cards(*words(held)) == pack.sort(held)
    assert max(map(len, (order._one_suit, *order._suits))) <= MOST

"""The play of the cards once more, written from the clauses alone and from nothing of matto.

Slow and plain on purpose: a second source for what may be played and who wins. Cards are
codes; a trick is the list of cards played to it so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

Hand = frozenset[str]
MayPlay = Callable[[Hand, Sequence[str]], Hand]

COURTS = ["K", "Q", "C", "J"]
DOWN = ["10", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
UP = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]


@dataclass(frozen=True)
class Rules:
    """What may be played, the ranks of a suit from the top, how high a trump is.

    `due` is what may be played of that, after the cards that lie and the suits led before.
    """

    may_play: MayPlay
    ranks: Mapping[str, Sequence[str]]
    height: Callable[[str], int] = lambda trump: int(trump[1:])
    due: Callable[[Hand, Sequence[str], frozenset[str]], Hand] = lambda may, _trick, _led: may


@dataclass(frozen=True)
class Count:
    """All ways to play on: cards played in all of them, ends, and last tricks won by seat."""

    nodes: int
    ends: int
    last_tricks: tuple[int, ...]


def suit(card: str) -> str:
    """The suit of a card: a letter, `T` for a trump, `F` for the Fool."""
    return card[0]


def of_suit(hand: Hand, wanted: str) -> Hand:
    """The cards of a hand of one suit."""
    return frozenset(card for card in hand if suit(card) == wanted)


def best(trick: Sequence[str], rules: Rules) -> int:
    """The place of the winning card in a trick.

    The highest trump (mineo-3 4.6, calatafimi-2 4.8, priestertarock 4.8, marolles 4.6), of
    equal ones the last (mitigatti-3 5.7), else the highest of the suit led. The Fool never
    wins; when it was led the card next after it sets the suit (mineo-3 4.9, calatafimi-2
    4.13, priestertarock 4.17, marolles 4.10, mitigatti-3 5.11).
    """
    trumps = [card for card in trick if suit(card) == "T"]
    if trumps:
        highest = max(map(rules.height, trumps))
        return trick.index([card for card in trumps if rules.height(card) == highest][-1])
    led = suit(next(card for card in trick if card != "F"))
    following = [card for card in trick if suit(card) == led]
    return trick.index(min(following, key=lambda card: rules.ranks[led].index(card[1:])))


def excuse_may_play(hand: Hand, trick: Sequence[str], *, fool_leads: bool) -> Hand:
    """Follow, else trump, else anything; the Fool at any time, led freely or at the last.

    mineo-3, mineo-4 and ragusa-3 4.2 to 4.4, 4.8, 4.9;
    barcellona-3 4.3, 4.4, 4.8, 4.9; barcellona-4 3.2 to 3.4,
    3.7, 3.8; tortorici-3 and tortorici-1930 4.3, 4.4, 4.8, 4.9; tortorici-4 4.2, 4.3, 4.7,
    4.8; calatafimi-4 and calatafimi-3 4.2, 4.3, 4.7, 4.8; calatafimi-2 4.3 to 4.5, 4.9,
    4.12; marolles 4.2 to 4.4, 4.7, 4.10; mitigatti-3 and mitigatti-4 5.2 to 5.5, 5.9, 5.11.
    """
    fool = hand & {"F"}
    if not trick:
        return hand if fool_leads or hand == {"F"} else hand - {"F"}
    deciding = next((card for card in trick if card != "F"), None)
    if deciding is None:
        return hand
    following = of_suit(hand, suit(deciding))
    if following:
        return following | fool
    trumps = of_suit(hand, "T")
    return trumps | fool if trumps else hand


def late_may_play(hand: Hand, trick: Sequence[str]) -> Hand:
    """From the 22nd trick on the Sküs is no excuse (grosstarock 4.2 to 4.4, 4.11, 4.12)."""
    deciding = next((card for card in trick if card != "F"), None)
    if deciding is None:
        return hand
    return of_suit(hand, suit(deciding)) or of_suit(hand, "T") or hand


def priest_may_play(hand: Hand, trick: Sequence[str], *, forced: bool, binds: str) -> Hand:
    """The Fool as a trump that cannot win (priestertarock 4.2 to 4.6, 4.12 to 4.18)."""
    trumps = of_suit(hand, "T")
    fool = hand & {"F"}
    if not trick:
        return hand
    if trick[0] == "F":
        return trumps or after_a_led_fool(hand, trick, binds)
    led = suit(trick[0])
    if led != "T" and of_suit(hand, led):
        return of_suit(hand, led)
    if trumps:
        return trumps | fool
    if fool and forced:
        return fool
    return hand


def after_a_led_fool(hand: Hand, trick: Sequence[str], binds: str) -> Hand:
    """What one without trumps may play after a led Fool (priestertarock 4.17, 4.18)."""
    if len(trick) == 1 or suit(trick[1]) == "T" or binds == "never":
        return hand
    trumped = any(suit(card) == "T" for card in trick)
    if trumped and binds == "until_trump":
        return hand
    return of_suit(hand, suit(trick[1])) or hand


def court_due(may: Hand, trick: Sequence[str], led_before: frozenset[str]) -> Hand:
    """King and Cavalier to a suit's first trick, Jack under King: calatafimi-3 4.12 to 4.18."""
    barred: set[str] = set()
    for one in "SBCD" if not trick else trick[0][0]:
        own = of_suit(may, one)
        if one == "T" or not own:
            continue
        pips = {card for card in own if card[1:] not in COURTS}
        first = one not in led_before
        if first and one + "K" in own:
            barred |= own - {one + "K"}
        elif first and own - pips == {one + "C"} and len(pips) == 1:
            barred |= pips
        elif one + "K" in trick and one + "J" in own:
            barred |= own - {one + "J"}
    return may - barred


def count(
    hands: Sequence[Hand], leader: int, rules: Rules, led_before: frozenset[str] = frozenset()
) -> Count:
    """Count all ways to play on from hands, a trick to be led by a seat.

    `led_before` are the suits led to earlier tricks.
    """
    nodes = ends = 0
    last_tricks = [0] * len(hands)

    def play(hands: Sequence[Hand], trick: Sequence[str], leader: int, led: Hand) -> None:
        nonlocal nodes, ends
        seat = (leader + len(trick)) % len(hands)
        may = rules.may_play(hands[seat], trick)
        for card in sorted(rules.due(may, trick, led)):
            nodes += 1
            left = [hand - {card} if own == seat else hand for own, hand in enumerate(hands)]
            now = [*trick, card]
            if len(now) < len(hands):
                play(left, now, leader, led)
                continue
            winner = (leader + best(now, rules)) % len(hands)
            if left[winner]:
                play(left, [], winner, led | {suit(now[0])})
            else:
                ends += 1
                last_tricks[winner] += 1

    play(hands, [], leader, led_before)
    return Count(nodes, ends, tuple(last_tricks))


SICILIAN_RANKS = {suit: COURTS + DOWN for suit in "SBCD"}
SICILIAN = {
    "mineo-3",
    "mineo-4",
    "ragusa-3",
    "barcellona-3",
    "barcellona-4",
    "calatafimi-4",
    "calatafimi-3",
    "calatafimi-2",
    "tortorici-3",
    "tortorici-4",
    "tortorici-1930",
}
MAROLLES_RANKS = {**dict.fromkeys("SB", COURTS + DOWN), **dict.fromkeys("CD", COURTS + UP)}


NICE_RANKS = {
    **dict.fromkeys("SB", (*COURTS, "A", *DOWN[:-1])),
    **dict.fromkeys("CD", COURTS + UP),
}


def nice_height(trump: str) -> int:
    """XX, XXI, XIX … VI, then four equal papote, then the I (mitigatti 1.4, 1.5)."""
    number = int(trump[1:])
    return {20: 30, 2: 5, 3: 5, 4: 5}.get(number, number)


def rules_of(game_id: str, options: Mapping[str, object]) -> Rules:
    """The rules of the play of a game with its options."""
    if game_id == "priestertarock":
        forced, binds = bool(options["fool_forced"]), str(options["fool_led_follow"])
        return Rules(
            lambda hand, trick: priest_may_play(hand, trick, forced=forced, binds=binds),
            dict.fromkeys("SBCD", COURTS + DOWN),
        )
    if game_id in {"mitigatti-3", "mitigatti-4"}:
        led = options["fool_lead"] == "next_decides"
        return Rules(
            lambda hand, trick: excuse_may_play(hand, trick, fool_leads=led),
            NICE_RANKS,
            nice_height,
        )
    if game_id == "grosstarock":  # endings of three cards begin with the 23rd trick
        return Rules(late_may_play, MAROLLES_RANKS)
    if game_id == "marolles":
        leads = options["math_lead"] == "allowed"
        return Rules(
            lambda hand, trick: excuse_may_play(hand, trick, fool_leads=leads), MAROLLES_RANKS
        )
    if game_id in SICILIAN:
        rules = Rules(
            lambda hand, trick: excuse_may_play(hand, trick, fool_leads=False), SICILIAN_RANKS
        )
        return replace(rules, due=court_due) if game_id == "calatafimi-3" else rules
    raise LookupError(
        f"Write down in tests/counts/naive.py how the cards of {game_id} are played."
    )

"""All ways to deal and play three games with few cards, from the clauses and nothing of matto.

The deal is by seat 0. Cards of a hand are dealt in the order of the pack, so that each deal is
dealt in one way; a talon's cards come in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, permutations

from counts.naive import SICILIAN_RANKS, Hand, Rules, best, excuse_may_play, suit

RULES = Rules(
    lambda hand, trick: excuse_may_play(hand, trick, fool_leads=False), SICILIAN_RANKS
)
NEVER_AWAY = {"SK", "BK", "CK", "DK", "T20", "T19", "T18", "T17", "T16", "T1", "F"}
Said = tuple[str, ...]


@dataclass(frozen=True)
class Small:
    """A game with few cards, in the order of the pack, and how it is played."""

    game_id: str
    cards: tuple[str, ...]
    seats: int
    hand: int
    play: Callable[[Tree, Table], None]

    @property
    def talon(self) -> int:
        """How many cards lie over."""
        return len(self.cards) - self.seats * self.hand


@dataclass
class Tree:
    """What has been counted: questions, ends, and what seats knew when they were asked."""

    questions: int = 0
    ends: int = 0
    known: set[tuple[int, Said, Said]] = field(default_factory=set)


@dataclass(frozen=True)
class Table:
    """How a deal stands: hands, the talon, what all have heard, what each alone has seen."""

    hands: tuple[Hand, ...]
    talon: Said
    heard: Said
    alone: tuple[Said, ...]

    def says(self, seat: int, word: str) -> Table:
        """All hear a word."""
        return Table(self.hands, self.talon, (*self.heard, f"{seat} {word}"), self.alone)

    def sees(self, seat: int, *cards: str) -> Table:
        """One seat alone sees cards, or does something with them."""
        alone = tuple(
            (*seen, *cards) if own == seat else seen for own, seen in enumerate(self.alone)
        )
        return Table(self.hands, self.talon, self.heard, alone)

    def with_hand(self, seat: int, hand: Hand) -> Table:
        """A seat holds other cards."""
        hands = tuple(hand if own == seat else held for own, held in enumerate(self.hands))
        return Table(hands, self.talon, self.heard, self.alone)


def counted(small: Small) -> tuple[tuple[int, int, int], int]:
    """Chance nodes, questions and ends; and how many information sets there are."""
    tree, begun = Tree(), set()
    for dealt in deals(small):
        begun |= {dealt[:number] for number in range(len(dealt))}
        cut = [number * small.hand for number in range(small.seats + 1)]
        hands = tuple(dealt[a:b] for a, b in pairwise(cut))
        small.play(tree, Table(tuple(map(frozenset, hands)), dealt[cut[-1] :], (), hands))
    return (len(begun), tree.questions, tree.ends), len(tree.known)


def deals(small: Small) -> Iterator[Said]:
    """Every deal: the hands in the order of the pack, then the talon in any order."""
    for order in permutations(small.cards):
        hands = (
            order[number * small.hand : (number + 1) * small.hand]
            for number in range(small.seats)
        )
        if all(list(hand) == sorted(hand, key=small.cards.index) for hand in hands):
            yield order


def asked(tree: Tree, table: Table, seat: int) -> None:
    """A seat is asked something."""
    tree.questions += 1
    tree.known.add((seat, table.heard, table.alone[seat]))


def tricks(tree: Tree, table: Table, leader: int, lying: Sequence[str] = ()) -> None:
    """Play to the end; from a talon that is a stock all draw after each trick."""
    seats = len(table.hands)
    seat = (leader + len(lying)) % seats
    asked(tree, table, seat)
    for card in RULES.may_play(table.hands[seat], lying):
        now = [*lying, card]
        after = table.says(seat, card).with_hand(seat, table.hands[seat] - {card})
        if len(now) < seats:
            tricks(tree, after, leader, now)
            continue
        winner = (leader + best(now, RULES)) % seats
        if after.heard[0] == "stock" and after.talon:
            after = drawn(after, winner)
        if after.hands[winner]:
            tricks(tree, after, winner)
        else:
            tree.ends += 1


def drawn(table: Table, winner: int) -> Table:
    """The winner of a trick draws first; all see what is drawn (calatafimi-2 4.18, 4.19)."""
    for turn in range(len(table.hands)):
        seat = (winner + turn) % len(table.hands)
        card, *left = table.talon
        table = table.says(seat, card).with_hand(seat, table.hands[seat] | {card})
        table = Table(table.hands, tuple(left), table.heard, table.alone)
    return table


def calatafimi_2(tree: Tree, table: Table) -> None:
    """The dealer's opponent leads (4.1); there is no bidding."""
    tricks(tree, Table(table.hands, table.talon, ("stock",), table.alone), leader=1)


def tortorici_3(tree: Tree, table: Table) -> None:
    """The forehand says chiamo or solo, a later solo tops a chiamo: 2.6 to 2.11."""
    asked(tree, table, 1)
    take_up(tree, table.says(1, "solo"), 1, leader=1)
    called = table.says(1, "chiamo")
    for seat in (2, 0):
        asked(tree, called, seat)
        topped = called.says(seat, "solo")
        asked(tree, topped, 1)
        take_up(tree, topped.says(1, "solo_io"), 1, leader=1)
        take_up(tree, topped.says(1, "bene"), seat, leader=seat)
        called = called.says(seat, "bene")
    take_up(tree, called, 1, leader=2)


def barcellona_3(tree: Tree, table: Table) -> None:
    """The left neighbour, the right one, then the dealer, who sees the talon: 2.6 to 2.11."""
    for seat in (2, 1):
        asked(tree, table, seat)
        shown = table.says(seat, "solo").says(0, " ".join(table.talon))
        take_up(tree, shown, seat, leader=(seat + 1) % 3)
        table = table.says(seat, "passo")
    table = table.sees(0, *table.talon)
    asked(tree, table, 0)
    tree.ends += 1  # thrown in
    for word in ("solo", "each"):
        take_up(tree, table.says(0, word).says(0, " ".join(table.talon)), 0, leader=1)


def take_up(tree: Tree, table: Table, seat: int, leader: int) -> None:
    """Take the one card of the talon and lay one away: tortorici-3 3.1 to 3.5."""
    (card,) = table.talon
    table = table.sees(seat, card).with_hand(seat, table.hands[seat] | {card})
    asked(tree, table, seat)
    free = {one for one in table.hands[seat] - NEVER_AWAY if suit(one) != "T"}
    for away in free or table.hands[seat] - NEVER_AWAY:
        laid = table.sees(seat, away).with_hand(seat, table.hands[seat] - {away})
        tricks(tree, laid, leader)


SMALL = (
    Small("calatafimi-2", ("SK", "SQ", "DK", "D6", "T2", "F"), 2, 3, calatafimi_2),
    Small("tortorici-3", ("SQ", "S7", "D6", "T2"), 3, 1, tortorici_3),
    Small("barcellona-3", ("SQ", "S7", "D6", "T2"), 3, 1, barcellona_3),
)
WITH_A_STOCK = Small("calatafimi-2", ("SK", "S7", "D6", "T5", "T2", "F"), 2, 2, calatafimi_2)

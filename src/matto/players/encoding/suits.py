"""Suits that are alike, and an order of them that does not depend on their names.

Nobody has written down which they are. Two suits with as many cards of the same values are
tried: deals by chance are played once more with their names exchanged, and everything must
come out as before under the other names: what is asked, the choices, the pay rules, the result.

A learner that has seen a hand with long swords need not see it again with long batons: the
alike suits are put in the order of what is known of each, so that deals that differ only by
names of suits are one. Actions are put in the same order.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from matto.engine.cards import NUMBER, SUITS, Pack, cards_of
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.outcome import outlook
from matto.engine.run import Run
from matto.engine.scoring import PayRule
from matto.players.encoding.vector_layout import LETTERED

TRIED = 24
"""How many deals are played with the names of two suits exchanged."""
ASIDES = 0.1
"""In how many positions it is compared what may be said aside."""

_PARTS = re.compile(r"([ :_=])")


@dataclass(frozen=True)
class Renaming:
    """Two suits of a pack that exchange their names; cards go by their place in the suit."""

    pack: Pack
    first: str
    second: str

    @cached_property
    def names(self) -> dict[str, str]:
        """Cards and names of suits, and what they are called after the exchange."""
        one, two = self.first, self.second
        names = self.pack.suit_names
        pairs = {names[one]: names[two]} | {
            one + high: two + low
            for high, low in zip(self.pack.ranks_of[one], self.pack.ranks_of[two], strict=True)
        }
        return pairs | {new: old for old, new in pairs.items()}

    def word(self, word: str) -> str:
        """Return a card or a word as it is called after the exchange."""
        return "".join(self.names.get(part, part) for part in _PARTS.split(word))

    def words(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return some cards or words as they are called after the exchange."""
        return tuple(map(self.word, words))


def alike_suits(game: Game, options: Options) -> tuple[tuple[str, ...], ...]:
    """Return the suits of a game in groups of those that are alike."""
    pack = game.pack(options)
    groups = {suit: {suit} for suit in SUITS}
    for one, two in combinations(SUITS, 2):
        if groups[one] is groups[two] or not _may_be_alike(pack, one, two):
            continue
        if _are_alike(game, options, Renaming(pack, one, two)):
            groups[one] |= groups[two]
            for suit in groups[one]:
                groups[suit] = groups[one]
    return tuple(dict.fromkeys(tuple(sorted(groups[s], key=SUITS.index)) for s in SUITS))


def _may_be_alike(pack: Pack, one: str, two: str) -> bool:
    """Return whether two suits have as many cards, each worth as much as that in its place."""
    values = [
        [pack.value_of[suit + rank] for rank in pack.ranks_of[suit]] for suit in (one, two)
    ]
    return values[0] == values[1]


def _are_alike(game: Game, options: Options, renaming: Renaming) -> bool:
    return all(_comes_out_alike(game, options, renaming, deal) for deal in range(TRIED))


def _comes_out_alike(game: Game, options: Options, renaming: Renaming, number: int) -> bool:
    """Play a deal twice, the second time with the names of two suits exchanged."""
    rng = random.Random(f"{game.id} {number}")
    cards, dealer = _stack_pack(renaming.pack, number, rng), number % game.seats
    runs = [
        Run(game, game.deal_from(pack, options, dealer), dealer=dealer, options=options)
        for pack in (cards, renaming.words(cards))
    ]
    run, other = runs
    while run.decision is not None:
        if not _asks_alike(run, other, renaming, rng):
            return False
        choice = rng.choice(run.decision.options)
        run.do(choice)
        other.do(renaming.word(choice))
    return (
        other.decision is None
        and _ended(run) == _ended(other)
        and _paid(run, renaming) == _paid(other, None)
    )


def _stack_pack(pack: Pack, number: int, rng: random.Random) -> list[str]:
    """Put the pack in an order in which some cards stay together: suits, or ranks, or none."""
    near = number % 3

    def place(card: str) -> float:
        together = (0, pack.suit_of(card), pack.strength[NUMBER[card]] // 3)[near]
        return together + rng.random() * (1 + near)

    return sorted(pack.codes, key=place)


def _asks_alike(run: Run, other: Run, renaming: Renaming, rng: random.Random) -> bool:
    asked, instead = run.decision, other.decision
    if asked is None or instead is None:
        return asked is instead
    if (asked.seat, asked.kind) != (instead.seat, instead.kind):
        return False
    if set(renaming.words(asked.options)) != set(instead.options):
        return False
    if rng.random() >= ASIDES:
        return True
    seats = range(run.game.seats)
    return all(set(renaming.words(run.asides(s))) == set(other.asides(s)) for s in seats)


def _ended(run: Run) -> tuple[Hashable, ...]:
    result = run.result
    assert result is not None
    carried = tuple(sorted(result.carried.items()))
    return result.scores, result.points, result.next_dealer, result.thrown_in, carried


def _paid(run: Run, renaming: Renaming | None) -> Counter[Hashable]:
    """Return the cards that are paid for, and those with which a Fool is bought."""
    game, options, contract = run.game, run.options, run.table.contract
    if contract is None:
        return Counter()
    expected = outlook(run.table, contract)
    goes = game.fool_goes(options)
    worthless = _renamed_cards(cards_of(goes.plain, goes.tarocks), renaming)
    rules = game.pay_rules(expected, options)
    return Counter([worthless, *(_rule(rule, renaming) for rule in rules)])


def _rule(rule: PayRule, renaming: Renaming | None) -> Hashable:
    """All numbers of a pay rule and the cards that it is about; not what the sheet calls it."""
    unnamed = msgspec.structs.replace(
        rule,
        cards=_renamed_cards(rule.cards, renaming),
        table=tuple(rule.table),
        line=_NO_LINE,
        lost=None,
        even=None,
    )
    return msgspec.structs.astuple(unnamed)


def _renamed_cards(cards: frozenset[str], renaming: Renaming | None) -> frozenset[str]:
    return cards if renaming is None else frozenset(map(renaming.word, cards))


_NO_LINE = PayRule(0).line


def parts_of_suits(
    names: Sequence[str], pack: Pack, letters: frozenset[str]
) -> dict[str, dict[str, int]]:
    """Find the entries that are about one suit: for each suit, their places by what they say.

    What they say has the suit left out, so that those of two suits can be compared. In planes
    of `letters` a suit stands as its letter.
    """
    found: dict[str, dict[str, int]] = {suit: {} for suit in SUITS}
    meant = dict(_meanings(pack))
    for place, name in enumerate(names):
        parts, lettered = _PARTS.split(name), name.partition(" ")[0] in letters
        for at, part in enumerate(parts):
            suit, rest = meant.get(part, ("", ""))
            if lettered and part in set(SUITS):
                suit, rest = part, "suit"
            if suit:
                found[suit]["".join((*parts[:at], f"<{rest}>", *parts[at + 1 :]))] = place
    return found


def _meanings(pack: Pack) -> Iterator[tuple[str, tuple[str, str]]]:
    for suit in SUITS:
        yield pack.suit_names[suit], (suit, "suit")
        for place, rank in enumerate(pack.ranks_of[suit]):
            yield suit + rank, (suit, str(place))


Places = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class SuitOrder:
    """An order of the suits: which of them stands in the place of each.

    `suits` are those that stand in the places of S, B, C and D. `entries` says for every
    entry of a canonical observation where it is in the observed one, `actions` for every
    canonical action which one it really is.
    """

    suits: tuple[str, ...]
    entries: Places
    actions: Places

    def observation(self, observed: NDArray[Any]) -> NDArray[Any]:
        """Put an observation, or many in rows, in this order."""
        return observed[..., self.entries]

    def mask(self, mask: NDArray[Any]) -> NDArray[Any]:
        """Put a mask, or any numbers by action, in this order."""
        return mask[..., self.actions]

    def action(self, canonical: int) -> int:
        """Return the action that is meant by one in this order."""
        return int(self.actions[canonical])

    def canonical(self, action: int) -> int:
        """Return what an action is in this order."""
        return int(self.places[action])

    @cached_property
    def places(self) -> Places:
        """The place of each action in this order."""
        return np.argsort(self.actions)


class SuitOrders:
    """All orders of the alike suits of a game with some options.

    Which suits are `alike` is found out, which takes a moment, unless it is given. `groups`
    are those of more than one suit; `entries` and `actions` say by suit where its parts are, in
    the same order for all of a group.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        names: tuple[str, ...],
        actions: tuple[str, ...],
        alike: tuple[tuple[str, ...], ...] | None = None,
    ) -> None:
        pack = game.pack(options)
        entries = parts_of_suits(names, pack, LETTERED)
        choices = parts_of_suits(actions, pack, frozenset())
        self.alike = alike_suits(game, options) if alike is None else alike
        self._sizes = len(names), len(actions)
        self.entries = self._side_by_side(entries)
        self.actions = self._side_by_side(choices)
        self.groups = [group for group in self.alike if len(group) > 1]
        self._orders: dict[tuple[str, ...], SuitOrder] = {}

    def _side_by_side(self, parts: Mapping[str, Mapping[str, int]]) -> Mapping[str, Places]:
        """The places of each suit, so that those of alike ones say the same."""
        found = {}
        for group in self.alike:
            common = [what for what in parts[group[0]] if all(what in parts[s] for s in group)]
            for suit in group:
                found[suit] = np.array([parts[suit][what] for what in common], dtype=np.intp)
        return found

    def of(self, observed: NDArray[Any]) -> SuitOrder:
        """Return the order in which more comes before less, entry by entry."""
        suits = dict(zip(SUITS, SUITS, strict=True))
        for group in self.groups:
            known = {suit: observed[self.entries[suit]].tobytes() for suit in group}
            ordered = sorted(group, key=known.__getitem__, reverse=True)
            suits.update(zip(group, ordered, strict=True))
        return self._found(tuple(suits.values()))

    def of_rows(self, observed: NDArray[np.uint8]) -> Iterator[tuple[SuitOrder, Places]]:
        """Return the same for many at once: each order, and the rows whose order it is."""
        places = np.tile(np.arange(len(SUITS)), (len(observed), 1))
        for group in self.groups:
            own = np.array([SUITS.index(suit) for suit in group])
            known = np.stack([observed[:, self.entries[suit]] for suit in group], axis=1)
            as_one = np.ascontiguousarray(255 - known).view(f"S{known.shape[2]}")[..., 0]
            places[:, own] = own[np.argsort(as_one, axis=1, kind="stable")]
        orders, which = np.unique(places, axis=0, return_inverse=True)
        for number, order in enumerate(orders.tolist()):
            suits = tuple(SUITS[place] for place in order)
            yield self._found(suits), np.flatnonzero(which.ravel() == number)

    def _found(self, order: tuple[str, ...]) -> SuitOrder:
        if order not in self._orders:
            self._orders[order] = self._order(order)
        return self._orders[order]

    def _order(self, suits: tuple[str, ...]) -> SuitOrder:
        entries, actions = map(np.arange, self._sizes)
        for place, suit in zip(SUITS, suits, strict=True):
            entries[self.entries[place]] = self.entries[suit]
            actions[self.actions[place]] = self.actions[suit]
        return SuitOrder(suits, entries, actions)

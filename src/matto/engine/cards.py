"""Cards and packs: codes, numbers, suits, rank orders, values, and hands in display order.

A card is known by its code everywhere (`SK`, `C10`, `T21`, `F`). Inside the engine it also
has a number that is the same in every game, so that a set of cards is two 64-bit words:

* plain suits: `14 * suit + rank`, the bits 0 … 55 of the word *plain*;
* trumps and the Fool: `56 + n` for `Tn`, `78` for `F`, the bits 0 … 22 of the word *tarocks*.

A pack gives the numbers their strength in a trick and their value in the count.

What has been looked up is kept here and not with the pack: a pack is in every view, and the
pieces of a deal's hands are not for all seats to see.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from typing import Any

from matto.engine.errors import BadCard
from matto.engine.words import N_, text

SUITS = "SBCD"
RANKS = "A23456789" + "X" + "JCQK"  # X stands for 10 while a rank is one letter
RANK_NAMES = tuple("10" if rank == "X" else rank for rank in RANKS)
RANKS_IN_SUIT = len(RANKS)
FIRST_TRUMP = RANKS_IN_SUIT * len(SUITS)
TRUMP_NUMBERS = range(22)
FOOL = "F"

CODES: tuple[str, ...] = (
    *(suit + rank for suit in SUITS for rank in RANK_NAMES),
    *(f"T{number}" for number in TRUMP_NUMBERS),
    FOOL,
)
NUMBER: Mapping[str, int] = {code: number for number, code in enumerate(CODES)}

TRUMP_SUIT = len(SUITS)
FOOL_SUIT = TRUMP_SUIT + 1
SUIT_OF: tuple[int, ...] = tuple(
    FOOL_SUIT if code == FOOL else TRUMP_SUIT if code[0] == "T" else SUITS.index(code[0])
    for code in CODES
)

_SUIT: Mapping[str, int] = dict(zip(CODES, SUIT_OF, strict=True))


def suit_of(card: str) -> int:
    """The suit of a card: 0 … 3, trumps 4, the Fool 5."""
    return _SUIT[card]


def is_trump(card: str) -> bool:
    """Return whether a card is a trump; the Fool is none."""
    return _SUIT[card] == TRUMP_SUIT


def in_suit(cards: Iterable[str], suit: int) -> list[str]:
    """The cards of one suit, in their order."""
    return [card for card in cards if _SUIT[card] == suit]


PLAIN_BIT: tuple[int, ...] = tuple(
    1 << number if number < FIRST_TRUMP else 0 for number in range(len(CODES))
)
TAROCK_BIT: tuple[int, ...] = tuple(
    1 << (number - FIRST_TRUMP) if number >= FIRST_TRUMP else 0 for number in range(len(CODES))
)

Words = tuple[int, int]
"""A set of cards as two words: (plain, tarocks)."""


_BIT: Mapping[str, int] = {code: 1 << number for code, number in NUMBER.items()}
_PLAIN_WORD = (1 << FIRST_TRUMP) - 1


def card(code: str) -> int:
    """Return the number of a card; raises `BadCard` for anything else."""
    try:
        return NUMBER[code]
    except KeyError:
        raise BadCard(
            text("“{code}” is not a card. Cards look like SK, C10, T21, F.", code=code)
        ) from None


def cards(codes: str | Iterable[str]) -> frozenset[str]:
    """Return a named set of cards: `cards("SK BK CK DK")`."""
    words = codes.split() if isinstance(codes, str) else codes
    return frozenset(CODES[card(code)] for code in words)


def words(codes: Iterable[str]) -> Words:
    """Return the two words of a set of card codes; raises `BadCard` for anything else."""
    both = 0
    try:
        for code in codes:
            both |= _BIT[code]
    except KeyError as unknown:
        card(unknown.args[0])
    return both & _PLAIN_WORD, both >> FIRST_TRUMP


def codes_in(plain: int, tarocks: int) -> Iterator[str]:
    """Yield the codes of the cards in two words, in order of their numbers."""
    both = plain | tarocks << FIRST_TRUMP
    while both:
        lowest = both & -both
        yield CODES[lowest.bit_length() - 1]
        both ^= lowest


def cards_of(plain: int, tarocks: int) -> frozenset[str]:
    """Return the cards of two words as a set of codes."""
    return frozenset(codes_in(plain, tarocks))


KINGS = cards("SK BK CK DK")
QUEENS = cards("SQ BQ CQ DQ")
CAVALIERS = cards("SC BC CC DC")
JACKS = cards("SJ BJ CJ DJ")
COURTS = KINGS | QUEENS | CAVALIERS | JACKS
TRUMPS = cards(f"T{number}" for number in TRUMP_NUMBERS)
THE_FOOL = cards(FOOL)

ITALIAN_SUITS: Mapping[str, str] = {
    "S": N_("swords"),
    "B": N_("batons"),
    "C": N_("cups"),
    "D": N_("coins"),
}
FRENCH_SUITS: Mapping[str, str] = {
    "S": N_("spades"),
    "B": N_("clubs"),
    "C": N_("hearts"),
    "D": N_("diamonds"),
}

DISPLAY_SUITS = "SCBD"  # black and red in turn, as a hand is held


PACKS_KEPT = 256
"""Packs that are known again when they are read: one for each game and its cards."""


@dataclass(frozen=True)
class Pack:
    """The cards of a game with their order and value.

    `name` is what it is called. `suits` gives each suit's ranks from high to low, as words (as
    `ranks_of` does, one by one); `trumps` the trumps from high
    to low, equals joined by `=`; `values` what a card counts, 0 when absent; `suit_names`
    and `trump_name` are what players call the suits and the trumps. `fool` tells whether there
    is a Fool beside the trumps; one that is itself a trump stands among them.
    """

    name: str
    suits: Mapping[str, str]
    trumps: str
    values: Mapping[str, int]
    fool: bool = True
    suit_names: Mapping[str, str] = field(default_factory=lambda: ITALIAN_SUITS)
    trump_name: str = N_("trumps")
    ranks_of: Mapping[str, tuple[str, ...]] = field(init=False)

    def __post_init__(self) -> None:
        ranks = {suit: tuple(self.suits[suit].split()) for suit in SUITS}
        object.__setattr__(self, "ranks_of", ranks)

    @cached_property
    def fool_is_trump(self) -> bool:
        """Return whether the Fool is a trump like the others, as where Tarock lives today."""
        return FOOL in self.trumps.replace("=", " ").split()

    def suit_of(self, card: str) -> int:
        """The suit of a card, where a Fool that is a trump belongs to the trumps."""
        return TRUMP_SUIT if card == FOOL and self.fool_is_trump else _SUIT[card]

    def is_excuse(self, card: str) -> bool:
        """Return whether a card is a Fool that is no trump."""
        return card == FOOL and not self.fool_is_trump

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """All cards in the order in which a hand is shown."""
        plain = [suit + rank for suit in DISPLAY_SUITS for rank in self.ranks_of[suit]]
        trumps = self.trumps.replace("=", " ").split()
        return (*plain, *trumps, *((FOOL,) if self.fool and not self.fool_is_trump else ()))

    @cached_property
    def cards(self) -> frozenset[str]:
        """All cards as a set."""
        return frozenset(self.codes)

    @cached_property
    def place(self) -> Mapping[str, int]:
        """Return where each card stands in a sorted hand."""
        return {code: index for index, code in enumerate(self.codes)}

    @cached_property
    def strength(self) -> tuple[int, ...]:
        """Strength in a trick by card number; equals share one, a Fool beside them has none."""
        strength = [0] * len(CODES)
        for suit in SUITS:
            for height, rank in enumerate(reversed(self.ranks_of[suit]), start=1):
                strength[NUMBER[suit + rank]] = height
        for height, equals in enumerate(reversed(self.trumps.split()), start=1):
            for code in equals.split("="):
                strength[NUMBER[code]] = height
        return tuple(strength)

    @cached_property
    def value_of(self) -> Mapping[str, int]:
        """Counting value by card code, of the cards of the pack."""
        return {code: self.values.get(code, 0) for code in self.codes}

    def sort(self, codes: Iterable[str]) -> tuple[str, ...]:
        """Return cards in the order in which a hand is shown."""
        return tuple(sorted(codes, key=self.place.__getitem__))

    def __copy__(self) -> Pack:
        return self

    def __deepcopy__(self, _memo: dict[int, object]) -> Pack:
        return self

    def __reduce__(self) -> tuple[Callable[[Said], Pack], tuple[Said]]:
        """Written down it is what it was made from, without what has been worked out."""
        made_from = (getattr(self, one.name) for one in fields(self) if one.init)
        said = (tuple(one.items()) if isinstance(one, Mapping) else one for one in made_from)
        return _read_again, (tuple(said),)


Said = tuple[Hashable, ...]


@lru_cache(maxsize=PACKS_KEPT)
def _read_again(said: Said) -> Pack:
    """A pack that was written down: each time the same one, with what has been worked out."""
    made_from: list[Any] = [dict(one) if isinstance(one, tuple) else one for one in said]
    return Pack(*made_from)


_CHUNK = 12  # trump words are looked up in halves: 2 × 4,096 entries at the most
MOST = 4096
"""Entries of a piece that are kept: a server that plays for months would else keep them all."""

_SUIT_SHIFTS = tuple(SUITS.index(suit) * RANKS_IN_SUIT for suit in DISPLAY_SUITS)
_, _CUPS, _BATONS, _COINS = _SUIT_SHIFTS
_SUIT_BITS = (1 << RANKS_IN_SUIT) - 1
_FOOL_BIT = TAROCK_BIT[NUMBER[FOOL]]
_LOW = (1 << _CHUNK) - 1
_HIGH = (_FOOL_BIT >> _CHUNK) - 1


class _Piece(dict[int, tuple[str, ...]]):
    """Part of a word of cards -> those cards in hand order, worked out when first asked.

    What a suit has is kept in `alone` as well, by the whole word.
    """

    def __init__(
        self, place: Mapping[str, int], shift: int, alone: dict[int, tuple[str, ...]] | None
    ) -> None:
        super().__init__()
        self._place = place
        self._shift = shift
        self._alone = alone

    def __missing__(self, bits: int) -> tuple[str, ...]:
        if len(self) >= MOST:
            self.clear()
        word = bits << self._shift
        codes = codes_in(0, word) if self._alone is None else codes_in(word, 0)
        self[bits] = found = tuple(sorted(codes, key=self._place.__getitem__))
        if self._alone is not None:
            if len(self._alone) >= MOST:
                self._alone.clear()
            self._alone[word] = found
        return found


class HandOrder:
    """The order in which a hand of a pack is shown.

    Looked up in pieces (a suit, half the trumps) that are remembered, because every question
    of the engine passes here. A suit has 16,384 different contents: not all are kept.
    """

    def __init__(self, pack: Pack) -> None:
        place = pack.place
        self._one_suit: dict[int, tuple[str, ...]] = {}
        self._suits = tuple(_Piece(place, shift, self._one_suit) for shift in _SUIT_SHIFTS)
        self._trumps = _Piece(place, _CHUNK, None), _Piece(place, 0, None)
        if pack.fool_is_trump:  # the Fool stands where the pack has it
            self._halves = _HIGH | _FOOL_BIT >> _CHUNK, _LOW
        else:
            self._halves = _HIGH, _LOW | _FOOL_BIT

    def cards(self, plain: int, tarocks: int) -> tuple[str, ...]:
        """Return the cards of two words in hand order."""
        following = None if tarocks else self._one_suit.get(plain)
        if following is not None:
            return following
        suits: tuple[str, ...] = ()
        if plain:
            swords, cups, batons, coins = self._suits
            suits = (
                swords[plain & _SUIT_BITS]
                + cups[plain >> _CUPS & _SUIT_BITS]
                + batons[plain >> _BATONS & _SUIT_BITS]
                + coins[plain >> _COINS]
            )
        if not tarocks:
            return suits
        high, low = self._trumps
        high_trumps, low_trumps = self._halves
        return suits + high[tarocks >> _CHUNK & high_trumps] + low[tarocks & low_trumps]


_ORDERS: dict[int, HandOrder] = {}


def hand_order_of(pack: Pack) -> HandOrder:
    """The hand order of a pack, worked out once for as long as there is the pack."""
    found = _ORDERS.get(id(pack))
    if found is None:
        found = _ORDERS[id(pack)] = HandOrder(pack)
        weakref.finalize(pack, _ORDERS.pop, id(pack), None)
    return found

"""What the cards of a game are worth: their order in each suit, and what each counts.

It follows from the pack alone, so that every game has it. Cards that bear no name and count as
little as any stand together as a row from the highest to the lowest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

import msgspec
from markupsafe import Markup

from matto.engine.cards import DISPLAY_SUITS, FOOL, Pack
from matto.engine.words import text
from matto.server.http.display import Display
from matto.server.web.pages.context import MOST_NAMINGS
from matto.server.web.pages.environment import fragment
from matto.server.web.pages.signs import drawn, read_out
from matto.telling.naming import SIGNS, Naming

EQUALS = "="
LEAST_RUN = 3
"""So many cheapest cards or more are written as a row, by the first and the last."""


class Worth(msgspec.Struct, frozen=True):
    """A card, or a row of the cheapest, as written; `counts` is 0 where it counts the least."""

    written: str
    name: Markup
    counts: int


class SuitWorth(msgspec.Struct, frozen=True):
    """One or more suits whose cards are alike, or the trumps, from high to low.

    `rising` tells that the lower number wins.
    """

    suits: tuple[str, ...]
    name: str
    cards: tuple[Worth, ...]
    rising: bool = False


@lru_cache(maxsize=MOST_NAMINGS)
def worth_fragment(naming: Naming, language: str) -> Markup:
    """The list of all suits, which stays the same for as long as a table lasts."""
    signs = {letter: drawn(sign) for letter, sign in SIGNS.items()}
    return Markup(
        fragment("table/worth.html", Display(language), worth=worth_in(naming), signs=signs)
    )


def worth_in(naming: Naming) -> tuple[SuitWorth, ...]:
    """All suits of the pack that is played with, the trumps, and the Fool beside them."""
    pack = naming.pack
    rows = [
        SuitWorth(
            suits=tuple(suits),
            name=", ".join(naming.words(pack.suit_names[suit]) for suit in suits),
            cards=tuple(_worth(naming, [suits[0] + rank for rank in pack.ranks_of[suits[0]]])),
            rising=rising(pack.ranks_of[suits[0]]),
        )
        for suits in _alike(pack)
    ]
    trumps = tuple(_worth(naming, pack.trumps.split()))
    row = SuitWorth((), naming.words(pack.trump_name), trumps)
    if not pack.fool or pack.fool_is_trump:
        return (*rows, row)
    return (
        *rows,
        row,
        SuitWorth((), naming.words(text("Fool")), tuple(_worth(naming, [FOOL]))),
    )


def _alike(pack: Pack) -> Iterator[list[str]]:
    """The suits in groups of the same ranks."""
    ranks = [(pack.ranks_of[suit], suit) for suit in DISPLAY_SUITS]
    for _, group in groupby(sorted(ranks), key=lambda one: one[0]):
        yield [suit for _, suit in group]


def rising(ranks: Sequence[str]) -> bool:
    """Tell whether of the cards with numbers the lower one wins."""
    numbers = [int(rank) for rank in ranks if rank.isdigit()]
    return numbers == sorted(numbers)


def _worth(naming: Naming, cards: Sequence[str]) -> Iterator[Worth]:
    """Cards from high to low, the cheapest in rows; equals are one, joined by `=`."""
    values = naming.pack.value_of
    least = min(values.values())

    def cheapest(card: str) -> bool:
        return values.get(card) == least and not _name(naming, card)

    for are_cheapest, group in groupby(cards, key=cheapest):
        run = list(group)
        if are_cheapest and len(run) >= LEAST_RUN:
            row = f"{_written(naming, run[0])} … {_written(naming, run[-1])}"
            yield Worth(row, Markup(), 0)
            continue
        for card in run:
            value = values[card.partition(EQUALS)[0]]
            counts = value if value > least else 0
            yield Worth(_written(naming, card), _name(naming, card), counts)


def _written(naming: Naming, card: str) -> str:
    """The rank of a plain card or the number of a trump; the Fool has only a name."""
    if EQUALS in card:
        return " = ".join(_written(naming, equal) for equal in card.split(EQUALS))
    return "" if card == FOOL else naming.number(card) or card[1:]


def _name(naming: Naming, card: str) -> Markup:
    """What players call a card; empty for one that only has a number."""
    if card[0] not in DISPLAY_SUITS:
        return Markup() if EQUALS in card else read_out(naming.own_name(card))
    rank = card[1:]
    name = "" if rank.isdigit() else naming.names.get(card) or naming.rank(rank)
    return read_out(naming.called(name))

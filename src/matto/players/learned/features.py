"""The features of each legal card for a network: for one view, or many positions."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from matto.engine.cards import NUMBER
from matto.play.card_features import (
    FEATURES,
    OF_TRICK,
    PROMISED,
    SCALE,
    USUAL,
    CardTables,
    write_card,
    write_common,
)
from matto.play.observation import CLASSES, PLANES
from matto.players.encoding import Encoding

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Integers = NDArray[np.intp]


def card_tables(encoding: Encoding) -> CardTables:
    """Return what is the same in every deal with the options of an encoding."""
    pack, cards = encoding.game.pack(encoding.options), encoding.cards
    least = min(pack.value_of.values())
    suit = tuple(map(pack.suit_of, cards))
    of_suit = [[c for c, own in enumerate(suit) if own == number] for number in range(CLASSES)]
    return CardTables(
        suit=suit,
        first=tuple(min(columns, default=0) for columns in of_suit),
        end=tuple(max(columns, default=-1) + 1 for columns in of_suit),
        height=tuple(pack.strength[NUMBER[card]] for card in cards),
        worth=tuple(float(pack.value_of.get(card, least) - least) for card in cards),
        there=tuple(int(card in pack.codes) for card in cards),
        start=tuple(encoding.planes[plane].start for plane in PLANES),
        seats=encoding.game.seats,
    )


def features_of(
    seen: Bytes, tables: CardTables, cards: Iterable[int], promised: Floats, usual: int
) -> Floats:
    """Tell of cards of one position: `[cards, FEATURES]`."""
    row, whole = seen.tobytes(), [0.0] * len(FEATURES)
    abroad, trick, rows = [0] * len(tables.suit), [0] * OF_TRICK, []
    write_common(row, tables, abroad, trick, whole)
    for card in cards:
        features = whole.copy()
        write_card(row, tables, abroad, trick, card, features)
        features[USUAL] = card == usual
        rows.append(features)
    found = np.array(rows, np.float32)
    found[:, PROMISED] = promised
    found *= np.array(SCALE, np.float32)
    return found

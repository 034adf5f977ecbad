"""The old games of three, each for himself, in which the seven tarots are worth most.

The tarots are the four Kings, XXI, I and the Fool, worth 5 each; Queens 4, Cavaliers 3,
Jacks 2; every other card is empty and stands in its lot of three for 1. In swords and batons
the 10 is the highest pip, in cups and coins the ace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from matto.engine.cards import (
    CAVALIERS,
    FOOL,
    FRENCH_SUITS,
    JACKS,
    KINGS,
    QUEENS,
    SUITS,
    THE_FOOL,
    TRUMPS,
    Pack,
    cards,
)
from matto.engine.scoring import Counting
from matto.engine.words import N_

THE_THREE = cards("T21 T1 F")
TAROTS = KINGS | THE_THREE
TRIUMPHS = TRUMPS - cards("T0") | THE_FOOL
ULTIMO = KINGS | cards("T1")
FROM_THE_TOP = tuple(f"T{trump}" for trump in range(21, 0, -1))
FROM_THE_BOTTOM = FROM_THE_TOP[::-1]

VALUES: Mapping[str, int] = {
    **{suit + rank: 1 for suit in SUITS for rank in ("A", *map(str, range(2, 11)))},
    **dict.fromkeys(FROM_THE_TOP, 1),
    **dict.fromkeys(JACKS, 2),
    **dict.fromkeys(CAVALIERS, 3),
    **dict.fromkeys(QUEENS, 4),
    **dict.fromkeys(TAROTS, 5),
}


def tarots_pack(name: str, long_pips: str, round_pips: str) -> Pack:
    """A pack by the pips of its long and of its round suits, from high to low."""
    long, round_ = f"K Q C J {long_pips}", f"K Q C J {round_pips}"
    suits = {"S": long, "B": long, "C": round_, "D": round_}
    return Pack(name, suits, " ".join(FROM_THE_TOP), VALUES)


WHOLE_PACK = tarots_pack("tarots, 78 cards", "10 9 8 7 6 5 4 3 2 A", "A 2 3 4 5 6 7 8 9 10")
FRENCH_PACK = replace(
    WHOLE_PACK,
    name="French tarots, 78 cards",
    suit_names=FRENCH_SUITS,
    trump_name=N_("tarocks"),
)
SHORT_PACK = tarots_pack("tarots, 66 cards", "10 9 8 7 6 5 4", "A 2 3 4 5 6 7")


LATONS = cards(suit + rank for suit in SUITS for rank in ("A", *map(str, range(2, 11))))
EMPTY = LATONS | TRUMPS - cards("T21 T1 T0")


def counting(how: int) -> Counting:
    """Return how cards are counted, in lots of three or otherwise."""
    fool = VALUES[FOOL]
    return Counting(how, fool=fool, fool_unplayed=fool)

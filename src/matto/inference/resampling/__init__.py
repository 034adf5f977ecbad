"""Drawn worlds made as likely as play and talk tell: hidden cards are moved, rows chosen anew.

Whatever is moved, all that is known stays true. `swaps` tells which cards may change places;
`discards` lays other cards away, `hands` lets cards change hands, `rows` chooses among worlds.
"""

from __future__ import annotations

from matto.inference.resampling.discards import discard_odds, resample_discards
from matto.inference.resampling.hands import (
    NOWHERE,
    Evidence,
    Parties,
    Walk,
    cards_had,
    resample_hands,
)
from matto.inference.resampling.logistic import Lines, fitted
from matto.inference.resampling.rows import resample_rows
from matto.inference.resampling.swaps import HiddenHands, hidden_hands

__all__ = [
    "NOWHERE",
    "Evidence",
    "HiddenHands",
    "Lines",
    "Parties",
    "Walk",
    "cards_had",
    "discard_odds",
    "fitted",
    "hidden_hands",
    "resample_discards",
    "resample_hands",
    "resample_rows",
]

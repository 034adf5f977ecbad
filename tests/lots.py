"""Choices by lot that depend on nothing but a seed and the words themselves.

Unlike a generator of random numbers, a lot is not moved by the order in which things are
offered, nor by a question more or less: what was frozen stays comparable.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from matto.engine.events import Deal
from matto.engine.game import Game
from matto.engine.options import Options


def lot(seed: str, word: str) -> bytes:
    """What decides by lot."""
    return sha256(f"{seed}/{word}".encode()).digest()


def first_by_lot(seed: str, words: Iterable[str]) -> str:
    """One of the words by lot."""
    return min(words, key=lambda word: lot(seed, word))


def deal_by_lot(game: Game, options: Options, dealer: int, seed: str) -> Deal:
    """The cards shuffled by lot and dealt."""
    pack = sorted(game.pack(options).codes, key=lambda card: lot(seed, card))
    return game.deal_from(pack, options, dealer)

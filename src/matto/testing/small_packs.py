"""A game with a few of its cards, so that every deal of it can be gone through."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import cache

from matto.engine.cards import FOOL, SUITS, Pack
from matto.engine.game import Dealing, Game
from matto.engine.options import Options


def with_few_cards(game: Game, cards: Collection[str], *, hand: int, talon: int = 0) -> Game:
    """The same script and rules with some cards of the pack: `hand` for each, `talon` over.

    Whether a game's script can be played with so few is for the caller to know: where it deals
    in packets, later ones are empty.
    """

    @cache
    def pack(options: Options) -> Pack:
        return of_these(game.pack(options), cards)

    def dealing(options: Options) -> Dealing:
        return replace(game.dealing(options), hands=(hand,) * game.seats, talon=talon)

    return replace(game, pack=pack, dealing=dealing)


def of_these(whole: Pack, cards: Collection[str]) -> Pack:
    """Some cards of a pack, in its order and with its values."""
    suits = {
        suit: " ".join(rank for rank in whole.ranks_of[suit] if suit + rank in cards)
        for suit in SUITS
    }
    equals = (
        "=".join(trump for trump in group.split("=") if trump in cards)
        for group in whole.trumps.split()
    )
    trumps = " ".join(group for group in equals if group)
    return replace(whole, suits=suits, trumps=trumps, fool=whole.fool and FOOL in cards)

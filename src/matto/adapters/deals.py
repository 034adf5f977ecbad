"""Deals of a game, with what seats see and may do as arrays: what environments are made of."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from matto.adapters.errors import check_given, check_seat
from matto.adapters.payments import most_paid
from matto.encoding import encoding_of
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game

Observation = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


class EncodedDeals:
    """A game with its options; `encoding` has the names of all entries and actions."""

    def __init__(
        self, game: Game | str, preset: str | None, options: Mapping[str, object]
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = self.game.resolve(options, preset)
        self.encoding = encoding_of(self.game, self.options)
        self.actions = len(self.encoding.actions)
        self.most_paid = most_paid(self.game, self.options)

    def begin(self, rng: random.Random, given: Mapping[str, Any] | None) -> Run:
        """Begin a deal.

        What may be given: `dealer` (a seat; else drawn), `deal` (the cards; else shuffled) and
        `carried` (what the deals before have left, such as a pot; else that of a first deal).
        Raises `BadEnvironment` for anything else.
        """
        given = given or {}
        check_given(given, self.game)
        dealer = given.get("dealer")
        if dealer is None:
            dealer = rng.randrange(self.game.seats)
        check_seat(dealer, self.game.seats)
        deal = given.get("deal")
        if deal is None:
            deal = self.game.shuffled(self.options, dealer, rng)
        carried = given.get("carried")
        return Run(self.game, deal, dealer=dealer, options=self.options, carried=carried)

    def observed(self, view: View) -> Observation:
        """What a seat sees, every entry between 0 and 1."""
        return self.encoding.observe(view) * self.encoding.scale

    def mask(self, view: View) -> Mask:
        """What a seat may choose: 1 or 0 for each action; nothing unless it is asked."""
        mask = np.zeros(self.actions, np.int8)
        if view.decision is not None:
            self.encoding.mask(view.decision, out=mask)
        return mask

"""OpenSpiel: every game of the catalogue, registered when this module is imported.

`pyspiel.load_game("matto_<game>(dealer=1)")` loads one deal of a game. Parameters are its
options, the `dealer`, what is carried on from the deals before (as `carried_pot`), and
`hands_as_sets`. The cards are dealt one by one, each by a chance node; with `hands_as_sets`
those of a hand in the order of the pack, which leaves fewer ways to deal. That is right where a
game pauses for nothing between two packets.
"""

from __future__ import annotations

from matto.adapters.openspiel.deals import DealGame, DealState
from matto.adapters.openspiel.registering import name_of, register
from matto.games import catalogue

__all__ = ["NAMES", "DealGame", "DealState", "name_of", "register"]

NAMES = tuple(register(game) for game in catalogue().values())
"""What the games of the catalogue are called there."""

"""What a package of other people might know of a game."""

from __future__ import annotations

from matto.play.weights import Weights
from matto.players.advice import Advice
from matto.players.inference.constraints.shared import laid_away_by
from players.bare_game import NO_KINGS

ADVICE = Advice(weights=Weights(last_trick=3.0))
INFERENCES = (laid_away_by(NO_KINGS),)

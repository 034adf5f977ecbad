"""What laying away proves in the game of the same name."""

from __future__ import annotations

from matto.games.sicily.tortorici_1930 import LAYING_AWAY
from matto.inference.constraints.shared import laid_away_by

INFERENCES = (laid_away_by(LAYING_AWAY),)

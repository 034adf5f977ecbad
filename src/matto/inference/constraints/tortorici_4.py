"""What laying away and messages prove in the game of the same name."""

from __future__ import annotations

from matto.games.sicily.tortorici_4 import LAYING_AWAY
from matto.inference.constraints.shared import laid_away_by, names_a_card_held

INFERENCES = (laid_away_by(LAYING_AWAY), names_a_card_held("declare"))

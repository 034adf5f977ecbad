"""What laying away and signs prove in the game of the same name."""

from __future__ import annotations

from matto.games.sicily.barcellona_3 import LAYING_AWAY, soloists, talk_rules
from matto.games.sicily.common import FUGGITIVO
from matto.inference.constraints.shared import laid_away_by
from matto.inference.constraints.table_talk import truthful_talk

INFERENCES = (
    laid_away_by(LAYING_AWAY),
    truthful_talk(talk_rules, lambda view, _at: soloists(view) or None, FUGGITIVO),
)

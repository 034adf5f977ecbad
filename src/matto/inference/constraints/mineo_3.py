"""What laying away and talk prove in the game of the same name."""

from __future__ import annotations

from matto.games.sicily.common import FUGGITIVO
from matto.games.sicily.packets import soloists
from matto.games.sicily.prizes import LAYING_AWAY, talk_rules
from matto.inference.constraints.shared import laid_away_by
from matto.inference.constraints.table_talk import truthful_talk

INFERENCES = (
    laid_away_by(LAYING_AWAY),  # 3.5 to 3.7
    truthful_talk(talk_rules, lambda view, _at: soloists(view) or None, FUGGITIVO),  # 7.10
)

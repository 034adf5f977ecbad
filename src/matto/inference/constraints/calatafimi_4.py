"""What bids and knocking prove in the game of the same name."""

from __future__ import annotations

from matto.games.sicily.calatafimi_4 import LAYING_AWAY, QUINDICI, VENTI
from matto.games.sicily.common import CINQUINE, DECINE
from matto.inference.constraints.batto import knocked
from matto.inference.constraints.shared import laid_away_by, said_of_value
from matto.inference.constraints.shortest_suit_call import calls_shortest_suit

TWENTY, FIFTEEN = 20, 15

INFERENCES = (
    laid_away_by(LAYING_AWAY),
    said_of_value(
        "bid",
        CINQUINE | DECINE,
        {VENTI: lambda worth: worth >= TWENTY, QUINDICI: lambda worth: worth == FIFTEEN},
    ),  # 3.10, 3.13
    calls_shortest_suit(lambda options: options["call_laid_away"] == "passed_over"),  # 3.22
    knocked(lambda options: options["batto_laid_away"] == "out"),  # 7.2 to 7.4
)

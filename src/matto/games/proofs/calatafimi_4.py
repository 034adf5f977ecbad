"""What bids and knocking prove in the game of the same name."""

from __future__ import annotations

from matto.blocks.proofs import said_of_value
from matto.blocks.proofs_call import calls_shortest_suit
from matto.games.hints.calatafimi_4 import QUINDICI, VENTI
from matto.games.sicily.batto import knocked
from matto.games.sicily.common import CINQUINE, DECINE

TWENTY, FIFTEEN = 20, 15

PROOFS = (
    said_of_value(
        "bid",
        CINQUINE | DECINE,
        {VENTI: lambda worth: worth >= TWENTY, QUINDICI: lambda worth: worth == FIFTEEN},
    ),  # 3.10, 3.13
    calls_shortest_suit(),  # 3.15 to 3.20
    knocked(),  # 7.2 to 7.4
)

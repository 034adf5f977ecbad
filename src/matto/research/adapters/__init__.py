"""The games in the interfaces of others: PettingZoo, Gymnasium, OpenSpiel.

Each module needs its package and is imported by its own name:
`python -m pip install "matto[adapters]"` brings what they need. Observations and numbers
of actions are those of `matto.players.encoding` everywhere.
"""

from __future__ import annotations

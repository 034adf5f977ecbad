"""Hidden cards consistent with all that one seat knows, every way as likely as any other.

A world is where every unseen card lies: in whose hand, laid away by whom, still to be dealt to
whom, over or in the stock; and, where a card was given unseen, which one. It is consistent if
the deal, played again with the same words and cards, looks the same to the seat in everything
(`View.facts`).
"""

from __future__ import annotations

from matto.players.inference.replaying import Following, OtherView
from matto.players.inference.worlds import Drawn, NoWorld, Worlds

__all__ = ["Drawn", "Following", "NoWorld", "OtherView", "Worlds"]

"""The talon of the Sicilian games: who sees its bottom card, taking it up, laying away."""

from __future__ import annotations

from matto.blocks.discard import LayingAway, lay_away
from matto.blocks.talon import look_at_bottom, take_talon
from matto.engine.options import Option, choice
from matto.engine.table import Script, Table
from matto.engine.words import N_

BOTTOM_CARD, DEALER = "bottom_card", "dealer"


def bottom_card_option(clause: str) -> Option:
    """The option by which the dealer sees the bottom card before he deals, or nobody does."""
    about = N_("Who sees the bottom card of the pack, one of the talon, before the deal.")
    return choice(BOTTOM_CARD, clause, about, nobody=N_("nobody"), dealer=N_("the dealer"))


def dealer_may_look(table: Table) -> None:
    """Let the dealer look at the bottom card if the option says so."""
    if table.options[BOTTOM_CARD] == DEALER:
        look_at_bottom(table, table.dealer)


def take_and_lay_away(table: Table, seat: int, rule: LayingAway) -> Script[None]:
    """A seat takes the talon into its hand and lays as many cards away."""
    take_talon(table, seat)
    yield from lay_away(table, seat, len(table.setup.deal.talon), rule)

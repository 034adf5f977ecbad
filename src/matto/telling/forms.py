"""The forms in which a card is called by its full name."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.words import N_

RANKS: Mapping[str, str] = {
    "K": N_("King"),
    "Q": N_("Queen"),
    "C": N_("Cavalier"),
    "J": N_("Jack"),
    "A": N_("Ace"),
}
SUIT_FORMS: Mapping[str, str] = {
    "swords": N_("{rank} of swords"),
    "batons": N_("{rank} of batons"),
    "cups": N_("{rank} of cups"),
    "coins": N_("{rank} of coins"),
    "spades": N_("{rank} of spades"),
    "clubs": N_("{rank} of clubs"),
    "hearts": N_("{rank} of hearts"),
    "diamonds": N_("{rank} of diamonds"),
}
"""By the name of the suit; the rank is a King, a Kaval, or a number."""

TRUMP_FORMS: Mapping[str, tuple[str, str]] = {
    "trumps": (N_("trump {number}"), N_("trump {number}, {name}")),
    "tarocks": (N_("tarock {number}"), N_("tarock {number}, {name}")),
}
"""By what the pack calls its trumps: without and with the card's own name."""

FOOL_FORMS: tuple[str, str] = (N_("the Fool"), N_("the Fool, {name}"))
"""Without and with the game's own name of the Fool."""

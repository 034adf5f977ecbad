"""The Piedmontese pack in place of the Sicilian: other numbers and names on the same cards."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.cards import JACKS
from matto.engine.options import Option, Options, choice
from matto.engine.words import N_
from matto.games.sicily.common import CARD_NAMES

SICILIAN_TRUMPS = range(21)
PIEDMONTESE_NAMES: Mapping[str, str] = {  # every trump one number higher
    **CARD_NAMES,
    **{
        f"T{trump}": " ".join([str(trump + 1), *CARD_NAMES.get(f"T{trump}", "").split()])
        for trump in SICILIAN_TRUMPS
    },
    **dict.fromkeys(JACKS, N_("Jack (Fante)")),
}


def pack_names_option(clause: str) -> Option:
    """The option by which cards are shown with the numbers and names of either pack."""
    about = N_(
        "Whether cards are shown with the Sicilian or the Piedmontese numbers and names."
    )
    return choice(
        "pack_names", clause, about, sicilian=N_("Sicilian"), piedmontese=N_("Piedmontese")
    )


def card_names(options: Options) -> Mapping[str, str]:
    """What people call the cards of the pack they play with."""
    return PIEDMONTESE_NAMES if options["pack_names"] == "piedmontese" else CARD_NAMES

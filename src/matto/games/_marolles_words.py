"""Words of Marolles: its options and presets, its cards' names, and what words mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from matto.blocks.declare import explained
from matto.engine.cards import CAVALIERS, JACKS, KINGS, QUEENS
from matto.engine.options import choice, number, switch
from matto.engine.words import N_

WHO_HAS_HIS, HAS_NONE, HAS_HIS = "who_has_his", "has_none", "has_his"
BELLE_WORD, INSTEAD_OF_PLAYING = "belle", "instead_of_playing"

OPTIONS = (
    number("cards", "1.1", N_("How many cards are in the pack."), 66, values=range(66, 79, 12)),
    choice(
        "forced_trumps",
        "3.4",
        N_("What trumps cost that one has to lay away."),
        *("free", "penalty"),
    ),
    choice("declaration_time", "3.6", N_("When one declares."), "first_card", "before_play"),
    switch("maximal", "3.13", N_("Only the largest size of a kind may be declared.")),
    choice("kings_scale", "3.15", N_("Whose prices hold for Kings."), "author", "marolles"),
    choice(
        "belle_shown",
        "3.22",
        N_("Who may declare la Belle, and whether playing her is paid for as well."),
        *("off", "with_seven_tarots", "at_will", INSTEAD_OF_PLAYING),
    ),
    choice("math_lead", "4.10", N_("Whether the Math may be led."), "allowed", "forbidden"),
    choice(
        "ultimo_lost", "5.8", N_("Whether a last trick lost costs 6 to each."), "pays", "free"
    ),
    choice("points_table", "5.11", N_("How far the points table goes."), "full", "marolles"),
    choice(
        "discard_penalty", "7.1", N_("Whether each forbidden card costs 2."), "per_card", "once"
    ),
)
PRESETS: Mapping[str, Mapping[str, int | str]] = {
    "whole_pack": {"cards": 78},
    "as_printed": {
        "kings_scale": "marolles",
        "belle_shown": "with_seven_tarots",
        "points_table": "marolles",
        "ultimo_lost": "free",
        "discard_penalty": "once",
    },
}
_FAMILIES = {
    "tarots": N_("So many of the seven tarots: the Kings, Monde, Bagat and Math."),
    "kings": N_("So many Kings, alone or with the Math."),
    "triumphs": N_("So many triumphs: trumps and Math."),
    "imperiale": N_("All four honneurs (court cards) of a suit, or all four of a rank."),
    "brizigole_high": N_("So many of the highest trumps, from XXI down without a gap."),
    "brizigole_low": N_("So many of the lowest trumps, from I up without a gap."),
}
CARD_NAMES: Mapping[str, str] = {
    **dict.fromkeys(KINGS, "Roy"),
    **dict.fromkeys(QUEENS, "Royne"),
    **dict.fromkeys(CAVALIERS, "Cheualier"),
    **dict.fromkeys(JACKS, "Faon"),
    **{"T21": "Monde", "T1": "Bagat", "F": "Math", "DA": "la Belle"},
}


def glossary(names: Iterable[str]) -> Mapping[str, str]:
    """What every word means; `names` are those of the declarations."""
    return {
        **explained(names, _FAMILIES),
        "all_three": N_("Monde, Bagat and Math together."),
        WHO_HAS_HIS: N_("I have two of Monde, Bagat and Math: who has none of them pays me."),
        HAS_HIS: N_("I have the third and pay nothing."),
        HAS_NONE: N_("I have none of the three and pay."),
        BELLE_WORD: N_("La Belle, the ace of coins."),
        "no_more": N_("I declare nothing more."),
    }

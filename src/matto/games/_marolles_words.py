"""Words of Marolles: its presets, the names of its cards, and what words mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from matto.blocks.declare import explained
from matto.cards import CAVALIERS, JACKS, KINGS, QUEENS
from matto.words import N_

WHO_HAS_HIS, HAS_NONE, HAS_HIS = "who_has_his", "has_none", "has_his"

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
        "belle": N_("La Belle, the ace of coins."),
        "no_more": N_("I declare nothing more."),
    }

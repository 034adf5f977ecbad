"""Words of Marolles: its options and presets, its cards' names, and what words mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from matto.blocks.declare import explained
from matto.engine.cards import CAVALIERS, JACKS, KINGS, QUEENS
from matto.engine.options import choice, number, switch
from matto.engine.vocabulary import as_typed
from matto.engine.words import N_

WHO_HAS_HIS, HAS_NONE, HAS_HIS = "who_has_his", "has_none", "has_his"
BELLE_WORD, INSTEAD_OF_PLAYING = "belle", "instead_of_playing"

OPTIONS = (
    number("cards", "1.1", N_("How many cards are in the pack."), 66, values=range(66, 79, 12)),
    choice(
        "forced_trumps",
        "3.4",
        N_("What trumps cost that one has to lay away."),
        free=N_("nothing"),
        penalty=N_("as much as forbidden cards"),
    ),
    choice(
        "declaration_time",
        "3.6",
        N_("When one declares."),
        first_card=N_("before one’s own first card"),
        before_play=N_("all in turn, before any card is played"),
    ),
    switch("maximal", "3.13", N_("Only the largest size of a kind may be declared.")),
    choice(
        "kings_scale",
        "3.15",
        N_("Whose prices hold for Kings."),
        author=N_("the author’s"),
        marolles="marolles",
    ),
    choice(
        "belle_shown",
        "3.22",
        N_("Who may declare la Belle, and whether playing her is paid for as well."),
        off=N_("nobody"),
        with_seven_tarots=N_("whoever shows all seven tarots with her"),
        at_will=N_("whoever holds her"),
        instead_of_playing=N_("whoever holds her, instead of for playing her"),
    ),
    choice(
        "math_lead",
        "4.10",
        N_("Whether the Math may be led."),
        allowed=N_("to any trick"),
        forbidden=N_("only as one’s last card"),
    ),
    choice(
        "math_kept",
        "5.5",
        N_("When the Math costs two chips to each."),
        before="last_trick",
        last_trick=N_("when it is played to the last trick"),
        free=N_("never"),
    ),
    choice(
        "ultimo_lost",
        "5.8",
        N_("Whether a last trick lost costs 6 to each."),
        pays=N_("yes"),
        free=N_("no, it costs nothing more"),
    ),
    choice(
        "points_table",
        "5.11",
        N_("How far the points table goes."),
        full=N_("to its end"),
        marolles="marolles",
    ),
    choice(
        "discard_penalty",
        "7.1",
        N_("Whether each forbidden card costs 2."),
        per_card=N_("for every forbidden card"),
        once=N_("once, however many they are"),
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


SPOKEN: Mapping[str, str] = {
    **as_typed(N_("all three"), N_("who has his"), N_("has his"), N_("has none")),
    "kings 2 math": N_("2 Kings with the Math"),
    "kings 3 math": N_("3 Kings with the Math"),
    "kings 4 math": N_("4 Kings with the Math"),
    **as_typed(N_("swords"), N_("batons"), N_("cups"), N_("coins"), N_("high"), N_("low")),
    **as_typed(N_("kings"), N_("queens"), N_("cavaliers"), N_("jacks")),
    **as_typed(N_("tarots"), N_("triumphs")),
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

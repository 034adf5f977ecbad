"""The words of the games as they are spoken, in the player's language."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.words import N_

COUNTED = frozenset({"trumps_laid_away"})
"""Words that are followed by a number of cards: `trumps laid away: 2`."""

SPELLED: Mapping[str, str] = {
    "half cavalry skues": N_("half cavalry with the Sküs"),
    "cavalry skues": N_("cavalry with the Sküs"),
    "kingdom skues": N_("kingdom with the Sküs"),
    "skues kingdom": N_("Sküs kingdom"),
    "queens skues": N_("Queens with the Sküs"),
    "kavals skues": N_("Kavals with the Sküs"),
    "jacks skues": N_("Jacks with the Sküs"),
    "three queens skues": N_("three Queens with the Sküs"),
    "three kavals skues": N_("three Kavals with the Sküs"),
    "three jacks skues": N_("three Jacks with the Sküs"),
    "matadors kings": N_("Matadors with Kings"),
    "kings 2 math": N_("2 Kings with the Math"),
    "kings 3 math": N_("3 Kings with the Math"),
    "kings 4 math": N_("4 Kings with the Math"),
}
"""Words that are said otherwise than they are typed; a number behind them is said first."""

WORDS: tuple[str, ...] = (
    N_("all three"),
    N_("demand"),
    N_("has his"),
    N_("has none"),
    N_("laid away"),
    N_("no more"),
    N_("pass"),
    N_("play on"),
    N_("pot"),
    N_("revoke"),
    N_("silence"),
    N_("stock"),
    N_("throw in"),
    N_("trumps laid away"),
    N_("turn up left"),
    N_("turn up none"),
    N_("turn up own"),
    N_("turn up partner"),
    N_("turn up right"),
    N_("who has his"),
)
"""Choices that a game words in English, and that are said in the player's language."""

PARTS: frozenset[str] = frozenset(
    (
        N_("batons"),
        N_("cavaliers"),
        N_("cavalry"),
        N_("clubs"),
        N_("coins"),
        N_("cups"),
        N_("diamonds"),
        N_("half"),
        N_("hearts"),
        N_("high"),
        N_("jacks"),
        N_("kavals"),
        N_("kingdom"),
        N_("kings"),
        N_("latons"),
        N_("low"),
        N_("matadors"),
        N_("pagat"),
        N_("queens"),
        N_("skues"),
        N_("spades"),
        N_("swords"),
        N_("tarocks"),
        N_("tarots"),
        N_("three"),
        N_("triumphs"),
        N_("with"),
        N_("without"),
    )
)
"""Parts of such choices, as in `kings 3 math`."""

"""The questions of a game, put as a person would put them."""

from __future__ import annotations

from collections.abc import Mapping

from matto.words import N_

QUESTIONS: Mapping[str, str] = {
    "play": N_("Your card"),
    "discard": N_("Lay away a card"),
    "give": N_("Which card do you give?"),
    "call": N_("Which card do you call?"),
    "demand": N_("Which card do you demand?"),
    "show": N_("Show a card"),
    "talk": N_("What do you say?"),
    "bid": N_("What do you say?"),
    "declare": N_("What do you declare?"),
    "announce": N_("What do you announce?"),
    "answer": N_("What do you answer?"),
}
ANY_QUESTION = N_("Your choice")

FROM_HAND = frozenset({"play", "discard", "give", "show"})
"""Questions that are answered with a card of one's own hand."""

WORDS: tuple[str, ...] = (
    N_("all three"),
    N_("demand"),
    N_("has his"),
    N_("has none"),
    N_("laid away"),
    N_("no more"),
    N_("pass"),
    N_("revoke"),
    N_("silence"),
    N_("trumps laid away"),
    N_("who has his"),
)
"""Choices that a game words in English, and that are said in the player's language."""

PARTS: frozenset[str] = frozenset(
    (
        N_("batons"),
        N_("cavaliers"),
        N_("coins"),
        N_("cups"),
        N_("high"),
        N_("jacks"),
        N_("kings"),
        N_("low"),
        N_("queens"),
        N_("swords"),
        N_("tarots"),
        N_("triumphs"),
    )
)
"""Parts of such choices, as in `kings 3 math`."""

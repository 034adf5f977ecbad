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
    "negotiate": N_("What do you say?"),
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
    N_("play on"),
    N_("revoke"),
    N_("silence"),
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

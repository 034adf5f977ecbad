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

WAITING: Mapping[str, str] = {
    "play": N_("{name} plays"),
    "discard": N_("{name} lays away"),
}

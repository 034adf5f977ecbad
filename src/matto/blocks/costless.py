"""Words that win and cost nothing by themselves: the reasons that games share, by clause."""

from __future__ import annotations

from matto.engine.prospect import Costless
from matto.engine.words import N_

__all__ = [
    "demanding",
    "given_up",
    "more_cards",
    "nothing_announced",
    "nothing_said",
    "passing",
    "said_before",
    "telling",
    "turning_up",
]


def demanding(clause: str) -> Costless:
    """Who names the card that he demands, in a game that is chosen already."""
    return Costless(N_("Which card is demanded changes nothing in what is paid."), clause)


def passing(clause: str) -> Costless:
    """Who passes leaves the game to others."""
    return Costless(N_("Whoever passes wins and loses nothing by it."), clause)


def given_up(clause: str) -> Costless:
    """Who does not want to play, and neither offers nor asks for anything; others may."""
    return Costless(
        N_("If the cards are thrown in, whoever says this neither pays nor gets anything."),
        clause,
    )


def more_cards(clause: str) -> Costless:
    """Who wants to see more cards first."""
    return Costless(N_("The next cards are dealt, and nobody pays for that."), clause)


def nothing_announced(clause: str) -> Costless:
    """Who announces nothing, or nothing more."""
    return Costless(N_("What is not announced is not paid for."), clause)


def nothing_said(clause: str) -> Costless:
    """Who keeps silent where he need not speak."""
    return Costless(N_("Silence wins and loses nothing."), clause)


def said_before(clause: str) -> Costless:
    """Who says again what another has said: it counts once."""
    return Costless(N_("Another has said it already, and it counts only once."), clause)


def telling(clause: str) -> Costless:
    """Who tells of cards that he holds."""
    return Costless(N_("Nobody pays for what is told of cards."), clause)


def turning_up(clause: str) -> Costless:
    """Who has a card turned up, or none."""
    return Costless(N_("Nobody pays for a card that is turned up."), clause)

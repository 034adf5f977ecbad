"""Rules of thumb of the game of the same name: going alone, demanding, calling."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.call import on_own_side, party_of_called
from matto.blocks.judge import in_suit, is_trump, suit_of
from matto.engine.cards import FOOL, KINGS, NUMBER, QUEENS, TRUMP_SUIT
from matto.engine.game import Advice
from matto.engine.table import Decision, View
from matto.games.hints import mitigatti_3 as alike
from matto.games.hints.mitigatti_3 import best_card, player
from matto.games.nice.common import ANGEL, HONOURS

VA_SOLETE, PASS, SANS_PRENDRE = "va_solete", "pass", "sans_prendre"
HIGHEST = (ANGEL, "T21")
A_KING, THE_FOOL = 1.5, 1.5
SOLO_WEIGHT, SANS_PRENDRE_WEIGHT = 8.0, 9.5
"""By `outlook`: from 7.5 on the lone player won more than he lost (1,200 deals)."""


def outlook(view: View) -> float:
    """How good a hand is for playing alone: high trumps, Kings, covered Queens, the Fool."""
    hand = set(view.hand)
    covered = sum(queen[0] + "K" in hand for queen in QUEENS & hand)
    strength = view.pack.strength
    trumps = sum(strength[NUMBER[card]] for card in in_suit(hand, TRUMP_SUIT))
    others = covered + A_KING * len(KINGS & hand) + (THE_FOOL if FOOL in hand else 0.0)
    return trumps / strength[NUMBER[ANGEL]] + others


def bid(view: View, _decision: Decision) -> str | None:
    """Go alone with very many tricks in hand."""
    return VA_SOLETE if outlook(view) >= SOLO_WEIGHT else PASS


def demand(view: View, decision: Decision) -> str | None:
    """Demand the highest trump, else the King of the longest suit that lacks it."""
    options = decision.options
    if SANS_PRENDRE in options and outlook(view) >= SANS_PRENDRE_WEIGHT:
        return SANS_PRENDRE
    wanted = [card for card in HIGHEST if card in options]
    kings = [card for card in options if card in KINGS]
    kings.sort(key=lambda king: -len(in_suit(view.hand, suit_of(king))))
    return next(iter((*wanted, *kings)), options[0])


def give(view: View, decision: Decision) -> str | None:
    """Give back a plain card of no worth, of a short suit."""
    plain = [c for c in decision.options if not is_trump(c) and c not in KINGS | HONOURS]
    cheap = [card for card in plain if player(view).worth(card) == 0]
    return min(
        cheap or plain or decision.options, key=lambda c: len(in_suit(view.hand, suit_of(c)))
    )


def call(view: View, decision: Decision) -> str | None:
    """Call the King of the shortest suit of which one can lead a card to him."""

    def length(card: str) -> int:
        return len(in_suit(view.hand, suit_of(card))) or len(view.hand)

    return min(decision.options, key=length)


def friends(view: View) -> frozenset[int]:
    """The seats that a view knows to be on its own side for la partida."""
    alone = {seat for seat, word in view.heard("bid") if word == VA_SOLETE}
    if alone:
        return on_own_side(view, frozenset(alone))
    for caller, card in view.heard("call"):
        return on_own_side(view, party_of_called(view, caller, card))
    return frozenset()


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card for one's own side."""
    return best_card(view, decision.options, friends(view))


THUMB: Mapping[str, Advice] = {
    **alike.THUMB,
    "bid": bid,
    "demand": demand,
    "give": give,
    "call": call,
    "play": play,
}

"""Rules of thumb of the game of the same name: bargaining, going alone, finding a partner."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks import bargain_thumb
from matto.blocks.call import (
    Called,
    on_own_side,
    party_known_to_all,
    party_of_called,
    sides_as_known,
)
from matto.blocks.judge import allies_of, in_suit, suit_of
from matto.blocks.negotiate import KIND
from matto.blocks.thumb import Player
from matto.engine.game import Advice, OpenCards
from matto.engine.table import Decision, View
from matto.engine.taste import Taste
from matto.games.sicily.common import LAST_TRICK, open_to_all
from matto.games.sicily.outlook import Plan, outlook

SOLO, PASSO = "solo", "passo"
VENTI, QUINDICI, ZERO = "venti", "quindici", "zero"
TASTE = Taste(last_trick=float(LAST_TRICK))

# -- what a hand is worth, measured in 1,000 deals and more ----------------------------------

BEFORE_THE_LAST_PACKET = Plan(-22.0, 2.2)
ALONE = Plan(4.7, 2.75)
WITH_A_PARTNER = Plan(-33.0, 2.2)
DEALERS_GAIN, DEALERS_GAIN_WITH_A_PARTNER = 10.0, 7.5
"""What the talon brings the dealer besides."""
HALF, OPPONENTS = 55, 3


def negotiate(view: View, decision: Decision) -> str | None:
    """Pay with a poor hand, be paid with a good one, hold with a very good one."""
    gain = DEALERS_GAIN if view.seat == view.dealer else 0.0
    hope = outlook(view.hand, BEFORE_THE_LAST_PACKET) + gain
    return bargain_thumb.say(view, decision, hope)


def with_a_partner(view: View) -> float:
    """What playing with a partner brings."""
    gain = DEALERS_GAIN_WITH_A_PARTNER if view.seat == view.dealer else 0.0
    return outlook(view.hand, WITH_A_PARTNER) + gain


def bid(view: View, decision: Decision) -> str | None:
    """Go alone if that brings more than a partner; look for one, or be one, with enough."""
    options = decision.options
    if SOLO in options:
        alone = OPPONENTS * (outlook(view.hand, ALONE) - HALF)
        return SOLO if alone > max(0.0, with_a_partner(view)) else PASSO
    if VENTI in options:
        return VENTI if with_a_partner(view) > 0 else ZERO
    return QUINDICI if QUINDICI in options else ZERO


def call(view: View, decision: Decision) -> str | None:
    """Where the rules leave a choice, any is as good as another: the first."""
    return decision.options[0]


# -- cards -----------------------------------------------------------------------------------


def known_to_all(view: View) -> frozenset[int] | None:
    """The soloist, or the twenty and his partner, None while the partner is hidden."""
    said: Mapping[str, int] = {word: seat for seat, word in view.heard("bid")}
    if SOLO in said:
        return frozenset({said[SOLO]})
    if QUINDICI in said:
        return frozenset({said[VENTI], said[QUINDICI]})
    for caller, card in view.heard("call"):
        return party_known_to_all(view.events, view.seats, Called(caller, card))
    return None


def friends(view: View) -> frozenset[int]:
    """The seats that a view knows to be on its own side."""
    for caller, card in view.heard("call"):
        if any(card == away for _, away in view.heard("laid away")):
            return on_own_side(view, frozenset({caller}))
        return on_own_side(view, party_of_called(view, caller, card))
    return on_own_side(view, known_to_all(view))


def lying_open(view: View) -> OpenCards:
    """A Fuggitivo that waits for a trick of its party, as far as all know the parties."""
    return open_to_all(view, sides_as_known(view.seats, known_to_all(view)), frozenset())


def player(view: View) -> Player:
    """One who weighs this view's cards."""
    return Player(view, TASTE, allies_of(view, friends(view)))


def play(view: View, decision: Decision) -> str | None:
    """Lead the suit of a called card to a hidden partner; else play what promises most."""
    best = player(view).best_card(decision.options)
    for caller, card in view.heard("call"):
        if caller != view.seat or view.lying or friends(view):
            continue
        to_partner = in_suit(decision.options, suit_of(card))
        if to_partner:
            return to_partner[-1]
    return best


def lay_away(view: View, decision: Decision) -> str | None:
    """Empty short suits and save what is in danger."""
    return player(view).lay_away(decision.options)


THUMB: Mapping[str, Advice] = {
    KIND: negotiate,
    "bid": bid,
    "call": call,
    "play": play,
    "discard": lay_away,
}

"""Advice for Tarocchi of Mineo for four: when to call or go alone, whom to help."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from matto.blocks.auction import SILENCE
from matto.engine.cards import FOOL, KINGS, TRUMP_SUIT, cards, in_suit
from matto.engine.events import SAY, Decision
from matto.engine.view import View
from matto.games.sicily import (
    ARIE,
    ARIE_CINQUINE,
    CHIAMO,
    DECINE,
    GIOVE,
    PASSO,
    PICCIOTTI,
    RIVANTO,
    SCOMMESSA,
    VADO_SOLO,
)
from matto.games.sicily.mineo_4 import contract_heard, friends, party_seen, raised
from matto.players.advice import Advice
from matto.players.advice import mineo_3 as alike
from matto.players.advice.sicilian_hand_value import HIGH_TRUMPS
from matto.players.heuristic import (
    allies_among_strangers,
    allies_of,
    evaluator_of,
    weight_of,
    weight_of_each,
)

WEIGHTS = replace(alike.WEIGHTS, strangers=True)

# -- bidding ---------------------------------------------------------------------------------

GROUPS: tuple[tuple[Collection[str], float], ...] = (
    (HIGH_TRUMPS, 0.1),
    (ARIE_CINQUINE, 0.5),
    (cards(GIOVE), 0.7),
    (cards(PICCIOTTI), 0.1),
    (cards(FOOL), 0.4),
    (KINGS, 0.3),
)
ADDS = weight_of_each(GROUPS)
A_TRUMP = 0.3
FIRST_PACKET = 5
WORTH_CALLING, WORTH_ALONE, WORTH_ALONE_AT_ONCE = 2.1, 4.9, 3.3
"""By `outlook`: from where on callers and soloists won more than they lost (500 deals)."""


def outlook(view: View) -> float:
    """Rate a declarer's hand: trumps, high ones above all, Kings, the Fuggitivo."""
    return weight_of(view.hand, A_TRUMP, ADDS)


def bid(view: View, decision: Decision) -> str | None:
    """Go alone on a splendid hand, call on a good one."""
    hope = outlook(view)
    if len(view.hand) == FIRST_PACKET:
        return VADO_SOLO if hope > WORTH_ALONE_AT_ONCE else PASSO
    if hope > WORTH_ALONE:
        return VADO_SOLO
    trumps = [word.partition(":")[2] for word in decision.options if word.startswith(CHIAMO)]
    if hope > WORTH_CALLING and trumps:
        return f"{CHIAMO}:{best_called(view, trumps)}"
    return PASSO


def call(view: View, decision: Decision) -> str | None:
    """Call when one must."""
    return best_called(view, decision.options)


def best_called(view: View, trumps: Collection[str]) -> str:
    """The highest trump that this hand lacks."""
    abroad = [card for card in view.pack.sort(trumps) if card not in view.hand]
    return next(iter(abroad or view.pack.sort(trumps)))


# -- parties ---------------------------------------------------------------------------------


def allies(view: View) -> tuple[float, ...]:
    """Return how likely each seat is on this one's side, while a partner is hidden."""
    found = contract_heard(view)
    if found is None or party_seen(view) is not None:
        return allies_of(view, friends(view))
    declarer, _ = found
    return allies_among_strangers(view, declarer, raised(view))


# -- announcements ---------------------------------------------------------------------------

TRUMPS_TO_RAISE = 7


def announce(view: View, decision: Decision) -> str | None:
    """Bet with all three tens and many trumps; raise the last trick with long high trumps."""
    trumps = len(in_suit(view.hand, TRUMP_SUIT))
    bold = {
        SCOMMESSA: set(view.hand) >= DECINE,
        RIVANTO: len(ARIE.intersection(view.hand)) > 1 and trumps >= TRUMPS_TO_RAISE,
    }
    return next((word for word in decision.options if bold.get(word)), SILENCE)


# -- cards -----------------------------------------------------------------------------------


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card; lead what a partner has asked for, if that is sane."""
    own = evaluator_of(view, WEIGHTS, allies(view))
    return alike.best_card(own, decision, asked_for(view))


def foes_of(view: View) -> frozenset[int]:
    """The seats that are not known to be on the view's side."""
    return frozenset(range(view.seats)) - {view.seat} - friends(view)


def asked_for(view: View) -> Collection[str]:
    """The cards of the hand that a partner has asked this leader to lead."""
    return frozenset() if view.lying else alike.requested(view, foes_of(view))


def worth_saying(view: View) -> Sequence[str]:
    """The requests that this hand can make of a leader."""
    return alike.requests_of(view, foes_of(view)) if view.asides else ()


ADVICE = Advice(
    {"bid": bid, "call": call, "announce": announce, "play": play, SAY: alike.answer},
    WEIGHTS,
    allies=allies,
    worth_saying=worth_saying,
    asked_for=asked_for,
)

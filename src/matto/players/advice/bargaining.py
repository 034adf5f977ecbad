"""A rule of thumb for bargaining whether to play: who has little pays, who has much is paid."""

from __future__ import annotations

from matto.engine.events import Decision
from matto.engine.view import View
from matto.games.sicily.bargain import (
    HOLD,
    KIND,
    OFFER,
    SHUFFLE,
    TAKE,
    WAIT,
    Bargain,
    Negotiation,
    NegotiationClauses,
)

NO_CLAUSES = NegotiationClauses("", "", "", "", "", "", "", "", "")
MIDDLING, SURE = 2.0, 9.0
"""Up to how many points won or lost by playing a hand is middling; from how many it holds."""


def bargain_of(view: View) -> Bargain:
    """All that has been said in a deal's bargaining."""
    options = view.options
    rules = Negotiation(
        NO_CLAUSES, options.number("highest_offer"), options.number("words_each")
    )
    return Bargain(rules, view.seats, view.heard(KIND))


def say(view: View, decision: Decision, hope: float) -> str:
    """Return what to say with so many points to hope for by playing, or to fear if negative.

    Ask a program when the table looks at it: then it can also wait.
    """
    bargain, seat = bargain_of(view), view.seat or 0
    words = _favourites(bargain, seat, hope)
    waits = WAIT in decision.options
    return next((word for word in words if word in decision.options), WAIT if waits else HOLD)


def _favourites(bargain: Bargain, seat: int, hope: float) -> tuple[str, ...]:
    """Return what a seat would say, the best first; what already stands is not repeated."""
    standing = bargain.standing.get(seat, "")
    offered = bargain.offered_to(seat)
    others = [own for own in bargain.standing if own != seat]
    all_spoke = len(others) == bargain.seats - 1
    taken = any(bargain.demand(own) for own in others)
    if hope > SURE:
        return (HOLD,)
    if hope > MIDDLING:
        if offered >= hope / 2 and not taken:
            return () if standing == TAKE else (TAKE,)
        waits = not taken and len(bargain.said) < ROUNDS * bargain.seats
        return () if waits or not all_spoke else (HOLD,)
    if hope >= -MIDDLING:
        word = TAKE if offered and not taken else SHUFFLE
        return () if standing == word else (word,)
    return _offers(bargain, seat, -hope)


ROUNDS = 2
"""So many words a player may have said before somebody with a good hand holds."""


def _offers(bargain: Bargain, seat: int, fear: float) -> tuple[str, ...]:
    """Offer one point, and one more in turn with others; one less where less is demanded."""
    own = bargain.offer(seat)
    demanded = sum(map(bargain.demand, range(bargain.seats)))
    if not own:
        return (f"{OFFER}:1",)
    if 0 < demanded < bargain.offered:
        return (f"{OFFER}:{own - 1}" if own > 1 else SHUFFLE,)
    most = min(bargain.rules.highest_offer, round(fear))
    least = min(offer for offer in map(bargain.offer, range(bargain.seats)) if offer)
    raises = not demanded and own == least and own < most
    return (f"{OFFER}:{own + 1}",) if raises else ()

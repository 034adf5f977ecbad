"""Rules of thumb of the game of the same name: when to call, what to call, whom to help."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.call import on_own_side, party_of_called
from matto.blocks.judge import allies_of, in_suit, is_trump, suit_of
from matto.blocks.thumb import Player, Taste
from matto.cards import FOOL, KINGS, NUMBER, TRUMP_SUIT
from matto.game import Advice
from matto.table import Decision, View

CHIAMO, PASSO, DEMAND = "chiamo", "passo", "demand"
FOOL_KEEPS_FOR = 10  # tricks
TASTE = Taste(fool_by=5, fool_saved=2.0)

# -- bidding ---------------------------------------------------------------------------------

A_TRUMP, A_KING, A_QUEEN, TOP, THE_FOOL = 1.0, 1.0, 0.5, 1.5, 0.5
WORTH_CALLING, WORTH_ALONE = 8.5, 14.0


def outlook(view: View) -> float:
    """How good a hand is, in trumps."""
    hand = view.hand
    strength = view.pack.strength
    trumps = in_suit(hand, TRUMP_SUIT)
    highest = max(strength[NUMBER[card]] for card in view.pack.codes if is_trump(card))
    return (
        sum(0.5 + strength[NUMBER[card]] / highest for card in trumps)
        + A_KING * len(KINGS.intersection(hand))
        + THE_FOOL * (FOOL in hand)
    )


def bid(view: View, _decision: Decision) -> str | None:
    """Play with a good hand."""
    return CHIAMO if outlook(view) > WORTH_CALLING else PASSO


def call(view: View, decision: Decision) -> str | None:
    """Call the highest trump that another holds; alone with a hand that needs nobody."""
    if outlook(view) > WORTH_ALONE and DEMAND in decision.options:
        return DEMAND
    return best_abroad(view, decision)


def best_abroad(view: View, decision: Decision) -> str | None:
    """The highest trump that is neither held nor open."""
    open_cards = {card for _, card in view.heard("talon")}
    trumps = [card for card in view.pack.codes if is_trump(card)]
    mine = open_cards.union(view.hand)
    return next((c for c in trumps if c not in mine and c in decision.options), None)


def give(view: View, decision: Decision) -> str | None:
    """Give back an empty card of the shortest suit."""
    player = Player(view, TASTE, allies(view))

    def costs(card: str) -> tuple[float, int]:
        return player.worth(card) + (HELD if is_trump(card) else 0), len(
            in_suit(view.hand, suit_of(card))
        )

    return min(decision.options, key=costs)


HELD = 10.0

# -- playing ---------------------------------------------------------------------------------


def party(view: View) -> frozenset[int] | None:
    """The caller's party as far as the view knows it."""
    (caller, called), *_ = view.heard("call")
    if called == DEMAND:
        return frozenset({caller})
    if called in {card for _, card in view.heard("talon")}:
        return frozenset({caller, view.dealer})
    return party_of_called(view, caller, called)


def allies(view: View) -> tuple[float, ...]:
    """How likely each seat is on this one's side: of three strangers one is with the caller."""
    if not view.heard("call"):
        return allies_of(view, ())
    known = party(view)
    if known is not None:
        return allies_of(view, on_own_side(view, known))
    caller = view.heard("call")[0][0]
    share = 1 / (view.seats - 1) if view.seat == caller else 1 - 1 / (view.seats - 2)
    return tuple(
        1.0 if seat == view.seat else 0.0 if seat == caller else share
        for seat in range(view.seats)
    )


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card; the Fool while it keeps its points."""
    return Player(view, TASTE, allies(view)).best_card(decision.options)


THUMB: Mapping[str, Advice] = {
    "bid": bid,
    "call": call,
    "demand": best_abroad,
    "give": give,
    "play": play,
}

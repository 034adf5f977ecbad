"""Rules of thumb of the game of the same name: when to call or go alone, whom to help."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from matto.blocks.announce import SILENCE
from matto.blocks.call import (
    Called,
    on_own_side,
    party_known_to_all,
    party_of_called,
    sides_as_known,
)
from matto.blocks.judge import (
    allies_among_strangers,
    allies_of,
    in_suit,
    is_trump,
    weight_of_each,
)
from matto.blocks.thumb import Player
from matto.engine.cards import FOOL, KINGS, TRUMP_SUIT, cards
from matto.engine.game import Advice, OpenCards
from matto.engine.table import ALL, SAY, Decision, View
from matto.games.hints import mineo_3 as alike
from matto.games.sicily.common import ARIE, ARIE_CINQUINE, DECINE, GIOVE, PICCIOTTI, open_to_all

SOLO, CALL, PASS = "vado_solo", "chiamo", "passo"
RIVANTO, SCOMMESSA = "rivanto", "scommessa"

TASTE = replace(alike.TASTE, strangers=True)

# -- bidding ---------------------------------------------------------------------------------

HIGH_TRUMPS = cards(f"T{trump}" for trump in range(11, 21))
WEIGHTS: tuple[tuple[Collection[str], float], ...] = (
    (HIGH_TRUMPS, 0.1),
    (ARIE_CINQUINE, 0.5),
    (cards(GIOVE), 0.7),
    (cards(PICCIOTTI), 0.1),
    (cards(FOOL), 0.4),
    (KINGS, 0.3),
)
WEIGHT = weight_of_each(WEIGHTS)
A_TRUMP = 0.3
FIRST_PACKET = 5
WORTH_CALLING, WORTH_ALONE, WORTH_ALONE_AT_ONCE = 2.1, 4.9, 3.3
"""By `outlook`: from where on callers and soloists won more than they lost (500 deals)."""


def outlook(view: View) -> float:
    """How good a hand is for a declarer: trumps, high ones above all, Kings, the Fuggitivo."""
    return sum((A_TRUMP if is_trump(card) else 0.0) + WEIGHT[card] for card in view.hand)


def bid(view: View, decision: Decision) -> str | None:
    """Go alone on a splendid hand, call on a good one."""
    hope = outlook(view)
    if len(view.hand) == FIRST_PACKET:
        return SOLO if hope > WORTH_ALONE_AT_ONCE else PASS
    if hope > WORTH_ALONE:
        return SOLO
    trumps = [word.partition(":")[2] for word in decision.options if word.startswith(CALL)]
    if hope > WORTH_CALLING and trumps:
        return f"{CALL}:{best_called(view, trumps)}"
    return PASS


def call(view: View, decision: Decision) -> str | None:
    """Call when one must."""
    return best_called(view, decision.options)


def best_called(view: View, trumps: Collection[str]) -> str:
    """The highest trump that this hand lacks."""
    abroad = [card for card in view.pack.sort(trumps) if card not in view.hand]
    return next(iter(abroad or view.pack.sort(trumps)))


# -- parties ---------------------------------------------------------------------------------


def contract(view: View) -> tuple[int, str] | None:
    """The declarer and the card called, `""` in a solo; None before the talon is seen."""
    if not any(event.kind == "talon" and event.seen_by == ALL for event in view.events):
        return None
    bids = [(seat, word) for seat, word in view.heard("bid") if word != PASS]
    said = (*bids, *view.heard("call"))
    return (
        (said[-1][0], said[-1][1].removeprefix(f"{CALL}:").replace(SOLO, "")) if said else None
    )


def party_known(view: View) -> frozenset[int] | None:
    """The declarer's party as everybody knows it."""
    found = contract(view)
    if found is None:
        return None
    declarer, card = found
    if not card:
        return frozenset({declarer})
    called = Called(declarer, card, may_be_own=view.options["call"] == "any")
    return party_known_to_all(view.events, view.seats, called, raised(view))


def raised(view: View) -> frozenset[int]:
    """Who has said Rivanto, and so is an opponent."""
    return frozenset(seat for seat, word in view.heard("announce") if word == RIVANTO)


def party(view: View) -> frozenset[int] | None:
    """The declarer's party as far as a view knows it: one's own hand tells more."""
    found, known = contract(view), party_known(view)
    if found is None or known is not None or view.seat is None:
        return known
    declarer, card = found
    held = party_of_called(view, declarer, card)
    if held is not None:
        return held
    is_caller = view.seat == declarer
    called = Called(declarer, card, may_be_own=view.options["call"] == "any" and not is_caller)
    return party_known_to_all(view.events, view.seats, called, raised(view) | {view.seat})


def friends(view: View) -> frozenset[int]:
    """The other seats that a view knows to be on its side."""
    return on_own_side(view, party(view))


def heaps(view: View) -> tuple[int, ...]:
    """By whose tricks each seat's own lie: its own until all know the parties."""
    return sides_as_known(view.seats, party_known(view))


def lying_open(view: View) -> OpenCards:
    """Captured cards, and a Fuggitivo still waiting for a trick, as far as all know."""
    return open_to_all(view, heaps(view))


def allies(view: View) -> tuple[float, ...]:
    """How likely each seat is on this one's side, while a partner is hidden."""
    found = contract(view)
    if found is None or party(view) is not None:
        return allies_of(view, friends(view))
    declarer, _ = found
    return allies_among_strangers(view, declarer, raised(view))


# -- announcements ---------------------------------------------------------------------------

TRUMPS_FOR_A_BET, TRUMPS_TO_RAISE = 8, 7


def announce(view: View, decision: Decision) -> str | None:
    """Bet with all three tens and many trumps; raise the last trick with long high trumps."""
    trumps = len(in_suit(view.hand, TRUMP_SUIT))
    bold = {
        SCOMMESSA: set(view.hand) >= DECINE and trumps >= TRUMPS_FOR_A_BET,
        RIVANTO: len(ARIE.intersection(view.hand)) > 1 and trumps >= TRUMPS_TO_RAISE,
    }
    return next((word for word in decision.options if bold.get(word)), SILENCE)


# -- cards -----------------------------------------------------------------------------------


def player(view: View) -> Player:
    """One who weighs this view's cards."""
    return Player(view, TASTE, allies(view))


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card; lead what a partner has asked for, if that is sane."""
    foes = set(range(view.seats)) - {view.seat} - friends(view)
    return alike.best_card(player(view), decision, alike.asked_for(view, foes))


def lay_away(view: View, decision: Decision) -> str | None:
    """Empty short suits and save what is in danger."""
    return player(view).lay_away(decision.options)


THUMB: Mapping[str, Advice] = {
    "bid": bid,
    "call": call,
    "announce": announce,
    "play": play,
    "discard": lay_away,
    SAY: alike.THUMB[SAY],
}

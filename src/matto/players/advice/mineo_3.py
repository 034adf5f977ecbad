"""Advice for Tarocchi of Mineo for three: when to go alone, what to say, how to play."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from matto.blocks.auction import SILENCE
from matto.engine.cards import FOOL, KINGS, SUITS, TRUMP_SUIT, cards, in_suit, is_trump, suit_of
from matto.engine.events import SAY, Decision
from matto.engine.view import View
from matto.games.sicily import (
    ALTRE_CINQUE,
    ARIE,
    ARIE_CINQUINE,
    DECINE,
    GIOVE,
    PAGO,
    PASSO,
    PICCIOTTI,
    PRENDO,
    RIVANTO,
    SCOMMESSA,
    VADO_SOLO,
)
from matto.games.sicily.prize_games import opponents_together, soloists
from matto.play.weights import Weights
from matto.players.advice import Advice
from matto.players.advice.sicilian_hand_value import HIGH_TRUMPS
from matto.players.heuristic import (
    CardEvaluator,
    Sight,
    allies_of,
    evaluator_of,
    weight_of,
    weight_of_each,
)

WEIGHTS = Weights(
    worth={
        **dict.fromkeys(ARIE_CINQUINE, 10.0),  # five in the count, and a point if captured
        **dict.fromkeys(KINGS, 8.0),
        GIOVE: 9.0,
        PICCIOTTI: 16.0,
    },
    last_trick=12.0,
)
"""In card points, of which about twelve decide as much as one point of the score."""

# -- when to go alone ------------------------------------------------------------------------

GROUPS: tuple[tuple[Collection[str], float], ...] = (
    (HIGH_TRUMPS, 0.1),
    (ARIE_CINQUINE, 0.6),
    (cards(GIOVE), 0.7),
    (cards(PICCIOTTI), 0.1),
    (cards(FOOL), 0.4),
    (KINGS, 0.4),
)
ADDS = weight_of_each(GROUPS)
A_TRUMP = 0.36
AVERAGE_SOLO, AVERAGE_CARD = -1.2, 0.215
"""The worth of a solo with any hand (600 deals), and of any card in a hand's weight."""


class Limits(NamedTuple):
    """How much a hand must promise, in what a solo with it may bring.

    `solo`: to go alone early, while most cards are unknown. `more`: to ask for more cards.
    `paying`: below this one pays to be rid of the deal.
    """

    solo: float
    more: float
    paying: float


LIMITS = Limits(solo=0.6, more=-0.9, paying=-2.2)  # an early solo is doubled


def outlook(view: View) -> float:
    """Return what going alone may bring from each opponent."""
    return AVERAGE_SOLO + weight_of(view.hand, A_TRUMP, ADDS) - AVERAGE_CARD * len(view.hand)


def talk(view: View, decision: Decision) -> str | None:
    """Go alone on a good hand; deal on with hope, take what is offered, else give up."""
    return say_by_hope(outlook(view), LIMITS, view, decision.options)


def say_by_hope(hope: float, limits: Limits, view: View, options: Collection[str]) -> str:
    """Return what to say in a pause with so much hope."""
    if VADO_SOLO in options and hope > (limits.solo if ALTRE_CINQUE in options else 0.0):
        return VADO_SOLO
    if PRENDO in options and hope < limits.solo:
        return PRENDO
    if ALTRE_CINQUE in options and (hope > limits.more or len(view.hand) == FIRST_PACKET):
        return ALTRE_CINQUE
    if PAGO in options and ALTRE_CINQUE in options and hope < limits.paying:
        return PAGO
    return PASSO


FIRST_PACKET = 5
"""Nobody offers anything before he holds ten cards."""

# -- announcements ---------------------------------------------------------------------------

TRUMPS_TO_RAISE = 9


def announce(view: View, decision: Decision) -> str | None:
    """Bet with all three tens; raise the last trick with long high trumps."""
    trumps = sum(map(is_trump, view.hand))
    bold = {
        SCOMMESSA: set(view.hand) >= DECINE,
        RIVANTO: len(ARIE.intersection(view.hand)) > 1 and trumps >= TRUMPS_TO_RAISE,
    }
    return next((word for word in decision.options if bold.get(word)), SILENCE)


# -- cards -----------------------------------------------------------------------------------


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card; lead what the partner has asked for, if that is sane."""
    own = evaluator_of(view, WEIGHTS, allies_of(view, opponents_together(view)))
    return best_card(own, decision, asked_for(view))


def best_card(own: CardEvaluator, decision: Decision, asked: Collection[str]) -> str:
    """The most promising card, or one that is asked for and promises hardly less."""
    best = own.best_card(decision.options)
    wanted = [card for card in decision.options if card in asked]
    if not wanted:
        return best
    best_wanted = own.best_card(wanted)
    obliges = own.promise(best_wanted) > own.promise(best) - OBLIGING
    return best_wanted if obliges else best


OBLIGING = 6.0
"""So many card points a player gives for what his partner asks."""


# -- table talk ------------------------------------------------------------------------------


def said_since_last_card(view: View) -> list[str]:
    """Return what has been said since a card was played or a trick taken."""
    words: list[str] = []
    for event in reversed(view.events):
        if event.kind != SAY:
            break
        words.insert(0, event.what[0])
    return words


def suits_named(view: View) -> Mapping[str, list[int]]:
    """The suits that requests and questions point to, by their words."""
    led = [suit_of(trick.cards[0]) for trick in view.tricks]
    second = [suit for suit in led if suit != led[0]]
    kings = {suit_of(card) for card in KINGS.intersection(view.hand)}
    return {
        "jocu_novu": [suit for suit in range(TRUMP_SUIT) if suit not in led[-1:]],
        "jocu_novu_novu": [SUITS.index("D")],
        "joca_unni_hai_u_re": sorted(kings),
        "joca_unni_nunn_hai_u_re": [suit for suit in range(TRUMP_SUIT) if suit not in kings],
        "trunfu": [TRUMP_SUIT],
        "u_stissu_jocu": led[-1:],
        "u_primu_jocu": led[:1],
        "u_sicunnu_jocu": second[:1],
        "lhaja_fari_a_reula": [TRUMP_SUIT],
        "pozzu_turnari": led[-1:],
        "u_primu_jocu_vi_piace": led[:1],
        "u_sicunnu_jocu_vi_piace": second[:1],
    }


def asked_for(view: View) -> frozenset[str]:
    """The cards of the hand that a partner has asked this leader to lead."""
    if view.lying:
        return frozenset()
    return requested(view, soloists(view))


def requested(view: View, foes: Collection[int]) -> frozenset[str]:
    """The cards of suits that were asked for; `faglio` is asked for the whole deal."""
    suits = {
        suit for word in said_since_last_card(view) for suit in suits_named(view).get(word, ())
    }
    if any(word == FAGLIO and seat not in foes for seat, word in view.heard(SAY)):
        suits |= void_suits(view, foes)
    return frozenset(card for card in view.hand if suit_of(card) in suits)


def void_suits(view: View, foes: Collection[int]) -> set[int]:
    """The plain suits that foes are known not to hold."""
    void = Sight(view).void
    return {suit for seat in foes for suit in void[seat]} - {TRUMP_SUIT}


def worth_saying(view: View) -> Sequence[str]:
    """The requests that this hand can make of a leader."""
    return requests_of(view, soloists(view))


def requests_of(view: View, foes: Collection[int]) -> Sequence[str]:
    """Ask for the foes' void, then for a suit whose best card is here; each once in a deal."""
    said = {word for seat, word in view.heard(SAY) if seat == view.seat}
    named = suits_named(view)
    suits_led = (SAME_SUIT, FIRST_SUIT, SECOND_SUIT)
    found = [word for word in suits_led if has_best(view, named[word])]
    if FAGLIO in view.asides and void_suits(view, foes):
        found.insert(0, FAGLIO)
    return [word for word in found if word in view.asides and word not in said]


def has_best(view: View, suits: Sequence[int]) -> bool:
    """Return whether the hand holds the best card that is out of one of some plain suits."""
    plain = [suit for suit in suits if suit != TRUMP_SUIT]
    return any(in_suit(view.hand, suit) and welcome(view, suit) for suit in plain)


FAGLIO = "faglio"
SAME_SUIT, FIRST_SUIT, SECOND_SUIT = "u_stissu_jocu", "u_primu_jocu", "u_sicunnu_jocu"


def answer(view: View, decision: Decision) -> str | None:
    """Answer the partner: the truth where there is one, else what the hand makes of it."""
    words = [word for word in decision.options if word != SILENCE]
    if len(words) == 1:
        return words[0]
    said = said_since_last_card(view)
    question = next((word for word in reversed(said) if word not in decision.options), "")
    suits = suits_named(view).get(question)
    if suits is not None and {YES, NO} <= set(words):
        return YES if any(welcome(view, suit) for suit in suits) else NO
    if question in CAN_YOU_WIN and {YES, NO} <= set(words):
        return YES if can_win(view) else NO
    return SILENCE


YES, NO = "si", "no"
CAN_YOU_WIN = frozenset({"ci_putiti", "lassu_a_to", "tutti_cosi"})


def welcome(view: View, suit: int) -> bool:
    """Return whether a lead of a suit suits this hand: it holds the best card, or can trump."""
    sight = Sight(view)
    own = in_suit(view.hand, suit)
    if own:
        return not sight.above(own[0])
    return any(map(is_trump, view.hand))


def can_win(view: View) -> bool:
    """Return whether this hand's card is the best that lies, or another of it would be."""
    sight = Sight(view)
    best = sight.best_of(view.lying)
    if best is None:
        return False
    if any(seat == view.seat for seat, _ in view.lying):
        return best[0] == view.seat
    led = suit_of(next(card for _, card in view.lying if card != FOOL))
    may_play = in_suit(view.hand, led) or in_suit(view.hand, TRUMP_SUIT)
    own = ((view.seat or 0, card) for card in may_play)
    return any(sight.best_of((best, one)) == one for one in own)


ADVICE = Advice(
    {"talk": talk, "announce": announce, "play": play, SAY: answer},
    WEIGHTS,
    worth_saying=worth_saying,
    asked_for=asked_for,
)

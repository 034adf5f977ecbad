"""Rules of thumb of the game of the same name: the early solo, the bets, the play."""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.announce import SILENCE
from matto.blocks.call import on_own_side, sides_as_known
from matto.blocks.judge import allies_of, is_trump
from matto.blocks.thumb import Player
from matto.engine.cards import KINGS
from matto.engine.game import Advice, OpenCards
from matto.engine.outcome import Outcome
from matto.engine.table import Decision, View
from matto.engine.taste import Taste
from matto.games.hints import tortorici_3 as today
from matto.games.sicily.common import (
    ARIE,
    ARIE_CINQUINE,
    CINQUINE,
    DECINE,
    LAST_TRICK,
    open_to_all,
)

BENE, VANTO, TERNONE = "bene", "vanto", "ternone"
HOPED_FOR: Mapping[str, tuple[float, float]] = {
    "solo_da_cinque": (9.0, 9.5),
    "solo_da_dieci": (13.0, 5.0),
    "solo_da_quindici": (23.0, 3.5),
}
"""Card points above 55 from which a solo wins more than the chiamo to come (350 deals each):
for the forehand, who would have the talon in it, and for the two others."""

WORTH = dict.fromkeys(ARIE_CINQUINE | KINGS, 9.0)  # four in the count, five if captured
TASTE = Taste(worth=WORTH, last_trick=float(LAST_TRICK))
FOR_THE_POT = Taste(worth=WORTH, last_trick=30.0)


def taste_in(outlook: Outcome) -> Taste:
    """The last trick is dear where the pot is played for."""
    return FOR_THE_POT if outlook.has_said(VANTO) else TASTE


# -- bidding and betting ---------------------------------------------------------------------


def bid(view: View, decision: Decision) -> str | None:
    """Go alone where the points to be hoped for are worth more than those of a chiamo."""
    solo = decision.options[0]
    as_forehand, as_another = HOPED_FOR[solo]
    forehand = view.seat == (view.dealer + 1) % view.seats
    needed = as_forehand if forehand else as_another
    return solo if today.hope_alone(view) > needed else BENE


MOST_OF = 0.5
TRUMPS_FOR_THE_POT, ARIE_FOR_THE_POT = 10, 2


def announce(view: View, decision: Decision) -> str | None:
    """Bet on all three tens among many trumps; on the last trick with long high trumps."""
    word, hand = decision.options[0], view.hand
    trumps = sum(map(is_trump, hand))
    if word == VANTO:
        bold = trumps >= TRUMPS_FOR_THE_POT and len(ARIE.intersection(hand)) >= ARIE_FOR_THE_POT
    else:
        bold = set(hand) >= DECINE and trumps >= MOST_OF * len(hand)
    return word if bold else SILENCE


def declare(_view: View, decision: Decision) -> str | None:
    """The ternone always pays."""
    return TERNONE if TERNONE in decision.options else SILENCE


# -- cards -----------------------------------------------------------------------------------


def soloist(view: View) -> int | None:
    """Who plays alone, once somebody has said so."""
    return next((seat for seat, word in view.heard("bid") if word != BENE), None)


def party(view: View) -> frozenset[int] | None:
    """The soloist as a party, None as long as each is for himself."""
    alone = soloist(view)
    return None if alone is None else frozenset({alone})


def friends(view: View) -> frozenset[int]:
    """The two opponents of a soloist."""
    return on_own_side(view, party(view))


def lying_open(view: View) -> OpenCards:
    """Captured fives, and a Fuggitivo that waits for a trick."""
    return open_to_all(view, sides_as_known(view.seats, party(view)), CINQUINE)


def player(view: View) -> Player:
    """One who weighs this view's cards."""
    pot_is_played_for = any(word == VANTO for _, word in view.heard("announce"))
    taste = FOR_THE_POT if pot_is_played_for else TASTE
    return Player(view, taste, allies_of(view, friends(view)))


def play(view: View, decision: Decision) -> str | None:
    """Play the most promising card."""
    return player(view).best_card(decision.options)


def lay_away(view: View, decision: Decision) -> str | None:
    """Empty short suits and save what is in danger."""
    return player(view).lay_away(decision.options)


THUMB: Mapping[str, Advice] = {
    "bid": bid,
    "announce": announce,
    "declare": declare,
    "play": play,
    "discard": lay_away,
}

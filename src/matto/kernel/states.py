"""Building states: where all cards lie at a moment of the play, in each deal that may be.

A deal is laid out as it was at the first lead, and compiled play puts down what was played.
"""

from __future__ import annotations

import numpy as np

from matto.engine.cards import CODES, NUMBER, words
from matto.engine.events import OUT_OF_HAND
from matto.engine.seen import SeenCards
from matto.engine.table import Table
from matto.engine.tricks import LEADING
from matto.engine.view import View
from matto.kernel import layout as lay
from matto.kernel.layout import NO_CARD, NO_SUIT, Hands, Numbers, Plan
from matto.kernel.playouts import play_through

PLAY, DRAWS = "play", "draws"
"""What moves cards out of a hand and into it while tricks are played."""


def state_of(table: Table, plan: Plan) -> Numbers:
    """Give the state of a table whose parties are settled, at any moment of the play."""
    away = [words(cards) for cards in table.laid_away]
    now = table.plain, table.tarocks, [plain for plain, _ in away], [other for _, other in away]
    hands = Hands(*(np.array([words_by_seat], dtype=np.int64) for words_by_seat in now))
    (state,) = states_in(plan, View(table.setup, table.events, None, None), hands)
    return state


def states_in(plan: Plan, view: View, hands: Hands) -> Numbers:
    """Give the states of all deals that may be, from what a view shows of the play.

    `hands` are those now. Gives `[n, SIZE]`.
    """
    states = first_states_in(plan, view, hands)
    play_through(states, plan, cards_of(view, DRAWS), cards_of(view))
    _write_known(states, view)
    return states


def first_states_in(plan: Plan, view: View, hands: Hands) -> Numbers:
    """Give the states of the same deals as `states_in`, but as they were at the first lead."""
    plain, tarocks = hands.plain.copy(), hands.tarocks.copy()
    for event in reversed(view.events):
        if event.kind in {PLAY, DRAWS}:
            own_plain, own_tarocks = words(event.what)
            if event.moves == OUT_OF_HAND:
                plain[:, event.seat] |= own_plain
                tarocks[:, event.seat] |= own_tarocks
            else:
                plain[:, event.seat] &= ~own_plain
                tarocks[:, event.seat] &= ~own_tarocks
    states = np.zeros((len(plain), lay.SIZE), dtype=np.int64)
    states[:, [lay.TURN, lay.LEADER]] = plan.rules[lay.FIRST_LEADER]
    states[:, lay.LED], states[:, lay.BEST] = LEADING, NO_CARD
    states[:, lay.BOUND : lay.BOUND + lay.MOST_SEATS] = NO_SUIT
    states[:, lay.CARD : lay.CARD + lay.MOST_SEATS] = NO_CARD
    for block, found in (
        (lay.PLAIN, plain),
        (lay.OWN_PLAIN, plain),
        (lay.TAROCKS, tarocks),
        (lay.OWN_TAROCKS, tarocks),
        (lay.AWAY_PLAIN, hands.away_plain),
        (lay.PILE_PLAIN, hands.away_plain),
        (lay.AWAY_TAROCKS, hands.away_tarocks),
        (lay.PILE_TAROCKS, hands.away_tarocks),
    ):
        states[:, block : block + view.seats] = found
    _write_known(states, view.before(PLAY))
    return states


def _write_known(states: Numbers, view: View) -> None:
    """Note what everybody knows of hands: suits that ran out, cards that were shown."""
    known = SeenCards(view.known_to_all(None))
    states[:, lay.VOIDS] = sum(
        1 << (lay.VOID_BITS * seat + suit)
        for seat, suits in enumerate(known.void)
        for suit in suits
    )
    for seat, cards in enumerate(known.held_by):
        both = words(cards)
        states[:, [lay.KNOWN_PLAIN + seat, lay.KNOWN_TAROCKS + seat]] = both
    lying_open = known.gone.difference(CODES[card] for card in cards_of(view))
    states[:, [lay.OPEN_PLAIN, lay.OPEN_TAROCKS]] = words(lying_open)


def cards_of(view: View, kind: str = PLAY) -> Numbers:
    """Give the numbers of the cards that were played, or drawn, in their order."""
    return np.array([NUMBER[card] for _, card in view.heard(kind)], dtype=np.int64)

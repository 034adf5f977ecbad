"""Building states: where all cards lie at a moment of the play.

What everybody has seen played is the same in every deal that may be, so it is worked out once
(`_Record`); hands and what was laid away are then written into as many states as there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from matto.engine.cards import (
    CODES,
    FIRST_TRUMP,
    NUMBER,
    PLAIN_BIT,
    RANKS_IN_SUIT,
    TAROCK_BIT,
    words,
)
from matto.engine.events import OUT_OF_HAND, Trick
from matto.engine.seen import SeenCards
from matto.engine.table import Table
from matto.engine.tricks import (
    FOOL_NUMBER,
    LEADING,
    SUIT_BITS,
    FoolRule,
    beats,
    led_after,
)
from matto.engine.view import View
from matto.games import game
from matto.kernel import layout
from matto.kernel.layout import NO_CARD, NO_SUIT, SIZE, Hands, Numbers, Plan
from matto.plan.packing import plan_of


def state_of(table: Table, plan: Plan | None = None) -> Numbers:
    """Give the state of a table whose parties are settled, at any moment of the play.

    The plan is worked out if it is not given; for a game that is not in the catalogue give it.
    Raises `NotYetSettled` before the parties are settled.
    """
    if plan is None:
        plan = plan_of(game(table.setup.game), table)
    known = SeenCards(View(table.setup, table.events, None, None))
    record = _Record(plan, table.tricks, _lying(table), known)
    away = [words(cards) for cards in table.laid_away]
    hands = Hands(
        np.array([table.plain], dtype=np.int64),
        np.array([table.tarocks], dtype=np.int64),
        np.array([[plain for plain, _ in away]], dtype=np.int64),
        np.array([[tarocks for _, tarocks in away]], dtype=np.int64),
    )
    (state,) = record.states(hands)
    return np.ascontiguousarray(state)


def states_in(plan: Plan, view: View, hands: Hands) -> Numbers:
    """Give the states of all deals that may be, from what a view shows of the play.

    `hands` are those now. Gives `[n, SIZE]`.
    """
    known = SeenCards(view.known_to_all(None))
    record = _Record(plan, view.tricks, view.lying, known)
    return record.states(hands)


def first_states_in(plan: Plan, view: View, hands: Hands) -> Numbers:
    """Give the states of the same deals as `states_in`, but as they were at the first lead."""
    plain, tarocks = hands.plain.copy(), hands.tarocks.copy()
    for event in reversed(view.events):
        if event.kind in _MOVED:
            own_plain, own_tarocks = words(event.what)
            if event.moves == OUT_OF_HAND:
                plain[:, event.seat] |= own_plain
                tarocks[:, event.seat] |= own_tarocks
            else:
                plain[:, event.seat] &= ~own_plain
                tarocks[:, event.seat] &= ~own_tarocks
    record = _Record(plan, (), (), SeenCards(view.before(PLAY).known_to_all(None)))
    return record.states(hands._replace(plain=plain, tarocks=tarocks))


PLAY = "play"
_MOVED = frozenset({PLAY, "draws"})
"""What moves cards into a hand or out of it while tricks are played."""


def _lying(table: Table) -> list[tuple[int, str]]:
    """The cards of the trick that is going on, as (seat, card)."""
    lying: list[tuple[int, str]] = []
    for event in reversed(table.events):
        if event.kind == "trick":
            break
        if event.kind == "play":
            lying.append((event.seat, event.what[0]))
    return lying[::-1]


class _Record:
    """What all have seen of the play, as the part of a state that is the same everywhere."""

    def __init__(
        self,
        plan: Plan,
        tricks: Iterable[Trick],
        lying: Sequence[tuple[int, str]],
        known: SeenCards,
    ) -> None:
        self.rules = plan.rules.tolist()
        self.seats = self.rules[layout.SEATS]
        self.fool = FoolRule(*self.rules[layout.EXCUSES : layout.UNTIL + 1])
        self.strength = plan.strength.tolist()
        self.state = [0] * SIZE
        self.played: list[tuple[int, int]] = []
        self.left: list[tuple[int, int, int]] = []  # seat, the suit it left, after which card
        self._begin()
        for trick in tricks:
            for seat, card in trick.by_seat(self.seats):
                self._play(seat, NUMBER[card])
        for seat, card in lying:
            self._play(seat, NUMBER[card])
        self._remember(known)
        self.state[layout.DRAWN] = min(
            self.rules[layout.STOCK], self.state[layout.TRICKS] * self.seats
        )

    def _begin(self) -> None:
        state, leader = self.state, self.rules[layout.FIRST_LEADER]
        state[layout.TURN] = state[layout.LEADER] = leader
        state[layout.LED], state[layout.BEST] = LEADING, NO_CARD
        for seat in range(layout.MOST_SEATS):
            state[layout.BOUND + seat], state[layout.CARD + seat] = NO_SUIT, NO_CARD

    def _remember(self, known: SeenCards) -> None:
        """Note what everybody knows of hands: suits that ran out, cards that were shown."""
        for seat in range(self.seats):
            for suit in known.void[seat]:
                self.state[layout.VOIDS] |= 1 << (layout.VOID_BITS * seat + suit)
            plain, tarocks = words(known.held_by[seat])
            self.state[layout.KNOWN_PLAIN + seat] = plain
            self.state[layout.KNOWN_TAROCKS + seat] = tarocks
        lying_open = known.gone.difference(CODES[card] for _, card in self.played)
        self.state[layout.OPEN_PLAIN], self.state[layout.OPEN_TAROCKS] = words(lying_open)

    def _play(self, seat: int, card: int) -> None:
        state, best = self.state, self.state[layout.BEST]
        number = state[layout.TRICKS] + 1
        if card == FOOL_NUMBER:
            state[layout.FOOL_TRICK] = number
        if card == self.rules[layout.WATCHED]:
            state[layout.WATCHED_TRICK] = number
        if state[layout.LYING] == 0:
            self._lead(seat, card)
        strength = self.strength
        if best == NO_CARD or beats(card, best, strength[card], strength[best]):
            state[layout.BEST], state[layout.BEST_SEAT] = card, seat
        if state[layout.LED] >= LEADING:
            state[layout.LED] = led_after(state[layout.LED], card, self.fool)
        state[layout.CARD + seat] = card
        state[layout.LYING_PLAIN] |= PLAIN_BIT[card]
        state[layout.LYING_TAROCKS] |= TAROCK_BIT[card]
        state[layout.LYING] += 1
        state[layout.TURN] = (seat + 1) % self.seats
        state[layout.OWN_PLAIN + seat] |= PLAIN_BIT[card]
        state[layout.OWN_TAROCKS + seat] |= TAROCK_BIT[card]
        self.played.append((seat, card))
        if state[layout.LYING] == self.seats:
            self._close()

    def _lead(self, seat: int, card: int) -> None:
        state, bound = self.state, self.state[layout.BOUND + seat]
        suit = card // RANKS_IN_SUIT if card < FIRST_TRUMP else NO_SUIT
        if not self.rules[layout.LEAD_ON]:
            return
        if bound not in {NO_SUIT, suit}:
            self.left.append((seat, bound, len(self.played)))
        if suit != NO_SUIT:
            state[layout.BOUND + seat] = suit

    def _close(self) -> None:
        state, winner = self.state, self.state[layout.BEST_SEAT]
        first = state[layout.CARD + state[layout.LEADER]]
        if first < FIRST_TRUMP:
            state[layout.SUITS_LED] |= 1 << first // RANKS_IN_SUIT
        if state[layout.BEST] < FIRST_TRUMP:
            state[layout.WON_BY_PLAIN] |= state[layout.LYING_PLAIN]
        state[layout.LAST_LED] = state[layout.LEADER]
        state[layout.PILE_PLAIN + winner] |= state[layout.LYING_PLAIN]
        state[layout.PILE_TAROCKS + winner] |= state[layout.LYING_TAROCKS]
        state[layout.WON + winner] += 1
        state[layout.TRICKS] += 1
        state[layout.LEADER] = state[layout.TURN] = winner
        state[layout.LED], state[layout.BEST], state[layout.LYING] = LEADING, NO_CARD, 0
        state[layout.LYING_PLAIN] = state[layout.LYING_TAROCKS] = 0

    def states(self, hands: Hands) -> Numbers:
        """Write n times hands and cards laid away into n states."""
        states = np.empty((len(hands.plain), SIZE), dtype=np.int64)
        states[:] = self.state
        for blocks, found in (
            ((layout.PLAIN, layout.OWN_PLAIN), hands.plain),
            ((layout.TAROCKS, layout.OWN_TAROCKS), hands.tarocks),
            ((layout.AWAY_PLAIN, layout.PILE_PLAIN), hands.away_plain),
            ((layout.AWAY_TAROCKS, layout.PILE_TAROCKS), hands.away_tarocks),
        ):
            for block in blocks:
                states[:, block : block + self.seats] |= found
        for seat, suit, after in self.left:
            held = SUIT_BITS << (RANKS_IN_SUIT * suit)
            later = any(
                own == seat and PLAIN_BIT[card] & held for own, card in self.played[after:]
            )
            states[:, layout.LEFT_SUIT + seat] |= later | ((hands.plain[:, seat] & held) != 0)
        return states

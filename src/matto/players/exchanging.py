"""Worlds made likelier: hidden cards change hands as what was played and said tells.

Of some thousand worlds drawn evenly hardly any is likely once players have shown much of
themselves. So the best of them are only where a walk begins: `matto.kernel.exchange` lets cards
change hands, in each world for itself, and never leaves what may be.
"""

from __future__ import annotations

import numpy as np

from matto.engine.cards import CODES, NUMBER
from matto.engine.run import Run
from matto.engine.table import View
from matto.inference import Drawn, HiddenHands, Worlds, hidden_hands
from matto.kernel.exchange import Hidden, Played, Said, exchange
from matto.kernel.layout import Numbers, Plan
from matto.plan import first_states_in
from matto.players.belief import PLAY
from matto.players.effort import Walk
from matto.players.hearsay import OTHERWISE, Hearsay, cards_had
from matto.players.positions import NOBODY, holders_in, plan_with
from matto.players.reading import OTHERS


def exchanged(
    run: Run, worlds: Worlds, drawn: Drawn, told: Hearsay, walk: Walk, seed: int
) -> Drawn:
    """Let hidden cards of drawn worlds change hands.

    Gives each world as it is after each round, all after one before any after the next. `run`
    is the deal in any of the worlds; the same seed gives the same worlds.
    """
    hands, view = hidden_hands(worlds), worlds.view
    plans = [plan_with(run, view, seat) for seat in (*range(view.seats), NOBODY)]
    hidden = _hidden(run, view, drawn, hands, plans)
    first = np.ascontiguousarray(first_states_in(plans[-1], view, drawn.hands))
    played = Played(np.array([NUMBER[card] for _, card in view.heard(PLAY)], np.int64), OTHERS)
    stocks = np.ascontiguousarray(drawn.talon)
    said = _said(view, drawn, told)
    lying = []
    for turn in range(walk.rounds):
        chance = seed * walk.rounds + turn
        exchange(first, plans[-1], stocks, played, hidden, said, tries=walk.tries, seed=chance)
        lying.append(hidden.lying.copy())
    rows = np.tile(np.arange(len(drawn)), walk.rounds)
    return hands.with_cards(drawn.rows(rows), np.vstack(lying))


def _hidden(
    run: Run, view: View, drawn: Drawn, hands: HiddenHands, plans: list[Plan]
) -> Hidden:
    return Hidden(
        lying=np.ascontiguousarray(drawn.lying[:, hands.columns]),
        seats=hands.seats,
        alike=hands.alike,
        holders=holders_in(run, view, drawn),
        sides=np.array([plan.side for plan in plans]),
    )


def _said(view: View, drawn: Drawn, told: Hearsay) -> Said:
    """What was said, word by word."""
    played = view.heard(PLAY)
    seats, weights, odds = [], [np.zeros((0, len(CODES)))], [np.zeros((len(drawn), 0))]
    for seat, lines in told.words.items():
        seats += [seat] * len(lines.levels)
        weights.append(lines.weights.T)
        odds.append(cards_had(drawn, seat, played) @ lines.weights + lines.levels)
    spoken: Numbers = np.array(seats, np.int64)
    return Said(spoken, np.vstack(weights), np.hstack(odds), OTHERWISE)

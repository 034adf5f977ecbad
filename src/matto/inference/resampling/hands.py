"""Metropolis sampling: hidden cards change hands in drawn worlds, as play and talk make likely.

Of some thousand worlds drawn evenly hardly any is likely once players have shown much of
themselves. So the best of them are only where walks begin: `matto.kernel.exchange` lets cards
change hands, in each world for itself, and never leaves what may be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from matto.engine.cards import CODES, NUMBER
from matto.engine.table import View
from matto.inference.drawing import BITS, Drawn, Worlds
from matto.inference.resampling.logistic import Lines
from matto.inference.resampling.swaps import HiddenHands, hidden_hands
from matto.kernel.exchange import CardsPlayed, Hidden, WordsSaid, exchange
from matto.kernel.layout import Numbers, Plan, Reals
from matto.kernel.reading import Trust
from matto.kernel.states import cards_of, first_states_in

PLAY = "play"


class Walk(NamedTuple):
    """How far hidden cards change hands: in `rounds` of so many `tries` in each world.

    Worlds are looked at as they are after each round, so each is the beginning of several.
    """

    rounds: int
    tries: int


NOWHERE = Walk(rounds=1, tries=0)


class Evidence(NamedTuple):
    """What makes hands likely.

    `words`: the words of each seat as functions of its cards, and `otherwise`, how often one
    says a word that does not fit. `trust`: how far others are believed to play by rules of
    thumb.
    """

    words: Mapping[int, Lines]
    otherwise: float
    trust: Trust


class Parties(NamedTuple):
    """The plans of a deal by who holds the called card: each seat in turn, and last nobody.

    `holders`: `[m]`, who does in each world, or -1.
    """

    plans: Sequence[Plan]
    holders: Numbers


def resample_hands(
    worlds: Worlds, drawn: Drawn, parties: Parties, evidence: Evidence, walk: Walk, seed: int
) -> Drawn:
    """Let hidden cards of drawn worlds change hands.

    Gives each world as it is after each round, all after one before any after the next. The
    same seed gives the same worlds.
    """
    hands, view, plan = hidden_hands(worlds), worlds.view, parties.plans[-1]
    hidden = _hidden(drawn, hands, parties)
    first = np.ascontiguousarray(first_states_in(plan, view, drawn.hands))
    played, said = CardsPlayed(cards_of(view), evidence.trust), _said(view, drawn, evidence)
    stocks = np.ascontiguousarray(drawn.talon)
    lying = []
    for turn in range(walk.rounds):
        own = seed * walk.rounds + turn
        exchange(first, plan, stocks, played, hidden, said, tries=walk.tries, seed=own)
        lying.append(hidden.lying.copy())
    moved = np.tile(drawn.lying, (walk.rounds, 1))
    moved[:, hands.columns] = np.vstack(lying)
    return worlds.with_lying(moved, drawn.seed)


def _hidden(drawn: Drawn, hands: HiddenHands, parties: Parties) -> Hidden:
    return Hidden(
        lying=np.ascontiguousarray(drawn.lying[:, hands.columns]),
        seats=hands.seats,
        alike=hands.alike,
        holders=parties.holders,
        sides=np.array([plan.side for plan in parties.plans]),
    )


def _said(view: View, drawn: Drawn, evidence: Evidence) -> WordsSaid:
    """What was said, word by word."""
    played = view.heard(PLAY)
    seats, weights, odds = [], [np.zeros((0, len(CODES)))], [np.zeros((len(drawn), 0))]
    for seat, lines in evidence.words.items():
        seats += [seat] * len(lines.levels)
        weights.append(lines.weights.T)
        odds.append(cards_had(drawn, seat, played) @ lines.weights + lines.levels)
    spoken: Numbers = np.array(seats, np.int64)
    return WordsSaid(spoken, np.vstack(weights), np.hstack(odds), evidence.otherwise)


def cards_had(drawn: Drawn, seat: int, played: Sequence[tuple[int, str]] = ()) -> Reals:
    """Which cards a seat had before the first card in each world: `[n, cards]`, 0 or 1."""
    plain = (drawn.plain | drawn.away_plain)[:, [seat]]
    tarocks = (drawn.tarocks | drawn.away_tarocks)[:, [seat]]
    had = ((plain & BITS[0]) | (tarocks & BITS[1])) != 0
    had[:, [NUMBER[card] for own, card in played if own == seat]] = True
    return np.where(had, 1.0, 0.0)

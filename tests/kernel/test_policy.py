"""Compiled rules of thumb: much better than chance in every game, and blind to hidden cards."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
import pytest

from kernel.steps import BY_CHANCE, Deal, duel
from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.games import game as game_of
from matto.kernel.heuristic import heuristic_card, new_knowledge, scales_of
from matto.kernel.layout import (
    AWAY_PLAIN,
    AWAY_TAROCKS,
    DRAWN,
    MOST_SEATS,
    OWN_PLAIN,
    OWN_TAROCKS,
    PILE_PLAIN,
    PILE_TAROCKS,
    PLAIN,
    SEATS,
    STOCK,
    TAROCKS,
    TURN,
    Numbers,
    Plan,
)
from matto.kernel.play import legal_now
from matto.kernel.primitives import rng_from
from matto.research.testing.checks import Case
from sixteen import SIXTEEN

REDEALS = 20
DEALS, REPEATS = 40, 15
CLEARLY = 4.0
"""In standard errors of the mean."""


def case_of(game_id: str) -> Case:
    return Case(game_of(game_id), game_of(game_id).resolve())


def card_for(state: Numbers, deal: Deal) -> int:
    eyes = new_knowledge()
    may, scales = legal_now(state, deal.plan), scales_of(deal.plan)
    return int(heuristic_card(state, deal.plan, scales, *may, eyes))


Place = tuple[int, int]
"""The two blocks or fields of a state in which words of cards stand."""


def cards_in(state: Numbers, place: Place) -> list[int]:
    both = int(state[place[0]]) | int(state[place[1]]) << FIRST_TRUMP_NUMBER
    return [card for card in range(79) if both >> card & 1]


def put(state: Numbers, place: Place, cards: Iterable[int], *, there: bool) -> None:
    """Put cards into a place, or take them away from it."""
    for card in cards:
        trump = card >= FIRST_TRUMP_NUMBER
        bit = 1 << (card - FIRST_TRUMP_NUMBER if trump else card)
        field = place[1] if trump else place[0]
        state[field] = state[field] | bit if there else state[field] & ~bit


def dealt_anew(
    state: Numbers, plan: Plan, stock: Numbers, rng: random.Random
) -> tuple[Numbers, int]:
    """The same moment, but what others hold, have laid away and will draw has moved."""
    new = state.copy()
    others = [seat for seat in range(int(plan.rules[SEATS])) if seat != state[TURN]]
    hidden: list[tuple[Place, Place]] = []
    for seat in others:
        hidden.append(((PLAIN + seat, TAROCKS + seat), (OWN_PLAIN + seat, OWN_TAROCKS + seat)))
        away = AWAY_PLAIN + seat, AWAY_TAROCKS + seat
        hidden.append((away, (PILE_PLAIN + seat, PILE_TAROCKS + seat)))
    found = [cards_in(state, place) for place, _ in hidden]
    drawn, in_all = int(state[DRAWN]), int(plan.rules[STOCK])
    pool = [card for cards in found for card in cards] + stock[drawn:in_all].tolist()
    rng.shuffle(pool)
    for both, cards in zip(hidden, found, strict=True):
        dealt = [pool.pop() for _ in cards]
        for place in both:
            put(new, place, cards, there=False)
        for place in both:
            put(new, place, dealt, there=True)
    return new, int((new != state).any())


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_cards_of_others_that_move_unseen_change_no_choice(game_id: str) -> None:
    rng = random.Random(game_id)
    deals = [Deal(case_of(game_id), seed, BY_CHANCE).play() for seed in range(5)]
    moved = 0
    for deal in deals:
        for state in deal.moments[::7]:
            card = card_for(state, deal)
            for _ in range(REDEALS):
                other, changed = dealt_anew(state, deal.plan, deal.stock, rng)
                moved += changed
                assert card_for(other, deal) == card
    assert moved > REDEALS


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_who_goes_by_rules_of_thumb_among_players_by_chance_does_clearly_better(
    game_id: str,
) -> None:
    eyes, rng = new_knowledge(), rng_from(2)
    gains = []
    deals = [Deal(case_of(game_id), seed, BY_CHANCE).play() for seed in range(DEALS)]
    for deal in (deal for deal in deals if deal.moments):
        start, seats = deal.moments[0], deal.run.game.seats
        for by_thumb in [-1, *range(seats)] * REPEATS:
            pay = np.zeros(MOST_SEATS, np.int64)
            scales = scales_of(deal.plan)
            duel(start, deal.plan, scales, deal.stock, by_thumb, rng, eyes, pay)
            if by_thumb < 0:
                paid = pay
            else:
                gains.append(pay[by_thumb] - paid[by_thumb])
    assert np.mean(gains) > CLEARLY * np.std(gains) / len(gains) ** 0.5

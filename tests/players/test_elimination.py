"""Successive elimination of cards: what is given up, what is played on, and in which deals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from matto.kernel.layout import Numbers, Reals
from matto.players.playouts import (
    FEWEST_DEALS,
    MOST_DEALS,
    Open,
    Playouts,
    Tried,
    successive_elimination,
    two_rounds,
)

DEALS = 800
CHANCE = np.random.default_rng(1).normal(0, 10, (2, 6, DEALS))
"""What six cards bring by two ways to go on, in each deal; the last is like the first."""
CHANCE[:, 5] = CHANCE[:, 0]


class Player:
    """Plays cards out, and remembers which in which deals."""

    def __init__(self) -> None:
        self.asked: list[tuple[list[int], list[int]]] = []

    def __call__(self, cards: Sequence[int], deals: Numbers) -> Reals:
        self.asked.append((list(cards), deals.tolist()))
        return CHANCE[:, list(cards)][:, :, deals]

    @property
    def playouts(self) -> int:
        """How many there were altogether."""
        return sum(len(cards) * len(deals) for cards, deals in self.asked)


def in_two_rounds(
    played: Playouts, still_open: Open, cards: int, deals: int, *, budget: int
) -> Tried:
    rounds = two_rounds(deals, budget, cards)
    return successive_elimination(played, still_open, cards, rounds)


def all_but_two(_found: Reals) -> list[int]:
    """Gives the cards 3 and 4 up."""
    return [0, 1, 2, 5]


def test_what_may_be_best_is_played_out_in_other_deals_too() -> None:
    player = Player()
    found = in_two_rounds(player, all_but_two, 6, DEALS, budget=600)
    (every, first), (left, second) = player.asked
    assert every == list(range(6))
    assert left == [0, 1, 2]
    assert not set(first) & set(second)
    assert len(second) == len(first) * 2
    assert found.deals.tolist() == first + second
    assert np.array_equal(found.brought[:, left], CHANCE[:, left][:, :, found.deals])


def test_so_many_playouts_are_made_as_may_be() -> None:
    player = Player()
    in_two_rounds(player, all_but_two, 6, DEALS, budget=600)
    assert player.playouts == 600


def test_cards_that_bring_the_same_in_each_deal_are_played_on_once() -> None:
    found = in_two_rounds(Player(), all_but_two, 6, DEALS, budget=600)
    assert np.array_equal(found.brought[:, 5], found.brought[:, 0])


def test_what_was_given_up_stays_as_far_behind() -> None:
    player = Player()
    found = in_two_rounds(player, all_but_two, 6, DEALS, budget=600).brought
    begun = len(player.asked[0][1])
    leader = max(range(3), key=lambda card: float(found[:, card, :begun].mean()))
    for card in (3, 4):
        behind = (found[:, card] - found[:, leader])[:, :begun].mean(axis=1)
        later = (found[:, card] - found[:, leader])[:, begun:]
        assert np.allclose(later, behind[:, None])


def test_where_one_card_is_left_nothing_more_is_played() -> None:
    player = Player()
    found = in_two_rounds(player, lambda _: [0, 5], 6, DEALS, budget=600)  # they are alike
    assert len(player.asked) == 1
    assert found.brought.shape == (2, 6, len(player.asked[0][1]))


def test_where_there_are_no_more_deals_each_is_played_once() -> None:
    for deals in (1, 7, FEWEST_DEALS, FEWEST_DEALS + 1, DEALS):
        player = Player()
        found = in_two_rounds(player, all_but_two, 6, deals, budget=10**9)
        numbers = found.deals.tolist()
        assert len(numbers) == len(set(numbers)) == min(deals, 2 * MOST_DEALS)


def test_every_second_deal_of_a_round_is_one_of_its_own_kind() -> None:
    """So rounds have an even number of deals: in every second one all go by the network."""
    for budget in (0, 123, 600, 1001, 10**6):
        player = Player()
        in_two_rounds(player, all_but_two, 6, DEALS, budget=budget)
        assert all(len(deals) % 2 == 0 for _, deals in player.asked)

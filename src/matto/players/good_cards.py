"""Which cards may well be the best ones, by what each has brought in deals that may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from matto.engine.cards import NUMBER, TRUMP_SUIT
from matto.engine.game import Game
from matto.engine.table import View
from matto.kernel.layout import Reals
from matto.players.budget import SearchBudget
from matto.players.card_question import LIKELY, SOMETHING, CardQuestion, worth_in
from matto.players.habits import advised_against
from matto.players.positions import Positions, taken_when_led
from matto.players.ranking import asking

CLEAR = 0.05
"""A bad habit must also bring so many standard deviations of what cards bring in deals."""


class Found(NamedTuple):
    """What cards bring, `[cards, deals]`: all in all, and without promises of a network.

    `ways`: the same by each way to find it out alone. A card of a bad habit must be better by
    all of them.
    """

    brought: Reals
    unaided: Reals
    ways: Sequence[Reals] = ()

    def of(self, rows: Sequence[int]) -> Found:
        """The same of some of the cards."""
        ways = [way[rows] for way in self.ways]
        return Found(self.brought[rows], self.unaided[rows], ways)


def good_cards(
    game: Game,
    view: View,
    found: Found,
    avoided: Mapping[str, float],
    budget: SearchBudget,
) -> list[str]:
    """The cards that may well be the best one, none of a bad habit unless that pays.

    Where several pay, they are judged anew as if there were no others: one habit may forbid
    all of them, for a card that loses too much, and others still tell them apart.
    """
    cards = view.asked.options
    good = as_good(cards, found, avoided, budget)
    if len(good) == 1 or avoided.keys().isdisjoint(good):
        return good
    rows, narrowed = [cards.index(card) for card in good], asking(view, good)
    return good_cards(game, narrowed, found.of(rows), advised_against(game, narrowed), budget)


def as_good(
    cards: Sequence[str],
    found: Found,
    avoided: Mapping[str, float],
    budget: SearchBudget,
) -> list[str]:
    """The cards that may well be the best one, by what each has brought.

    Those to be avoided are none of them, unless some are clearly better than the others, or by
    the part of that which is said for such a card: then it is one of these.
    """
    means = found.brought.mean(axis=1)
    allowed = [number for number, card in enumerate(cards) if card not in avoided]
    best = max(allowed, key=means.__getitem__)
    ranked = np.argsort(-means, kind="stable").tolist()
    paying = [
        cards[number]
        for number in ranked[: ranked.index(best)]
        if pays(found, number, best, budget.reason, avoided[cards[number]] * CLEAR)
    ]
    if paying:
        return paying
    near = []
    for number in allowed:
        more, error = gain_of(found.brought, best, number)
        if more <= budget.card_doubt * error:
            near.append(cards[number])
    return near


def pays(found: Found, card: int, best: int, reason: float, clear: float) -> bool:
    """Tell whether a card is clearly better than the best of the others.

    It is so with promises of a network and without them, by so many standard errors and such a
    part of what cards differ in deals, and by each way alone, by one standard error.
    """
    for brought in (found.brought, found.unaided):
        more, error = gain_of(brought, card, best)
        if more <= reason * error + clear * brought.std(axis=1).mean():
            return False
    alone = (gain_of(way, card, best) for way in found.ways)
    return all(more > error for more, error in alone)


def cheapest_to_lead(
    view: View, cards: Sequence[str], found: Reals, good: Sequence[str]
) -> list[str]:
    """Good cards, but none for which a cheaper one brings the same in each deal.

    Of a suit the lower one is cheaper if both are worth the same; a plain card that is worth
    less than one of another suit is cheaper, too.
    """
    worth, suit_of, strength = worth_in(view), view.pack.suit_of, view.pack.strength
    rows = dict(zip(cards, found, strict=True))

    def is_cheaper(low: str, card: str) -> bool:
        if suit_of(low) == suit_of(card):
            return (worth[low], strength[NUMBER[low]]) < (worth[card], strength[NUMBER[card]])
        return TRUMP_SUIT not in {suit_of(low), suit_of(card)} and worth[low] < worth[card]

    return [
        card
        for card in good
        if not any(is_cheaper(o, card) and np.array_equal(rows[o], rows[card]) for o in good)
    ]


def nothing_into_a_loss(
    asked: CardQuestion, positions: Positions, good: Sequence[str]
) -> list[str]:
    """Good cards to lead, none worth anything that foes likely take if others are left."""
    dear = asked.something(good, SOMETHING).difference(asked.trumps, asked.excuses)
    lost = {
        card
        for card in dear
        if taken_when_led(positions, asked.view, card, asked.foes) > LIKELY
    }
    return [card for card in good if card not in lost] or list(good)


def gain_of(found: Reals, one: int, other: int) -> tuple[float, float]:
    """How much better a card is than another in the same deals, with its standard error."""
    gains = found[one] - found[other]
    return float(gains.mean()), float(gains.std() / np.sqrt(len(gains)))

"""Choosing a card: worlds are played out or solved, and bad habits avoided."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.kernel.layout import Numbers, Reals
from matto.players.learned import Judge, Promises, judge_for, promises_of
from matto.players.learned.playouts import WITH_ALL_SEATS, NetworkPlayouts, can_play
from matto.players.playouts import (
    SearchBudget,
    by_rule_of_thumb,
    solved_cards,
    successive_elimination,
    two_rounds,
)
from matto.players.seeds import seed_of
from matto.players.simple_bots import RuleBot
from matto.players.vetoes import LIKELY, SOMETHING, CardQuestion, advised_against
from matto.players.weighted_worlds import (
    Positions,
    Sampled,
    by_tastes,
    find_rule_players,
    positions_in,
    taken_when_led,
)

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


def good_cards(
    cards: Sequence[str], found: Found, avoided: Collection[str], budget: SearchBudget
) -> list[str]:
    """Return the cards that may well be the best one, by what each has brought.

    A card of a bad habit is one of them only if it is clearly better than all others.
    """
    means = found.brought.mean(axis=1)
    allowed = [number for number, card in enumerate(cards) if card not in avoided]
    best = max(allowed, key=means.__getitem__)
    ranked = np.argsort(-means, kind="stable").tolist()
    paying = [
        cards[number]
        for number in ranked[: ranked.index(best)]
        if pays(found, number, best, budget.habit_margin)
    ]
    if paying:
        return paying
    near = []
    for number in allowed:
        more, error = gain_of(found.brought, best, number)
        if more <= budget.card_doubt * error:
            near.append(cards[number])
    return near


def pays(found: Found, card: int, best: int, reason: float) -> bool:
    """Tell whether a card is clearly better than the best of the others.

    It is so with promises of a network and without them, by so many standard errors and such a
    part of what cards differ in deals, and by each way alone, by one standard error.
    """
    for brought in (found.brought, found.unaided):
        more, error = gain_of(brought, card, best)
        if more <= reason * error + CLEAR * brought.std(axis=1).mean():
            return False
    alone = (gain_of(way, card, best) for way in found.ways)
    return all(more > error for more, error in alone)


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
    gains = found[one] - found[other]
    return float(gains.mean()), float(gains.std() / np.sqrt(len(gains)))


MOST_CARDS = 36
"""While more are in all hands together, nobody tries to work the deal out."""
MUCH = 0.5
"""What a network's cards gain over those of the rule of thumb, in σ, if it is a good one."""
MOST_BY_RULE = 0.5
"""The part of the rule of thumb in what a card brings where all others surely go by it.

Half of that is its part while they are as likely to do so as not.
"""
SURELY = 2.0
"""By so many standard errors the rule of thumb must make more of a card than a network."""


class LikelyDeals(NamedTuple):
    """One moment in the deals that may be: `run` is any of these, to be looked at only.

    `rule_players`: how surely each seat goes by the rule of thumb, `[seats]`.
    """

    run: Run
    positions: Positions
    rule_players: Reals


class Leaning(NamedTuple):
    """What speaks for each card beside playouts, `[cards]`; those that are no bad habit."""

    values: Reals
    allowed: Sequence[int]


class PlayedOut(NamedTuple):
    """What cards brought in playouts, `[cards, m]`, and in which deals, `[m]`.

    `unaided`: the same without promises of a network; `learned`: it has made some.
    """

    brought: Reals
    unaided: Reals
    deals: Numbers
    learned: bool = False


class Weighed(NamedTuple):
    """What each card brings in each deal, `[cards, deals]`, and those that may be the best.

    `learned`: a network has had its say beside the deals.
    """

    brought: Reals
    good: list[str]
    learned: bool


def weighed_cards(game: Game, view: View, budget: SearchBudget, seed: int | str) -> Weighed:
    """Play all cards out in the same deals, and ask a network where one has learnt the game.

    The last tricks are worked out where that is possible. Where something is hidden, that has
    half a say: it sees all cards, and counts on others to do so.
    """
    cards, seat = view.asked.options, view.asked.seat
    likely = likely_deals(game, view, budget, seed)
    positions = likely.positions
    avoided = advised_against(game, view) if budget.habit_margin else frozenset()
    allowed = [number for number, card in enumerate(cards) if card not in avoided]
    solved, learned = None, False
    if budget.nodes and len(view.hand) * view.seats <= MOST_CARDS:
        solved = solved_cards(positions, cards, seat, budget.nodes)
    if solved is None:
        leaning = Leaning(np.zeros(len(cards)), allowed)
        played = by_playouts(game, view, likely, budget, seed, leaning)
        found, learned = Found(played.brought, played.unaided, ways_of(played)), played.learned
    elif len(positions.states) == 1:
        found = Found(solved.brought, solved.brought)
    else:
        leaning = Leaning(solved.brought.mean(axis=1), allowed)
        likely = likely._replace(positions=solved.positions)
        played = by_playouts(game, view, likely, budget, seed, leaning)
        found, learned = half_and_half(solved.brought, played), played.learned
    doubt = budget.card_doubt * (1 - known_players(likely.rule_players, seat))
    budget = replace(budget, card_doubt=doubt)
    good = good_cards(cards, found, avoided, budget)
    if budget.habit_margin and not view.lying:
        good = nothing_into_a_loss(CardQuestion(game, view), positions, good)
    return Weighed(found.brought, good, learned)


def half_and_half(solved: Reals, played: PlayedOut) -> Found:
    exact = solved[:, played.deals]
    both = (exact + played.brought) / 2, (exact + played.unaided) / 2
    return Found(*both, (exact, *ways_of(played)))


def ways_of(played: PlayedOut) -> Sequence[Reals]:
    """Playouts in which the others go on by the rule of thumb, and those by the network.

    Who goes by the rule of thumb, as far as is known, does so in both.
    """
    return [played.unaided[:, first::WITH_ALL_SEATS] for first in range(WITH_ALL_SEATS)]


def by_playouts(
    game: Game,
    view: View,
    likely: LikelyDeals,
    budget: SearchBudget,
    seed: int | str,
    leaning: Leaning,
) -> PlayedOut:
    """What cards bring by playouts, and beside them by a network if there is one.

    Where nothing is hidden no network is asked.
    """
    promises = None
    if budget.network_weight and len(likely.positions.states) > 1:
        promises = promises_of(game, view, RuleBot(game, seed))
    if promises is None:
        return played_out(game, view, likely, budget, seed, leaning)
    cards, part = view.asked.options, part_of(promises, budget.network_weight)
    promised = np.array([promises.values[card] for card in cards])
    leaning = leaning._replace(values=(leaning.values + part * promised) / (1 - part))
    found = played_out(game, view, likely, budget, seed, leaning)
    mixed = beside_promises(cards, found.brought, promises, part)
    return found._replace(brought=mixed, learned=True)


def played_out(
    game: Game,
    view: View,
    likely: LikelyDeals,
    budget: SearchBudget,
    seed: int | str,
    leaning: Leaning,
) -> PlayedOut:
    """What each card brings in deals that are played on.

    A network that has learnt the game goes on for the seat, and for the others as far as they
    do not go by the rule of thumb (see `seats_by_network`); else that does, and so it does for
    all where there is no network or nothing is hidden.
    """
    cards, (run, positions, rule_players) = view.asked.options, likely
    deals, share = len(positions.states), share_by_rule(rule_players, view.asked.seat)
    if budget.habit_margin and deals == 1:
        positions = by_tastes(positions, seed_of(seed, view, "tastes"))
    elif budget.network_playouts and can_play(positions):
        judge = judge_for(game, view)
        if isinstance(judge, Judge):
            playouts = NetworkPlayouts(judge, view, run, positions, rule_players)

            def both_ways(places: Sequence[int], rows: Numbers) -> Reals:
                some = [cards[place] for place in places]
                by_network = [playouts.values(card, rows) for card in some]
                by_rule = by_rule_of_thumb(view, positions.rows(rows), budget, some)
                return np.array([by_network, by_rule])

            may_be_best = partial(still_open, leaning, share)
            afford = budget.network_playouts // len(view.hand)
            rounds = two_rounds(deals, afford, len(cards))
            found = successive_elimination(both_ways, may_be_best, len(cards), rounds)
            brought = by_the_better_one(*found.brought, share=share)
            return PlayedOut(brought, brought, found.deals)
    brought = by_rule_of_thumb(view, positions, budget, cards)
    return PlayedOut(brought, brought, np.arange(brought.shape[1]))


def still_open(leaning: Leaning, share: float, found: Reals) -> list[int]:
    """The cards that may be as good as the best that is no bad habit, or better."""
    brought, beside = by_the_better_one(*found, share=share), leaning.values
    best = max(leaning.allowed, key=(brought.mean(axis=1) + beside).__getitem__)
    behind = (gain_of(brought, best, card) for card in range(len(brought)))
    return [
        card
        for card, (gain, error) in enumerate(behind)
        if gain + beside[best] - beside[card] <= SURELY * error
    ]


def share_by_rule(rule_players: Reals, seat: int) -> float:
    return float(np.delete(rule_players, seat).mean())


def known_players(rule_players: Reals, seat: int) -> float:
    """How surely the others go by the rule of thumb, from 0, where it is as likely as not."""
    return max(0.0, 2 * share_by_rule(rule_players, seat) - 1)


def by_the_better_one(by_network: Reals, by_rule: Reals, *, share: float) -> Reals:
    """What each card brings one who goes on by the network or by the rule of thumb.

    A network may not know what to make of a card that the rule of thumb does know: such a card
    is worth more by what the rule of thumb surely makes of it, in deals where the others go on
    by it, too; the less of them do so, the less. The larger the `share` of them that does so,
    the more counts what the rule of thumb makes of each card: as much as the network at most.
    """
    alike = np.arange(by_network.shape[1]) % WITH_ALL_SEATS == 0
    gains = by_rule[:, alike] - by_network[:, alike]
    errors = gains.std(axis=1) / np.sqrt(gains.shape[1])
    surely: Reals = np.maximum(0.0, gains.mean(axis=1) - SURELY * errors)
    surely *= min(1.0, 2 * share)
    part = MOST_BY_RULE * share
    mixed: Reals = (1 - part) * (by_network + surely[:, None]) + part * by_rule
    return mixed


def part_of(promises: Promises, learnt: float) -> float:
    """Which part of a card's worth a network promises, by what it gains: `learnt` at most."""
    return learnt * min(1.0, max(0.0, promises.gain / MUCH))


def beside_promises(
    cards: Sequence[str], found: Reals, promises: Promises, part: float
) -> Reals:
    """What cards bring by playouts and by the promises of a network.

    Playouts know these very deals, but others go on by the rule of thumb in them; a network has
    seen what better play makes of a card, but not who may hold what just now. Of cards that
    bring the same in each of the deals no promise tells one from another.
    """
    _, which = np.unique(found, axis=0, return_inverse=True)
    best = np.full(len(cards), -np.inf)
    np.maximum.at(best, which.ravel(), [promises.values[card] for card in cards])
    mixed: Reals = (1 - part) * found + part * best[which.ravel(), None]
    return mixed


def likely_deals(game: Game, view: View, budget: SearchBudget, seed: int | str) -> LikelyDeals:
    """The position in likely worlds, or in one if it is known, and what others show to be."""
    sampled = Sampled(
        game, view, budget.starts, seed, budget.talk_samples, budget.play_evidence
    )
    run, rule_players = sampled.any_run, np.zeros(view.seats)
    if sampled.drawn.are_one:
        return LikelyDeals(run, positions_in(run, view, sampled.drawn.rows([0])), rule_players)
    drawn = sampled.likely(budget.worlds, budget.walk)
    if budget.network_playouts:
        rule_players = find_rule_players(run, view, drawn)
    return LikelyDeals(run, positions_in(run, view, drawn), rule_players)

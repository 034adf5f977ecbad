"""Endings of the games of two sides, reached by chance, as the solver gets them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from matto.engine.cards import FOOL, NUMBER, codes_in, words
from matto.engine.options import Options
from matto.engine.outcome import Outcome
from matto.engine.scoring import LED_ON, WATCHED
from matto.engine.tricks import FOOL_BIT, LEADING
from matto.games import game as game_of
from matto.kernel import layout as lay
from matto.kernel.layout import Numbers, Plan
from matto.kernel.packing import packed
from matto.kernel.play import legal_now, play_card

ALONE_OF_THREE, ALONE_OF_FOUR, ALONE_OF_FIVE = (0, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1, 1)
IN_PAIRS, NEIGHBOURS, TWO_OF_FIVE = (0, 1, 0, 1), (0, 0, 1, 1), (1, 0, 1, 1, 0)


@dataclass(frozen=True)
class Contract:
    """A game with its parties, and what has been said before the first card."""

    game_id: str
    side: tuple[int, ...]
    given: Mapping[str, object] = field(default_factory=dict)
    said: Sequence[str] = ()
    times: int = 1
    fool_until: int | None = None

    def __str__(self) -> str:
        told = [*self.said, *(f"{name}={value}" for name, value in self.given.items())]
        if self.fool_until is not None:
            told.append(f"fool until {self.fool_until}")
        return ":".join([self.game_id, "".join(map(str, self.side)), *told])


CONTRACTS = (
    Contract("mineo-3", ALONE_OF_THREE, said=("rivanto",)),
    Contract("mineo-3", ALONE_OF_THREE, said=("scommessa",), times=2),
    Contract("mineo-4", ALONE_OF_FOUR, said=("rivanto",)),
    Contract("mineo-4", NEIGHBOURS, said=("scommessa",)),
    Contract("ragusa-3", ALONE_OF_THREE),
    Contract("barcellona-3", ALONE_OF_THREE),
    Contract("barcellona-4", IN_PAIRS),
    Contract("barcellona-4", IN_PAIRS, {"counting": "dealers_side"}),
    Contract("barcellona-4", IN_PAIRS, {"counting": "other_side"}),
    Contract("tortorici-3", ALONE_OF_THREE),
    Contract("tortorici-4", IN_PAIRS),
    Contract("tortorici-1930", ALONE_OF_THREE, said=("vanto", "scommessa"), times=2),
    Contract("calatafimi-4", ALONE_OF_FOUR),
    Contract("calatafimi-4", NEIGHBOURS),
    Contract("calatafimi-2", (0, 1)),
    Contract("mitigatti-4", ALONE_OF_FOUR, times=2),
    Contract("mitigatti-4", NEIGHBOURS),
    Contract("mitigatti-4", IN_PAIRS, {"at_36": "declarer_loses"}),
    Contract("priestertarock", ALONE_OF_FIVE),
    Contract("priestertarock", TWO_OF_FIVE, {"fool_forced": False}),
    Contract("priestertarock", TWO_OF_FIVE, {"fool_led_follow": "always"}),
    Contract("priestertarock", TWO_OF_FIVE, {"fool_in_open": 0}),
    Contract("priestertarock", TWO_OF_FIVE, fool_until=13),  # so that it may yet come too late
)


def outlook(contract: Contract, dealer: int) -> tuple[Options, Outcome]:
    """Give the options and what is known before the first card."""
    game = game_of(contract.game_id)
    options = game.resolve(contract.given)
    declarer = contract.side.index(0)
    said = {word: (declarer,) for word in contract.said}
    piles = (frozenset[str](),) * game.seats
    outcome = Outcome(
        pack=game.pack(options),
        side=contract.side,
        piles=piles,
        declarer=declarer,
        dealer=dealer,
        said=said,
        times=contract.times,
        carried=game.carried,
    )
    return options, outcome


Ending = tuple[Numbers, Plan, Numbers]
"""A state, its plan and the stock."""


def plan_for(contract: Contract, dealer: int) -> Plan:
    """Make the plan of a contract from what its game says of the play and of payments."""
    game = game_of(contract.game_id)
    options, outcome = outlook(contract, dealer)
    due = [rule for term in game.terms(outcome, options) for rule in term.pay_rules(outcome)]
    trick_rules = game.trick_rules(options)
    rules = np.zeros(lay.RULES_SIZE, dtype=np.int64)
    tricks, stock = min(game.hand_sizes(options, dealer)), 32 if game.seats == 2 else 0
    rules[lay.SEATS], rules[lay.ALL_TRICKS] = game.seats, tricks + stock // 2
    rules[lay.EXCUSES : lay.UNTIL + 1] = tuple(trick_rules.fool)
    rules[lay.DUTIES] = trick_rules.duties is not None
    rules[lay.LEAD_ON] = any(rule.operation == LED_ON for rule in due)
    rules[lay.FOOL_GOES : lay.FOOL_GOES + 4] = tuple(game.fool_goes(options))
    rules[lay.WATCHED] = lay.NO_CARD
    for rule in due:
        if rule.operation == WATCHED:
            rules[lay.WATCHED] = NUMBER[min(rule.cards)]
    rules[lay.COUNT_HOW : lay.COUNT_HOW + 7] = tuple(game.counting(options))
    if contract.fool_until is not None:
        rules[lay.COUNT_FOOL_UNTIL] = contract.fool_until
    rules[lay.DEALER], rules[lay.STOCK] = dealer, stock
    rules[lay.SIDES] = max(contract.side) + 1
    side = np.zeros(lay.MOST_SEATS, dtype=np.int64)
    side[: game.seats] = contract.side
    strength = np.array(outcome.pack.strength, dtype=np.int64)
    return Plan(rules, strength, side, values_of(outcome), *packed(due), lay.NO_WEIGHTS)


def values_of(outcome: Outcome) -> Numbers:
    """Give the rows of cards that count."""
    by_value: dict[int, list[str]] = {}
    for code in outcome.pack.codes:
        value = outcome.pack.value_of[code]
        if code != FOOL and value:
            by_value.setdefault(value, []).append(code)
    return np.array([(value, *words(codes)) for value, codes in by_value.items()])


def first_lead(
    contract: Contract, plan: Plan, dealer: int, rng: random.Random
) -> tuple[Numbers, Numbers]:
    """Deal, and let one seat lay away what lies over; gives the state and the stock."""
    game = game_of(contract.game_id)
    options, outcome = outlook(contract, dealer)
    codes = list(outcome.pack.codes)
    rng.shuffle(codes)
    state = np.zeros(lay.SIZE, dtype=np.int64)
    state[lay.BOUND : lay.BOUND + lay.MOST_SEATS] = lay.NO_SUIT
    state[lay.CARD : lay.CARD + lay.MOST_SEATS] = lay.NO_CARD
    size = min(game.hand_sizes(options, dealer))
    for seat in range(game.seats):
        hand, codes = codes[:size], codes[size:]
        state[lay.PLAIN + seat], state[lay.TAROCKS + seat] = words(hand)
    state[lay.OWN_PLAIN : lay.AWAY_PLAIN] = state[lay.PLAIN : lay.PILE_PLAIN]
    state[lay.TURN] = state[lay.LEADER] = (dealer + 1) % game.seats
    state[lay.LED], state[lay.BEST] = LEADING, lay.NO_CARD
    if plan.rules[lay.STOCK]:
        return state, np.array([NUMBER[code] for code in codes], dtype=np.int64)
    who = contract.side.index(0) if rng.random() < 0.8 else dealer
    plain, tarocks = words(codes)
    state[lay.AWAY_PLAIN + who] = state[lay.PILE_PLAIN + who] = plain
    state[lay.AWAY_TAROCKS + who] = state[lay.PILE_TAROCKS + who] = tarocks
    return state, np.zeros(0, dtype=np.int64)


def legal_cards(state: Numbers, plan: Plan) -> list[int]:
    """Give the numbers of the cards that may be played."""
    return [NUMBER[code] for code in codes_in(*map(int, legal_now(state, plan)))]


def ending(
    contract: Contract, seed: int, tricks: int, *, lying: int = 0, keep: Sequence[str] = ()
) -> Ending:
    """Play by chance until so many tricks are left, and some cards lie of the first of them.

    The cards of `keep` are played only when nothing else is allowed.
    """
    rng = random.Random(f"{contract}/{seed}")
    dealer = rng.randrange(len(contract.side))
    plan = plan_for(contract, dealer)
    state, stock = first_lead(contract, plan, dealer, rng)
    kept = {NUMBER[code] for code in keep}
    until = int(plan.rules[lay.ALL_TRICKS]) - tricks
    while state[lay.TRICKS] < until or state[lay.LYING] < lying:
        cards = legal_cards(state, plan)
        play_card(state, plan, stock, rng.choice([c for c in cards if c not in kept] or cards))
    return state, plan, stock


def without_trick(state: Numbers, plan: Plan) -> None:
    """Turn the tricks of the Fool's side, or else of side 0, into cards laid away."""
    seats = range(plan.rules[lay.SEATS])
    has_fool = [seat for seat in seats if state[lay.TAROCKS + seat] & FOOL_BIT]
    side = plan.side[has_fool[0]] if has_fool else 0
    for seat in seats:
        if plan.side[seat] == side:
            state[lay.WON + seat] = 0
            state[lay.AWAY_PLAIN + seat] = state[lay.PILE_PLAIN + seat]
            state[lay.AWAY_TAROCKS + seat] = state[lay.PILE_TAROCKS + seat]


def endings(contract: Contract, number: int, tricks: int) -> Iterator[Ending]:
    """Give endings of all kinds.

    In half of them the cards that matter most are still to be played, in a third one side has
    no trick yet.
    """
    seats = len(contract.side)
    keep = ("F", "T1", "T20", "T19", "SK", "BK", "CK", "DK")
    for seed in range(number):
        kept = keep if seed % 2 else ()
        state, plan, stock = ending(contract, seed, tricks, lying=seed // 2 % seats, keep=kept)
        if seed % 3 == 1:
            without_trick(state, plan)
        yield state, plan, stock

"""A game's rules, and where all cards lie at a moment, packed into arrays.

Nothing here knows the name of a game: what its file says as data goes in, so that a new game
needs nothing compiled anew.

A deal is laid out as it was at the first lead, and compiled play puts down what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import msgspec
import numpy as np

from matto.engine import scoring as operations
from matto.engine.cards import CODES, FOOL, NUMBER, Pack, words
from matto.engine.errors import NotYetSettled
from matto.engine.events import Contract, Setup
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.outcome import Outcome, outlook
from matto.engine.scoring import PayRule
from matto.engine.table import Table
from matto.engine.tricks import LEADING
from matto.engine.view import SeenCards, View
from matto.engine.words import text
from matto.kernel import layout
from matto.kernel import layout as lay
from matto.kernel.layout import (
    MOST_SEATS,
    NO_CARD,
    NO_SUIT,
    ROW_SIZE,
    RULES_SIZE,
    Hands,
    Numbers,
    Plan,
)
from matto.kernel.playouts import play_through
from matto.play.weights import PLAIN, Weights, weight_rows

FLAGS = {
    layout.LOSES: "loses",
    layout.OWN_TOO: "own_too",
    layout.SHARED: "shared",
    layout.UNLESS_SPECIAL: "unless_special",
    layout.BY_TRUMP: "by_trump",
    layout.IF_LED: "if_led",
}
NUMBERS = {
    layout.OPERATION: "operation",
    layout.WHO: "who",
    layout.AMOUNT: "amount",
    layout.OTHER: "other",
    layout.FIRST: "first",
    layout.SECOND: "second",
}
REMEMBERED = 512
"""Plans kept: bots ask for the same few again and again."""


@dataclass(frozen=True)
class _Asked:
    """All that a plan depends on; what is not compared follows from the rest."""

    game: int
    weights: int
    options: Options
    contract: Contract
    before_play: Hashable
    tricks: int
    nouns: Game = field(compare=False)
    scale: Weights = field(compare=False)
    setup: Setup = field(compare=False)
    outcome: Outcome = field(compare=False)


def plan_of(
    game: Game,
    table: Table,
    side: Sequence[int] | None = None,
    weights: Callable[[Container[str]], Weights] = lambda _said: PLAIN,
) -> Plan:
    """Return the plan of a deal whose parties are settled, by its table.

    `weights` tells, from what has been announced, by what compiled players weigh cards.

    `side` puts other parties in place of the table's, for deals in which the called card lies
    elsewhere. What is declared or announced after this moment is not in the plan. Plans are
    remembered: the same question gives the same object, so nobody may change it.

    Raises `NotYetSettled` before the parties are settled.
    """
    if table.contract is None:
        raise NotYetSettled(text("The parties are not settled yet: nothing can be planned."))
    contract = table.contract
    if side is not None:
        contract = msgspec.structs.replace(contract, side=tuple(side))
    outcome = outlook(table, contract)
    scale = weights(outcome.said)
    played = len(table.pack.codes) - sum(map(len, table.laid_away))
    return _packed(
        _Asked(
            id(game),
            id(scale),
            table.options,
            contract,
            outcome.before_play,
            played // table.seats,
            game,
            scale,
            table.setup,
            outcome,
        )
    )


def stock_of(table: Table) -> Numbers:
    """Return the numbers of the cards that lie over, from the top.

    A plan tells whether they are drawn during the play.
    """
    return np.array([NUMBER[card] for card in table.setup.deal.talon], dtype=np.int64)


@lru_cache(maxsize=REMEMBERED)
def _packed(asked: _Asked) -> Plan:
    game, outcome, options = asked.nouns, asked.outcome, asked.setup.options
    pack = asked.setup.pack
    due = game.pay_rules(outcome, options)
    rules = [rule for rule in due if rule.operation != operations.THROWN_IN]
    rows, tables = packed(_added_up(rules))
    return Plan(
        rules=_rules(asked, rules),
        strength=np.array(pack.strength, dtype=np.int64),
        side=np.array(asked.contract.side, dtype=np.int64),
        values=_values(pack),
        pay_rules=rows,
        tables=tables,
        weights=np.array(weight_rows(pack, asked.scale)),
    )


def _rules(asked: _Asked, due: Sequence[PayRule]) -> Numbers:
    """The numbers by which the cards are played and counted."""
    game, options = asked.nouns, asked.setup.options
    fool, counting = game.trick_rules(options), game.counting(options)
    rules = np.zeros(RULES_SIZE, dtype=np.int64)
    dealing = game.dealing(options)
    rules[layout.SEATS] = game.seats
    rules[layout.ALL_TRICKS] = asked.tricks
    rules[layout.EXCUSES : layout.UNTIL + 1] = fool.fool
    rules[layout.DUTIES] = fool.duties is not None
    rules[layout.LEAD_ON] = any(rule.operation == operations.LED_ON for rule in due)
    rules[layout.FOOL_GOES : layout.WORTHLESS_TAROCKS + 1] = game.fool_goes(options)
    if asked.setup.pack.fool_is_trump:
        rules[layout.FOOL_GOES] = operations.WINNER_TAKES
    rules[layout.WATCHED] = _watched(due)
    rules[layout.COUNT_HOW : layout.COUNT_FOOL_UNPLAYED + 1] = counting
    rules[layout.DEALER] = asked.outcome.dealer
    for seat in asked.outcome.said.get(asked.scale.ducks, ()):
        rules[layout.DUCKING] |= 1 << seat
    rules[layout.STOCK] = dealing.talon if dealing.stock else 0
    rules[layout.SIDES] = len(set(asked.contract.side))
    rules[layout.FIRST_LEADER] = asked.contract.leader
    contract = asked.contract
    rules[layout.CALLED] = NUMBER[contract.called] if contract.called else NO_CARD
    rules[layout.DECLARER] = -1 if contract.declarer is None else contract.declarer
    return rules


def _watched(due: Iterable[PayRule]) -> int:
    watched = (rule.cards for rule in due if rule.operation == operations.WATCHED)
    return next((NUMBER[card] for cards in watched for card in cards), NO_CARD)


def _values(pack: Pack) -> Numbers:
    """The cards that count more than nothing, by what they count.

    A Fool that is no trump is left out: what it counts may depend on when it was played.
    """
    codes = [card for card in pack.codes if card != FOOL or pack.fool_is_trump]
    counting = [card for card in codes if pack.value_of[card] > 0]
    values = sorted({pack.value_of[card] for card in counting})
    rows = [
        (value, *words(card for card in counting if pack.value_of[card] == value))
        for value in values
    ]
    return np.array(rows, dtype=np.int64).reshape(len(rows), 3)


def _added_up(due: Iterable[PayRule]) -> list[PayRule]:
    """Constants first, as one rule; and as one what goes by the same points and table."""
    together: dict[object, PayRule] = {}
    for rule in sorted(due, key=lambda rule: rule.operation != operations.ALWAYS):
        key: object = len(together), None
        if rule.operation == operations.ALWAYS:
            key = operations.ALWAYS
        elif rule.operation == operations.POINTS:
            key = rule.who, rule.first, rule.table, rule.unless_special
        before = together.get(key)
        together[key] = rule if before is None else _sum(before, rule)
    return list(together.values())


def _sum(one: PayRule, other: PayRule) -> PayRule:
    earned = tuple(map(sum, zip(one.earned, other.earned, strict=True)))
    return msgspec.structs.replace(one, earned=earned)


def packed(due: Sequence[PayRule]) -> tuple[Numbers, Numbers]:
    """Return the pay rules as rows of numbers, and the tables of all of them."""
    rows = np.zeros((len(due), ROW_SIZE), dtype=np.int64)
    tables: list[int] = []
    places: dict[Sequence[int], int] = {(): 0}
    for row, rule in zip(rows, due, strict=True):
        for column, name in (NUMBERS | FLAGS).items():
            row[column] = getattr(rule, name)
        row[layout.ROW_PLAIN], row[layout.ROW_TAROCKS] = words(rule.cards)
        if rule.table not in places:
            places[rule.table] = len(tables)
            tables.extend(rule.table)
        row[layout.TABLE_AT], row[layout.TABLE_LENGTH] = places[rule.table], len(rule.table)
        for start, amounts in ((layout.EARNED, rule.earned), (layout.MISSED, rule.missed)):
            assert len(amounts) <= MOST_SEATS
            row[start : start + len(amounts)] = amounts
    return rows, np.array(tables or [0], dtype=np.int64)


PLAY, DRAWS = "play", "draws"
"""Events that move cards out of a hand and into it while tricks are played."""


def state_of(table: Table, plan: Plan) -> Numbers:
    """Return the state of a table whose parties are settled, at any moment of the play."""
    away = [words(cards) for cards in table.laid_away]
    now = table.plain, table.tarocks, [plain for plain, _ in away], [other for _, other in away]
    hands = Hands(*(np.array([words_by_seat], dtype=np.int64) for words_by_seat in now))
    (state,) = states_in(plan, View(table.setup, table.events, None, None), hands)
    return state


def states_in(plan: Plan, view: View, hands: Hands) -> Numbers:
    """Return the states of all deals that may be, from what a view shows of the play.

    `hands` are those now. Gives `[n, SIZE]`.
    """
    states = first_states_in(plan, view, hands)
    play_through(states, plan, cards_of(view, DRAWS), cards_of(view))
    _write_known(states, view)
    return states


def first_states_in(plan: Plan, view: View, hands: Hands) -> Numbers:
    """Return the states of the same deals as `states_in`, as they were at the first lead."""
    (played_plain, played_tarocks), (drawn_plain, drawn_tarocks) = (
        words_by_seat(view, kind) for kind in (PLAY, DRAWS)
    )
    plain = (hands.plain | played_plain) & ~drawn_plain
    tarocks = (hands.tarocks | played_tarocks) & ~drawn_tarocks
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


def words_by_seat(view: View, kind: str) -> Numbers:
    """Return the cards that each seat has played, or drawn, as words: `[2, seats]`."""
    cards: list[list[str]] = [[] for _ in range(view.seats)]
    for seat, card in view.heard(kind):
        cards[seat].append(card)
    return np.array([words(each) for each in cards], dtype=np.int64).T


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
    return np.array([NUMBER[card] for _, card in view.heard(kind)], dtype=np.int64)

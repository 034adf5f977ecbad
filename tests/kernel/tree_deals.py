"""Small deals made by hand for the tree search, and a whole one like a game for three."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from matto.engine.cards import NUMBER, Pack, words
from matto.engine.payrules import LAST_BY_SIDE, POINTS, TAKEN, Counting, PayRule
from matto.engine.taste import PLAIN
from matto.engine.tricks import LEADING, FoolRule
from matto.kernel import layout
from matto.kernel.layout import Numbers, Plan
from matto.kernel.play import play_card
from matto.plan.packing import taste_rows

PACK = Pack(
    "for three",
    {suit: "K Q C J 10 9 8 7 6 5" for suit in "SBCD"},
    " ".join(f"T{trump}" for trump in range(21, 0, -1)),
    {
        **{
            f"{suit}{rank}": value
            for suit in "SBCD"
            for rank, value in zip("KQCJ", (5, 4, 3, 2), strict=True)
        },
        **{code: 5 for code in ("T21", "T1", "F")},
    },
)
FOOL = FoolRule()
COUNTING = Counting(0, fool=5, fool_unplayed=5)


def plan_for(
    side: Sequence[int],
    tricks: int,
    prices: Sequence[PayRule],
    watched: int = layout.NO_CARD,
) -> Plan:
    """Make a plan for parties by seat, a number of tricks and prices."""
    rules = np.zeros(layout.RULES_SIZE, dtype=np.int64)
    rules[layout.SEATS], rules[layout.ALL_TRICKS] = len(side), tricks
    rules[layout.EXCUSES : layout.EXCUSES + len(FOOL)] = FOOL
    rules[layout.WATCHED] = watched
    rules[layout.COUNT_HOW : layout.COUNT_HOW + len(COUNTING)] = COUNTING
    rules[layout.SIDES] = max(side) + 1
    sides = np.zeros(layout.MOST_SEATS, dtype=np.int64)
    sides[: len(side)] = side
    rows, tables = _rows(prices)
    strength = np.array(PACK.strength, dtype=np.int64)
    return Plan(rules, strength, sides, _values(), rows, tables, taste_rows(PACK, PLAIN))


def _rows(prices: Sequence[PayRule]) -> tuple[Numbers, Numbers]:
    rows = np.zeros((len(prices), layout.ROW_SIZE), dtype=np.int64)
    tables: list[int] = []
    for row, price in zip(rows, prices, strict=True):
        row[: layout.TABLE_AT] = [
            price.operation,
            price.who,
            price.plain,
            price.tarocks,
            price.amount,
            price.other,
            price.first,
            price.second,
        ]
        row[layout.TABLE_AT], row[layout.TABLE_LENGTH] = len(tables), len(price.table)
        row[layout.OWN_TOO] = price.own_too
        row[layout.EARNED : layout.EARNED + len(price.earned)] = price.earned
        row[layout.MISSED : layout.MISSED + len(price.missed)] = price.missed
        tables += price.table
    return rows, np.array([*tables, 0], dtype=np.int64)


def _values() -> Numbers:
    by_value: dict[int, list[str]] = {}
    for code in PACK.codes:
        if code != "F":
            by_value.setdefault(PACK.values.get(code, 1), []).append(code)
    return np.array([(value, *words(codes)) for value, codes in by_value.items()])


def state_of(hands: Sequence[str], turn: int = 0) -> Numbers:
    """Make a state in which the seat `turn` leads; hands are words of card codes."""
    state = np.zeros(layout.SIZE, dtype=np.int64)
    for seat, hand in enumerate(hands):
        state[layout.PLAIN + seat], state[layout.TAROCKS + seat] = words(hand.split())
        state[layout.OWN_PLAIN + seat] = state[layout.PLAIN + seat]
        state[layout.OWN_TAROCKS + seat] = state[layout.TAROCKS + seat]
    state[layout.BOUND : layout.BOUND + layout.MOST_SEATS] = layout.NO_SUIT
    state[layout.TURN] = state[layout.LEADER] = turn
    state[layout.LED], state[layout.BEST] = LEADING, layout.NO_CARD
    return state


LIKE_THREE = (
    PayRule(TAKEN, tarocks=words(["T20", "T19", "T18", "T1"])[1], amount=1),
    PayRule(LAST_BY_SIDE, 0, earned=(2, -1, -1), missed=(-2, 1, 1)),
    PayRule(POINTS, 0, first=54, table=(0, 1), earned=(2, -1, -1), missed=(-2, 1, 1)),
)


def first_lead(worlds: int, seed: int, led: str | None = None) -> tuple[Numbers, Plan]:
    """Give worlds for a game for three with 20 cards each, seat 0 being to play.

    It leads, or seat 2 has led `led`.
    """
    rng = random.Random(seed)
    codes = [code for code in PACK.codes if code not in {"D5", led}]
    rng.shuffle(codes)
    own, rest = codes[:20], codes[20:]
    plan = plan_for((0, 1, 1), 20, LIKE_THREE)
    states = []
    for _ in range(worlds):
        rng.shuffle(rest)
        third = rest[:20] if led is None else [led, *rest[:19]]
        hands = [own, rest[-20:], third]
        state = state_of([" ".join(hand) for hand in hands], turn=0 if led is None else 2)
        if led is not None:
            play_card(state, plan, np.zeros(0, dtype=np.int64), NUMBER[led])
        states.append(state)
    return np.array(states), plan


def number(code: str) -> int:
    """Give a card's number."""
    return NUMBER[code]

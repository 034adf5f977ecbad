"""What a position is known again by: forget one thing, and two unlike positions look alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from kernel.exact_brute import after, difference, worth
from kernel.exact_deals import CONTRACTS, Contract, Ending, endings, legal_cards, with_hands
from matto.engine.cards import SUITS
from matto.engine.tricks import FIRST_TRUMP_NUMBER, FOOL_NUMBER
from matto.kernel import layout as lay
from matto.kernel.layout import Numbers, Plan
from matto.kernel.solver import Solver, at_the_end, choose, put, value_of
from matto.kernel.solver_memory import BEYOND, Frame, Memory, bounds, directed, key_of
from samples import many

FOOL_MAY_BE_LATE = "priestertarock:10110:fool until 13"
Forget = Callable[[Memory, Frame, Numbers], None]
"""Gets the memory, the frame and the state of a position, and wipes something out."""


class Ways:
    """All ways to play on from an ending, in the solver and in the kernel side by side."""

    def __init__(self, state: Numbers, plan: Plan, stock: Numbers, forget: Forget) -> None:
        self.plan, self.stock, self.forget = plan, stock, forget
        self.solver = Solver(plan, 4)
        assert self.solver.begin(state, stock, 0)
        self.wrong_ends = self.wrong_bounds = 0
        self.seen: dict[int, list[tuple[int, int]]] = {}
        self.known: dict[bytes, int] = {}
        self.walk(state, 0)

    def walk(self, state: Numbers, ply: int) -> None:
        """Go all ways from a ply on."""
        solver = self.solver
        if state[lay.TRICKS] == self.plan.rules[lay.ALL_TRICKS]:
            found = at_the_end(solver.memory, ply)
            self.wrong_ends += int(found != difference(state, self.plan))
            return
        if state[lay.LYING] == 0:
            self.remember(state, ply)
        for card in legal_cards(state, self.plan):
            put(solver.memory, ply, int(solver.new[card]))
            self.walk(after(state, self.plan, self.stock, card), ply + 1)

    def remember(self, state: Numbers, ply: int) -> None:
        """Write down under its key what a position has still to bring, and its points."""
        solver, frame = self.solver, self.solver.memory.frames[ply]
        value = worth(state, self.plan, self.stock, self.known)
        least, most = bounds(solver.memory, frame, solver.memory.states[ply])
        self.wrong_bounds += not least <= value <= most
        memory = copy(solver.memory)
        self.forget(memory, memory.frames[ply], memory.states[ply])
        key = key_of(memory, memory.frames[ply], memory.states[ply])
        points = directed(memory, memory.frames[ply])
        self.seen.setdefault(int(key), []).append((int(points), value - int(frame.gained)))

    def clashes(self) -> int:
        """How many keys stand for values that more points of side 0 do not explain."""
        clashes = 0
        for values in self.seen.values():
            ordered = sorted(set(values))
            clashes += any(
                one[0] == two[0] or one[1] > two[1] for one, two in pairwise(ordered)
            )
        return clashes


def copy(memory: Memory) -> Memory:
    """Give another record with the same contents."""
    record: Any = memory
    whole = np.zeros(1, record.dtype).view(np.recarray)
    whole[0] = record
    other: Memory = whole[0]
    return other


def nothing(_memory: Memory, _frame: Frame, _state: Numbers) -> None:
    """Forget nothing."""


def ways(contract: Contract, number: int, tricks: int, forget: Forget) -> Iterator[Ways]:
    """All ways from some endings of a contract."""
    for state, plan, stock in endings(contract, number, tricks):
        yield Ways(state, plan, stock, forget)


@pytest.mark.slow
@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_positions_with_one_key_have_the_same_to_bring(contract: Contract) -> None:
    for one in ways(contract, many(2 if len(contract.side) > 4 else 15), 3, nothing):
        assert one.clashes() == 0
        assert one.wrong_ends == 0
        assert one.wrong_bounds == 0


# -- planted faults ----------------------------------------------------------------------------


def field(name: str) -> Forget:
    """Forget a number of the frame."""

    def forget(_memory: Memory, frame: Frame, _state: Numbers) -> None:
        setattr(frame, name, 0)

    return forget


def in_state(*places: int) -> Forget:
    """Forget numbers by seat, or a single one, of the state."""

    def forget(_memory: Memory, _frame: Frame, state: Numbers) -> None:
        for place in places:
            state[place : place + (lay.MOST_SEATS if place < lay.TURN else 1)] = 0

    return forget


def mark_of_the_fool(memory: Memory, _frame: Frame, _state: Numbers) -> None:
    """Take the Fool for the lowest trump that is still to come."""
    open_at_first = int(memory.frames[0].open_tarocks)
    trump = FIRST_TRUMP_NUMBER + (open_at_first & -open_at_first).bit_length() - 1
    memory.mark[FOOL_NUMBER] = memory.mark[trump]


def marks(memory: Memory, _frame: Frame, _state: Numbers) -> None:
    """Forget what cards count and pay."""
    memory.mark[:FOOL_NUMBER] = 0


def contract_named(name: str) -> Contract:
    """Give a contract by what pytest calls it."""
    return next(one for one in CONTRACTS if str(one) == name)


def some(name: str, number: int = 12) -> list[Ending]:
    """Give some endings of a contract."""
    return list(endings(contract_named(name), number, 3))


AWAY = "SK SC SJ BK BQ BC BJ DQ DC DJ CC CJ T20"
BY_HAND = {
    # Seat 0 has led coins: his King of coins first, and he leads on; swords first, and not.
    "led on": with_hands(
        contract_named("mitigatti-4:0011"),
        ["DK SK T1", "D7 S7 C7", "D6 S6 C6", "D4 S4 C4"],
        leader=0,
        led_before=SUITS.index("D"),
    ),
    # Seat 0 may win with the King of swords and keep the Fool, or lose the King to the T5.
    "with a trick": with_hands(
        contract_named("tortorici-3:011"), ["SK D5 F", "S6 T5 C5", "S5 D6 C6"], leader=1
    ),
    # Seat 1 may keep the Fool, which loses the last trick, or the T2, which wins it: the nine
    # card points in it decide whether side 0 has its quarter.
    "the Fool": with_hands(
        contract_named("mitigatti-4:0101:at_36=declarer_loses"),
        ["T16 CA", "T2 F", "D2 DK", "CK SQ"],
        leader=0,
        away=AWAY,
    ),
}
FORGOTTEN: Sequence[tuple[str, Sequence[Ending], Forget]] = (
    ("who leads", some("mineo-3:011:rivanto"), in_state(lay.LEADER)),
    ("sets that are broken", some("mineo-3:011:rivanto"), field("closed")),
    ("cards above a lot", some("barcellona-4:0101"), field("rest")),
    ("what cards count", some("barcellona-4:0101"), marks),
    ("whether the Fool came late", some(FOOL_MAY_BE_LATE, 2), field("fool")),
    ("the suit led last, and left", [BY_HAND["led on"]], in_state(lay.BOUND, lay.LEFT_SUIT)),
    ("whose Fool has a trick", [BY_HAND["with a trick"]], in_state(lay.WON)),
    ("the Fool is no trump", [BY_HAND["the Fool"]], mark_of_the_fool),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "forget"),
    [one[1:] for one in FORGOTTEN],
    ids=[one[0] for one in FORGOTTEN],
)
def test_whatever_is_forgotten_is_missed(given: Sequence[Ending], forget: Forget) -> None:
    assert not any(Ways(*ending, nothing).clashes() for ending in given)
    assert any(Ways(*ending, forget).clashes() for ending in given)


@pytest.mark.slow
def test_points_are_part_of_what_is_remembered() -> None:
    for one in ways(contract_named("mitigatti-4:0011"), 60, 3, nothing):
        one.seen = {key: [(0, value) for _, value in seen] for key, seen in one.seen.items()}
        if one.clashes():
            return
    raise AssertionError("points never made a difference")


def test_the_last_trick_is_part_of_what_a_deal_pays() -> None:
    for state, plan, stock in endings(contract_named("mineo-3:011:rivanto"), 4, 2):
        found = Ways(state, plan, stock, nothing)
        found.solver.memory.last[:] = 0
        found.walk(state, 0)
        if found.wrong_ends:
            return
    raise AssertionError("the last trick never made a difference")


# -- cards that are alike ----------------------------------------------------------------------


@pytest.mark.slow
def test_of_cards_that_are_alike_only_one_is_tried() -> None:
    tried = legal = 0
    for contract in CONTRACTS:
        for state, plan, stock in endings(contract, 4, 6):
            solver = Solver(plan, 4)
            assert solver.begin(state, stock, 0)
            tried += choose(solver.memory, 0)
            legal += len(legal_cards(state, plan))
    assert tried < 0.9 * legal


@pytest.mark.slow
def test_taking_cards_for_alike_that_are_not_changes_the_value() -> None:
    for contract in CONTRACTS[:4]:
        for state, plan, stock in endings(contract, 40, 3):
            solver = Solver(plan, 4)
            assert solver.begin(state, stock, 10**6)
            solver.memory.mark[:FOOL_NUMBER] = 0
            found = value_of(solver.memory, solver.table, 0, -BEYOND, BEYOND)
            if found != worth(state, plan, stock, {}):
                return
    raise AssertionError("it never made a difference which cards were alike")

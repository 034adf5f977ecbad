"""Deals at their first card, kept as arrays from which compiled play begins them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

import numpy as np

from matto.batch.deals import Deals
from matto.encoding import Encoding
from matto.encoding.for_kernel import note_seen, nothing_seen, parted_by, writing_of
from matto.engine.run import Run
from matto.kernel.batch import Plans, Slots
from matto.kernel.layout import (
    MOST_SEATS,
    NO_WEIGHTS,
    ROW_SIZE,
    RULES_SIZE,
    SIZE,
    TABLE_AT,
    Numbers,
    Plan,
)
from matto.kernel.packing import plan_of, stock_of
from matto.kernel.states import state_of

EMPTY = -1
SPARE_PLANS = 256


class PreparedDeals:
    """So many deals by number, as `Slots` and `Plans`; deal k lies in slot k modulo `size`."""

    def __init__(self, deals: Deals, encoding: Encoding, size: int) -> None:
        game, options = deals.game, deals.options
        self.deals = deals
        self.encoding = encoding
        self.writing = writing_of(encoding, game, options)
        self.number = np.full(size, EMPTY)
        self.slots = Slots(
            states=np.zeros((size, SIZE), np.int64),
            which=np.zeros(size, np.int64),
            stocks=np.zeros((size, game.dealing(options).talon), np.int64),
            seen=nothing_seen(encoding, size),
        )
        self._kept = _KeptPlans()
        self.plans = self._kept.together()

    def slot_of(self, numbers: Numbers) -> Numbers:
        """The slots of some deals, which are prepared if they are not yet."""
        slots = numbers % len(self.number)
        missing = np.unique(numbers[self.number[slots] != numbers])
        if len(missing):
            self._prepare(missing.tolist())
        return slots

    def _prepare(self, numbers: Iterable[int]) -> None:
        if self._kept.grown_beyond(len(self.number) + SPARE_PLANS):
            self.slots.which[:] = self._kept.keep_only(self.slots.which)
        for number in numbers:
            slot = number % len(self.number)
            self._fill(slot, self.deals.begun(number))
            self.number[slot] = number
        self.plans = self._kept.together()

    def _fill(self, slot: int, run: Run) -> None:
        plan, slots, seats = plan_of(run.game, run.table), self.slots, run.game.seats
        slots.states[slot] = state_of(run.table, plan)
        slots.which[slot] = self._kept.add(plan)
        slots.stocks[slot] = stock_of(run.table)
        for viewer in range(seats):
            note_seen(slots.seen, slot, viewer, run.view(viewer), self.encoding, plan)
        slots.seen.parted_by[slot] = parted_by(run)


class _KeptPlans:
    """The plans of prepared deals, each once."""

    def __init__(self) -> None:
        self._plans: list[Plan] = []
        self._place: dict[bytes, int] = {}
        self._together: Plans | None = None

    def add(self, plan: Plan) -> int:
        """Keep a plan; gives its number."""
        key = _content(plan)
        if key not in self._place:
            self._place[key] = len(self._plans)
            self._plans.append(plan)
            self._together = None
        return self._place[key]

    def grown_beyond(self, most: int) -> bool:
        """Tell whether there are more plans than that."""
        return len(self._plans) > most

    def keep_only(self, used: Numbers) -> Numbers:
        """Forget all plans but those used; gives their new numbers."""
        numbers, places = np.unique(used, return_inverse=True)
        self._plans = [self._plans[number] for number in numbers.tolist()]
        self._place = {_content(plan): place for place, plan in enumerate(self._plans)}
        self._together = None
        return places.reshape(used.shape)

    def together(self) -> Plans:
        """All plans, one behind the other."""
        if self._together is None:
            self._together = one_behind_the_other(self._plans)
        return self._together


def _content(plan: Plan) -> bytes:
    found = blake2b(digest_size=16)
    for part in (plan.rules, plan.side, plan.pay_rules, plan.tables):
        found.update(part.tobytes())
    return found.digest()


def one_behind_the_other(plans: Sequence[Plan]) -> Plans:
    """Put plans of one pack together; there may be none."""
    side = np.zeros((len(plans), MOST_SEATS), np.int64)
    pay_rules, tables = [np.zeros((0, ROW_SIZE), np.int64)], [np.zeros(0, np.int64)]
    before = 0
    for row, plan in zip(side, plans, strict=True):
        row[: len(plan.side)] = plan.side
        moved = plan.pay_rules.copy()
        moved[:, TABLE_AT] += before
        before += len(plan.tables)
        pay_rules.append(moved)
        tables.append(plan.tables)
    rules = [plan.rules for plan in plans]
    return Plans(
        rules=np.array(rules, np.int64).reshape(len(plans), RULES_SIZE),
        strength=plans[0].strength if plans else np.zeros(0, np.int64),
        side=side,
        values=plans[0].values if plans else np.zeros((0, 3), np.int64),
        first=np.cumsum([0, *(len(plan.pay_rules) for plan in plans)]),
        pay_rules=np.concatenate(pay_rules),
        tables=np.concatenate(tables),
        weights=NO_WEIGHTS,
    )

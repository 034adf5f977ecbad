"""Deals at their first card, kept as arrays from which compiled play begins them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

import numpy as np

from matto.batch.deals import PLAY, Deals
from matto.encoding import Encoding
from matto.encoding.proofs import proofs_of
from matto.engine.cards import CODES, FOOL_SUIT, NUMBER, Pack, words
from matto.engine.events import Event
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.tricks import FIRST_TRUMP_NUMBER
from matto.engine.view import View
from matto.kernel.batch import Plans, Slots
from matto.kernel.batch_layout import (
    MOST,
    PART,
    PART_BITS,
    PLAIN_PARTS,
    PLANES,
    TAROCK_PARTS,
    Bytes,
    Seen,
    Writing,
)
from matto.kernel.bits import BITS
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


def writing_of(encoding: Encoding, game: Game, options: Options) -> Writing:
    """Give where everything lies in the observations of a game."""
    pack = game.pack(options)
    column, value = np.zeros(len(CODES), np.int64), np.zeros(len(CODES), np.int64)
    suit = np.full(len(CODES), FOOL_SUIT)
    for place, card in enumerate(encoding.cards):
        column[NUMBER[card]] = place
    for card in pack.codes:
        suit[NUMBER[card]] = pack.suit_of(card)
        if not pack.is_excuse(card):
            value[NUMBER[card]] = max(0, pack.value_of[card])
    planes = [encoding.planes[name] for name in PLANES]
    start = np.array([*(plane.start for plane in planes), planes[-1].stop])
    proofs = proofs_of(game.trick_rules(options).fool)
    return Writing(
        start=start,
        columns=len(encoding.cards),
        column=column,
        suit=suit,
        value=value,
        lacking=np.array([proofs.lacking, proofs.lacking_late]),
        heights=heights_of(pack),
    )


def heights_of(pack: Pack) -> Bytes:
    """Give the greatest strength among any of the cards in each part of the two words."""
    heights = np.zeros((PLAIN_PARTS + TAROCK_PARTS, PART_BITS + 1), np.uint8)
    sets = np.arange(PART_BITS + 1)
    for number, strength in enumerate(pack.strength):
        tarock = number >= FIRST_TRUMP_NUMBER
        part, bit = divmod(number - (FIRST_TRUMP_NUMBER if tarock else 0), PART)
        row = heights[part + (PLAIN_PARTS if tarock else 0)]
        np.maximum(row, np.where(sets >> bit & 1, strength, 0), out=row, casting="unsafe")
    return heights


class PreparedDeals:
    """So many deals by number, as `Slots` and `Plans`; deal k lies in slot k modulo `size`."""

    def __init__(self, deals: Deals, encoding: Encoding, size: int) -> None:
        game, options, seats = deals.game, deals.options, deals.game.seats
        self.deals = deals
        self.encoding = encoding
        self.writing = writing_of(encoding, game, options)
        self.number = np.full(size, EMPTY)
        pack = game.pack(options)
        self._there = np.array([card in pack.codes for card in encoding.cards])
        settled = encoding.shape[0] - int(self.writing.start[-1])
        self.slots = Slots(
            states=np.zeros((size, SIZE), np.int64),
            which=np.zeros(size, np.int64),
            stocks=np.zeros((size, game.dealing(options).talon), np.int64),
            seen=Seen(
                settled=np.zeros((size, seats, settled), np.uint8),
                held=np.zeros((size, seats, seats, 2), np.int64),
                knows=np.zeros((size, seats), np.int64),
                unseen=np.zeros((size, seats, 2), np.int64),
                friends=np.zeros((size, 2, seats), np.int64),
                parted_by=np.zeros(size, np.int64),
            ),
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
            view = run.view(viewer)
            row = self.encoding.observe(view)
            slots.seen.settled[slot, viewer] = row[self.writing.start[-1] :]
            held = self._held(row, viewer)
            slots.seen.held[slot, viewer] = held
            slots.seen.knows[slot, viewer] = np.any(held)
            slots.seen.unseen[slot, viewer] = self._unseen(row)
            slots.seen.friends[slot, 0, viewer] = _bytes(
                (seat - viewer) % seats for seat in run.game.friends(view)
            )
            slots.seen.friends[slot, 1, viewer] = _bytes(
                place
                for place in range(1, seats)
                if plan.side[(viewer + place) % seats] == plan.side[viewer]
            )
        slots.seen.parted_by[slot] = _parted_by(run)

    def _held(self, row: Bytes, viewer: int) -> Sequence[tuple[int, int]]:
        """The cards that a viewer knows each seat to hold, as two words, from what it sees."""
        seats, cards = self.deals.game.seats, self.encoding.cards
        plane = row[self.encoding.planes["held"]].reshape(seats, len(cards))
        return [
            words(cards[place] for place in np.flatnonzero(plane[(seat - viewer) % seats]))
            for seat in range(seats)
        ]

    def _unseen(self, row: Bytes) -> tuple[int, int]:
        """The cards that may be in any hand but the viewer's, as two words."""
        planes, cards = self.encoding.planes, self.encoding.cards
        seen = sum(row[planes[name]] for name in ("hand", "away", "open"))
        seen += row[planes["held"]].reshape(-1, len(cards)).sum(axis=0)
        return words(cards[place] for place in np.flatnonzero(self._there & (seen == 0)))


def _parted_by(run: Run) -> int:
    """The seats that part friends who know each other as soon as they win a trick, as a word.

    So it is where all play against one who has undertaken to win all tricks, or none.
    """
    seats, friends = range(run.game.seats), run.game.friends
    viewer = next((seat for seat in seats if friends(run.view(seat))), None)
    contract = run.table.contract
    if viewer is None or contract is None or contract.called:
        return 0
    played = [Event(PLAY, seat, (run.table.hand(seat)[0],)) for seat in seats]

    def parts(winner: int) -> bool:
        events = (*run.events, *played, Event("trick", winner, played[winner].what))
        return not friends(View(run.setup, events, viewer, None))

    return MOST * _bytes(filter(parts, seats))


def _bytes(seats: Iterable[int]) -> int:
    """A word in which the bytes of some seats are 1."""
    return sum(1 << (BITS * seat) for seat in seats)


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

"""The deals of a batch by number, prepared by the engine for compiled play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Protocol

import numpy as np

from matto.blocks.declare import QUIET
from matto.engine.cards import NUMBER, words
from matto.engine.errors import IllegalChoice, MattoError, NotYetSettled, Refusal
from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.view import View
from matto.engine.words import text
from matto.kernel.batch import Plans, Slots
from matto.kernel.layout import (
    MOST_SEATS,
    NO_WEIGHTS,
    ROW_SIZE,
    RULES_SIZE,
    SIZE,
    TABLE_AT,
    TURN,
    Numbers,
    Plan,
)
from matto.kernel.packing import plan_of, state_of, stock_of
from matto.kernel.play import is_over, legal_now, play_card, settle
from matto.players import check_bot, make_bot
from matto.players.encoding import Encoding
from matto.players.encoding.for_kernel import empty_knowledge, note_seen, parted_by, writing_of
from matto.players.seeds import derived


class BadBatch(MattoError):
    """A batch that cannot be made or stepped as asked: shapes, kinds of numbers, settings."""


class IllegalAction(IllegalChoice):
    """An action that is not legal in its row; no row has changed.

    `row`, `seat` and `action` are its numbers, `refusal` has the clause that forbids it.
    """

    def __init__(self, row: int, seat: int, action: int, refusal: Refusal) -> None:
        sentence = text(
            "Row {row}, seat {seat}: {why} ({clause})",
            row=row,
            seat=seat,
            why=refusal.sentence,
            clause=refusal.clause,
        )
        super().__init__(Refusal(refusal.clause, sentence))
        self.row, self.seat, self.action = row, seat, action


Talk = str | Callable[[View], str]
"""The talker before the first card: a bot by name, or what chooses for a view."""

PLAY = "play"
MOST_ATTEMPTS = 1000


class Deals(Protocol):
    """Deals of a game by number."""

    @property
    def game(self) -> Game:
        """Return the game that is played."""

    @property
    def options(self) -> Options:
        """With which options."""

    def run_of(self, number: int) -> Run:
        """Return a deal where it is to begin."""


class NumberedDeals:
    """Deals of a game by number, dealt by each seat in turn.

    With `first_card` a deal begins at its first card: all words before it are said by `talk`,
    and a deal that comes to no card is dealt anew. `attempts` counts all that were dealt.
    """

    attempts = 0

    def __init__(
        self, game: Game, options: Options, seed: int, talk: Talk, *, first_card: bool
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.talk = check_bot(talk) if isinstance(talk, str) else talk
        self.first_card = first_card

    def run_of(self, number: int) -> Run:
        """Deal; raises `BadBatch` if no attempt comes to a card."""
        for attempt in range(MOST_ATTEMPTS):
            self.attempts += 1
            run = Run.shuffled(
                self.game,
                seed=random.Random(derived(self.seed, "cards", number, attempt)),
                dealer=number % self.game.seats,
                options=self.options,
            )
            if self.first_card:
                self._speak(run, number, attempt)
            if run.decision is not None:
                return run
        raise BadBatch(
            text(
                "In {attempts} attempts no deal came to a card: let another bot talk.",
                attempts=MOST_ATTEMPTS,
            )
        )

    def _speak(self, run: Run, number: int, attempt: int) -> None:
        talkers = self._talkers(number, attempt)
        while (asked := run.decision) is not None and asked.kind != PLAY:
            quiet = quiet_word(asked) if run.table.contract is not None else None
            run.do(quiet or talkers[asked.seat](run.view(asked.seat)))

    def _talkers(self, number: int, attempt: int) -> Sequence[Callable[[View], str]]:
        talk, seats = self.talk, range(self.game.seats)
        if not isinstance(talk, str):
            return [talk for _ in seats]
        seeds = [derived(self.seed, "words", number, attempt, seat) for seat in seats]
        return [make_bot(talk, self.game, seed).choose for seed in seeds]


def quiet_word(asked: Decision) -> str | None:
    """Return the answer that says nothing, if a question has one."""
    return next((word for word in asked.options if word in QUIET), None)


def be_quiet(run: Run) -> None:
    """Answer what is asked besides cards while they are played: nobody says a word."""
    while (asked := run.decision) is not None and asked.kind != PLAY:
        word = quiet_word(asked)
        if word is None:
            raise BadBatch(
                text(
                    "{game} asks seat {seat} to {kind} while cards are played, and it cannot "
                    'be silent: take phase="full".',
                    game=run.game.id,
                    seat=asked.seat,
                    kind=asked.kind,
                )
            )
        run.do(word)


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
            seen=empty_knowledge(encoding, size),
        )
        self._kept = _PlanCache()
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
            self._fill(slot, self.deals.run_of(number))
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


class _PlanCache:
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
        """Return whether there are more plans than that."""
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


def can_be_compiled(run: Run) -> bool:
    """Play a deal from its first card in the engine and compiled; tells whether both agree."""
    if run.game.seats > MOST_SEATS:
        return False
    try:
        plan = plan_of(run.game, run.table)
    except NotYetSettled:
        return False
    state, stock = state_of(run.table, plan), stock_of(run.table)
    while (asked := run.decision) is not None:
        if asked.seat != state[TURN] or words(asked.options) != legal_now(state, plan):
            return False
        card = asked.options[0]
        play_card(state, plan, stock, NUMBER[card])
        run.do(card)
        be_quiet(run)
    pay = np.zeros(MOST_SEATS, np.int64)
    settle(state, plan, pay)
    assert run.result is not None
    return bool(is_over(state, plan)) and tuple(pay[: run.game.seats]) == run.result.scores

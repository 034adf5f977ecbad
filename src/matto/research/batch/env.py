"""The batch itself: rows stepped compiled or by the engine, with checked actions."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from operator import index
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from matto.engine.cards import CODES
from matto.engine.errors import Refusal
from matto.engine.game import Game
from matto.engine.options import Value
from matto.engine.run import Run
from matto.engine.words import text
from matto.games import game_of
from matto.kernel.batch import (
    NO_SEAT,
    Flags,
    Rows,
    choose_at_random,
    first_illegal,
    start_rows,
    step_rows,
)
from matto.kernel.layout import SIZE, Numbers
from matto.kernel.observation import Bytes
from matto.play.observation import NOTES
from matto.players.encoding import Encoding, encoding_of
from matto.research.batch.deals import (
    BadBatch,
    IllegalAction,
    NumberedDeals,
    PreparedDeals,
    Talk,
    be_quiet,
    can_be_compiled,
)


class Arrays(NamedTuple):
    """One row a deal; see `BatchEnv`."""

    numbers: Numbers
    seats: Numbers
    masks: Flags
    observations: Bytes
    rewards: Numbers
    done: Flags

    @classmethod
    def empty(cls, n: int, seats: int, actions: int, length: int) -> Arrays:
        """Arrays of `n` rows in which no deal has begun."""
        return cls(
            numbers=np.arange(n),
            seats=np.full(n, NO_SEAT),
            masks=np.zeros((n, actions), np.bool_),
            observations=np.zeros((n, length), np.uint8),
            rewards=np.zeros((n, seats), np.int64),
            done=np.zeros(n, np.bool_),
        )


LEAST_FOR_A_THREAD = 256
"""Fewer rows stay in one thread: handing them over costs more than it brings."""
WAKING_UP = 800
"""Rows that the caller's thread plays while another wakes up: it is given so many more."""


class CompiledPlay:
    """Plays the cards of all rows, in several threads if there are many."""

    def __init__(
        self,
        deals: NumberedDeals,
        encoding: Encoding,
        arrays: Arrays,
        prepared: int,
        threads: int,
    ) -> None:
        n = len(arrays.numbers)
        self.deals = deals
        self.prepared = PreparedDeals(deals, encoding, prepared)
        self.arrays = arrays
        self.rows = Rows(
            states=np.zeros((n, SIZE), np.int64),
            slot=np.zeros(n, np.int64),
            played=np.zeros((n, len(CODES)), np.uint8),
            moves=np.zeros(n, np.int64),
            notes=np.zeros((n, NOTES), np.int64),
            planes=np.zeros((n, (2 * deals.game.seats + 1) * len(encoding.cards)), np.uint8),
            seats=arrays.seats,
            masks=arrays.masks,
            observations=arrays.observations,
            rewards=arrays.rewards,
            done=arrays.done,
        )
        column = self.prepared.writing.column
        self.card_of = np.zeros(arrays.masks.shape[1], np.int64)
        for card in map(CODES.index, encoding.cards):
            self.card_of[column[card]] = card
        self.threads = InThreads(n, threads)

    def begin(self, rows: Numbers) -> None:
        """Begin the deals that rows have by number."""
        prepared = self.prepared
        self.rows.slot[rows] = prepared.slot_of(self.arrays.numbers[rows])
        start_rows(self.rows, prepared.slots, prepared.plans, prepared.writing, rows)

    def step(self, actions: Numbers) -> None:
        """Play a legal card in every row that goes on."""
        prepared = self.prepared
        given = self.rows, prepared.slots, prepared.plans, self.card_of, prepared.writing
        self.threads.do(lambda begin, end: step_rows(*given, actions, begin, end))

    def run(self, row: int) -> Run:
        """Return the deal of a row as the engine has it."""
        run = self.deals.run_of(int(self.arrays.numbers[row]))
        for card in self.rows.played[row, : self.rows.moves[row]].tolist():
            be_quiet(run)
            run.do(CODES[card])
        be_quiet(run)
        return run


class InThreads:
    """Parts rows among threads, of which the caller's is one.

    `waking_up`: how many rows are done in the time until another thread begins.
    """

    def __init__(self, n: int, threads: int, waking_up: int = WAKING_UP) -> None:
        parts = max(1, min(threads, (n - waking_up) // LEAST_FOR_A_THREAD))
        shared = n - waking_up if parts > 1 else n
        ends = [n - shared * (parts - part) // parts for part in range(1, parts + 1)]
        self._own, *self._others = pairwise([0, *ends])
        self._pool = ThreadPoolExecutor(parts - 1) if self._others else None

    def do(self, what: Callable[[int, int], object]) -> None:
        """Do something for all rows, given as where they begin and end."""
        if self._pool is None:
            what(*self._own)
            return
        waiting = [self._pool.submit(what, *part) for part in self._others]
        what(*self._own)
        for part in waiting:
            part.result()


@dataclass
class EnginePlay:
    """One `Run` a row; with `cards_only` nobody is asked for words once cards are played."""

    deals: NumberedDeals
    encoding: Encoding
    arrays: Arrays
    cards_only: bool
    runs: dict[int, Run] = field(default_factory=dict)

    def begin(self, rows: Numbers) -> None:
        """Begin the deals that rows have by number."""
        for row in rows.tolist():
            self.runs[row] = self.deals.run_of(int(self.arrays.numbers[row]))
            self._show(row)

    def step(self, actions: Numbers) -> None:
        """Take a legal action in every row that goes on."""
        self.arrays.rewards[:] = 0
        self.arrays.done[self.arrays.seats != NO_SEAT] = False
        for row in np.flatnonzero(self.arrays.seats != NO_SEAT).tolist():
            run = self.runs[row]
            asked = run.decision
            assert asked is not None
            run.do(self.encoding.choice(asked, int(actions[row])))
            if self.cards_only:
                be_quiet(run)
            if run.result is not None:
                self.arrays.rewards[row] = run.result.scores
                self.arrays.done[row] = True
            self._show(row)

    def _show(self, row: int) -> None:
        asked, arrays = self.runs[row].decision, self.arrays
        if asked is None:
            arrays.seats[row] = NO_SEAT
            arrays.masks[row] = False
            arrays.observations[row] = 0
            return
        arrays.seats[row] = asked.seat
        self.encoding.mask(asked, arrays.masks[row])
        self.encoding.observe(self.runs[row].view(asked.seat), arrays.observations[row])

    def run(self, row: int) -> Run:
        """Return the deal of a row."""
        return self.runs[row].fork()


Phase = Literal["play", "full"]
PHASES = ("play", "full")
MOST_SEEDS = 1 << 63
CHOSEN_WHILE_WAKING_UP = 4000
"""Rows that one thread chooses for while another wakes up: choosing is quicker."""


class BatchEnv:
    """`n` deals of a game at once, stepped together by the actions of whoever is to act.

    The arrays are made once and written anew in place at every step: copy what is to be kept.

    `seats`: `[n]`, who is to act in each row, -1 where its deal is over.
    `observations`: `[n, length]` of `uint8`, what that seat sees (`matto.players.encoding`).
    `masks`: `[n, actions]` of `bool`, its legal actions.
    `rewards`: `[n, seats]`, what each seat has won or lost by the last step: the result of a
    deal that has ended, in the game's smallest unit, else 0.
    `done`: `[n]` of `bool`, whether the row's deal is over; where the next one has begun by
    itself, whether the last step has ended the one before.
    `numbers`: `[n]`, which deal each row plays.

    Deals are numbered: row i begins with deal i, and goes on with deal i + n, i + 2n and so on.
    A deal follows from `seed` and its number alone, whatever `n` is. The engine deals about a
    thousand a second, and the cards of a deal are played in a fraction of that time: with
    `plays=p` a row plays each deal p times (its first less often, so that not all rows need
    another one at once), and with `deals=d` there are only d deals: deal d is deal 0 again
    (where rows outnumber deals, a row goes on with the next number).

    `phase="play"`: actions are cards. What is said before the first card is said by `talk`, a
    bot by name or what gives a choice for a `View`; while cards are played nobody says
    anything, and a deal in which no card is played is dealt anew. `phase="full"`: actions are
    all that anybody is asked for, from the first word on, and the engine itself is stepped. So
    it is, too, where a game's play cannot be compiled, and `compiled` is false.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        seed: int = 0,
        *,
        phase: Phase = "play",
        talk: Talk = "rule",
        deals: int | None = None,
        plays: int = 1,
        auto_reset: bool = True,
        threads: int | None = None,
        preset: str | None = None,
        **options: Value,
    ) -> None:
        self.game = game_of(game)
        self.options = self.game.resolve(options, preset)
        self.n, self.plays = _whole("n", n), _whole("plays", plays)
        self.deals = None if deals is None else _whole("deals", deals)
        self.phase, self.auto_reset, self._talk = phase, auto_reset, talk
        self._threads = _processors() if threads is None else _whole("threads", threads)
        self._check()
        self.encoding = encoding_of(self.game, self.options)
        size = self.game.seats, len(self.encoding.actions), self.encoding.shape[0]
        self._arrays = Arrays.empty(self.n, *size)
        self.numbers, self.seats, self.masks, self.observations = self._arrays[:4]
        self.rewards, self.done = self._arrays[4:]
        self._in_threads = InThreads(self.n, self._threads, CHOSEN_WHILE_WAKING_UP)
        self._begun = np.zeros(self.n, np.int64)
        self.reset(seed=_whole("seed", seed))

    def _check(self) -> None:
        if min(self.n, self.plays, 1 if self.deals is None else self.deals, self._threads) < 1:
            raise BadBatch(
                text(
                    "A batch has at least one row, one thread and one deal, played at least "
                    "once."
                )
            )
        if self.phase not in PHASES:
            raise BadBatch(
                text(
                    "There is no phase “{phase}”. Phases: {known}.",
                    phase=self.phase,
                    known=", ".join(PHASES),
                )
            )
        if not (isinstance(self._talk, str) or callable(self._talk)):
            raise BadBatch(text("“talk” is a bot by name, or what gives a choice for a view."))

    # -- beginning -------------------------------------------------------------------------

    def reset(self, which: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Begin anew from each row's first deal; or let some rows go on to their next deal.

        `which` are rows by number, or `[n]` of `bool`. With `seed` there are other deals, and
        all rows begin anew.

        Raises `BadBatch` for rows that there are not, and for some rows with another seed.
        """
        if which is not None and seed is not None:
            raise BadBatch(text("With another seed all rows begin anew: do not name any."))
        if seed is not None:
            self.seed = _whole("seed", seed)
            self._backend = self._backend_for(self.seed)
        if which is None:
            self._chosen = 0
            self._begun[:] = 0
            self.rewards[:] = 0
            self.done[:] = False
            self._begin(np.arange(self.n))
        else:
            rows = self._rows(which)
            self.done[rows] = False
            self._go_on(rows)

    def _rows(self, which: ArrayLike) -> Numbers:
        """Some rows by number, each once."""
        given = np.asarray(which)
        if given.shape == (self.n,) and given.dtype == np.bool_:
            return np.flatnonzero(given)
        if given.shape == (0,):
            return np.zeros(0, np.int64)
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise BadBatch(
                text(
                    "Rows are whole numbers, or {n} times yes or no; these are {kind} of shape "
                    "{shape}.",
                    n=self.n,
                    kind=str(given.dtype),
                    shape=str(given.shape),
                )
            )
        beyond = given[(given < 0) | (given >= self.n)]
        if len(beyond):
            raise BadBatch(
                text(
                    "There is no row {row}: they go from 0 to {last}.",
                    row=int(beyond[0]),
                    last=self.n - 1,
                )
            )
        return np.unique(given).astype(np.int64)

    def _go_on(self, rows: Numbers) -> None:
        """Let rows begin their next deals."""
        self._begun[rows] += 1
        self._begin(rows)

    def _begin(self, rows: Numbers) -> None:
        laps = (self._begun[rows] + rows % self.plays) // self.plays
        if self.deals is None:
            self.numbers[rows] = rows + self.n * laps
        else:
            on = self.n if self.n < self.deals else 1
            self.numbers[rows] = (rows + on * laps) % self.deals
        self._backend.begin(rows)

    def _backend_for(self, seed: int) -> CompiledPlay | EnginePlay:
        cards_only = self.phase == "play"
        deals = NumberedDeals(self.game, self.options, seed, self._talk, first_card=cards_only)
        self.compiled = cards_only and can_be_compiled(deals.run_of(0))
        if not self.compiled:
            return EnginePlay(deals, self.encoding, self._arrays, cards_only=cards_only)
        size = self.n if self.deals is None else self.deals
        return CompiledPlay(deals, self.encoding, self._arrays, size, self._threads)

    # -- stepping --------------------------------------------------------------------------

    def step(self, actions: ArrayLike) -> tuple[Numbers, NDArray[np.bool_]]:
        """Take an action in every row; gives `rewards` and `done`, which are written anew.

        `actions`: `[n]` whole numbers, -1 in rows whose deal is over. With `auto_reset` those
        have begun their next deal when this returns: `seats`, `masks` and `observations` are
        of that one, `rewards` and `done` of the one that has ended.

        Raises `IllegalAction` with row, seat and clause, or `BadBatch` for another shape or
        kind of numbers; nothing has changed then.
        """
        taken = self._checked(actions)
        self._backend.step(taken)
        if self.auto_reset and self.done.any():
            self._go_on(np.flatnonzero(self.done))
        return self.rewards, self.done

    def random_actions(self, out: Numbers | None = None) -> Numbers:
        """Choose a legal action in every row, each as likely as another; -1 where none is.

        They are written into `out`, if it is given: `[n]` of `int64`, else it is a `BadBatch`.
        """
        chosen = np.empty(self.n, np.int64) if out is None else out
        _check_room(chosen, self.n)
        seed = (self.seed + self._chosen) % MOST_SEEDS
        self._chosen += 1
        self._in_threads.do(
            lambda begin, end: choose_at_random(self.masks, seed, begin, end, chosen)
        )
        return chosen

    def run(self, row: int) -> Run:
        """Return a row's deal as a `Run` of its own, replayed to this moment."""
        (found,) = self._rows([row]).tolist()
        return self._backend.run(found)

    def _checked(self, actions: ArrayLike) -> Numbers:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadBatch(
                text(
                    "Actions are {n} whole numbers, one for each row; these are {kind} of "
                    "shape {shape}.",
                    n=self.n,
                    kind=str(given.dtype),
                    shape=str(given.shape),
                )
            )
        taken = np.ascontiguousarray(given, dtype=np.int64)
        row = first_illegal(self.masks, self.seats, taken)
        if row >= 0:
            raise self._illegal(row, int(taken[row]))
        return taken

    def _illegal(self, row: int, action: int) -> IllegalAction:
        run = self.run(row)
        asked = run.decision
        if asked is None:
            sentence = text("The deal is over: its action is -1 until it is reset.")
            return IllegalAction(row, -1, action, Refusal("", sentence))
        if not 0 <= action < len(self.encoding.actions):
            sentence = text(
                "There is no action {action}: they go from 0 to {last}.",
                action=action,
                last=len(self.encoding.actions) - 1,
            )
            return IllegalAction(row, asked.seat, action, Refusal(asked.clause, sentence))
        refusal = run.why_not(self.encoding.actions[action])
        assert refusal is not None
        return IllegalAction(row, asked.seat, action, refusal)


def _whole(name: str, given: Any) -> int:
    """Return a setting as the whole number that it must be."""
    try:
        return index(given)
    except TypeError:
        raise BadBatch(
            text("“{name}” is a whole number, not {given}.", name=name, given=repr(given))
        ) from None


def _check_room(out: Any, n: int) -> None:
    """See that there is room for an action a row: compiled code writes without looking."""
    if (
        not isinstance(out, np.ndarray)
        or (out.shape, out.dtype) != ((n,), np.int64)
        or not (out.flags.c_contiguous and out.flags.writeable)
    ):
        raise BadBatch(
            text("Actions are written into an array of {n} numbers of type int64.", n=n)
        )


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

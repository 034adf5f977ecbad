"""A contest as it is measured: deals come in and are kept, the sequential test looks on.

JSON Lines: the contest first, then a line for each deal. A line that was cut off by an
interruption is not read.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TypeVar

import msgspec

from matto.engine.words import Text, preferred_language, text, translator
from matto.research.arena.contest import BadContest, Contest
from matto.research.arena.statistics import UNDECIDED, Bounds, Sprt, differences, squares
from matto.research.arena.tables import DealResult, FaultCount, Task, play_task
from matto.research.parallel import ALONE, Resources, spread

T = TypeVar("T", Contest, DealResult)


class Checkpoint:
    """A file of finished deals of one contest; raises `BadContest` if it is another's."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.deals: tuple[DealResult, ...] = ()
        try:
            self._open(contest)
        except OSError as error:
            raise BadContest(_cannot(path, error)) from error

    def _open(self, contest: Contest) -> None:
        head = msgspec.json.encode(contest) + b"\n"
        content = self.path.read_bytes() if self.path.exists() else b""
        if head.startswith(content):  # new, or cut off while it was begun
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(head)
            return
        begun, _, deals = content.partition(b"\n")
        if _decoded(self.path, 1, begun, Contest) != contest:
            raise BadContest(
                text(
                    "{file} keeps the deals of another contest: other bots, options, seed or "
                    "strata. Name another file.",
                    file=str(self.path),
                )
            )
        self.deals = tuple(_read(self.path, deals))
        whole = content[: content.rfind(b"\n") + 1] or head
        if whole != content:
            self.path.write_bytes(whole)

    def keep(self, deal: DealResult) -> None:
        """Write a finished deal down."""
        try:
            with self.path.open("ab", buffering=0) as handle:
                handle.write(msgspec.json.encode(deal) + b"\n")
        except OSError as error:
            raise BadContest(_cannot(self.path, error)) from error


def _read(path: Path, lines: bytes) -> Iterator[DealResult]:
    whole, newline, _ = lines.rpartition(b"\n")
    if newline:
        for number, line in enumerate(whole.split(b"\n"), start=2):
            yield _decoded(path, number, line, DealResult)


def _decoded(path: Path, number: int, line: bytes, kind: type[T]) -> T:
    """Read a line; raises `BadContest` with its number where something else stands there."""
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadContest(
            text(
                "Line {line} of {file} is not what the arena keeps: {why}. "
                "Name another file, or delete the line if it was a deal.",
                line=number,
                file=str(path),
                why=error,
            )
        ) from error


def _cannot(path: Path, error: OSError) -> Text:
    return text(
        "The deals cannot be kept in {file}: {why}.",
        file=str(path),
        why=error.strerror or str(error),
    )


log = logging.getLogger("matto.research.arena")


class Measurement:
    """The measurements of a contest so far.

    The sequential test, if there are bounds, judges the first guest in the first stratum. It
    takes deals by number, and once it has a verdict everything behind the deal that brought it
    is left out: so the results do not depend on the number of processes.
    """

    def __init__(self, contest: Contest, bounds: Bounds | None = None) -> None:
        self.contest = contest
        self.test = None if bounds is None else Sprt(bounds)
        self.interrupted = False
        self._deals: dict[Task, DealResult] = {}
        self._end: Task | None = None
        self._judged = 0
        self._faulty: set[str] = set()

    def run(
        self, deals: int, resources: Resources = ALONE, *, kept: Checkpoint | None = None
    ) -> Generator[int, None, None]:
        """Play deals 0 … deals − 1 that are not known yet; gives the number of finished tasks.

        Ends early with a verdict of the test, or on Ctrl-C with `interrupted` set.
        """
        check_effort(deals, resources)
        for deal in () if kept is None else kept.deals:
            if deal.number < deals:
                self.add(deal)
        if self.decided:
            return
        left = (task for task in tasks(self.contest, deals) if task not in self._deals)
        with closing(spread(partial(play_task, self.contest), left, resources)) as finished:
            try:
                yield from self._take_in(finished, kept)
            except KeyboardInterrupt:
                self.interrupted = True

    def _take_in(
        self, finished: Iterator[DealResult], kept: Checkpoint | None
    ) -> Iterator[int]:
        for deal in finished:
            if kept is not None:
                kept.keep(deal)
            self.add(deal)
            yield len(self._deals)
            if self.decided:
                return

    @property
    def decided(self) -> bool:
        """Return whether the test has a verdict and all tasks before it are finished too."""
        if self._end is None:
            return False
        before = takewhile(lambda task: task != self._end, tasks(self.contest, self._judged))
        return all(task in self._deals for task in before)

    def add(self, deal: DealResult) -> None:
        """Take a finished deal in; the first fault of each bot is told to the log."""
        for fault in deal.faults:
            if fault.bot not in self._faulty:
                self._faulty.add(fault.bot)
                _warn_of(fault, deal)
        self._deals[deal.stratum, deal.number] = deal
        self._judge()

    def _judge(self) -> None:
        """Let the test take the deals that it has waited for, in the order of their numbers."""
        first = self.contest.strata[0]
        while self.test is not None and self._end is None:
            deal = self._deals.get((first, self._judged))
            if deal is None:
                return
            unit = self.contest.found_game()[0].unit
            difference = differences([deal], 0, unit)[0]
            if self.test.take(difference, squares([deal], unit)[0]) != UNDECIDED:
                self._end = (first, self._judged)
            self._judged += 1

    def of(self, stratum: str) -> list[DealResult]:
        """The finished deals of a stratum by number, up to the verdict if there is one."""
        order = self.contest.strata.index(stratum)
        found = [deal for deal in self._deals.values() if deal.stratum == stratum]
        if self._end is not None:
            last = self._end[1]
            found = [deal for deal in found if deal.number < last + (order == 0)]
        return sorted(found, key=lambda deal: deal.number)


def _warn_of(fault: FaultCount, deal: DealResult) -> None:
    sentence = text(
        "{bot}, deal {number} ({stratum}): {what} The rule of thumb stands in for it.",
        bot=fault.bot,
        number=deal.number,
        stratum=deal.stratum,
        what=fault.sentence,
    )
    log.warning(sentence.render(translator(preferred_language())))


def tasks(contest: Contest, deals: int) -> Iterable[Task]:
    """Deals by number, each in all strata."""
    return ((stratum, number) for number in range(deals) for stratum in contest.strata)


def check_effort(deals: int, resources: Resources) -> None:
    """Raise `BadContest` unless there is a deal to play, and whoever can play it."""
    if deals < 1:
        raise BadContest(text("At least one deal has to be played, not {deals}.", deals=deals))
    resources.checked()

"""Tables of a contest: who sits where, and what each guest is compared with.

At a table sit reference players and one guest. Every guest sits in every seat of every deal in
turn, so with n seats each guest plays n tables of a deal; one more table, with reference
players in all seats, is shared by all guests. A guest's result is compared with that of the
reference player in the same seat of the same deal. The mean of the n differences is the deal's
one figure for that guest; deals are the independent unit.

Results are taken less the table's mean, so that they add up to nothing: they do so anyway
where players pay each other, they do not where a pot is left over (which belongs to all) or
only the winners write. Then the n results at the reference table add up to nothing as well:
they cancel luck exactly, without adding noise of their own.

In games that fix who plays with whom, a contest may seat guests together: there is one table
for each party, with guests in all its seats, which stands for each of these seats.

Why one guest and not more: docs/arena.md.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

import msgspec

from matto.engine.events import Result
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.engine.words import Text, text
from matto.players import Bot, make_bot
from matto.players.bot_readiness import get_ready, thinks
from matto.players.bot_talk import talk_before_card
from matto.players.bots import SENTENCES, BotFault, choice_of
from matto.players.seeds import derived
from matto.research.arena.contest import (
    RULE,
    BotFailed,
    Contest,
    Duplicate,
    Party,
    duplicate,
    parties_of,
)

DECLARER = "declarer"
PARTNER = "partner"
OPPONENT = "opponent"
PARTY = "in a party"
ALONE = "each for himself"
NOT_PLAYED = "not played"

ROLES = (DECLARER, PARTNER, OPPONENT, PARTY, ALONE, NOT_PLAYED)
"""Parts in the order in which they are told; a party has no declarer."""

PLACES = ("dealer", "forehand", "second hand", "third hand", "fourth hand")
"""Seats from the dealer on, in turn."""


def roles_of(run: Run, result: Result) -> tuple[str, ...]:
    """The part of each seat in a finished deal."""
    seats = run.setup.seats
    contract = run.table.contract
    if contract is None or result.thrown_in or not run.table.tricks:
        return (NOT_PLAYED,) * seats
    return tuple(_role(seat, contract.side, contract.declarer) for seat in range(seats))


def _role(seat: int, side: tuple[int, ...], declarer: int | None) -> str:
    if declarer is None:
        return ALONE if len(set(side)) == len(side) else PARTY
    if seat == declarer:
        return DECLARER
    if side[seat] == side[declarer]:
        return PARTNER
    return OPPONENT if len(set(side)) < len(side) else ALONE


def place_of(seat: int, dealer: int, seats: int) -> str:
    """Return where a seat sits: the dealer, the forehand after him, and so on in turn."""
    return PLACES[(seat - dealer) % seats]


STEP = math.log(1.02)
SHORTEST = 1e-7
"""Seconds below which times are not told apart."""

Counts = dict[int, int]
"""How many times fell into each step; step k holds times from 1.02^k to 1.02^(k+1) seconds."""


class Timings:
    """Times of one player's decisions by phase (the kind of decision)."""

    def __init__(self) -> None:
        self.phases: dict[str, Counts] = {}

    def note(self, phase: str, seconds: float) -> None:
        """Count one decision."""
        step = step_of(seconds)
        counts = self.phases.setdefault(phase, {})
        counts[step] = counts.get(step, 0) + 1

    def add(self, phases: Mapping[str, Mapping[int, int]]) -> None:
        """Count what others have counted."""
        for phase, more in phases.items():
            counts = self.phases.setdefault(phase, {})
            for step, times in more.items():
                counts[step] = counts.get(step, 0) + times

    def all_phases(self) -> Counts:
        """The counts of all phases together."""
        together = Timings()
        for counts in self.phases.values():
            together.add({"": counts})
        return together.phases.get("", {})


def step_of(seconds: float) -> int:
    """The step that a time falls into."""
    return math.floor(math.log(max(seconds, SHORTEST)) / STEP)


def quantile(counts: Mapping[int, int], share: float) -> float:
    """The time in seconds that a share of the decisions did not exceed, to 2 % at most."""
    wanted = share * sum(counts.values())
    passed = 0
    for step in sorted(counts):
        passed += counts[step]
        if passed >= wanted:
            return math.exp((step + 1) * STEP)
    return 0.0


def total(counts: Mapping[int, int]) -> float:
    """All times together in seconds, to 2 %."""
    return sum(times * math.exp(step * STEP) for step, times in counts.items())


def mean(counts: Mapping[int, int]) -> float:
    """The mean time in seconds, to 2 %."""
    return total(counts) / (sum(counts.values()) or 1)


def share_over(counts: Mapping[int, int], seconds: float) -> float:
    """The share of decisions that took longer than so many seconds."""
    limit = step_of(seconds)
    decisions = sum(counts.values())
    return sum(times for step, times in counts.items() if step >= limit) / (decisions or 1)


Task = tuple[str, int]
"""A stratum and the number of a deal."""

NOBODY = -1
"""The number of the guest at a table of reference players only."""


class TableResult(msgspec.Struct, frozen=True):
    """The outcome of one table: which guest sat in which seats, scores and parts by seat."""

    guest: int
    seats: Party
    scores: tuple[int, ...]
    roles: tuple[str, ...]
    thrown_in: bool = False

    def result(self, seat: int) -> int:
        """A seat's score less the table's mean, in n-ths of the game's smallest unit."""
        return len(self.scores) * self.scores[seat] - sum(self.scores)


class FaultCount(msgspec.Struct, frozen=True):
    """How often a bot gave no legal choice in one way, and what happened the first time."""

    bot: str
    kind: str
    times: int
    first: str
    what: str = ""

    @property
    def sentence(self) -> Text:
        """Return what happened the first time, for people."""
        if not self.what:  # it was kept by an earlier version
            return Text("{what}", (("what", self.first),))
        return Text(SENTENCES[self.kind], (("what", self.what),))


class DealResult(msgspec.Struct, frozen=True):
    """The outcomes of all tables of a deal; `times` counts decisions by label and phase."""

    stratum: str
    number: int
    dealer: int
    redealt: int
    tables: tuple[TableResult, ...]
    times: dict[str, dict[str, Counts]]
    faults: tuple[FaultCount, ...] = ()

    @property
    def reference(self) -> TableResult:
        """The table with reference players only."""
        return self.tables[0]

    def of_guest(self, guest: int) -> tuple[TableResult, ...]:
        """For each seat, the table at which a guest had it."""
        had = {
            seat: table for table in self.tables if table.guest == guest for seat in table.seats
        }
        return tuple(had[seat] for seat in sorted(had))


def play_deal(contest: Contest, stratum: str, number: int) -> DealResult:
    """Play all tables of a deal; the same contest, stratum and number give the same results."""
    _prepare_bots((*contest.guests, contest.reference))
    deal = duplicate(contest, stratum, number)
    timings_of = {label: Timings() for label in contest.labels}
    seatings: list[tuple[int, Party]] = [(NOBODY, ())]
    seatings += product(range(len(contest.guests)), _shares(contest, deal))
    hall = _DealTables(contest, stratum, number, timings_of)
    tables = tuple(hall.play(deal, guest, seats) for guest, seats in seatings)
    return DealResult(
        stratum=stratum,
        number=number,
        dealer=deal.dealer,
        redealt=deal.redealt,
        tables=tables,
        times={label: timings.phases for label, timings in timings_of.items()},
        faults=summed_faults(hall.faults),
    )


def _shares(contest: Contest, deal: Duplicate) -> tuple[Party, ...]:
    """Return which seats guests have together, at one table after the other."""
    if contest.together:
        return parties_of(deal.run())
    return tuple((seat,) for seat in range(deal.game.seats))


@cache
def _prepare_bots(bots: tuple[str, ...]) -> None:
    """Load what thinking bots need, once in a process, so that no decision waits for it."""
    if thinks(bots):
        get_ready()


def play_task(contest: Contest, task: Task) -> DealResult:
    """Play a deal by its stratum and number."""
    return play_deal(contest, *task)


@dataclass
class _DealTables:
    """Where the tables of one deal stand."""

    contest: Contest
    stratum: str
    number: int
    timings_of: dict[str, Timings]
    faults: list[FaultCount] = field(default_factory=list)

    def play(self, deal: Duplicate, guest: int, seats: Party) -> TableResult:
        """Play the deal with a guest in these seats."""
        labels = self.contest.labels
        names = (*self.contest.guests, self.contest.reference)
        sitting = [guest if seat in seats else NOBODY for seat in range(deal.game.seats)]
        bots = [self._bot(names[who], deal, seat) for seat, who in enumerate(sitting)]
        run = deal.run()
        result = self._play_out(run, bots, [labels[who] for who in sitting])
        roles = roles_of(run, result)
        return TableResult(guest, seats, result.scores, roles, result.thrown_in)

    def _bot(self, name: str, deal: Duplicate, seat: int) -> Bot:
        """A bot; its chance depends on deal and seat, so that equal bots play alike."""
        seed = derived(self.contest.seed, "bot", self.stratum, self.number, seat)
        return make_bot(name, deal.game, seed, patience=self.contest.patience)

    def _play_out(self, run: Run, bots: Sequence[Bot], labels: Sequence[str]) -> Result:
        seated = dict(enumerate(bots))
        while (decision := run.decision) is not None:
            talk_before_card(run, seated)
            seat = decision.seat
            view = run.view(seat)
            began = time.perf_counter()
            try:
                choice = choice_of(bots[seat], view)
            except BotFault as fault:
                choice = self._stood_in_for(labels[seat], fault, run.game, view)
            spent = time.perf_counter() - began
            if len(decision.options) > 1:
                self.timings_of[labels[seat]].note(decision.kind, spent)
            run.do(choice)
        if run.result is None:
            raise RuntimeError("a deal that asks nothing more is over")
        return run.result

    def _stood_in_for(self, label: str, fault: BotFault, game: Game, view: View) -> str:
        """Return what the rule of thumb chooses for a bot that has failed, which is counted."""
        if self.contest.strict:
            raise BotFailed(
                text(
                    "The bot {bot} failed in deal {number} ({stratum}). {what}",
                    bot=label,
                    number=self.number,
                    stratum=self.stratum,
                    what=fault.sentence,
                )
            ) from fault
        self.faults.append(FaultCount(label, fault.kind, 1, str(fault), fault.what))
        seed = derived(self.contest.seed, "stand-in", self.stratum, self.number, view.seat)
        return make_bot(RULE, game, seed).choose(view)


def summed_faults(faults: Iterable[FaultCount]) -> tuple[FaultCount, ...]:
    """Faults of one bot and kind as one, in the order of their first."""
    found: dict[tuple[str, str], FaultCount] = {}
    for fault in faults:
        key = fault.bot, fault.kind
        first = found.get(key, fault)
        times = fault.times + (first.times if key in found else 0)
        found[key] = msgspec.structs.replace(first, times=times)
    return tuple(found.values())

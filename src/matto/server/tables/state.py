"""The state of a table: a fold of its events."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cached_property, singledispatchmethod

import msgspec

from matto.engine.events import SAY, Deal, Decision
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Action, Match, Run
from matto.engine.view import View
from matto.engine.words import text
from matto.records.json_form import ending_of
from matto.records.replay import game_of
from matto.server.tables import events, views
from matto.server.tables.errors import TableUnplayable
from matto.server.tables.events import TableEvent
from matto.server.tables.views import Chair, Phase, ProposalKind, ProposalResult, Terms

ANSWER_SECONDS = 30.0
"""Seconds after which somebody who has not answered has not agreed."""


class Proposal(msgspec.Struct, frozen=True):
    """What a seat asks all others for.

    `since` is the number of the event, `at` its time; `before` is how many actions there were
    where a choice is to be taken back, `frees` the chair that is to be freed; `agreed` are
    those who have said yes.
    """

    seat: int
    wish: ProposalKind
    since: int
    at: int
    before: int = 0
    frees: int | None = None
    agreed: frozenset[int] = frozenset()

    @property
    def until(self) -> float:
        return self.at / 1000 + ANSWER_SECONDS

    def waits_for(self, chairs: tuple[Chair, ...]) -> tuple[int, ...]:
        persons = (chair.seat for chair in chairs if chair.has_person)
        return tuple(seat for seat in persons if seat != self.seat and seat not in self.agreed)


class SharedRun:
    """A run that table states have in common, as it was when they came about.

    The state that follows takes it and goes on with it: `run` is None then. Whoever still asks
    an earlier one, which hardly happens, has it replayed: so nobody keeps a run beyond the call
    that asked.
    """

    def __init__(self, run: Run | None) -> None:
        self.run = run
        self._taken: tuple[Run, list[Action]] | None = None

    @cached_property
    def openly(self) -> View | None:
        """Return what everybody has seen: one and the same view for all who look."""
        run = self.replayed()
        return None if run is None else run.view(None)

    def replayed(self) -> Run | None:
        if self._taken is not None:
            later, actions = self._taken
            self.run, self._taken = later.replayed(actions), None
        return self.run

    def release(self) -> Run | None:
        """Give the run away, to be changed."""
        run = self.replayed()
        if run is not None:
            self.run, self._taken = None, (run, run.actions)
        return run


class TableState:
    """A table after a number of events: the fold of all of them.

    `apply` is the only thing that changes a table. A table that is shown to anybody is never
    changed again: what comes next is applied to its `copy`. Copies share the run of the deal
    until one of them goes on with it.
    `seq` counts all events; those within a deal that is settled may be left out (see
    `events.Detail`), the table is the same.
    """

    opened: events.Opened
    game: Game
    options: Options
    match: Match

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.seq = 0
        self.at = 0
        self.phase = Phase.GATHERING
        self.closed = False
        self.pace = 0.0
        self.host = ""
        self._without_host = False
        self.chairs: tuple[Chair, ...] = ()
        self.deal = 0
        self._shared = SharedRun(None)
        self.finished: tuple[views.FinishedDeal, ...] = ()
        self.promised: events.Promised | None = None
        self.seeds: dict[int, str] = {}
        self.ready: frozenset[int] = frozenset()
        self.greetings: tuple[views.Greeting, ...] = ()
        self.hands_seen: dict[str, int] = {}
        self.phase_since = 0
        self.asked_since = 0
        self.asked_at = 0
        self.dealt_since = 0
        self.places: tuple[tuple[int, int], ...] = ()
        self._waited: dict[int, int] = {}
        self.proposal: Proposal | None = None
        self.answered: ProposalResult | None = None
        self.refused: Mapping[tuple[int, ProposalKind], int] = {}
        self.claimed: int | None = None

    def copy(self) -> TableState:
        own = copy.copy(self)
        own.seeds = dict(self.seeds)
        own.hands_seen = dict(self.hands_seen)
        own._waited = dict(self._waited)
        if self.seq:
            own.match = copy.copy(self.match)
            own.match.ledger = list(self.match.ledger)
            own.match.results = list(self.match.results)
        return own

    # -- the fold ------------------------------------------------------------------------

    def apply(self, event: TableEvent, at: int, seq: int | None = None) -> None:
        """Apply an event at a time in milliseconds; `seq` is its place if some are left out.

        Raises errors of matto for events that cannot follow each other.
        """
        self.seq = self.seq + 1 if seq is None else seq
        self.at = at
        self._apply(event)

    @singledispatchmethod
    def _apply(self, event: TableEvent) -> None:
        raise TypeError(f"{type(event).__name__} is no event of a table")

    @_apply.register
    def _(self, event: events.Opened) -> None:
        self.opened = event
        self.game = game_of(event.game, event.rules_version)
        self.options = self.game.recorded(event.options)
        self.match = Match(self.game, self.options, limit=event.limit)
        if event.given is not None:
            self.match.dealer = event.given.dealer
            self.match.carried = dict(event.given.carried)
        self.chairs = views.chairs_of(event.bots)
        self.pace = event.pace
        self.host = event.host
        self._enter(Phase.GATHERING)

    @_apply.register
    def _(self, event: events.Sat) -> None:
        self.greetings = tuple(said for said in self.greetings if said.seat != event.seat)
        self._sit(self.chairs[event.seat].taken_by(event.holder, event.name, self.seq))
        self._remember_hand(event.seat)
        if self._without_host:
            self.host, self._without_host = event.holder, False

    @_apply.register
    def _(self, event: events.Left) -> None:
        was_host = self.host == self.holder(event.seat)
        self._sit(self.chairs[event.seat].left(event.bot))
        self.ready -= {event.seat}
        if was_host:
            self._pass_on(event.seat)

    @_apply.register
    def _(self, event: events.StoodIn) -> None:
        self._sit(self.chairs[event.seat].played_by(event.bot, wished=event.wished))

    @_apply.register
    def _(self, event: events.HandedOver) -> None:
        if self.host == self.holder(event.seat):
            self.host = event.holder
        chair = self.chairs[event.seat]
        self._sit(chair.taken_by(event.holder, chair.name, self.seq))
        self._remember_hand(event.seat)

    @_apply.register
    def _(self, event: events.Prepared) -> None:
        self.ready = self.ready | {event.seat} if event.ready else self.ready - {event.seat}

    @_apply.register
    def _(self, event: events.Greeted) -> None:
        self.greetings += (views.Greeting(self.seq, event.seat, event.courtesy),)

    @_apply.register
    def _(self, event: events.Began) -> None:
        for seat, bot in enumerate(event.bots):
            if bot:
                self._sit(self.chairs[seat].played_by(bot))
        self._enter(Phase.BETWEEN)

    @_apply.register
    def _(self, event: events.StrengthSet) -> None:
        self._sit(self.chairs[event.seat].played_by(event.bot))

    @_apply.register
    def _(self, event: events.PaceSet) -> None:
        self.pace = event.pace

    @_apply.register
    def _(self, event: events.Promised) -> None:
        self.promised = event

    @_apply.register
    def _(self, event: events.Mixed) -> None:
        self.seeds[event.seat] = event.seed
        if self.phase is Phase.BETWEEN:
            self.ready |= {event.seat}

    @_apply.register
    def _(self, event: events.Dealt) -> None:
        self._shared = SharedRun(self.match.run_of(Deal(event.hands, event.talon)))
        self.deal = event.deal
        self.dealt_since = self.seq
        self.seeds = {}
        self._waited = {}
        self.refused = {}
        self.answered, self.claimed = None, None
        self.ready = frozenset()
        self.greetings = ()
        self.hands_seen = {chair.holder: chair.seat for chair in self.chairs if chair.holder}
        self._enter(Phase.PLAYING)
        self._asked_anew()

    @_apply.register
    def _(self, event: events.Acted) -> None:
        run = self._own_run()
        asked = run.decision
        run.act(Action(event.seat, event.kind, event.choice))
        self.answered = None if self.claimed is None else self.answered
        if event.kind == SAY:
            return
        self._note_who_answered(event)
        self._asked_anew()
        if _same_talk(asked, run.decision):
            self._waited[event.seat] = self._done_by_others(event.seat)
        else:
            self._waited = {}

    @_apply.register
    def _(self, event: events.Waited) -> None:
        self._waited[event.seat] = self._done_by_others(event.seat)

    @_apply.register
    def _(self, event: events.TookBack) -> None:
        self._own_run().undo(event.seat)
        self._asked_anew()

    @_apply.register
    def _(self, event: events.AskedBack) -> None:
        self._ask(
            Proposal(event.seat, ProposalKind.BACK, self.seq, self.at, before=event.before)
        )

    @_apply.register
    def _(self, event: events.Claimed) -> None:
        self._ask(Proposal(event.seat, ProposalKind.CLAIM, self.seq, self.at))

    @_apply.register
    def _(self, event: events.Proposed) -> None:
        wish = ProposalKind.CLOSE if event.frees is None else ProposalKind.FREE
        self._ask(Proposal(event.seat, wish, self.seq, self.at, frees=event.frees))

    @_apply.register
    def _(self, event: events.Agreed) -> None:
        if self.proposal is not None:
            agreed = self.proposal.agreed | {event.seat}
            self.proposal = msgspec.structs.replace(self.proposal, agreed=agreed)

    @_apply.register
    def _(self, event: events.Declined) -> None:
        self._end_proposal(event.seat)

    @_apply.register
    def _(self, event: events.ClaimSettled) -> None:
        seat = event.seat
        if event.holds:
            self._grant(
                ProposalResult(seat, seat, granted=True, wish=ProposalKind.CLAIM), claimed=seat
            )
        else:
            self._end_proposal(seat, untrue=True)

    @_apply.register
    def _(self, event: events.WentBack) -> None:
        self._own_run().go_back(event.before)
        self._grant(ProposalResult(event.seat, event.seat, granted=True), claimed=None)
        self._waited = {}
        self._asked_anew()

    @_apply.register
    def _(self, event: events.DealSettled) -> None:
        played = None if self.run is None or self.deal != event.deal else self.run.result
        if played is not None and ending_of(played) != ending_of(event.result):
            why = text("Deal {number} does not end as it was kept.", number=event.deal)
            raise TableUnplayable(self.id, why)
        self.places += ((event.since, self.seq),)
        self.finished += (
            views.FinishedDeal(event.deal, self.match.dealer, event.result, event.claimed),
        )
        self.match.take(event.result)
        self.deal = event.deal
        self.dealt_since = event.since
        self.answered, self.claimed = None, None
        self._enter(Phase.OVER if self.match.over else Phase.BETWEEN)

    @_apply.register
    def _(self, event: events.Closed) -> None:
        self.closed = True
        self._enter(Phase.OVER)

    def _ask(self, proposal: Proposal) -> None:
        self.proposal, self.answered = proposal, None

    def _grant(self, answered: ProposalResult, *, claimed: int | None) -> None:
        self.proposal, self.answered, self.claimed = None, answered, claimed

    def _end_proposal(self, by: int | None, *, untrue: bool = False) -> None:
        """Nothing comes of a proposal: the play goes on, and everybody has his time again."""
        proposal, run = self.proposal, self.run
        if proposal is None or run is None:
            return
        seat, wish = proposal.seat, proposal.wish
        self.proposal = None
        self.answered = ProposalResult(seat, by, wish=wish, untrue=untrue, frees=proposal.frees)
        self.refused = {**self.refused, (seat, wish): run.done}
        self.asked_at = self.at

    def _end_proposal_with(self, chair: Chair) -> None:
        """End a proposal of whoever has gone, or one about a chair that has changed."""
        proposal = self.proposal
        if proposal is None or chair.seat not in {proposal.seat, proposal.frees}:
            return
        self._end_proposal(chair.seat)
        if chair.seat == proposal.frees and not chair.holder and self.answered is not None:
            self.answered = msgspec.structs.replace(self.answered, granted=True)

    def _enter(self, phase: Phase) -> None:
        self.phase = phase
        self.phase_since = self.seq
        self.proposal = None

    def _asked_anew(self) -> None:
        self.asked_since, self.asked_at = self.seq, self.at

    def _sit(self, chair: Chair) -> None:
        self.chairs = (*self.chairs[: chair.seat], chair, *self.chairs[chair.seat + 1 :])
        self._end_proposal_with(chair)
        if self.waits_for == chair.seat:
            self.asked_at = self.at

    def _pass_on(self, seat: int) -> None:
        """The host has left: the next one who plays is it now, or whoever sits down next."""
        after = (*self.chairs[seat:], *self.chairs[:seat])
        heirs = sorted((chair for chair in after if chair.holder), key=lambda chair: chair.bot)
        self._without_host = not heirs
        if heirs:
            self.host = heirs[0].holder

    def _note_who_answered(self, event: events.Acted) -> None:
        before = self.chairs[event.seat]
        after = before.answered(event.by)
        if after != before:
            self.chairs = (*self.chairs[: event.seat], after, *self.chairs[event.seat + 1 :])

    def _remember_hand(self, seat: int) -> None:
        if self.phase is Phase.PLAYING:
            self.hands_seen[self.chairs[seat].holder] = seat

    def _own_run(self) -> Run:
        run = self._shared.release()
        if run is None:
            raise TableUnplayable(self.id, text("It has an action before the first deal."))
        self._shared = SharedRun(run)
        return run

    def _done_by_others(self, seat: int) -> int:
        run = self.run
        return 0 if run is None else sum(event.seat != seat for event in run.events)

    # -- asking the table ----------------------------------------------------------------

    @property
    def run(self) -> Run | None:
        shared = self._shared
        return shared.replayed() if shared.run is None else shared.run

    @property
    def asked(self) -> Decision | None:
        run = self.run
        return None if run is None or self.phase is not Phase.PLAYING else run.decision

    @property
    def waits_for(self) -> int | None:
        return None if self.asked is None else self.asked.seat

    @property
    def deadline(self) -> float | None:
        seat = self.waits_for
        if seat is None or not self.opened.turn_seconds or self.proposal is not None:
            return None
        if not self.chairs[seat].has_person:
            return None
        return self.asked_at / 1000 + self.opened.turn_seconds

    @property
    def terms(self) -> Terms:
        return views.struct_like(Terms, self.opened)

    def holder(self, seat: int) -> str:
        return self.chairs[seat].holder

    def bot(self, seat: int) -> str:
        return self.chairs[seat].bot

    def seat_of(self, key_hash: str) -> int | None:
        seats = (chair.seat for chair in self.chairs if key_hash and chair.holder == key_hash)
        return next(seats, None)

    def has_waited(self, seat: int) -> bool:
        return self._waited.get(seat) == self._done_by_others(seat)

    def may_wait(self, seat: int) -> bool:
        """Return whether the person in a seat may speak before the one asked, if he will."""
        asked = self.asked
        if asked is None or not asked.wait or asked.seat == seat:
            return False
        may = self.chairs[seat].has_person and asked.to(seat) is not None
        return may and not self.has_waited(seat)

    def view_for(self, seat: int | None) -> View | None:
        """The deal as a seat sees it, or (None) an onlooker, where one may look on."""
        openly, shown = self._shared.openly, seat is not None or self.opened.onlookers
        if self.run is None or openly is None or not shown:
            return None
        return openly if seat is None else self.run.view(seat).beside(openly)

    def can_undo(self, seat: int) -> bool:
        person, run = self.chairs[seat].has_person, self.run
        return person and run is not None and run.can_undo(seat)

    def was_refused(self, seat: int, wish: ProposalKind) -> bool:
        """Return whether all was said about a wish of a seat, as nobody has acted since."""
        return self.run is not None and self.refused.get((seat, wish)) == self.run.done

    @property
    def may_speak_first(self) -> tuple[int, ...]:
        return tuple(chair.seat for chair in self.chairs if self.may_wait(chair.seat))

    @property
    def awaited(self) -> tuple[int, ...]:
        """The persons for whom the next deal waits, or the first one where all are asked."""
        asks_all = self.phase is Phase.GATHERING and self.opened.when_ready
        if self.phase is not Phase.BETWEEN and not asks_all:
            return ()
        seats = (chair.seat for chair in self.chairs if chair.has_person)
        return tuple(seat for seat in seats if seat not in self.ready)

    @property
    def players(self) -> tuple[views.SeatedPlayer, ...]:
        return self.players_for("")

    def players_for(self, key_hash: str) -> tuple[views.SeatedPlayer, ...]:
        own = self.seat_of(key_hash)
        return tuple(
            chair.player(yours=chair.seat == own, ready=chair.seat in self.ready)
            for chair in self.chairs
        )


def _same_talk(before: Decision | None, after: Decision | None) -> bool:
    if before is None or after is None:
        return False
    return bool(before.wait) and (before.kind, before.clause) == (after.kind, after.clause)

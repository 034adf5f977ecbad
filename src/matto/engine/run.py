"""One deal being played, replayed from its actions or forked; and a match, deal after deal."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from operator import index

import msgspec

from matto.engine.errors import (
    BadSeed,
    GameOver,
    IllegalChoice,
    NothingToUndo,
    NotOver,
    Refusal,
)
from matto.engine.events import SAY, Deal, Decision, Event, Result, Setup, not_offered
from matto.engine.game import Game, game_of
from matto.engine.table import Table
from matto.engine.view import View
from matto.engine.words import text

Seed = int | str | random.Random


def chance_of(seed: Seed) -> random.Random:
    """Return the source of chance that a seed begins; raises `BadSeed`."""
    if isinstance(seed, random.Random):
        return seed
    if isinstance(seed, str):
        return random.Random(seed)
    return random.Random(whole_seed(seed))


def whole_seed(seed: object) -> int:
    """Return a seed that must be a whole number, as one; raises `BadSeed`."""
    try:
        return index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise BadSeed(
            text("A seed is a whole number or a string, not {given}.", given=repr(seed))
        ) from None


class Action(msgspec.Struct, frozen=True):
    """An action of a seat: the answer to a decision, or (`kind` is `say`) words said aside."""

    seat: int
    kind: str
    choice: str


class Run:
    """A deal of a game from its first card to its score sheet.

    State is what one gets by replaying the actions, so that a fork is a replay; `copy.copy` and
    `copy.deepcopy` fork as well. Of a game of the catalogue a run can be pickled: as the game's
    id, the options, the deal and the actions.

    `game` is the `Game`, `options` all its options with their values, `setup` what the deal
    started from. `decision` is what is asked now, None once the deal is over; `result` is None
    until then. `table` is the state that the script works on, with everybody's cards: not for
    players. Making one raises `BadDeal` for wrong cards, `UnknownSeat` for a dealer who
    is none, and `IllegalChoice` for actions that cannot be replayed.

    >>> from matto.games import catalogue
    >>> run = Run.shuffled(list(catalogue().values())[0], seed=1)
    >>> run.do(run.decision.options[0])
    >>> len(run.actions), len(run.fork(0).actions)
    (1, 0)
    """

    def __init__(
        self,
        game: Game | str,
        deal: Deal,
        *,
        dealer: int = 0,
        options: Mapping[str, object] | None = None,
        carried: Mapping[str, int] | None = None,
        ledger: Sequence[int] = (),
        actions: Iterable[Action] = (),
    ) -> None:
        self.game = game = game_of(game)
        self.options = game.completed(options)
        game.check_deal(deal, self.options, dealer)
        self.setup = Setup(
            game=game.id,
            pack=game.pack(self.options),
            options=self.options,
            deal=deal,
            dealer=dealer,
            carried=dict(game.carried if carried is None else carried),
            ledger=tuple(ledger),
            fool=game.trick_rules(self.options).fool,
        )
        self.decision: Decision | None = None
        self.result: Result | None = None
        self._start()
        for action in actions:
            self.act(action)

    @classmethod
    def shuffled(
        cls,
        game: Game | str,
        *,
        seed: Seed,
        dealer: int = 0,
        options: Mapping[str, object] | None = None,
        carried: Mapping[str, int] | None = None,
    ) -> Run:
        """Shuffle, deal and begin; raises `BadSeed`, `UnknownOption`, `BadOptionValue`."""
        game = game_of(game)
        options = game.completed(options)
        deal = game.shuffled(options, dealer, chance_of(seed))
        return cls(game, deal, dealer=dealer, options=options, carried=carried)

    def __repr__(self) -> str:
        asked = self.decision
        now = "over" if asked is None else f"seat {asked.seat} to {asked.kind}"
        return f"<Run of {self.game.id}: {self.done} actions, {now}>"

    def _start(self) -> None:
        self.table = Table(self.setup)
        self._answered: list[tuple[Decision, str, int]] = []
        script = self.game.script(self.table)
        self._send = script.send
        try:
            self.decision = next(script)
        except StopIteration as end:
            self.decision, self.result = None, end.value

    # -- acting --------------------------------------------------------------------------

    @property
    def actions(self) -> list[Action]:
        """All that was done and said aside, in order."""
        return [Action(asked.seat, asked.kind, choice) for asked, choice, _ in self._answered]

    @property
    def done(self) -> int:
        """Return the number of actions."""
        return len(self._answered)

    @property
    def goes_on(self) -> bool:
        """Return whether one of several cards is asked for, and others have been chosen."""
        asked = self.decision
        last = next((one for one, *_ in reversed(self._answered) if one.kind != SAY), None)
        if asked is None or last is None:
            return False
        return (last.seat, last.kind, last.left) == (asked.seat, asked.kind, asked.left + 1)

    @property
    def told_before(self) -> Sequence[int]:
        """Return how many events there were before each action."""
        return [told for *_, told in self._answered]

    @property
    def offered(self) -> list[tuple[str, ...]]:
        """The legal choices at each action."""
        return [asked.options for asked, *_ in self._answered]

    @property
    def events(self) -> Sequence[Event]:
        """Everything that has happened, with its allow-lists."""
        return self.table.events

    def do(self, choice: str) -> None:
        """Answer the pending decision; raises `IllegalChoice` (nothing changes), `GameOver`."""
        decision = self.decision
        if decision is None:
            raise GameOver(text("The deal is over."))
        if choice not in decision.options:
            raise IllegalChoice(self._refusal(choice, decision))
        self._go_on(decision, choice)

    def _go_on(self, decision: Decision, choice: str) -> None:
        table = self.table
        self._answered.append((decision, choice, len(table.events)))
        table.explain = None
        try:
            self.decision = self._send(choice)
        except StopIteration as end:
            self.decision, self.result = None, end.value

    def do_as(self, seat: int, choice: str) -> None:
        """Answer for a seat, which an open question allows before the seat asked has answered.

        Raises `IllegalChoice` (nothing changes), `GameOver`.
        """
        decision = self.decision
        if decision is None or decision.seat == seat:
            self.do(choice)
            return
        own = self._question_to(seat, decision)
        if choice not in own.options:
            raise IllegalChoice(self._refusal(choice, own))
        self.table.answered_by = seat
        self._go_on(own, choice)

    def _question_to(self, seat: int, decision: Decision) -> Decision:
        """The question as it stands to a seat; raises `IllegalChoice` if it is not its own."""
        own = decision.to(seat)
        if own is not None:
            return own
        sentence = text(
            "Seat {seat} is asked to {kind} now, not seat {other}.",
            seat=decision.seat,
            kind=decision.kind,
            other=seat,
        )
        raise IllegalChoice(Refusal(decision.clause, sentence))

    def say(self, seat: int, phrase: str) -> None:
        """Say something aside that the game allows now; raises `IllegalChoice`."""
        allowed = self.asides(seat)
        if phrase not in allowed:
            raise IllegalChoice(self.table.asides.refuse(seat, phrase))
        self._answered.append((Decision(seat, SAY, allowed), phrase, len(self.events)))
        self.table.asides.say(seat, phrase)

    def asides(self, seat: int) -> tuple[str, ...]:
        """Return what a seat may say aside now, without being asked."""
        return () if self.decision is None else self.table.asides(seat)

    def act(self, action: Action) -> None:
        """Do or say what an action tells; raises `IllegalChoice` if it is another's turn."""
        if action.kind == SAY:
            self.say(action.seat, action.choice)
            return
        decision = self.decision
        if decision is not None and (
            action.kind != decision.kind or decision.to(action.seat) is None
        ):
            sentence = text(
                "Seat {seat} is asked to {kind} now, not seat {other} to {wrong}.",
                seat=decision.seat,
                kind=decision.kind,
                other=action.seat,
                wrong=action.kind,
            )
            raise IllegalChoice(Refusal(decision.clause, sentence))
        self.do_as(action.seat, action.choice)

    def why_not(self, choice: str, seat: int | None = None) -> Refusal | None:
        """Say why a choice is not legal now, with its clause; None when it is legal.

        `seat` is one that may answer, when it is not the seat asked.
        """
        decision = self.decision
        if decision is None:
            return Refusal("", text("The deal is over."))
        if seat is not None:
            decision = self._question_to(seat, decision)
        return None if choice in decision.options else self._refusal(choice, decision)

    def _refusal(self, choice: str, decision: Decision) -> Refusal:
        if self.table.explain is None:
            return not_offered(choice, decision)
        return self.table.explain(decision.seat, choice)

    def ended(self) -> Result:
        """Return the result; raises `NotOver` while the deal goes on."""
        if self.result is None:
            raise NotOver(
                text(
                    "The deal is not over yet: {done} actions are done.", done=len(self.actions)
                )
            )
        return self.result

    # -- looking -------------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Return what a seat sees, or an onlooker (None); raises `UnknownSeat`."""
        if seat is None:
            asides: tuple[str, ...] = ()
        else:
            self.game.check_seat(seat)
            asides = self.asides(seat)
        table = self.table
        return View(
            self.setup, table.events, seat, self.decision, asides, self.result, table.contract
        )

    # -- going back ----------------------------------------------------------------------

    def fork(self, upto: int | None = None) -> Run:
        """A new run of the same deal, replayed up to a number of actions."""
        return self.replayed(self.actions[:upto])

    def replayed(self, actions: Iterable[Action]) -> Run:
        """A new run of the same deal, with these actions; raises `IllegalChoice`."""
        return Run(
            self.game,
            self.setup.deal,
            dealer=self.setup.dealer,
            options=self.options,
            carried=self.setup.carried,
            ledger=self.setup.ledger,
            actions=actions,
        )

    def __copy__(self) -> Run:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, object]) -> Run:
        copied = memo[id(self)] = self.fork()
        return copied

    def can_undo(self, seat: int) -> bool:
        """Return whether a seat's last action has been seen by nobody else and bound nobody."""
        if not self._answered or self.decision is None:
            return False
        last, _, told = self._answered[-1]
        if last.seat != seat or last.kind == SAY or self.decision.seat != seat:
            return False
        return all(event.seen_by == 1 << seat for event in self.events[told:])

    def undo(self, seat: int) -> None:
        """Take back a seat's last action; raises `NothingToUndo` once others have seen it."""
        if not self.can_undo(seat):
            raise NothingToUndo(text("Others have seen it: it can no longer be taken back."))
        self.go_back(self.done - 1)

    def go_back(self, upto: int) -> None:
        """Be as it was after a number of actions, whatever has been seen since."""
        actions = self.actions[:upto]
        self._start()
        for action in actions:
            self.act(action)

    def last_choice(self, seat: int) -> int | None:
        """Return how many actions came before the last one in which a seat had a choice."""
        for number in reversed(range(len(self._answered))):
            asked, *_ = self._answered[number]
            if asked.seat == seat and asked.kind != SAY and len(asked.options) > asked.left:
                return number
        return None


class Match:
    """Deals of one `game` by the same players, all with the same `options`.

    The `ledger` is kept in the game's smallest unit, by seat, and starts with the game's own
    stake. `limit` is the number of deals, thrown-in ones not counted; None goes on for ever.
    `dealer` deals next, with what is `carried` over; `results` are those of the deals so far.
    """

    def __init__(
        self,
        game: Game | str,
        options: Mapping[str, object] | None = None,
        *,
        dealer: int = 0,
        limit: int | None = None,
    ) -> None:
        self.game = game = game_of(game)
        self.options = game.completed(options)
        self.dealer = dealer
        self.limit = limit
        self.carried: Mapping[str, int] = dict(game.carried)
        self.ledger: list[int] = [game.start(self.options)] * game.seats
        self.results: list[Result] = []

    @property
    def played(self) -> int:
        """Return how many deals were played to the end."""
        return sum(not result.thrown_in for result in self.results)

    @property
    def over(self) -> bool:
        """Return whether the agreed number of deals has been played."""
        return self.limit is not None and self.played >= self.limit

    def next_run(self, *, seed: Seed) -> Run:
        """Shuffle and begin the next deal; raises `GameOver` after the last one, `BadSeed`."""
        chance = chance_of(seed)
        return self.run_of(self.game.shuffled(self.options, self.dealer, chance))

    def run_of(self, deal: Deal) -> Run:
        """Begin the next deal with given cards."""
        if self.over:
            raise GameOver(
                text("The match is over: {deals} deals were agreed.", deals=self.limit)
            )
        return Run(
            self.game,
            deal,
            dealer=self.dealer,
            options=self.options,
            carried=self.carried,
            ledger=self.ledger,
        )

    def take(self, result: Result) -> None:
        """Write a finished deal into the ledger and pass the deal on."""
        self.results.append(result)
        for seat, score in enumerate(result.scores):
            self.ledger[seat] += score
        self.dealer = result.next_dealer
        self.carried = dict(result.carried)

    def standing(self) -> tuple[str, ...]:
        """The ledger as people read it, seat by seat."""
        return tuple(spelled(self.game, amount) for amount in self.ledger)


def spelled(game: Game, amount: int) -> str:
    """Spell an amount in the game's own units: `½` for half a chip, its own sign for zero."""
    if amount == 0:
        return game.zero
    whole, rest = divmod(abs(amount), game.unit)
    fraction = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾"}.get((rest, game.unit))
    if rest and fraction is None:
        fraction = f" {rest}/{game.unit}"
    number = f"{whole or ''}{fraction}" if rest else str(whole)
    return ("−" if amount < 0 else "+") + number

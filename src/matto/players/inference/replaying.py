"""Playing a deal again along a view: the same words and cards, hidden answers from a world."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from matto.engine.events import ALL, SAY, Deal, Decision, Event
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View

Hidden = Mapping[tuple[str, int], Collection[str]]
"""The cards of hidden answers, by the kind of the question and the seat."""


Watch = Callable[[Run, int, str, str], None]
"""Is told who answers what kind of question how, while the deal still stands before it."""

LayAway = Callable[[View], str]
"""Says which card a seat lays away next, of those in its own view."""


class OtherView(Exception):
    """A deal, played the same way, would not look the same to the seat; says what is other."""


@dataclass(frozen=True)
class Following:
    """A listener while a deal is played again, who may change it.

    `watch` is told every answer. Others lay away what `lay_away` says, if it is given, and not
    what they do in the world.
    """

    watch: Watch | None = None
    lay_away: LayAway | None = None


NO_HOOKS = Following()


def follow(
    game: Game, view: View, deal: Deal, hidden: Hidden, how: Following = NO_HOOKS
) -> Run:
    """Play a deal to the question that is open in a view; raises `OtherView`.

    Whoever laid cards away or gave one unseen has done so with those of `hidden`. What a seat
    is still laying away, as nobody else can tell how far it has come, stays in its hand.
    """
    run = _followed(game, view, deal, hidden, how, ends=frozenset())
    again, told = run.view(view.seat).facts(), view.facts()
    wrong = [name for name in told if again[name] != told[name]]
    if wrong:
        raise OtherView(f"There {', '.join(wrong)} would be different.")
    return run


def follow_words(game: Game, view: View, deal: Deal, hidden: Hidden, how: Following) -> None:
    _followed(game, view, deal, hidden, how, ends=frozenset({PLAY}))


def _followed(
    game: Game, view: View, deal: Deal, hidden: Hidden, how: Following, ends: frozenset[str]
) -> Run:
    """Play on until all that the view tells has happened, or a kind of question comes."""
    run = Run(
        game,
        deal,
        dealer=view.dealer,
        options=view.options,
        carried=view.carried,
        ledger=view.ledger,
    )
    heard = _ReplayProgress(view, run, how)
    while True:
        heard.compare()
        if heard.finished() or run.decision is None or run.decision.kind in ends:
            return run
        heard.go_on(run.decision, hidden)


PLAY, DISCARD = "play", "discard"


class _ReplayProgress:
    """How much of a view a run has played so far."""

    def __init__(self, view: View, run: Run, how: Following) -> None:
        self.view = view
        self.run = run
        self.watch = how.watch
        self.lay_away = how.lay_away
        self.bit = 0 if view.seat is None else 1 << view.seat
        self.compared = self.played = 0

    def compare(self) -> None:
        """Take note of what has happened since; raises `OtherView` if it looks different."""
        events = self.run.events
        for event in events[self.played :]:
            if event.seen_by == ALL or event.seen_by & self.bit:
                expected = self.next
                if expected is None or not _looks_alike(event, expected):
                    raise OtherView(f"{event.kind} {event.seat} {event.what} would be seen.")
                self.compared += 1
        self.played = len(events)

    @property
    def next(self) -> Event | None:
        events = self.view.events
        return events[self.compared] if self.compared < len(events) else None

    def finished(self) -> bool:
        """Return whether the run stands where the view does."""
        decision, waiting = self.run.decision, self.view.waiting
        if self.next is not None or decision is None or waiting is None:
            return self.next is None and (decision is None) == (waiting is None)
        return (decision.seat, decision.kind) == (waiting.seat, waiting.kind)

    def go_on(self, decision: Decision, hidden: Hidden) -> None:
        """Answer as the viewer has heard it, or as the world has it."""
        event = self.next
        if event is not None and event.kind == SAY:
            self._say(event)
        elif event is not None and self._is_answer(event, decision):
            if decision.wait and event.seat != decision.seat:
                self._answer(decision, decision.seat, decision.wait)  # until his turn comes
            else:
                self._answer(decision, event.seat, event.what[0])
        elif decision.wait:
            self._answer(decision, decision.seat, decision.wait)
        elif self.lay_away is not None and self._lays_away_unseen(decision):
            self._answer(decision, decision.seat, self.lay_away(self.run.view(decision.seat)))
        else:
            answer = _hidden_answer(decision, event, hidden)
            self._answer(decision, decision.seat, answer)

    def _lays_away_unseen(self, decision: Decision) -> bool:
        return decision.kind == DISCARD and decision.seat != self.view.seat

    def _answer(self, decision: Decision, seat: int, choice: str) -> None:
        if self.watch is not None:
            self.watch(self.run, seat, decision.kind, choice)
        self.run.do_as(seat, choice)

    def _is_answer(self, event: Event, decision: Decision) -> bool:
        own = decision.to(event.seat)
        return event.kind == decision.kind and own is not None and event.what[0] in own.options

    def _say(self, event: Event) -> None:
        """Say the same phrase; with a card that the viewer has not seen, any will do."""
        word = event.what[0]
        after = self.view.events[self.compared + 1 : self.compared + 2]
        if after and after[0].kind == "shows":
            word = f"{word}:{after[0].what[0]}"
        allowed = self.run.asides(event.seat)
        spelt = [own for own in allowed if own == word or own.startswith(f"{word}:")]
        if not spelt:
            raise OtherView(f"Seat {event.seat} could not say {word}.")
        self.run.say(event.seat, spelt[0])


_SHOWS_IT = frozenset({"gives", "takes"})
"""What a viewer may see of a hidden answer: the card given, or an open one taken up."""


def _looks_alike(event: Event, other: Event) -> bool:
    return msgspec.structs.astuple(event)[:3] == msgspec.structs.astuple(other)[:3]


def _hidden_answer(decision: Decision, event: Event | None, hidden: Hidden) -> str:
    """The answer that the viewer has not heard."""
    wanted: Collection[str] = hidden.get((decision.kind, decision.seat), ())
    if event is not None and event.kind in _SHOWS_IT and event.seat == decision.seat:
        wanted = event.what
    options: Sequence[str] = [card for card in decision.options if card in wanted]
    if not options:
        raise OtherView(f"Seat {decision.seat} could not {decision.kind} so.")
    return options[0]

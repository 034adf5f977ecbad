"""Stepping through a recorded deal by single keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

import typer
from rich.text import Text as Line

from matto.cli.replay_page import DEALT, NOBODY, Page, seen, without
from matto.cli.telling import Teller
from matto.engine.run import Run
from matto.engine.words import N_, text


class Key(Enum):
    """What a key does, with the keys that do it."""

    NEXT = ("n", " ", "\r", "\n", "\x1b[C", "\x1bOC", "\xe0M")
    BACK = ("b", "\x7f", "\x08", "\x1b[D", "\x1bOD", "\xe0K")
    TRICK = ("t", "\x1b[B", "\x1bOB", "\xe0P")
    START = ("0", "\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G")
    END = ("e", "\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O")
    GLANCE = ("g",)
    SHEET = ("s",)
    CLAUSES = ("c",)
    EYES = ("v",)
    DEAL_ON = ("d", "\x1b[6~")
    DEAL_BACK = ("a", "\x1b[5~")
    QUIT = ("q", "\x1b", "\x03", "\x04")


KEYS: Mapping[str, Key] = {sign: key for key in Key for sign in key.value}
HELP = N_(
    "n next · b back · t next trick · 0 start · e end · g whole deal · s score sheet · "
    "c its clauses · v other eyes · d next deal · a deal before · q quit"
)


def step_through(page: Page, number: int, seat: int | None) -> None:
    """Show a deal action by action until the person quits."""
    Stepper(page, number, seat).run()


def read_key() -> Key | None:
    """Wait for a key; None for one that does nothing."""
    try:
        sign = typer.getchar()
    except (EOFError, KeyboardInterrupt):
        return Key.QUIT
    return KEYS.get(sign) or KEYS.get(sign.lower())


class Stepper:
    """Where one is in a recording: deal, number of actions done, and through whose eyes."""

    def __init__(self, page: Page, number: int, seat: int | None) -> None:
        self.page = page
        self.seat = seat
        self.number = number
        self.place = 0
        self._open(number)

    def _open(self, number: int) -> None:
        self.whole = self.page.recording[number]
        self.number = number
        self.place = 0
        self.last = len(self.whole.actions)

    def run(self) -> None:
        """Show, read a key, go there; until quit."""
        while True:
            self.show()
            key = read_key()
            if key is Key.QUIT:
                return
            if key is not None:
                self.press(key)

    def press(self, key: Key) -> None:
        """Do what a key says."""
        moves: Mapping[Key, Callable[[], int]] = {
            Key.NEXT: lambda: self.place + 1,
            Key.BACK: lambda: self.place - 1,
            Key.TRICK: self._after_trick,
            Key.START: lambda: 0,
            Key.END: lambda: self.last,
        }
        if key in moves:
            self.place = max(0, min(self.last, moves[key]()))
        elif key is Key.EYES:
            seats = (None, *range(self.whole.game.seats))
            self.seat = seats[(seats.index(self.seat) + 1) % len(seats)]
        elif key in {Key.DEAL_ON, Key.DEAL_BACK}:
            number = self.number + (1 if key is Key.DEAL_ON else -1)
            if 0 <= number < len(self.page.recording):
                self._open(number)
        else:
            self._leaf(key)

    def _after_trick(self) -> int:
        """The place at which the trick that is going on, or the next one, has been won."""
        run = self.whole.fork(self.place)
        before = len(run.table.tricks)
        for place, action in enumerate(self.whole.actions[self.place :], start=self.place + 1):
            run.act(action)
            if len(run.table.tricks) > before:
                return place
        return self.last

    def _leaf(self, key: Key) -> None:
        """Show a page of its own until a key is pressed."""
        self.page.screen.console.clear()
        result = self.whole.result
        if key is Key.GLANCE:
            self.page.glance(self.number, self.seat)
        elif result is not None and key is Key.SHEET:
            self.page.sheet(self.whole, result)
        elif result is not None:
            self.page.clauses(self.whole.game.id, result)
        self.page.screen.line(text("Any key goes back."), style="dim")
        read_key()

    # -- one moment ----------------------------------------------------------------------

    def show(self) -> None:
        """The table after so many actions."""
        page, run = self.page, self.whole.fork(self.place)
        page.screen.console.clear()
        page.title(self.number, self.seat)
        page.screen.line(
            text("Action {place} of {last}", place=self.place, last=self.last), indent=2
        )
        self._hands(run)
        self._story(run)
        self._next(run)
        page.screen.console.print()
        page.screen.line(HELP, style="dim")

    def _hands(self, run: Run) -> None:
        cards = self.page.cards(run)
        for seat, name in enumerate(self.page.names(run)):
            won = sum(trick.winner == seat for trick in run.table.tricks)
            label = text("{name} · tricks {won}", name=name, won=won)
            words = self.page.screen.words(label)
            if self.seat in {None, seat}:
                self.page.hand(cards, words, run.view(seat).hand)
            else:
                self.page.screen.line(words, style="bold", indent=1)

    def _story(self, run: Run) -> None:
        """What the last action brought, and the trick that it belongs to."""
        page = self.page
        page.screen.heading(text("What just happened") if self.place else text("The deal"))
        view = seen(run, self.seat)
        shown = [event for event in view.events if event.kind in DEALT]
        teller = Teller(page.screen, page.cards(run), page.names(run), NOBODY)
        if self.place:
            past = seen(self.whole.fork(self.place - 1), self.seat)
            teller.catch_up(past, aloud=False)
            before = len(past.events)
            fresh = set(map(id, view.events[before:]))
            shown = [event for event in shown if id(event) in fresh]
        teller.catch_up(without(view, run, shown))
        page.screen.end_row()

    def _next(self, run: Run) -> None:
        asked = run.decision
        if asked is None:
            self.page.screen.line(text("The deal is over. s shows the score sheet."), "bold")
            return
        waiting = text(
            "Seat {seat} is asked: {kind} ({clause})",
            seat=asked.seat,
            kind=self.page.screen.words(asked.kind),
            clause=asked.clause,
        )
        self.page.screen.line(Line(self.page.screen.words(waiting), style="bold"))

"""A recorded deal on the screen: at a glance, at one moment, or step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text as Line

from matto.cli.card_naming import CardNaming
from matto.cli.common import changed_options
from matto.cli.rules import whole_clause
from matto.cli.screen import Screen
from matto.cli.story import StoryWriter
from matto.engine.errors import MattoError
from matto.engine.events import Event, Result
from matto.engine.rulebook import rulebook_in
from matto.engine.run import Run, spelled
from matto.engine.view import View
from matto.engine.words import N_, text
from matto.records import Recording
from matto.telling.results import of_points
from matto.telling.story import OPEN, Eyes, Moment, after_trick, ends_of_tricks, seen_through

NOBODY = -1
"""The seat of one who watches: everything is told of others."""

DEALT = frozenset({"dealt", "packet"})
"""Told by the hands at the top of the page."""


def eyes_of(seat: int | None) -> Eyes:
    """Through whose eyes a deal is seen; with open cards, if no seat is named."""
    return OPEN if seat is None else seat


def without(view: View, run: Run, unwanted: Iterable[Event]) -> View:
    dropped = set(map(id, unwanted))
    events = [event for event in view.events if id(event) not in dropped]
    return View(run.setup, events, view.seat, None, (), view.result)


class Page:
    """Shows the deals of one file."""

    def __init__(self, screen: Screen, recording: Recording) -> None:
        self.screen = screen
        self.recording = recording
        self._clauses_shown: set[str] = set()

    def cards(self, run: Run) -> CardNaming:
        return CardNaming(run.game, run.options, self.screen)

    def names(self, run: Run) -> tuple[str, ...]:
        words = self.screen.words
        return tuple(words(text("Seat {seat}", seat=seat)) for seat in range(run.game.seats))

    # -- the whole deal ------------------------------------------------------------------

    def whole(self, number: int, seat: int | None) -> None:
        """A deal at a glance, its score sheet, and the clauses that are new in it."""
        run = self.recording[number]
        self.glance(number, seat)
        if run.result is not None:
            self.sheet(run, run.result)
            self.clauses(run.game.id, run.result, again=False)

    def glance(self, number: int, seat: int | None) -> None:
        """Hands as dealt, all that was said and done, and the tricks."""
        run = self.recording[number]
        self.title(number, seat)
        self._facts(run)
        self._dealt(run, seat)
        self.screen.heading(text("What happened"))
        view = seen_through(run, eyes_of(seat))
        told = [event for event in view.events if event.kind in DEALT]
        teller = StoryWriter(self.screen, self.cards(run), self.names(run), NOBODY)
        teller.recall(without(view, run, told))

    def title(self, number: int, seat: int | None) -> None:
        run = self.recording[number]
        eyes = (
            text("all cards open")
            if seat is None
            else text("as seat {seat} sees it", seat=seat)
        )
        self.screen.heading(
            text(
                "{game} · deal {number} of {deals} · {eyes}",
                game=self.screen.words(run.game.name),
                number=number + 1,
                deals=len(self.recording),
                eyes=eyes,
            )
        )

    def _facts(self, run: Run) -> None:
        changed = changed_options(run.game, run.options)
        self.screen.line(text("Dealer: seat {seat}", seat=run.setup.dealer), indent=2)
        if changed:
            self.screen.line(text("Options: {options}", options=changed), indent=2)
        for name, amount in run.setup.carried.items():
            self.screen.line(
                text(
                    "Carried on from before: {name} {amount}",
                    name=self.screen.words(name),
                    amount=amount,
                ),
                indent=2,
            )

    def _dealt(self, run: Run, seat: int | None) -> None:
        self.screen.heading(text("As dealt"))
        cards = self.cards(run)
        sort = run.setup.pack.sort
        for own, name in enumerate(self.names(run)):
            if seat in {None, own}:
                dealt = (event for event in run.view(own).events if event.kind == "dealt")
                hand = [card for event in dealt if event.seat == own for card in event.what]
                self.hand(
                    cards, name, sort(run.setup.deal.hands[own] if seat is None else hand)
                )
        if seat is None and run.setup.deal.talon:
            over = self.screen.words(text("Lying over"))
            self.screen.line(over, style="bold", indent=1)
            self.screen.line(cards.listed(run.setup.deal.talon), indent=2)

    def hand(self, cards: CardNaming, name: str, hand: Sequence[str]) -> None:
        self.screen.line(name, style="bold", indent=1)
        self.screen.lines(cards.hand(hand))

    # -- the score sheet -----------------------------------------------------------------

    def sheet(self, run: Run, result: Result) -> None:
        """The score sheet with its clauses, and the card points."""
        self.screen.heading(text("The score sheet"))
        words, names = self.screen.words, self.names(run)
        if result.thrown_in:
            self.screen.line(text("The cards are thrown in."), indent=2)
        grid = Grid(box=SIMPLE_HEAD, padding=(0, 1))
        grid.add_column(words(N_("Item")), overflow="fold")
        grid.add_column(words(N_("Clause")), no_wrap=True)
        for name in names:
            grid.add_column(name, justify="right", no_wrap=True)
        grid.add_column("", overflow="fold", style="dim")
        cards = self.cards(run)
        for row in result.sheet:
            amounts = [spelled(run.game, amount) for amount in row.amounts]
            note = "" if row.note is None else words(row.note)
            grid.add_row(cards.said(row.item), row.clause.partition(" ")[2], *amounts, note)
        scores = [Line(spelled(run.game, score), style="bold") for score in result.scores]
        grid.add_row(
            Line(words(text("Together")), style="bold"), "", *scores, "", end_section=True
        )
        if not result.thrown_in:
            told = of_points(run.game, run.options)
            note = "" if told is None else words(told)
            grid.add_row(words(text("Card points")), "", *map(str, result.points), note)
        self.screen.end_row()
        self.screen.console.print(grid)

    def clauses(self, game_id: str, result: Result, *, again: bool = True) -> None:
        """The text of each clause that the sheet cites, and not once more unless `again`."""
        for clause in dict.fromkeys(row.clause for row in result.sheet):
            if again or clause not in self._clauses_shown:
                self._clauses_shown.add(clause)
                self._clause(game_id, clause)

    def _clause(self, game_id: str, citation: str) -> None:
        self.screen.end_row()
        try:
            clause = rulebook_in(game_id, self.screen.language).clause(citation)
        except MattoError as error:
            self.screen.line(error.sentence, style="yellow", indent=2)
            return
        for part in whole_clause(clause, self.screen.translate):
            self.screen.console.print(part, width=self.screen.width)


class Key(Enum):
    """The effect of a key, with all keys that have it."""

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
            Key.TRICK: lambda: after_trick(ends_of_tricks(self.whole), self.place),
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
            self._show_page(key)

    def _show_page(self, key: Key) -> None:
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
        page = self.page
        moment = Moment(self.whole, self.place, eyes_of(self.seat))
        page.screen.console.clear()
        page.title(self.number, self.seat)
        page.screen.line(
            text("Action {place} of {last}", place=self.place, last=self.last), indent=2
        )
        self._hands(moment)
        self._story(moment)
        self._next(moment.run)
        page.screen.console.print()
        page.screen.line(HELP, style="dim")

    def _hands(self, moment: Moment) -> None:
        cards, hands = self.page.cards(moment.run), moment.hands
        for seat, name in enumerate(self.page.names(moment.run)):
            won = sum(trick.winner == seat for trick in moment.run.table.tricks)
            label = text("{name} · tricks {won}", name=name, won=won)
            words = self.page.screen.words(label)
            if seat in hands:
                self.page.hand(cards, words, hands[seat])
            else:
                self.page.screen.line(words, style="bold", indent=1)

    def _story(self, moment: Moment) -> None:
        """Return what the last action brought, and the trick that it belongs to."""
        page, run, view = self.page, moment.run, moment.view
        page.screen.heading(text("What just happened") if self.place else text("The deal"))
        fresh = view.events[moment.told_before :]
        teller = StoryWriter(page.screen, page.cards(run), page.names(run), NOBODY)
        teller.catch_up(without(view, run, fresh), aloud=False)
        dealt = [event for event in fresh if event.kind in DEALT]
        teller.catch_up(without(view, run, dealt))
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

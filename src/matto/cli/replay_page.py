"""A recorded deal on the screen: at a glance, at one moment, and its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid
from rich.text import Text as Line

from matto.cli.cards import CardNaming
from matto.cli.pages import whole_clause
from matto.cli.report import changed_options
from matto.cli.screen import Screen
from matto.cli.telling import Teller
from matto.engine.errors import MattoError
from matto.engine.match import spelled
from matto.engine.run import Run
from matto.engine.table import ALL, Event, Result, View
from matto.engine.translations import rulebook_in
from matto.engine.words import N_, text
from matto.records import Recording
from matto.telling.results import of_points

NOBODY = -1
"""The seat of one who watches: everything is told of others."""

DEALT = frozenset({"dealt", "packet"})
"""Told by the hands at the top of the page."""


def seen(run: Run, seat: int | None) -> View:
    """What a seat sees of a deal; everything, if no seat is named."""
    if seat is not None:
        return run.view(seat)
    events = [msgspec.structs.replace(event, seen_by=ALL) for event in run.events]
    return View(run.setup, events, None, None, (), run.result)


def without(view: View, run: Run, unwanted: Iterable[Event]) -> View:
    """The same view without some of its events."""
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
        """The cards of a deal as its players call them."""
        return CardNaming(run.game, run.options, self.screen)

    def names(self, run: Run) -> tuple[str, ...]:
        """What the seats are called."""
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
        view = seen(run, seat)
        told = [event for event in view.events if event.kind in DEALT]
        teller = Teller(self.screen, self.cards(run), self.names(run), NOBODY)
        teller.recall(without(view, run, told))

    def title(self, number: int, seat: int | None) -> None:
        """Which deal this is, and through whose eyes it is seen."""
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
                events = run.view(own).events
                hand = [
                    card for event in events if _is_dealt(event, own) for card in event.what
                ]
                self.hand(
                    cards, name, sort(run.setup.deal.hands[own] if seat is None else hand)
                )
        if seat is None and run.setup.deal.talon:
            over = self.screen.words(text("Lying over"))
            self.screen.line(over, style="bold", indent=1)
            self.screen.line(cards.listed(run.setup.deal.talon), indent=2)

    def hand(self, cards: CardNaming, name: str, hand: Sequence[str]) -> None:
        """A hand under the name of its seat."""
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


def _is_dealt(event: Event, seat: int) -> bool:
    return event.kind == "dealt" and event.seat == seat

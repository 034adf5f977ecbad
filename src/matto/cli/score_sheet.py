"""The score sheet of a deal in the terminal, and how the match stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rich.table import Table as Grid
from rich.text import Text as Line

from matto.cli.card_naming import CardNaming
from matto.cli.screen import Screen
from matto.engine.events import Result
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Match, Run, spelled
from matto.engine.score_so_far import UNKNOWN, RowSoFar, score_so_far
from matto.engine.scoring import Row, total
from matto.engine.view import View
from matto.engine.words import text
from matto.telling.results import (
    capitalised,
    evidence_lines,
    failed_announcements,
    of_points,
    outcome_sentence,
    who_paid_whom,
)


@dataclass
class ScoreWriter:
    """Writes what a deal brought and how the match stands."""

    screen: Screen
    game: Game
    cards: CardNaming
    names: Sequence[str]

    def deal(self, run: Run, result: Result, seat: int) -> None:
        """The score sheet of a finished deal with its card points."""
        self.screen.heading(text("The score sheet"))
        if not result.sheet:
            self.screen.line(text("Nothing was earned and nothing is paid."), indent=2)
        else:
            self.screen.show([self._sheet(result.sheet)])
        if not result.thrown_in:
            self._points(result, parties(run), run.options)
        self.screen.line(
            outcome_sentence(self.game, result.scores[seat]), style="bold", indent=2
        )
        self._why(result, run.view(seat), seat)

    def show_evidence(self, result: Result, about: str = "") -> None:
        """Print what the rows were earned by, line by line; or one of them by its number."""
        for number, row in enumerate(result.sheet, start=1):
            if about and about.strip() != str(number):
                continue
            clause = row.clause.partition(" ")[2]
            heading = f"{number}  {self.cards.said(row.item)} ({clause})"
            self.screen.line(Line(heading, style="bold"), indent=1)
            for line in evidence_lines(self.cards, self.names, row):
                self.screen.line(Line(line), indent=4)

    def _why(self, result: Result, view: View, seat: int) -> None:
        """Return who has paid the player for what, and what came to nothing."""
        told = who_paid_whom(self.game, self.names, result.sheet, self.cards.said, seat)
        if told is not None:
            self.screen.line(Line(capitalised(self.screen.words(told))), indent=2)
        for line in failed_announcements(self.cards, self.names, view, result.sheet):
            self.screen.line(Line(line), indent=2)

    def _grid(self, *first: str) -> Grid:
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        for heading in first:
            grid.add_column(heading, no_wrap=heading == "", overflow="fold")
        return grid

    def _sheet(self, rows: Sequence[Row]) -> Grid:
        words = self.screen.words
        grid = self._grid(words(text("Item")), words(text("Clause")))
        for name in self.names:
            grid.add_column(name, justify="right", no_wrap=True)
        grid.add_column("", overflow="fold")
        unknown: set[int] = set()
        for row in rows:
            item = self.cards.said(row.item)
            hidden = row.unknown if isinstance(row, RowSoFar) else ()
            unknown.update(hidden)
            amounts = self._amounts(row.amounts, hidden)
            note = "" if row.note is None else self.cards.sentence(row.note)
            grid.add_row(item, row.clause.partition(" ")[2], *amounts, Line(note, "dim"))
        scores = self._amounts(total(rows, len(self.names)), unknown)
        bold = [Line(score.plain, style=f"bold {score.style}") for score in scores]
        grid.add_row(Line(words(text("Together")), "bold"), "", *bold, "")
        return grid

    def _amounts(self, amounts: Sequence[int], unknown: Collection[int]) -> list[Line]:
        """Amounts seat by seat, a sign for those that the player cannot know."""
        return [
            Line(UNKNOWN, style="dim") if seat in unknown else self._amount(amount)
            for seat, amount in enumerate(amounts)
        ]

    def _amount(self, amount: int) -> Line:
        if amount == 0:
            return Line(self.game.zero, style="dim")
        return Line(spelled(self.game, amount), style="green" if amount > 0 else "red")

    def _points(self, result: Result, sides: Sequence[Sequence[int]], options: Options) -> None:
        """Print what each has taken; partners who share a pile have its points together."""
        if any(len({result.points[seat] for seat in side}) > 1 for side in sides):
            sides = [(seat,) for seat in range(len(self.names))]
        points = " · ".join(
            f"{', '.join(self.names[seat] for seat in side)} {result.points[side[0]]}"
            for side in sides
        )
        told = text("Card points: {points}", points=points)
        if note := of_points(self.game, options):
            told = text("{first}; {second}", first=told, second=note)
        self.screen.line(told, indent=2)

    def standing(self, match: Match, view: View) -> None:
        """Print how the match stands, and what the deal would pay if it ended now."""
        self.ledger(match)
        if rows := score_so_far(self.game, view):
            self.screen.heading(text("If the deal ended now"))
            self.screen.show([self._sheet(rows)])
            left_out = text(
                "What only the last trick decides is not among it, nor what you cannot know."
            )
            self.screen.line(left_out, style="dim", indent=2)

    def ledger(self, match: Match) -> None:
        """Print how the match stands, with the last deals."""
        self.screen.heading(
            text(
                "The ledger, in {unit}. Deals played: {deals}",
                deals=len(match.results),
                unit=self.screen.words(self.game.unit_name),
            )
        )
        grid = self._grid("")
        for name in self.names:
            grid.add_column(name, justify="right", no_wrap=True)
        first = max(0, len(match.results) - LAST_DEALS)
        for number, result in enumerate(match.results[first:], start=first + 1):
            label = self.screen.words(text("Deal {number}", number=number))
            grid.add_row(label, *[self._amount(amount) for amount in result.scores])
        standing = [Line(total, style="bold") for total in match.standing()]
        grid.add_row(Line(self.screen.words(text("Standing")), "bold"), *standing)
        self.screen.show([grid])
        start = match.game.start(match.options)
        if start:
            began = spelled(match.game, start).lstrip("+")
            self.screen.line(text("Everybody began with {amount}.", amount=began), indent=2)

    def hands(self, run: Run) -> None:
        """All hands as they were when the first card was played, and what was laid away."""
        self.screen.heading(text("All hands at the first card"))
        for seat, name in enumerate(self.names):
            view = run.view(seat)
            self.screen.line(name, style="bold", indent=1)
            self.screen.lines(self.cards.hand(view.before("play").hand))
            away = [card for other, card in view.heard("laid away") if other == seat]
            if away:
                label = self.screen.words(text("laid away:"))
                self.screen.line(Line(f"  {label} ") + self.cards.listed(away))


LAST_DEALS = 6
"""So many deals of the ledger are shown one by one."""


def parties(run: Run) -> list[tuple[int, ...]]:
    """Return who played together in a deal that is over, as all of them know it then."""
    game = run.game
    friends = [game.friends(run.view(seat)) | {seat} for seat in range(game.seats)]
    found = [
        tuple(other for other in range(game.seats) if other in own or seat in friends[other])
        for seat, own in enumerate(friends)
    ]
    return list(dict.fromkeys(found))

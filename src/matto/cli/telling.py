"""The sentences for the person in the terminal: events, score sheet, help."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from rich.table import Table as Grid
from rich.text import Text as Line

from matto.cli.card_naming import CardNaming
from matto.cli.screen import Screen
from matto.engine.cards import FOOL, NUMBER
from matto.engine.errors import MattoError, Refusal
from matto.engine.events import Decision, Event, Result
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Match, Run, spelled
from matto.engine.score_so_far import UNKNOWN, RowSoFar, score_so_far
from matto.engine.scoring import Row, total
from matto.engine.view import View
from matto.engine.words import N_, text
from matto.telling.bid_prices import priced
from matto.telling.questions import Span, plain, spans
from matto.telling.results import (
    because,
    beginning,
    brought,
    came_to_nothing,
    of_points,
    unfolded,
)
from matto.telling.story import CardPiece, Mark, Marked, Piece, StoryEntry, Telling, Tone

STYLES: Mapping[Mark, str] = {
    "speaker": "bold",
    "said": "bold",
    "meaning": "dim",
    "paid": "dim",
}


class Teller:
    """Writes a view's story as it grows; a trick is written as one growing row."""

    def __init__(
        self, screen: Screen, cards: CardNaming, names: Sequence[str], seat: int
    ) -> None:
        self.screen = screen
        self.cards = cards
        self.names = names
        self.seat = seat
        self.place = 0
        self._telling = Telling(cards, names, seat)
        self._quiet = ""
        self._write: Mapping[Tone, Callable[[StoryEntry], None]] = {
            "line": self._write_line,
            "quiet": self._write_quiet,
            "card": self._write_card,
            "word": self._write_word,
            "trick": self._write_trick,
        }

    @property
    def lying(self) -> Sequence[tuple[int, str]]:
        return self._telling.lying

    def catch_up(self, view: View, *, aloud: bool = True) -> None:
        """Tell what has happened since the last time; or only take note of it."""
        if len(view.events) < self.place:
            self.place = 0
            self._telling.begin_again()
            self.catch_up(view, aloud=False)
            return
        for event in view.events[self.place :]:
            self._take(event, aloud=aloud)
        self._write_rest()
        self.place = len(view.events)

    def recall(self, view: View, *, only_trick: int | None = None) -> None:
        """Tell everything once more, or one trick by its number."""
        for event in view.events:
            number = self._telling.tricks + 1
            in_trick = event.kind in {"play", "trick"}
            self._take(event, aloud=only_trick is None or (in_trick and number == only_trick))
        self._write_rest()
        self.screen.end_row()

    def _take(self, event: Event, *, aloud: bool) -> None:
        for row in self._telling.tell(event, aloud=aloud):
            self._write[row.tone](row)

    def _write_rest(self) -> None:
        for row in self._telling.rest():
            self._write_line(row)

    # -- lines ---------------------------------------------------------------------------

    def _write_line(self, row: StoryEntry) -> None:
        self.screen.line(self._line(row.pieces), indent=2)
        self._wait_for(row)

    def _write_quiet(self, row: StoryEntry) -> None:
        """Those who have nothing to say are named in one row."""
        label, name = map(str, row.pieces)
        if self._quiet != label or not self.screen.in_row:
            self.screen.end_row()
            self.screen.row(Line(f"  {label}{name}", style="dim"))
        else:
            self.screen.row(Line(f", {name}", style="dim"))
        self._quiet = label
        self._wait_for(row)

    def end_quiet(self) -> None:
        if self._quiet:
            self.screen.end_row()
        self._quiet = ""

    def _wait_for(self, row: StoryEntry) -> None:
        if row.seat != self.seat:
            self.screen.wait()

    # -- tricks --------------------------------------------------------------------------

    def _write_card(self, row: StoryEntry) -> None:
        self.end_quiet()
        if not self.screen.in_row:
            self.show_lying()
        else:
            self.screen.row(self._played(*self.lying[-1]))
        self._wait_for(row)

    def _write_word(self, row: StoryEntry) -> None:
        """A word that goes with a card is told in the row of the trick."""
        self.end_quiet()
        if not self.screen.in_row:
            self.show_lying()
        self.screen.row(self._line(row.pieces) + Line("  "))

    def show_lying(self) -> None:
        """Begin the row of the trick that is going on, with all its cards so far."""
        self.screen.end_row()
        number = text("Trick {number}", number=self._telling.tricks + 1)
        self.screen.row(Line(f"{self.screen.words(number):<10}", style="dim"))
        for seat, card in self.lying:
            self.screen.row(self._played(seat, card))

    def _played(self, seat: int, card: str) -> Line:
        return Line(f"{self.names[seat]} ") + self.cards.styled(card) + Line("   ")

    def _write_trick(self, row: StoryEntry) -> None:
        arrow = "→ " if self.screen.draws_signs else "-> "
        self.screen.row(Line(arrow) + self._line(row.pieces))
        self.screen.end_row()
        self.screen.wait()

    # -- pieces --------------------------------------------------------------------------

    def _line(self, pieces: Sequence[Piece]) -> Line:
        return Line.assemble(*map(self._styled, pieces))

    def _styled(self, piece: Piece) -> Line:
        if isinstance(piece, CardPiece):
            return self.cards.styled(piece.card)
        style = STYLES[piece.mark] if isinstance(piece, Marked) else ""
        return Line(str(piece), style=style)


class Book:
    """Writes what a deal brought and how the match stands."""

    def __init__(
        self, screen: Screen, game: Game, cards: CardNaming, names: Sequence[str]
    ) -> None:
        self.screen = screen
        self.game = game
        self.cards = cards
        self.names = names

    def deal(self, run: Run, result: Result, seat: int) -> None:
        """The score sheet of a finished deal with its card points."""
        self.screen.heading(text("The score sheet"))
        if not result.sheet:
            self.screen.line(text("Nothing was earned and nothing is paid."), indent=2)
        else:
            self._print(self._sheet(result.sheet))
        if not result.thrown_in:
            self._points(result, parties(run), run.options)
        self.screen.line(brought(self.game, result.scores[seat]), style="bold", indent=2)
        self._why(result, run.view(seat), seat)

    def unfold(self, result: Result, about: str = "") -> None:
        """Print what the rows were earned by, line by line; or one of them by its number."""
        for number, row in enumerate(result.sheet, start=1):
            if about and about.strip() != str(number):
                continue
            clause = row.clause.partition(" ")[2]
            heading = f"{number}  {self.cards.said(row.item)} ({clause})"
            self.screen.line(Line(heading, style="bold"), indent=1)
            for line in unfolded(self.cards, self.names, row):
                self.screen.line(Line(line), indent=4)

    def _why(self, result: Result, view: View, seat: int) -> None:
        """Return who has paid the player for what, and what came to nothing."""
        told = because(self.game, self.names, result.sheet, self.cards.said, seat)
        if told is not None:
            self.screen.line(Line(beginning(self.screen.words(told))), indent=2)
        for line in came_to_nothing(self.cards, self.names, view, result.sheet):
            self.screen.line(Line(line), indent=2)

    def _unit(self) -> str:
        return self.screen.words(self.game.unit_name)

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

    def _print(self, grid: Grid) -> None:
        self.screen.show([grid])

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
            self._print(self._sheet(rows))
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
                unit=self._unit(),
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
        self._print(grid)
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
            away = [card for _, card in _own(view, "laid away")]
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


def _own(view: View, kind: str) -> list[tuple[int, str]]:
    return [(seat, word) for seat, word in view.heard(kind) if seat == view.seat]


COMMAND_HELP: Mapping[str, str] = {
    "?": N_("explains the choices; “? word” explains one word of the game"),
    "h": N_("a hint: what the strongest player would do, and what each choice is worth"),
    "r": N_("the clause of the rulebook for this question; “r 4.3” opens another one"),
    "why": N_("“why SK” tells why a card may not be played now"),
    "l": N_("the last trick"),
    "p": N_("the past of this deal: everything you have seen and heard"),
    "s": N_("the score so far, and what this deal would pay if it ended now"),
    "t": N_("table talk, where the game allows it"),
    "u": N_("takes back your last choice; what others have seen, if they agree"),
    "q": N_("saves the match and leaves"),
}

BETWEEN_DEALS: Mapping[str, str] = {
    "?": N_("“? word” explains one word of the game; so does the word alone"),
    "r": N_("“r 4.3” opens that clause of the rulebook"),
    "e": N_("every row of the sheet by its cards and its sum; “e 2” only the second"),
    "o": N_("all hands, where the deal was played"),
    **{key: COMMAND_HELP[key] for key in "lps"},
    "q": COMMAND_HELP["q"],
}
"""Inputs when a deal is over."""

NARROWEST = 8
"""The least width of the column of words that are explained."""


class Helper:
    """Answers questions about the game that is going on."""

    def __init__(
        self, screen: Screen, game: Game, cards: CardNaming, names: Sequence[str]
    ) -> None:
        self.screen = screen
        self.game = game
        self.cards = cards
        self.names = names

    # -- words ---------------------------------------------------------------------------

    def explain(self, decision: Decision, about: str = "", view: View | None = None) -> None:
        """The choices in plain language, and what can be typed; or one word of the game."""
        if about:
            self._one_word(about)
            return
        words = [word for word in decision.options if word not in NUMBER]
        if words:
            self.words_explained(words, view=view)
        if len(words) < len(decision.options):
            self.screen.heading(text("Choosing a card"))
            self.screen.line(self._how_to_name_cards(), indent=2)
            if self.cards.signs:
                also = text("The sign may be typed instead of the letter, too.")
                self.screen.line(also, indent=2)
        self.screen.heading(text("At any time"))
        for key, means in COMMAND_HELP.items():
            self._entry(key, self.screen.words(means))

    def between_deals(self, about: str = "") -> None:
        """Print what can be typed when a deal is over; or one word of the game."""
        if about:
            self._one_word(about)
            return
        self.screen.heading(text("Between deals"))
        for key, means in BETWEEN_DEALS.items():
            self._entry(key, self.screen.words(means))

    def words_explained(
        self, words: Sequence[str], about: str = "", view: View | None = None
    ) -> None:
        """Words to choose from in plain language, or one word of the game."""
        if about:
            self._one_word(about)
            return
        self.screen.heading(text("What you can choose"))
        shown = list(spans(words))
        width = max(len(self._spelled(span)) for span in shown) + 4
        for span in shown:
            meaning = self.cards.meaning(span.words[0])
            self._entry(self._spelled(span), meaning, max(width, NARROWEST))
            if view is not None:
                self._prices(view, span, max(width, NARROWEST))

    def _prices(self, view: View, span: Span, indent: int) -> None:
        """Print what a word wins and costs, with clauses; of several the first and the last."""
        free = self.screen.words(text("costs nothing"))
        for word in dict.fromkeys((span.words[0], span.words[-1])):
            which = f"{self.cards.said(word)} – " if len(span.words) > 1 else ""
            for one in priced(self.cards, self.names, view, word):
                items = ", ".join(
                    f"{self.cards.said(item) if item else free} ({clause.partition(' ')[2]})"
                    for item, clause in one.items
                )
                line = f"{which}{items}: {one.sentence}"
                self.screen.line(Line(line, style="dim"), indent=indent)

    def _spelled(self, span: Span) -> str:
        """Return a choice as said, of several the first and the last: `offro 1 … offro 10`."""
        said = [self.cards.said(word) for word in (span.words[0], span.words[-1])]
        return " … ".join(dict.fromkeys(said))

    def _how_to_name_cards(self) -> Line:
        return Line(
            self.screen.words(
                text(
                    "Type the number beneath a card, its code (SK, C10, T20, F) or its name. "
                    "{suits}, F = {fool}; {ranks}.",
                    fool=self.cards.own_name(FOOL) or text("Fool"),
                    suits=self.cards.suit_letters(),
                    ranks=self.cards.rank_letters(),
                )
            )
        )

    def _one_word(self, about: str) -> None:
        wanted = plain(about)
        for word in self.game.vocabulary.glossary:
            if wanted in {plain(word), plain(self.cards.said(word))}:
                self._meaning(word)
                return
        known = ", ".join(self.cards.said(word) for word in self.game.vocabulary.glossary)
        self.screen.line(
            text("“{word}” is not in the glossary. Words: {known}.", word=about, known=known),
            indent=2,
        )

    def _meaning(self, word: str) -> None:
        self._entry(self.cards.said(word), self.cards.meaning(word))

    def _entry(self, word: str, meaning: str, width: int = 0) -> None:
        indent = width or max(len(word) + 4, NARROWEST)
        self.screen.line(Line(meaning), indent=indent, label=Line(f"  {word}", style="bold"))

    # -- reasons -------------------------------------------------------------------------

    def refuse(self, refusal: Refusal) -> None:
        """Say why something may not be chosen, with its clause."""
        sentence = Line(self.cards.sentence(refusal.sentence), style="bold yellow")
        self.screen.line(sentence, indent=2)
        number = refusal.clause.partition(" ")[2]
        if number:
            self.screen.line(
                text("Clause {clause}; r shows it.", clause=number), style="dim", indent=2
            )

    def rule(self, clause: str) -> None:
        """A clause of the rulebook; a bare number is one of this game."""
        from matto.cli import rules as pages
        from matto.engine.rulebook import rulebook_in

        try:
            found = rulebook_in(self.game.id, self.screen.language).clause(clause)
        except MattoError as error:
            self.screen.line(error.sentence, style="yellow", indent=2)
            return
        self.screen.show(pages.whole_clause(found, self.screen.translate))

    # -- what has been -------------------------------------------------------------------

    def last_trick(self, view: View) -> None:
        """The last trick, card by card."""
        if not view.tricks:
            self.screen.line(text("No trick has been played yet."), indent=2)
            return
        teller = Teller(self.screen, self.cards, self.names, view.seat or 0)
        teller.recall(view, only_trick=len(view.tricks))

    def story(self, view: View) -> None:
        self.screen.heading(text("This deal so far"))
        Teller(self.screen, self.cards, self.names, view.seat or 0).recall(view)

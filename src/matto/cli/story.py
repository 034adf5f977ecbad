"""The story of a deal in the terminal, written row by row as it grows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text as Line

from matto.cli.card_naming import CardNaming
from matto.cli.screen import Screen
from matto.engine.events import Event
from matto.engine.view import View
from matto.engine.words import text
from matto.telling.story import CardPiece, Mark, Marked, Piece, StoryEntry, Telling, Tone

STYLES: Mapping[Mark, str] = {
    "speaker": "bold",
    "said": "bold",
    "meaning": "dim",
    "paid": "dim",
}


class StoryWriter:
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

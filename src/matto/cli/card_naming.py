"""Cards as a terminal shows and reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from rich.text import Text as Line

from matto.cli.screen import Screen
from matto.engine.cards import CODES, FOOL
from matto.engine.game import Game
from matto.engine.options import Options
from matto.telling.naming import RANKS, SIGNS, Naming
from matto.telling.questions import folded_word

COLOURS: Mapping[str, str] = {
    "S": "bright_blue",
    "B": "green",
    "C": "red",
    "D": "yellow",
    "T": "magenta",
    "F": "bold cyan",
}
GAP = "  "


class CardNaming(Naming):
    """Cards of one game as its players call them, and as a terminal shows and reads them."""

    def __init__(self, game: Game, options: Options, screen: Screen) -> None:
        super().__init__(game, options, screen.translate, signs=screen.draws_signs)
        self.screen = screen

    @cached_property
    def typed(self) -> Mapping[str, str]:
        """The inputs that name a card: its letter and the number it shows, or its name."""
        shown = {card: self._numbered(card)[0] for card in self.pack.codes}
        ways = {code: code for code in CODES if not shown.get(code)}
        ways |= {card[0] + number: card for card, number in shown.items() if number}
        names = {self.own_name(card): card for card in shown if self.own_name(card)}
        return {folded_word(way): card for way, card in {**names, **ways}.items()}

    def suit_letters(self) -> str:
        """The letters of the suits beside the signs that are shown: `S ♠ = swords, …`."""
        suits = {**self.suits, "T": self.pack.trump_name}
        if self.signs:
            suits = {
                f"{key} {SIGNS[key]}" if key in SIGNS else key: suits[key] for key in suits
            }
        return self._listing(suits)

    def rank_letters(self) -> str:
        """Return what the letters of the ranks stand for in this game: `K = King, …`."""
        return self._listing({rank: self.rank(rank) for rank in RANKS})

    def _listing(self, letters: Mapping[str, str]) -> str:
        return ", ".join(f"{key} = {self.words(word)}" for key, word in letters.items())

    def styled(self, card: str, *, dim: bool = False) -> Line:
        style = COLOURS[card[0]]
        return Line(self.label(card), style=f"dim {style}" if dim else style)

    def listed(self, cards: Iterable[str]) -> Line:
        return Line(", ").join(self.styled(card) for card in cards)

    # -- hands ---------------------------------------------------------------------------

    def hand(self, hand: Sequence[str], legal: Sequence[str] | None = None) -> list[Line]:
        """A sorted hand with gaps between suits; legal cards are numbered beneath.

        `legal` is the list of choices in the order of their numbers; None dims nothing.
        """
        number = {card: str(place) for place, card in enumerate(legal or (), start=1)}
        lines: list[Line] = []
        top, below = Line(" "), Line(" ")
        for _, cards in groupby(hand, key=_suit):
            group = list(cards)
            width = sum(len(self.label(card)) + 2 for card in group)
            room = self.screen.width - top.cell_len
            if top.cell_len > 1 and width > room:
                lines += [top, below] if number else [top]
                top, below = Line(" "), Line(" ")
            for card in group:
                cell = max(len(self.label(card)), len(number.get(card, ""))) + 2
                if top.cell_len + cell > self.screen.width:
                    lines += [top, below] if number else [top]
                    top, below = Line(" "), Line(" ")
                dim = legal is not None and card not in number
                _put(top, self.styled(card, dim=dim), cell)
                _put(below, Line(number.get(card, ""), style="bold"), cell)
            top.append(GAP)
            below.append(GAP)
        lines += [top, below] if number else [top]
        for line in lines:
            line.rstrip()
        return [line for line in lines if line.plain]


def _put(row: Line, piece: Line, width: int) -> None:
    row.append_text(piece)
    row.append(" " * (width - piece.cell_len))


def _suit(card: str) -> str:
    return "T" if card == FOOL else card[0]

"""The terminal at a table: where words go out and come in, how cards look, what was typed."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cached_property

import msgspec
from rich.console import Console, RenderableType
from rich.text import Text as Line

from matto.engine.cards import CODES, FOOL
from matto.engine.game import Game
from matto.engine.options import Options, whole_number
from matto.engine.words import Text, translator
from matto.telling.naming import RANKS, SIGNS, Naming
from matto.telling.questions import plain

WIDEST = 100
"""Lines longer than this are hard to read, however wide the window is."""


def _edit_lines() -> None:
    with suppress(ImportError):
        import readline  # noqa: F401 - it changes how input() reads


class Leaving(Exception):
    """The player has closed the input or pressed Ctrl-C."""


class Screen:
    """Prints sentences in a language and reads answers.

    `pause` is the time in seconds that a bot's move stays before the next; nothing waits
    where nobody watches (output that is not a terminal).
    """

    def __init__(self, language: str, *, pause: float = 0.0) -> None:
        for stream in (sys.stdout, sys.stderr):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")
        self.console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
        self.watched = self.console.is_terminal
        if self.watched:
            _edit_lines()
        self._pause = pause if self.watched else 0.0
        self._column = 0
        self.speak(language)

    def speak(self, language: str) -> None:
        self.language = language
        self.translate = translator(language)

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    @property
    def draws_signs(self) -> bool:
        """Return whether the output can show the signs of the suits."""
        try:
            "♠♣♥♦–→½".encode(self.console.encoding)
        except (LookupError, UnicodeEncodeError):
            return False
        return True

    def words(self, sentence: Text | str) -> str:
        """Return a sentence in the player's language; plain strings are msgids too."""
        if isinstance(sentence, Text):
            return sentence.render(self.translate)
        return self.translate(sentence)

    # -- out -----------------------------------------------------------------------------

    def line(
        self,
        line: Line | Text | str = "",
        style: str = "",
        indent: int = 0,
        label: Line | None = None,
    ) -> None:
        """Print a paragraph, wrapped at words; a label stands in the indentation."""
        self.end_row()
        rich = line if isinstance(line, Line) else Line(self.words(line), style=style)
        if not indent:
            self.console.print(rich, width=self.width)
            return
        first = label or Line()
        for part in rich.wrap(self.console, max(20, self.width - indent)) or [Line()]:
            part.rstrip()
            self.console.print(first + Line(" " * (indent - first.cell_len)) + part)
            first = Line()

    def lines(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self.line(line)

    def show(self, parts: Iterable[RenderableType]) -> None:
        self.end_row()
        for part in parts:
            self.console.print(part, width=self.width)

    def heading(self, sentence: Text | str, style: str = "bold") -> None:
        """Print a line with a rule behind it."""
        self.end_row()
        words = self.words(sentence)
        rule = "─" if self.draws_signs else "-"
        rest = max(2, self.width - len(words) - 4)
        self.console.print()
        self.console.print(Line(f"{rule * 2} {words} {rule * rest}", style=style))

    def row(self, piece: Line) -> None:
        """Add a piece to the row that is being written, in a new row if it is full."""
        if self._column and self._column + piece.cell_len > self.width:
            self.end_row()
            self.row(Line("          "))
        self.console.print(piece, end="")
        self._column += piece.cell_len

    def end_row(self) -> None:
        if self._column:
            self.console.print()
            self._column = 0

    @property
    def in_row(self) -> bool:
        return self._column > 0

    def wait(self, share: float = 1.0) -> None:
        if self._pause:
            time.sleep(self._pause * share)

    # -- in ------------------------------------------------------------------------------

    def ask(self, sentence: Text | str) -> str:
        """Read one line; raises `Leaving` at the end of the input and on Ctrl-C."""
        self.end_row()
        try:
            answer = input(f"{self.words(sentence)} ")
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Leaving from None
        if not sys.stdin.isatty():
            self.console.print(Line(answer, style="dim"))
        return answer.strip()


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
        return {plain(way): card for way, card in {**names, **ways}.items()}

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
        for group in _suits(hand):
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


def _suits(hand: Sequence[str]) -> list[list[str]]:
    groups: list[list[str]] = []
    for card in hand:
        same = groups and _suit(groups[-1][0]) == _suit(card)
        if same:
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups


def _suit(card: str) -> str:
    return "T" if card == FOOL else card[0]


class Keyword(Enum):
    """The requests possible at any time, with their words."""

    HELP = ("?", "help", "hilfe", "aiuto", "aide")
    HINT = ("h", "hint", "tipp", "consiglio", "conseil")
    LAST = ("l", "last", "letzter", "ultima", "dernier")
    SHEET = ("s", "sheet", "stand", "punteggio", "score")
    RULE = ("r", "rule", "regel", "regola", "règle")
    WHY = ("why", "warum", "perché", "perche", "pourquoi")
    UNDO = ("u", "undo", "z", "zurück", "ritira", "reprendre")
    TALK = ("t", "talk", "tisch", "parole", "paroles")
    STORY = ("p", "past", "verlauf", "passato", "passé")
    OPEN = ("o", "open", "offen", "mani", "mains")
    EVIDENCE = ("e", "evidence", "einzeln", "dettagli", "détails")
    QUIT = ("q", "quit", "ende", "esci", "quitter")


class KeywordTyped(msgspec.Struct, frozen=True):
    """A command with what follows it."""

    command: Keyword
    about: str = ""


class Chosen(msgspec.Struct, frozen=True):
    """One of the choices offered."""

    choice: str


class Refused(msgspec.Struct, frozen=True):
    """Something that exists in the game but is not among the choices now."""

    choice: str


class Unclear(msgspec.Struct, frozen=True):
    """Nothing that is known, or the beginning of several choices."""

    word: str
    candidates: tuple[str, ...] = ()


Answer = KeywordTyped | Chosen | Refused | Unclear

WITH_MORE = frozenset({Keyword.HELP, Keyword.WHY, Keyword.RULE, Keyword.EVIDENCE})
"""Commands that may be followed by what they are about."""

_COMMANDS: Mapping[str, Keyword] = {word: one for one in Keyword for word in one.value}
_CARDS: Mapping[str, str] = {code.lower(): code for code in CODES}


def understand(
    line: str,
    choices: Sequence[str],
    *,
    names: Callable[[str], Iterable[str]] = lambda _choice: (),
    known: Iterable[str] = (),
    cards: Mapping[str, str] = _CARDS,
) -> Answer:
    """Tell what a line means.

    `names` gives further names of a choice (a card's own name, a word in the player's
    language), `known` the game's other words, `cards` how cards are typed. One-letter
    commands come first; a choice is meant by number, code, whole word or an unambiguous
    beginning. What is both a card and a word is a card where cards are to choose from.
    """
    first, _, rest = line.strip().partition(" ")
    if first.startswith("?") and first != "?":
        first, rest = "?", f"{first[1:]} {rest}"
    command = _COMMANDS.get(first.casefold())
    if command is not None and (not rest or command in WITH_MORE):
        return KeywordTyped(command, rest.strip())
    place = whole_number(line.strip().removeprefix("#"))
    if place is not None:
        in_range = 1 <= place <= len(choices)
        return Chosen(choices[place - 1]) if in_range else Unclear(line)
    return _by_word(line, choices, names, known, cards)


def _ways(choice: str, cards: Mapping[str, str]) -> Iterable[str]:
    """Return how a choice is typed: a card in the ways given, a word as it is."""
    return [way for way, card in cards.items() if card == choice] or [plain(choice)]


def _by_word(
    line: str,
    choices: Sequence[str],
    names: Callable[[str], Iterable[str]],
    known: Iterable[str],
    cards: Mapping[str, str],
) -> Answer:
    word = plain(line)
    if not word:
        return Unclear(line)
    spelled = {
        choice: {*_ways(choice, cards), *map(plain, names(choice))} for choice in choices
    }
    whole = [choice for choice, words in spelled.items() if word in words]
    if len(whole) == 1:
        return Chosen(whole[0])
    others = [one for one in known if plain(one) == word and one not in cards.values()]
    if word in cards:
        others.insert(0 if set(choices) & set(cards.values()) else len(others), cards[word])
    if others and not whole:
        return Refused(others[0])
    begun = whole or [
        choice
        for choice, words in spelled.items()
        if any(one.startswith(word) for one in words)
    ]
    return Chosen(begun[0]) if len(begun) == 1 else Unclear(line, tuple(begun))

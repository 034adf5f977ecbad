"""How cards look in a terminal: signs, colours, names, and a hand with its numbers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from rich.text import Text as Line

from matto.cards import CODES, FOOL, NUMBER, SUITS
from matto.cli.prompt import plain
from matto.cli.screen import Screen
from matto.cli.speech import COUNTED, PARTS, SPELLED
from matto.game import Game
from matto.options import Options
from matto.words import N_, Text

SIGNS: Mapping[str, str] = {"S": "♠", "B": "♣", "C": "♥", "D": "♦"}
COLOURS: Mapping[str, str] = {
    "S": "bright_blue",
    "B": "green",
    "C": "red",
    "D": "yellow",
    "T": "magenta",
    "F": "bold cyan",
}
RANKS: Mapping[str, str] = {
    "K": N_("King"),
    "Q": N_("Queen"),
    "C": N_("Cavalier"),
    "J": N_("Jack"),
    "A": N_("Ace"),
}
GAP = "  "
QUOTED = re.compile(r"[„“]([^“”]+[.?!])[“”] (.+)")
"""A meaning that begins with the word itself, as it is spoken."""


class Cards:
    """Cards of one game as its players call them."""

    def __init__(self, game: Game, options: Options, screen: Screen) -> None:
        self.game = game
        self.screen = screen
        self.names = game.names_of_cards(options)
        self.pack = game.pack(options)
        self.suits = self.pack.suit_names

    def short(self, card: str) -> str:
        """A card as it stands in a hand: `♠10`, `T17`, `F`, with the number that it shows."""
        number, _ = self._numbered(card)
        if number:
            return card[0] + number
        if card[0] in SIGNS and self.screen.draws_signs:
            return SIGNS[card[0]] + card[1:]
        return card

    def own_name(self, card: str) -> str:
        """The game's own name of a trump or the Fool, if it has one."""
        _, name = self._numbered(card)
        return self.screen.words(name)

    def _numbered(self, card: str) -> tuple[str, str]:
        """The number that the game's pack shows on a trump, if another, and its own name."""
        name = "" if card[0] in SUITS else self.names.get(card, "")
        number, _, more = name.partition(" ")
        return (number, more) if number.isdigit() else ("", name)

    def label(self, card: str) -> str:
        """A card with its own name, if it has one: `♠10`, `T17 Luna`."""
        name = self.own_name(card)
        return f"{self.short(card)} {name}" if name else self.short(card)

    @cached_property
    def typed(self) -> Mapping[str, str]:
        """What may be typed for a card: its letter and the number it shows, or its name."""
        shown = {card: self._numbered(card)[0] for card in self.pack.codes}
        ways = {code: code for code in CODES if not shown.get(code)}
        ways |= {card[0] + number: card for card, number in shown.items() if number}
        names = {self.own_name(card): card for card in shown if self.own_name(card)}
        return {plain(way): card for way, card in {**names, **ways}.items()}

    def suits_told(self) -> str:
        """What the letters of the suits stand for: `S = swords, B = batons, …`."""
        return self._told({**self.suits, "T": self.pack.trump_name})

    def ranks_told(self) -> str:
        """What the letters of the ranks stand for, as this game calls them: `K = King, …`."""
        return self._told({rank: self.names.get(f"S{rank}", RANKS[rank]) for rank in RANKS})

    def _told(self, letters: Mapping[str, str]) -> str:
        return ", ".join(f"{key} = {self.screen.words(word)}" for key, word in letters.items())

    def styled(self, card: str, *, full: bool = True, dim: bool = False) -> Line:
        """A card in its colour."""
        style = COLOURS[card[0]]
        words = self.label(card) if full else self.short(card)
        return Line(words, style=f"dim {style}" if dim else style)

    def listed(self, cards: Iterable[str]) -> Line:
        """Some cards, one after another."""
        return Line(", ").join(self.styled(card) for card in cards)

    def said(self, word: str) -> str:
        """A word of the game as it is spoken: `altre cinque`, `chiamo T19 Palla`."""
        head, _, more = word.partition(":")
        spoken = self._spoken(head.replace("_", " "))
        phrase = self._quoted(head)[0]
        if phrase.casefold() != spoken.casefold():
            spoken = phrase or spoken
        if not more:
            return spoken
        joined = f"{spoken}:" if head in COUNTED else spoken
        return f"{joined} {self.label(more) if more in NUMBER else self._parts(more)}"

    def _spoken(self, words: str) -> str:
        words = SPELLED.get(words, words)
        spoken = self.screen.words(words)
        return self._parts(words) if spoken == words else spoken

    def _parts(self, words: str) -> str:
        parts = words.replace("_", " ").split(" ")
        if not PARTS.isdisjoint(parts):  # a number before what it counts: `3 kings math`
            parts.sort(key=lambda part: not part.isdigit())
        return " ".join(map(self.screen.words, parts))

    def told(self, sentence: Text) -> str:
        """A sentence of the rules with its cards and words as players call them."""
        fill = tuple((name, self._filling(value)) for name, value in sentence.fill)
        return self.screen.words(Text(sentence.msgid, fill))

    def _filling(self, value: object) -> object:
        if isinstance(value, Text):
            return self.told(value)
        if not isinstance(value, str):
            return value
        if value in self.game.glossary:
            return self.said(value)
        return ", ".join(map(self._listed, value.split(", ")))

    def _listed(self, word: str) -> str:
        """One of several fillings, as players say it."""
        if word in NUMBER:
            return self.label(word)
        return self.said(word) if word.partition(":")[0] in self.game.glossary else word

    def meaning(self, word: str) -> str:
        """What a word of the game means, in plain language; empty if nothing is known."""
        return self._quoted(word.partition(":")[0])[1]

    def _quoted(self, word: str) -> tuple[str, str]:
        """A word as the glossary writes it out, with its accents, and what it means.

        A meaning may begin with the word itself: `“Fatto è.” I have laid away.`
        """
        meaning = self.screen.words(self.game.glossary.get(word, ""))
        quoted = QUOTED.fullmatch(meaning)
        if quoted is None or _letters(quoted[1]) != _letters(word):
            return "", meaning
        return quoted[1].rstrip("."), quoted[2]

    def plain_list(self, cards: Iterable[str]) -> str:
        """Some cards, one after another, without colour."""
        return ", ".join(self.label(card) for card in cards)

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
    """The Fool is held with the trumps."""
    return "T" if card == FOOL else card[0]


def _letters(words: str) -> str:
    """The bare letters and figures of some words, without case and accents."""
    plain = unicodedata.normalize("NFKD", words).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def is_card(word: str) -> bool:
    """Tell whether a word is a card code."""
    return word in NUMBER


SEAT_NAMES: Sequence[str] = ("Aurelio", "Brigida", "Celestino", "Domenica", "Eusebio")
"""Invented; each begins with another letter."""


def names_of(seats: int, own: int, you: str) -> tuple[str, ...]:
    """Names of the seats, the player's own as given."""
    others = iter(SEAT_NAMES)
    return tuple(you if seat == own else next(others) for seat in range(seats))

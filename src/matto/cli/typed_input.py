"""The meaning of a typed line: a command, a choice, or nothing that is clear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum

import msgspec

from matto.engine.cards import CODES
from matto.engine.options import whole_number
from matto.telling.questions import folded_word


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


class ChoiceTyped(msgspec.Struct, frozen=True):
    """One of the choices offered."""

    choice: str


class RefusedTyped(msgspec.Struct, frozen=True):
    """Something that exists in the game but is not among the choices now."""

    choice: str


class UnclearTyped(msgspec.Struct, frozen=True):
    """Nothing that is known, or the beginning of several choices."""

    word: str
    candidates: tuple[str, ...] = ()


Answer = KeywordTyped | ChoiceTyped | RefusedTyped | UnclearTyped

WITH_MORE = frozenset({Keyword.HELP, Keyword.WHY, Keyword.RULE, Keyword.EVIDENCE})
"""Commands that may be followed by what they are about."""

_COMMANDS: Mapping[str, Keyword] = {word: one for one in Keyword for word in one.value}
_CARDS: Mapping[str, str] = {code.lower(): code for code in CODES}


def parse_line(
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
        return ChoiceTyped(choices[place - 1]) if in_range else UnclearTyped(line)
    return _by_word(line, choices, names, known, cards)


def _ways(choice: str, cards: Mapping[str, str]) -> Iterable[str]:
    """Return how a choice is typed: a card in the ways given, a word as it is."""
    return [way for way, card in cards.items() if card == choice] or [folded_word(choice)]


def _by_word(
    line: str,
    choices: Sequence[str],
    names: Callable[[str], Iterable[str]],
    known: Iterable[str],
    cards: Mapping[str, str],
) -> Answer:
    word = folded_word(line)
    if not word:
        return UnclearTyped(line)
    spelled = {
        choice: {*_ways(choice, cards), *map(folded_word, names(choice))} for choice in choices
    }
    whole = [choice for choice, words in spelled.items() if word in words]
    if len(whole) == 1:
        return ChoiceTyped(whole[0])
    others = [one for one in known if folded_word(one) == word and one not in cards.values()]
    if word in cards:
        others.insert(0 if set(choices) & set(cards.values()) else len(others), cards[word])
    if others and not whole:
        return RefusedTyped(others[0])
    begun = whole or [
        choice
        for choice, words in spelled.items()
        if any(one.startswith(word) for one in words)
    ]
    return ChoiceTyped(begun[0]) if len(begun) == 1 else UnclearTyped(line, tuple(begun))

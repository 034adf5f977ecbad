"""Which words are those of one game, or of one family of games: read from the games' own files.

A word counts as a game's where it is said, shown or chosen there: the names of cards, the keys
of explained and spoken words, named words (`CHIAMO = "chiamo"`), names of options of more than
one word. What two unlike games say is nobody's own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

CARD = re.compile(r"[SBCDT]\d+|[SBCD][KQCJA]|F")
WORD = re.compile(r"[^\W\d_]+(?:[_ ’][^\W_]+)*")
SHORTEST = 3
DECLARE_OPTIONS = frozenset({"choice", "switch", "number"})

ORDINARY = frozenset(
    re.findall(
        r"\w[\w ]*\w",
        "swords, batons, cups, coins, spades, clubs, hearts, diamonds, tarocks, kings, "
        "queens, cavaliers, jacks, matto, negotiate, dealer, solo, half, high, low, nobody, "
        "stock, three, with, without, zero, math, as printed, bottom card, card points, "
        "first card, fool forced, has none, highest offer, no more, play on, special "
        "results, table talk, throw in, thrown in, told again, too late, whole pack, "
        "words each, each for self, ultimo, by the letter, turned up ",
    )
)
"""Plain English, and words of every pack, that only one game happens to say: no sign of it."""


def own_words(games: Mapping[str, Iterable[ast.Module]]) -> Mapping[str, str]:
    """Words that one game or family has for itself, with its name; spelled with spaces."""
    owners: dict[str, set[str]] = {}
    for owner, trees in games.items():
        for word in (word for tree in trees for word in words_in(tree)):
            if WORD.fullmatch(word) and len(word) >= SHORTEST:
                owners.setdefault(word.replace("_", " ").lower(), set()).add(owner)
    return {
        word: min(named)
        for word, named in owners.items()
        if len(named) == 1 and word not in ORDINARY
    }


def words_in(tree: ast.Module) -> Iterator[str]:
    """Yield the words that a game's file says, shows or lets one choose."""
    for node in ast.walk(tree):
        match node:
            case ast.Dict():
                yield from _explained(node)
            case ast.Assign(targets=targets, value=value) if _are_constants(targets):
                values = value.elts if isinstance(value, ast.Tuple) else [value]
                yield from _strings(values)
            case ast.Call():
                yield from _of_call(node)


def _explained(node: ast.Dict) -> Iterator[str]:
    """The names of cards, and words with a sentence that is marked for translation."""
    for key, value in zip(node.keys, node.values, strict=True):
        match key:
            case ast.Constant(value=str(code)) if CARD.fullmatch(code):
                yield from _strings([value])
            case ast.Constant(value=str(word)) if _is_marked(value):
                yield word


def _of_call(node: ast.Call) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in DECLARE_OPTIONS:
            yield from (word for word in _strings([first]) if "_" in word)
        case ast.Call(func=ast.Attribute(attr="fromkeys"), args=[_, value]):
            yield from _strings([value])
        case ast.Call(func=ast.Name(id="as_typed"), args=marked):
            calls = [one for one in marked if isinstance(one, ast.Call)]
            yield from _strings(call.args[0] for call in calls)
        case ast.Call(args=[first, meaning, *_]) if _is_marked(meaning):
            yield from _strings([first])


def _are_constants(targets: list[ast.expr]) -> bool:
    names = [
        node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)
    ]
    return all(name.isupper() and name != "ID" for name in names)


def _strings(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)):
                yield text


def _is_marked(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_"
    )

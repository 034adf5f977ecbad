"""A variant of the rules in words: what it decides, and what each of its values means."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from matto.engine.clauses import OptionText
from matto.engine.game import Game
from matto.engine.options import MANY_VALUES, Option, spell
from matto.server.web.pages.prose import Reading, first_letter_up, inline

NOTHING = Markup("")
_FIRST_WORD = re.compile(r"`?(\w+)`?[:,]? ")


class Meant(msgspec.Struct, frozen=True):
    """A value: how it is typed, what it is called, and what the rulebook says of it."""

    code: str
    label: str
    usual: bool
    about: Markup


class Variant(msgspec.Struct, frozen=True):
    """An option with its values; of a long range there are only `least` and `most`.

    `about` says what it decides; `rule` is the rulebook's sentence, unless it could be told
    value by value.
    """

    name: str
    about: str
    usual: str
    values: tuple[Meant, ...]
    rule: Markup
    least: str = ""
    most: str = ""


def variant_of(game: Game, declared: OptionText, reading: Reading) -> Variant:
    """An option that a clause declares, as a person reads it."""
    option = next(one for one in game.options if one.name == declared.name)
    many = option.kind == "number" and len(option.values) > MANY_VALUES
    meanings = told_by_value(option, declared.about, reading)
    return Variant(
        name=option.name,
        about=option.about,
        usual=spell(option.default),
        values=() if many else _meant(option, meanings),
        rule=NOTHING if meanings else inline(first_letter_up(declared.about), reading),
        least=str(option.values[0]) if many else "",
        most=str(option.values[-1]) if many else "",
    )


def _meant(option: Option, meanings: Mapping[str, Markup]) -> tuple[Meant, ...]:
    return tuple(
        Meant(
            code=spell(value),
            label=option.label(value),
            usual=value == option.default,
            about=meanings.get(spell(value), NOTHING),
        )
        for value in sorted(option.values, key=lambda value: value != option.default)
    )


def told_by_value(option: Option, rule: str, reading: Reading) -> Mapping[str, Markup]:
    """What the rulebook says of each value, where its sentence goes from value to value.

    Such a sentence is `one allows this; other allows that`.
    """
    found: dict[str, Markup] = {}
    for part in rule.rstrip(".").split("; "):
        word = _FIRST_WORD.match(part)
        if word is None or word[1] not in map(spell, option.values):
            return {}
        found[word[1]] = inline(part[word.end() :], reading)
    return found

"""Setting up a table: who plays, how long, and by which variants of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from markupsafe import Markup

from matto.engine.clauses import Rulebook
from matto.engine.game import Game
from matto.engine.options import MANY_VALUES, Option, spell
from matto.engine.translations import rulebook_in
from matto.engine.words import N_, Text
from matto.players.registry import offered
from matto.server.http.display import Display, Visit
from matto.server.tables.names import LONGEST_NAME
from matto.server.web.pages.environment import rendered, sayer
from matto.server.web.pages.new_form import (
    OPEN,
    PACES,
    TURNS,
    USUAL_PACE,
    USUAL_TURN,
    YOU,
    Form,
    option_field,
    options_in,
    usual_who,
    who_field,
)
from matto.server.web.pages.prose import Reading, first_letter_up, inline
from matto.server.web.pages.rules import language_of
from matto.server.web.pages.variants import NOTHING, told_by_value

GUEST = N_("Guest")


class Choice(msgspec.Struct, frozen=True):
    """One entry of a list or one button of several; `usual`: it is the default of the rules."""

    value: str
    label: str
    chosen: bool
    usual: bool = False
    about: Markup = NOTHING


class OptionField(msgspec.Struct, frozen=True):
    """A field for an option: `about` asks what `choices` answer, `rule` tells more."""

    name: str
    about: str
    rule: Markup
    clause: str
    choices: tuple[Choice, ...]
    value: str
    usual: str
    least: str = ""
    most: str = ""
    changed: bool = False


class Preset(msgspec.Struct, frozen=True):
    """A named set of options; `fills` are its fields, for a script to fill in."""

    name: str
    about: str
    clause: str
    fills: str
    chosen: bool


def new_page(
    visit: Visit, game: Game, form: Form | None = None, faults: Mapping[str, Text] | None = None
) -> str:
    """Fill in the form of a new table, as it came back where something was wrong with it."""
    form, faults = form or {}, faults or {}
    book = rulebook_in(game.id, visit.display.language)
    fields = tuple(_fields(game, book, form, faults))
    return rendered(
        "new.html",
        visit,
        game=game,
        faults=faults,
        name=form.get("name", visit.name or default_name(visit.display)),
        longest_name=LONGEST_NAME,
        who=[_who(seat, form) for seat in range(game.seats)],
        who_field=who_field,
        bots=offered(),
        limit=form.get("limit", ""),
        turns=_picks(TURNS, form.get("turn", str(USUAL_TURN))),
        paces=_picks(PACES, form.get("pace", str(USUAL_PACE))),
        onlookers=form.get("onlookers", "on"),
        listed=form.get("listed", "off"),
        hints=form.get("hints", "off"),
        fields=fields,
        rule_language=language_of(game.id, visit.display.language),
        upper=first_letter_up,
        presets=tuple(_presets(game, book, form)),
        open_variants="preset" in form or any(field.changed for field in fields),
    )


def default_name(display: Display) -> str:
    """What somebody is called who has not said his name."""
    return str(sayer(display.language)(GUEST))


def _who(seat: int, form: Form) -> tuple[Choice, ...]:
    chosen = form.get(who_field(seat), usual_who(seat))
    meanings = {YOU: N_("You"), OPEN: N_("Open, for a friend")}
    meanings |= {level.bot: level.title for level in offered()}
    return tuple(Choice(who, label, who == chosen) for who, label in meanings.items())


def _picks(known: Mapping[float, str], chosen: str) -> Sequence[Choice]:
    return [
        Choice(f"{value:g}", label, f"{value:g}" == _plain(chosen))
        for value, label in known.items()
    ]


def _plain(number: str) -> str:
    try:
        return f"{float(number):g}"
    except ValueError:
        return number


def _fields(
    game: Game, book: Rulebook, form: Form, faults: Mapping[str, Text]
) -> Iterator[OptionField]:
    values = options_in(game, form)
    rules = {option.name: option.about for option in book.options}
    reading = Reading(book.clauses.keys(), f"/rules/{game.id}")
    for option in game.options:
        name, rule = option_field(option), rules.get(option.name, "")
        entered = form.get(name, "") if name in faults else spell(values[option.name])
        many = option.kind == "number" and len(option.values) > MANY_VALUES
        meanings = told_by_value(option, rule, reading)
        yield OptionField(
            name=name,
            about=option.about,
            rule=NOTHING if meanings else inline(first_letter_up(rule), reading),
            clause=option.clause.lstrip("§"),
            choices=() if many else _choices(option, entered, meanings),
            value=entered,
            usual=spell(option.default),
            least=str(option.values[0]) if many else "",
            most=str(option.values[-1]) if many else "",
            changed=entered != spell(option.default),
        )


def _choices(option: Option, chosen: str, meanings: Mapping[str, Markup]) -> tuple[Choice, ...]:
    ordered = sorted(option.values, key=lambda value: value != option.default)
    return tuple(
        Choice(
            value=spell(value),
            label=option.label(value),
            chosen=spell(value) == chosen,
            usual=value == option.default,
            about=meanings.get(spell(value), NOTHING),
        )
        for value in ordered
    )


def _presets(game: Game, book: Rulebook, form: Form) -> Iterator[Preset]:
    values = dict(options_in(game, form))
    meanings = {preset.name: preset for preset in book.presets}
    for name in game.presets:
        filled = dict(game.resolve(preset=name))
        fills = " ".join(f"option_{key}={spell(value)}" for key, value in filled.items())
        yield Preset(
            name=name,
            about=inline(meanings[name].about) if name in meanings else "",
            clause=meanings[name].clause if name in meanings else "",
            fills=fills,
            chosen=filled == values,
        )

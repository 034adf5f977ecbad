"""Setting up a table: its form, read into an order or shown with what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from markupsafe import Markup

from matto.engine.errors import BadOptionValue
from matto.engine.game import Game
from matto.engine.options import MANY_VALUES, Option, Value, spell
from matto.engine.rulebook import Rulebook, rulebook_in
from matto.engine.words import N_, Text, text
from matto.games import game as find_game
from matto.players import all_bots
from matto.players.bots import BEGINNER, USUAL, offered
from matto.server.http.error_answers import BadForm
from matto.server.http.requests import Display, Visit, tidy_name
from matto.server.tables.commands import LONGEST_NAME, MOST_DEALS, Order
from matto.server.web.pages.rulebook import (
    NO_WORDS,
    Reading,
    first_letter_up,
    inline,
    language_of,
    told_by_value,
)
from matto.server.web.pages.templates import rendered, sayer

Form = Mapping[str, str]

NUMBER = re.compile(r"[0-9]{1,6}")
YOU, OPEN = "you", "open"
YOUR_USUAL_SEAT = 0

TURNS: Mapping[float, str] = {
    0: N_("unlimited"),
    20: N_("20 seconds"),
    60: N_("a minute"),
    180: N_("three minutes"),
    3600: N_("an hour"),
    86400: N_("a day"),
}
PACES: Mapping[float, str] = {
    0.0: N_("at once"),
    0.7: N_("after a moment"),
    1.5: N_("leisurely"),
    3.0: N_("slowly, to learn"),
}
USUAL_TURN, USUAL_PACE = 0, 0.7


def option_field(option: Option) -> str:
    return f"option_{option.name}"


def who_field(seat: int) -> str:
    return f"who_{seat}"


def usual_who(seat: int) -> str:
    return YOU if seat == YOUR_USUAL_SEAT else USUAL


def beginners(game: Game) -> Form:
    """What stands in the form where somebody has not played yet: opponents he can beat."""
    others = range(YOUR_USUAL_SEAT + 1, game.seats)
    return {who_field(seat): BEGINNER.bot for seat in others}


def read_order(form: Form, host: str, name: str) -> Order:
    """Read the table that a form asks for; what it leaves out is as usual.

    `host` is the hash of the key of whoever asks, `name` what he is called if the form does
    not say. Raises `UnknownGame`, `BadForm`.
    """
    game = find_game(form.get("game", ""))
    faults: dict[str, Text] = {}
    bots = tuple(_bot(form, seat, faults) for seat in range(game.seats))
    own = _own_seat(game, form, faults)
    waits = any(not bot and seat != own for seat, bot in enumerate(bots))
    order = Order(
        game=game.id,
        host=host,
        options=_options(game, form, faults),
        limit=_limit(form, faults),
        turn_seconds=int(_picked(form, "turn", TURNS, USUAL_TURN, faults)),
        pace=_picked(form, "pace", PACES, USUAL_PACE, faults),
        onlookers=form.get("onlookers", "on") == "on",
        bots=bots,
        seat=own,
        name=tidy_name(form.get("name", "")) or name,
        seed=form.get("seed", ""),
        when_ready=waits,
        listed=waits and form.get("listed") == "on",
        hints=form.get("hints") == "on",
    )
    if faults:
        raise BadForm(faults)
    return order


def options_in(game: Game, form: Form) -> Mapping[str, Value]:
    """The options as a form has them, those of its preset where it asks for one."""
    preset = form.get("preset")
    if preset is not None:
        return game.resolve(preset=preset if preset in game.presets else None)
    return _options(game, form, {})


def _options(game: Game, form: Form, faults: dict[str, Text]) -> dict[str, Value]:
    preset = form.get("preset", "")
    values = dict(game.resolve(preset=preset if preset in game.presets else None))
    for option in game.options:
        field = option_field(option)
        if field in form:
            try:
                values[option.name] = option.read(form[field])
            except BadOptionValue:
                faults[field] = text("Choose one of: {values}.", values=option.spelled_values())
    return values


def _limit(form: Form, faults: dict[str, Text]) -> int | None:
    entered = form.get("limit", "").strip()
    if not entered:
        return None
    if NUMBER.fullmatch(entered) and 1 <= int(entered) <= MOST_DEALS:
        return int(entered)
    faults["limit"] = text("Give a number from 1 to {most}, or nothing.", most=MOST_DEALS)
    return None


def _picked(
    form: Form, field: str, known: Mapping[float, str], usual: float, faults: dict[str, Text]
) -> float:
    try:
        entered = float(form.get(field, usual))
    except ValueError:
        entered = -1.0
    if entered not in known:
        faults[field] = text("Choose one of the entries of the list.")
        return usual
    return entered


def _bot(form: Form, seat: int, faults: dict[str, Text]) -> str:
    who = form.get(who_field(seat), usual_who(seat))
    if who in {YOU, OPEN}:
        return ""
    if who not in all_bots():
        faults[who_field(seat)] = text("Choose one of the entries of the list.")
    return who


def _own_seat(game: Game, form: Form, faults: dict[str, Text]) -> int | None:
    seats = [
        seat for seat in range(game.seats) if form.get(who_field(seat), usual_who(seat)) == YOU
    ]
    for seat in seats[1:]:
        faults[who_field(seat)] = text("You can sit in one place only.")
    return seats[0] if seats else None


GUEST = N_("Guest")


class Choice(msgspec.Struct, frozen=True):
    """One entry of a list or one button of several; `usual`: it is the default of the rules."""

    value: str
    label: str
    chosen: bool
    usual: bool = False
    about: Markup = NO_WORDS


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
            rule=NO_WORDS if meanings else inline(first_letter_up(rule), reading),
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
            about=meanings.get(spell(value), NO_WORDS),
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

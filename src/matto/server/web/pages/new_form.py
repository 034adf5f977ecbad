"""The form of a new table as it comes back: read into an order, or what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from matto.engine.errors import BadOptionValue
from matto.engine.game import Game
from matto.engine.options import Option, Value
from matto.engine.words import N_, Text, text
from matto.games import game as find_game
from matto.players import all_bots
from matto.players.levels import BEGINNER, USUAL
from matto.server.http.display import tidy_name
from matto.server.http.errors import BadForm
from matto.server.tables.commands import Order
from matto.server.tables.opening import MOST_DEALS

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
    """The name of the field for an option."""
    return f"option_{option.name}"


def who_field(seat: int) -> str:
    """The name of the field for who plays a seat."""
    return f"who_{seat}"


def usual_who(seat: int) -> str:
    """Who plays a seat unless something else is chosen."""
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

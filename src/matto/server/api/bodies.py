"""Bodies of requests and answers, and the commands that they mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from matto.engine.cards import NUMBER, SUITS
from matto.engine.game import Game
from matto.engine.options import Option, Value
from matto.engine.words import text
from matto.games import catalogue, game
from matto.server.api.states import Shape
from matto.server.tables import commands
from matto.server.tables.errors import BadCommand
from matto.server.tables.views import Terms, about, struct_like

LONGEST_KEY = 64
PLAIN = r"^[!-~]*$"
"""Printable signs of ASCII without the blank."""


OnceKey = Annotated[
    str,
    Meta(
        max_length=LONGEST_KEY,
        pattern=PLAIN,
        description="Any word of your own: what is sent twice with it is done once, and "
        "anything else is refused.",
    ),
]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of JSON that programs send; a field that is not known is refused."""


class NewTable(Body, Terms, frozen=True):
    """Which game to set up, how it is played, and who plays it."""

    game: Annotated[str, about("A game's id.")]
    options: Annotated[
        Mapping[str, Value], about("Options that differ from the default or the preset.")
    ] = {}
    preset: Annotated[str, about("A preset of the game; empty for the defaults.")] = ""
    bots: Annotated[
        tuple[str, ...],
        about("For each seat the bot that plays it, or empty: open. Left out: all are open."),
    ] = ()
    limit: Annotated[
        int | None,
        about(
            "How many deals to play, those thrown in not counted; null: without end.",
            minimum=1,
            maximum=commands.MOST_DEALS,
        ),
    ] = 1
    pace: Annotated[
        float,
        about(
            "Seconds from one bot's move to the next.", minimum=0, maximum=commands.LONGEST_PACE
        ),
    ] = 0.0
    key: OnceKey = ""


class NewSeat(Body, frozen=True):
    """Under which name to sit down."""

    name: Annotated[
        str,
        about(
            "What the others call you: at least one sign that can be seen.",
            "Random player",
            minLength=1,
            maxLength=commands.LONGEST_NAME,
        ),
    ]
    seed: Annotated[
        str,
        about(
            "A seed of yours for the first shuffle; refused once the match has begun.",
            pattern=commands.A_SEED,
        ),
    ] = ""


class CommandHead(Body, frozen=True):
    """One thing to do: exactly one of the fields besides `seq` and `key`."""

    seq: Annotated[
        int | None,
        about("The `seq` of the state that you answer: refused when something has happened."),
    ] = None
    key: OnceKey = ""


RENAMED = {"act": "choice", "return": "come_back"}
ACTIONS: Mapping[str, type[commands.Command]] = {
    RENAMED.get(word, word.replace("-", "_")): kind
    for word, kind in commands.COMMANDS.items()
    if kind not in {commands.Sit, commands.Leave}  # these have addresses of their own
}
"""The commands that programs send as actions, by the field of the body that says so."""


def _field_of(name: str, kind: type[commands.Command]) -> tuple[str, Any, Any]:
    """The field of a body for a command: its only field, or yes, or (of several) itself."""
    meaning, fields = " ".join((kind.__doc__ or "").split()), msgspec.structs.fields(kind)
    sent: Any
    if not fields:
        sent, meta = bool, about(meaning, const=True)
    elif len(fields) > 1:
        sent, meta = kind, about(meaning)
    else:
        sent, told = get_args(fields[0].type)
        limits, examples = told.extra_json_schema, told.examples
        meta = Meta(description=meaning, examples=examples, extra_json_schema=limits)
    return name, Annotated[sent | UnsetType, meta], UNSET


if TYPE_CHECKING:
    SentCommand = CommandHead
else:
    SentCommand = msgspec.defstruct(
        "Deed",
        [_field_of(name, kind) for name, kind in ACTIONS.items()],
        bases=(CommandHead,),
        module=__name__,
        namespace={"__doc__": CommandHead.__doc__},
        frozen=True,
    )


class TableOpened(Shape, frozen=True):
    """The table that was opened, and the key with which you may begin and sit down."""

    table: Annotated[str, about("The table's id.")]
    key: Annotated[str, about("Send it as `Authorization: Bearer KEY`. It is shown only once.")]


class SeatTakenShape(Shape, frozen=True):
    """The seat that you have, and the key that proves it."""

    table: Annotated[str, about("The table's id.")]
    seat: Annotated[int, about("The seat's number.")]
    key: Annotated[str, about("Send it as `Authorization: Bearer KEY`. It is shown only once.")]
    seq: Annotated[int, about("How much has now happened at the table.")]


class Handover(Body, frozen=True):
    """The word by which a seat is handed over: it is good once, and only for a while."""

    word: Annotated[
        str, Meta(max_length=LONGEST_KEY * 2, pattern=PLAIN, description="The word.")
    ]


class HandoverOffered(Shape, frozen=True):
    """A word for another program, or another device, that shall play on in your seat."""

    word: Annotated[str, about("Whoever sends it first has your seat: tell it to nobody else.")]
    seconds: Annotated[int, about("For how many seconds it is good.")]


class Problem(Shape, frozen=True):
    """Why something was not done. Nothing has changed."""

    error: Annotated[str, about("A sentence that one can act on.")]
    clause: Annotated[str, about("The clause of the rulebook that forbids it, or empty.")] = ""
    seq: Annotated[int | None, about("The `seq` that the table has now, if it matters.")] = None


class OptionInfo(Shape, frozen=True):
    """One variant of a game."""

    name: Annotated[str, about("What it is called in `options`.")]
    kind: Annotated[str, about("`switch`, `number` or `choice`.")]
    values: Annotated[tuple[Value, ...], about("What it may be set to.")]
    default: Annotated[Value, about("What it is when nothing is said of it.")]
    about: Annotated[str, about("What it changes, in a sentence.")]
    clause: Annotated[str, about("The clause of the rulebook that it varies.")]


class CardInfo(Shape, frozen=True):
    """A card of the pack."""

    code: Annotated[str, about("What the card is called in choices and events.", "SK", "T21")]
    name: Annotated[str, about("The game's own name of the card, or empty.", "Matto")]
    value: Annotated[int, about("What it counts when the tricks are counted.")]
    strength: Annotated[
        int, about("Within its suit or the trumps: the higher wins; the Fool has none.")
    ]


class GameInfo(Shape, frozen=True):
    """A game with its pack, its options and its words."""

    id: Annotated[str, about("What the game is called everywhere else here.")]
    name: Annotated[str, about("The game's name, for people.")]
    about: Annotated[str, about("The game in a sentence.")]
    seats: Annotated[int, about("How many play.")]
    direction: Annotated[str, about("Which way the game goes round, seen from above.")]
    pack: Annotated[tuple[CardInfo, ...], about("In hand order, with all options at default.")]
    suits: Annotated[Mapping[str, str], about("The first letters of card codes.")]
    unit: Annotated[int, about("So many of the amounts make one `unit_name`.")]
    unit_name: Annotated[str, about("What amounts are told in, for people.", "points")]
    options: Annotated[tuple[OptionInfo, ...], about("The variants of the game.")]
    presets: Annotated[
        Mapping[str, Mapping[str, Value]], about("Named sets of options; the rest is default.")
    ]
    glossary: Annotated[Mapping[str, str], about("What the words mean that one may say.")]
    rules_version: Annotated[int, about("Goes up when the rules are read otherwise.")]


class BotInfo(Shape, frozen=True):
    """A bot that may be asked to play a seat."""

    name: Annotated[str, about("What to write in `bots`.", "rule")]
    about: Annotated[str, about("How it plays.")]


@cache
def every_game() -> tuple[GameInfo, ...]:
    return tuple(map(game_info, catalogue().values()))


def game_info(game: Game) -> GameInfo:
    return struct_like(
        GameInfo,
        game,
        pack=_pack(game),
        suits=_suits(game),
        options=tuple(_option(game, option) for option in game.options),
        glossary=game.vocabulary.glossary,
    )


def _pack(game: Game) -> tuple[CardInfo, ...]:
    options = game.resolve()
    pack, own = game.pack(options), game.vocabulary.names_of_cards(options)
    return tuple(
        CardInfo(code, own.get(code, ""), pack.value_of[code], pack.strength[NUMBER[code]])
        for code in pack.codes
    )


def _suits(game: Game) -> Mapping[str, str]:
    pack = game.pack(game.resolve())
    return {**{suit: pack.suit_names[suit] for suit in SUITS}, "T": pack.trump_name}


def _option(game: Game, option: Option) -> OptionInfo:
    return struct_like(OptionInfo, option, clause=f"{game.id} {option.clause.lstrip('§')}")


def command_of(sent: SentCommand) -> commands.Command:
    """Return the one thing that a program wants to do; raises `BadCommand`."""
    given = {name: value for name in ACTIONS if (value := getattr(sent, name)) is not UNSET}
    wanted = [name for name, value in given.items() if value is not False]
    if len(given) != 1 or not wanted:
        known = ", ".join(ACTIONS)
        raise BadCommand(text("Send exactly one thing to do, one of: {known}.", known=known))
    kind, value = ACTIONS[wanted[0]], given[wanted[0]]
    if isinstance(value, kind):
        return value
    return kind(value) if kind.__struct_fields__ else kind()


def order_of(wanted: NewTable, host: str) -> commands.Order:
    """Return the order for a table; raises `UnknownGame`, `UnknownOption`, `BadOptionValue`."""
    found = game(wanted.game)
    resolved = {
        "game": found.id,
        "host": host,
        "bots": wanted.bots or ("",) * found.seats,
        "options": dict(found.resolve(wanted.options, wanted.preset or None)),
    }
    return msgspec.convert({**msgspec.structs.asdict(wanted), **resolved}, commands.Order)

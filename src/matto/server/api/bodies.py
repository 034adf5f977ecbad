"""Bodies of requests and answers, and the commands that they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from matto.engine.cards import NUMBER, SUITS
from matto.engine.game import Game
from matto.engine.options import Option, Value
from matto.engine.words import text
from matto.games import catalogue, game
from matto.players.bots import every_level
from matto.server.api.states import Shape, about
from matto.server.tables.commands import (
    LONGEST_NAME,
    LONGEST_PACE,
    LONGEST_TURN,
    MOST_DEALS,
    Act,
    Agree,
    AskBack,
    Begin,
    ClaimRest,
    Close,
    Command,
    Decline,
    Free,
    Greet,
    NotReady,
    Order,
    Ready,
    Return,
    Say,
    SetPace,
    SetStrength,
    StandIn,
    TakeBack,
    Wait,
)
from matto.server.tables.decide import LONGEST_ANSWER, LONGEST_WORD, SEED
from matto.server.tables.errors import BadCommand
from matto.server.tables.views import COURTESIES

LONGEST_KEY = 64
A_SEED = f"^{SEED.pattern}$"
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


class NewTable(Body, frozen=True):
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
            maximum=MOST_DEALS,
        ),
    ] = 1
    turn_seconds: Annotated[
        int,
        about(
            "How long one may think; 0: as long as one likes.", minimum=0, maximum=LONGEST_TURN
        ),
    ] = 0
    pace: Annotated[
        float,
        about("Seconds from one bot's move to the next.", minimum=0, maximum=LONGEST_PACE),
    ] = 0.0
    onlookers: Annotated[bool, about("Whether others may watch.")] = True
    when_ready: Annotated[
        bool, about("Begin when all who sit are ready, not when the last seat is taken.")
    ] = False
    listed: Annotated[bool, about("Tell anybody of the table, who may then join it.")] = False
    hints: Annotated[
        bool, about("Whether all who sit down allow each other to ask for hints.")
    ] = False
    key: OnceKey = ""


class NewSeat(Body, frozen=True):
    """Under which name to sit down."""

    name: Annotated[
        str,
        about(
            "What the others call you: at least one sign that can be seen.",
            "Random player",
            min_length=1,
            max_length=LONGEST_NAME,
        ),
    ]
    seed: Annotated[
        str,
        about(
            "A seed of yours for the first shuffle; refused once the match has begun.",
            pattern=A_SEED,
        ),
    ] = ""


class NewStrength(Body, frozen=True):
    """Which bot plays from now on."""

    bot: Annotated[str, about("A bot's name.")]
    seat: Annotated[
        int | None, about("In which seat; null: wherever a bot plays in its own right.")
    ] = None


class Deed(Body, frozen=True):
    """One thing to do: exactly one of the fields besides `seq` and `key`."""

    seq: Annotated[
        int | None,
        about("The `seq` of the state that you answer: refused when something has happened."),
    ] = None
    key: OnceKey = ""
    choice: Annotated[
        str | UnsetType,
        about(
            "Answer the question with one of its choices, or with as many as are `left`, with "
            "spaces between them.",
            "SK",
            max_length=LONGEST_ANSWER,
        ),
    ] = UNSET
    say: Annotated[
        str | UnsetType, about("Say one of the asides.", max_length=LONGEST_WORD)
    ] = UNSET
    wait: Annotated[bool | UnsetType, about("Let the others speak first.", const=True)] = UNSET
    take_back: Annotated[bool | UnsetType, about("Take back your last choice.", const=True)] = (
        UNSET
    )
    ask_back: Annotated[
        bool | UnsetType,
        about(
            "Ask all others to let you take back your last choice that they have seen; bots "
            "agree at once.",
            const=True,
        ),
    ] = UNSET
    claim: Annotated[
        bool | UnsetType,
        about(
            "Claim the rest of the tricks, as you are to lead: your cards are laid open while "
            "the others are asked; what is beyond doubt is played out at once.",
            const=True,
        ),
    ] = UNSET
    agree: Annotated[
        bool | UnsetType, about("Agree to the proposal of another.", const=True)
    ] = UNSET
    decline: Annotated[
        bool | UnsetType, about("Do not agree; or give up your own proposal.", const=True)
    ] = UNSET
    ready: Annotated[
        str | UnsetType,
        about(
            "Be ready for the next deal, with a seed for its shuffle: your last one counts.",
            pattern=A_SEED,
        ),
    ] = UNSET
    not_ready: Annotated[
        bool | UnsetType, about("Not be ready yet for the match to begin.", const=True)
    ] = UNSET
    greet: Annotated[
        str | UnsetType,
        about("Say something to the whole table; it changes nothing.", enum=list(COURTESIES)),
    ] = UNSET
    begin: Annotated[
        bool | UnsetType, about("Begin; bots take the open seats.", const=True)
    ] = UNSET
    stand_in: Annotated[
        int | UnsetType, about("Let a bot play for the absent holder of a seat.", minimum=0)
    ] = UNSET
    free: Annotated[
        int | UnsetType,
        about(
            "Let anybody sit down where a bot stands in. Unless you are the host, all others "
            "who play are asked.",
            minimum=0,
        ),
    ] = UNSET
    come_back: Annotated[
        bool | UnsetType, about("Play again where a bot has stood in for you.", const=True)
    ] = UNSET
    strength: Annotated[
        NewStrength | UnsetType, about("Let another bot play, if you are the host.")
    ] = UNSET
    pace: Annotated[
        float | UnsetType,
        about(
            "Seconds from one bot's move to the next, if you are the host.",
            minimum=0,
            maximum=LONGEST_PACE,
        ),
    ] = UNSET
    close: Annotated[
        bool | UnsetType,
        about(
            "Give the table up before its end, if you are the host. Once the match has begun "
            "all others who play are asked.",
            const=True,
        ),
    ] = UNSET


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


class Done(Shape, frozen=True):
    """It is done, and kept."""

    seq: Annotated[int, about("How much has now happened at the table.")]
    repeated: Annotated[bool, about("It had been done before, with the same key.")]


class Problem(Shape, frozen=True):
    """Why something was not done. Nothing has changed."""

    error: Annotated[str, about("A sentence that one can act on.")]
    clause: Annotated[str, about("The clause of the rulebook that forbids it, or empty.")] = ""
    seq: Annotated[int | None, about("The `seq` that the table has now, if it matters.")] = None


class Shuffle(Shape, frozen=True):
    """How a finished deal was shuffled: enough to do it again and find the same cards."""

    deal: Annotated[int, about("The deal's number, from 1.")]
    promise: Annotated[str, about("SHA-256 of the secret, published before the deal.")]
    secret: Annotated[str, about("The secret, in hex; told when the deal is over.")]
    seeds: Annotated[Mapping[str, str], about("What the seats put in, by seat.")]
    order: Annotated[
        tuple[str, ...], about("The shuffled pack: seat 0's hand first, the talon last.")
    ]


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


def every_game() -> tuple[GameInfo, ...]:
    """All games, in the order of the catalogue."""
    return tuple(map(game_info, catalogue().values()))


def game_info(game: Game) -> GameInfo:
    """One game."""
    return GameInfo(
        id=game.id,
        name=game.name,
        about=game.about,
        seats=game.seats,
        direction=game.direction,
        pack=_pack(game),
        suits=_suits(game),
        unit=game.unit,
        unit_name=game.unit_name,
        options=tuple(_option(game, option) for option in game.options),
        presets=game.presets,
        glossary=game.vocabulary.glossary,
        rules_version=game.rules_version,
    )


def every_bot() -> tuple[BotInfo, ...]:
    """All bots."""
    return tuple(BotInfo(level.bot, level.about) for level in every_level())


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
    return OptionInfo(
        name=option.name,
        kind=option.kind,
        values=option.values,
        default=option.default,
        about=option.about,
        clause=f"{game.id} {option.clause.lstrip('§')}",
    )


COMMANDS: Mapping[str, Callable[[Any], Command]] = {
    "choice": Act,
    "say": Say,
    "wait": lambda _yes: Wait(),
    "take_back": lambda _yes: TakeBack(),
    "ask_back": lambda _yes: AskBack(),
    "claim": lambda _yes: ClaimRest(),
    "agree": lambda _yes: Agree(),
    "decline": lambda _yes: Decline(),
    "ready": Ready,
    "not_ready": lambda _yes: NotReady(),
    "greet": Greet,
    "begin": lambda _yes: Begin(),
    "stand_in": StandIn,
    "free": Free,
    "come_back": lambda _yes: Return(),
    "strength": lambda wanted: SetStrength(wanted.bot, wanted.seat),
    "pace": SetPace,
    "close": lambda _yes: Close(),
}
"""The commands, by the field of the body that says so."""


def command_of(deed: Deed) -> Command:
    """Give the one thing that a program wants to do; raises `BadCommand`."""
    given = {name: value for name in COMMANDS if (value := getattr(deed, name)) is not UNSET}
    wanted = [name for name, value in given.items() if value is not False]
    if len(given) != 1 or not wanted:
        known = ", ".join(COMMANDS)
        raise BadCommand(text("Send exactly one thing to do, one of: {known}.", known=known))
    return COMMANDS[wanted[0]](given[wanted[0]])


def order_of(wanted: NewTable, host: str) -> Order:
    """Give the order for a table; raises `UnknownGame`, `UnknownOption`, `BadOptionValue`."""
    found = game(wanted.game)
    return Order(
        game=found.id,
        host=host,
        bots=wanted.bots or ("",) * found.seats,
        options=dict(found.resolve(wanted.options, wanted.preset or None)),
        limit=wanted.limit,
        turn_seconds=wanted.turn_seconds,
        pace=wanted.pace,
        onlookers=wanted.onlookers,
        when_ready=wanted.when_ready,
        listed=wanted.listed,
        hints=wanted.hints,
    )

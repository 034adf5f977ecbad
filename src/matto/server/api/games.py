"""The games as programs get them: all that one needs to set up tables and read states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from matto.engine.cards import NUMBER, SUITS
from matto.engine.game import Game
from matto.engine.options import Option, Value
from matto.games import catalogue
from matto.players.registry import every_level
from matto.server.api.shapes import Shape, about


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

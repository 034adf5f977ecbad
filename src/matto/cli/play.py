"""`matto play`: a match at the terminal against bots."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from matto.cli.common import Preset, Variants, parse_variants
from matto.engine.errors import BadOptionValue, BadRecord
from matto.engine.words import LANGUAGES, preferred_language, text
from matto.players.bots import LEVELS, USUAL

if TYPE_CHECKING:
    from matto.cli.saved_matches import SavedMatch
    from matto.cli.screen import Screen
    from matto.engine.run import Match, Run

PAUSE = 0.7
"""Seconds that a bot's move stays before the next."""

OpenedMatch = tuple["SavedMatch", Path, "Match", "Run | None"]

GameId = Annotated[str | None, typer.Argument(help="Which game; without it a menu asks.")]
Seat = Annotated[int | None, typer.Option(min=0, help="Your seat, else 0; seat 0 deals first.")]
Bots = Annotated[
    str | None,
    typer.Option(
        help="Who plays the other seats: "
        f"{', '.join(level.bot for level in LEVELS)}, or yours, module:maker."
    ),
]
Seed = Annotated[str | None, typer.Option(help="The same seed, the same cards.")]
Deals = Annotated[
    int | None, typer.Option(min=1, help="How many deals; else as many as you like.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with a match you left.")]
Language = Annotated[str | None, typer.Option(help=f"{', '.join(LANGUAGES)}.")]
Fast = Annotated[bool, typer.Option("--fast", help="Bots do not wait.")]


OF_A_NEW_MATCH = ("--option", "--preset", "--seat", "--bots", "--seed", "--deals")
"""Options that say nothing to a match that was begun."""


@dataclass(frozen=True)
class MatchRequest:
    """The arguments of the command line."""

    game: str
    seat: int
    bots: str
    seed: str | None
    deals: int | None
    given: Mapping[str, object]
    preset: str | None


def play(
    game: GameId = None,
    option: Variants = None,
    preset: Preset = None,
    seat: Seat = None,
    bots: Bots = None,
    seed: Seed = None,
    deals: Deals = None,
    resume: Resume = False,
    lang: Language = None,
    fast: Fast = False,
) -> None:
    """Play against bots; every choice is explained, every refusal cites its rule."""
    from matto.cli.screen import PlayerLeft, Screen
    from matto.players.bots import bot_name_of

    if lang is not None:
        _speak_language(lang)
    chosen = bot_name_of(bots or USUAL)  # known from here on, in a match that is resumed, too
    screen = Screen(preferred_language(), pause=0.0 if fast else PAUSE)
    given = parse_variants(option or ())
    wanted = MatchRequest(game or "", seat or 0, chosen, seed, deals, given, preset)
    asked = (option, preset, seat, bots, seed, deals)
    try:
        if resume:
            _tell_ignored(screen, asked)
            begun = _resumed(screen, game)
        else:
            begun = _fresh(wanted) if game else _from_menu(screen, wanted, asked)
    except PlayerLeft:
        return
    _sit_down(screen, begun)


def _speak_language(language: str) -> None:
    """Let everything, errors too, speak a language."""
    if language not in LANGUAGES:
        raise BadOptionValue(
            text(
                "Option {name} takes {values}, not “{value}”.",
                name="--lang",
                values=", ".join(LANGUAGES),
                value=language,
            )
        )
    os.environ["LANGUAGE"] = language


def _fresh(wanted: MatchRequest) -> OpenedMatch:
    """A new match; raises errors of matto for whatever does not exist."""
    from matto.cli.saved_matches import SavedMatch, new_path
    from matto.engine.run import Match
    from matto.games import game as find_game
    from matto.players import check_bot

    game = find_game(wanted.game)
    options = game.resolve(wanted.given, wanted.preset)
    _check_seat(wanted.seat, game.seats)
    check_bot(wanted.bots)
    saved = SavedMatch(
        game=game.id,
        rules_version=game.rules_version,
        options=dict(options),
        seat=wanted.seat,
        bots=wanted.bots,
        seed=wanted.seed or secrets.token_hex(8),
        limit=wanted.deals,
    )
    return saved, new_path(game.id), Match(game, options, limit=wanted.deals), None


def _check_seat(seat: int, seats: int) -> None:
    if seat >= seats:
        raise BadOptionValue(
            text(
                "Option {name} takes {values}, not “{value}”.",
                name="--seat",
                values=f"0 … {seats - 1}",
                value=seat,
            )
        )


def _tell_ignored(screen: Screen, given: Sequence[object]) -> None:
    """A match that was begun keeps its rules and players, whatever is asked for now."""
    ignored = [name for name, one in zip(OF_A_NEW_MATCH, given, strict=True) if one is not None]
    if ignored:
        sentence = text(
            "The match goes on as it was begun, without regard to {options}.",
            options=", ".join(ignored),
        )
        screen.line(sentence, style="yellow")


def _resumed(screen: Screen, game_id: str | None) -> OpenedMatch:
    """The match that was left, of a game or of any; of several, the one that is chosen."""
    from matto.cli import menu, saved_matches
    from matto.games import game as find_game

    game = find_game(game_id) if game_id else None
    found = saved_matches.unfinished(game_id)
    if len(found) > 1:
        return _read(menu.choose_saved(screen, found))
    if found:
        return _read(found[0])
    others = "; ".join(menu.title(screen, path) for path in saved_matches.unfinished())
    if game is None or not others:
        raise BadRecord(
            text("There is no unfinished match in {folder}.", folder=saved_matches.folder())
        )
    raise BadRecord(
        text(
            "There is no unfinished match of {game}. These there are: {others}.",
            game=game.id,
            others=others,
        )
    )


def _read(path: Path) -> OpenedMatch:
    from matto.cli import saved_matches

    saved, match, run = saved_matches.read(path)
    return saved, path, match, run


def _from_menu(screen: Screen, wanted: MatchRequest, asked: Sequence[object]) -> OpenedMatch:
    """Return what is chosen there; raises `BadOptionValue` for variants without a game."""
    from matto.cli import menu

    if wanted.given or wanted.preset:
        raise BadOptionValue(
            text("--option and --preset say how a game is played. Name the game, too.")
        )
    menu.choose_language(screen)
    choice = menu.choose(screen, wanted.bots)
    if choice.saved is not None:
        _tell_ignored(screen, asked)
        return _read(choice.saved)
    game, options, bots = choice.game, choice.options, choice.bots
    return _fresh(replace(wanted, game=game, given=options, preset=None, bots=bots))


def _sit_down(screen: Screen, begun: OpenedMatch) -> None:
    from matto.cli.session import Session
    from matto.players.blocking_bot_host import check_loads, close_shared_host

    saved, path, match, run = begun
    session = Session(screen, match.game, saved, path, match)
    session.welcome()
    check_loads([saved.bots])
    try:
        session.play(run)
    finally:
        close_shared_host()

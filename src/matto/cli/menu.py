"""The way in for one who has read nothing: language, game, variants, start."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from rich.text import Text as Line

from matto.cli import saved_matches
from matto.cli.screen import PlayerLeft, Screen
from matto.cli.typed_input import Keyword
from matto.engine.errors import BadOptionValue
from matto.engine.game import Game
from matto.engine.options import Option, Value, spell, whole_number
from matto.engine.words import LANGUAGE_NAMES, LANGUAGES, Text, preferred_language, text
from matto.games import FOR_BEGINNERS, catalogue
from matto.players.bots import offered_levels

MOST_SAVED = 20
"""More matches that were left are not shown."""

HELP = text("A number chooses, or a name or its beginning; Enter goes on; q leaves.")
WHICH_LANGUAGE = "Language / Sprache / Lingua / Langue (Enter: 1):"
LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class MenuChoice(msgspec.Struct, frozen=True):
    """The choice from the menu: a match to go on with, or a game, its options and players."""

    game: str = ""
    options: Mapping[str, Value] = {}
    bots: str = ""
    saved: Path | None = None


def language_is_set() -> bool:
    named = [os.environ.get(variable, "")[:2].lower() for variable in LANGUAGE_VARIABLES]
    return any(language in LANGUAGES for language in named)


def choose_language(screen: Screen) -> None:
    """Ask for the language, in all of them, unless the environment tells it."""
    if language_is_set():
        screen.speak(preferred_language())
        return
    names = list(LANGUAGE_NAMES.values())
    for place, name in enumerate(names, start=1):
        screen.line(Line.assemble((f"{place:>3}  ", "bold"), name))
    screen.speak(LANGUAGES[_pick(screen, WHICH_LANGUAGE, names, 0)])


def choose(screen: Screen, bots: str) -> MenuChoice:
    """Ask for a match to go on with, or for a game, its options and other players than usual.

    `bots` are the usual ones.
    """
    screen.heading(text("matto: historical Tarock games"))
    easy = text(catalogue()[FOR_BEGINNERS].name)
    screen.line(text("New to Tarock? Begin with {game}: {id}.", game=easy, id=FOR_BEGINNERS))
    saved = saved_matches.latest()
    if saved is not None:
        screen.line(text("There is an unfinished match: {name}", name=title(screen, saved)))
        if not _no(_ask(screen, text("Go on with it? (Enter: yes, n: no)"))):
            return MenuChoice(saved=saved)
    game = choose_game(screen)
    return choose_options(screen, game, bots)


def choose_saved(screen: Screen, saved: Sequence[Path]) -> Path:
    """Show the matches that were played last, and ask which one goes on."""
    shown = saved[:MOST_SAVED]
    screen.line(text("Which match goes on?"), style="bold")
    names = [title(screen, path) for path in shown]
    for place, name in enumerate(names, start=1):
        screen.line(Line.assemble((f"{place:>3}  ", "bold"), name))
    question = text("Your match (1–{last}; Enter: 1):", last=len(shown))
    return shown[_pick(screen, question, names, 0)]


def title(screen: Screen, saved: Path) -> str:
    """The name of a saved match's game and when it was begun, as its file name tells them."""
    game_id, _, when = saved.stem.partition(" ")
    game = catalogue().get(game_id)
    day, _, hour = when.partition(" ")
    return f"{screen.words(game.name)}, {day} {hour[:2]}:{hour[2:4]}" if game else saved.stem


def _no(answer: str) -> bool:
    return answer.casefold()[:1] == "n"


def choose_game(screen: Screen) -> Game:
    """Show the games, one line about each, and ask for one."""
    games = list(catalogue().values())
    screen.line(text("Which game?"), style="bold")
    for place, game in enumerate(games, start=1):
        name = screen.words(game.name)
        line = Line.assemble((f"{place:>3}  ", "bold"), (name, "bold cyan"))
        screen.line(line)
        seats = text("{seats} players.", seats=game.seats)
        screen.line(f"{screen.words(game.about)} {screen.words(seats)}", indent=5)
    names = [game.id for game in games]
    return games[_pick(screen, text("Your game (1–{last}):", last=len(games)), names, None)]


def choose_options(screen: Screen, game: Game, bots: str) -> MenuChoice:
    """Let variants and other players be chosen until the player starts."""
    values: dict[str, Value] = dict(game.resolve())
    shown = False
    while answer := _ask(screen, _what_next(shown=shown)).casefold():
        if answer in PLAYERS:
            bots = choose_bots(screen, bots)
        elif answer in VARIANTS:
            _show_options(screen, game, values)
            shown = True
        else:
            _change(screen, game, values, answer)
            shown = True
    return MenuChoice(game=game.id, options=values, bots=bots)


VARIANTS = frozenset({"v", "o"})
PLAYERS = frozenset({"b"})


def _what_next(*, shown: bool) -> Text:
    if shown:
        return text(
            "Enter: start; b: who plays with you; "
            "a number: change that variant; a name: take that preset"
        )
    return text("Enter: start; b: who plays with you; v: variants of the rules")


def choose_bots(screen: Screen, usual: str) -> str:
    """Show how strong the other players can be, and ask for one strength."""
    screen.heading(text("Who plays with you?"))
    levels = offered_levels()
    for place, level in enumerate(levels, start=1):
        style = "bold yellow" if level.bot == usual else "bold cyan"
        title = screen.words(level.title)
        screen.line(Line.assemble((f"{place:>3}  ", "bold"), (title, style)))
        screen.line(level.about, indent=5)
    names = [screen.words(level.title) for level in levels]
    known = [level.bot for level in levels]
    default = known.index(usual) if usual in known else 0
    question = text("Their strength (Enter: {name}):", name=text(levels[default].title))
    return known[_pick(screen, question, names, default)]


def _show_options(screen: Screen, game: Game, values: Mapping[str, Value]) -> None:
    screen.heading(text("Variants"))
    for place, option in enumerate(game.options, start=1):
        changed = values[option.name] != option.default
        style = "bold yellow" if changed else "bold cyan"
        value = spell(values[option.name])
        line = Line.assemble((f"{place:>3}  ", "bold"), f"{option.name} = ", (value, style))
        screen.line(line)
        others = text("Possible: {values}.", values=option.spelled_values())
        screen.line(f"{screen.words(option.about)} {screen.words(others)}", indent=5)
    for name, settings in game.presets.items():
        spelled = ", ".join(f"{option} = {spell(value)}" for option, value in settings.items())
        screen.line(text("Preset {name}: {settings}", name=name, settings=spelled), indent=5)


def _change(screen: Screen, game: Game, values: dict[str, Value], answer: str) -> None:
    if answer in game.presets:
        values |= game.presets[answer]
        _show_options(screen, game, values)
        return
    names = [option.name for option in game.options]
    place = _place(answer, names)
    if place is None:
        screen.line(text("“{word}” is not in the list.", word=answer), style="yellow", indent=2)
        return
    _set(screen, game.options[place], values)
    _show_options(screen, game, values)


def _set(screen: Screen, option: Option, values: dict[str, Value]) -> None:
    """A switch is turned over; of two values the other is taken; of more one is asked for."""
    if len(option.values) == 2:  # noqa: PLR2004 - there is just one other value
        values[option.name] = next(v for v in option.values if v != values[option.name])
        return
    answer = _ask(screen, f"{option.name} ({option.spelled_values()}):")
    if answer:
        try:
            values[option.name] = option.read(answer)
        except BadOptionValue as error:
            screen.line(error.sentence, style="yellow", indent=2)


def _ask(screen: Screen, question: Text | str) -> str:
    """Ask; `?` is answered with what can be typed, and `q` leaves as it does at the table."""
    while True:
        answer = screen.ask(question)
        if answer.casefold() in Keyword.QUIT.value:
            raise PlayerLeft
        if answer.casefold() not in Keyword.HELP.value:
            return answer
        screen.line(HELP, style="dim", indent=2)


def _pick(
    screen: Screen, question: Text | str, names: Sequence[str], default: int | None
) -> int:
    """Ask for one of several by number or beginning of its name, until it is told."""
    while True:
        answer = _ask(screen, question)
        if not answer and default is not None:
            return default
        place = _place(answer, names)
        if place is not None:
            return place
        if answer:
            screen.line(
                text("“{word}” is not in the list.", word=answer), style="yellow", indent=2
            )


def _place(answer: str, names: Sequence[str]) -> int | None:
    number = whole_number(answer)
    if number is not None:
        return number - 1 if 1 <= number <= len(names) else None
    begun = [
        place
        for place, name in enumerate(names)
        if name.casefold().startswith(answer.casefold())
    ]
    exact = [place for place in begun if names[place].casefold() == answer.casefold()]
    found = exact or begun
    return found[0] if answer and len(found) == 1 else None

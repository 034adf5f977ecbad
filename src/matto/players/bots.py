"""Bots by name: levels, registration, the making of one, and its faults.

A package offers a bot by an entry point that is called as the bot shall be:

    [project.entry-points."matto.bots"]
    cheapest = "cheapest:Cheapest"

A command line names one as `module:maker`, or as `name=module:maker`. What such a reference
leads to is a `Maker`. It is loaded in a process of its own (`matto.players.bot_worker`), never
in the one that holds the table. A request to a server can only choose among names known here.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from operator import attrgetter
from typing import NamedTuple, Protocol

from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.view import View
from matto.engine.words import N_, Text, text


class Level(NamedTuple):
    """A strength that one may choose: `bot` is what programs and records call it."""

    bot: str
    title: str
    about: str


NOVICE = Level(
    "novice",
    N_("First evening"),
    N_(
        "Knows the rules, follows and trumps, but forgets what has gone, plays high too early "
        "and bids on hope."
    ),
)
REGULAR = Level(
    "rule", N_("Regular player"), N_("Bids and plays by the rules of thumb of the game.")
)
GOOD = Level("good", N_("Good player"), N_("Has learned half of what the strong player knows."))
QUICK = Level(
    "quick",
    N_("Strong player"),
    N_("Has learned from a great many deals where another choice is better."),
)
STRONG = Level(
    "strong",
    N_("Strongest player"),
    N_(
        "Takes a moment: tries each choice in many deals that fit all that has been seen and "
        "said."
    ),
)
EVEN = Level(
    "even",
    N_("Like you"),
    N_("Plays stronger while it is behind in the match, and weaker while it is ahead."),
)
ANYTHING = Level(
    "random",
    N_("Random bot"),
    N_("Chooses by chance among what is legal: good for trying out the rules."),
)
LEVELS = (NOVICE, REGULAR, GOOD, QUICK, STRONG, EVEN, ANYTHING)
"""All strengths that people are offered: five from the weakest up, and two more."""

USUAL = QUICK.bot
"""The bot of seats for which none was chosen."""

FORMER: Mapping[str, str] = {"club": QUICK.bot}
"""Names that records and tables still have, and the bots that answer to them."""

PROBES = (
    Level(
        "pimc",
        N_("Player by sampled deals"),
        N_("Plays out a hundred deals that fit what has been seen, for every card and word."),
    ),
)
"""Ways to play that are there to be measured against; the strengths are made of them."""


GROUP = "matto.bots"
NAME = re.compile(r"[\w.:-]{1,80}")
REFERENCE = re.compile(r"[\w.]+:[\w.]+")
ABOUT = N_("A bot of whoever runs this program.")


class BadBot(MattoError):
    """A bot that cannot be had: its name is taken, or what it is made by cannot be loaded."""


class BotLeftOut(UserWarning):
    """A bot that an installed package offers cannot be had by its name."""


class Policy(Protocol):
    """The interface of a bot of one's own: it gets a view, and gives one of its choices.

    `view` is all that the seat has seen: `view.hand`, `view.tricks`, `view.lying`,
    `view.heard(kind)`, `view.events`. `view.decision` is the question: its `kind`, and in
    `options` the complete list of what may be chosen. There is nothing else to be had, and
    nothing else may be given. The same views in the same order give the same choices.
    """

    def choose(self, view: View) -> str:
        """Return one of `view.decision.options`."""
        ...


class Maker(Protocol):
    """Makes a bot for one seat: a function, or a class; all its chance comes from the seed.

    In the arena there is a new bot for every table, in a match one for every question: what
    takes long, such as reading weights, belongs to the module, not to the maker.
    """

    def __call__(self, game: Game, seed: int | str) -> Policy: ...


class Registration(NamedTuple):
    """A bot of other people: `make` is a maker, or the reference that leads to one."""

    name: str
    make: Maker | str
    about: str = ABOUT


_registered: dict[str, Registration] = {}


def register(name: str, make: Maker | str, about: str = "") -> None:
    """Let a bot be known by a name in this process, and in those it starts if it can be sent.

    A maker is called in this process; a reference to one, `module:maker`, is loaded in a
    process of its own, where a bot that hangs or dies does no harm. Raises `BadBot`.
    """
    if not NAME.fullmatch(name):
        raise BadBot(
            text(
                "“{name}” cannot be a bot's name: take letters, digits and the signs - _ . :",
                name=name,
            )
        )
    if name in _own_names():
        raise BadBot(text("“{name}” is a bot of matto: take another name.", name=name))
    if isinstance(make, str) and not REFERENCE.fullmatch(make):
        raise BadBot(text("Write what makes a bot as module:maker, not “{given}”.", given=make))
    _registered[name] = Registration(name, make, about or ABOUT)


def bot_name_of(given: str) -> str:
    """Return the name of a bot as a command line has it; registers it if it is a reference."""
    name, equals, reference = given.rpartition("=")
    if equals or (":" in given and given not in own_bots()):
        register(name.strip() or given, reference.strip())
    return name.strip() or given


def bot_names_of(given: Iterable[str]) -> tuple[str, ...]:
    """Return the names of bots as a command line has them; raises `BadBot` if two share one.

    The same bot may be there several times.
    """
    names: list[str] = []
    known: dict[str, Registration | None] = {}
    for one in given:
        name = bot_name_of(one)
        bot = own_bots().get(name)
        if known.get(name) not in {None, bot}:
            raise BadBot(text("“{name}” names two bots: give each its own name.", name=name))
        known[name] = bot
        names.append(name)
    return tuple(names)


def own_bots() -> Mapping[str, Registration]:
    """All bots of other people by name: those of installed packages, and those registered."""
    return {**_offered_by_packages(), **_registered}


def register_all(bots: Iterable[Registration]) -> None:
    _registered.update((bot.name, bot) for bot in bots)


def offered_levels() -> tuple[Level, ...]:
    return (*LEVELS, *_own_levels())


def every_level() -> tuple[Level, ...]:
    return (*LEVELS, *PROBES, *_own_levels())


def _own_levels() -> tuple[Level, ...]:
    return tuple(Level(bot.name, bot.name, bot.about) for bot in own_bots().values())


def load_maker(bot: Registration) -> Maker:
    """Return the maker of a bot, of modules in the current folder, too; raises what they do."""
    make: object = bot.make
    if isinstance(make, str):
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        module, _, attribute = make.partition(":")
        make = attrgetter(attribute)(import_module(module))
    if not callable(make):
        raise TypeError(f"{bot.make} cannot be called")
    maker: Maker = make
    return maker


def make_registered(bot: Registration, game: Game, seed: int | str) -> Policy:
    """Make a bot in this process; raises what its maker raises."""
    policy = load_maker(bot)(game, seed)
    if not callable(getattr(policy, "choose", None)):
        raise TypeError(f"{policy!r} has no choose(view)")
    return policy


def _own_names() -> frozenset[str]:
    return frozenset((*FORMER, *(level.bot for level in (*LEVELS, *PROBES))))


@cache
def _offered_by_packages() -> Mapping[str, Registration]:
    """The bots of installed packages; one whose name is taken is left out with a warning."""
    found: dict[str, Registration] = {}
    for entry in sorted(entry_points(group=GROUP), key=_package):
        if entry.name in found or entry.name in _own_names() or not NAME.fullmatch(entry.name):
            fault = f"the bot “{entry.name}” of the package {_package(entry)} is left out"
            warnings.warn(f"{fault}: its name is taken, or none", BotLeftOut, stacklevel=2)
        else:
            found[entry.name] = Registration(entry.name, entry.value, _about(entry))
    return found


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.module


def _about(entry: EntryPoint) -> str:
    """Return what the package says of itself, without running any of it."""
    if entry.dist is None or "Summary" not in entry.dist.metadata:
        return ABOUT
    return entry.dist.metadata["Summary"]


FAILED, ILLEGAL, SILENT, DIED = "failed", "illegal", "silent", "died"
UNREADY = "unready"

SENTENCES: Mapping[str, str] = {
    FAILED: N_("It broke off: {what}."),
    ILLEGAL: N_("It chose what is not offered: {what}."),
    SILENT: N_("It gave no answer within {what} seconds."),
    DIED: N_("Its process ended ({what})."),
    UNREADY: N_("It is still getting ready ({what})."),
}
"""The sentence for each kind of fault."""

LONGEST = 200
"""More of what a bot says is not repeated."""


class BotFault(MattoError):
    """A bot that gave no legal choice: of which kind that was, and what there is to tell."""

    def __init__(self, kind: str, what: object) -> None:
        self.kind = kind
        self.what = str(what)[:LONGEST]
        super().__init__(Text(SENTENCES[kind], (("what", self.what),)))


def choice_of(bot: Policy, view: View) -> str:
    """Ask a bot; gives a legal choice, or raises `BotFault`."""
    try:
        choice: object = bot.choose(view)
    except BotFault:
        raise
    except Exception as error:
        raise BotFault(FAILED, repr(error)) from error
    if isinstance(choice, str) and view.decision and choice in view.decision.options:
        return str(choice)
    raise BotFault(ILLEGAL, repr(choice))

"""Commands: what may be asked for at a table, names, and tables to be opened."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby
from typing import Annotated

import msgspec

from matto.engine.events import Deal
from matto.engine.game import Game
from matto.engine.options import Options, Value
from matto.engine.run import Run
from matto.engine.words import text
from matto.games import game as find_game
from matto.players import check_bot
from matto.server.tables.errors import BadCommand
from matto.server.tables.events import GivenDeal, Opened
from matto.server.tables.views import COURTESIES, LONGEST_TURN, SeatedPlayer, about
from matto.telling.story import SEAT_NAMES

LONGEST_NAME = 24
LONGEST_WORD, LONGEST_ANSWER = 64, 256
MOST_DEALS = 1000
LONGEST_PACE = 10.0
SEED = re.compile(r"[0-9A-Za-z_-]{0,64}")
A_SEED = f"^{SEED.pattern}$"

OTHER_NAMES: Sequence[str] = ("Fiorenza", "Gaspare", "Ilaria", "Leandro", "Ottavia")
"""Invented too: for a bot whose own name somebody at the table has."""

JOINERS = "\u200c\u200d"
"""Signs without width that make one sign of two, as emoji and some scripts need them."""

BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Signs that count as letters or marks, and show nothing."""

MOST_ACCENTS = 4
"""Signs above and below one letter: more of them run into the lines around it."""

MARKS = frozenset({"Mn", "Me"})
"""The categories of signs that are written onto the one before, and take no room."""

LOOSE_JOINERS = re.compile(
    rf"[{JOINERS}]+(?=\s|$)|(?<!\S)[{JOINERS}]+|(?<=[{JOINERS}])[{JOINERS}]+"
)
"""Joiners that join nothing: nobody sees them, and two names that look alike would differ."""


def in_one_line(name: str) -> str:
    """Return a name as it may be shown: in one line, without signs that steer the writing."""
    shown = "".join(c if _may_be_shown(c) else " " for c in name)
    return " ".join(LOOSE_JOINERS.sub("", shown).split())


def _may_be_shown(sign: str) -> bool:
    return sign in JOINERS or (sign.isprintable() and sign not in BLANKS)


def _is_mark(sign: str) -> bool:
    return sign in JOINERS or unicodedata.category(sign) in MARKS


def checked_name(name: str) -> str:
    """Return a name as it is shown: in one line and not too long; raises `BadCommand`."""
    shown = in_one_line(name)
    if all(sign == " " or _is_mark(sign) for sign in shown):
        raise BadCommand(text("Give a name by which the others at the table know you."))
    marks = (list(signs) for is_mark, signs in groupby(shown, _is_mark) if is_mark)
    if any(len(signs) > MOST_ACCENTS for signs in marks):
        raise BadCommand(
            text("A letter of a name has at most {most} accents.", most=MOST_ACCENTS)
        )
    if len(name) > LONGEST_NAME:
        raise BadCommand(text("A name has at most {most} characters.", most=LONGEST_NAME))
    return shown


def sound_alike(name: str, other: str) -> bool:
    """Return whether two names are the same to the ear: case, width and space do not count."""
    return _bare(name) == _bare(other)


def bot_name(seat: int, players: Sequence[SeatedPlayer]) -> str:
    """Return how a bot is called at a table: as its seat, unless a person there is called so.

    It depends on the names of persons alone, so that no bot is called otherwise because of
    another bot.
    """
    taken = {_bare(player.name) for player in players if player.name}
    return next(name for name in _names_for(seat) if _bare(name) not in taken)


def _names_for(seat: int) -> Iterator[str]:
    """The names of a bot in a seat, the usual one first; no other seat has any of them."""
    yield SEAT_NAMES[seat]
    yield OTHER_NAMES[seat]
    for number in count(2):
        yield f"{SEAT_NAMES[seat]} {number}"


def _bare(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join("".join(c for c in plain if c not in JOINERS).split())


class Command(msgspec.Struct, frozen=True):
    """Something that somebody wants to do at a table.

    What a command and its fields say of themselves is told to programs, in their document.
    """


class Act(Command, frozen=True):
    """Answer the question with one of its choices, or with as many as are `left`.

    Several are sent with spaces between them.
    """

    choice: Annotated[str, about("The choice.", "SK", maxLength=LONGEST_ANSWER)]


class Say(Command, frozen=True):
    """Say one of the asides."""

    phrase: Annotated[str, about("The aside.", maxLength=LONGEST_WORD)]


class Wait(Command, frozen=True):
    """Let the others speak first."""


class TakeBack(Command, frozen=True):
    """Take back your last choice."""


class AskBack(Command, frozen=True):
    """Ask all others to let you take back your last choice that they have seen.

    Bots agree at once.
    """


class ClaimRest(Command, frozen=True):
    """Claim the rest of the tricks, as you are to lead.

    Your cards are laid open while the others are asked; what is beyond doubt is played out at
    once.
    """


class Agree(Command, frozen=True):
    """Agree to the proposal of another."""


class Decline(Command, frozen=True):
    """Do not agree; or give up your own proposal."""


class Sit(Command, frozen=True):
    """Take an open seat; a seed goes into the next shuffle."""

    seat: int
    name: str
    seed: str = ""


class Leave(Command, frozen=True):
    """Give the seat up for good: a bot plays on until somebody takes it."""


class Free(Command, frozen=True):
    """Let anybody sit down where a bot stands in.

    Unless you are the host, all others who play are asked.
    """

    seat: Annotated[int, about("The seat.", minimum=0)]


class TakeOver(Command, frozen=True):
    """Play on in a seat by one's own key: by a link of whoever sat down there at `since`."""

    seat: int
    since: int


class StandIn(Command, frozen=True):
    """Let a bot play for the absent holder of a seat."""

    seat: Annotated[int, about("The seat.", minimum=0)]


class TimeUp(Command, frozen=True):
    """Let a bot play for whoever is late, or (None) end what was not agreed to in time.

    Nobody sends this one but the server itself.
    """

    seat: int | None


class Return(Command, frozen=True):
    """Play again where a bot has stood in for you."""


class SetStrength(Command, frozen=True, forbid_unknown_fields=True):
    """Let another bot play, if you are the host."""

    bot: Annotated[str, about("A bot's name.")]
    seat: Annotated[
        int | None, about("In which seat; null: wherever a bot plays in its own right.")
    ] = None


class SetPace(Command, frozen=True):
    """Seconds from one bot's move to the next, if you are the host."""

    pace: Annotated[float, about("The seconds.", minimum=0, maximum=LONGEST_PACE)]


class Begin(Command, frozen=True):
    """Begin; bots take the open seats."""


class Ready(Command, frozen=True):
    """Be ready for the next deal, with a seed for its shuffle: your last one counts."""

    seed: Annotated[str, about("The seed.", pattern=A_SEED)] = ""


class NotReady(Command, frozen=True):
    """Not be ready yet for the match to begin."""


class Greet(Command, frozen=True):
    """Say something to the whole table; it changes nothing."""

    courtesy: Annotated[str, about("What to say.", enum=list(COURTESIES))]


class Close(Command, frozen=True):
    """Give the table up before its end, if you are the host.

    Once the match has begun all others who play are asked.
    """


COMMANDS: Mapping[str, type[Command]] = {
    "act": Act,
    "say": Say,
    "wait": Wait,
    "take-back": TakeBack,
    "ask-back": AskBack,
    "claim": ClaimRest,
    "agree": Agree,
    "decline": Decline,
    "sit": Sit,
    "leave": Leave,
    "ready": Ready,
    "not-ready": NotReady,
    "greet": Greet,
    "begin": Begin,
    "stand-in": StandIn,
    "free": Free,
    "return": Return,
    "strength": SetStrength,
    "pace": SetPace,
    "close": Close,
}
"""The commands by the words with which pages send them; programs' words follow from these."""


class Order(msgspec.Struct, frozen=True):
    """The table that somebody wants to open.

    `bots` names who plays each seat: a bot, or empty for a person; `host` is the hash of the
    key of whoever opens it. He sits down at once in `seat`, if given, under `name`. `given` is
    a deal to be played first, as it was dealt before. An order is known again in the store by
    all its fields, one after the other.
    """

    game: str
    host: str
    bots: tuple[str, ...]
    options: dict[str, Value] = {}
    limit: int | None = None
    turn_seconds: int = 0
    pace: float = 0.7
    onlookers: bool = True
    seat: int | None = None
    name: str = ""
    seed: str = ""
    given: GivenDeal | None = None
    when_ready: bool = False
    listed: bool = False
    hints: bool = False


def fingerprint_of(wanted: Command | Order) -> str:
    """Return a hash by which the same thing to do is known again, and told from any other.

    How much of the table its sender has seen is no part of it: whoever got no answer may look
    again before he repeats himself.
    """
    form = msgspec.json.encode((type(wanted).__name__, wanted), order="deterministic")
    return hashlib.sha256(form).hexdigest()


class Ack(msgspec.Struct, frozen=True):
    """It is done, and kept."""

    seq: Annotated[int, about("How much has now happened at the table.")]
    repeated: Annotated[bool, about("It had been done before, with the same key.")] = False


def opening_event(order: Order) -> Opened:
    """Return the event that a table is set up as ordered.

    Raises `UnknownGame`, `UnknownOption`, `BadOptionValue`, `UnknownBot`, `BadDeal` or
    `BadCommand`.
    """
    game = find_game(order.game)
    options = game.resolve(dict(order.options))
    if len(order.bots) != game.seats:
        raise BadCommand(text("This game has {seats} seats.", seats=game.seats))
    for bot in filter(None, order.bots):
        check_bot(bot)
    if order.given is not None:
        _check_given(order.given, game, options)
    _check_numbers(order)
    resolved = {"game": game.id, "rules_version": game.rules_version, "options": dict(options)}
    return msgspec.convert({**msgspec.structs.asdict(order), **resolved}, Opened)


def given_deal_of(run: Run) -> GivenDeal:
    setup = run.setup
    return GivenDeal(setup.dealer, setup.deal.hands, setup.deal.talon, dict(setup.carried))


def _check_numbers(order: Order) -> None:
    if not order.host:
        raise BadCommand(text("A table needs somebody who opens it."))
    if order.limit is not None and not 1 <= order.limit <= MOST_DEALS:
        raise BadCommand(text("A match has between 1 and {most} deals.", most=MOST_DEALS))
    if not 0 <= order.turn_seconds <= LONGEST_TURN:
        raise BadCommand(
            text(
                "A turn lasts up to {most} seconds, or with 0 as long as one likes: "
                "not {given}.",
                most=LONGEST_TURN,
                given=order.turn_seconds,
            )
        )
    check_pace(order.pace)


def check_pace(pace: float) -> None:
    if not 0 <= pace <= LONGEST_PACE:
        raise BadCommand(
            text(
                "A bot waits between 0 and {most} seconds, not {given}.",
                most=int(LONGEST_PACE),
                given=f"{pace:g}",
            )
        )


def _check_given(given: GivenDeal, game: Game, options: Options) -> None:
    """Begin the deal once: the game itself refuses cards or amounts that cannot be."""
    if not 0 <= given.dealer < game.seats or set(given.carried) != set(game.carried):
        raise BadCommand(text("This deal was not dealt in this game."))
    deal = Deal(given.hands, given.talon)
    Run(game, deal, dealer=given.dealer, options=options, carried=given.carried)

"""Table views: a table as one viewer sees it, its chairs, terms and greetings."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import msgspec
from msgspec import Meta

from matto.engine.cards import NUMBER
from matto.engine.errors import Refusal
from matto.engine.events import Result
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.view import View
from matto.engine.words import N_
from matto.server.tables.errors import NoHints


def about(description: str, *examples: object, **limits: object) -> Meta:
    """Say what a field means, where the document of the interface shows it.

    `limits` are words of JSON schema for what the table refuses, with a sentence of its own.
    """
    extra = {"extra": limits} if limits else None
    return Meta(
        description=description, examples=list(examples) or None, extra_json_schema=extra
    )


COURTESIES: Mapping[str, str] = {
    "evening": N_("Good evening to all!"),
    "servant": N_("Your humble servant!"),
    "luck": N_("May the cards be kind to you!"),
    "moment": N_("One moment, if you please."),
    "pardon": N_("I beg your pardon."),
    "leisure": N_("Take your time."),
    "thanks": N_("I am much obliged."),
    "bravo": N_("Bravo, well played!"),
    "compliments": N_("My compliments!"),
    "health": N_("To your health!"),
    "revenge": N_("I ask for my revenge."),
    "night": N_("Good night, and until next time!"),
}
"""What can be said, by ids that never change, and how English says it."""

MOST_OF_A_SEAT = 20
"""So often a seat may say something from one dealing to the next."""

MOST_SHOWN = 6


class Greeting(msgspec.Struct, frozen=True):
    """A courtesy that a seat has said; `seq` is its place among the table's events."""

    seq: int
    seat: int
    courtesy: str


NO_WORD = "?"
"""Something that is no word of any game."""


class Phase(Enum):
    """Where a table stands."""

    GATHERING = "gathering"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class SeatedPlayer(msgspec.Struct, frozen=True):
    """Who sits in a seat, as everybody may know.

    `bot` names the bot that plays the seat now; `stands_in` tells that it plays for an absent
    holder. An open seat has neither a name nor a bot. `ready`: waits for the next deal,
    or for the first. `free`: anybody may sit down here, also where a bot has played so far.
    `answered_by` names the bot that made the last move because the one that plays here failed.
    """

    seat: int
    name: str
    bot: str = ""
    stands_in: bool = False
    yours: bool = False
    ready: bool = False
    free: bool = False
    answered_by: str = ""

    @property
    def is_open(self) -> bool:
        return not self.name and not self.bot


class FinishedDeal(msgspec.Struct, frozen=True):
    """A deal that is over, as everybody may know."""

    number: int
    dealer: int
    result: Result
    claimed: int | None = None


class Kept(msgspec.Struct, frozen=True):
    """Until when a table is kept, in seconds since 1970, if nothing happens at it before.

    None: for ever. `soon`: whoever looks at it should know.
    """

    until: float | None = None
    soon: bool = False


KEPT_FOR_EVER = Kept()


class Terms(msgspec.Struct, frozen=True):
    """On what terms one sits down, besides the game, its options and the number of deals.

    `turn_seconds` is how long one may think (0: for ever), `onlookers`: others may watch;
    `when_ready`: it begins when all who sit are ready; `listed`: anybody is told and may join;
    `hints`: whoever sits down allows all others to ask for them.
    """

    turn_seconds: int = 0
    onlookers: bool = True
    when_ready: bool = False
    listed: bool = False
    hints: bool = False


class Wish(Enum):
    """What one may ask all others for."""

    BACK = "back"
    CLAIM = "claim"
    CLOSE = "close"
    FREE = "free"


class Answered(msgspec.Struct, frozen=True):
    """How the last proposal ended: `by` is who did not agree, None if time was up.

    With `granted` all have agreed, and `by` is the seat that asked, or the one that is freed.
    An `untrue` claim was agreed to, but cannot be: it is not granted, with `by` its own seat.
    """

    seat: int
    by: int | None
    granted: bool = False
    wish: Wish = Wish.BACK
    untrue: bool = False
    frees: int | None = None


class ProposalView(msgspec.Struct, frozen=True):
    """A proposal as everybody sees it.

    `choice` is what is to be taken back, empty if it was not told to all; `seen` are the cards
    that all have seen since, and `drawn` tells that cards went into hands. `until` is in
    seconds since 1970. Where the rest of the tricks is claimed, `seen` are the cards that are
    laid open for it; `frees` is the chair that is to be freed.
    """

    seat: int
    waits_for: tuple[int, ...]
    until: float
    choice: str
    seen: tuple[str, ...]
    drawn: bool
    wish: Wish = Wish.BACK
    frees: int | None = None

    @property
    def claims(self) -> bool:
        return self.wish is Wish.CLAIM


class TableView(msgspec.Struct, frozen=True):
    """A table as one viewer sees it; `seat` and `view.seat` are None for an onlooker.

    `seq` counts the events of the table: an action names the one it answers. `view` is that
    of the deal going on, or of the last one (phase BETWEEN or OVER); None before the first.
    `deadline` is in seconds since 1970; None without a limit. `promise` is the hash published
    for the next shuffle. `may_wait` tells that the viewer may let others speak first although
    he is not the seat asked, `can_undo` that his last choice can still be taken back.
    `closed`: the table was given up. `refusals` say why words of the game may not be said now,
    where words are asked for, and what is said against `NO_WORD`. `kept` is until when there is
    such a table at all, `pace` the seconds for which a bot's move stays. `greetings` are the
    last courtesies.
    `proposal` is what somebody asks all for, `answered` how the last one ended as long as
    nobody has acted since; `may_ask_back` and `may_claim` tell that the viewer could ask to
    take a choice back, or claim the rest of the tricks.
    """

    table: str
    seq: int
    phase: Phase
    game: Game
    options: Options
    seat: int | None
    players: tuple[SeatedPlayer, ...]
    view: View | None
    deal: int
    dealer: int
    ledger: tuple[int, ...]
    finished: tuple[FinishedDeal, ...]
    carried: Mapping[str, int]
    limit: int | None = None
    deadline: float | None = None
    promise: str = ""
    hosting: bool = False
    closed: bool = False
    can_undo: bool = False
    may_wait: bool = False
    refusals: Mapping[str, Refusal] = {}
    kept: Kept = KEPT_FOR_EVER
    pace: float = 0.0
    greetings: tuple[Greeting, ...] = ()
    terms: Terms = Terms()
    proposal: ProposalView | None = None
    answered: Answered | None = None
    may_ask_back: bool = False
    may_claim: bool = False


def plays_alone(table_view: TableView) -> bool:
    own = table_view.seat
    others = [player for player in table_view.players if player.seat != own]
    return own is not None and all(one.bot and not one.stands_in for one in others)


def may_be_advised(table_view: TableView) -> bool:
    allowed = table_view.seat is not None and table_view.terms.hints
    return allowed or plays_alone(table_view)


def asked_for_advice(table_view: TableView) -> View:
    """The view of one who is asked and may be advised; raises `NoHints` for all others."""
    view = table_view.view
    if not may_be_advised(table_view):
        raise NoHints(asked=True)
    if view is None or view.decision is None:
        raise NoHints(asked=False)
    return view


def refusals_of(run: Run | None, seat: int | None) -> Mapping[str, Refusal]:
    """Why a seat that is asked for a word may not say this or that word of the game now."""
    asked = None if run is None or run.decision is None else run.decision.to(seat)
    if run is None or asked is None or all(choice in NUMBER for choice in asked.options):
        return {}
    words = (NO_WORD, *run.game.vocabulary.glossary)
    refused = {word: run.why_not(word, asked.seat) for word in words}
    return {word: refusal for word, refusal in refused.items() if refusal is not None}


class Chair(msgspec.Struct, frozen=True):
    """A seat of a table: `holder` is the hash of its key, empty where nobody sits.

    `bot` plays it now, in its own right or for an absent holder; `free` tells that anybody may
    sit down here; `wished`, that the holder asked for the bot. `answered_by` is the bot that
    made the last move where the own one failed.
    `since` counts the events of the table when the holder sat down.
    """

    seat: int
    holder: str = ""
    name: str = ""
    bot: str = ""
    free: bool = False
    answered_by: str = ""
    since: int = 0
    wished: bool = False

    @property
    def is_open(self) -> bool:
        return not self.holder and not self.bot

    @property
    def is_bots_own(self) -> bool:
        return bool(self.bot) and not self.holder

    @property
    def is_stood_in(self) -> bool:
        return bool(self.bot) and bool(self.holder)

    @property
    def has_person(self) -> bool:
        return bool(self.holder) and not self.bot

    def taken(self, holder: str, name: str, since: int = 0) -> Chair:
        return Chair(self.seat, holder, name, since=since)

    def handed_over(self, holder: str, since: int) -> Chair:
        return self.taken(holder, self.name, since)

    def left(self, bot: str) -> Chair:
        """The chair when its holder has gone for good; the bot plays on, if the match is on."""
        return Chair(self.seat, bot=bot, free=True)

    def played_by(self, bot: str, *, wished: bool = False) -> Chair:
        """The chair when a bot plays it, or (empty) its holder again."""
        return msgspec.structs.replace(self, bot=bot, answered_by="", wished=wished)

    def answered(self, by: str) -> Chair:
        """The chair when a bot, or (empty) a person, has made a move for it."""
        other = by if self.bot and by != self.bot else ""
        return msgspec.structs.replace(self, answered_by=other)

    def player(self, *, yours: bool, ready: bool) -> SeatedPlayer:
        """Who sits here, as everybody may know."""
        return SeatedPlayer(
            self.seat,
            self.name,
            bot=self.bot,
            stands_in=self.is_stood_in,
            yours=yours,
            ready=ready,
            free=self.free,
            answered_by=self.answered_by,
        )


def chairs_of(bots: tuple[str, ...]) -> tuple[Chair, ...]:
    """The chairs of a new table: bots where they are named, the others free."""
    return tuple(Chair(seat, bot=bot, free=not bot) for seat, bot in enumerate(bots))

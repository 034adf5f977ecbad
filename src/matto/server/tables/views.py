"""Table views: a table as one viewer sees it, its chairs, terms and greetings."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from matto.engine.cards import NUMBER
from matto.engine.errors import Refusal
from matto.engine.events import Result
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.view import View
from matto.engine.words import N_, text
from matto.server.tables.errors import NoHints


def about(description: str, *examples: object, **limits: object) -> Meta:
    """Say what a field means, where the document of the interface shows it.

    `limits` are words of JSON schema for what the table refuses, with a sentence of its own.
    """
    return Meta(
        description=description,
        examples=list(examples) or None,
        extra_json_schema=limits or None,
    )


S = TypeVar("S", bound=msgspec.Struct)


def struct_like(kind: type[S], told: object, **otherwise: object) -> S:
    """Make a struct of what has its fields by the same names, but for some told otherwise."""
    same = (name for name in kind.__struct_fields__ if name not in otherwise)
    return kind(**{name: getattr(told, name) for name in same}, **otherwise)


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
    """Something that a player has said to the whole table."""

    seq: Annotated[int, about("Its place among all that has happened at the table.")]
    seat: Annotated[int, about("The seat that said it.")]
    courtesy: Annotated[str, about("What was said.", *COURTESIES)]


NO_WORD = "?"
"""Something that is no word of any game."""


class Phase(Enum):
    """Where a table stands."""

    GATHERING = "gathering"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class SeatedPlayer(msgspec.Struct, frozen=True):
    """Who sits in a seat, as everybody may know."""

    seat: Annotated[int, about("The seat's number, from 0, in the order of play.")]
    name: Annotated[str, about("Empty as long as nobody sits here.", "Anna")]
    bot: Annotated[
        str, about("The bot that plays this seat now; empty for a person.", "rule")
    ] = ""
    stands_in: Annotated[bool, about("The bot plays for a holder who is absent.")] = False
    yours: Annotated[bool, about("You hold this seat.")] = False
    ready: Annotated[bool, about("Waits for the next deal, or for the first.")] = False
    free: Annotated[bool, about("Anybody may sit down here, also where a bot plays.")] = False
    answered_by: Annotated[
        str,
        about(
            "The bot that made the last move because the own one failed, took too long or was "
            "not ready; mostly empty."
        ),
    ] = ""

    @property
    def is_open(self) -> bool:
        return not self.name and not self.bot


class FinishedDeal(msgspec.Struct, frozen=True):
    """A deal that is over, as everybody may know."""

    number: int
    dealer: int
    result: Result
    claimed: int | None = None


class Retained(msgspec.Struct, frozen=True):
    """Until when a table is kept, in seconds since 1970, if nothing happens at it before.

    None: for ever. `soon`: whoever looks at it should know.
    """

    until: float | None = None
    soon: bool = False


KEPT_FOR_EVER = Retained()


LONGEST_TURN = 24 * 60 * 60


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """On what terms one sits down, besides the game, its options and the number of deals."""

    turn_seconds: Annotated[
        int,
        about(
            "How long one may think; 0: as long as one likes.", minimum=0, maximum=LONGEST_TURN
        ),
    ] = 0
    onlookers: Annotated[bool, about("Whether others may watch.")] = True
    when_ready: Annotated[
        bool, about("It begins when all who sit are ready, not when the last seat is taken.")
    ] = False
    listed: Annotated[bool, about("Anybody is told of the table and may join it.")] = False
    hints: Annotated[bool, about("All who sit allow each other to ask for hints.")] = False


class ProposalKind(Enum):
    BACK = "back"
    CLAIM = "claim"
    CLOSE = "close"
    FREE = "free"


class ProposalResult(msgspec.Struct, frozen=True):
    """How the last proposal ended: `by` is who did not agree, None if time was up.

    With `granted` all have agreed, and `by` is the seat that asked, or the one that is freed.
    An `untrue` claim was agreed to, but cannot be: it is not granted, with `by` its own seat.
    """

    seat: int
    by: int | None
    granted: bool = False
    wish: ProposalKind = ProposalKind.BACK
    untrue: bool = False
    frees: int | None = None


class ProposalView(msgspec.Struct, frozen=True):
    """What somebody asks all others for: nobody plays on until they have answered."""

    seat: Annotated[int, about("The seat that asks.")]
    waits_for: Annotated[tuple[int, ...], about("The persons who have not answered yet.")]
    until: Annotated[float, about("When time is up, in seconds since 1970.")]
    choice: Annotated[
        str, about("What is to be taken back; empty if not all have seen it.")
    ] = ""
    seen: Annotated[
        tuple[str, ...],
        about("The cards that all have seen since then, or that are open for a claim."),
    ] = ()
    drawn: Annotated[bool, about("Cards went into hands since then.")] = False
    claims: Annotated[
        bool, about("The rest of the tricks is claimed; nothing is taken back.")
    ] = False
    closes: Annotated[bool, about("The table is to be given up; nothing is taken back.")] = (
        False
    )
    frees: Annotated[
        int | None, about("A seat that is to be freed, so that anybody may sit down there.")
    ] = None

    @property
    def wish(self) -> ProposalKind:
        if self.claims or self.closes:
            return ProposalKind.CLAIM if self.claims else ProposalKind.CLOSE
        return ProposalKind.BACK if self.frees is None else ProposalKind.FREE


class SharedTableFields(msgspec.Struct, frozen=True, kw_only=True):
    """What pages and programs are told of a table in the same words."""

    table: Annotated[str, about("The table's id.")]
    seq: Annotated[int, about("Goes up with all that happens: an action names the one it saw.")]
    phase: Annotated[
        Phase, about("Seats are taken, a deal is played, one is over, or the match is.")
    ]
    seat: Annotated[int | None, about("Your seat; null for an onlooker.")]
    players: Annotated[tuple[SeatedPlayer, ...], about("By seat, in the order of play.")]
    deal: Annotated[int, about("The number of the deal going on, from 1; 0 before the first.")]
    dealer: Annotated[int, about("The seat that deals, or deals next.")]
    limit: Annotated[
        int | None,
        about("How many deals are played, those thrown in not counted; null: without end."),
    ] = None
    ledger: Annotated[
        tuple[int, ...], about("What each seat has, in the game's smallest unit.")
    ]
    carried: Annotated[Mapping[str, int], about("What goes on from deal to deal.")]
    deadline: Annotated[float | None, about("Until when to act, in seconds since 1970.")] = None
    promise: Annotated[
        str, about("The hash that binds the next shuffle before it is made.")
    ] = ""
    closed: Annotated[bool, about("Given up before the end of the match.")] = False
    hosting: Annotated[
        bool, about("You are the host: you opened the table, or are next to one who left.")
    ] = False
    can_undo: Annotated[
        bool, about("Nobody has seen your last choice: it can be taken back.")
    ] = False
    proposal: Annotated[
        ProposalView | None, about("What somebody asks all for; mostly null.")
    ] = None
    may_ask_back: Annotated[bool, about("You could ask to take your last choice back.")] = False
    may_claim: Annotated[bool, about("You could claim the rest of the tricks.")] = False
    may_wait: Annotated[bool, about("You may answer, or let others speak first.")] = False
    pace: Annotated[float, about("Seconds for which a bot's move stays before the next.")] = 0.0
    terms: Annotated[Terms, about("On what terms one sits down.")] = Terms()
    greetings: Annotated[
        tuple[Greeting, ...], about("What was said last, from one dealing to the next.")
    ] = ()


class TableView(SharedTableFields, frozen=True, kw_only=True):
    """A table as one viewer sees it; `seat` and `view.seat` are None for an onlooker.

    `view` is that of the deal going on, or of the last one (phase BETWEEN or OVER); None before
    the first. `refusals` say why words of the game may not be said now, where words are asked
    for, and what is said against `NO_WORD`. `kept` is until when there is such a table at all,
    `answered` how the last proposal ended as long as nobody has acted since.
    """

    game: Game
    options: Options
    view: View | None
    finished: tuple[FinishedDeal, ...]
    refusals: Mapping[str, Refusal] = {}
    kept: Retained = KEPT_FOR_EVER
    answered: ProposalResult | None = None


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
        raise NoHints(
            text(
                "Hints are given only to one who plays alone against bots, or at a table where "
                "all allow them."
            )
        )
    if view is None or view.decision is None:
        raise NoHints(text("You are not asked anything now: there is nothing to advise."))
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

    def taken_by(self, holder: str, name: str, since: int = 0) -> Chair:
        return Chair(self.seat, holder, name, since=since)

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
        stands_in = self.is_stood_in
        return struct_like(SeatedPlayer, self, stands_in=stands_in, yours=yours, ready=ready)


def chairs_of(bots: tuple[str, ...]) -> tuple[Chair, ...]:
    return tuple(Chair(seat, bot=bot, free=not bot) for seat, bot in enumerate(bots))

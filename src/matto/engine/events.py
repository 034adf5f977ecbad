"""The small values of a deal: decisions, events with their allow-lists, deals and results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import Meta

from matto.engine.cards import Pack
from matto.engine.errors import Refusal
from matto.engine.options import Options
from matto.engine.scoring import Row
from matto.engine.tricks import FoolRule
from matto.engine.words import Text, text

ALL = -1
"""Allow-list of events that everybody sees, onlookers too; else a bit for each seat."""

INTO_HAND, OUT_OF_HAND, NO_MOVE = 1, -1, 0

EACH_FOR_SELF = "each_for_self"
"""The word of a contract in which all play alone, where the game has none of its own."""

SAY = "say"
"""The kind of what is said aside."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A question to one `seat` with the complete list of legal choices.

    `kind` is one of `Game.kinds`, `options` are the choices, each one of `Game.words` of that
    kind; `clause` is the citation of the rule that lets the seat choose.

    A question without an order of speaking is open: `others` is the same question to each other
    seat, which may answer before the seat asked does, and `wait` is the choice by which the
    seat asked says nothing for now and lets the next one be asked. Why something is no choice
    is not said here, but by `Run.why_not`: the reasons look at cards that others may not see.

    So many as are `left` of the options are chosen in any order, each by a question of its own,
    even where all of them must be: whether a seat is asked would else tell what it holds.

    Decisions, events and tricks are hidden from Python's cycle collector (`gc=False`), which
    would else visit each of them again and again: none of them is ever part of a cycle.
    """

    seat: int
    kind: str
    options: tuple[str, ...]
    clause: str = ""
    others: tuple[Decision, ...] = ()
    wait: str = ""
    left: int = 1

    def to(self, seat: int | None) -> Decision | None:
        """The question as it stands to a seat; None if it is not that seat's to answer."""
        if seat == self.seat:
            return self
        return next((own for own in self.others if own.seat == seat), None)


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened: what, to whom, and which seats see it.

    `kind` is the game's word for it, `seat` whom it is about, `what` the cards or words.
    `seen_by` has bit `1 << seat` for each seat that sees it, or is `ALL`. `moves` says
    whether the cards in `what` went into the seat's hand, out of it, or neither.
    """

    kind: str
    seat: int
    what: tuple[str, ...]
    seen_by: int = ALL
    moves: int = NO_MOVE


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A finished trick: its cards in order from the leader on, and the seat that won it."""

    leader: Annotated[int, Meta(description="The seat that led.")]
    cards: Annotated[
        tuple[str, ...], Meta(description="In the order of play, from the leader on.")
    ]
    winner: Annotated[int, Meta(description="The seat that won it.")]

    def by_seat(self, seats: int) -> Iterator[tuple[int, str]]:
        """Yield (seat, card) in the order of play."""
        for step, card in enumerate(self.cards):
            yield (self.leader + step) % seats, card


class Deal(msgspec.Struct, frozen=True):
    """The dealt cards: `hands`, each seat's as it was dealt, and the `talon`, what lay over."""

    hands: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...] = ()


class Contract(msgspec.Struct, frozen=True):
    """The parties and the stake, settled before the first card is played.

    `side` gives each seat's party (0 is the declarer's), `leader` is who leads to the first
    trick, `times` by what every scoring item is multiplied. `called` is the card whose holder
    is the declarer's partner, where parties follow from where it lies and not all know that;
    else empty. With `fool_needs_trick` a Fool whose owner's party wins no trick goes over to
    the winner of its trick. `word` is what is played for, in the game's own words.
    """

    side: tuple[int, ...]
    leader: int
    declarer: int | None = None
    times: int = 1
    called: str = ""
    fool_needs_trick: bool = False
    word: str = ""

    def known_to_all(self) -> Contract:
        """The same without the parties, where these are not known to all."""
        return msgspec.structs.replace(self, side=()) if self.called else self


class Setup(msgspec.Struct, frozen=True):
    """The start of a deal, apart from the players' actions.

    `game` is the game's id, `pack` its cards, `options` all options with their values; `deal`
    has everybody's cards. `dealer` is a seat, `carried` what comes from the last deal, by name,
    `ledger` what each seat has won or lost before in the match, in units; empty outside one.
    `fool` is how the Fool behaves.
    """

    game: str
    pack: Pack
    options: Options
    deal: Deal
    dealer: int = 0
    carried: Mapping[str, int] = {}
    ledger: tuple[int, ...] = ()
    fool: FoolRule = FoolRule()

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.deal.hands)


class Result(msgspec.Struct, frozen=True):
    """How a deal ended, by seat.

    `sheet` has the rows of the score sheet, `scores` their sums, in units of the game (whole
    numbers: `Game.unit` of them make one chip or point of the text), `points` the card points
    of each seat's party. `next_dealer` deals next; `thrown_in` tells that no card was played;
    `carried` is what goes over to the next deal, by name, in units.
    """

    sheet: tuple[Row, ...]
    scores: tuple[int, ...]
    points: tuple[int, ...]
    next_dealer: int
    thrown_in: bool = False
    carried: Mapping[str, int] = {}

    def net(self, unit: int = 1) -> tuple[Fraction, ...]:
        """Each seat's score above the mean of the table: exact, and their sum is nothing.

        In some games not all that is won is paid by somebody (a pot, points that each side
        writes for itself); this is what is left when only differences count. In units of the
        results, or with the game's own `unit` in its chips or points.
        """
        mean = Fraction(sum(self.scores), len(self.scores))
        return tuple((score - mean) / unit for score in self.scores)


class Waiting(msgspec.Struct, frozen=True):
    """The seats that are to act, as everybody may know, without their choices."""

    seat: Annotated[int, Meta(description="The seat that is asked.")]
    kind: Annotated[
        str,
        Meta(description="What the seat is asked for.", examples=["talk", "discard", "play"]),
    ]
    clause: Annotated[str, Meta(description="The clause of the rulebook that asks.")]
    others: Annotated[
        tuple[int, ...], Meta(description="Seats that may answer before it does.")
    ] = ()


def not_offered(choice: str, decision: Decision) -> Refusal:
    """Say that a word is not among the choices, for decisions that explain no further."""
    sentence: Text = text(
        "“{choice}” cannot be chosen now. Choose one of: {options}.",
        choice=choice,
        options=", ".join(decision.options),
    )
    return Refusal(decision.clause, sentence)

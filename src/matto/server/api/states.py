"""The JSON of a table as one viewer sees it: its types, and how it is made of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from matto.engine.bid_prices import Price, costless, prices
from matto.engine.events import (
    INTO_HAND,
    NO_MOVE,
    OUT_OF_HAND,
    Decision,
    Event,
    Result,
    Trick,
    Waiting,
)
from matto.engine.game import Game
from matto.engine.options import Value
from matto.engine.score_so_far import RowSoFar, score_so_far
from matto.engine.scoring import EarnedBy, Row
from matto.engine.view import View
from matto.server.tables.views import (
    FinishedDeal,
    SharedTableFields,
    TableView,
    about,
    struct_like,
)

Move = Literal["into hand", "out of hand", "none"]
Cards = tuple[str, ...]
Amounts = tuple[int, ...]


class Shape(msgspec.Struct, frozen=True):
    """A piece of JSON that is sent to programs."""


class SheetLine(Shape, frozen=True):
    """One line of a score sheet; the lines of a sheet add up to the scores."""

    item: Annotated[str, about("What was earned.", "last trick")]
    clause: Annotated[str, about("The clause of the rulebook by which it was earned.")]
    amounts: Annotated[Amounts, about("Who gets and who pays what, by seat.", [2, -1, -1])]
    note: Annotated[str, about("How it came about; often empty.")]
    evidence: Annotated[tuple[EarnedBy, ...], about("By what it was earned.")]


class LineSoFar(SheetLine, frozen=True):
    """One line of the score sheet as it would be written now."""

    unknown: Annotated[
        tuple[int, ...], about("Seats whose amount you cannot know: it is 0 here.", [0])
    ]


class OutcomeShape(Shape, frozen=True):
    """How a deal ended. Amounts are in the game's smallest unit, by seat."""

    thrown_in: Annotated[bool, about("Nobody played: the cards are dealt anew.")]
    scores: Annotated[Amounts, about("What each seat won or lost.", [2, -1, -1])]
    points: Annotated[Amounts, about("Card points of each seat, or of its party.")]
    sheet: Annotated[tuple[SheetLine, ...], about("The score sheet.")]
    next_dealer: Annotated[int, about("The seat that deals next.")]
    carried: Annotated[Mapping[str, int], about("What goes on into the next deal.")]


class FinishedDealShape(Shape, frozen=True):
    """A deal of this match that is over."""

    number: Annotated[int, about("Counts from 1.")]
    dealer: Annotated[int, about("The seat that dealt.")]
    result: Annotated[OutcomeShape, about("How it ended.")]
    claimed: Annotated[int | None, about("The seat that claimed the rest and got it.")]


class EventShape(Shape, frozen=True):
    """Something that happened and that you may see; its number is its place in the list."""

    kind: Annotated[str, about("What happened.", "dealt", "talk", "play", "trick")]
    seat: Annotated[int, about("The seat to which it happened, or which did it.")]
    what: Annotated[Cards, about("Card codes and words; empty where you see none.", ["SK"])]
    moves: Annotated[Move, about("Whether these cards went into the seat's hand or out of it.")]


class CardLying(Shape, frozen=True):
    """A card of the trick that is going on."""

    seat: Annotated[int, about("The seat that played it.")]
    card: Annotated[str, about("Its code.", "SK")]


class PriceShape(Shape, frozen=True):
    """What one item of the score sheet brings and costs you if you say a word, by seat."""

    item: Annotated[str, about("The item, as the sheet names it.")]
    clause: Annotated[str, about("The clause by which it is won.")]
    won: Annotated[Amounts, about("Paid when it goes well for you; empty if nothing is won.")]
    lost: Annotated[Amounts, about("Paid when it does not; empty if nothing is lost.")]
    lost_clause: Annotated[str, about("The clause by which it is lost, if another; or empty.")]
    per: Annotated[
        Literal["", "card", "point"],
        about("Paid once, for each card, or for each card point above and below `first`."),
    ]
    first: Annotated[int | None, about("From so many card points on; null: from none.")]
    last: Annotated[int | None, about("Up to so many card points; null: without end.")]
    theirs: Annotated[bool, about("The card points are those of the other side.")]
    besides: Annotated[Cards, about("Cards that must be had for it, too.")]
    sure: Annotated[bool, about("Paid as soon as the word stands, whatever is played.")]
    if_agreed: Annotated[bool, about("Paid only if others agree to give the deal up.")]
    most: Annotated[
        bool, about("Won by who has the most card points, from each who has `last` or fewer.")
    ]


class CostlessShape(Shape, frozen=True):
    """Why a word wins and costs nothing by itself."""

    why: Annotated[str, about("The reason.", "What is not announced is not paid for.")]
    clause: Annotated[str, about("The clause that says so.")]


class QuestionShape(Shape, frozen=True):
    """What you are asked, with every choice that is legal."""

    seat: Annotated[int, about("Your seat.")]
    kind: Annotated[str, about("What you are asked for.", "talk", "discard", "play")]
    clause: Annotated[str, about("The clause of the rulebook that asks.")]
    choices: Annotated[Cards, about("Act with one of these.", ["SK", "SQ"])]
    wait: Annotated[str, about("The choice that lets the next seat be asked first, or empty.")]
    prices: Annotated[
        Mapping[str, tuple[PriceShape, ...]],
        about(
            "What words win and cost, as far as you can know; words without a price are not."
        ),
    ]
    costless: Annotated[
        Mapping[str, CostlessShape], about("The words without a price, each with the reason.")
    ]
    left: Annotated[
        int, about("So many are chosen, in any order: one by one, or some in one answer.")
    ]


class ViewShape(Shape, frozen=True):
    """A deal as you see it: the one going on, or the last one when none is."""

    dealer: Annotated[int, about("The seat that dealt.")]
    carried: Annotated[Mapping[str, int], about("What the deal began with: pots, stakes.")]
    hand: Annotated[Cards, about("Your cards, sorted; empty for an onlooker.", ["SK", "T21"])]
    events: Annotated[tuple[EventShape, ...], about("All that has happened, the oldest first.")]
    lying: Annotated[tuple[CardLying, ...], about("The trick going on, as it was played.")]
    tricks: Annotated[tuple[Trick, ...], about("The finished tricks.")]
    waiting: Annotated[Waiting | None, about("Null when the deal is over.")]
    question: Annotated[QuestionShape | None, about("Null when you have nothing to answer.")]
    asides: Annotated[tuple[str, ...], about("What you may say now without being asked.")]
    result: Annotated[OutcomeShape | None, about("Null until the deal is over.")]
    so_far: Annotated[
        tuple[LineSoFar, ...],
        about(
            "The score sheet if the deal ended now: what is settled, and card points where you "
            "can count them. Empty before the first trick, when nothing is, and at the end."
        ),
    ]


class State(SharedTableFields, frozen=True, kw_only=True):
    """A table as you see it: everything that a page of the table is made from."""

    game: Annotated[str, about("The game's id.")]
    rules_version: Annotated[int, about("Which reading of the rules is played.")]
    options: Annotated[Mapping[str, Value], about("Every option of the game with its value.")]
    finished: Annotated[tuple[FinishedDealShape, ...], about("The deals that are over.")]
    view: Annotated[ViewShape | None, about("Null before the first deal.")]
    kept_until: Annotated[
        float | None,
        about(
            "When the table is deleted if nothing happens at it before, in seconds since 1970; "
            "null: never. Its records can be downloaded until then."
        ),
    ]


_MOVES: dict[int, Move] = {INTO_HAND: "into hand", OUT_OF_HAND: "out of hand", NO_MOVE: "none"}
_encoder = msgspec.json.Encoder()


def state_json(table_view: TableView) -> bytes:
    """The JSON of a state; byte for byte the same for two states that a seat sees alike."""
    return _encoder.encode(state_of(table_view))


def state_of(table_view: TableView) -> State:
    game, view = table_view.game, table_view.view
    return struct_like(
        State,
        table_view,
        game=game.id,
        rules_version=game.rules_version,
        options=dict(table_view.options),
        finished=tuple(map(_finished, table_view.finished)),
        view=None if view is None else view_of(view, game),
        kept_until=table_view.kept.until,
    )


def view_of(view: View, game: Game) -> ViewShape:
    return struct_like(
        ViewShape,
        view,
        events=tuple(map(_event, view.events)),
        lying=tuple(CardLying(seat, card) for seat, card in view.lying),
        question=None if view.decision is None else _question(view, view.decision, game),
        result=None if view.result is None else _outcome(view.result),
        so_far=tuple(map(_line, score_so_far(game, view))),
    )


def _event(event: Event) -> EventShape:
    # never who else has seen it: that alone may tell who is whose partner
    return EventShape(event.kind, event.seat, event.what, _MOVES[event.moves])


def _question(view: View, asked: Decision, game: Game) -> QuestionShape:
    found = {word: prices(game, view, word) for word in asked.options}
    free = {word: costless(game, view, word) for word, price in found.items() if not price}
    return struct_like(
        QuestionShape,
        asked,
        choices=asked.options,
        prices={word: tuple(map(_price, price)) for word, price in found.items() if price},
        costless={
            word: CostlessShape(one.why, f"{game.id} {one.clause}")
            for word, one in free.items()
            if one is not None
        },
    )


def _price(price: Price) -> PriceShape:
    besides = tuple(sorted(price.besides))  # always in order
    return struct_like(PriceShape, price, besides=besides)


def _finished(deal: FinishedDeal) -> FinishedDealShape:
    return struct_like(FinishedDealShape, deal, result=_outcome(deal.result))


def _outcome(result: Result) -> OutcomeShape:
    return struct_like(OutcomeShape, result, sheet=tuple(map(_line, result.sheet)))


def _line(row: Row | RowSoFar) -> SheetLine:
    kind = LineSoFar if isinstance(row, RowSoFar) else SheetLine
    return struct_like(kind, row, note="" if row.note is None else str(row.note))

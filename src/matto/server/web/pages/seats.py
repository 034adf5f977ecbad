"""Who sits where, and what everybody may know of each: cards, tricks, words, open cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec
from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.events import INTO_HAND, NO_MOVE, OUT_OF_HAND, Event
from matto.engine.game import Game
from matto.engine.view import View
from matto.server.tables.views import SeatedPlayer
from matto.server.web.pages.context import PageContext, for_all_who_look
from matto.telling.story import QUIET, UNSAID

ROUND_THE_TABLE: Mapping[int, Sequence[str]] = {
    2: ("bottom", "top"),
    3: ("bottom", "right", "left"),
    4: ("bottom", "right", "top", "left"),
    5: ("bottom", "right", "top-right", "top-left", "left"),
}
"""Places as one looks at the table, the own first and then to the right."""

MIRRORED: Mapping[str, str] = {
    "right": "left",
    "left": "right",
    "top-right": "top-left",
    "top-left": "top-right",
}
TO_THE_RIGHT = "right"

BID = frozenset({"talk", "bid", "call", "demand", "negotiate"})
"""Kinds of words that stay beside whoever said them until he says another."""

ANNOUNCED = frozenset({"announce", "declare"})
"""Kinds of words that are added to those."""

MOST_WORDS = 3

LEAST_FOR_SIDES = 3
"""Where two play, nobody is alone against others."""

TWO = 2
"""So many parties there are, and a pair are so many."""

COUNTED_OPENLY: Mapping[str, int] = {"packet": 1, "takes talon": 1, "has laid away": -1}
"""Events that tell all how many cards went into a hand, or out of it."""

SHOWN = frozenset({"shown", "shows", "turned up", "draws", "takes", "declare"})
"""Events by which all see cards that stay in a hand."""

LEAVES_UNSEEN = frozenset({"has laid away", "has given"})
"""Events by which cards leave a hand without being seen: what was known of it may be gone."""


class Seat(msgspec.Struct, frozen=True):
    """One place at the table as the page draws it.

    `may_speak`: may answer before the seat asked does; `known` are cards seen in the hand,
    `open` those that lie face up with the tricks of its side, `heap_of` the names of that side:
    for the first of it alone, so that the heap is told once.
    """

    player: SeatedPlayer
    name: str
    place: str
    cards: int | None
    tricks: int
    deals: bool
    acts: bool
    may_speak: bool
    friend: bool
    alone: bool
    partner: str
    said: tuple[Markup, ...]
    known: tuple[str, ...]
    open: tuple[str, ...]
    heap_of: tuple[str, ...]

    @property
    def seen(self) -> tuple[str, ...]:
        return self.known + self.open


def places(seats: int, own: int, direction: str) -> tuple[str, ...]:
    """Where each seat is drawn; the viewer sits at the bottom, the play goes its direction."""
    round_the_table = ROUND_THE_TABLE[seats]
    found = (round_the_table[(seat - own) % seats] for seat in range(seats))
    if direction == TO_THE_RIGHT:
        return tuple(found)
    return tuple(MIRRORED.get(place, place) for place in found)


def seats_of(context: PageContext, sides: Sequence[int] = ()) -> tuple[Seat, ...]:
    """All places, beginning with the one after the viewer's own, his own last.

    `sides` give each seat's party where no viewer needs to find it out: with open cards.
    """
    table_view, view = context.table_view, context.view
    placed = places(context.seats, table_view.seat or 0, table_view.game.direction)
    counts = None if view is None else cards_held(view)
    lone = lone_among(sides) if sides else lone_player(context)
    partner = {seat: context.names[other] for seat, other in pairs_in(sides).items()}
    words = {} if view is None else last_words(view.openly)
    known = {} if view is None else cards_known(view)
    lying_open, heap_of = _lying_open(context)
    waiting = None if view is None else view.waiting
    return tuple(
        Seat(
            player=table_view.players[seat],
            name=context.names[seat],
            place=placed[seat],
            cards=None if counts is None else counts[seat],
            tricks=0 if view is None else sum(one.winner == seat for one in view.tricks),
            deals=seat == (table_view.dealer if view is None else view.dealer),
            acts=waiting is not None and waiting.seat == seat,
            may_speak=waiting is not None and seat in waiting.others,
            friend=seat in context.friends,
            alone=seat == lone,
            partner=partner.get(seat, ""),
            said=tuple(_as_said(context, seat, word) for word in words.get(seat, ())),
            known=known.get(seat, ()),
            open=lying_open.get(seat, ()),
            heap_of=heap_of.get(seat, ()),
        )
        for seat in _own_last(table_view.seat or 0, context.seats)
    )


def _own_last(own: int, seats: int) -> list[int]:
    return [(own + step) % seats for step in range(1, seats + 1)]


def lone_among(sides: Sequence[int]) -> int | None:
    lone = (seat for seat, side in enumerate(sides) if sides.count(side) == 1)
    workers = len(sides) >= LEAST_FOR_SIDES and len(set(sides)) == TWO
    return next(lone, None) if workers else None


def pairs_in(sides: Sequence[int]) -> Mapping[int, int]:
    """The partner of each whose party are two; of three, the others being two tell enough."""
    parties = {side: [seat for seat, own in enumerate(sides) if own == side] for side in sides}
    pairs = [party for party in parties.values() if len(party) == TWO < len(sides) - 1]
    return {seat: other for party in pairs for seat, other in (party, reversed(party))}


def lone_player(context: PageContext) -> int | None:
    """Who plays against all others together, as far as the viewer knows.

    The viewer may know his own side himself; that he, or another, is alone against it he knows
    when everybody knows it.
    """
    rest = set(range(context.seats)) - context.friends - {context.table_view.seat}
    if context.friends:
        return rest.pop() if len(rest) == 1 else None
    if context.view is None or context.seats < LEAST_FOR_SIDES:
        return None
    return lone_known_to_all(context.table_view.game, context.view.openly)


@for_all_who_look
def lone_known_to_all(game: Game, openly: View) -> int | None:
    """Who plays against all others together, as everybody knows."""
    everybody = frozenset(range(game.seats))

    @cache
    def side(seat: int) -> frozenset[int]:
        """Asked for once, and mostly of the first two: they tell that nobody is alone."""
        return game.friends(openly.known_to_all(seat))

    lone = (
        seat
        for seat in everybody
        if all(side(other) == everybody - {other, seat} for other in everybody - {seat})
    )
    return next(lone, None)


def cards_held(view: View) -> tuple[int, ...]:
    """How many cards each holds, as everybody knows; the viewer's own as he holds them."""
    held = [*_held_openly(view.openly)]
    if view.seat is not None:
        held[view.seat] = len(view.hand)
    return tuple(held)


@for_all_who_look
def _held_openly(openly: View) -> tuple[int, ...]:
    held = [0] * openly.seats
    for event in openly.events:
        if event.kind == "play":
            held[event.seat] -= 1
        elif event.moves != NO_MOVE:
            held[event.seat] += event.moves * len(event.what)
        elif event.kind in COUNTED_OPENLY:
            held[event.seat] += COUNTED_OPENLY[event.kind] * int(event.what[0])
        elif event.kind == "has given":
            held[event.seat] -= 1
            held[int(event.what[0])] += 1
    return tuple(held)


@for_all_who_look
def last_words(openly: View) -> Mapping[int, tuple[str, ...]]:
    """What each said last in the bidding and the talk, and what he announced and declared."""
    words: dict[int, tuple[str, ...]] = {}
    dealt_since = False
    for event in openly.beside_play:
        if event.kind == "packet":
            dealt_since = bool(words)
        elif event.kind in BID and event.what[0] not in QUIET:
            if dealt_since:  # new cards, and a new round of talk
                words, dealt_since = {}, False
            words[event.seat] = event.what
        elif event.kind in ANNOUNCED and event.what[0] not in UNSAID | QUIET.keys():
            words[event.seat] = (*words.get(event.seat, ()), *event.what)
    return {seat: said[-MOST_WORDS:] for seat, said in words.items()}


def _as_said(context: PageContext, seat: int, word: str) -> Markup:
    """A word as it stands beside whoever said it: a bare card that he calls, with the verb."""
    view = context.view
    if word in NUMBER and view is not None and (seat, word) in view.heard("call"):
        return context.say("calls {card}", card=context.chip(word))
    return context.word(word)


def cards_known(view: View) -> Mapping[int, tuple[str, ...]]:
    """Cards that the viewer has seen in another's hand and that are still there."""
    known: dict[int, set[str]] = {}
    own = view.seat
    for event in [event for event in view.beside_play if event.seat != own]:
        if event.kind in LEAVES_UNSEEN:
            if not _was_given(event, own):
                known.pop(event.seat, None)
        elif event.moves == OUT_OF_HAND:
            known.get(event.seat, set()).difference_update(event.what)
        elif (event.moves == INTO_HAND or event.kind in SHOWN) and _are_cards(event.what):
            known.setdefault(event.seat, set()).update(event.what)
    if not known:
        return {}
    # a card may be shown that lies on the table already
    played = {card for event in view.events if event.kind == "play" for card in event.what}
    still = {seat: cards - played for seat, cards in known.items()}
    return {seat: view.pack.sort(cards) for seat, cards in still.items() if cards}


def _was_given(event: Event, seat: int | None) -> bool:
    return event.kind == "has given" and event.what == (str(seat),)


def _are_cards(words: Sequence[str]) -> bool:
    return all(word in NUMBER for word in words)


def _lying_open(
    context: PageContext,
) -> tuple[Mapping[int, tuple[str, ...]], Mapping[int, tuple[str, ...]]]:
    """By seat what lies open with the tricks of its side; by the first of each its names."""
    view = context.view
    heaps = {} if view is None else open_heaps(context.table_view.game, view.openly)
    return (
        {seat: cards for seats, cards in heaps.items() for seat in seats},
        {seats[0]: tuple(context.names[seat] for seat in seats) for seats in heaps},
    )


@for_all_who_look
def open_heaps(game: Game, openly: View) -> Mapping[tuple[int, ...], tuple[str, ...]]:
    """Cards of won tricks that lie face up, by the seats whose heap they lie with."""
    return {
        seats: openly.pack.sort(cards)
        for seats, cards in game.lying_open(openly).items()
        if cards and seats
    }

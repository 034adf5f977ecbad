"""Who sits where, and what everybody may know of each: cards, tricks, words, open cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.events import INTO_HAND, NO_MOVE, OUT_OF_HAND, Event
from matto.engine.game import Game
from matto.engine.view import View
from matto.server.web.pages.context import PageContext, for_all_who_look
from matto.server.web.pages.templates import for_templates
from matto.telling.story import QUIET, UNSAID

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


def lone_among(sides: Sequence[int]) -> int | None:
    lone = (seat for seat, side in enumerate(sides) if sides.count(side) == 1)
    workers = len(sides) >= LEAST_FOR_SIDES and len(set(sides)) == TWO
    return next(lone, None) if workers else None


@for_templates
def pairs_in(sides: Sequence[int]) -> Mapping[int, int]:
    """The partner of each whose party are two; of three, the others being two tell enough."""
    parties = {side: [seat for seat, own in enumerate(sides) if own == side] for side in sides}
    pairs = [party for party in parties.values() if len(party) == TWO < len(sides) - 1]
    return {seat: other for party in pairs for seat, other in (party, reversed(party))}


@for_templates
def lone_player(context: PageContext) -> int | None:
    """Who plays against all others together, as far as the viewer knows.

    The viewer may know his own side himself; that he, or another, is alone against it he knows
    when everybody knows it.
    """
    if context.sides:
        return lone_among(context.sides)
    rest = set(range(context.seats)) - context.friends - {context.table_view.seat}
    if context.friends:
        return rest.pop() if len(rest) == 1 else None
    if context.view is None or context.seats < LEAST_FOR_SIDES:
        return None
    return lone_known_to_all(context.table_view.game, context.view.openly)


@for_all_who_look
def lone_known_to_all(game: Game, openly: View) -> int | None:
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


@for_templates
def cards_held(view: View) -> tuple[int, ...]:
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


@for_templates
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


@for_templates
def word_of_seat(context: PageContext, seat: int, word: str) -> Markup:
    """A word as it stands beside whoever said it: a bare card that he calls, with the verb."""
    view = context.view
    if word in NUMBER and view is not None and (seat, word) in view.heard("call"):
        return context.say("calls {card}", card=context.chip(word))
    return context.word(word)


@for_templates
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


@for_templates
@for_all_who_look
def open_heaps(game: Game, openly: View) -> Mapping[tuple[int, ...], tuple[str, ...]]:
    """Cards of won tricks that lie face up, by the seats whose heap they lie with."""
    return {
        seats: openly.pack.sort(cards)
        for seats, cards in game.lying_open(openly).items()
        if cards and seats
    }


@for_templates
def tricks_won(view: View) -> tuple[int, ...]:
    winners = [trick.winner for trick in view.tricks]
    return tuple(winners.count(seat) for seat in range(view.seats))


@for_templates
def lying_open_with(
    heaps: Mapping[tuple[int, ...], tuple[str, ...]], seat: int
) -> tuple[str, ...]:
    """The cards that lie face up with the tricks of a seat's side."""
    return next((cards for seats, cards in heaps.items() if seat in seats), ())

"""Seats and cards at the table: what is known of each seat, values, hand, trick and talon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from matto.engine.cards import DISPLAY_SUITS, FOOL, NUMBER
from matto.engine.events import ALL, INTO_HAND, NO_MOVE, OUT_OF_HAND, Decision, Event
from matto.engine.game import Game
from matto.engine.view import View
from matto.engine.words import N_, text
from matto.server.http.requests import Display
from matto.server.web.page_context import (
    MOST_NAMINGS,
    PageContext,
    face,
    for_all_who_look,
    read_out,
    spoken_of,
    with_suit_signs,
)
from matto.server.web.rendering import Say, for_templates, fragment
from matto.telling.naming import SIGNS, Naming
from matto.telling.story import QUIET, UNSAID, best_of

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
    """Return who plays against all others together, as far as the viewer knows.

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
    """Return the last words of each in bidding and talk, his announcements and declarations."""
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
            if event.kind != "has given" or event.what != (str(own),):
                known.pop(event.seat, None)
        elif event.moves == OUT_OF_HAND:
            known.get(event.seat, set()).difference_update(event.what)
        elif event.moves == INTO_HAND or event.kind in SHOWN:
            known.setdefault(event.seat, set()).update(NUMBER.keys() & event.what)
    if not known:
        return {}
    # a card may be shown that lies on the table already
    played = {card for event in view.events if event.kind == "play" for card in event.what}
    still = {seat: cards - played for seat, cards in known.items()}
    return {seat: view.pack.sort(cards) for seat, cards in still.items() if cards}


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


EQUALS = "="
LEAST_RUN = 3
"""So many cheapest cards or more are written as a row, by the first and the last."""


class CardValue(NamedTuple):
    """A card, or a row of the cheapest, as written; `counts` is 0 where it counts the least."""

    written: str
    name: Markup
    counts: int


@for_templates
@lru_cache(maxsize=MOST_NAMINGS)
def card_values_fragment(naming: Naming, language: str) -> Markup:
    signs = {letter: with_suit_signs(sign) for letter, sign in SIGNS.items()}
    return Markup(
        fragment(
            "table/worth.html", Display(language), worth=card_values_in(naming), signs=signs
        )
    )


def card_values_in(
    naming: Naming,
) -> Iterator[tuple[Sequence[str], str, Sequence[CardValue], bool]]:
    """Yield suits that are alike, their names, their cards, and whether the lower number wins.

    After the suits of the pack come the trumps, and the Fool where it is none of them.
    """
    pack = naming.pack
    ranks = sorted((pack.ranks_of[suit], suit) for suit in DISPLAY_SUITS)
    for alike, group in groupby(ranks, key=lambda one: one[0]):
        suits = [suit for _, suit in group]
        name = ", ".join(naming.words(pack.suit_names[suit]) for suit in suits)
        cards = [suits[0] + rank for rank in alike]
        yield suits, name, [*_card_values(naming, cards)], rank_rises(alike)
    yield (), naming.words(pack.trump_name), [*_card_values(naming, pack.trumps.split())], False
    if pack.fool and not pack.fool_is_trump:
        yield (), naming.words(text("Fool")), [*_card_values(naming, [FOOL])], False


@for_templates
def rank_rises(ranks: Sequence[str]) -> bool:
    numbers = [int(rank) for rank in ranks if rank.isdigit()]
    return numbers == sorted(numbers)


def _card_values(naming: Naming, cards: Sequence[str]) -> Iterator[CardValue]:
    """Cards from high to low, the cheapest in rows; equals are one, joined by `=`."""
    values = naming.pack.value_of
    least = min(values.values())

    def cheapest(card: str) -> bool:
        return values.get(card) == least and not _name(naming, card)

    for are_cheapest, group in groupby(cards, key=cheapest):
        run = list(group)
        if are_cheapest and len(run) >= LEAST_RUN:
            row = f"{_written(naming, run[0])} … {_written(naming, run[-1])}"
            yield CardValue(row, Markup(), 0)
            continue
        for card in run:
            value = values[card.partition(EQUALS)[0]]
            counts = value if value > least else 0
            yield CardValue(_written(naming, card), _name(naming, card), counts)


def _written(naming: Naming, card: str) -> str:
    """The rank of a plain card or the number of a trump; the Fool has only a name."""
    if EQUALS in card:
        return " = ".join(_written(naming, equal) for equal in card.split(EQUALS))
    return "" if card == FOOL else naming.number(card) or card[1:]


def _name(naming: Naming, card: str) -> Markup:
    """Return what players call a card; empty for one that only has a number."""
    if card[0] not in DISPLAY_SUITS:
        return Markup() if EQUALS in card else read_out(naming.own_name(card))
    rank = card[1:]
    name = "" if rank.isdigit() else naming.names.get(card) or naming.rank(rank)
    return read_out(naming.called(name))


MAY: Mapping[str, str] = {
    "play": N_("{card}, may be played"),
    "discard": N_("{card}, may be laid away"),
    "give": N_("{card}, may be given"),
    "show": N_("{card}, may be shown"),
}
MAY_BE_CHOSEN = N_("{card}, may be chosen")
PLAY_AGAIN = N_("{card}, to play again yourself")

_BUTTON = Markup(
    '<button form="do" name="choice" value="{card}" id="h-{card}" class="card {suit}"'
    ' data-choice="{card}" aria-disabled="{barred}" aria-label="{label}"{to}>{face}</button>'
)


@for_templates
def choosable_now(context: PageContext) -> frozenset[str]:
    view = context.view
    if view is None or context.table_view.proposal is not None:
        return frozenset()  # nobody plays on until that is settled
    return frozenset(view.hand) if context.stood_in else choosable(view.decision, view.hand)


@for_templates
def what_cards_do(context: PageContext) -> str:
    """Return what choosing a card does; whoever is stood in for has his seat again."""
    decision = None if context.view is None else context.view.decision
    if context.stood_in:
        return PLAY_AGAIN
    return "" if decision is None else MAY.get(decision.kind, MAY_BE_CHOSEN)


def choosable(decision: Decision | None, hand: tuple[str, ...]) -> frozenset[str]:
    """The cards to be chosen in the hand; none where cards of others are offered, too."""
    if decision is None:
        return frozenset()
    cards = frozenset(choice for choice in decision.options if choice in NUMBER)
    return cards if cards.issubset(hand) else frozenset()


@for_templates
@lru_cache(maxsize=16384)
def card_button(say: Say, naming: Naming, faces: str, card: str, may: str, to: str) -> Markup:
    """A card, and what may be done with it: nothing, if that is not said."""
    spoken = spoken_of(naming, card)
    label = say(may, card=spoken) if may else spoken
    return _BUTTON.format(
        card=card,
        suit=card[0],
        barred="false" if may else "true",
        label=label,
        to=Markup(' formaction="{}"').format(to) if to else "",
        face=face(faces, card),
    )


DEALS_KEPT = 2048
SHOWN_TALON = frozenset({"talon", "bottom card"})


class TrickOnTable(msgspec.Struct, frozen=True):
    """A trick as it lies: its number, its cards by seat, and the seat that takes it so far."""

    number: int
    cards: tuple[tuple[int, str], ...]
    best: int | None
    done: bool = False


class TalonOnTable(msgspec.Struct, frozen=True):
    """What lies over: cards seen (`alone`: by the viewer only), how many unseen (`down`)."""

    seen: tuple[str, ...]
    alone: bool
    down: int
    stock: int | None


@for_templates
def trick_on_table(view: View) -> TrickOnTable | None:
    """The trick that is going on; else the last one, which lies there until the next card."""
    if view.lying:
        return TrickOnTable(len(view.tricks) + 1, view.lying, best_of(view, view.lying))
    return last_trick_of(view)


@for_templates
def last_trick_of(view: View) -> TrickOnTable | None:
    if not view.tricks:
        return None
    last = view.tricks[-1]
    return TrickOnTable(
        len(view.tricks), tuple(last.by_seat(view.seats)), last.winner, done=True
    )


@for_templates
@lru_cache(maxsize=DEALS_KEPT)
def packets_dealt(beside_play: tuple[Event, ...]) -> str:
    """The packets of the deal as they came: each seat with how many cards, and one's own.

    Such as `1:5 2:5 0:2:SK.B3`: whoever sees a packet's cards is told them, and nobody else.
    """
    packets: list[str] = []
    seen: dict[int, tuple[str, ...]] = {}
    for event in beside_play:
        if event.kind == "dealt":
            seen[event.seat] = event.what
        elif event.kind == "packet":
            own = ".".join(seen.pop(event.seat, ()))
            packets.append(f"{event.seat}:{event.what[0]}" + (f":{own}" if own else ""))
    return " ".join(packets)


@for_templates
def talon_on_table(game: Game, view: View) -> TalonOnTable | None:
    """Return what lies over and has not been taken; None if there is nothing."""
    if view.result is not None:
        return None
    shown, alone, taken = _shown_talon(view)
    laid_down = [int(count) for _, count in view.heard("stock")]
    stock = sum(laid_down) - len(view.heard("draws")) if laid_down else None
    talon = 0 if stock is not None else game.dealing(view.options).talon
    down = max(0, talon - taken - len(shown))
    if not shown and not down and stock is None:
        return None
    return TalonOnTable(view.pack.sort(shown), alone, down, stock)


def _shown_talon(view: View) -> tuple[set[str], bool, int]:
    """The talon's cards that the viewer sees, whether he alone does, how many are taken."""
    shown: set[str] = set()
    alone, taken = False, 0
    for event in view.beside_play:
        if event.kind in SHOWN_TALON:
            shown = set(event.what)
            alone = event.seen_by != ALL
        elif event.kind == "takes talon":
            taken += int(event.what[0])
            shown.clear()
        elif shown and event.moves != NO_MOVE:
            shown.difference_update(event.what)
    return shown, alone, taken

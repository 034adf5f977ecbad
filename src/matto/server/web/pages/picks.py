"""Cards that may be named, by suits, and marks where to name one means something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from markupsafe import Markup

from matto.engine.cards import NUMBER, SUITS
from matto.engine.table import Decision, View
from matto.engine.words import N_
from matto.server.web.pages.context import PageContext, by_suit
from matto.server.web.pages.signs import drawn
from matto.server.web.pages.trick import over_of
from matto.server.web.pages.values import rising
from matto.telling.naming import SIGNS

CALL = "call"
OWN, OPEN = "own", "open"
"""Marks of a card: one holds it oneself, or it lies open before all."""

SPOKEN: Mapping[str, str] = {
    "": "{card}",
    OWN: N_("{card}, in your hand"),
    OPEN: N_("{card}, lies open"),
}
NAMED: Mapping[str, str] = {OWN: N_("Cards in your own hand."), OPEN: N_("Cards lying open.")}
OWN_CALLED = N_("Cards in your own hand: call one, and you play alone, unknown to all.")
OPEN_CALLED = N_("Cards lying open: call one, and you play with {name}, known to all.")
OPEN_CALLED_ALONE = N_("Cards lying open: call one, and you play alone, known to all.")
"""What it means to name a marked card."""


class Pick(msgspec.Struct, frozen=True):
    """A card that may be named; `mark` is `own`, `open` or nothing."""

    card: str
    written: Markup
    spoken: Markup
    mark: str


class Picks(msgspec.Struct, frozen=True):
    """The cards of one suit that may be named; `rising`: the lower number wins."""

    name: str
    letter: str
    sign: Markup
    rising: bool
    cards: tuple[Pick, ...]


def picks_for(
    context: PageContext, choices: Sequence[str], hand: Sequence[str]
) -> tuple[Picks, ...]:
    """The cards among some choices, by suits."""
    cards = tuple(choice for choice in choices if choice in NUMBER)
    over = over_of(context) if cards else None
    marks = {
        **dict.fromkeys(() if over is None or over.alone else over.seen, OPEN),
        **dict.fromkeys(hand, OWN),
    }
    return tuple(
        Picks(
            context.suit_name(letter),
            letter,
            drawn(SIGNS.get(letter, "")),
            letter in SUITS and rising(context.naming.pack.ranks_of[letter]),
            tuple(_pick(context, card, marks.get(card, "")) for card in group),
        )
        for letter, group in by_suit(cards)
    )


def _pick(context: PageContext, card: str, mark: str) -> Pick:
    spoken = context.spoken(card)
    if mark:
        spoken = context.say(SPOKEN[mark], card=spoken)
    return Pick(card, context.short(card), spoken, mark)


def marks_told(
    context: PageContext, decision: Decision, picks: Sequence[Picks]
) -> tuple[tuple[str, Markup], ...]:
    """What each mark among the cards means."""
    found = {pick.mark: pick.card for suit in picks for pick in suit.cards if pick.mark}
    return tuple(
        (mark, _meaning(context, decision, mark, found[mark]))
        for mark in NAMED
        if mark in found
    )


def _meaning(context: PageContext, decision: Decision, mark: str, card: str) -> Markup:
    view = context.view
    if decision.kind != CALL or view is None:
        return context.say(NAMED[mark])
    if mark == OWN:
        return context.say(OWN_CALLED)
    partner = next(_partners(context, view, card, decision.seat), None)
    if partner is None:
        return context.say(OPEN_CALLED_ALONE)
    return context.say(OPEN_CALLED, name=context.names[partner])


def _partners(context: PageContext, view: View, card: str, seat: int) -> Iterator[int]:
    """Who is on a seat's side once it has named a card."""
    for prospect in context.table_view.game.prospects(view, card):
        side = () if prospect.after is None else prospect.after.side
        yield from (one for one in range(len(side)) if side[one] == side[seat] and one != seat)

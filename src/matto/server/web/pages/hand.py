"""The viewer's own hand: sorted by suit, with what may be chosen of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.table import Decision
from matto.engine.words import N_
from matto.server.web.pages.context import PageContext, by_suit, spoken_of, suit_name
from matto.server.web.pages.environment import Say
from matto.server.web.pages.faces import Faces
from matto.telling.naming import Naming

MAY: Mapping[str, str] = {
    "play": N_("{card}, may be played"),
    "discard": N_("{card}, may be laid away"),
    "give": N_("{card}, may be given"),
    "show": N_("{card}, may be shown"),
}
HANDS_KEPT = 2048
MAY_BE_CHOSEN = N_("{card}, may be chosen")
PLAY_AGAIN = N_("{card}, to play again yourself")

_BUTTON = Markup(
    '<button form="do" name="choice" value="{card}" id="h-{card}" class="card {suit}"'
    ' data-choice="{card}" aria-disabled="{barred}" aria-label="{label}"{to}>{face}</button>'
)


class Suit(msgspec.Struct, frozen=True):
    """The cards of one suit in a hand."""

    name: str
    letter: str
    cards: Markup


class Hand(msgspec.Struct, frozen=True):
    """A hand: how many cards, whether one is asked for, and whether only some may be chosen."""

    count: int
    suits: tuple[Suit, ...]
    asked: bool
    some: bool


def hand_of(context: PageContext) -> Hand | None:
    """The viewer's hand; None for an onlooker and before the deal."""
    view = context.view
    if view is None or view.seat is None or view.result is not None:
        return None
    legal = choosable(view.decision, view.hand)
    if context.table_view.proposal is not None:
        legal = frozenset()  # nobody plays on until that is settled
    may = "" if view.decision is None else MAY.get(view.decision.kind, MAY_BE_CHOSEN)
    look = context.say, context.naming, context.faces
    if context.stood_in:  # whichever card one chooses, one has the seat again
        to = f"/t/{context.table_view.table}/return"
        return _drawn(*look, view.hand, frozenset(view.hand), PLAY_AGAIN, to)
    return _drawn(*look, view.hand, legal, may if legal else "")


@lru_cache(maxsize=HANDS_KEPT)
def _drawn(
    say: Say,
    naming: Naming,
    faces: Faces,
    hand: tuple[str, ...],
    legal: frozenset[str],
    may: str,
    to: str = "",
) -> Hand:
    """A hand, which stays as it is while others play."""
    look = say, naming, faces
    suits = tuple(
        Suit(
            name=suit_name(naming, letter),
            letter=letter,
            cards=Markup(
                "".join(
                    _button(*look, card, may if card in legal else "", to) for card in cards
                )
            ),
        )
        for letter, cards in by_suit(hand)
    )
    some = bool(legal) and len(legal) < len(hand)
    return Hand(len(hand), suits, bool(legal) and not to, some)


def choosable(decision: Decision | None, hand: tuple[str, ...]) -> frozenset[str]:
    """The cards to be chosen in the hand; none where cards of others are offered, too."""
    if decision is None:
        return frozenset()
    cards = frozenset(choice for choice in decision.options if choice in NUMBER)
    return cards if cards.issubset(hand) else frozenset()


@lru_cache(maxsize=16384)
def _button(say: Say, naming: Naming, faces: Faces, card: str, may: str, to: str) -> Markup:
    """A card, and what may be done with it: nothing, if that is not said."""
    spoken = spoken_of(naming, card)
    label = say(may, card=spoken) if may else spoken
    return _BUTTON.format(
        card=card,
        suit=card[0],
        barred="false" if may else "true",
        label=label,
        to=Markup(' formaction="{}"').format(to) if to else "",
        face=faces.face(card),
    )

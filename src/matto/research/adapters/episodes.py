"""An episode of any environment: a deal with observations as arrays, payments, and pictures."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from numbers import Integral
from operator import index
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from matto.engine.cards import NUMBER
from matto.engine.errors import MattoError
from matto.engine.events import Deal, Decision
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.view import View
from matto.engine.words import text, translator
from matto.games import game_of
from matto.players.encoding import NotEncoded, encoding_of
from matto.telling.cardart import sprite_for, style_of
from matto.telling.naming import Naming
from matto.telling.story import story

GIVEN = ("dealer", "deal", "carried")
"""The optional start of an episode."""

OF_THE_SUITE = "options"
"""PettingZoo's own suite gives this to every environment, and wants it to be taken."""


class BadEnvironment(MattoError):
    """An environment or an episode that cannot be made as asked."""


def check_seat(seat: int, seats: int) -> None:
    """Raise `BadEnvironment` unless a game has the seat."""
    if seat not in range(seats):
        raise BadEnvironment(
            text("Seats are 0 to {last}, not {seat}.", last=seats - 1, seat=str(seat))
        )


def check_given(given: Mapping[str, Any], game: Game) -> None:
    """Raise `BadEnvironment` unless an episode can begin with what is given; see `begin`."""
    wrong = [str(key) for key in given if key not in {*GIVEN, OF_THE_SUITE}]
    if wrong:
        raise BadEnvironment(
            text(
                "An episode is given {known}, not “{wrong}”.",
                known=", ".join(GIVEN),
                wrong=", ".join(wrong),
            )
        )
    deal, carried = given.get("deal"), given.get("carried")
    if not (deal is None or isinstance(deal, Deal)):
        raise BadEnvironment(
            text("“deal” is a Deal, such as run.setup.deal, not {given}.", given=repr(deal))
        )
    if not (carried is None or _is_carried(carried, game)):
        names = ", ".join(game.carried) or "–"
        raise BadEnvironment(
            text(
                "“carried” has a whole number for each of these: {names}. This is something "
                "else: {given}.",
                names=names,
                given=repr(carried),
            )
        )


def _is_carried(carried: object, game: Game) -> bool:
    if not isinstance(carried, Mapping) or set(carried) != set(game.carried):
        return False
    return all(isinstance(amount, Integral) for amount in carried.values())


def check_render_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Raise `BadEnvironment` unless an environment is rendered so."""
    if mode is not None and mode not in modes:
        raise BadEnvironment(
            text("It is rendered as {modes}, not as {mode}.", modes=", ".join(modes), mode=mode)
        )


def paid(run: Run) -> tuple[float, ...]:
    """Return what each seat has won; nothing before the end.

    It adds up to nothing to the last bit: the last seat has what all others lack.
    """
    if run.result is None:
        return (0.0,) * run.game.seats
    *others, _ = map(float, run.result.net(run.game.unit))
    return (*others, -sum(others))


def most_paid(game: Game, options: Options, carried: Mapping[str, int] | None = None) -> float:
    """Return what a seat wins or loses at the most; raises `UnknownBounds`."""
    low, high = game.bounds(options, carried)
    return (high - low) * (game.seats - 1) / game.seats / game.unit


Observation = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


class EncodedDeals:
    """A game with its options; `encoding` has the names of all entries and actions."""

    def __init__(
        self, game: Game | str, preset: str | None, options: Mapping[str, object]
    ) -> None:
        self.game = game_of(game)
        self.options = self.game.resolve(options, preset)
        self.encoding = encoding_of(self.game, self.options)
        self.actions = len(self.encoding.actions)
        self.most_paid = most_paid(self.game, self.options)

    def begin(self, rng: random.Random, given: Mapping[str, Any] | None) -> Run:
        """Begin a deal.

        What may be given: `dealer` (a seat; else drawn), `deal` (the cards; else shuffled) and
        `carried` (what the deals before have left, such as a pot; else that of a first deal).
        Raises `BadEnvironment` for anything else.
        """
        given = given or {}
        check_given(given, self.game)
        dealer = given.get("dealer")
        if dealer is None:
            dealer = rng.randrange(self.game.seats)
        check_seat(dealer, self.game.seats)
        deal = given.get("deal")
        if deal is None:
            deal = self.game.shuffled(self.options, dealer, rng)
        carried = given.get("carried")
        return Run(self.game, deal, dealer=dealer, options=self.options, carried=carried)

    def choice(self, asked: Decision, action: object) -> str:
        """Return the choice that an action stands for; raises `NotEncoded` if there is none."""
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            raise NotEncoded(
                text("An action is a whole number, not {given}.", given=repr(action))
            ) from None
        return self.encoding.choice(asked, number)

    def observed(self, view: View) -> Observation:
        """Return what a seat sees, every entry between 0 and 1."""
        return self.encoding.observe(view) * self.encoding.scale

    def mask(self, view: View) -> Mask:
        """Return what a seat may choose: 1 or 0 for each action; nothing unless it is asked."""
        mask = np.zeros(self.actions, np.int8)
        if view.decision is not None:
            self.encoding.mask(view.decision, out=mask)
        return mask


LANGUAGE = "en"
CARD_WIDTH, CARD_HEIGHT, GAP, LINE = 50, 90, 6, 24
WIDEST = 16
"""How many cards lie in a line of the picture."""


class TextLine(NamedTuple):
    """A line of what is shown: what it is, words, and cards."""

    label: str
    words: Sequence[str] = ()
    cards: Sequence[str] = ()


def as_text(game: Game, view: View) -> str:
    """Tell what has happened, then what the seat holds and may choose."""
    naming = Naming(game, view.options, translator(LANGUAGE), signs=False)
    seats = [f"seat {seat}" for seat in range(view.seats)]
    told = [row.text for row in story(view, naming, seats, view.seat)]
    now = [f"{row.label}: {' '.join((*row.words, *row.cards))}" for row in _now(view)]
    return "\n".join((*told, *now)) + "\n"


def as_svg(game: Game, view: View) -> str:
    """Draw how it stands, as one SVG document."""
    pack = sprite_for(game, view.options, style_of(view.pack.suit_names), LANGUAGE).decode()
    width = WIDEST * (CARD_WIDTH + GAP) + GAP
    drawn, height = _drawn(_now(view))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="14">'
        f'<rect width="{width}" height="{height}" fill="#e8efe4"/>'
        f'<svg width="0" height="0">{pack}</svg>{drawn}</svg>\n'
    )


def _now(view: View) -> Iterator[TextLine]:
    """Return how it stands: the trick that lies, the hand, the question or the result."""
    if view.lying:
        seats = ", ".join(str(seat) for seat, _ in view.lying)
        yield TextLine(
            f"on the table, from seats {seats}", cards=[card for _, card in view.lying]
        )
    if view.hand:
        yield TextLine(f"hand of seat {view.seat}", cards=view.hand)
    if view.decision is not None:
        words = [word for word in view.decision.options if word not in NUMBER]
        cards = [card for card in view.decision.options if card in NUMBER]
        yield TextLine(f"seat {view.decision.seat} may {view.decision.kind}", words, cards)
    if view.result is not None:
        yield TextLine("scores", [str(score) for score in view.result.scores])


def _drawn(rows: Iterable[TextLine]) -> tuple[str, int]:
    """The rows one below another, and how high they are together."""
    parts, top = [], 0
    for row in rows:
        said = escape(f"{row.label}: {' '.join(row.words)}".removesuffix(": "))
        parts.append(f'<text x="{GAP}" y="{top + LINE - GAP}">{said}</text>')
        top += LINE
        for first in range(0, len(row.cards), WIDEST):
            line = row.cards[first : first + WIDEST]
            parts.extend(_card(card, place, top) for place, card in enumerate(line))
            top += CARD_HEIGHT + GAP
    return "".join(parts), top + GAP


def _card(card: str, place: int, top: int) -> str:
    x = GAP + place * (CARD_WIDTH + GAP)
    return (
        f'<use href="#{card}" x="{x}" y="{top}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}"/>'
    )

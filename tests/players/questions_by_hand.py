"""Questions for a card that are made by hand: what is held, what lies, and what went before."""

from __future__ import annotations

from collections.abc import Sequence

from matto.engine.events import ALL, INTO_HAND, OUT_OF_HAND, Decision, Event
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.players.vetoes import CardQuestion, Habit

GAME = find_game("barcellona-4")
"""Four seats, 0 and 2 against 1 and 3, and nothing is said."""
SETUP = Run.shuffled(GAME, seed=1).setup

Played = Sequence[tuple[int, str]]


def view_of(hand: str, lying: Played, before: Sequence[Played]) -> View:
    """What the seat after those that have played knows, holding these cards."""
    seat = (lying[-1][0] + 1) % 4 if lying else 0
    cards = hand.split()
    own = [card for trick in before for other, card in trick if other == seat]
    events = [Event("dealt", seat, (*cards, *own), 1 << seat, INTO_HAND)]
    for trick in before:
        events += [played(*one) for one in trick]
        events.append(Event("trick", trick[0][0], ()))
    events += [played(*one) for one in lying]
    asked = Decision(seat, "play", tuple(hand.split()))
    return View(SETUP, events, seat, asked)


def played(seat: int, card: str) -> Event:
    return Event("play", seat, (card,), ALL, OUT_OF_HAND)


def case(
    habit: Habit, card: str, hand: str, lying: Played = (), before: Sequence[Played] = ()
) -> bool | None:
    """Tell whether a card is a case of a habit; None if there is no occasion for it."""
    asked = CardQuestion(GAME, view_of(hand, lying, before))
    cards = set(habit(asked))
    return None if not cards or cards.issuperset(asked.legal) else card in cards

"""Constraints from words and deeds in the old games of the seven tarots."""

from __future__ import annotations

from collections.abc import Iterator

from matto.blocks.declare import Declaring
from matto.engine.cards import KINGS, THE_FOOL, TRUMPS, cards
from matto.engine.events import Event
from matto.engine.view import View
from matto.games.tarots import THE_THREE
from matto.games.tarots.grosstarock.announcements import allowed
from matto.games.tarots.marolles import HAS_NONE, LAYING_AWAY, declaring
from matto.players.inference.constraints import (
    AWAY,
    Constraint,
    Counted,
    Forbidden,
    OneOf,
    Part,
    at_least_one,
)
from matto.players.inference.constraints.shared import (
    declared_truly,
    from_others,
    laid_away_by,
    shown_one_by_one,
    where_played,
)

NULLO, ALLSTICH = "nullo", "allstich"
FEW, MOST = 3, 4  # tarocks of a dealer who may lay them away; so many more make no difference
NEVER = KINGS | cards("T21")  # 3.2


def lays_the_skat(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Tarocks go into the skat of one who has three or fewer: 3.2, 3.3."""
    seat = event.seat
    exactly = view.options["skat_tarocks"] == "exactly_three"

    def few(had: tuple[int, ...]) -> bool:
        return had[0] > 0 and (sum(had) == FEW or (sum(had) < FEW and not exactly))

    yield Forbidden(seat, NEVER, index, AWAY)
    parts = (Part(seat, TRUMPS, MOST, AWAY), Part(seat, TRUMPS, MOST))
    none = Forbidden(seat, TRUMPS, index, AWAY)
    yield OneOf(((none,), (Counted(parts, index + 1, few),)))


def is_not_bound(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """A dealer with the Sküs in the skat must announce Allstich before the first card: 3.5."""
    if event.seat != view.dealer or view.options["skues_in_skat"] != "announced":
        return
    played = any(one.kind == "play" for one in view.events[:index])
    if not played and event.what[0] != ALLSTICH:
        yield Forbidden(event.seat, THE_FOOL, index, AWAY)


def holds_no_matador(_view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Whoever announces Nullo holds no Matador, where Matadors bar it: 4.14."""
    if event.what[0] == NULLO:
        yield Forbidden(event.seat, THE_THREE, index)


def holds_no_skues(_view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Whoever announces Allstich does not hold the Sküs, where it bars it: 4.15."""
    if event.what[0] == ALLSTICH:
        yield Forbidden(event.seat, THE_FOOL, index)


def declaring_at(view: View, seat: int, index: int) -> Declaring:
    """Return what a seat could announce before an event."""
    said: dict[str, list[int]] = {}
    for event in view.events[:index]:
        if event.kind == "declare":
            said.setdefault(event.what[0], []).append(event.seat)
    return allowed(said, view.options, seat, (view.dealer + 1) % view.seats)


GROSSTAROCK = (
    from_others("has laid away", lays_the_skat),
    from_others("announce", is_not_bound),
    where_played(
        from_others("announce", holds_no_matador), "nullo_with_matadors", "barred", "unpaid"
    ),
    where_played(from_others("announce", holds_no_skues), "allstich_with_skues", "barred"),
    declared_truly(declaring_at),
    shown_one_by_one(),
)


def answers(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Each says whether he was dealt one of the three, which cannot be laid away: 3.21, 3.3."""
    first_card = next(i for i, e in enumerate(view.events) if e.kind == "play" or i == index)
    if event.what[0] == HAS_NONE:
        yield Forbidden(event.seat, THE_THREE, first_card)
    else:
        yield at_least_one(event.seat, THE_THREE, first_card)


MAROLLES = (
    laid_away_by(LAYING_AWAY),
    declared_truly(lambda view, _seat, _at: declaring(view.options)),
    shown_one_by_one(),
    from_others("answers", answers),
)


BY_GAME = {"grosstarock": GROSSTAROCK, "marolles": MAROLLES}

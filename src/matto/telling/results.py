"""What a deal or a match brought, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from matto.engine.game import Game
from matto.engine.match import spelled
from matto.engine.options import Options
from matto.engine.points_paid import card_points_pay
from matto.engine.prices import Amounts
from matto.engine.scoring import Row
from matto.engine.words import Text, text
from matto.telling.prices import paid_to


def brought(game: Game, amount: int) -> Text:
    """What a deal brought its player, such as `You lose 13 points`."""
    if not amount:
        return text("You neither win nor lose.")
    much = spelled(game, amount).lstrip("+−")
    unit = Text(game.single_unit if abs(amount) <= game.unit else game.unit_name)
    if amount > 0:
        return text("You win {amount} {unit}.", amount=much, unit=unit)
    return text("You lose {amount} {unit}.", amount=much, unit=unit)


def of_points(game: Game, options: Options) -> Text | None:
    """What is to be said of card points where they stand beside what is paid."""
    if card_points_pay(game, options):
        return None
    return text("they pay nothing in this game")


def because(
    game: Game, names: Sequence[str], rows: Sequence[Row], item: Callable[[str], str], seat: int
) -> Text | None:
    """Who has paid a seat for what, and whom it has paid; None where nothing was.

    Items that are paid alike are told with their sum.
    """
    paid: dict[str, Amounts] = {}
    for row in rows:
        paid[row.item] = _added([paid.get(row.item, (0,) * len(row.amounts)), row.amounts])
    alike: dict[Text, list[str]] = {}
    for what, amounts in paid.items():
        if amounts[seat]:
            alike.setdefault(paid_to(game, names, amounts, seat), []).append(what)
    whole: Text | None = None
    for items in alike.values():
        together = _added([paid[what] for what in items])  # so that the sentence adds up
        part = text(
            "{paid} ({item})",
            paid=paid_to(game, names, together, seat),
            item=_together([item(what) for what in items]),
        )
        whole = part if whole is None else text("{first}; {second}", first=whole, second=part)
    return None if whole is None else text("{sentence}.", sentence=whole)


def _added(several: Sequence[Amounts]) -> Amounts:
    """What each gets or pays, all of it together."""
    return tuple(map(sum, zip(*several, strict=True)))


def beginning(sentence: str) -> str:
    """A sentence with its first letter in upper case."""
    return sentence[:1].upper() + sentence[1:]


def won_by(
    game: Game, names: Sequence[str], standing: Sequence[int], viewer: int | None
) -> Text:
    """Who won a match, such as `Brigida and Domenica win the match, 2 to −2`."""
    best = max(standing)
    if min(standing) == best:
        return text("Nobody wins the match: all end alike.")
    amounts = [spelled(game, has).lstrip("+") for has in sorted(set(standing), reverse=True)]
    scores = reduce(_against, amounts[1:], Text(amounts[0]))
    winners = [seat for seat, has in enumerate(standing) if has == best]
    others = [names[seat] for seat in winners if seat != viewer]
    if len(others) == len(winners):
        if len(winners) == 1:
            return text("{name} wins the match, {scores}.", name=others[0], scores=scores)
        return text("{names} win the match, {scores}.", names=_together(others), scores=scores)
    if others:
        return text(
            "You and {names} win the match, {scores}.", names=_together(others), scores=scores
        )
    return text("You win the match, {scores}.", scores=scores)


def _against(so_far: Text, amount: str) -> Text:
    return text("{first} to {second}", first=so_far, second=amount)


def _together(names: Sequence[str]) -> Text | str:
    """Some names: `Anna, Brigida and Carlo`."""
    *first, last = names
    if not first:
        return last
    return text("{first} and {last}", first=", ".join(first), last=last)

"""The price of a bid or an announcement in sentences: who pays, and who is paid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from matto.engine.bid_prices import Amounts, Price, costless, prices
from matto.engine.game import Game
from matto.engine.run import spelled
from matto.engine.view import View
from matto.engine.words import Text, text
from matto.telling.naming import Naming

NOTHING = text("nothing is paid")


class PriceSentence(msgspec.Struct, frozen=True):
    """A sentence on what is won and lost, and the items with their clauses it is true of.

    A word that is `free` wins and costs nothing: its only item has no name.
    """

    items: tuple[tuple[str, str], ...]
    sentence: str
    free: bool = False


def price_sentences(
    naming: Naming, names: Sequence[str], view: View, word: str
) -> tuple[PriceSentence, ...]:
    """Return what a word wins and costs, or why nothing; what is alike once."""
    if view.seat is None:
        return ()
    found: dict[str, list[tuple[str, str]]] = {}
    every = prices(naming.game, view, word)
    if not every and (why := costless(naming.game, view, word)):
        cited = f"{naming.game.id} {why.clause}"
        return (PriceSentence((("", cited),), naming.words(Text(why.why)), free=True),)
    for price in _with_alone_where_needed(every):
        told = _sentence(naming, names, price, view.seat)
        if price.alone:
            told = text("alone: {what}", what=told)
        elif price.alone is not None:
            told = text("with a partner: {what}", what=told)
        sentence = naming.words(told)
        found.setdefault(sentence, []).append((price.item, price.clause))
    return tuple(PriceSentence(tuple(items), sentence) for sentence, items in found.items())


def sure_gain(naming: Naming, view: View, word: str) -> str:
    """Return what a word brings by itself, signed; empty if that hangs on the play."""
    found = prices(naming.game, view, word)
    if view.seat is None or len(found) != 1 or not found[0].sure:
        return ""
    amount = (found[0].won or found[0].lost)[view.seat]
    unit = _unit(naming.game, amount)
    return naming.words(text("{amount} {unit}", amount=spelled(naming.game, amount), unit=unit))


def _with_alone_where_needed(every: Sequence[Price]) -> Iterable[Price]:
    """Prices that say whether one plays alone only where that makes a difference."""
    both = {price.alone for price in every} == {True, False}
    told = set(every)
    labelled = (
        price
        if both and msgspec.structs.replace(price, alone=not price.alone) not in told
        else msgspec.structs.replace(price, alone=None)
        for price in every
    )
    return dict.fromkeys(labelled)


def _sentence(naming: Naming, names: Sequence[str], price: Price, seat: int) -> Text:
    won, lost = (
        paid_to(naming.game, names, amounts, seat) if amounts else None
        for amounts in (price.won, price.lost)
    )
    if price.most:
        return _by_most(price, won)
    if price.per == "point":
        return _by_point(price, won, lost)
    if price.per == "card":
        told = _either(
            won and text("for each card that you win: {what}", what=won),
            lost and text("for each card that you lose: {what}", what=lost),
        )
    elif price.sure:
        told = won or lost or NOTHING
        return text("if others agree: {what}", what=told) if price.if_agreed else told
    elif price.first is not None and price.won and not price.lost:
        told = won or NOTHING
    elif price.last is not None and price.lost and not price.won:
        told = lost or NOTHING
    else:
        told = _either(
            won and text("won: {what}", what=won), lost and text("lost: {what}", what=lost)
        )
    if price.besides:
        cards = naming.plain_list(naming.pack.sort(price.besides))
        return text("with {cards} besides: {what}", cards=cards, what=told)
    return _with_points(price, told)


def _by_most(price: Price, won: Text | None) -> Text:
    return text(
        "with the most card points: {what}, if they have {points} or fewer",
        what=won or NOTHING,
        points=price.last,
    )


def _by_point(price: Price, won: Text | None, lost: Text | None) -> Text:
    if price.theirs:
        return text(
            "for each card point of the other side below {points}: {won}; above: {lost}",
            points=price.first,
            won=won or "",
            lost=lost or "",
        )
    return text(
        "for each card point above {points}: {won}; below: {lost}",
        points=price.first,
        won=won or "",
        lost=lost or "",
    )


def _with_points(price: Price, told: Text) -> Text:
    if price.first is not None and price.last is not None:
        return text(
            "with {first} to {last} card points: {what}",
            first=price.first,
            last=price.last,
            what=told,
        )
    if price.first is not None:
        return text("with {first} card points or more: {what}", first=price.first, what=told)
    if price.last is not None:
        return text("with {last} card points or fewer: {what}", last=price.last, what=told)
    return told


def _either(*parts: Text | None) -> Text:
    found = [part for part in parts if part]
    if len(found) == len(parts):
        return text("{first}; {second}", first=found[0], second=found[1])
    return found[0] if found else NOTHING


# -- who pays whom -------------------------------------------------------------------------


def paid_to(game: Game, names: Sequence[str], amounts: Amounts, seat: int) -> Text:
    """Return who pays a seat, or whom it pays: `each of the others pays you 5 points`."""
    own = amounts[seat]
    sign = 1 if own > 0 else -1
    others = [other for other in range(len(amounts)) if other != seat]
    against = [other for other in others if amounts[other] * sign < 0]
    beside = [other for other in others if amounts[other] * sign > 0]
    much = _much(game, own)
    if not against or (beside and not _by_parties(amounts, own, beside, against)):
        won = own > 0
        return text("you win {much}", much=much) if won else text("you lose {much}", much=much)
    share = _much(game, amounts[against[0]])
    alike = len({amounts[other] for other in against}) == 1
    if beside and len(against) > 1:
        return _with_partner(game, own, amounts[beside[0]], share if alike else None)
    if beside:
        return _of_each(names[against[0]], much, own > 0)
    if len(against) == 1:
        return _between(names[against[0]], share, own > 0)
    if len(against) == len(others) and alike:
        if own > 0:
            return text("each of the others pays you {much}", much=share)
        return text("you pay each of the others {much}", much=share)
    return _one_by_one(game, names, amounts, against, own > 0)


def _by_parties(
    amounts: Amounts, own: int, beside: Sequence[int], against: Sequence[int]
) -> bool:
    """Return whether one party pays another, and not each something of his own."""
    if sum(amounts):
        return False
    if len(against) == 1:
        return all(amounts[other] == own for other in beside)
    return len(beside) == 1 and len({amounts[other] for other in against}) == 1


def _with_partner(game: Game, own: int, partner: int, share: Text | None) -> Text:
    mine, theirs = _much(game, own), _much(game, partner)
    if share is None or own == partner:
        if own > 0:
            return text("you and your partner get {much} each", much=mine)
        return text("you and your partner pay {much} each", much=mine)
    if own > 0:
        return text(
            "each of the others pays {share}: {mine} for you, {theirs} for your partner",
            share=share,
            mine=mine,
            theirs=theirs,
        )
    return text(
        "you pay {mine}, your partner {theirs}; each of the others gets {share}",
        share=share,
        mine=mine,
        theirs=theirs,
    )


def _of_each(name: str, much: Text, gets: bool) -> Text:
    if gets:
        return text("{name} pays each of you {much}", name=name, much=much)
    return text("each of you pays {name} {much}", name=name, much=much)


def _between(name: str, much: Text, gets: bool) -> Text:
    if gets:
        return text("{name} pays you {much}", name=name, much=much)
    return text("you pay {name} {much}", name=name, much=much)


def _one_by_one(
    game: Game, names: Sequence[str], amounts: Amounts, against: Iterable[int], gets: bool
) -> Text:
    told = [_between(names[other], _much(game, amounts[other]), gets) for other in against]
    whole = told[0]
    for part in told[1:]:
        whole = text("{first}, {second}", first=whole, second=part)
    return whole


def _much(game: Game, amount: int) -> Text:
    sum_paid = spelled(game, amount).lstrip("+−")
    return text("{amount} {unit}", amount=sum_paid, unit=_unit(game, amount))


def _unit(game: Game, amount: int) -> Text:
    return Text(game.single_unit if abs(amount) <= game.unit else game.unit_name)

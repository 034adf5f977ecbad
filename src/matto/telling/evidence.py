"""A row of the score sheet unfolded: its cards, its counts and its sums, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matto.blocks.announce import KIND as ANNOUNCE
from matto.blocks.announce import SILENCE
from matto.engine.match import spelled
from matto.engine.payrules import LOTS
from matto.engine.prices import items_of
from matto.engine.scoring import Count, EarnedBy, Row
from matto.engine.view import View
from matto.engine.words import Text, text
from matto.telling.naming import Naming

__all__ = ["came_to_nothing", "unfolded"]


def unfolded(naming: Naming, names: Sequence[str], row: Row) -> tuple[str, ...]:
    """What a row was earned by, in lines; empty for what needs no more words."""
    lines = [naming.words(line) for one in row.evidence for line in _lines(naming, names, one)]
    return tuple(dict.fromkeys(lines))


def _lines(naming: Naming, names: Sequence[str], one: EarnedBy) -> Iterator[Text]:
    for count in one.counts:
        yield _counted(naming, names, count)
    if one.each and abs(one.times) > 1:
        yield from _product(naming, names, one)
    cards = naming.plain_list(one.cards)
    winner = "" if one.winner is None else names[one.winner]
    if one.trick and one.loser is not None:
        yield text(
            "Trick {number}: {card}, {loser} → {winner}",
            number=one.trick,
            card=cards,
            loser=names[one.loser],
            winner=winner,
        )
    elif one.trick:
        yield text(
            "Trick {number}: {card}, {winner}", number=one.trick, card=cards, winner=winner
        )
    elif one.cards:
        yield text("{name}: {cards}", name=winner, cards=cards)
    if one.lacking:
        yield text("{cards} missing", cards=naming.plain_list(one.lacking))


def _counted(naming: Naming, names: Sequence[str], count: Count) -> Text:
    """How card points come about: `Ada: 61 = 48 (T20 9, …) + 8 (25 cards, in threes) + 5`."""
    whole: Text | None = None
    for part in _parts(naming, count):
        whole = part if whole is None else text("{first} + {second}", first=whole, second=part)
    return text(
        "{name}: {points} = {sum}",
        name=", ".join(names[seat] for seat in count.seats),
        points=count.points,
        sum=whole or text("{points} for the cards", points=0),
    )


def _parts(naming: Naming, count: Count) -> Iterator[Text]:
    if count.values:
        yield _of_cards(naming, count)
    if count.lots:
        yield text(
            "{points} ({number} cards, in lots of three)", points=count.lots, number=count.cards
        )
    if count.more:
        yield text("{points} (last trick, tricks won, or laid away)", points=count.more)


def _of_cards(naming: Naming, count: Count) -> Text:
    """What single cards add; where that is less than they are worth, it is said why."""
    listed = ", ".join(f"{naming.label(card)} {value}" for card, value in count.values)
    points = sum(value for _, value in count.values)
    if naming.game.counting(naming.options).how != LOTS:
        return text("{points} ({cards})", points=points, cards=listed)
    return text(
        "{points} ({cards}; each 1 less than its value, since cards are counted in threes)",
        points=points,
        cards=listed,
    )


def _product(naming: Naming, names: Sequence[str], one: EarnedBy) -> Iterator[Text]:
    """What each gets or pays for one card point, times their number."""
    for seat, each in enumerate(one.each):
        if each:
            yield text(
                "{name}: {times} × {each} = {amount}",
                name=names[seat],
                times=abs(one.times),
                each=spelled(naming.game, each if one.times > 0 else -each),
                amount=spelled(naming.game, each * one.times),
            )


def came_to_nothing(
    naming: Naming, names: Sequence[str], view: View, rows: Sequence[Row]
) -> tuple[str, ...]:
    """What was announced and stands in no row: it has failed, and costs nothing.

    Announced is what one may be silent about, and not what one must answer.
    """
    asked = [one.words for one in naming.game.questions(view.options) if one.kind == ANNOUNCE]
    free = {word for words in asked if SILENCE in words for word in words} - {SILENCE}
    items = [
        {row.item for row in rows if _may_be_of(row, view, seat)} for seat in range(view.seats)
    ]
    return tuple(
        naming.words(
            text(
                "{name} announced {word}: it came to nothing and costs nothing.",
                name=names[seat],
                word=naming.said(word),
            )
        )
        for seat, word in view.heard(ANNOUNCE)
        if word in free and not items[seat] & items_of(naming.game, view, seat, word)
    )


def _may_be_of(row: Row, view: View, seat: int) -> bool:
    """Tell whether a seat may have earned a row: each for himself, nobody has more of it."""
    contract = view.contract
    if contract is None or len(set(contract.side)) < view.seats:
        return True
    return abs(row.amounts[seat]) == max(map(abs, row.amounts))

"""The result of a deal or a match: in one sentence, and the score sheet row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from matto.blocks.auction import ANNOUNCE, SILENCE
from matto.engine.bid_prices import Amounts, items_of
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import spelled
from matto.engine.score_so_far import card_points_pay
from matto.engine.scoring import LOTS, Count, EarnedBy, Row
from matto.engine.view import View
from matto.engine.words import Text, text
from matto.telling.bid_prices import paid_to
from matto.telling.naming import Naming


def evidence_lines(naming: Naming, names: Sequence[str], row: Row) -> tuple[str, ...]:
    """Return what a row was earned by, in lines; empty for what needs no more words."""
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
    """Tell card points in full: `Ada: 61 = 48 (T20 9, …) + 8 (25 cards, in threes) + 5`."""
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
    """Return what single cards add; where that is less than they are worth, it is said why."""
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
    """Yield what each gets or pays for one card point, times their number."""
    for seat, each in enumerate(one.each):
        if each:
            yield text(
                "{name}: {times} × {each} = {amount}",
                name=names[seat],
                times=abs(one.times),
                each=spelled(naming.game, each if one.times > 0 else -each),
                amount=spelled(naming.game, each * one.times),
            )


def failed_announcements(
    naming: Naming, names: Sequence[str], view: View, rows: Sequence[Row]
) -> tuple[str, ...]:
    """Return what was announced and stands in no row: it has failed, and costs nothing.

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
    """Return whether a seat may have earned a row: each for himself, nobody has more of it."""
    contract = view.contract
    if contract is None or len(set(contract.side)) < view.seats:
        return True
    return abs(row.amounts[seat]) == max(map(abs, row.amounts))


def outcome_sentence(game: Game, amount: int) -> Text:
    """Return what a deal brought its player, such as `You lose 13 points`."""
    if not amount:
        return text("You neither win nor lose.")
    much = spelled(game, amount).lstrip("+−")
    unit = Text(game.single_unit if abs(amount) <= game.unit else game.unit_name)
    if amount > 0:
        return text("You win {amount} {unit}.", amount=much, unit=unit)
    return text("You lose {amount} {unit}.", amount=much, unit=unit)


def of_points(game: Game, options: Options) -> Text | None:
    if card_points_pay(game, options):
        return None
    return text("they pay nothing in this game")


def who_paid_whom(
    game: Game, names: Sequence[str], rows: Sequence[Row], item: Callable[[str], str], seat: int
) -> Text | None:
    """Return who has paid a seat for what, and whom it has paid; None for nothing.

    Items that are paid alike are told with their sum.
    """
    paid: dict[str, Amounts] = {}
    for row in rows:
        paid[row.item] = _added_amounts(
            [paid.get(row.item, (0,) * len(row.amounts)), row.amounts]
        )
    alike: dict[Text, list[str]] = {}
    for what, amounts in paid.items():
        if amounts[seat]:
            alike.setdefault(paid_to(game, names, amounts, seat), []).append(what)
    whole: Text | None = None
    for items in alike.values():
        # so that the sentence adds up
        together = _added_amounts([paid[what] for what in items])
        part = text(
            "{paid} ({item})",
            paid=paid_to(game, names, together, seat),
            item=_together([item(what) for what in items]),
        )
        whole = part if whole is None else text("{first}; {second}", first=whole, second=part)
    return None if whole is None else text("{sentence}.", sentence=whole)


def _added_amounts(several: Sequence[Amounts]) -> Amounts:
    return tuple(map(sum, zip(*several, strict=True)))


def capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def winner_sentence(
    game: Game, names: Sequence[str], standing: Sequence[int], viewer: int | None
) -> Text:
    """Return who won a match: `Brigida and Domenica win the match, 2 to −2`."""
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

"""What the words that are asked for win and cost: beside each, and in full with clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from markupsafe import Markup

from matto.engine.cards import NUMBER
from matto.engine.table import View
from matto.server.web.pages.context import CitedClause, PageContext
from matto.telling.prices import Priced, priced

FEW_CARDS = 8
"""So many cards are named one by one; of more it is said how many."""


class PricedItem(msgspec.Struct, frozen=True):
    """Items of the score sheet that are alike, each with its clause, and what they pay."""

    items: tuple[tuple[Markup, CitedClause | None], ...]
    sentence: Markup


class PriceOf(msgspec.Struct, frozen=True):
    """A word, or cards that cost the same, with all that it wins and costs."""

    said: Markup
    items: tuple[PricedItem, ...]


Found = Mapping[str, tuple[Priced, ...]]


def prices_found(context: PageContext, view: View, choices: Sequence[str]) -> Found:
    """The prices of all choices that have one."""
    found = {choice: priced(context.tagged, context.names, view, choice) for choice in choices}
    return {choice: price for choice, price in found.items() if price}


def in_brief(context: PageContext, found: Found, choice: str) -> Markup:
    """The price of a word in one line: of what most is told of."""
    price = found.get(choice, ())
    if not price:
        return Markup("")
    if price[0].free:
        differs = any(not one[0].free for one in found.values())
        return context.say("costs nothing") if differs else Markup("")
    named = Counter(item for one in price for item, _ in one.items)
    most = max(price, key=lambda one: sum(named[item] for item, _ in one.items))
    if len(price) == 1:
        return context.marked_up(most.sentence)
    items = ", ".join(context.tagged.said(item) for item, _ in most.items)
    named_already = most.sentence.startswith(items)
    return context.marked_up(f"{'' if named_already else f'{items}: '}{most.sentence} …")


def price_list(context: PageContext, found: Found) -> tuple[PriceOf, ...]:
    """All prices, cards of the same price together."""
    alike: dict[tuple[bool, tuple[Priced, ...]], list[str]] = {}
    for choice, price in found.items():
        key = choice in NUMBER, price
        alike.setdefault(key if choice in NUMBER else (False, price), []).append(choice)
    return tuple(
        PriceOf(_said(context, choices), tuple(_item(context, one) for one in price))
        for (_, price), choices in alike.items()
    )


def _said(context: PageContext, choices: Sequence[str]) -> Markup:
    if all(choice in NUMBER for choice in choices):
        if len(choices) > FEW_CARDS:
            return context.say("{number} cards", number=len(choices))
        return context.chips(choices)
    return Markup(", ").join(context.word(choice) for choice in choices)


def _item(context: PageContext, price: Priced) -> PricedItem:
    return PricedItem(
        tuple((context.word(item), context.clause(clause)) for item, clause in price.items),
        context.marked_up(price.sentence),
    )

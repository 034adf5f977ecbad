"""What is announced before the play in Grosstarock: section 3 of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from matto.blocks import tarot_sets, tarots
from matto.blocks.cancelling import EVERYBODY, Bar, Cancelling, by_kind_and_amount, by_name
from matto.blocks.declare import Declaration, Declaring, all_of, sizes_of
from matto.engine.cards import CAVALIERS, JACKS, KINGS, QUEENS, THE_FOOL
from matto.engine.options import Options

SUITS = tarots.FRENCH_PACK.suit_names  # 1.1
WHOLE, NEIGHBOURS, APART = ("KQCJ",), ("KQC", "QCJ"), ("KQJ", "KCJ")  # 3.18, 3.20
RANKS = {"queens": QUEENS, "kavals": CAVALIERS, "jacks": JACKS}
NUMBER_OF_KINGS = "kings"
KINGDOM, SKUES_KINGDOM, KINGDOM_SKUES = "kingdom", "skues_kingdom", "kingdom_skues"
DECLARATIONS = (
    *tarot_sets.the_three_and_more("matadors", "matadors", "3.14", 10, 5),
    *tarot_sets.the_three_and_more("matadors_kings", "matadors", "3.15", 15, 5, kings=3),
    *tarot_sets.trumps_unseen("tarocks", "3.16", 10, 5, 10, ("with_pagat", "without_pagat")),
    *tarot_sets.courts_of_suits(("cavalry", "cavalry_skues"), "3.18", 10, SUITS, WHOLE),
    *tarot_sets.courts_of_suits(
        ("half_cavalry", "half_cavalry_skues"), "3.19", 5, SUITS, NEIGHBOURS + APART
    ),
    *sizes_of(NUMBER_OF_KINGS, "3.21", tarots.TAROTS, {3: 5, 4: 10, 5: 15, 6: 20, 7: 25}),
    all_of(KINGDOM, "3.22", KINGS, 10),
    Declaration(SKUES_KINGDOM, KINGDOM, "3.22", 5, THE_FOOL, KINGS, 3),
    *(
        one
        for name, rank in RANKS.items()
        for one in tarot_sets.rank_with_fool(name, "3.23", rank, 5, "skues")
    ),
)
ABOVE_ALL = Declaration(KINGDOM_SKUES, KINGDOM, "3.22", 20, KINGS | THE_FOOL)
LATONS = {size: 10 + 5 * (size - 16) for size in range(16, 26)}  # 3.25
LATONS_SHOWN = {
    value: sizes_of("latons", "3.25", empty | THE_FOOL, LATONS)
    for value, empty in (("latons", tarots.LATONS), ("all", tarots.EMPTY))
}
CAVALRIES = {one.word for one in DECLARATIONS if one.clause == "3.18"}
HALVES_APART = [one.word for one in DECLARATIONS if one.word.endswith(APART)]
KINGDOMS = frozenset({KINGDOM, SKUES_KINGDOM, KINGDOM_SKUES})
FOUR_KINGS = frozenset({KINGDOM, KINGDOM_SKUES})
THREE_WITH_SKUES = frozenset(f"three_{name}_skues" for name in RANKS)
PREMATURE = "premature"


@cache
def declaring(options: Options) -> Declaring:
    """What may be announced (3.8), of which kinds (3.12), and in which sizes (3.13)."""
    more = (ABOVE_ALL,) if options.number("kingdom_with_skues") == ABOVE_ALL.amount else ()
    able = (*DECLARATIONS, *more, *LATONS_SHOWN[str(options["empty_cards"])])
    if options["matadors_raised"] == "with_kings":  # 3.14
        able = tuple(one for one in able if one.clause != "3.14" or one.word == "matadors_3")
    if options["kings_and_kingdom"] == "one":  # 3.12
        merged = {KINGDOM: NUMBER_OF_KINGS}
        able = tuple(replace(one, kind=merged.get(one.kind, one.kind)) for one in able)
    largest = frozenset(one.kind for one in able) if options.on("largest") else frozenset()
    return Declaring(able, "3.8", "3.12", "3.11", largest, "3.13", "pass")


def allowed(
    said: Mapping[str, Sequence[int]], options: Options, seat: int, forehand: int
) -> Declaring:
    """What a seat may announce after what others, by word, have announced (3.20, 3.24)."""
    barred: dict[str, str] = {}
    cavalries_of = {one for word in CAVALRIES for one in said.get(word, ())}
    whose = cavalries_of - ({seat} if options["cavalry_bars"] == "others" else set())
    if seat != forehand and whose:
        barred |= dict.fromkeys(HALVES_APART, "3.20")
    if kingdom_bar(options).bars(seat, said):
        barred |= dict.fromkeys(THREE_WITH_SKUES, "3.24")
    return replace(declaring(options), barred=barred)


def kingdom_bar(options: Options) -> Bar:
    """Whose kingdom, and which form of it, bars three of a rank with the Sküs (3.24)."""
    whose = str(options["kingdom_bars"])
    if whose == "four_kings":
        return Bar(THREE_WITH_SKUES, FOUR_KINGS, EVERYBODY, "3.24")
    return Bar(THREE_WITH_SKUES, KINGDOMS, whose, "3.24")


def announcements(options: Options) -> Cancelling:
    """What the announcements earn (3.26), where equal ones cancel (3.27)."""
    void = options["equal_announcements"] == "void"
    equal = by_name if options["equal_means"] == "word" else by_kind_and_amount
    bar = kingdom_bar(options) if options["kingdom_later"] == "bars_too" else None
    able = declaring(options).declarations
    return Cancelling(able, void, PREMATURE, equal, bar)  # 7.2

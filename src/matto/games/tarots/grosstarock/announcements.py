"""Announcements before the play in Grosstarock: section 3 of its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from matto.blocks.auction import SILENCE
from matto.blocks.declare import (
    EVERYBODY,
    Bar,
    Cancelling,
    Declaration,
    Declaring,
    all_of,
    by_kind_and_amount,
    by_name,
    explained,
    sizes_of,
)
from matto.engine.cards import CAVALIERS, JACKS, KINGS, QUEENS, THE_FOOL, cards
from matto.engine.game import as_typed
from matto.engine.options import Options
from matto.engine.words import N_
from matto.games import tarots
from matto.games.tarots import FROM_THE_TOP, THE_THREE, TRIUMPHS

# -- sets of cards -------------------------------------------------------------------------

PAGAT = cards("T1")


def the_three_and_more(
    word: str, kind: str, clause: str, base: int, step: int, *, kings: int = 0
) -> tuple[Declaration, ...]:
    """World, Pagat and Fool with so many Kings, and the trumps that follow the World.

    `word_3` is the three alone for `base`; each further trump without a gap adds `step`.
    """
    return tuple(
        Declaration(
            f"{word}_{len(THE_THREE) + more}",
            kind,
            clause,
            amount=base + step * more,
            all_of=THE_THREE | frozenset(FROM_THE_TOP[: more + 1]),
            some_of=KINGS,
            count=kings,
        )
        for more in range(len(FROM_THE_TOP) - 1)
    )


def trumps_unseen(
    word: str, clause: str, base: int, step: int, least: int, pagat: tuple[str, str]
) -> Iterator[Declaration]:
    """So many triumphs, not shown; `pagat` are the words for holding and lacking the Pagat."""
    with_pagat, without = pagat
    for size in range(least, len(TRIUMPHS) + 1):
        one = Declaration(
            f"{word}_{size}:{with_pagat}",
            word,
            clause,
            amount=base + step * (size - least),
            all_of=PAGAT,
            some_of=TRIUMPHS,
            count=size,
            unseen=True,
        )
        yield one
        if size < len(TRIUMPHS):
            lacking = f"{word}_{size}:{without}"
            yield replace(one, word=lacking, all_of=cards(""), none_of=PAGAT)


def courts_of_suits(
    words: tuple[str, str],
    clause: str,
    amount: int,
    suits: Mapping[str, str],
    sets: Iterable[str],
) -> Iterator[Declaration]:
    """Courts of a suit, alone or with the Fool for double; a kind for each suit.

    `words` are those without the Fool and with it; `suits` names the suits, `sets` gives the
    ranks: `word:suit_KQC`.
    """
    for suit, name in suits.items():
        for ranks in sets:
            courts = cards(suit + rank for rank in ranks)
            for times, word in enumerate(words, start=1):
                fool = THE_FOOL if times > 1 else cards("")
                yield Declaration(
                    f"{word}:{name}_{ranks}",
                    f"courts_{name}",
                    clause,
                    amount=amount * times,
                    all_of=courts | fool,
                )


def rank_with_fool(
    word: str, clause: str, rank: frozenset[str], amount: int, fool: str
) -> tuple[Declaration, ...]:
    """All four of a rank, with the Fool for double, or three of them with the Fool."""
    return (
        Declaration(word, word, clause, amount=amount, all_of=rank),
        Declaration(f"{word}_{fool}", word, clause, amount=2 * amount, all_of=rank | THE_FOOL),
        Declaration(
            f"three_{word}_{fool}",
            word,
            clause,
            amount=amount,
            all_of=THE_FOOL,
            some_of=rank,
            count=len(rank) - 1,
        ),
    )


# -- what may be announced -----------------------------------------------------------------

SUITS = tarots.FRENCH_PACK.suit_names  # 1.1
WHOLE, NEIGHBOURS, APART = ("KQCJ",), ("KQC", "QCJ"), ("KQJ", "KCJ")  # 3.18, 3.20
RANKS = {"queens": QUEENS, "kavals": CAVALIERS, "jacks": JACKS}
NUMBER_OF_KINGS = "kings"
KINGDOM, SKUES_KINGDOM, KINGDOM_SKUES = "kingdom", "skues_kingdom", "kingdom_skues"
DECLARATIONS = (
    *the_three_and_more("matadors", "matadors", "3.14", 10, 5),
    *the_three_and_more("matadors_kings", "matadors", "3.15", 15, 5, kings=3),
    *trumps_unseen("tarocks", "3.16", 10, 5, 10, ("with_pagat", "without_pagat")),
    *courts_of_suits(("cavalry", "cavalry_skues"), "3.18", 10, SUITS, WHOLE),
    *courts_of_suits(
        ("half_cavalry", "half_cavalry_skues"), "3.19", 5, SUITS, NEIGHBOURS + APART
    ),
    *sizes_of(NUMBER_OF_KINGS, "3.21", tarots.TAROTS, {3: 5, 4: 10, 5: 15, 6: 20, 7: 25}),
    all_of(KINGDOM, "3.22", KINGS, 10),
    Declaration(
        SKUES_KINGDOM, KINGDOM, "3.22", amount=5, all_of=THE_FOOL, some_of=KINGS, count=3
    ),
    *(
        one
        for name, rank in RANKS.items()
        for one in rank_with_fool(name, "3.23", rank, 5, "skues")
    ),
)
ABOVE_ALL = Declaration(KINGDOM_SKUES, KINGDOM, "3.22", amount=20, all_of=KINGS | THE_FOOL)
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
    """Return what may be announced (3.8), of which kinds (3.12), and in which sizes (3.13)."""
    more = (ABOVE_ALL,) if options.number("kingdom_with_skues") == ABOVE_ALL.amount else ()
    able = (*DECLARATIONS, *more, *LATONS_SHOWN[str(options["empty_cards"])])
    if options["matadors_raised"] == "with_kings":  # 3.14
        able = tuple(one for one in able if one.clause != "3.14" or one.word == "matadors_3")
    if options["kings_and_kingdom"] == "one":  # 3.12
        merged = {KINGDOM: NUMBER_OF_KINGS}
        able = tuple(replace(one, kind=merged.get(one.kind, one.kind)) for one in able)
    largest = frozenset(one.kind for one in able) if options.on("largest") else frozenset()
    return Declaring(
        able,
        clause="3.8",
        once_clause="3.12",
        in_hand_clause="3.11",
        largest=largest,
        largest_clause="3.13",
        done="pass",
    )


def allowed(
    said: Mapping[str, Sequence[int]], options: Options, seat: int, forehand: int
) -> Declaring:
    """Return what a seat may announce after the words of others (3.20, 3.24)."""
    barred: dict[str, str] = {}
    cavalries_of = {one for word in CAVALRIES for one in said.get(word, ())}
    whose = cavalries_of - ({seat} if options["cavalry_bars"] == "others" else set())
    if seat != forehand and whose:
        barred |= dict.fromkeys(HALVES_APART, "3.20")
    if kingdom_bar(options).bars(seat, said):
        barred |= dict.fromkeys(THREE_WITH_SKUES, "3.24")
    return replace(declaring(options), barred=barred)


def kingdom_bar(options: Options) -> Bar:
    """Return whose kingdom, and which form of it, bars three of a rank with the Sküs (3.24)."""
    whose = str(options["kingdom_bars"])
    if whose == "four_kings":
        return Bar(THREE_WITH_SKUES, FOUR_KINGS, EVERYBODY, clause="3.24")
    return Bar(THREE_WITH_SKUES, KINGDOMS, whose, clause="3.24")


def announcements(options: Options) -> Cancelling:
    """Return what the announcements earn (3.26), where equal ones cancel (3.27)."""
    void = options["equal_announcements"] == "void"
    equal = by_name if options["equal_means"] == "word" else by_kind_and_amount
    bar = kingdom_bar(options) if options["kingdom_later"] == "bars_too" else None
    able = declaring(options).declarations
    return Cancelling(able, void, PREMATURE, equal, bar)  # 7.2


# -- words ---------------------------------------------------------------------------------

CARD_NAMES: Mapping[str, str] = {
    **dict.fromkeys(KINGS, N_("King")),
    **dict.fromkeys(QUEENS, N_("Queen")),
    **dict.fromkeys(CAVALIERS, N_("Kaval")),
    **dict.fromkeys(JACKS, N_("Jack")),
    **{"T21": "Mond", "T1": "Pagat", "F": "Sküs"},
}
_FAMILIES = {  # a longer beginning stands behind a shorter one
    "matadors": N_("XXI, Pagat and Sküs; so many, with the tarocks that follow XXI."),
    "matadors_kings": N_("XXI, Pagat and Sküs with three Kings; so many Matadors."),
    "tarocks": N_("So many tarocks, the Sküs among them, with or without the Pagat."),
    "cavalry": N_("King, Queen, Kaval and Jack of one suit."),
    "cavalry_skues": N_("King, Queen, Kaval and Jack of one suit with the Sküs."),
    "half_cavalry": N_("Three court cards of one suit."),
    "half_cavalry_skues": N_("Three court cards of one suit with the Sküs."),
    "kings": N_("Of the seven “Kings”: four Kings, XXI, Pagat and Sküs."),
    "kingdom": N_("The four Kings of the suits."),
    "kingdom_skues": N_("The four Kings of the suits with the Sküs."),
    "skues_kingdom": N_("Three Kings of the suits with the Sküs."),
    "queens": N_("Four Queens."),
    "queens_skues": N_("Four Queens with the Sküs."),
    "three_queens": N_("Three Queens with the Sküs."),
    "kavals": N_("Four Kavals."),
    "kavals_skues": N_("Four Kavals with the Sküs."),
    "three_kavals": N_("Three Kavals with the Sküs."),
    "jacks": N_("Four Jacks."),
    "jacks_skues": N_("Four Jacks with the Sküs."),
    "three_jacks": N_("Three Jacks with the Sküs."),
    "latons": N_("So many empty cards, the Sküs in place of one."),
}
SPOKEN: Mapping[str, str] = {
    **as_typed(N_("pass"), N_("throw in"), N_("play on")),
    "ultimo": N_("ultimo"),
    "half cavalry skues": N_("half cavalry with the Sküs"),
    "cavalry skues": N_("cavalry with the Sküs"),
    "kingdom skues": N_("kingdom with the Sküs"),
    "skues kingdom": N_("Sküs kingdom"),
    "queens skues": N_("Queens with the Sküs"),
    "kavals skues": N_("Kavals with the Sküs"),
    "jacks skues": N_("Jacks with the Sküs"),
    "three queens skues": N_("three Queens with the Sküs"),
    "three kavals skues": N_("three Kavals with the Sküs"),
    "three jacks skues": N_("three Jacks with the Sküs"),
    "matadors kings": N_("Matadors with Kings"),
    **as_typed(N_("spades"), N_("clubs"), N_("hearts"), N_("diamonds")),
    **as_typed(N_("half"), N_("three"), N_("with"), N_("without"), N_("pagat"), N_("skues")),
    **as_typed(N_("cavalry"), N_("kingdom"), N_("matadors"), N_("tarocks"), N_("latons")),
    **as_typed(N_("kings"), N_("queens"), N_("kavals"), N_("jacks")),
}
GLOSSARY: Mapping[str, str] = {
    **explained(
        (one.name for one in (*DECLARATIONS, ABOVE_ALL, *LATONS_SHOWN["all"])), _FAMILIES
    ),
    "pass": N_("I announce nothing more."),
    "er_liegt": N_("The skat lies: the announcements may begin."),
    "nullo": N_("I shall take no trick."),
    "allstich": N_("I shall take all tricks."),
    SILENCE: N_("I say nothing."),
    "throw_in": N_("I have a trick and give my Nullo up: the deal ends."),
    "play_on": N_("I have a trick and play on all the same."),
    "pagat": N_("The tarock I; much is paid for it in the middle and in the last trick."),
    "ultimo": N_("The last trick."),
    "latons": N_("The forty pip cards, which count nothing of themselves."),
}

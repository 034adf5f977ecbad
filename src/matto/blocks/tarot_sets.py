"""Sets of cards that are declared with the seven tarots, as families of declarations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from matto.blocks.declare import Declaration
from matto.blocks.tarots import FROM_THE_TOP, THE_THREE, TRIUMPHS
from matto.engine.cards import KINGS, THE_FOOL, cards

BAGAT = cards("T1")


def the_three_and_more(
    word: str, kind: str, clause: str, base: int, step: int, *, kings: int = 0
) -> tuple[Declaration, ...]:
    """World, Bagat and Fool with so many Kings, and the trumps that follow the World.

    `word_3` is the three alone for `base`; each further trump without a gap adds `step`.
    """
    return tuple(
        Declaration(
            f"{word}_{len(THE_THREE) + more}",
            kind,
            clause,
            base + step * more,
            THE_THREE | frozenset(FROM_THE_TOP[: more + 1]),
            KINGS,
            kings,
        )
        for more in range(len(FROM_THE_TOP) - 1)
    )


def trumps_unseen(
    word: str, clause: str, base: int, step: int, least: int, bagat: tuple[str, str]
) -> Iterator[Declaration]:
    """So many triumphs, not shown; `bagat` are the words for holding and lacking the Bagat."""
    with_bagat, without = bagat
    for size in range(least, len(TRIUMPHS) + 1):
        one = Declaration(
            f"{word}_{size}:{with_bagat}",
            word,
            clause,
            base + step * (size - least),
            BAGAT,
            TRIUMPHS,
            size,
            unseen=True,
        )
        yield one
        if size < len(TRIUMPHS):
            lacking = f"{word}_{size}:{without}"
            yield replace(one, word=lacking, all_of=cards(""), none_of=BAGAT)


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
                    amount * times,
                    courts | fool,
                )


def rank_with_fool(
    word: str, clause: str, rank: frozenset[str], amount: int, fool: str
) -> tuple[Declaration, ...]:
    """All four of a rank, with the Fool for double, or three of them with the Fool."""
    return (
        Declaration(word, word, clause, amount, rank),
        Declaration(f"{word}_{fool}", word, clause, 2 * amount, rank | THE_FOOL),
        Declaration(
            f"three_{word}_{fool}", word, clause, amount, THE_FOOL, rank, len(rank) - 1
        ),
    )

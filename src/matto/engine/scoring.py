"""The payments of a finished deal as data: pay rules, counting, and rows of the score sheet.

Scoring is said once, in these rows of data: a scoring term is spelled out as pay rules before
the cards are played. The score sheet (`matto.engine.sheet`) and compiled settlement
(`kernel.play`, after `kernel.packing` has packed the numbers) both read them, so that compiled
play can settle a deal without knowing any game.

`lots_of_three` is run as it is by the engine and compiled from this same source by the kernel.
The sheet is a list of rows; the sum of the rows is the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from matto.engine.words import Text

ALWAYS = 0
"""Pay `earned`."""
POINTS = 1
"""Look up the card points of party `who` in `table` (first entry: `first` points; beyond its
ends the entry there holds) and pay that many times `earned`. `unless_special`: only if no
row before it with the operation `ALL_TRICKS`, `NO_TRICK`, `NOT_ALL_TRICKS` or `HAS_TRICK` has
paid."""
LAST_BY_SIDE = 2
"""Pay `earned` if party `who` won the last trick, else `missed`."""
LAST_BY_SEAT = 3
"""Pay `earned` if seat `who` won the last trick, else `missed`."""
CAPTURED = 4
"""Pay `earned` for each of the cards that party `who` took from another party; `by_trump`: in
a trick that a trump has won."""
FROM_LOSER = 5
"""For each of the cards taken from another party, `by_trump` as before, its loser pays its
winner `amount`."""
HAS_ALL = 6
"""Pay `earned` if party `who` has all the cards in its piles, else `missed`."""
PLAYED = 7
"""Each of the cards earns its player `amount` from each other; or costs it as much when
`loses` and another won its trick, which the Fool does not mind."""
LAST_WITH = 8
"""Whose last card is one of the cards receives `amount` from each if it won the last trick,
and pays `other` to each if it did not. If it is `shared`, party `who` has `earned` or `missed`
for a last card of its own; and `missed` for none, if it `loses`."""
WATCHED = 9
"""The watched card's player receives from each by `table`, at the number of its trick, if it
won, and pays by the second half of `table` if it did not."""
TAKEN = 10
"""Each of the cards taken from another player (`own_too`: or one's own) brings its taker
`amount` from each."""
LED_ON = 11
"""The player of the card in the last trick receives `amount` from each if he won it, pays it
if not; nothing if he has left his suit, unless he lost and `loses`."""
MOST = 12
"""A seat with too few points pays the player, or the players in equal parts, with the most:
`amount` in all below `first` points, `other` in all below `second` (`other` is for fewer
points). With more than one winner nothing is paid unless `shared`. On the sheet `line` is for
`amount`, `lost` for `other`, `even` for more than one winner."""
COMPARED = 13
"""Pay `earned` if party 0 has more points than party 1, or as many and not the Fool; else
`missed`. On the sheet `even` is for as many points."""
ALL_TRICKS = 14
"""Pay `earned` if seat `who` has won all tricks."""
NO_TRICK = 15
"""Pay `earned` if seat `who` has won no trick and nobody all, unless a card was its own."""
NOT_ALL_TRICKS = 16
"""If seat `who` has not won all tricks it pays each `amount` less `table` at the card points
of its tricks (what it laid away left out), but not less than nothing."""
HAS_TRICK = 17
"""Pay `earned` if seat `who` has won a trick."""


THROWN_IN = 18
"""A seat that breaks the deal off pays each other its card points in tricks, nothing if
he has played none of the cards before the last trick. Compiled play throws no deal in, so this
operation is not packed."""

SPECIAL = frozenset({ALL_TRICKS, NO_TRICK, NOT_ALL_TRICKS, HAS_TRICK, THROWN_IN})
"""Operations whose payment keeps that of a rule `unless_special` away."""


class RowLabel(NamedTuple):
    """The label of a payment on the score sheet: its item, the clause, and a note.

    The note's blanks are filled in where the rule is applied: `{card}`, `{number}` of its
    trick, `{points}` of the party and `{others}`, `{sums}` by seat (see `matto.engine.sheet`).
    """

    item: str
    clause: str
    note: str | Text = ""


class PayRule(msgspec.Struct, frozen=True):
    """One rule of payment; see the operations for what each field means.

    `line` is what the sheet calls it, `lost` where it goes against whom it is about, `even`
    where nothing is won or lost; without `lost` it has one name for both, and without `even`
    an amount of nothing is no row. Where the name hangs on how the deal came out, `line` is
    asked for it. Payments of a rule and of those after it that are `joined` to it make one
    row where they fall due at the same moment. `tricks` is how many a whole deal has.
    """

    operation: int
    who: int = 0
    cards: frozenset[str] = frozenset()
    earned: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    amount: int = 0
    other: int = 0
    first: int = 0
    second: int = 0
    table: Sequence[int] = ()
    loses: bool = False
    own_too: bool = False
    shared: bool = False
    unless_special: bool = False
    by_trump: bool = False
    if_led: bool = False
    line: RowLabel | Callable[..., RowLabel] = RowLabel("", "")
    lost: RowLabel | None = None
    even: RowLabel | None = None
    joined: bool = False
    tricks: int = 0


ONE_BY_ONE, LOTS, LESS_MISSING = 0, 1, 2
"""How piles are counted: card by card; in lots of three (see `lots_of_three`); or each counting
card with two empty ones, one point less for an empty card missing, one more for three over."""


class Counting(NamedTuple):
    """How the card points of a party are counted.

    `how` is one of the constants above. `last_trick` and `each_trick` are added for tricks won,
    `laid_away` for the party of the dealer. The Fool counts `fool` if it was played to one of
    the first `fool_until` tricks, nothing later, and `fool_unplayed` if it was not played.
    """

    how: int
    last_trick: int = 0
    each_trick: int = 0
    laid_away: int = 0
    fool: int = 0
    fool_until: int = 99
    fool_unplayed: int = 0


OWNER_KEEPS, OWNER_NEEDS_TRICK, EXCHANGED, WINNER_TAKES = 0, 1, 2, 3
"""Whose the Fool is: its player's; its player's if his party has a trick; its player's if he
can give a worthless card of his tricks for it; whose trick it is in, where it is a trump."""


class FoolGoes(NamedTuple):
    """Whose the Fool is at the end; `until` and the worthless cards are for an exchange."""

    how: int = OWNER_KEEPS
    until: int = 99
    plain: int = 0
    tarocks: int = 0


LOT = 3


def lots_of_three(surplus: int, cards: int) -> int:
    """Count a pile in lots of three.

    `surplus` is the sum over its cards of (value − 1), where an empty card is worth 1. Three
    cards count as their values less 2; of what is left over, two or one as theirs less 1.
    """
    return surplus + cards // LOT + (1 if cards % LOT == LOT - 1 else 0)


class Count(msgspec.Struct, frozen=True):
    """How the card points of some seats' pile come about."""

    seats: Annotated[tuple[int, ...], Meta(description="Whose pile it is.")]
    points: Annotated[int, Meta(description="All card points.")]
    values: Annotated[tuple[tuple[str, int], ...], Meta(description="What each card adds.")]
    cards: Annotated[int, Meta(description="How many cards the pile has.")]
    lots: Annotated[int, Meta(description="What they add in lots of three.")] = 0
    more: Annotated[
        int, Meta(description="What is added for tricks won and cards laid away.")
    ] = 0


class EarnedBy(msgspec.Struct, frozen=True):
    """The evidence for a row: cards, of which trick, whose; or how points were counted."""

    cards: Annotated[tuple[str, ...], Meta(description="The cards.")] = ()
    winner: Annotated[int | None, Meta(description="The seat that won or has them.")] = None
    loser: Annotated[int | None, Meta(description="The seat that lost them, if any.")] = None
    trick: Annotated[int, Meta(description="The number of the trick, from 1; 0 for none.")] = 0
    lacking: Annotated[tuple[str, ...], Meta(description="Cards that were missing.")] = ()
    counts: Annotated[tuple[Count, ...], Meta(description="Piles that were counted.")] = ()
    times: Annotated[int, Meta(description="How many times `each` was paid.")] = 0
    each: Annotated[
        tuple[int, ...], Meta(description="What each seat wins or loses for one point.")
    ] = ()


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the score sheet: what was earned, by which clause, and who pays whom.

    `evidence` tells by what; it is empty for what was earned by a word alone.
    """

    item: str
    clause: str
    amounts: tuple[int, ...]
    note: Text | None = None
    evidence: tuple[EarnedBy, ...] = ()


def total(rows: Iterable[Row], seats: int) -> tuple[int, ...]:
    """Add up the rows of a sheet, seat by seat."""
    sums = [0] * seats
    for row in rows:
        for seat, amount in enumerate(row.amounts):
            sums[seat] += amount
    return tuple(sums)


def from_each(winner: int, amount: int, seats: int) -> tuple[int, ...]:
    """One seat receives an amount from each other seat (pays it, if negative)."""
    return tuple(amount * (seats - 1) if seat == winner else -amount for seat in range(seats))


def between(winner: int, loser: int, amount: int, seats: int) -> tuple[int, ...]:
    """One seat receives an amount from one other."""
    return tuple(
        amount if seat == winner else -amount if seat == loser else 0 for seat in range(seats)
    )

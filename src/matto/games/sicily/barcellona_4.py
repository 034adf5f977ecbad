"""Tarocchi of Barcellona for four, 64 cards. Marks such as 3.1 are clauses of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import msgspec

from matto.blocks.payments import OverShare
from matto.blocks.play import play_tricks
from matto.blocks.terms import by_points
from matto.engine.events import Contract, Result
from matto.engine.game import OpenCards, TrickRules
from matto.engine.options import Options, choice
from matto.engine.outcome import Outcome, Term, outcome_of, stake
from matto.engine.scoring import POINTS, PayRule, RowLabel
from matto.engine.table import Asides, Script, Table
from matto.engine.view import View
from matto.engine.words import N_, text
from matto.games.sicily import (
    CARD_WORDS,
    FUGGITIVO,
    SICILIAN_FULL,
    open_to_all,
    sicilian_game,
    sicilian_points,
)

ID = "barcellona-4"
SEATS = 4
PACKETS, PACKET = 4, 4  # 2.5
SIDES = {"partners": (0, 1, 0, 1), "each_for_self": (0, 1, 2, 3)}  # 2.1, 2.2
HALF, QUARTER = 54, 27  # 5.1, 5.5
WHOLE = 109  # 5.4

OPTIONS = (
    choice(
        "format",
        "2.1",
        N_("Whether those who sit across are partners, or each plays for himself."),
        partners=N_("two against two"),
        each_for_self=N_("each for himself"),
    ),
    choice(
        "counting",
        "5.4",
        N_("Whether both sides count their piles, or one does and the other has the rest."),
        both_sides=N_("both sides count"),
        dealers_side=N_("only the dealer’s side counts"),
        other_side=N_("only the other side counts"),
    ),
    choice(
        "difference",
        "5.1",
        N_("Which difference a side with more than 54 writes: to 54, or to the other side."),
        before="to_54",
        to_54=N_("that to 54"),
        to_other_side=N_("that to the other side"),
    ),
)

TRICKS = TrickRules(
    follow="3.2", trump="3.3", fool=FUGGITIVO, fool_clause="3.7", fool_leads="3.8", turn="3.2"
)
GLOSSARY: Mapping[str, str] = CARD_WORDS


def script(t: Table) -> Script[Result]:
    """The deal from the first packet to what is written down."""
    t.asides = Asides(t, clause="4.1")  # nothing is said aside
    for _ in range(PACKETS):  # 2.5
        t.deal_packet(PACKET)
    played = str(t.options["format"])
    side = SIDES[played]
    leader = t.after(t.dealer)
    t.contract = Contract(side, leader, fool_needs_trick=True, word=played)  # 3.9 to 3.11
    yield from play_tricks(t, TRICKS, leader)  # 3.1
    outcome = outcome_of(t)
    return GAME.settle(t, outcome, points=points(outcome, t.options))  # 6.1


def points(outcome: Outcome, options: Options) -> tuple[int, ...]:
    """The card points of each player or of his side: 1.8, 5.2, 5.4."""
    counted = {side: sicilian_points(outcome, side) for side in outcome.sides}
    if len(counted) < SEATS and options["counting"] != "both_sides":
        counts = counting_side(outcome, options)
        counted = dict.fromkeys(counted, WHOLE - counted[counts]) | {counts: counted[counts]}
    return tuple(counted[side] for side in outcome.side)


def counting_side(outcome: Outcome, options: Options) -> int:
    """The side that counts its pile where only one does: 5.4."""
    dealers = outcome.side[outcome.dealer]
    if options["counting"] == "dealers_side":
        return dealers
    return next(side for side in outcome.sides if side != dealers)


@dataclass(frozen=True)
class WrittenBySides:
    """Each side with more than half writes down the difference: 5.1, 5.3, 5.4."""

    options: Options

    def pay_rules(self, outcome: Outcome) -> Iterable[PayRule]:
        """For each side a table of its own points, or of those of the side that counts."""
        counts = counting_side(outcome, self.options)
        for side in outcome.sides:
            line = partial(self._line, side)
            if not self._both_count():
                whose = (lambda own: own) if side == counts else (lambda own: WHOLE - own)
                pays = partial(self._from_one_count, whose)
                yield self._to(outcome, side, counts, pays, line)
            elif self._to_54():
                yield self._to(outcome, side, side, lambda own: max(0, own - HALF), line)
            else:
                yield from self._above_the_other(outcome, side, line)

    def _from_one_count(self, whose: Callable[[int], int], counted: int) -> int:
        """Return what a side writes whose points follow from one pile, of 109 in all."""
        own = whose(counted)
        return max(0, own - HALF if self._to_54() else 2 * own - WHOLE)

    def _above_the_other(
        self, outcome: Outcome, side: int, line: Callable[[Outcome], RowLabel]
    ) -> Iterator[PayRule]:
        """Return what a side has above the other, from two piles counted by themselves.

        Both together count 109 or 110: what each gives here comes to nothing for the side
        that has no more than the other, and for both at 55 to 55.
        """
        other = next(one for one in outcome.sides if one != side)
        yield self._to(outcome, side, side, lambda own: max(1, own - HALF), line)
        rest = self._to(outcome, side, other, lambda theirs: max(-1, HALF - theirs), line)
        yield msgspec.structs.replace(rest, joined=True)

    def _to(
        self,
        outcome: Outcome,
        side: int,
        counted: int,
        pays: Callable[[int], int],
        line: Callable[[Outcome], RowLabel],
    ) -> PayRule:
        """Return what a side writes by the points of a side that has counted its pile."""
        earned = tuple(int(one == side) for one in outcome.side)
        return PayRule(
            POINTS, counted, earned=earned, table=by_points(outcome, pays), line=line
        )

    def _line(self, side: int, outcome: Outcome) -> RowLabel:
        """Return the label of a side's row: it tells who has more than half by whose piles."""
        counted, both = points(outcome, self.options), self._both_count()
        above = {one for seat, one in enumerate(outcome.side) if counted[seat] > HALF}
        clause = "5.3" if len(above) > 1 else "5.1" if both else "5.4"
        own = counted[outcome.side.index(side)]
        return RowLabel(N_("partners"), clause, text("{points} card points", points=own))

    def _both_count(self) -> bool:
        return self.options["counting"] == "both_sides"

    def _to_54(self) -> bool:
        return self.options["difference"] == "to_54"


def terms(outcome: Outcome, options: Options) -> tuple[Term, ...]:
    """Return what is written down, for each player or by sides."""
    if len(outcome.sides) == SEATS:
        return (OverShare(N_("each for self"), "5.5", share=QUARTER),)
    return (WrittenBySides(options),)


def friends(view: View) -> frozenset[int]:
    """The partner across the table, if there is one: 2.2."""
    side = SIDES[str(view.options["format"])]
    if view.seat is None:
        return frozenset()
    others = set(range(SEATS)) - {view.seat}
    return frozenset(seat for seat in others if side[seat] == side[view.seat])


def lying_open(view: View) -> OpenCards:
    """A Fuggitivo that waits for a trick, and no captured cards: 3.9, 3.12."""
    return open_to_all(view, SIDES[str(view.options["format"])], frozenset())


GAME = sicilian_game(
    id=ID,
    name=N_("Tarocchi of Barcellona, four players"),
    seats=SEATS,
    pack=SICILIAN_FULL,
    dealt=PACKETS * PACKET,
    talon=0,
    script=script,
    stakes=lambda options: [stake(SICILIAN_FULL, SIDES[str(options["format"])])],
    contracts=tuple(SIDES),
    about=N_("All 64 cards are dealt and played out, with partners or each for himself."),
    options=OPTIONS,
    glossary=GLOSSARY,
    friends=friends,
    lying_open=lying_open,
    trick_rules=TRICKS,
    terms=terms,
)

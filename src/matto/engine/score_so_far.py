"""The score so far of a deal in progress, and whether card points pay.

Card points are counted as they lie, for each party of whose piles nothing lies hidden from the
view; what only the last trick decides is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import msgspec

from matto.engine import scoring as op
from matto.engine.cards import cards_of
from matto.engine.events import ALL, Contract, Trick
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.outcome import Outcome, gather, piles_after_exchange
from matto.engine.scoring import EXCHANGED, PayRule, Row
from matto.engine.sheet import in_rows, score_sheet
from matto.engine.view import View

BY_POINTS = frozenset({op.POINTS, op.MOST, op.COMPARED, op.NOT_ALL_TRICKS, op.THROWN_IN})
"""Operations that pay by card points."""


@lru_cache(maxsize=256)
def card_points_pay(game: Game, options: Options) -> bool:
    """Return whether anything is paid by card points; a game that names no stakes may do so."""
    stakes = list(game.stakes(options))
    rules = (
        rule
        for stake in stakes
        if isinstance(stake, Outcome)
        for rule in _pay_rules(game, options, stake)
    )
    return not stakes or any(rule.operation in BY_POINTS for rule in rules)


def _pay_rules(game: Game, options: Options, stake: Outcome) -> Iterator[PayRule]:
    """All that may be paid, after all that may be said and after nothing was."""
    for outcome in (stake, replace(stake, said={})):
        yield from game.pay_rules(outcome, options)


UNKNOWN = "?"
"""The sign for an amount that a view cannot know."""

FINAL = frozenset(
    {op.ALWAYS, op.CAPTURED, op.FROM_LOSER, op.PLAYED, op.TAKEN, op.WATCHED, op.HAS_ALL}
)
"""Operations whose payments stand whatever comes."""
OF_ALL_PILES = frozenset({op.COMPARED, op.MOST})
SAID = ("bid", "announce", "declare", "answers")
HEARD = frozenset({*SAID, "laid away", "has laid away"})
ROWS_KEPT = 2048
VIEWS_KEPT = 256
"""Those who know no more than all have one view (`View.openly`), and ask one after another."""

Away = Sequence[Sequence[str]]
"""The cards that each seat has laid away, as far as the view has seen them."""


class RowSoFar(Row, frozen=True):
    """A row as it would be written now; what the seats `unknown` win or lose is left out."""

    unknown: tuple[int, ...] = ()


class _Known(msgspec.Struct, frozen=True):
    """All of a view that its score so far follows from: views that know the same share it.

    `heard` has kind, seat and word of what was said, and of what was laid away.
    """

    options: Options
    dealer: int
    carried: tuple[tuple[str, int], ...]
    contract: Contract
    tricks: tuple[Trick, ...]
    heard: tuple[tuple[str, int, str], ...]

    def of_kind(self, kind: str) -> list[tuple[int, str]]:
        """Return what was said or done of one kind, as (seat, word)."""
        return [(seat, word) for heard, seat, word in self.heard if heard == kind]


def score_so_far(game: Game, view: View) -> tuple[RowSoFar, ...]:
    """The rows that would be written if the deal ended now, as far as the view knows them."""
    knows_more = any(event.seen_by != ALL for event in view.beside_play if event.kind in HEARD)
    return _score_so_far(game, view if knows_more else view.openly)


def piles_so_far(game: Game, view: View) -> tuple[frozenset[str], ...]:
    """Each seat's cards as they lie now, as far as the view has seen them.

    While the parties are hidden and decide whose the Fool is, it lies with nobody.
    """
    contract = view.contract
    if contract is None or not contract.side:
        contract = contract or Contract((), 0)
        readings = (tuple(range(game.seats)), (0,) * game.seats)
        one, other = (
            _piles_of(game, view, msgspec.structs.replace(contract, side=side))
            for side in readings
        )
        return tuple(map(frozenset.intersection, one, other))
    return _piles_of(game, view, contract)


def _piles_of(game: Game, view: View, contract: Contract) -> tuple[frozenset[str], ...]:
    known = _known(view, contract)
    return _piles(game, known, _laid_away(game, known))


@lru_cache(maxsize=VIEWS_KEPT)
def _score_so_far(game: Game, view: View) -> tuple[RowSoFar, ...]:
    contract = view.contract
    if contract is None or not contract.side or not view.tricks or view.result is not None:
        return ()
    return _rows(game, _known(view, contract))


def _known(view: View, contract: Contract) -> _Known:
    heard = (
        (event.kind, event.seat, word)
        for event in view.beside_play
        if event.kind in HEARD
        for word in event.what
    )
    carried = tuple(sorted(view.carried.items()))
    return _Known(view.options, view.dealer, carried, contract, view.tricks, tuple(heard))


def _laid_away(game: Game, known: _Known) -> Away:
    return [
        [card for seat, card in known.of_kind("laid away") if seat == own]
        for own in range(game.seats)
    ]


@lru_cache(maxsize=ROWS_KEPT)
def _rows(game: Game, known: _Known) -> tuple[RowSoFar, ...]:
    contract = known.contract
    away = _laid_away(game, known)
    outcome = Outcome(
        pack=game.pack(known.options),
        side=contract.side,
        piles=_piles(game, known, away),
        tricks=known.tricks,
        declarer=contract.declarer,
        dealer=known.dealer,
        said=_said(known),
        times=contract.times,
        carried=dict(known.carried),
        counting=game.counting(known.options)._replace(last_trick=0),
    )
    hidden = _hidden_piles(game, known, away)
    every = [list(term.pay_rules(outcome)) for term in game.terms(outcome, known.options)]
    return tuple(row for rules in every for row in _written(outcome, game.id, rules, hidden))


def _piles(game: Game, known: _Known, away: Away) -> tuple[frozenset[str], ...]:
    """The piles as they lie now, with the Fool where it would stay."""
    goes = game.fool_goes(known.options)
    if goes.how == EXCHANGED:
        worthless = cards_of(goes.plain, goes.tarocks)
        return piles_after_exchange(known.tricks, away, goes.until, worthless)
    return gather(
        known.tricks,
        away,
        known.contract.side,
        fool_needs_trick=known.contract.fool_needs_trick,
        fool_is_trump=game.pack(known.options).fool_is_trump,
    )


def _hidden_piles(game: Game, known: _Known, away: Away) -> frozenset[int]:
    """The parties of whose piles something lies hidden; all, if it is not laid away at all."""
    side, laid = known.contract.side, Counter[int]()
    for seat, count in known.of_kind("has laid away"):
        laid[seat] += int(count)
    dealing = game.dealing(known.options)
    if laid.total() < (0 if dealing.stock else dealing.talon):
        return frozenset(side)
    return frozenset(side[seat] for seat in laid if laid[seat] != len(away[seat]))


def _said(known: _Known) -> dict[str, tuple[int, ...]]:
    """Return who has said what that may be paid for."""
    said: dict[str, tuple[int, ...]] = {}
    for kind in SAID:
        for seat, word in known.of_kind(kind):
            said[word] = (*said.get(word, ()), seat)
    return said


def _written(
    outcome: Outcome, game_id: str, rules: Sequence[PayRule], hidden: frozenset[int]
) -> Iterator[RowSoFar]:
    """Return what a term would pay, where it is settled or follows from known piles."""
    unseen = [rule for rule in rules if rule.operation == op.POINTS and rule.who in hidden]
    unknown = {seat for rule in unseen for seat, amount in enumerate(rule.earned) if amount}
    for joined in in_rows(rules):
        about = tuple(sorted(unknown)) if joined[0].operation == op.POINTS else ()
        known = [_settled(rule) for rule in joined if _is_known(rule, hidden)]
        if not known or len(about) == outcome.seats:
            continue
        known[0] = msgspec.structs.replace(known[0], joined=False)
        for row in score_sheet(outcome, known, game_id):
            yield _without(row, about)


def _without(row: Row, unknown: tuple[int, ...]) -> RowSoFar:
    """A row without what some seats win or lose."""
    known = (0 if seat in unknown else amount for seat, amount in enumerate(row.amounts))
    note = None if unknown else row.note
    return RowSoFar(row.item, row.clause, tuple(known), note, row.evidence, unknown)


def _is_known(rule: PayRule, hidden: frozenset[int]) -> bool:
    if rule.operation == op.POINTS:
        return rule.who not in hidden
    return rule.operation in FINAL or (rule.operation in OF_ALL_PILES and not hidden)


def _settled(rule: PayRule) -> PayRule:
    """A rule as it pays now: what is missing for it may still come."""
    if rule.operation == op.HAS_ALL:
        return msgspec.structs.replace(rule, missed=())
    return rule

"""The score of a deal that goes on, as far as a view knows it: what can no longer be lost.

Card points are counted as they lie, where nothing that counts lies hidden from the view; what
only the last trick decides is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from matto.engine import payrules as op
from matto.engine.game import Game
from matto.engine.outcome import Outcome, gather
from matto.engine.payrules import EXCHANGED, PayRule
from matto.engine.scoring import Row
from matto.engine.sheet import score_sheet
from matto.engine.view import View

__all__ = ["score_so_far"]

FINAL = frozenset(
    {op.ALWAYS, op.CAPTURED, op.FROM_LOSER, op.PLAYED, op.TAKEN, op.WATCHED, op.HAS_ALL}
)
"""What these have paid is paid, whatever comes."""
BY_POINTS = frozenset({op.POINTS, op.COMPARED, op.MOST})
SAID = ("bid", "announce", "declare", "answers")


@dataclass(frozen=True)
class _Rules:
    """Some pay rules, as the term that the score sheet asks for them."""

    rules: Sequence[PayRule]

    def pay_rules(self, _outcome: Outcome) -> Sequence[PayRule]:
        return self.rules


def score_so_far(game: Game, view: View) -> tuple[Row, ...]:
    """The rows that would be written if the deal ended now, as far as the view knows them."""
    contract = view.contract
    if contract is None or not contract.side or not view.tricks or view.result is not None:
        return ()
    away = [
        [card for seat, card in view.heard("laid away") if seat == own]
        for own in range(view.seats)
    ]
    outcome = Outcome(
        pack=view.pack,
        side=contract.side,
        piles=gather(
            view.tricks,
            away,
            contract.side,
            fool_needs_trick=contract.fool_needs_trick,
            fool_is_trump=view.pack.fool_is_trump,
        ),
        tricks=view.tricks,
        declarer=contract.declarer,
        dealer=view.dealer,
        said=_said(view),
        times=contract.times,
        carried=view.carried,
        counting=game.counting(view.options)._replace(last_trick=0),
    )
    rules = list(_known(game, view, outcome, points=_knows_the_piles(game, view, away)))
    return score_sheet(outcome, [_Rules(rules)], game.id)


def _said(view: View) -> dict[str, tuple[int, ...]]:
    """Who has said what that may be paid for."""
    said: dict[str, tuple[int, ...]] = {}
    for kind in SAID:
        for seat, word in view.heard(kind):
            said[word] = (*said.get(word, ()), seat)
    return said


def _known(game: Game, view: View, outcome: Outcome, *, points: bool) -> Iterator[PayRule]:
    """The rules whose payments are settled, or follow from piles that the view knows."""
    for term in game.terms(outcome, view.options):
        for rule in term.pay_rules(outcome):
            if rule.operation == op.HAS_ALL:  # what is missing may still come
                yield msgspec.structs.replace(rule, missed=())
            elif rule.operation in FINAL or (points and rule.operation in BY_POINTS):
                yield rule


def _knows_the_piles(game: Game, view: View, away: Sequence[Sequence[str]]) -> bool:
    """Tell whether nothing that counts lies away unseen, and the Fool is where it seems."""
    if game.fool_goes(view.options).how == EXCHANGED:
        return False
    dealing = game.dealing(view.options)
    laid = sum(int(count) for _, count in view.heard("has laid away"))
    return sum(map(len, away)) == max(laid, 0 if dealing.stock else dealing.talon)

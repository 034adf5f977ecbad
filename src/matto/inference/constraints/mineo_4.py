"""What a call and a Rivanto prove in the game of the same name."""

from __future__ import annotations

from collections.abc import Iterator

from matto.engine.cards import TRUMPS
from matto.engine.table import Event, View
from matto.games.sicily.common import FUGGITIVO
from matto.games.sicily.mineo_4 import contract_heard, party_known
from matto.games.sicily.prizes import LAYING_AWAY, talk_rules
from matto.games.sicily.vocabulary import CHIAMO, RIVANTO
from matto.inference.constraint import Constraint, Forbidden, Holds
from matto.inference.constraints.shared import from_others, laid_away_by
from matto.inference.constraints.table_talk import truthful_talk


def calls(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Who calls the highest trump that he lacks holds all higher ones: 2.13, 2.20."""
    card = event.what[0].removeprefix(f"{CHIAMO}:")
    if card in TRUMPS and view.options["call"] == "highest":
        trumps = view.pack.sort(TRUMPS & view.pack.cards)
        yield Holds(event.seat, frozenset(trumps[: trumps.index(card)]), index)
        yield Forbidden(event.seat, frozenset({card}), index)


def raises(view: View, index: int, event: Event) -> Iterator[Constraint]:
    """Who says Rivanto is not the caller's partner: he lacks the called card: 3.16."""
    found = contract_heard(view)
    if event.what[0] == RIVANTO and found is not None and found[1]:
        yield Forbidden(event.seat, frozenset({found[1]}), index)


INFERENCES = (
    laid_away_by(LAYING_AWAY),
    from_others("bid", calls),
    from_others("call", calls),
    from_others("announce", raises),
    truthful_talk(talk_rules, lambda view, _at: party_known(view), FUGGITIVO),  # 7.10
)

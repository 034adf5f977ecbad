"""A plan pays for a finished deal what its score sheet says: every game, every option."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np
import pytest

from kernel.settled_deals import counted, finished, paid, paid_by_plan
from matto.blocks.terms import Ultimo
from matto.engine import scoring
from matto.engine.options import Options
from matto.engine.outcome import outcome_of, stake
from matto.engine.run import Run
from matto.engine.scoring import EXCHANGED, LOTS, ONE_BY_ONE, OWNER_KEEPS, Counting, FoolGoes
from matto.engine.sheet import rules_of
from matto.games import catalogue
from matto.games import game as game_of
from matto.kernel import layout
from matto.kernel.layout import Plan
from matto.kernel.packing import plan_of
from matto.research.testing.checks import cases_of
from sixteen import ONE_IN_THE_QUICK_LOOP, SIXTEEN

DEALS = 12
MANY_DEALS: Mapping[str, int] = {"priestertarock": 24}
"""Where a contract is rare."""

EACH = "each alone"
Kind = tuple[int | str, int, bool]
"""How many are of the declarer's party, by what all is multiplied, whether a card is called."""

SOLO, EARLY_SOLO, PAIR = (1, 1, False), (1, 2, False), (2, 1, False)
CALLED, CALLED_OWN, ALONE = (2, 1, True), (1, 1, True), (EACH, 1, False)
CONTRACTS: Mapping[str, frozenset[Kind]] = {
    "mineo-3": frozenset({SOLO, EARLY_SOLO}),
    "mineo-4": frozenset({SOLO, EARLY_SOLO, CALLED, CALLED_OWN}),
    "ragusa-3": frozenset({SOLO, EARLY_SOLO, ALONE}),
    "priestertarock": frozenset({SOLO, PAIR, CALLED, CALLED_OWN}),
    "marolles": frozenset({ALONE}),
    "barcellona-3": frozenset({SOLO, ALONE}),
    "barcellona-4": frozenset({PAIR, ALONE}),
    "tortorici-3": frozenset({SOLO, ALONE}),
    "tortorici-4": frozenset({PAIR}),
    "tortorici-1930": frozenset({SOLO, ALONE}),
    "calatafimi-4": frozenset({SOLO, PAIR, CALLED}),
    "calatafimi-3": frozenset({ALONE}),
    "calatafimi-2": frozenset({ALONE}),
    "mitigatti-3": frozenset({ALONE}),
    "mitigatti-4": frozenset({SOLO, EARLY_SOLO, CALLED}),
    "grosstarock": frozenset({ALONE}),
}

FAULTS: Mapping[str, Mapping[str, Callable[[Options], object]]] = {
    # game: nouns that say something wrong, each of which some deal must give away
    "mineo-3": {"fool_goes": lambda _: FoolGoes(OWNER_KEEPS)},
    "calatafimi-3": {"counting": lambda _: Counting(LOTS, 4, fool=10, fool_unplayed=10)},
    "mitigatti-3": {"counting": lambda _: Counting(ONE_BY_ONE, 0, 1, 0, 4)},
    "mitigatti-4": {"counting": lambda _: Counting(ONE_BY_ONE, 0, 0, 1, 4)},
    "priestertarock": {"counting": lambda _: Counting(ONE_BY_ONE, fool=5)},
    "marolles": {"counting": lambda _: Counting(ONE_BY_ONE, fool=5)},
    "grosstarock": {"fool_goes": lambda _: FoolGoes(EXCHANGED)},
}


def sample(game_id: str) -> Iterator[Run]:
    """Finished deals of a game with every preset and every value of an option."""
    count = MANY_DEALS.get(game_id, DEALS)
    return (run for case in cases_of(game_of(game_id)) for run in finished(case, count))


def kind_of(run: Run) -> Kind:
    """What was played for."""
    contract = run.table.contract
    assert contract is not None
    each = len(set(contract.side)) == run.game.seats
    return EACH if each else contract.side.count(0), contract.times, bool(contract.called)


def differences(runs: Iterable[Run]) -> list[str]:
    """The deals in which plan and score sheet pay different amounts."""
    return [
        f"{run.game.id} {dict(run.options)}: {paid_by_plan(run)} is not {run.result.scores}"
        for run in runs
        if run.result is not None and paid_by_plan(run) != run.result.scores
    ]


@pytest.mark.parametrize("game_id", ONE_IN_THE_QUICK_LOOP)
def test_a_plan_pays_and_counts_what_the_engine_does_with_every_option_and_contract(
    game_id: str,
) -> None:
    runs = list(sample(game_id))
    assert not differences(runs)
    for run in runs:
        if run.options.get("counting", "both_sides") == "both_sides":
            assert run.result is not None
            assert counted(run, plan_of(run.game, run.table)) == run.result.points
    if game_id in CONTRACTS:  # where every contract is to be compared
        assert {kind_of(run) for run in runs} == CONTRACTS[game_id]
    without_a_pay_rule_is_noticed(runs)


def without(plan: Plan, row: int) -> Plan:
    """A plan that has forgotten one pay rule."""
    return plan._replace(pay_rules=np.delete(plan.pay_rules, row, axis=0))


def without_a_pay_rule_is_noticed(runs: Iterable[Run]) -> None:
    """Leave out a pay rule of each kind: some deal must show it."""
    there, noticed = set(), set()
    for run in runs:
        assert run.result is not None
        plan = plan_of(run.game, run.table)
        for row, operation in enumerate(plan.pay_rules[:, layout.OPERATION].tolist()):
            there.add(operation)
            if operation not in noticed and paid(run, without(plan, row)) != run.result.scores:
                noticed.add(operation)
    assert there
    assert noticed == there


@pytest.mark.slow
def test_every_operation_is_in_a_pay_rule_of_some_game() -> None:
    used = {
        operation
        for game_id in catalogue()
        for case in cases_of(game_of(game_id))
        for run in finished(case, 2)
        for operation in plan_of(run.game, run.table).pay_rules[:, layout.OPERATION].tolist()
    }
    assert used == set(range(scoring.HAS_TRICK + 1))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [one for one in SIXTEEN if one.values[0] in FAULTS])
def test_a_game_that_says_something_wrong_of_itself_is_found_out(game_id: str) -> None:
    for noun, wrong in FAULTS[game_id].items():
        game = replace(game_of(game_id), **{noun: wrong})  # type: ignore[arg-type]
        assert any(
            counted(run, plan_of(game, run.table)) != counted(run, plan_of(run.game, run.table))
            for run in sample(game_id)
        )


@pytest.mark.parametrize("announced", [False, True])
def test_a_party_is_paid_for_a_card_that_wins_or_loses_the_last_trick(
    announced: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No game of the catalogue has an Ultimo; those of other packages may."""
    run = next(sample("mineo-3"))
    table, last = run.table, run.table.tricks[-1]
    for seat, card in last.by_seat(run.game.seats):
        said = {"ultimo": [seat]} if announced else {}
        ultimo = Ultimo("won", "lost", "5.8", frozenset({card}), "ultimo", "5.9")
        game = replace(run.game, terms=lambda *_, ultimo=ultimo: (ultimo,))
        monkeypatch.setattr(table, "said", said)
        sheet = game.score(outcome_of(table), run.options)
        assert [row.item for row in sheet] == ["won" if seat == last.winner else "lost"]
        assert paid(run, plan_of(game, table)) == scoring.total(sheet, game.seats)


def test_a_deal_with_the_pack_of_a_variant_changes_no_payment_of_its_game() -> None:
    """Scripts of variants may settle by the game they come from."""
    game = game_of("barcellona-3")
    options = game.resolve()
    whole = stake(game.pack(options), (0, 1, 2))
    few = replace(whole, pack=replace(whole.pack, suits={**whole.pack.suits, "S": "K"}))
    for outcome in (few, whole, few):
        spelled_out = rules_of(outcome, game.terms(outcome, options))
        assert game.pay_rules(outcome, options) == tuple(spelled_out)
    assert game.pay_rules(few, options) != game.pay_rules(whole, options)

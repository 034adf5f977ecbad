"""The exact solver against all ways to play on, tried with the kernel's own rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

import numpy as np
import pytest

from counts.endings import ATTEMPTS, SAYING_NOTHING, ending
from matto.engine import scoring as rows
from matto.engine.cards import CODES, NUMBER, codes_in
from matto.engine.run import Run
from matto.engine.tricks import FOOL_BIT
from matto.games import game
from matto.kernel import layout as lay
from matto.kernel import solver
from matto.kernel.layout import Numbers, Plan
from matto.kernel.packing import plan_of, state_of
from matto.kernel.play import is_over, legal_now, play_card, settle
from matto.kernel.solver import new_search, pays_by_points, values_of_moves
from samples import many

ENOUGH = 10**6
NO_STOCK = np.zeros(0, np.int64)
NO_OPTIONS: Mapping[str, object] = {}


def legal_cards(state: Numbers, plan: Plan) -> list[int]:
    return [NUMBER[code] for code in codes_in(*map(int, legal_now(state, plan)))]


def after(state: Numbers, plan: Plan, card: int) -> Numbers:
    further = state.copy()
    play_card(further, plan, NO_STOCK, card)
    return further


def by_card(state: Numbers, plan: Plan, known: dict[bytes, int]) -> dict[int, int]:
    """What each card is worth when both sides then play as well as can be."""
    cards = legal_cards(state, plan)
    return {card: worth(after(state, plan, card), plan, known) for card in cards}


def worth(state: Numbers, plan: Plan, known: dict[bytes, int]) -> int:
    """What a deal is worth when both sides play as well as can be."""
    if is_over(state, plan):
        pay = np.zeros(lay.MOST_SEATS, np.int64)
        settle(state.copy(), plan, pay)
        return int(pay[: len(plan.side)] @ np.where(plan.side == 0, 1, -1))
    if (key := state.tobytes()) not in known:
        best = max if plan.side[state[lay.TURN]] == 0 else min
        known[key] = best(by_card(state, plan, known).values())
    return known[key]


def moments(state: Numbers, plan: Plan, seed: int) -> Iterator[Numbers]:
    """An ending played on by chance: it as it is, and after each card."""
    rng = random.Random(seed)
    while not is_over(state, plan):
        yield state
        state = after(state, plan, rng.choice(legal_cards(state, plan)))


def has_sides(plan: Plan) -> bool:
    return set(plan.side[: plan.rules[lay.SEATS]].tolist()) == {0, 1}


# -- where two are paid by points --------------------------------------------------------------


def changed(plan: Plan, place: int, value: int) -> Plan:
    rules = plan.rules.copy()
    rules[place] = value
    return plan._replace(rules=rules)


def of_two(seed: int, cards: int) -> tuple[Numbers, Plan]:
    """An ending of two.

    In two of three a seat has no trick yet, in one of four the Fool may come too late.
    """
    run = ending(game("calatafimi-2"), NO_OPTIONS, seed, cards)
    plan = plan_of(run.game, run.table)
    state, seat = state_of(run.table, plan), seed % 3
    if seat < run.game.seats:
        state[lay.WON + seat] = 0
        state[lay.AWAY_PLAIN + seat] = state[lay.PILE_PLAIN + seat]
        state[lay.AWAY_TAROCKS + seat] = state[lay.PILE_TAROCKS + seat]
    if seed % 4 == 0:
        return state, changed(plan, lay.COUNT_FOOL_UNTIL, plan.rules[lay.ALL_TRICKS] - 2)
    return state, plan


@pytest.mark.parametrize(
    ("seed", "cards"),
    [
        *((seed, 3) for seed in range(many(12))),
        *(pytest.param(seed, 4, marks=pytest.mark.slow) for seed in range(many(12))),
        *(pytest.param(seed, 5, marks=pytest.mark.slow) for seed in range(many(4))),
    ],
)
def test_every_card_of_two_has_the_value_of_the_best_play_that_follows(
    seed: int, cards: int
) -> None:
    state, plan = of_two(seed, cards)
    assert pays_by_points(plan)
    known: dict[bytes, int] = {}
    for moment in moments(state, plan, seed):
        assert values_of_moves(moment, plan, ENOUGH) == by_card(moment, plan, known)


APART: Mapping[str, tuple[int, int]] = {
    "another leads": (lay.LEADER, 1),
    "the Fool came too late": (lay.FOOL_TRICK, 31),
    "the Fool lies elsewhere": (lay.PILE_TAROCKS, 0b111),
    "a card more is won": (lay.PILE_PLAIN, 0b11),
    "no trick is won": (lay.WON, 0),
    "a hand has another card": (lay.PLAIN + 1, 0b1000),
    "a hand has another trump": (lay.TAROCKS + 1, 0b1000),
}


@pytest.mark.parametrize("how", APART)
def test_positions_that_may_still_bring_something_else_are_told_apart(how: str) -> None:
    _, plan = of_two(0, 3)
    state = np.zeros(lay.SIZE, np.int64)
    state[[lay.FOOL_TRICK, lay.WON, lay.PILE_PLAIN]] = 1
    state[lay.PILE_TAROCKS] = FOOL_BIT | 0b11
    other, (place, value) = state.copy(), APART[how]
    other[place] = value
    assert solver.key_of(other, plan) != solver.key_of(state, plan)


def test_by_which_cards_points_were_won_does_not_tell_positions_apart() -> None:
    state, plan = of_two(0, 3)
    other = state.copy()
    seat = int(other[lay.PILE_PLAIN + 1].bit_count() >= 3)
    for _ in range(3):
        other[lay.PILE_PLAIN + seat] &= other[lay.PILE_PLAIN + seat] - 1
    assert solver.key_of(other, plan) == solver.key_of(state, plan)


def tried(state: Numbers, plan: Plan) -> int:
    """How many cards are tried until all values are known."""
    search = new_search(state, plan, ENOUGH)
    solver.write_values(search, plan, np.zeros(solver.CARDS, np.int64))
    assert not search.notes[solver.STOPPED]
    return int(search.notes[solver.NODES])


def test_a_table_with_two_places_finds_the_same_as_a_large_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, plan = of_two(5, 8)
    large, found = tried(state, plan), values_of_moves(state, plan, ENOUGH)
    monkeypatch.setattr(solver, "TABLE_SIZE", 2)
    assert values_of_moves(state, plan, ENOUGH) == found
    assert tried(state, plan) > 2 * large


@pytest.mark.slow
def test_of_ten_tricks_few_ways_to_go_on_are_tried() -> None:
    assert sum(tried(*of_two(seed, 10)) for seed in range(3)) < 150_000


def with_row(plan: Plan, column: int, value: int) -> Plan:
    pay_rules = plan.pay_rules.copy()
    pay_rules[0, column] = value
    return plan._replace(pay_rules=pay_rules)


def with_a_step(plan: Plan) -> Plan:
    tables = plan.tables.copy()
    tables[72:] += 1
    return plan._replace(tables=tables)


def with_equals(plan: Plan) -> Plan:
    strength = plan.strength.copy()
    strength[NUMBER["T1"]] = strength[NUMBER["T2"]]
    return plan._replace(strength=strength)


UNEVEN: Mapping[str, Callable[[Plan], Plan]] = {
    "a suit must be played": lambda plan: changed(plan, lay.DUTIES, 1),
    "the Fool is exchanged": lambda plan: changed(plan, lay.FOOL_GOES, rows.EXCHANGED),
    "cards missing count": lambda plan: changed(plan, lay.COUNT_HOW, rows.LESS_MISSING),
    "the last trick pays": lambda plan: with_row(plan, lay.OPERATION, rows.LAST_BY_SIDE),
    "nothing pays something": lambda plan: with_row(plan, lay.MISSED, 1),
    "points are missing": lambda plan: with_row(plan, lay.FIRST, 1),
    "many points pay the same": lambda plan: with_row(plan, lay.TABLE_LENGTH, 100),
    "a point pays more": with_a_step,
    "trumps are equal": with_equals,
    "cards count nothing": lambda plan: plan._replace(
        values=plan.values[plan.values[:, 0] > 1]
    ),
}


@pytest.mark.parametrize("how", UNEVEN)
def test_where_anything_else_is_paid_positions_are_not_taken_for_one_another(how: str) -> None:
    _, plan = of_two(1, 3)
    assert pays_by_points(plan)
    assert not pays_by_points(UNEVEN[how](plan))


# -- in all games of two sides -----------------------------------------------------------------


SIDES: tuple[tuple[str, int], ...] = (
    ("mineo-3", 3),
    ("mineo-4", 2),
    ("ragusa-3", 3),
    ("barcellona-3", 3),
    ("barcellona-4", 2),
    ("tortorici-3", 3),
    ("tortorici-4", 2),
    ("tortorici-1930", 3),
    ("calatafimi-4", 2),
    ("calatafimi-2", 3),
    ("mitigatti-4", 2),
    ("priestertarock", 2),
)


def endings(game_id: str, cards: int, number: int) -> Iterator[tuple[Run, Plan]]:
    """Yield endings of two sides."""
    found = 0
    for seed in range(ATTEMPTS):
        run = ending(game(game_id), NO_OPTIONS, seed, cards)
        plan = plan_of(run.game, run.table)
        if run.decision is not None and has_sides(plan):
            yield run, plan
            found += 1
        if found == number:
            return
    raise AssertionError("too few have two sides")


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "cards"), SIDES)
def test_every_card_of_an_ending_has_the_value_of_the_best_play_that_follows(
    game_id: str, cards: int
) -> None:
    for number, (run, plan) in enumerate(endings(game_id, cards, many(4))):
        known: dict[bytes, int] = {}
        for state in moments(state_of(run.table, plan), plan, number):
            assert values_of_moves(state, plan, ENOUGH) == by_card(state, plan, known)


def by_engine(run: Run, side: tuple[int, ...]) -> int:
    """What an ending is worth when the engine itself plays all ways to go on."""
    while run.decision is not None and run.decision.kind != "play":
        run.do(next(word for word in run.decision.options if word in SAYING_NOTHING))
    if run.decision is None:
        assert run.result is not None
        signed = zip(run.result.scores, side, strict=True)
        return sum(score if party == 0 else -score for score, party in signed)
    values = []
    for card in run.decision.options:
        further = run.fork()
        further.do(card)
        values.append(by_engine(further, side))
    return max(values) if side[run.decision.seat] == 0 else min(values)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "cards"), SIDES)
def test_the_engine_finds_the_same_value(game_id: str, cards: int) -> None:
    for run, plan in endings(game_id, cards, many(4)):
        assert run.decision is not None
        found = values_of_moves(state_of(run.table, plan), plan, ENOUGH)
        assert found is not None
        assert {CODES[card] for card in found} == set(run.decision.options)
        best = max if plan.side[run.decision.seat] == 0 else min
        assert best(found.values()) == by_engine(run.fork(), tuple(map(int, plan.side)))


def test_an_ending_is_left_as_it_was() -> None:
    state, plan = of_two(3, 4)
    before = state.copy()
    values_of_moves(state, plan, ENOUGH)
    assert (state == before).all()


# -- what is not searched to the end -----------------------------------------------------------


def test_no_more_cards_are_tried_than_allowed_and_nothing_is_told_then() -> None:
    state, plan = of_two(4, 6)
    enough = tried(state, plan)
    for nodes in (0, 1, 50, enough - 1):
        search = new_search(state, plan, nodes)
        solver.write_values(search, plan, np.zeros(solver.CARDS, np.int64))
        # Each card of the first trick is tried.
        assert search.notes[solver.NODES] <= nodes + len(legal_cards(state, plan))
        assert values_of_moves(state, plan, nodes) is None
    assert values_of_moves(state, plan, enough) is not None


@pytest.mark.parametrize("game_id", ["grosstarock", "marolles", "mitigatti-3", "calatafimi-3"])
def test_where_each_plays_for_himself_nothing_is_solved(game_id: str) -> None:
    run = ending(game(game_id), NO_OPTIONS, 0, 2)
    plan = plan_of(run.game, run.table)
    assert values_of_moves(state_of(run.table, plan), plan, ENOUGH) is None


def test_while_cards_are_to_be_drawn_nothing_is_solved() -> None:
    state, plan = of_two(0, 2)
    state[lay.DRAWN] -= 2
    assert values_of_moves(state, plan, ENOUGH) is None

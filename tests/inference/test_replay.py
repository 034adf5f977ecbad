"""A world is a deal that could have been: it is played again and looks the same."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from inference.enumerating import drawn_worlds
from inference.exactly import contains
from inference.positions import runs_of, views_of
from matto.engine.cards import CODES, cards_of
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players.inference import Drawn, Worlds
from matto.research.testing.checks import Case, default_cases, other_cases
from samples import many
from sixteen import QUICKEST


def every_world_replays(case: Case, deals: int, often: float, each: int) -> Counter[str]:
    """Draw worlds at questions of all phases; `Worlds.run` raises where one looks different."""
    phases: Counter[str] = Counter()
    for number, (run, view) in enumerate(views_of(case, deals, often)):
        assert run.decision is not None
        worlds = Worlds(run.game, view)
        drawn = worlds.draw(each, seed=number)
        for i in range(each):
            there = worlds.run(drawn, i)
            assert there.view(view.seat).facts() == view.facts()
            hands_are_as_drawn(there, drawn, i)
        assert contains(worlds, run), f"{case}: {run.actions}"
        phases[run.decision.kind] += 1
    return phases


def hands_are_as_drawn(there: Run, drawn: Drawn, i: int) -> None:
    """The replayed table has the cards where the drawn words say."""
    table = there.table
    settled = not there.decision or there.decision.kind != "discard"
    for seat in range(table.seats):
        assert cards_of(int(drawn.plain[i, seat]), int(drawn.tarocks[i, seat])) == set(
            table.hand(seat)
        )
        if settled:
            away = int(drawn.away_plain[i, seat]), int(drawn.away_tarocks[i, seat])
            assert cards_of(*away) == set(table.laid_away[seat])


def test_every_world_drawn_replays_and_looks_the_same() -> None:
    found = find_game(QUICKEST)
    phases = every_world_replays(Case(found, found.resolve()), deals=5, often=0.12, each=2)
    assert sum(phases.values()) > 10


@pytest.mark.slow
@pytest.mark.parametrize("case", [*default_cases(), *other_cases()], ids=str)
def test_every_world_drawn_replays_with_every_option(case: Case) -> None:
    every_world_replays(case, deals=many(1), often=0.15, each=2)


def test_the_deal_itself_is_one_of_the_worlds_at_every_question_for_every_seat() -> None:
    found = find_game(QUICKEST)
    the_deal_is_contained(Case(found, found.resolve()), deals=1)


@pytest.mark.slow
@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_the_deal_itself_is_one_of_the_worlds_in_many_deals(case: Case) -> None:
    the_deal_is_contained(case, deals=many(3 * eyes_of(case)), start=1000, all_eyes=False)


@pytest.mark.slow
@pytest.mark.parametrize(("start", "case"), list(enumerate(other_cases())), ids=str)
def test_the_deal_itself_is_one_of_the_worlds_with_every_option(start: int, case: Case) -> None:
    """Each option is looked at by some, and the options of a game by all."""
    the_deal_is_contained(case, deals=many(2), start=2000 + 2 * start, all_eyes=False)


def eyes_of(case: Case) -> int:
    """How many can look at a game: its seats and an onlooker."""
    return case.game.seats + 1


def the_deal_is_contained(
    case: Case, deals: int, start: int = 0, *, all_eyes: bool = True
) -> None:
    """Look at every question of some deals with all eyes, or with those of one at a time."""
    for number, run in enumerate(runs_of(case, deals, start), start):
        eyes = [*range(run.game.seats), None]
        for seat in eyes if all_eyes else [eyes[number % len(eyes)]]:
            assert contains(Worlds(run.game, run.view(seat)), run), (seat, run.actions)


def test_the_same_seed_draws_the_same_worlds_and_another_one_others() -> None:
    found = find_game("tortorici-3")
    case = Case(found, found.resolve())
    run = next(run for run in runs_of(case, 30) if run.decision and run.decision.kind == "play")
    worlds = Worlds(found, run.view(0))
    again = Worlds(found, run.view(0))
    assert np.array_equal(worlds.draw(50, 7).lying, again.draw(50, 7).lying)
    assert np.array_equal(worlds.draw(50, 7).lying, worlds.draw(50, 7).lying)
    assert not np.array_equal(worlds.draw(50, 7).lying, worlds.draw(50, 8).lying)


def test_a_deal_that_looks_different_is_not_contained() -> None:
    found = find_game("barcellona-4")
    one, other = Run.shuffled(found, seed=1), Run.shuffled(found, seed=2)
    worlds = Worlds(found, one.view(0))
    assert contains(worlds, one)
    assert not contains(worlds, other)


def test_the_seat_that_holds_a_card_is_told_in_every_world() -> None:
    found = find_game("barcellona-4")
    run = Run.shuffled(found, seed=1)
    worlds = Worlds(found, run.view(2))
    drawn = worlds.draw(200, 0)
    own = run.table.hand(2)[0]
    other = run.table.hand(3)[0]
    assert set(drawn.holder(own).tolist()) == {2}
    assert set(drawn.holder(other).tolist()) == {0, 1, 3}
    for i in range(5):
        assert worlds.run(drawn, i).table.holder(other) == drawn.holder(other)[i]


def test_the_stock_is_drawn_in_the_order_in_which_it_lies() -> None:
    found = find_game("calatafimi-2")
    run = Run.shuffled(found, seed=4, options=found.resolve({"bottom_card": "dealer"}))
    while run.decision is not None and len(run.table.tricks) < 3:
        run.do(run.decision.options[0])
    for seat in range(2):
        worlds = Worlds(found, run.view(seat))
        drawn = worlds.draw(20, 3)
        for i in range(20):
            there = worlds.run(drawn, i)
            assert there.setup.deal.talon == tuple(
                CODES[number] for number in drawn.talon[i].tolist()
            )
            assert there.setup.deal.talon[:6] == run.setup.deal.talon[:6]
        assert (drawn.talon[:, -1] == drawn.talon[0, -1]).all() == (seat == 0)


def test_a_question_before_all_cards_are_dealt_leaves_them_to_come() -> None:
    found = find_game("mineo-3")
    run = Run.shuffled(found, seed=1)
    assert run.decision is not None
    worlds = Worlds(found, run.view(run.decision.seat))
    drawn = worlds.draw(30, 1)
    assert all(
        len(cards_of(int(p), int(t))) == 5
        for p, t in zip(drawn.plain[0], drawn.tarocks[0], strict=True)
    )
    firsts = {worlds.run(drawn, i).setup.deal.hands[run.decision.seat][5] for i in range(30)}
    assert len(firsts) > 10, "the next packet is not known"


def test_worlds_are_drawn_for_onlookers_too() -> None:
    found = find_game("mitigatti-3")
    case = Case(found, found.resolve())
    run = next(run for run in runs_of(case, 30) if run.decision and run.decision.kind == "play")
    worlds = Worlds(found, run.view(None))
    assert len(set(drawn_worlds(worlds, 20, 1))) == 20

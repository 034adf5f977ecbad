"""Worlds are deals that could have been: the engine agrees, and each is drawn as often."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import comb, erfc, sqrt

import numpy as np
import pytest

from helpers import decision_of
from inference.enumerating import Lying, consistent, drawn_worlds, ways_at_all
from inference.exactly import contains, count_of
from inference.positions import runs_of, views_of
from inference.shifting import disagreements
from matto.engine.cards import CODES, FIRST_TRUMP, PLAIN_BIT, TAROCK_BIT, cards_of
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.tricks import (
    BINDS_ALWAYS,
    DEMANDED,
    EXCUSES,
    FREE,
    IS_THROWN_OFF,
    LEADING,
    LEADS_AT_LAST,
    LEADS_FREELY,
    STANDS_FOR_TRUMP,
    TRUMP,
    FoolRule,
    legal,
)
from matto.games import game as find_game
from matto.players.inference import Drawn, NoWorld, Worlds
from matto.players.inference.constraints import Inference, inferences_of, not_beside
from matto.players.inference.placement import Contradiction
from matto.players.inference.replaying import OtherView
from matto.research.testing.checks import Case, default_cases, other_cases
from samples import many
from sixteen import QUICKEST, thinned


def agree(case: Case, deals: int, often: float, start: int = 0, draws: int = 0) -> Counter[str]:
    """Move a few cards at some questions, and draw worlds; gives the kinds of questions."""
    rng, kinds = random.Random(f"{case}/shifts"), Counter[str]()
    for run, view in views_of(case, deals, often, start):
        worlds = Worlds(run.game, view)
        found = list(disagreements(worlds, run, rng))
        assert not found, (str(case), len(run.actions), view.seat, found[0])
        assert contains(worlds, run), f"{case}: {run.actions}"
        if draws:
            every_world_replays(worlds, draws)
        kinds[decision_of(run).kind] += 1
    return kinds


def every_world_replays(worlds: Worlds, draws: int) -> None:
    """Draw worlds; `Worlds.run` raises where one looks different."""
    drawn = worlds.draw(draws, seed=draws)
    for i in range(draws):
        there = worlds.run(drawn, i)
        assert there.view(worlds.view.seat).facts() == worlds.view.facts()
        hands_are_as_drawn(there, drawn, i)


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


def test_worlds_are_what_the_engine_lets_happen_and_look_the_same() -> None:
    found = find_game(QUICKEST)
    assert agree(Case(found, found.resolve()), deals=5, often=0.1, draws=2).total() > 10


@pytest.mark.slow
@pytest.mark.parametrize("case", [*default_cases(), *other_cases()], ids=str)
def test_worlds_are_what_the_engine_lets_happen_with_every_option(case: Case) -> None:
    agree(case, deals=many(1), often=0.08, start=100, draws=2)


# -- inferences ------------------------------------------------------------------------------

NOTICED = {
    "barcellona-3": 2,
    "calatafimi-3": 1,
    "calatafimi-4": 4,
    "mineo-4": 2,
    "mitigatti-3": 2,
    "tortorici-4": 2,
}
"""So many of the first inferences of a game matter in deals by chance, here and there."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "number"),
    [(game_id, number) for game_id, most in NOTICED.items() for number in range(most)],
)
def test_an_inference_left_out_is_noticed(
    game_id: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = inferences_of(game_id)
    plant(monkeypatch, (*found[:number], *found[number + 1 :]))
    assert differs(find_game(game_id), deals=300)


def test_laying_away_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, ())
    assert differs(find_game("tortorici-4"), deals=20)


def plant(monkeypatch: pytest.MonkeyPatch, inferences: Sequence[Inference]) -> None:
    """Let these be all inferences of every game."""
    monkeypatch.setattr(
        "matto.players.inference.worlds.inferences_of", lambda _game: inferences
    )


def differs(game: Game, deals: int) -> bool:
    """Tell whether the worlds of a game differ from what the engine lets happen."""
    try:
        agree(Case(game, game.resolve(), "without an inference"), deals, often=0.2)
    except (AssertionError, NoWorld):
        return True
    return False


# -- cards played ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_card_is_legal_in_a_hand_if_it_is_beside_each_other_card_alone() -> None:
    rng = random.Random(7)
    tried = 0
    rules = [
        FoolRule(excuses, forced, leads, BINDS_ALWAYS)
        for excuses, forced, leads in product(
            (STANDS_FOR_TRUMP, EXCUSES, IS_THROWN_OFF), (0, 1), (LEADS_FREELY, LEADS_AT_LAST)
        )
    ]
    for _ in range(20_000):
        hand = rng.sample(range(len(CODES)), rng.choice((1, 2, 3, 5, 9, 14)))
        plain = sum(PLAIN_BIT[card] for card in hand)
        tarocks = sum(TAROCK_BIT[card] for card in hand)
        led = rng.choice((0, 1, 2, 3, TRUMP, LEADING, FREE, DEMANDED, DEMANDED + 1))
        fool, card = rng.choice(rules), rng.choice(hand)
        if not FIRST_TRUMP <= card < len(CODES) - 1 or rng.random() < 0.3:
            may = cards_of(*legal(plain, tarocks, led, fool))
            others = {CODES[other] for other in hand if other != card}
            assert (CODES[card] in may) == others.isdisjoint(not_beside(card, led, fool))
            tried += 1
    assert tried > 10_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "game_id", thinned(["calatafimi-3", "mineo-4", "priestertarock"], quick={"calatafimi-3"})
)
def test_the_ways_counted_for_drawing_are_the_exact_ones(game_id: str) -> None:
    found = find_game(game_id)
    for _run, view in views_of(Case(found, found.resolve()), 6, 0.1):
        worlds = Worlds(found, view)
        ways = sum(one.ways for one in worlds.counts)
        assert abs(ways - count_of(worlds)) <= 1e-12 * count_of(worlds)


# -- what is drawn ---------------------------------------------------------------------------


def test_the_deal_itself_is_one_of_the_worlds_at_every_question_for_every_seat() -> None:
    the_deal_is_contained(Case(find_game(QUICKEST), find_game(QUICKEST).resolve()))


@pytest.mark.slow
@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_the_deal_itself_is_one_of_the_worlds_in_every_game(case: Case) -> None:
    the_deal_is_contained(case, start=1000)


def the_deal_is_contained(case: Case, start: int = 0) -> None:
    """Look at every question of a deal with all eyes."""
    for run in runs_of(case, many(1), start):
        for seat in (*range(run.game.seats), None):
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
    worlds = Worlds(found, run.view(decision_of(run).seat))
    drawn = worlds.draw(30, 1)
    assert all(
        len(cards_of(int(p), int(t))) == 5
        for p, t in zip(drawn.plain[0], drawn.tarocks[0], strict=True)
    )
    firsts = {
        worlds.run(drawn, i).setup.deal.hands[decision_of(run).seat][5] for i in range(30)
    }
    assert len(firsts) > 10, "the next packet is not known"


def test_worlds_are_drawn_for_onlookers_too() -> None:
    found = find_game("mitigatti-3")
    case = Case(found, found.resolve())
    run = next(run for run in runs_of(case, 30) if run.decision and run.decision.kind == "play")
    worlds = Worlds(found, run.view(None))
    assert len(set(drawn_worlds(worlds, 20, 1))) == 20


# -- worlds are all that the engine lets happen, and each is drawn as often as any other --

FEWEST, MOST = 2, 120
"""How many ways of parting the unseen cards an ending has that is looked through."""
FEW_CARDS = 12
"""So many are in all hands together at most, where there are no more ways."""


def endings(case: Case, deals: int, start: int = 0) -> Iterator[Worlds]:
    """Positions with few unseen cards."""
    for run, view in views_of(case, deals, 0.4, start):
        if sum(len(run.table.hand(seat)) for seat in range(view.seats)) > FEW_CARDS:
            continue
        worlds = Worlds(run.game, view)
        if FEWEST <= ways_at_all(worlds) <= MOST:
            yield worlds


def faults_of(worlds: Worlds) -> Iterator[str]:
    """What is wrong with the number of worlds or with the worlds drawn."""
    happens = consistent(worlds)
    total = sum(happens.values())
    if count_of(worlds) != total:
        yield f"there are {total} worlds, not {count_of(worlds)}"
    drawn = Counter(drawn_worlds(worlds, 60 * len(happens), seed=total))
    if strange := drawn.keys() - happens.keys():
        yield f"{len(strange)} worlds are drawn that cannot be"
    elif (chance := chance_of(drawn, happens)) < 1e-6:
        yield f"the worlds are drawn unevenly: such draws have a chance of {chance:.1e}"


def chance_of(drawn: Counter[Lying], happens: Mapping[Lying, float]) -> float:
    """How likely it is that draws are as uneven as these or more: the tail of χ²."""
    if len(happens) < 2:
        return 1.0
    number, total = sum(drawn.values()), sum(happens.values())
    expected = {lying: number * times / total for lying, times in happens.items()}
    squares = sum((drawn[one] - mean) ** 2 / mean for one, mean in expected.items())
    free = len(happens) - 1
    wide = (squares / free) ** (1 / 3) - (1 - 2 / (9 * free))  # Wilson and Hilferty
    return erfc(wide / sqrt(2 / (9 * free)) / sqrt(2)) / 2


def look_through(case: Case, deals: int, wanted: int, start: int = 0) -> None:
    """Compare some endings of a game with what the engine lets happen."""
    seen = bound = 0
    for worlds in endings(case, deals, start):
        faults = list(faults_of(worlds))
        assert not faults, (case, worlds.view.seat, faults, worlds.places)
        seen += 1
        bound += count_of(worlds) < ways_at_all(worlds)
        if seen >= wanted and bound:
            break
    assert seen, f"{case}: no ending with few unseen cards"
    assert bound or seen < 5, "in none of them anything is known besides numbers of cards"


def test_the_worlds_of_an_ending_are_those_that_the_engine_lets_happen() -> None:
    found = find_game(QUICKEST)
    look_through(Case(found, found.resolve()), deals=30, wanted=4)


@pytest.mark.slow
@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_the_worlds_of_many_endings_are_those_that_the_engine_lets_happen(case: Case) -> None:
    look_through(case, deals=60, wanted=many(4), start=100)


@pytest.mark.slow
@pytest.mark.parametrize("case", other_cases(), ids=str)
def test_the_worlds_of_endings_are_right_with_every_option(case: Case) -> None:
    look_through(case, deals=40, wanted=many(1))


# -- planted faults ------------------------------------------------------------------------


def found_out(game: Game, deals: int = 40) -> bool:
    """Tell whether endings show that something is wrong."""
    case = Case(game, game.resolve(), "planted")
    try:
        return any(list(faults_of(worlds)) for worlds in endings(case, deals))
    except (Contradiction, NoWorld, OtherView):
        return True


def test_a_void_forgotten_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "matto.players.inference.worlds.played_legally", lambda _view, _rules: ()
    )
    assert found_out(find_game("barcellona-4"))


@pytest.mark.slow
def test_a_void_made_up_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "matto.players.inference.constraints.not_beside",
        lambda *case: not_beside(*case) | ({"T5"} if case[1] < TRUMP else set()),
    )
    assert found_out(find_game("barcellona-4"))


@pytest.mark.slow
def test_a_duty_forgotten_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "matto.players.inference.constraints.Duties.constraints", lambda *_: iter(())
    )
    assert found_out(find_game("calatafimi-3"), deals=120)


@pytest.mark.slow
def test_an_inference_forgotten_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matto.players.inference.worlds.inferences_of", lambda _game: ())
    assert found_out(find_game("tortorici-3"))


@pytest.mark.slow
def test_a_wrong_weight_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = np.array([[comb(n, k) * (1 + (k == n > 1)) for k in range(40)] for n in range(40)])
    monkeypatch.setattr(
        "matto.players.inference.placement_sampler._choose", lambda _most: wrong.astype(float)
    )
    assert found_out(find_game("barcellona-4"))


@pytest.mark.slow
def test_a_card_given_back_is_weighed_wrongly_and_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "matto.players.inference.placement.PlacementProblem._weigh", lambda _board, _gift: None
    )
    assert found_out(find_game("mitigatti-4"), deals=60)

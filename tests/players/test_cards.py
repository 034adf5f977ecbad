"""Which card is chosen by what each has brought, and how the last tricks are worked out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from matto.engine.cards import NUMBER
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.kernel.layout import Reals
from matto.kernel.packing import state_of, stock_of
from matto.kernel.solver import Solver
from matto.players import make_bot
from matto.players.card_search import (
    Found,
    Leaning,
    PlayedOut,
    beside_promises,
    by_playouts,
    by_the_better_one,
    good_cards,
    half_and_half,
    likely_deals,
    part_of,
    still_open,
    weighed_cards,
)
from matto.players.learned import Promises
from matto.players.learned.playouts import WITH_ALL_SEATS
from matto.players.playouts import solved_cards, values_of_cards, with_the_fool_in_time
from matto.players.search import STRONG
from matto.players.vetoes import advised_against
from matto.players.weighted_worlds import TABLES, Positions, advised_plan
from players.moments import hasty
from players.values_by_hand import BUDGET, CARDS, alone, brought, found

BY_DEALS = replace(STRONG, network_weight=0.0)
OPEN_ENDINGS = [("grosstarock", 7, 61, 83), ("calatafimi-3", 2, 30, 59)]
"""Deals by the rule of thumb: a seed, and after how many actions a card is asked for."""


def test_a_card_that_is_surely_better_is_the_only_good_one() -> None:
    assert good_cards(CARDS, found(0.0, 5.0, 1.0), (), BUDGET) == ["S5"]


def test_cards_that_the_deals_do_not_tell_apart_are_good_cards() -> None:
    assert good_cards(CARDS, found(0.0, 0.1, -3.0), (), BUDGET) == ["SK", "S5"]


# -- the Fool ----------------------------------------------------------------------------------


def test_a_card_is_not_worse_because_the_fool_would_be_kept_too_long() -> None:
    game = find_game("calatafimi-2")
    run, bot = Run.shuffled(game, seed=9), make_bot("rule", game, 9)
    while len((view := _asked(run)).tricks) < 3 or "F" not in view.asked.options:
        run.do(bot.choose(view))
    asked = view.asked
    position = in_deals(run, 1)
    found = values_of_cards(position, asked.options, asked.seat)
    in_time = with_the_fool_in_time(position, asked.options, asked.seat, found)
    fool = asked.options.index("F")
    assert found.argmax() == fool
    assert in_time.argmax() != fool
    assert in_time[fool] == found[fool]
    assert (in_time >= found).all()


# -- a network ---------------------------------------------------------------------------------


def test_a_network_has_its_part_in_what_a_card_brings_and_deals_still_tell_how_sure_it_is() -> (
    None
):
    promises = Promises({"SK": 4.0, "S5": 0.0, "T20": 0.0}, gain=0.6)
    found = brought(0.0, 1.0, 0.0)
    mixed = beside_promises(CARDS, found, promises, 0.25)
    assert mixed.mean(axis=1) == pytest.approx(0.75 * found.mean(axis=1) + [1.0, 0.0, 0.0])
    assert mixed.std(axis=1) == pytest.approx(0.75 * found.std(axis=1))
    assert good_cards(CARDS, alone(found), (), BUDGET) == ["S5"]
    assert good_cards(CARDS, alone(mixed), (), BUDGET) == ["SK"]


def test_a_network_that_gains_little_has_little_to_say() -> None:
    parts = [part_of(Promises({}, gain=gain), 0.4) for gain in (-0.1, 0.25, 0.5, 0.7)]
    assert parts == [0.0, 0.2, 0.4, 0.4]


@pytest.mark.parametrize(("game_id", "seed", "hidden", "open_to_him"), OPEN_ENDINGS)
def test_where_nothing_is_hidden_no_network_is_asked(
    game_id: str, seed: int, hidden: int, open_to_him: int
) -> None:
    """Three sides cannot be worked out; the same player is asked before and when he knows."""
    for actions, asked in ((hidden, True), (open_to_him, False)):
        run = Run.shuffled(find_game(game_id), seed=seed)
        while run.done < actions:
            run.do(make_bot("rule", run.game, 1).choose(decided(run)))
        assert weighed_cards(run.game, decided(run), STRONG, 1).learned is asked


def decided(run: Run) -> View:
    """The view of the seat that is asked."""
    assert run.decision is not None
    return run.view(run.decision.seat)


def test_a_card_is_worth_what_the_better_player_surely_makes_of_it() -> None:
    by_network = brought(0.0, 0.0, 5.0)
    by_rule = brought(8.0, 0.0, -5.0)
    by_rule[1] += np.where(np.arange(100) < 50, 9.0, -8.0)  # more on the mean, but not surely
    lifted = by_the_better_one(by_network, by_rule, share=0.5) - by_network
    surely = (lifted - 0.25 * (by_rule - by_network)) / 0.75  # it has a quarter of the say
    assert surely.mean(axis=1) == pytest.approx([8.0, 0.0, 0.0])


def test_where_nobody_goes_by_the_rule_of_thumb_it_makes_no_card_better() -> None:
    by_network, by_rule = brought(0.0, 0.0), brought(8.0, 0.0)
    found = [by_the_better_one(by_network, by_rule, share=share) for share in (0.0, 0.25)]
    lifted = [float((one - by_network)[0].mean()) for one in found]
    assert lifted[0] == 0.0
    assert 0.0 < lifted[1] < 8.0


@pytest.mark.parametrize(("left", "exactly"), [(8, 0), (4, 1)])
def test_bad_habits_are_judged_by_each_way_and_without_promises(
    left: int, exactly: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the last tricks exact play is a way more."""
    told: list[Found] = []

    def good_cards(cards: Sequence[str], found: Found, *_: object) -> list[str]:
        told.append(found)
        return [cards[0]]

    monkeypatch.setattr("matto.players.card_search.good_cards", good_cards)
    run = with_cards_left("barcellona-4", left)
    assert weighed_cards(run.game, decided(run), STRONG, 1).learned
    found = told[0]
    assert len(found.ways) == exactly + WITH_ALL_SEATS
    halves = found.ways[exactly:]
    assert sum(half.shape[1] for half in halves) == found.brought.shape[1]
    ratio = found.brought.std(axis=1) / found.unaided.std(axis=1)
    assert ratio.max() < 1.0
    if not exactly:
        assert np.array_equal(halves[0], found.unaided[:, ::WITH_ALL_SEATS])


def test_where_all_cards_bring_the_same_in_every_deal_no_promise_decides() -> None:
    found = np.array([[1.0, -1.0], [1.0, -1.0], [1.0, -2.0]])
    promises = Promises({"SK": 0.0, "S5": 0.3, "T20": 0.0}, gain=0.5)
    mixed = beside_promises(CARDS, found, promises, 0.5)
    assert mixed.tolist() == [[0.65, -0.35], [0.65, -0.35], [0.5, -1.0]]
    assert good_cards(CARDS, alone(mixed), (), BUDGET) == ["SK", "S5"]


@pytest.mark.parametrize("talk", ["basic", "off"])
def test_where_no_network_has_learnt_the_options_the_deals_alone_tell(talk: str) -> None:
    game = find_game("mineo-3")
    options, bot = game.resolve({"table_talk": talk}), make_bot("rule", game, 1)
    run = Run.shuffled(game, seed=1, options=options)
    while (view := _asked(run)).asked.kind != "play" or len(view.asked.options) < 3:
        run.do(bot.choose(view))
    few = replace(STRONG, worlds=40, play_evidence=100)
    mixed = weighed_cards(game, view, few, 1)
    found = weighed_cards(game, view, replace(few, network_weight=0.0), 1)
    assert np.array_equal(mixed.brought, found.brought) == (talk == "off")
    assert (mixed.learned, found.learned) == (talk == "basic", False)


# -- nothing hidden ----------------------------------------------------------------------------


def test_where_nothing_is_hidden_one_playout_does_not_decide() -> None:
    game = find_game("calatafimi-3")  # each for himself: not for the solver
    run, bot = Run.shuffled(game, seed=13), make_bot("rule", game, 1)
    while len((view := _asked(run)).tricks) < 13 or view.seat:
        run.do(bot.choose(view))
    cards = view.asked.options
    found, _, _ = weighed_cards(game, view, BY_DEALS, 1)
    assert found.shape == (len(cards), TABLES)
    assert found[:, 0].tolist() == values_of_cards(in_deals(run, 1), cards, 0)[:, 0].tolist()
    assert found.std(axis=1).any()


# -- endings -----------------------------------------------------------------------------------


def with_cards_left(game_id: str, left: int) -> Run:
    """A deal by the rule of thumb that stands at a lead, when so many cards are held."""
    game = find_game(game_id)
    run = Run.shuffled(game, seed=5)
    bot = make_bot("rule", game, 5)
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        if (
            asked.kind == "play"
            and len(view.hand) == left
            and not view.lying
            and not _stock(run)
        ):
            return run
        run.do(bot.choose(view))
    raise AssertionError("the deal is over")


def _asked(run: Run) -> View:
    assert run.decision is not None
    return run.view(run.decision.seat)


def _stock(run: Run) -> int:
    return len(stock_of(run.table)) - len(run.view(None).heard("draws"))


def in_deals(run: Run, number: int) -> Positions:
    """The position as it is, as if it had been drawn so often."""
    plan = advised_plan(run)
    states = np.repeat(state_of(run.table, plan)[None], number, axis=0)
    stocks = np.repeat(stock_of(run.table)[None], number, axis=0)
    return Positions(states, [plan], np.zeros(number, np.int64), stocks)


def test_a_deal_that_was_drawn_often_is_worked_out_once() -> None:
    run = with_cards_left("calatafimi-2", 8)
    assert run.decision is not None
    cards, seat = run.decision.options, run.decision.seat
    tried = Solver(advised_plan(run))
    plan = advised_plan(run)
    values = tried.values_of_moves(state_of(run.table, plan), stock_of(run.table), 10**6)
    assert values is not None
    found = solved_cards(in_deals(run, 60), cards, seat, nodes=tried.tried * 40)
    assert found is not None
    assert found.brought.shape == (len(cards), len(found.positions.states)) == (len(cards), 60)
    sign = 1 if plan.side[seat] == 0 else -1
    assert found.brought[:, 0].tolist() == [sign * values[NUMBER[card]] / 2 for card in cards]


def test_deals_that_cost_too_much_are_left_to_playouts() -> None:
    run = with_cards_left("calatafimi-2", 8)
    assert run.decision is not None
    cards, seat = run.decision.options, run.decision.seat
    assert solved_cards(in_deals(run, 60), cards, seat, nodes=40) is None


def test_where_each_plays_for_himself_nothing_is_worked_out() -> None:
    run = with_cards_left("marolles", 3)
    assert run.decision is not None
    cards, seat = run.decision.options, run.decision.seat
    assert solved_cards(in_deals(run, 1), cards, seat, nodes=10**6) is None


@pytest.mark.slow
def test_where_nothing_is_hidden_no_point_is_lost() -> None:
    run = with_cards_left("calatafimi-2", 10)
    bot = hasty("strong", run.game, 1)
    plan, values = advised_plan(run), list[int]()
    solver = Solver(plan)
    while (asked := run.decision) is not None:
        if len(asked.options) > 1:
            state = state_of(run.table, plan)
            found = solver.values_of_moves(state, stock_of(run.table), 10**7)
            assert found is not None
            best = max if plan.side[asked.seat] == 0 else min
            values.append(best(found.values()))
        run.do(bot.choose(run.view(asked.seat)))
    assert len(values) > 8
    assert len(set(values)) == 1


@pytest.mark.slow
def test_where_something_is_hidden_exact_play_and_playouts_have_half_a_say_each() -> None:
    run = with_cards_left("barcellona-4", 4)
    assert run.decision is not None
    game, view = run.game, run.view(run.decision.seat)
    likely = likely_deals(game, view, STRONG, 1)
    assert len(likely.positions.states) > 1
    exact = solved_cards(likely.positions, view.asked.options, view.asked.seat, STRONG.nodes)
    assert exact is not None
    avoided = advised_against(game, view)
    allowed = [place for place, card in enumerate(view.asked.options) if card not in avoided]
    leaning = Leaning(exact.brought.mean(axis=1), allowed)
    likely = likely._replace(positions=exact.positions)
    played = by_playouts(game, view, likely, STRONG, 1, leaning)
    found = weighed_cards(game, view, STRONG, 1)
    assert found.learned is played.learned
    by_exact_play = exact.brought[:, played.deals]
    assert found.brought == pytest.approx((by_exact_play + played.brought) / 2)
    assert np.abs(by_exact_play - played.brought).max() > 0


def test_exact_play_and_playouts_are_joined_deal_by_deal() -> None:
    exact = np.arange(10.0).reshape(1, 10)
    some = np.array([[0.0, 9.0, 3.0, 6.0]])
    both = half_and_half(exact, PlayedOut(some, some - 2.0, np.array([0, 9, 3, 6])))
    assert both.brought.tolist() == some.tolist()
    assert both.unaided.tolist() == (some - 1.0).tolist()
    first, *ways = both.ways
    assert first.tolist() == some.tolist()
    assert [way.tolist() for way in ways] == [[[-2.0, 1.0]], [[7.0, 4.0]]]


# -- which cards are played out in more deals --------------------------------------------------


def both_ways(*means: float) -> Reals:
    """What cards brought by the network, and by the rule of thumb: the same."""
    return np.array([brought(*means)] * 2)


def test_cards_that_are_surely_worse_are_given_up() -> None:
    found = both_ways(0.0, 0.1, -3.0)
    assert still_open(Leaning(np.zeros(3), range(3)), 0.0, found) == [0, 1]


def test_a_card_for_which_a_network_or_exact_play_speaks_stays_open() -> None:
    found = both_ways(0.0, 0.1, -3.0)
    assert still_open(Leaning(np.array([0.0, 0.0, 3.0]), range(3)), 0.0, found) == [0, 1, 2]
    assert still_open(Leaning(np.array([0.0, 0.0, 9.0]), range(3)), 0.0, found) == [2]


def test_the_best_card_that_is_no_bad_habit_is_never_given_up() -> None:
    found = both_ways(0.0, 9.0, -3.0)
    assert still_open(Leaning(np.zeros(3), [0, 2]), 0.0, found) == [0, 1]

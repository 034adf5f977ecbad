"""States: where the cards lie at any moment, from the table or from what a seat sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from kernel.settled_deals import begun, finished, paid, paid_by_engine
from matto.blocks.call import sides_in
from matto.engine.cards import NUMBER, codes_in, words
from matto.engine.errors import NotYetSettled
from matto.engine.events import Contract
from matto.engine.run import Run
from matto.games import game as game_of
from matto.kernel import layout
from matto.kernel.layout import Hands, Numbers, Plan
from matto.kernel.packing import first_states_in, plan_of, state_of, states_in, stock_of
from matto.kernel.play import play_on
from matto.research.testing.checks import Case, cases_of
from matto.research.testing.position import Player
from samples import many
from sixteen import ONE_IN_THE_QUICK_LOOP, SIXTEEN, thinned

CALLING = ("mineo-4", "priestertarock", "calatafimi-4", "mitigatti-4")
ROUND = many(1)
"""Deals of a game with each preset and value of an option."""


def moments(run: Run, player: Player) -> Iterator[Run]:
    """Every question from the one at which the parties are settled to the end, and the end."""
    while (asked := run.decision) is not None:
        if run.table.contract is not None:
            yield run
        run.do(player.choose(asked.options))
    if run.table.contract is not None:
        yield run


def played_through(case: Case, seed: int) -> Iterator[Run]:
    """The moments of one deal."""
    run, rng = begun(case, seed)
    yield from moments(run, Player(rng))


def hands_seen(run: Run) -> Hands:
    """The one world that is true, as worlds are handed in."""
    away = [words(cards) for cards in run.table.laid_away]
    return Hands(
        np.array([run.table.plain], dtype=np.int64),
        np.array([run.table.tarocks], dtype=np.int64),
        np.array([[plain for plain, _ in away]], dtype=np.int64),
        np.array([[tarocks for _, tarocks in away]], dtype=np.int64),
    )


def cards_in(state: Numbers, block: int, seat: int) -> set[str]:
    """The cards of a block of plain words and the block of tarocks that goes with it."""
    return set(codes_in(int(state[block + seat]), int(state[block + layout.MOST_SEATS + seat])))


class Followed:
    """A state played on card by card in the kernel, and compared with that of the table."""

    def __init__(self, run: Run) -> None:
        self.state = state_of(run.table, plan_of(run.game, run.table))
        self.stock = stock_of(run.table)
        self.told = len(run.events)

    def go_on(self, run: Run, plan: Plan) -> None:
        """Play what has been played since, and compare."""
        for event in run.events[self.told :]:
            if event.kind == "play":
                play_on(self.state, plan, self.stock, NUMBER[event.what[0]])
        self.told = len(run.events)
        after = state_of(run.table, plan)
        if has_shown_cards(run):
            self.state[layout.VOIDS :] = after[layout.VOIDS :]
        np.testing.assert_array_equal(self.state, after)


def has_shown_cards(run: Run) -> bool:
    """Tell whether somebody has shown, or handed over, a card that he holds."""
    return any(
        event.kind in {"declare", "shown", "shows", "gives", "takes"} for event in run.events
    )


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ONE_IN_THE_QUICK_LOOP)
def test_a_state_is_the_first_state_after_all_that_was_played(game_id: str) -> None:
    for case in cases_of(game_of(game_id)):
        for seed in range(ROUND):
            followed = None
            for run in played_through(case, seed):
                if followed is None:
                    followed = Followed(run)
                    assert not followed.state[layout.TRICKS]
                if run.decision is None or run.decision.kind == "play":
                    followed.go_on(run, plan_of(run.game, run.table))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ONE_IN_THE_QUICK_LOOP)
def test_from_any_moment_one_finds_back_to_the_first_state(game_id: str) -> None:
    for case in cases_of(game_of(game_id)):
        first, shown = None, None
        for run in played_through(case, 3):
            asked = run.decision
            if asked is None or asked.kind != "play":
                continue
            if first is None:
                first = state_of(run.table, plan_of(run.game, run.table))
                shown = has_shown_cards(run)
            plan, view = plan_of(run.game, run.table), run.view(asked.seat)
            (found,) = first_states_in(plan, view, hands_seen(run))
            if has_shown_cards(run) == shown:
                np.testing.assert_array_equal(found, first)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ONE_IN_THE_QUICK_LOOP)
def test_what_a_seat_sees_and_the_true_world_make_the_state_of_the_table(game_id: str) -> None:
    for case in cases_of(game_of(game_id)):
        for run in islice(played_through(case, 2), 0, None, 3):
            plan = plan_of(run.game, run.table)
            seat = run.decision.seat if run.decision is not None else 0
            (state,) = states_in(plan, run.view(seat), hands_seen(run))
            np.testing.assert_array_equal(state, state_of(run.table, plan))


def test_many_worlds_are_many_states_that_differ_only_in_what_is_hidden() -> None:
    run = next(played_through(Case(game_of("mineo-3"), game_of("mineo-3").resolve()), 1))
    plan, true = plan_of(run.game, run.table), hands_seen(run)
    both = Hands(*(np.concatenate([part, part[:, [0, 2, 1]]]) for part in true))
    first, second = states_in(plan, run.view(0), both)
    np.testing.assert_array_equal(first, state_of(run.table, plan))
    for block in (layout.PLAIN, layout.OWN_PLAIN, layout.TAROCKS, layout.OWN_TAROCKS):
        assert [second[block + seat] for seat in (0, 1, 2)] == [
            first[block + seat] for seat in (0, 2, 1)
        ]


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_every_card_lies_in_one_place(game_id: str) -> None:
    game = game_of(game_id)
    for run in played_through(Case(game, game.resolve()), 4):
        state = state_of(run.table, plan_of(run.game, run.table))
        lying = codes_in(*map(int, state[[layout.LYING_PLAIN, layout.LYING_TAROCKS]]))
        over = (
            stock_of(run.table)[state[layout.DRAWN] :]
            if game.dealing(run.options).stock
            else ()
        )
        places = [set(lying), {code for code in run.setup.pack.codes if NUMBER[code] in over}]
        for seat in range(game.seats):
            places += [
                cards_in(state, block, seat) for block in (layout.PLAIN, layout.PILE_PLAIN)
            ]
            assert cards_in(state, layout.AWAY_PLAIN, seat) == set(run.table.laid_away[seat])
        assert sum(map(len, places)) == len(run.setup.pack.codes)
        assert set().union(*places) == run.setup.pack.cards


def test_before_the_parties_are_settled_there_is_no_plan() -> None:
    run = Run.shuffled(game_of("mineo-3"), seed=1)
    with pytest.raises(NotYetSettled, match="settled"):
        plan_of(run.game, run.table)


def test_the_same_question_gives_the_same_plan_and_other_parties_another() -> None:
    game = game_of("mineo-3")
    run = next(finished(Case(game, game.resolve()), 9))
    plan = plan_of(game, run.table)
    assert plan_of(game, run.table) is plan
    other = plan_of(game, run.table, (0, 1, 2))
    assert other is not plan
    assert other.side.tolist() == [0, 1, 2]


# -- where a called card lies --------------------------------------------------------------


def test_parties_follow_from_the_holder_of_the_called_card() -> None:
    called = Contract((0, 1, 0, 1), 1, 0, called="T20")
    assert sides_in(called, 1, 4) == (0, 0, 1, 1)
    assert sides_in(called, 2, 4) == (0, 1, 0, 1)
    assert sides_in(called, 0, 4) == (0, 1, 1, 1)  # his own
    assert sides_in(called, None, 4) == (0, 1, 1, 1)  # laid away
    assert sides_in(Contract((0, 1, 0, 1), 1, 0), 1, 4) == (0, 1, 0, 1)  # known to all


@pytest.mark.slow
@pytest.mark.parametrize("game_id", thinned(CALLING, quick={"calatafimi-4"}))
def test_a_plan_for_other_parties_pays_what_the_sheet_would_pay_them(game_id: str) -> None:
    game, compared = game_of(game_id), 0
    for case in cases_of(game):
        for run in finished(case, many(4)):
            contract = run.table.contract
            assert contract is not None
            for holder in (*range(game.seats), None) if contract.called else ():
                side = sides_in(contract, holder, game.seats)
                plan = plan_of(game, run.table, side)
                run.table.contract = Contract(
                    side,
                    contract.leader,
                    contract.declarer,
                    contract.times,
                    contract.called,
                    contract.fool_needs_trick,
                )
                if 0 < sum(side) < game.seats:
                    assert paid(run, plan) == paid_by_engine(run)
                    compared += 1
            run.table.contract = contract
    assert compared > 10

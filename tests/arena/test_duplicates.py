"""Duplicate deals are duplicates: same cards, same dealer, every bot in every seat."""

from __future__ import annotations

from collections import Counter
from itertools import count

import pytest

from arena.contests import measured, meeting
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.players import make_bot
from matto.research.arena import FULL, PLAY, Contest
from matto.research.arena.contest import Duplicate, duplicate
from matto.research.arena.tables import NOBODY, play_deal
from sixteen import SIXTEEN


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Run]:
    """The runs that were begun at tables, as they are after the play."""
    runs: list[Run] = []
    begin = Duplicate.run

    def noting(self: Duplicate) -> Run:
        runs.append(begin(self))
        return runs[-1]

    monkeypatch.setattr(Duplicate, "run", noting)
    return runs


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["mineo-3", "tortorici-1930", "calatafimi-2"])
def test_all_tables_of_a_deal_have_the_same_cards_dealer_and_pot(
    game_id: str, begun: list[Run]
) -> None:
    of = meeting(game_id, "rule", "random")
    for number in range(4):
        begun.clear()
        play_deal(of, FULL, number)
        tables = begun[-1 - game(game_id).seats :]
        assert len({run.setup.deal for run in tables}) == 1
        assert {run.setup.dealer for run in tables} == {number % game(game_id).seats}
        assert len({tuple(run.setup.carried.items()) for run in tables}) == 1


def test_deals_differ_from_each_other_and_from_seed_to_seed() -> None:
    cards = [
        duplicate(meeting("mineo-4", "rule", "random", seed=seed), FULL, number).deal
        for seed in range(3)
        for number in range(5)
    ]
    assert len(set(cards)) == 15


def seats_of(of: Contest, number: int) -> Counter[tuple[int, tuple[int, ...]]]:
    return Counter((table.guest, table.seats) for table in play_deal(of, FULL, number).tables)


@pytest.mark.slow
def test_every_guest_sits_in_every_seat_once_a_deal_and_one_table_has_no_guest() -> None:
    of = meeting("priestertarock", "rule", "random", "rule")
    wanted = [(guest, (seat,)) for guest in (0, 1) for seat in range(5)]
    for number in range(2):
        assert seats_of(of, number) == Counter([(NOBODY, ()), *wanted])


Asked = set[tuple[str, int]]
"""Names and seats."""


class Noting:
    """The rule of thumb; writes down under which name it was asked in which seat."""

    def __init__(
        self, name: str, of: Game, seed: int | str, asked: set[tuple[str, int]]
    ) -> None:
        self.name = name
        self.rule = make_bot("rule", of, seed)
        self.asked = asked

    def choose(self, view: View) -> str:
        assert view.seat is not None
        self.asked.add((self.name, view.seat))
        return self.rule.choose(view)


@pytest.mark.parametrize(
    ("game_id", "together", "houses"),
    [
        ("mitigatti-4", False, ["aaaa", "uaaa", "auaa", "aaua", "aaau"]),
        ("tortorici-4", True, ["aaaa", "uaua", "auau"]),
    ],
)
def test_who_sits_where_is_who_is_asked(
    monkeypatch: pytest.MonkeyPatch, game_id: str, together: bool, houses: list[str]
) -> None:
    """The letters: rUle as a guest among rAndom players."""
    tables: list[Asked] = []
    made = count()

    def make(name: str, of: Game, seed: int | str, *, patience: float) -> Noting:
        if next(made) % of.seats == 0:
            tables.append(set())
        return Noting(name, of, seed, tables[-1])

    monkeypatch.setattr("matto.research.arena.tables.make_bot", make)
    play_deal(meeting(game_id, "rule", "random", together=together), FULL, 0)
    seated = ["".join(name[1] for _, name in sorted(swapped(table))) for table in tables]
    assert seated == houses


def swapped(asked: Asked) -> list[tuple[int, str]]:
    return [(seat, name) for name, seat in asked]


def test_the_dealer_goes_round() -> None:
    of = meeting("calatafimi-4", "rule", "random")
    assert [duplicate(of, FULL, number).dealer for number in range(6)] == [0, 1, 2, 3, 0, 1]


@pytest.mark.slow
def test_a_game_with_a_pot_begins_with_pots_of_several_sizes_and_others_with_nothing() -> None:
    pots = Counter(
        duplicate(meeting("tortorici-1930", "rule", "random"), FULL, number).carried["pot"]
        for number in range(24)
    )
    assert len(pots) > 1
    assert 0 in pots
    assert duplicate(meeting("mineo-3", "rule", "random"), FULL, 3).carried == {}


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["mineo-3", "tortorici-4", "mitigatti-3"])
def test_in_the_play_alone_all_tables_have_the_same_contract_and_come_to_the_play(
    game_id: str, begun: list[Run]
) -> None:
    of = meeting(game_id, "random", "rule")
    redealt = 0
    for number in range(6):
        begun.clear()
        deal = play_deal(of, PLAY, number)
        redealt += deal.redealt
        tables = begun[-1 - game(game_id).seats :]
        said_before = {tuple(run.actions[: _first_card(run)]) for run in tables}
        assert len(said_before) == 1
        assert all(run.table.tricks for run in tables)
        assert len({table.roles for table in deal.tables}) == 1
    assert redealt > 0  # these games are often thrown in


def _first_card(run: Run) -> int:
    return next(place for place, action in enumerate(run.actions) if action.kind == "play")


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_the_same_bot_twice_makes_exactly_no_difference(game_id: str) -> None:
    _, report = measured(meeting(game_id, "random", "rule", "random"), 2)
    for stratum in report.strata:
        zero, _ = stratum.standings
        assert (zero.points.mean, zero.points.low, zero.points.high) == (0, 0, 0)
        assert all(row.difference.mean == 0 for row in zero.by_place)


@pytest.mark.slow
def test_a_deal_is_the_same_whichever_was_played_before_it() -> None:
    of = meeting("mineo-3", "rule", "random")
    alone = play_deal(of, FULL, 3)
    measurement, _ = measured(of, 4)
    assert measurement.of(FULL)[3].tables == alone.tables


def test_results_add_up_to_nothing_even_where_only_winners_write() -> None:
    deal = play_deal(meeting("barcellona-4", "rule", "random"), FULL, 0)
    assert any(sum(table.scores) for table in deal.tables)
    for table in deal.tables:
        assert sum(table.result(seat) for seat in range(4)) == 0

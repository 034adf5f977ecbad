"""Duplicate deals: same cards, same dealer, every bot in every seat; partners and places."""

from __future__ import annotations

from collections import Counter
from itertools import count

import pytest

from arena.contests import measured, meeting
from matto.engine.events import Contract
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.players import make_bot
from matto.research.arena import FULL, PLAY, Contest
from matto.research.arena.contest import BadContest, Duplicate, duplicate, parties_of
from matto.research.arena.statistics import differences, single_results
from matto.research.arena.tables import (
    ALONE,
    DECLARER,
    NOBODY,
    NOT_PLAYED,
    OPPONENT,
    PARTNER,
    PARTY,
    DealResult,
    TableResult,
    place_of,
    play_deal,
    roles_of,
)
from sixteen import THREE


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
@pytest.mark.parametrize("game_id", THREE)
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


# -- where the game fixes who plays with whom, guests may have guests for partners -------


@pytest.mark.parametrize("dealer", range(4))
def test_those_across_are_partners_whoever_deals(dealer: int) -> None:
    run = Run.shuffled(game("tortorici-4"), seed=3, dealer=dealer)
    assert parties_of(run) == ((0, 2), (1, 3))


def test_those_who_play_for_themselves_are_parties_of_one() -> None:
    for_self = game("barcellona-4").resolve({"format": "each_for_self"})
    run = Run.shuffled(game("barcellona-4"), seed=3, options=for_self)
    assert parties_of(run) == ((0,), (1,), (2,), (3,))


@pytest.mark.parametrize("game_id", ["mineo-3", "mineo-4", "priestertarock", "calatafimi-2"])
def test_where_nobody_has_a_partner_yet_guests_cannot_sit_together(game_id: str) -> None:
    with pytest.raises(BadContest, match="nobody has a partner"):
        meeting(game_id, "rule", "random", together=True)


def test_a_partner_who_is_only_called_is_none_before() -> None:
    with pytest.raises(BadContest):
        meeting("barcellona-4", "rule", "random", together=True, format="each_for_self")


def dealt(*tables: TableResult) -> DealResult:
    return DealResult(FULL, 6, dealer=2, redealt=0, tables=tables, times={})


def scored(guest: int, seats: tuple[int, ...], *scores: int) -> TableResult:
    return TableResult(guest, seats, scores, ("in a party",) * 4)


def test_a_table_stands_for_each_seat_that_its_guests_have() -> None:
    deal = dealt(
        scored(-1, (), 0, 4, 0, 4),  # less the mean: -2, +2, -2, +2
        scored(0, (0, 2), 3, 1, 3, 1),  # +1, -1, +1, -1
        scored(0, (1, 3), 0, 8, 0, 8),  # -4, +4, -4, +4
    )
    assert differences([deal], 0, 1).tolist() == [(3 + 2 + 3 + 2) / 4]
    assert single_results([deal], 0, 1).tolist() == [4]  # the sixth deal: seat 1


def test_partners_alike_get_what_a_deal_of_theirs_brings() -> None:
    deal = play_deal(meeting("tortorici-4", "rule", "random", together=True), FULL, 1)
    of_zero, of_one, of_two, of_three = deal.of_guest(0)
    assert of_zero is of_two
    assert of_one is of_three
    assert of_zero.seats == (0, 2)


@pytest.mark.slow
def test_the_report_tells_who_sat_together() -> None:
    _, together = measured(meeting("barcellona-4", "rule", "random", together=True), 3)
    _, alone = measured(meeting("barcellona-4", "rule", "random"), 3)
    assert together.together and not alone.together
    for report in (together, alone):
        assert all(len(stratum.standings[0].by_place) == 4 for stratum in report.strata)


@pytest.mark.slow
def test_two_who_play_well_win_more_than_one_of_them() -> None:
    found = []
    for together in (False, True):
        of = meeting("barcellona-4", "rule", "random", strata=[FULL], together=together)
        _, report = measured(of, 120)
        found.append(report.strata[0].standings[0].points)
    one, two = found
    assert two.low is not None and one.high is not None
    assert two.low > one.high


# -- parts and places, as the contract of a deal and its dealer have them ----------------


def roles(contract: Contract | None, seats: int) -> tuple[str, ...]:
    """The parts of a finished deal of a game for so many, had its contract been these."""
    run = Run.shuffled(game({3: "marolles", 4: "barcellona-4"}[seats]), seed=1)
    while run.decision is not None:
        run.do(run.decision.options[0])
    assert run.result is not None
    run.table.contract = contract
    return roles_of(run, run.result)


@pytest.mark.parametrize(
    ("contract", "parts"),
    [
        (Contract((1, 0, 1), leader=0, declarer=1), (OPPONENT, DECLARER, OPPONENT)),
        (Contract((0, 1, 0, 1), leader=0, declarer=2), (PARTNER, OPPONENT, DECLARER, OPPONENT)),
        (Contract((0, 1, 0, 1), leader=0), (PARTY,) * 4),
        (Contract((0, 1, 2), leader=0), (ALONE,) * 3),
        (Contract((0, 1, 2), leader=0, declarer=0), (DECLARER, ALONE, ALONE)),
        (None, (NOT_PLAYED,) * 3),
    ],
)
def test_parts_follow_from_parties_and_declarer(
    contract: Contract | None, parts: tuple[str, ...]
) -> None:
    assert roles(contract, len(parts)) == parts


@pytest.mark.slow
def test_who_calls_for_a_partner_has_one_and_opponents() -> None:
    found = {
        tuple(sorted(table.roles))
        for number in range(6)
        for table in play_deal(meeting("priestertarock", "rule", "rule"), PLAY, number).tables
    }
    assert tuple(sorted((DECLARER, PARTNER, OPPONENT, OPPONENT, OPPONENT))) in found


@pytest.mark.slow
def test_a_deal_that_is_thrown_in_was_not_played() -> None:
    deals = [play_deal(meeting("mineo-3", "rule", "rule"), FULL, number) for number in range(8)]
    thrown_in = [table for deal in deals for table in deal.tables if table.thrown_in]
    assert thrown_in
    assert {table.roles for table in thrown_in} == {(NOT_PLAYED,) * 3}


def test_places_are_counted_from_the_dealer() -> None:
    assert [place_of(seat, 2, 4) for seat in range(4)] == [
        *("second hand", "third hand", "dealer", "forehand")
    ]

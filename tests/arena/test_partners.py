"""Where the game fixes who plays with whom, guests may have guests for partners."""

from __future__ import annotations

import pytest

from arena.contests import measured, meeting
from matto.engine.run import Run
from matto.games import game
from matto.research.arena import FULL
from matto.research.arena.contest import BadContest, parties_of
from matto.research.arena.statistics import differences, single_results
from matto.research.arena.tables import DealPlayed, TablePlayed, play_deal


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


def dealt(*tables: TablePlayed) -> DealPlayed:
    return DealPlayed(FULL, 6, dealer=2, redealt=0, tables=tables, times={})


def scored(guest: int, seats: tuple[int, ...], *scores: int) -> TablePlayed:
    return TablePlayed(guest, seats, scores, ("in a party",) * 4)


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

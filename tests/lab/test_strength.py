"""The table of strength: time goes where it is needed, and nothing measured is lost."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import strength
import strength_contests
from matto.arena import FULL, Contest
from matto.arena.estimates import mean_of
from matto.arena.report import Interval
from matto.arena.tables import DealPlayed, FaultsPlayed, play_deal
from matto.engine.errors import UnknownGame
from matto.players import make_bot
from matto.spreading import ALONE
from pages import NoPlace, write_between
from strength import BEGIN, END, choose, means, measure, pieces, table
from strength_contests import (
    MISSED,
    OPEN,
    REACHED,
    PlayedContest,
    Row,
    key_of,
    rows_of,
    verdict,
)

SMALL = ["calatafimi-2", "mineo-3"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks: a random player stands for the bot of before."""
    before = "AsLong", lambda game, seed: make_bot("random", game, seed)
    monkeypatch.setattr(strength_contests, *before)
    for name in ("FOR_SIGMA", "FOR_RULE", "FOR_OTHERS"):
        monkeypatch.setattr(strength_contests, name, 3)


def found(folder: Path, games: list[str] = SMALL) -> list[Row]:
    return rows_of(games, "random", 1, folder)


def played(one: PlayedContest, deals: int) -> PlayedContest:
    for number in range(len(one.deals), deals):
        deal = play_deal(one.contest, FULL, number)
        one.kept.keep(deal)
        one.take(deal)
    return one


@pytest.mark.usefixtures("quick")
def test_a_verdict_needs_the_whole_interval_on_one_side() -> None:
    assert verdict(Interval(0.9, 0.71, 1.1), 0.7) == REACHED
    assert verdict(Interval(0.5, 0.3, 0.69), 0.7) == MISSED
    assert verdict(Interval(0.9, 0.69, 1.1), 0.7) == OPEN
    assert verdict(Interval(0.9, None, None), 0.7) == OPEN


@pytest.mark.usefixtures("quick")
def test_each_game_has_contests_for_its_spread_and_each_of_the_differences(
    tmp_path: Path,
) -> None:
    every = found(tmp_path)
    assert [key_of(one.contest) for row in every for one in row.contests()] == [
        (game, *bots)
        for game in SMALL
        for bots in (
            ("rule", "rule"),
            ("random", "random"),
            ("random", "rule"),
            ("before", "rule"),
        )
    ]


@pytest.mark.usefixtures("quick")
def test_the_contest_that_had_the_least_time_comes_next(tmp_path: Path) -> None:
    (row,) = every = found(tmp_path, SMALL[:1])
    first, second, third, _ = row.contests()
    assert choose(every, 5) is first
    played(first, 1)
    assert choose(every, 5) is second
    second.handed.add(0)
    assert choose(every, 5) is third


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_what_is_clear_waits_until_all_is_clear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = every = found(tmp_path, SMALL[:1])
    clear, *others = (played(one, 3) for one in row.contests())
    for place, one in enumerate(others):
        one.seconds = 1000.0 + place
    monkeypatch.setattr(Row, "is_clear", lambda _, one: one is clear)
    assert choose(every, 5) is others[0]
    monkeypatch.setattr(Row, "is_clear", lambda _, one: True)
    assert choose(every, 5) is clear


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_few_deals_are_enough_but_among_rule_players_until_the_interval_is_narrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (row,) = found(tmp_path, SMALL[:1])
    for one in row.contests():
        assert not row.is_clear(played(one, 2))
    for ends, clear in [((0.26, 0.9), False), ((0.1, 0.24), True), ((0.2, 0.41), False)]:
        over_rule = Interval(sum(ends) / 2, *ends)
        monkeypatch.setattr(Row, "over_rule", lambda _, known=over_rule: known)
        among_others = [row.is_clear(played(one, 3)) for one in row.contests()]
        assert among_others == [True, True, clear, True]


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_no_contest_has_more_deals_than_wanted_nor_any_after_the_time(tmp_path: Path) -> None:
    every = found(tmp_path)
    for row in every:
        for one in row.contests():
            played(one, 2)
    assert choose(every, 2) is None
    assert list(pieces(every, 100, until=0.0)) == []


def numbers(rows: list[Row]) -> list[list[int]]:
    return [sorted(one.deals) for row in rows for one in row.contests()]


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_measuring_goes_on_from_what_was_kept_and_fills_gaps(tmp_path: Path) -> None:
    measure(found(tmp_path, ["mineo-3"]), 2, 1.0, ALONE)
    path = tmp_path / "mineo-3-random-rule.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2]]))  # deal 0 is lost, deal 1 is there
    every = found(tmp_path, ["mineo-3"])
    assert numbers(every) == [[0, 1], [0, 1], [1], [0, 1]]
    measure(every, 3, 1.0, ALONE)
    assert numbers(every) == [[0, 1, 2]] * 4
    assert numbers(found(tmp_path, ["mineo-3"])) == [[0, 1, 2]] * 4
    rows_of(["mineo-4"], "random", 1, tmp_path, fresh=True)
    assert numbers(found(tmp_path, ["mineo-3"])) == [[0, 1, 2]] * 4
    with pytest.raises(UnknownGame):
        rows_of(["mineo-3", "xx"], "random", 1, tmp_path, fresh=True)
    assert numbers(found(tmp_path, ["mineo-3"])) == [[0, 1, 2]] * 4
    assert numbers(rows_of(["mineo-3"], "random", 1, tmp_path, fresh=True)) == [[]] * 4
    assert numbers(found(tmp_path, ["mineo-3"])) == [[]] * 4


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("bot", ["rule", "before"])
def test_a_bot_that_is_one_of_the_others_too_is_measured_once(tmp_path: Path, bot: str) -> None:
    rows = rows_of(SMALL[:1], bot, 1, tmp_path)
    measure(rows, 2, 1.0, ALONE)
    assert numbers(rows) == [[0, 1]] * 4
    kept = {path.name: len(path.read_bytes().splitlines()) for path in tmp_path.iterdir()}
    assert set(kept.values()) == {3}  # the contest and two deals
    assert len(kept) == 3
    assert numbers(rows_of(SMALL[:1], bot, 1, tmp_path)) == [[0, 1]] * 4


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_bot_that_fails_at_one_game_does_not_end_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(contest: Contest, stratum: str, number: int) -> DealPlayed:
        deal = play_deal(contest, stratum, number)
        if contest.game != "mineo-3":
            return deal
        fault = FaultsPlayed("rule", "failed", 1, "It fell asleep.")
        return msgspec.structs.replace(deal, faults=(fault,))

    monkeypatch.setattr(strength, "play_deal", play)
    every = found(tmp_path)
    measure(every, 2, 1.0, ALONE)
    assert [len(deals) for deals in numbers(every)] == [2] * 4 + [0] * 4
    assert [len(row.failures) for row in every] == [0, 1]
    told = "mineo-3, before among rule: rule: It fell asleep."
    assert told in capsys.readouterr().err
    assert table(every).endswith("! rule: It fell asleep.")
    assert "| mean | – | – |" in table(every)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_guests_are_compared_in_the_deals_that_both_have_played(tmp_path: Path) -> None:
    (row,) = found(tmp_path, SMALL[:1])
    played(row.by_rule, 2)
    played(row.among_rule, 4)
    assert row.over_before() is None
    played(row.before, 3)
    over_before = row.over_before()
    assert over_before is not None  # by equal bots
    assert (over_before.low, over_before.mean, over_before.high) == (0.0, 0.0, 0.0)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_the_table_has_a_row_for_each_game(tmp_path: Path) -> None:
    every = found(tmp_path)
    for row in every:
        for one in row.contests()[:-1]:
            played(one, 4)
    lines = [line for line in table(every).splitlines() if line.startswith("| `")]
    assert [line.split("`")[1] for line in lines] == SMALL
    assert "| 4 / 0 / 4 |" in lines[0]


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_the_last_row_is_the_mean_of_all_games_with_an_interval_of_its_own(
    tmp_path: Path,
) -> None:
    every = found(tmp_path)
    for row in every:
        for one in row.contests():
            played(one, 6)
    over_rule, over_before = means(every)
    assert over_before == "+0.00 (+0.00 … +0.00) ✓"  # equal bots
    assert list(means(found(tmp_path / "nothing"))) == ["–", "–"]
    known = [one.mean for one in map(Row.over_rule, every) if one is not None]
    assert over_rule.startswith(f"{sum(known) / 2:+.2f} (")
    assert over_rule.endswith(OPEN)


@pytest.mark.usefixtures("quick")
def test_the_table_stands_between_its_marks_and_leaves_the_rest_of_the_page(
    tmp_path: Path,
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    write_between(page, BEGIN, END, "new")
    write_between(page, BEGIN, END, "newer")
    content = page.read_text(encoding="utf-8")
    assert content.startswith(f"before\n{BEGIN}\nMeasured on ")
    assert content.endswith(f"\n\nnewer\n{END}\nafter\n")
    page.write_text("no place", encoding="utf-8")
    with pytest.raises(NoPlace, match="no place"):
        write_between(page, BEGIN, END, "new")


def test_the_published_page_has_a_place_for_the_table() -> None:
    page = Path(strength.__file__).parents[1] / "docs" / "strength.md"
    content = page.read_text(encoding="utf-8")
    assert content.count(BEGIN) == content.count(END) == 1
    assert "python lab/strength.py" in content


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_where_partners_are_fixed_guests_sit_in_pairs_and_the_table_says_so(
    tmp_path: Path,
) -> None:
    every = found(tmp_path, ["calatafimi-2", "tortorici-4"])
    together = [{one.contest.together for one in row.contests()} for row in every]
    assert together == [{False}, {True}]
    lines = table(every).splitlines()
    assert any(line.startswith("| `calatafimi-2` |") for line in lines)
    assert any(line.startswith("| `tortorici-4` ² |") for line in lines)


@pytest.mark.usefixtures("quick")
def test_the_table_says_in_how_many_games_the_figures_are_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lows = 0.16, 0.24, 0.26, 0.1
    monkeypatch.setattr(strength, "line_of", lambda row: "")
    monkeypatch.setattr(strength, "means", lambda rows: iter(()))
    every = found(tmp_path, SMALL * 2)
    known = {
        id(row): Interval(low + 0.1, low, low + 0.2)
        for row, low in zip(every, lows, strict=True)
    }
    monkeypatch.setattr(Row, "over_rule", lambda row: known[id(row)])
    said = "0.15 or more in 3 games (all are wanted), 0.25 or more in 1 (14)."
    assert table(every).endswith(said)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_the_error_of_sigma_is_part_of_that_of_a_difference_in_sigmas(tmp_path: Path) -> None:
    (row,) = found(tmp_path, SMALL[:1])
    played(row.by_rule, 12)
    played(row.among_rule, 12)
    sigma, over_rule = row.sigma, row.over_rule()
    assert sigma is not None
    assert over_rule is not None
    assert over_rule.low is not None
    alone = mean_of(row.among_rule.gains() / sigma.mean)
    assert over_rule.mean == pytest.approx(alone.mean)
    assert alone.low is not None
    assert over_rule.low < alone.low
    assert sigma.mean**2 == pytest.approx(row.by_rule.squares().mean())


@pytest.mark.parametrize("words", ["nan", "inf", "-1", "soon"])
def test_a_time_that_is_none_is_refused_before_a_table_is_overwritten(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["strength.py", "--minutes", words])
    with pytest.raises(SystemExit):
        strength.main()
    assert f"invalid minutes value: '{words}'" in capsys.readouterr().err


@pytest.mark.usefixtures("quick")
def test_no_empty_table_is_written_where_no_deal_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text(before := f"{BEGIN}\na table\n{END}\n", encoding="utf-8")
    asked = ["--games", "mineo-3", "--minutes", "0", "--folder", str(tmp_path / "k")]
    monkeypatch.setattr("sys.argv", ["strength.py", *asked, "--write", str(page)])
    assert strength.main() == 2
    assert "There is no deal" in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == before

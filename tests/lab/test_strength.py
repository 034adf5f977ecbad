"""The table of strength: time goes where it is needed, and nothing measured is lost."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import strength
from matto.arena import FULL, Contest
from matto.arena.report import Interval
from matto.arena.tables import DealPlayed, FaultsPlayed, play_deal
from matto.players import make_bot
from matto.spreading import ALONE
from pages import NoPlace, write_between
from strength import BEGIN, END, Field, choose, fields, means, measure, pieces, table, verdict

SMALL = ["calatafimi-2", "mineo-3"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks: a random player stands for the bot of before."""
    monkeypatch.setattr(strength, "AsLong", lambda game, seed: make_bot("random", game, seed))
    monkeypatch.setattr(strength, "FEWEST", 3)


def found(folder: Path, games: list[str] = SMALL) -> list[Field]:
    return fields(games, "rule", 1, folder)


def played(one: Field, deals: int) -> Field:
    for number in range(len(one.deals), deals):
        deal = play_deal(one.contest, FULL, number)
        one.kept.keep(deal)
        one.take(deal)
    return one


@pytest.mark.usefixtures("quick")
def test_a_verdict_needs_the_whole_interval_on_one_side() -> None:
    assert verdict(Interval(0.9, 0.71, 1.1), 0.7) == strength.REACHED
    assert verdict(Interval(0.5, 0.3, 0.69), 0.7) == strength.MISSED
    assert verdict(Interval(0.9, 0.69, 1.1), 0.7) == strength.OPEN
    assert verdict(Interval(0.9, None, None), 0.7) == strength.OPEN


@pytest.mark.usefixtures("quick")
def test_each_game_has_a_contest_among_random_players_and_one_among_rule_players(
    tmp_path: Path,
) -> None:
    every = found(tmp_path)
    assert [(one.contest.game, one.contest.reference) for one in every] == [
        ("calatafimi-2", "random"),
        ("calatafimi-2", "rule"),
        ("mineo-3", "random"),
        ("mineo-3", "rule"),
    ]
    assert every[1].contest.guests == ("rule", "before")


@pytest.mark.usefixtures("quick")
def test_the_contest_that_had_the_least_time_comes_next(tmp_path: Path) -> None:
    every = found(tmp_path)
    first = choose(every, 5)
    assert first is every[0]
    played(every[0], 1)
    assert choose(every, 5) is every[1]
    every[1].handed.add(0)
    assert choose(every, 5) is every[2]


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_what_is_clear_waits_until_all_is_clear(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clear, unclear = (played(one, 3) for one in found(tmp_path, ["calatafimi-2"]))
    unclear.seconds = 1000.0
    monkeypatch.setattr(Field, "is_clear", lambda self: self is clear)
    assert choose([clear, unclear], 5) is unclear
    monkeypatch.setattr(Field, "is_clear", lambda self: True)
    assert choose([clear, unclear], 5) is clear


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_no_contest_has_more_deals_than_wanted_nor_any_after_the_time(tmp_path: Path) -> None:
    every = found(tmp_path)
    for one in every:
        played(one, 2)
    assert choose(every, 2) is None
    assert list(pieces(every, 100, until=0.0)) == []


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_measuring_goes_on_from_what_was_kept_and_fills_gaps(tmp_path: Path) -> None:
    measure(found(tmp_path, ["mineo-3"]), 2, 1.0, ALONE)
    path = next(iter(sorted(tmp_path.iterdir())))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2]]))  # deal 0 is lost, deal 1 is there
    every = found(tmp_path, ["mineo-3"])
    assert [sorted(one.deals) for one in every] == [[0, 1], [1]]
    measure(every, 3, 1.0, ALONE)
    assert [sorted(one.deals) for one in every] == [[0, 1, 2], [0, 1, 2]]
    assert [sorted(one.deals) for one in found(tmp_path, ["mineo-3"])] == [[0, 1, 2]] * 2
    fresh = fields(["mineo-3"], "rule", 1, tmp_path, fresh=True)
    assert [len(one.deals) for one in fresh] == [0, 0]


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
    assert [len(one.deals) for one in every] == [2, 2, 0, 0]
    assert [bool(one.failure) for one in every] == [False, False, True, True]
    assert "mineo-3 among rule: rule: It fell asleep." in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_the_table_has_a_row_for_each_game(tmp_path: Path) -> None:
    every = [played(one, 4) for one in found(tmp_path)]
    rows = [line for line in table(every, "rule").splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == SMALL
    assert "4 / 4" in rows[0]


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_the_last_row_is_the_mean_of_all_games_with_an_interval_of_its_own(
    tmp_path: Path,
) -> None:
    every = [played(one, 6) for one in found(tmp_path)]
    over_rule, over_before = means(every)
    assert over_rule == "+0.00 (+0.00 … +0.00) ✗"  # the rule of thumb over itself
    ends = [one.differences()["before"] for one in every if "before" in one.differences()]
    assert over_before.startswith(f"{sum(one.mean for one in ends) / 2:+.2f} (")


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
    every = [played(one, 2) for one in found(tmp_path, ["calatafimi-2", "tortorici-4"])]
    assert [one.contest.together for one in every] == [False, False, True, True]
    rows = table(every, "rule").splitlines()
    assert any(row.startswith("| `calatafimi-2` |") for row in rows)
    assert any(row.startswith("| `tortorici-4` ² |") for row in rows)

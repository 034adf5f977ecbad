"""Measuring: by one process or several, interrupted and gone on with; its examples are true."""

from __future__ import annotations

import doctest
import json
import multiprocessing
import re
import shlex
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import matto.cli.arena
import matto.research.arena
from arena.contests import measured, meeting
from matto.cli.arena import arena
from matto.engine.errors import UnknownBot
from matto.games import game
from matto.players.bots import bot_name_of
from matto.research.arena import (
    FULL,
    PLAY,
    Bounds,
    Checkpoint,
    Measurement,
    Report,
    report_of,
)
from matto.research.arena.contest import BadContest, BotFailed
from matto.research.arena.measurement import tasks
from matto.research.arena.report import SCHEMA_FILE, schema_text
from matto.research.arena.statistics import ACCEPT, UNDECIDED
from matto.research.arena.tables import play_deal, step_of
from matto.research.parallel import Resources, TooFewWorkers, WorkerLost
from players.own_bots import HERE

CALATAFIMI = game("calatafimi-2")
SCHEMA = msgspec.json.decode(SCHEMA_FILE.read_bytes())


def plain_values(report: Report) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(msgspec.json.encode(report))
    return plain


def facts(report: Report) -> dict[str, object]:
    """The report but for the times, which no two measurements have in common."""
    plain = plain_values(report)
    del plain["times"]
    return plain


@pytest.mark.slow
def test_the_published_schema_is_the_one_of_the_report_and_takes_real_ones() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text()
    measurement = Measurement(meeting("mineo-3", "rule", "random", "rule"), Bounds(0, 0.1))
    for _ in measurement.run(3):
        pass
    plain = plain_values(report_of(measurement, 3))
    jsonschema.Draft202012Validator(SCHEMA).validate(plain)
    plain["strata"][0]["standings"][0]["points"]["mean"] = "much"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SCHEMA).validate(plain)


def test_more_deals_than_memory_holds_are_begun_with_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[Any]()

    def counted(*of: Any) -> Iterator[Any]:
        for task in islice(tasks(*of), 1000):
            asked.append(task)
            yield task

    monkeypatch.setattr("matto.research.arena.measurement.tasks", counted)
    measurement = Measurement(meeting("calatafimi-2", "rule", "random"))
    assert next(measurement.run(10**23)) == 1
    assert len(asked) == 1


def test_a_report_without_any_deal_is_valid_too() -> None:
    plain = plain_values(report_of(Measurement(meeting("mineo-3", "rule", "random")), 5))
    jsonschema.Draft202012Validator(SCHEMA).validate(plain)
    assert [stratum["deals"] for stratum in plain["strata"]] == [0, 0]


@pytest.mark.slow
def test_one_process_and_two_give_the_same_report() -> None:
    of = meeting("tortorici-3", "rule", "random")
    one, two = (measured(of, 4, jobs=jobs)[1] for jobs in (1, 2))
    assert facts(one) == facts(two)


@pytest.mark.slow
def test_two_processes_stop_where_one_would_when_the_test_has_its_verdict() -> None:
    reports = []
    for jobs in (1, 2):
        measurement = Measurement(meeting("calatafimi-2", "rule", "random"), Bounds(-1, 0.1))
        for _ in measurement.run(200, Resources(jobs)):
            pass
        reports.append(report_of(measurement, 200))
    one, two = reports
    assert facts(one) == facts(two)
    assert one.sequential is not None
    assert one.sequential.verdict == ACCEPT
    assert one.strata[0].deals == one.sequential.deals < 200
    assert one.strata[1].deals == one.sequential.deals - 1


@pytest.mark.slow
def test_a_verdict_waits_for_the_slow_deals_before_it() -> None:
    of = meeting("calatafimi-2", "rule", "random")
    in_order = Measurement(of, Bounds(-1, 0.1))
    list(in_order.run(200))
    report = report_of(in_order, 200)
    deals = [*in_order.of(FULL), *in_order.of(PLAY)]
    late = Measurement(of, Bounds(-1, 0.1))
    *others, slow = sorted(deals, key=lambda deal: (deal.stratum == PLAY, -deal.number))
    for deal in others:
        late.add(deal)
        assert not late.decided
    late.add(slow)
    assert late.decided
    assert facts(report_of(late, 200)) == facts(report)
    for stratum in of.strata:  # what another process had begun already
        late.add(play_deal(of, stratum, in_order.of(FULL)[-1].number + 1))
    late.add(play_deal(of, PLAY, in_order.of(FULL)[-1].number))
    assert facts(report_of(late, 200)) == facts(report)


def test_times_are_told_by_bot_and_phase() -> None:
    of = meeting("calatafimi-2", "rule", "random", strata=[FULL])
    times = {
        "rule": {"play": {step_of(0.1): 94, step_of(2.5): 6}},
        "random": {"play": {step_of(0.1): 50}, "bid": {step_of(0.4): 50}},
    }
    measurement = Measurement(of)
    measurement.add(msgspec.structs.replace(play_deal(of, FULL, 0), times=times))
    measurement.add(msgspec.structs.replace(play_deal(of, FULL, 1), times=times))
    paces = {(pace.bot, pace.phase): pace for pace in report_of(measurement, 2).times}
    thinker, quick = paces["rule", "play"], paces["random", "all"]
    assert (thinker.decisions, quick.decisions) == (200, 200)
    assert thinker.median == pytest.approx(0.1, rel=0.02)
    assert thinker.most == pytest.approx(2.5, rel=0.02)
    assert thinker.over_a_second == pytest.approx(0.06)
    assert thinker.mean == pytest.approx(0.94 * 0.1 + 0.06 * 2.5, rel=0.02)
    assert quick.most == quick.slowest == pytest.approx(0.4, rel=0.02)


@pytest.mark.slow
@pytest.mark.usefixtures("players")
def test_a_player_who_gives_his_points_away_is_found_out() -> None:
    _, report = measured(meeting("tortorici-4", "spender", "rule", strata=[FULL, PLAY]), 12)
    for stratum in report.strata:
        (standing,) = stratum.standings
        assert standing.points.high is not None and standing.points.high < 0
        assert standing.sigmas is not None and standing.sigmas.high is not None
        assert standing.sigmas.high < 0


@pytest.mark.slow
@pytest.mark.usefixtures("players")
def test_on_duplicates_a_small_weakness_is_seen_that_single_tables_hide() -> None:
    _, report = measured(meeting("calatafimi-2", "careless", "rule", strata=[PLAY]), 40)
    (standing,) = report.strata[0].standings
    assert standing.gain_of_duplicates is not None and standing.gain_of_duplicates > 1.5


@pytest.mark.slow
def test_the_difference_is_the_mean_over_the_places() -> None:
    _, report = measured(meeting("mineo-4", "rule", "random"), 5)
    for stratum in report.strata:
        (standing,) = stratum.standings
        places = [row.difference.mean for row in standing.by_place]
        assert [row.place for row in standing.by_place] == [
            *("dealer", "forehand", "second hand", "third hand")
        ]
        assert standing.points.mean == pytest.approx(sum(places) / 4, abs=1e-5)
        shares = [row.guest_share for row in standing.by_role]
        assert sum(shares) == pytest.approx(1, abs=1e-5)


@pytest.mark.slow
def test_two_guests_are_compared_on_the_same_deals() -> None:
    _, report = measured(meeting("ragusa-3", "rule", "random", "rule"), 4)
    first, second = report.strata[0].standings
    (pair,) = report.strata[0].versus
    assert (pair.bot, pair.other, report.reference) == ("rule", "random", "rule #2")
    assert pair.points.mean == pytest.approx(first.points.mean - second.points.mean, abs=1e-5)
    assert first.points.mean == 0


@pytest.mark.slow
@pytest.mark.usefixtures("players")
def test_ctrl_c_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    of = meeting("mineo-3", "impatient", "rule")
    kept = Checkpoint(tmp_path / "deals.jsonl", of)
    measurement, report = measured(of, 1000, kept=kept)
    assert measurement.interrupted and report.interrupted
    deals = report.strata[0].deals + report.strata[1].deals
    assert 0 < deals < 1000
    assert len(Checkpoint(tmp_path / "deals.jsonl", of).deals) == deals


@pytest.mark.slow
@pytest.mark.usefixtures("players")
def test_what_was_kept_is_gone_on_with_and_gives_the_same_report(tmp_path: Path) -> None:
    of = meeting("mineo-3", "careless", "rule")
    measured(of, 3, kept=Checkpoint(tmp_path / "k", of))
    lines = (tmp_path / "k").read_bytes()
    (tmp_path / "k").write_bytes(lines[:-40])  # as if the power had failed
    _, resumed = measured(of, 5, kept=Checkpoint(tmp_path / "k", of))
    _, at_once = measured(of, 5)
    assert facts(resumed) == facts(at_once)
    assert len(Checkpoint(tmp_path / "k", of).deals) == 10
    _, fewer = measured(of, 2, kept=Checkpoint(tmp_path / "k", of))
    assert fewer.strata[0].deals == 2


def test_a_file_that_was_cut_off_while_it_was_begun_is_begun_anew(tmp_path: Path) -> None:
    of = meeting("mineo-3", "rule", "random")
    Checkpoint(tmp_path / "k", of)
    whole = (tmp_path / "k").read_bytes()
    for cut in (b"", whole[:40], whole[:-1], b" " + whole[:-1]):
        (tmp_path / "k").write_bytes(cut)
        assert Checkpoint(tmp_path / "k", of).deals == ()
        assert (tmp_path / "k").read_bytes() == whole


@pytest.mark.slow
def test_deals_of_another_contest_are_not_gone_on_with(tmp_path: Path) -> None:
    measured(of := meeting("mineo-3", "rule", "random"), 1, kept=Checkpoint(tmp_path / "k", of))
    with pytest.raises(BadContest, match="another contest"):
        Checkpoint(tmp_path / "k", meeting("mineo-3", "rule", "random", seed=2))
    with pytest.raises(BadContest, match="cannot be kept"):
        Checkpoint(tmp_path, of)


@pytest.mark.slow
@pytest.mark.parametrize("damage", [b"", b"{", b"{}", b'"\xff"', b"Dear Luigi,"])
@pytest.mark.parametrize("number", [1, 3])
def test_a_damaged_or_foreign_file_of_deals_is_told_with_its_line(
    number: int, damage: bytes, tmp_path: Path
) -> None:
    measured(of := meeting("mineo-3", "rule", "random"), 1, kept=Checkpoint(tmp_path / "k", of))
    lines = (tmp_path / "k").read_bytes().splitlines()
    lines[number - 1] = damage
    damaged = b"\n".join([*lines, b""])
    (tmp_path / "k").write_bytes(damaged)
    with pytest.raises(
        BadContest, match=rf"Line {number} of .*k is not what .* delete the line"
    ):
        Checkpoint(tmp_path / "k", of)
    assert (tmp_path / "k").read_bytes() == damaged


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(("bot", "what"), [("cheat", "T99"), ("sleeper", "fell asleep")])
def test_a_bot_that_fails_is_named_with_its_deal(bot: str, what: str) -> None:
    with pytest.raises(BotFailed, match=rf"bot {bot} failed in deal 0 \(full\).*{what}"):
        measured(meeting("mineo-3", bot, "rule", strict=True), 2)


@pytest.mark.usefixtures("players")
def test_whoever_reads_german_is_told_in_german_what_happened_to_a_bot(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    measured(meeting("calatafimi-2", "sleeper", "rule", strata=[FULL]), 1)
    assert "sleeper, Gabe 0 (full): Er brach ab: " in caplog.text
    assert caplog.text.rstrip().endswith("Für ihn spielt die Faustregel.")


@pytest.mark.slow
@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    ("bot", "kind", "what"), [("cheat", "illegal", "T99"), ("sleeper", "failed", "fell asleep")]
)
def test_unless_it_is_strict_the_rule_of_thumb_answers_for_it_and_each_time_is_counted(
    bot: str, kind: str, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    one = meeting("calatafimi-2", bot, "rule", strata=[FULL])
    measurement, report = measured(one, 2)
    (standing,), (faults,) = report.strata[0].standings, report.faults
    assert standing.points.mean == 0  # as the rule of thumb played for both of them
    assert (faults.bot, faults.kind) == (bot, kind)
    cards = len(CALATAFIMI.pack(CALATAFIMI.resolve()).cards)
    assert faults.times == len(measurement.of(FULL)) * cards
    assert what in faults.first
    assert caplog.text.count(what) == 1
    assert caplog.text.count("The rule of thumb stands in for it.") == 1


@pytest.mark.slow
@pytest.mark.usefixtures("own_registry")
def test_a_bot_of_ones_own_is_measured_by_two_processes_as_by_one() -> None:
    of = meeting("calatafimi-2", bot_name_of(f"{HERE}:Steady"), "rule", strata=[FULL])
    one, two = (measured(of, 4, jobs=jobs)[1] for jobs in (1, 2))
    assert facts(one) == facts(two)
    assert one.faults == two.faults == ()


@pytest.mark.slow
@pytest.mark.usefixtures("own_registry")
def test_one_that_dies_or_hangs_does_not_end_the_measurement() -> None:
    bots = [bot_name_of(f"{HERE}:{which}") for which in ("DiesAtLast", "SilentAtLast")]
    of = meeting("calatafimi-2", *bots, "rule", strata=[FULL], patience=0.6)
    found = {(one.bot, one.kind): one.times for one in measured(of, 1)[1].faults}
    assert found == {(bots[0], "died"): 2, (bots[1], "silent"): 2}


@pytest.mark.slow
def test_a_process_that_is_killed_ends_the_measurement_which_can_be_gone_on_with(
    tmp_path: Path,
) -> None:
    of = meeting("calatafimi-2", "rule", "random", strata=[FULL])
    running = Measurement(of).run(20, Resources(2), kept=Checkpoint(tmp_path / "kept", of))
    next(running)
    multiprocessing.active_children()[0].kill()
    with pytest.raises(WorkerLost, match="A worker ended"):
        list(running)
    _, resumed = measured(of, 20, jobs=2, kept=Checkpoint(tmp_path / "kept", of))
    assert facts(resumed) == facts(measured(of, 20)[1])


@pytest.mark.parametrize(
    ("wrong", "error", "sentence"),
    [
        ({"bots": ["rule"]}, BadContest, "at least two bots"),
        ({"bots": ["rule", "clever"]}, UnknownBot, "no bot “clever”"),
        ({"strata": ["bidding"]}, BadContest, "no stratum “bidding”"),
        ({"strata": []}, BadContest, "no stratum"),
        ({"strata": ["full", "full"]}, BadContest, "once"),
        ({"deals": 0}, BadContest, "At least one deal"),
        ({"jobs": 0}, TooFewWorkers, "At least one process"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    wrong: dict[str, object], error: type[Exception], sentence: str
) -> None:
    asked = {"bots": ["rule", "random"], "strata": [FULL], "deals": 1, "jobs": 1, **wrong}
    with pytest.raises(error, match=sentence):
        of = meeting("mineo-3", *asked["bots"], strata=asked["strata"])  # type: ignore[misc, arg-type]
        measured(of, asked["deals"], jobs=asked["jobs"])  # type: ignore[arg-type]


@pytest.mark.slow
def test_no_verdict_is_undecided_at_the_last_deal() -> None:
    measurement = Measurement(meeting("mineo-3", "rule", "random"), Bounds(0, 0.1))
    assert len(list(measurement.run(2))) == 4
    report = report_of(measurement, 2)
    assert report.sequential is not None
    assert (report.sequential.verdict, report.sequential.deals) == (UNDECIDED, 2)


# -- the examples of the package and of its page are true --------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_example_of_the_package_gives_what_it_says() -> None:
    found = doctest.testmod(matto.research.arena)
    assert (found.failed, found.attempted > 3) == (0, True)


@pytest.mark.slow
def test_the_figure_that_the_page_points_to_is_in_the_report(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arena("mineo-3", bots="rule,random", deals=2, as_json=True)
    report = json.loads(capsys.readouterr().out)
    jsonschema.validate(report, json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))
    (example,) = re.findall(r"^(report\[.*?\])\s+#", PAGE, re.MULTILINE)
    assert set(eval(example, {"report": report})) == {"mean", "low", "high"}  # our own page


def test_every_option_that_the_page_names_is_one_of_the_command() -> None:
    source = Path(str(matto.cli.arena.__file__)).read_text(encoding="utf-8")
    named = set(re.findall(r"--([a-z][a-z-]*)", PAGE))
    assert {"bots", "jobs", "keep", "sprt-unit"} <= named
    for option in named:
        assert f'"--{option}"' in source or f" {option}: " in source, option
    commands = re.findall(r"^matto arena .*$", PAGE, re.MULTILINE)
    assert commands and all(shlex.split(command) for command in commands)

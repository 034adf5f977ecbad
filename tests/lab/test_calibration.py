"""Calibration tells a bot that is right about its bids from one that flatters itself."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import calibration
from calibration import (
    Bid,
    Notes,
    Seating,
    bids_of,
    by_tenths,
    by_word,
    facts,
    fit,
    measure,
    surprise,
)
from matto.arena import contest_of
from matto.arena.errors import BadContest
from matto.engine.game import Game
from matto.engine.table import View
from matto.games import game
from matto.players import Bot, make_bot
from matto.spreading import ALONE


def bids(deals: int, *, slope: float, level: float = 0.0) -> list[Bid]:
    """Two bids a deal which share its luck."""
    rng = np.random.default_rng(4)
    found = []
    for deal in range(deals):
        luck = rng.normal(0, 2)
        for word in ("bid: solo", "bid: pass"):
            predicted = rng.normal(0, 3)
            realised = level + slope * predicted + luck + rng.normal(0, 1)
            found.append(Bid(deal, word, predicted, realised))
    return found


def test_a_calibrated_bot_has_slope_one_and_no_surprises() -> None:
    line = fit(bids(500, slope=1))
    assert line is not None
    assert abs(line.slope - 1) < line.slope_reach < 0.1
    assert abs(line.level) < line.level_reach
    estimate = surprise(bids(500, slope=1))
    assert estimate.low is not None and estimate.high is not None
    assert estimate.low < 0 < estimate.high


@pytest.mark.parametrize(("slope", "level"), [(0.8, 0.0), (1.0, -1.0)])
def test_a_bot_that_exaggerates_or_flatters_itself_is_found_out(
    slope: float, level: float
) -> None:
    line = fit(bids(500, slope=slope, level=level))
    assert line is not None
    wrong_slope = abs(line.slope - 1) > line.slope_reach
    wrong_level = abs(line.level) > line.level_reach
    assert (wrong_slope, wrong_level) == (slope != 1, level != 0)


def test_the_errors_take_bids_of_a_deal_as_one() -> None:
    twice = [bid for bid in bids(100, slope=1) for _ in range(2)]
    one, two = fit(bids(100, slope=1)), fit(twice)
    assert one is not None and two is not None
    assert two.slope_reach == pytest.approx(one.slope_reach)
    assert surprise(twice).error == pytest.approx(surprise(bids(100, slope=1)).error)


def test_too_few_deals_or_predictions_all_alike_have_no_line() -> None:
    assert fit([]) is None
    assert fit(bids(5, slope=1)) is None
    assert fit([Bid(deal, "bid: solo", 1.0, float(deal)) for deal in range(50)]) is None


def test_tenths_hold_all_bids_from_the_gloomiest_to_the_brightest() -> None:
    found = bids(57, slope=1)
    parts = by_tenths(found)
    assert len(parts) == 10
    assert sum(map(len, parts)) == len(found)
    ends = [part[-1].predicted for part in parts]
    assert ends == sorted(ends)
    assert [len(own) for _, own in by_word(found)] == [57, 57]


class Hopeful:
    """The rule of thumb, which expects three points of every word."""

    name = "hopeful"

    def __init__(self, of: Game, seed: int | str) -> None:
        self.rule = make_bot("rule", of, seed)

    def choose(self, view: View) -> str:
        return self.rule.choose(view)

    def estimate(self, view: View) -> Mapping[str, float]:
        assert view.decision is not None
        return dict.fromkeys(view.decision.options, 3.0)


def test_what_was_expected_and_what_came_of_it_are_written_down_in_points(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def make(name: str, of: Game, seed: int | str) -> Bot:
        return Hopeful(of, seed) if name == "rule" else make_bot(name, of, seed)

    monkeypatch.setattr(calibration, "make_bot", make)
    played = game("tortorici-3")
    contest = contest_of(played, played.resolve(), ["random", "rule"])

    everywhere = Seating("rule", "", "random")

    def notes_of(deals: int, minutes: float = 1, path: Path | None = None) -> Notes:
        notes = Notes({"game": played.id}, path)
        measure(contest, everywhere, deals, resources=ALONE, minutes=minutes, notes=notes)
        return notes

    assert len(notes_of(2, path=tmp_path / "k").deals) == 2
    found = notes_of(6, path=tmp_path / "k").all_bids()
    assert found == notes_of(6).all_bids()
    assert {bid.predicted for bid in found} == {3.0 / played.unit}
    assert len({bid.deal for bid in found}) == 6
    assert all(bid.word.startswith("bid: ") for bid in found)
    assert any(bid.realised for bid in found)
    json.dumps(facts(found))
    assert notes_of(6, minutes=0).deals == {}
    with pytest.raises(BadContest, match="other deals"):
        Notes({"game": "another"}, tmp_path / "k")


def test_among_others_one_seat_is_measured_and_it_is_a_different_one_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, int]] = []

    def make(name: str, of: Game, seed: int | str) -> Bot:
        asked.append((name, len(asked)))
        return Hopeful(of, seed) if name == "rule" else make_bot(name, of, seed)

    monkeypatch.setattr(calibration, "make_bot", make)
    played = game("tortorici-3")
    contest = contest_of(played, played.resolve(), ["random", "rule"])
    among = Seating("rule", "random", "random")
    seats = set()
    for number in range(12):
        asked.clear()
        bids = bids_of(contest, among, number)
        words = [name for name, _ in asked[: played.seats]]
        assert sorted(words) == ["random", "random", "rule"]
        assert words.index("rule") == among.measured(contest, number)
        assert len({bid.predicted for bid in bids}) <= 1
        seats.add(words.index("rule"))
    assert seats == {0, 1, 2}


def test_words_are_told_without_their_cards() -> None:
    words = [calibration.word_of(choice) for choice in ("passo", "chiamo:T20", "T20")]
    assert words == ["passo", "chiamo:…", "…"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("mineo-3", "--bots", "rule"), "does not tell what it expects"),
        (("mineo-3", "--bots", "clever"), "There is no bot"),
        (("chess",), "chess"),
    ],
)
def test_what_cannot_be_measured_is_said(words: tuple[str, ...], sentence: str) -> None:
    script = Path(calibration.__file__)
    done = subprocess.run(
        [sys.executable, str(script), *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert sentence in done.stderr

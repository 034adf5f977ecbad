"""The cheat, a yardstick: whoever knows everything never fares worse than the rule of thumb."""

from __future__ import annotations

from pathlib import Path

import pytest

from ceiling import BEGIN, END, Cheat, Dealt, gain_of, main, play_deal, results, table
from matto.arena import FULL, contest_of
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players.rule import RuleBot

GAMES = [
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("marolles", "mineo-3")),
    "tortorici-4",
]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_in_no_seat_it_fares_worse_and_in_some_better(game_id: str) -> None:
    game = find_game(game_id)
    bots = [RuleBot(game, seat) for seat in range(game.seats)]
    run = Run.shuffled(game, seed="cheat")
    usual = results(run.fork(), bots)
    assert sum(usual) == pytest.approx(0.0)
    gains = [
        results(run.fork(), bots, Cheat(seat, bots))[seat] - usual[seat]
        for seat in range(game.seats)
    ]
    assert min(gains) >= -1e-9
    assert max(gains) > 0


@pytest.mark.slow
def test_a_deal_is_told_as_the_mean_over_all_seats() -> None:
    game = find_game("calatafimi-2")
    contest = contest_of(game, game.resolve(), ["rule", "rule"], strata=[FULL])
    dealt = play_deal((contest, 3))
    assert dealt == play_deal((contest, 3))
    assert dealt.gain > 0
    assert dealt.square > 0


def test_the_table_tells_gains_in_sigma() -> None:
    every = [Dealt("calatafimi-2", gain, 4.0) for gain in (1.0, 3.0, 2.0, 2.0)]
    found = gain_of(every)
    assert found is not None
    assert found.mean == pytest.approx(1.0)
    (row,) = list(table(every))[2:]
    assert row.startswith("| `calatafimi-2` | +1.00 (")
    assert row.endswith(" | 4 |")


@pytest.mark.parametrize("wrong", ["--games=no-such-game", "--deals=0", "--jobs=0"])
def test_what_cannot_be_measured_is_told_in_a_sentence_and_writes_nothing(
    wrong: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{BEGIN}\nold\n{END}\n", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["ceiling.py", wrong, f"--write={page}"])
    assert main() == 2
    assert capsys.readouterr().err.strip().endswith((".", "?"))
    assert page.read_text(encoding="utf-8") == f"{BEGIN}\nold\n{END}\n"

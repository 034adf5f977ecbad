"""Waiting for bots in short: visitors play, and what they waited for each move is told."""

from __future__ import annotations

import re

import pytest

from load_bots import main


@pytest.mark.slow
def test_visitors_are_asked_again_and_the_time_for_each_move_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--bots", "rule", "--tables", "2", "--seconds", "4", "--pause", "0.05"]) == 0
    told = re.search(r"2 tables of rule, 4 s: (\d+) moves, (\d+) ", capsys.readouterr().out)
    assert told is not None
    assert int(told[1]) > int(told[2])


def test_a_strength_that_nobody_knows_is_refused_before_a_server_begins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--bots", "nobody"])
    assert "'nobody' (choose from" in capsys.readouterr().err

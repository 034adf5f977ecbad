"""The load test works: in small, and without a word about how quick it was."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

LAB = Path(__file__).parents[2] / "lab"
SMALL = ("--tables", "10", "--rate", "20", "--seconds", "3")


@pytest.mark.slow
def test_every_action_reaches_every_stream_of_its_table() -> None:
    done = subprocess.run(
        [sys.executable, LAB / "load_tables.py", *SMALL],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 tables, 40 streams" in done.stdout
    assert "states that never came: 0; streams lost: 0" in done.stdout
    assert "answers by status: {200: " in done.stdout
    assert "ERROR" not in done.stdout

"""The example of a program that plays: a whole match at a real server, in every game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from matto.games import catalogue
from served import Served

EXAMPLE = Path(__file__).parents[2] / "examples" / "random_player.py"
pytestmark = pytest.mark.slow
SECONDS = 120


PAGE = Path(__file__).parents[2] / "docs" / "howto" / "play-over-http.md"


def played(served: Served, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Let the example play at a server."""
    return run(*arguments, served.url)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the example as its reader would, with nothing but Python."""
    return subprocess.run(
        [sys.executable, "-I", "-S", EXAMPLE, *arguments],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_the_example_plays_a_match_of_two_deals(served: Served) -> None:
    game = catalogue()["calatafimi-2"]
    done = played(served, game.id, "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{game.name}, 2 deals. Seat by seat: [")


@pytest.mark.parametrize("game_id", ["marolles", "mineo-4"])
def test_the_example_plays_a_match_of_any_game(game_id: str, served: Served) -> None:
    done = played(served, game_id, "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Seat by seat" in done.stdout


def test_the_example_says_which_games_there_are(served: Served) -> None:
    done = played(served, "whist", "1")
    assert done.returncode == 1
    assert done.stderr.startswith("There is no game whist. Choose one of: ")


def test_the_example_says_that_it_wants_a_number_of_deals(served: Served) -> None:
    done = played(served, "mineo-3", "many")
    assert done.returncode == 1
    assert done.stderr == "How many deals? A number such as 10, not many.\n"


def test_the_example_repeats_what_the_server_refuses(served: Served) -> None:
    done = played(served, "mineo-3", "0")
    assert done.returncode == 1
    assert done.stderr.startswith("A match has between 1 and ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "127.0.0.1:8765", "http://"])
def test_the_example_says_that_there_is_no_server(address: str) -> None:
    done = run("mineo-3", "1", address)
    assert done.returncode == 1
    assert done.stderr.startswith(f"No server of matto answers at {address} (")
    assert done.stderr.endswith("Start one: matto serve\n")


def test_the_example_is_as_short_as_its_page_says() -> None:
    assert "in fewer than a hundred lines" in PAGE.read_text("utf-8")
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 100

"""The example package is installed beside matto, and its game is played like any other."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from matto.games import MODULES
from served import Served

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "zwanzigerrufen"
GAME = "zwanzigerrufen"


def run(folder: Path, *command: str, cwd: Path | None = None) -> str:
    """Run Python where the packages of a folder are installed."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd or folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(folder: Path) -> dict[str, str]:
    """The environment of somebody who has installed what lies in a folder."""
    path = os.pathsep.join([str(ROOT / "src"), str(folder)])
    return {**os.environ, "PYTHONPATH": path, "LANGUAGE": "en", "PYTHONUTF8": "1"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package has been built and installed."""
    folder = tmp_path_factory.mktemp("site")
    run(folder, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=PACKAGE)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder)
    wheel.unlink()
    return folder


def matto(folder: Path, *arguments: str) -> str:
    return run(folder, "-m", "matto", *arguments)


def test_it_is_no_game_of_ours() -> None:
    assert not [module for module in MODULES if GAME in module]


def test_it_is_listed_after_ours_with_its_rulebook(installed: Path) -> None:
    games = json.loads(matto(installed, "games", "--json"))
    assert (games[-1]["id"], games[-1]["seats"], games[-1]["cards"]) == (GAME, 4, 40)
    said = matto(installed, "rules", GAME, "4.3")
    assert "The Sküs is a tarock" in said


def test_its_own_tests_pass_where_it_is_installed(installed: Path) -> None:
    quick = ("-m", "not slow", "-k", "not compiled")
    said = run(
        installed, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *quick,
        "-c", str(PACKAGE / "pyproject.toml"), str(PACKAGE / "tests"),
    )  # fmt: skip
    passed = re.search(r"(\d+) passed", said)
    assert passed
    assert int(passed[1]) > 35


@pytest.mark.slow
def test_compiled_play_and_thinking_bots_are_tried_by_its_own_tests(installed: Path) -> None:
    for chosen in (("-m", "slow"), ("-k", "compiled")):
        said = run(
            installed, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *chosen,
            "-c", str(PACKAGE / "pyproject.toml"), str(PACKAGE / "tests"),
        )  # fmt: skip
        assert re.search(r"[1-9]\d* passed", said)


@pytest.mark.slow
def test_a_bot_that_thinks_needs_neither_advice_nor_inferences(installed: Path) -> None:
    """Without the two optional entry points it plays by what is common to all games."""
    (entries,) = installed.glob("*.dist-info/entry_points.txt")
    whole = entries.read_text(encoding="utf-8")
    entries.write_text(f"[matto.games]\n{GAME} = {GAME}:GAME\n", encoding="utf-8")
    try:
        said = matto(
            installed, "simulate", GAME, *["--deals", "1", "--seed", "1", "--bots", "strong"]
        )
    finally:
        entries.write_text(whole, encoding="utf-8")
    assert "5.1" in said


def test_it_is_simulated_recorded_and_replayed(installed: Path, tmp_path: Path) -> None:
    kept = tmp_path / "deals.jsonl"
    matto(installed, *f"simulate {GAME} --deals 3 --seed 1 --transcript {kept}".split())
    deals = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert [deal["game"] for deal in deals] == [GAME] * 3
    program = (
        "from matto import game, Run; from matto.records import dump, record_of\n"
        f"run = Run.shuffled(game('{GAME}'), seed=4)\n"
        "while run.decision: run.do(run.decision.options[0])\n"
        "print(dump(record_of(run), 'json'))"
    )
    record = tmp_path / "deal.json"
    record.write_text(run(installed, "-c", program), encoding="utf-8")
    assert "Zwanzigerrufen" in matto(installed, "replay", str(record))


@pytest.mark.slow
def test_bots_are_compared_in_the_arena(installed: Path) -> None:
    said = matto(
        installed, *f"arena {GAME} --bots rule,random --deals 20 --seed 1 --json".split()
    )
    assert json.loads(said)["game"] == GAME


@pytest.mark.slow
def test_it_is_on_the_pages_of_a_server_and_a_match_of_it_is_played_there(
    installed: Path,
) -> None:
    with Served(PYTHONPATH=environment(installed)["PYTHONPATH"]) as served:
        home = httpx.get(served.url, headers={"Accept-Language": "en"}).text
        assert "Zwanzigerrufen" in home
        rules = httpx.get(f"{served.url}/rules/{GAME}", headers={"Accept-Language": "de"}).text
        assert "Pagat ultimo announced" in rules
        assert "noch nicht übersetzt" in rules
        player = str(ROOT / "examples" / "random_player.py")
        said = run(installed, "-I", "-S", player, GAME, "1", served.url)
        assert "Seat by seat" in said

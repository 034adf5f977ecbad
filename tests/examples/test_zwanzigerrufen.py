"""The example package is installed beside matto, and its game is played like any other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest

from examples.installing import ROOT, environment, matto, put_up, run
from matto.games import MODULES
from served import Served

PACKAGE = ROOT / "examples" / "zwanzigerrufen"
GAME = "zwanzigerrufen"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package has been built and installed."""
    return put_up(PACKAGE, tmp_path_factory.mktemp("site"))


def test_it_is_no_game_of_ours() -> None:
    assert not [module for module in MODULES if GAME in module]


@pytest.mark.slow
def test_it_is_listed_after_ours_with_its_rulebook(installed: Path) -> None:
    games = json.loads(matto(installed, "games", "--json"))
    assert (games[-1]["id"], games[-1]["seats"], games[-1]["cards"]) == (GAME, 4, 40)
    said = matto(installed, "rules", GAME, "4.3")
    assert "The Sküs is a tarock" in said


@pytest.mark.slow
def test_its_own_tests_pass_where_it_is_installed(installed: Path) -> None:
    """Those of compiled play and of bots that think, too."""
    said = run(
        installed, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider",
        "-c", str(PACKAGE / "pyproject.toml"), str(PACKAGE / "tests"),
    )  # fmt: skip
    passed = re.search(r"(\d+) passed", said)
    assert passed
    assert int(passed[1]) > 40
    assert "skipped" not in said


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


@pytest.mark.slow
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

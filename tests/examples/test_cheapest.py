"""The example bot is installed beside matto, and plays wherever a bot is named."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from examples.installing import ROOT, environment, matto, put_up
from matto.players import NAMES
from served import Served

PACKAGE = ROOT / "examples" / "cheapest"
BOT = "cheapest"
MOST_LINES = 25


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package has been built and installed."""
    return put_up(PACKAGE, tmp_path_factory.mktemp("site"))


def test_it_is_short_and_no_bot_of_ours() -> None:
    (source,) = (PACKAGE / "src").rglob("*.py")
    assert len(source.read_text(encoding="utf-8").splitlines()) < MOST_LINES
    assert BOT not in NAMES


@pytest.mark.slow
def test_it_is_listed_with_what_its_package_says_of_it(installed: Path) -> None:
    bots = {bot["name"]: bot for bot in json.loads(matto(installed, "bots", "--json"))}
    assert bots[BOT]["made_by"] == "cheapest:Cheapest"
    assert "counts least" in bots[BOT]["about"]


@pytest.mark.slow
def test_it_plays_in_the_arena(installed: Path) -> None:
    bots = f"{BOT},cheapest:Cheapest,rule"
    said = matto(
        installed, *f"arena calatafimi-2 --bots {bots} --deals 2 --strata full --json".split()
    )
    report = json.loads(said)
    assert report["guests"] == [BOT, "cheapest:Cheapest"]
    one, other = (row["points"] for row in report["strata"][0]["standings"])
    assert one == other
    assert report["faults"] == []


@pytest.mark.slow
def test_it_plays_in_the_terminal_to_the_end_of_a_match(installed: Path) -> None:
    said = matto(
        installed, *f"play calatafimi-2 --bots {BOT} --deals 1 --fast --seed 3".split(),
        typed="1\n" * 200,
    )  # fmt: skip
    assert "The match is over." in said
    assert "no legal choice" not in said


@pytest.mark.slow
def test_a_server_offers_it_and_says_at_the_table_who_stands_in_for_one_that_fails(
    installed: Path,
) -> None:
    path = os.pathsep.join([environment(installed)["PYTHONPATH"], str(ROOT / "tests")])
    with Served(PYTHONPATH=path, MATTO_BOTS="bad=players.own_bots:Failing") as served:
        page = httpx.get(f"{served.url}/new/mineo-3").text
        bots = {bot["name"]: bot["about"] for bot in httpx.get(f"{served.url}/api/bots").json()}
        for name in (BOT, "bad"):
            assert re.search(rf'<option value="{name}"', page)
        assert "counts least" in bots[BOT]
        assert bots["bad"]
        table, players = played_until_both_have_answered(served.url)
        by = [player["answered_by"] for player in players]
        assert by[:2] == ["", ""]
        assert by[2] in {"quick", "rule"}  # on a busy machine the first may be late, too
        felt = httpx.get(f"{served.url}/t/{table}", headers={"Accept-Language": "en"}).text
        assert "answers for bad" in felt
        assert "ZeroDivisionError" in served.log.read_text(encoding="utf-8")


def played_until_both_have_answered(url: str) -> tuple[str, list[dict[str, Any]]]:
    """Play in seat 0 until a first trick lies there; gives the table and its players."""
    order = {"game": "mineo-3", "bots": ["", BOT, "bad"], "pace": 0}
    opened = httpx.post(f"{url}/api/tables", json=order).raise_for_status().json()
    table = f"{url}/api/tables/{opened['table']}"
    key = {"Authorization": f"Bearer {opened['key']}"}
    httpx.post(f"{table}/seats/0", json={"name": "Ada"}, headers=key).raise_for_status()
    with httpx.stream("GET", f"{table}/events", headers=key, timeout=60) as lines:
        for line in lines.iter_lines():
            if not line.startswith("data: "):
                continue
            state = json.loads(line.removeprefix("data: "))
            if (state.get("view") or {}).get("tricks"):
                return opened["table"], state["players"]
            deed = answer(state)
            if deed:
                body = {"seq": state["seq"], **deed}
                httpx.post(f"{table}/actions", json=body, headers=key)
    raise AssertionError("the stream has ended")


def answer(state: dict[str, Any]) -> dict[str, Any]:
    """The first choice, or the readiness for the next deal."""
    if state.get("phase") == "gathering":
        return {"begin": True}
    if state.get("phase") == "between" and not state["players"][0]["ready"]:
        return {"ready": "0" * 32}
    question = (state.get("view") or {}).get("question")
    return {"choice": question["choices"][0]} if question else {}

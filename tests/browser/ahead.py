"""Deals played on through the open interface: a page shows only what its test is about."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx

from browser.viewer import Viewer
from matto.server.http.security import COOKIE

SECONDS = 60.0
LOOK_AGAIN = 0.01
MOST_DEALS = 40

State = dict[str, Any]


def over(state: State) -> bool:
    return bool(state["phase"] != "playing")


def two_tricks_are_left(state: State) -> bool:
    return asked_for(state) == "play" and len(state["view"]["hand"]) == 2


def asked_for(state: State) -> str:
    """Return the kind of question that somebody is to answer; empty if there is none."""
    question = state["view"] and state["view"]["question"]
    return question["kind"] if question else ""


def play_ahead(
    viewers: Sequence[Viewer], until: Callable[[State], bool], seed: object = 1
) -> None:
    """Play on, while no page looks, until something holds of what one of them is told."""
    table = urlsplit(viewers[0].page.url).path
    keys = []
    for one in viewers:
        one.page.goto("about:blank")
        kept = next(each for each in one.context.cookies(one.base) if each["name"] == COOKIE)
        keys.append(kept["value"].rpartition(".")[0])  # what follows is the server's signature
    play_until(viewers[0].base, table.removeprefix("/t/"), keys, until, seed)
    for one in viewers:
        one.go(table)


def play_until(
    base: str, table: str, keys: Sequence[str], until: Callable[[State], bool], seed: object
) -> State:
    """Let those with these keys answer by chance until something holds for one of them."""
    rng = random.Random(str(seed))
    end = time.monotonic() + SECONDS
    address = f"/api/tables/{table}"
    with httpx.Client(base_url=base, timeout=SECONDS) as http:
        while time.monotonic() < end:
            for key in keys:
                http.headers["Authorization"] = f"Bearer {key}"
                state: State = _said(http.get(address))
                if until(state):
                    return state
                if command := _answer(state, rng):
                    http.post(f"{address}/actions", json={**command, "seq": state["seq"]})
            time.sleep(LOOK_AGAIN)
    raise AssertionError(f"it does not come about: {state}")


def _answer(state: State, rng: random.Random) -> dict[str, str]:
    if asked_for(state):
        return {"choice": rng.choice(state["view"]["question"]["choices"])}
    return {"ready": f"{rng.getrandbits(64):016x}"} if state["phase"] == "between" else {}


def long_deal(base: str, game: str, actions: int) -> str:
    """The address of a finished deal in which so much was done: some are soon given up."""
    for seed in range(MOST_DEALS):
        deal = finished_deal(base, game, seed)
        played = _said(httpx.get(f"{base}/api/tables{deal.removeprefix('/t')}"))
        if len(played["actions"]) >= actions:
            return deal
    raise AssertionError("all deals are short")


def finished_deal(base: str, game: str, seed: int = 1) -> str:
    """Play a deal by chance against bots; give the address of its replay."""
    with httpx.Client(base_url=base, timeout=SECONDS) as http:
        seats = next(one["seats"] for one in http.get("/api/games").json() if one["id"] == game)
        command = {"game": game, "bots": ["", *["rule"] * (seats - 1)], "limit": 1}
        table = _said(http.post("/api/tables", json=command))["table"]
        key = _said(http.post(f"/api/tables/{table}/seats/0", json={"name": "Ada"}))["key"]
    state = play_until(base, table, [key], lambda state: state["phase"] == "over", seed)
    return f"/t/{table}/deals/{state['deal']}"


def _said(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()

"""A deal that is over, played through the open interface: quicker than with the mouse."""

from __future__ import annotations

import random
import time
from typing import Any

import httpx

SECONDS = 60.0
MOST_DEALS = 40


def long_deal(base: str, game: str, actions: int) -> str:
    """The address of a finished deal in which so much was done: some are soon given up."""
    for seed in range(MOST_DEALS):
        deal = finished_deal(base, game, seed)
        if (
            len(_said(httpx.get(f"{base}/api/tables{deal.removeprefix('/t')}"))["actions"])
            >= actions
        ):
            return deal
    raise AssertionError("all deals are short")


def finished_deal(base: str, game: str, seed: int = 1) -> str:
    """Play a deal by chance against bots; give the address of its replay."""
    rng = random.Random(seed)
    with httpx.Client(base_url=base, timeout=SECONDS) as http:
        seats = next(one["seats"] for one in http.get("/api/games").json() if one["id"] == game)
        command = {"game": game, "bots": ["", *["rule"] * (seats - 1)], "limit": 1}
        table = _said(http.post("/api/tables", json=command))["table"]
        key = _said(http.post(f"/api/tables/{table}/seats/0", json={"name": "Ada"}))["key"]
        http.headers["Authorization"] = f"Bearer {key}"
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            state = _said(http.get(f"/api/tables/{table}"))
            if state["phase"] == "over":
                return f"/t/{table}/deals/{state['deal']}"
            _answer(http, table, state, rng)
    raise AssertionError(f"the deal does not end: {state}")


def _answer(http: httpx.Client, table: str, state: dict[str, Any], rng: random.Random) -> None:
    question = state["view"] and state["view"]["question"]
    if state["phase"] == "between" and not state["players"][0]["ready"]:
        deed = {"ready": f"{rng.getrandbits(64):016x}"}
    elif question:
        deed = {"choice": rng.choice(question["choices"])}
    else:
        time.sleep(0.01)
        return
    http.post(f"/api/tables/{table}/actions", json={**deed, "seq": state["seq"]})


def _said(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()

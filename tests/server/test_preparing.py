"""Bots that think must get ready first: the table says so, and tells when they are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from matto.players.bots import USUAL
from matto.server.http.requests import Services, here_at
from matto.server.live.presence import Here
from matto.server.tables.views import chairs_of


def services(*, preparing: bool) -> Services:
    """As much of a server as is asked here."""
    presence = SimpleNamespace(at=lambda _state: Here((0,), 2))
    parts: Any = SimpleNamespace(
        presence=presence, bot_pool=SimpleNamespace(is_preparing=preparing, delay=0.0)
    )
    return cast(Services, parts)


def told(*, preparing: bool, bots: tuple[str, ...]) -> Here:
    """Who is told to be at a table with these bots."""
    state: Any = SimpleNamespace(chairs=chairs_of(bots), waits_for=None)
    return here_at(services(preparing=preparing), state)


def test_a_table_tells_that_its_bots_get_ready_and_when_they_are() -> None:
    bots = ("", USUAL, "rule")
    assert told(preparing=True, bots=bots) == Here((0,), 2, preparing=True)
    assert told(preparing=False, bots=bots) == Here((0,), 2)


@pytest.mark.parametrize("bots", [("", "rule", "random"), ("", "", "")])
def test_a_table_without_bots_that_think_waits_for_nothing(bots: tuple[str, ...]) -> None:
    assert told(preparing=True, bots=bots) == Here((0,), 2)

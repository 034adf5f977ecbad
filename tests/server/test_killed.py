"""The server is killed at random moments, and nothing acknowledged is lost or doubled."""

from __future__ import annotations

import pytest

from samples import many
from served import Served
from server.history import check_histories
from server.killing import play_while_it_fails

MATCHES = many(8)
"""Eight games, so that CI stays quick; the whole proof is `MATTO_SAMPLES=24`."""


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
async def test_whatever_was_acknowledged_is_there_once_after_the_server_was_killed(
    database: str, request: pytest.FixtureRequest
) -> None:
    settings: dict[str, str] = {}
    if database == "postgres":
        settings = {"MATTO_DATABASE": request.getfixturevalue("postgres_url")}
    with Served(**settings) as served:
        tally, failures, histories = await play_while_it_fails(
            served, MATCHES, tables=8, deeds=(30, 500), seed=MATCHES
        )
        place = settings.get("MATTO_DATABASE", served.data / "tables.sqlite")
        assert check_histories(place, histories) > 20 * MATCHES
    print(f"{failures} times killed: {tally}")
    assert tally.deals > MATCHES
    assert failures > MATCHES // 4
    assert tally.acknowledged > 20 * MATCHES
    assert tally.cut_off > 0
    assert tally.repeated > 0, "no deed was ever asked for twice"
    assert tally.compared_pages > 0
    assert tally.compared_states > 0

"""The server is killed at random moments, and nothing acknowledged is lost or doubled."""

from __future__ import annotations

import asyncio

import pytest

from samples import many
from served import Served
from server.killing import play_while_it_fails, without_silent_waits

MATCHES = many(8)
"""Eight games, so that CI stays quick; the whole proof is `MATTO_SAMPLES=24`."""


@pytest.mark.slow
def test_whatever_was_acknowledged_is_there_once_after_the_server_was_killed() -> None:
    with Served() as served:
        tally, failures = asyncio.run(
            play_while_it_fails(served, MATCHES, tables=8, deeds=(30, 500), seed=MATCHES)
        )
    print(f"{failures} times killed: {tally}")
    assert tally.deals > MATCHES
    assert failures > MATCHES // 4
    assert tally.acknowledged > 20 * MATCHES
    assert tally.cut_off > 0
    assert tally.repeated > 0, "no deed was ever asked for twice"
    assert tally.compared_pages > 0
    assert tally.compared_states > 0


@pytest.mark.parametrize(
    ("kept", "done", "agree"),
    [
        (["offro:2", "aspetto", "passo"], ["offro:2", "passo"], True),
        (["offro:2", "aspetto", "passo"], ["offro:2", "aspetto", "passo"], True),
        (["aspetto", "passo"], ["passo"], False),
        (["aspetto"], [], False),
        (["offro:2", "passo"], ["offro:2", "aspetto", "passo"], False),
        (["offro:2", "offro:2", "passo"], ["offro:2", "passo"], False),
        (["passo", "T10"], ["passo"], False),
        (["passo"], ["passo", "T10"], False),
    ],
)
def test_only_what_a_table_notes_by_itself_may_be_in_a_record_and_not_acknowledged(
    kept: list[str], done: list[str], agree: bool
) -> None:
    assert (without_silent_waits(kept, done) == done) is agree

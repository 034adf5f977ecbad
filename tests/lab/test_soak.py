"""The soak in short: a server that is used and left, and one that grows is noticed."""

from __future__ import annotations

import argparse
import asyncio
from random import Random

import httpx
import msgspec
import pytest

from soak import HEADINGS, Soaked, _act, main, report


@pytest.mark.slow
def test_tables_that_are_left_are_deleted_and_nothing_is_left_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = "--seconds 6 --every 0.5 --keep 1 --at-once 2 --actions 2 --pause 0.01"
    main(words.split())
    told = capsys.readouterr().out
    rows = [line.split() for line in told.splitlines()]
    *_, last = (row for row in rows if len(row) == 1 + len(HEADINGS) and row[0].isdecimal())
    figures = dict(zip(HEADINGS, map(float, last[1:]), strict=True))
    assert figures["deleted"] > 0
    assert "\n0 tables are left when all have gone\n" in told
    assert figures["memory"] > 10
    assert figures["handles"] > 5


def test_an_action_that_the_server_fails_at_is_noticed() -> None:
    failing = httpx.MockTransport(lambda _request: httpx.Response(503))
    state = {"seq": 1, "phase": "between", "view": None}

    async def act() -> None:
        async with httpx.AsyncClient(transport=failing, base_url="http://soak") as client:
            wanted = argparse.Namespace(pause=0)
            await _act(client, "/t", {}, msgspec.json.encode(state).decode(), Random(1), wanted)

    with pytest.raises(httpx.HTTPError):
        asyncio.run(act())


@pytest.mark.parametrize(("undeleted", "code"), [(1, 1), (0, 0)])
def test_a_server_on_which_tables_stay_is_noticed(undeleted: int, code: int) -> None:
    even = dict.fromkeys(HEADINGS, 100.0)
    done = Soaked(left=1, figures=[even] * 9, undeleted=undeleted)
    assert report(done) == code


@pytest.mark.parametrize(("grows", "code"), [("memory", 1), ("handles", 1), ("", 0)])
def test_a_server_that_grows_is_noticed(grows: str, code: int) -> None:
    done = Soaked(left=1)
    for number in range(9):
        figures = dict.fromkeys(HEADINGS, 100.0)
        if grows:
            figures[grows] += 5.0 * number
        done.figures.append(figures)
    assert report(done) == code

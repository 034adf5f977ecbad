"""Whoever has not played yet sits down with opponents he can beat."""

from __future__ import annotations

from pathlib import Path

from matto.players.bots import BEGINNER, USUAL
from server.markup import Markup
from server.visitors import Visitor, play
from server.wire import Wire


async def opponents(visitor: Visitor) -> set[str]:
    """Who would play the other seats of a new table."""
    page = Markup((await visitor.get("/new/mineo-3")).body.decode())
    return {
        option.attributes["value"]
        for option in page.all("option")
        if "selected" in option.attributes
        and option.around is not None
        and option.around.attributes.get("name") in {"who_1", "who_2"}
    }


def test_ones_first_match_is_against_beginners_and_the_next_as_usual(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        assert await opponents(visitor) == {BEGINNER.bot}
        opened = await visitor.post("/tables", {"game": "mineo-3"})
        address = dict(opened.headers)["location"]
        people = (await visitor.get(f"/api{address.replace('/t/', '/tables/')}")).json
        assert [one["bot"] for one in people["players"][1:]] == [BEGINNER.bot] * 2
        assert await opponents(visitor) == {USUAL}

    play(scene, tmp_path)


def test_who_chooses_is_taken_at_his_word(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        visitor = Visitor(wire)
        chosen = {"game": "mineo-3", "who_1": USUAL, "who_2": "random"}
        address = dict((await visitor.post("/tables", chosen)).headers)["location"]
        people = (await visitor.get(f"/api{address.replace('/t/', '/tables/')}")).json
        assert [one["bot"] for one in people["players"][1:]] == [USUAL, "random"]

    play(scene, tmp_path)

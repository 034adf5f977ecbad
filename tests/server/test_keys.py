"""A key is made by the server, or one that nobody can guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from matto.server.api.document import document
from matto.server.http.security import WeakKey, insist_on_strong_key, new_key
from server.visitors import play
from server.wire import Wire

ORDER = {"game": "calatafimi-2", "bots": ["", ""]}
WEAK = ("H", "K5", "password", "aaaaaaaaaaaaaaaaaaaaaaaaaaa", "0" * 38, "Aa1" * 7, "!?" * 12)
STRONG = ("0" * 39, "a" * 28, "Abc0" * 6, "0123456789abcdef" * 2, "Xq3vC1m8-bT0yKfA6rZsWn2e")


@pytest.mark.parametrize("key", WEAK)
def test_a_key_of_fewer_than_128_bits_is_refused(key: str) -> None:
    with pytest.raises(WeakKey):
        insist_on_strong_key(key)


@pytest.mark.parametrize("key", [*STRONG, pytest.param(new_key(), id="one of ours")])
def test_a_key_of_128_bits_by_alphabet_and_length_is_taken(key: str) -> None:
    insist_on_strong_key(key)


def test_nothing_is_opened_or_taken_with_a_weak_key(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        opened = await wire.ask("POST", "/api/tables", ORDER, key="K5")
        assert opened.status == 422
        assert "22 letters" in opened.json["error"]
        made = (await wire.ask("POST", "/api/tables", ORDER)).json
        at = f"/api/tables/{made['table']}"
        for path, body in ((f"{at}/seats/0", {"name": "Anna"}), ("/api/tables", ORDER)):
            assert (await wire.ask("POST", path, body, key="H")).status == 422
            assert (await wire.ask("POST", path, body, key=STRONG[-1])).status == 201
        assert (await wire.ask("GET", at, key="H")).status == 200

    play(scene, tmp_path)


def test_whoever_has_sat_down_with_a_weak_key_before_plays_on(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        from matto.server.http.security import holder_of
        from matto.server.tables.commands import Sit

        table = (await wire.ask("POST", "/api/tables", ORDER)).json["table"]
        await wire.services.tables.submit(table, Sit(0, "Anna"), holder_of("K5"))
        left = await wire.ask("DELETE", f"/api/tables/{table}/seats/0", key="K5")
        assert left.status == 200

    play(scene, tmp_path)


def test_the_interface_says_which_keys_are_taken() -> None:
    assert "22 letters and digits" in document()["info"]["description"]

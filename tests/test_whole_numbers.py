"""Digits that are none, and numbers too long, are answered wherever numbers are read.

`²` passes `str.isdigit()` and `int` refuses it; so it is with five thousand nines.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import quote

import pytest

from matto.cli.typed_input import UnclearTyped, parse_line
from matto.engine.errors import BadOptionValue, UnknownClause
from matto.engine.options import number, whole_number
from matto.engine.rulebook import rulebook
from matto.telling.questions import with_amount
from server.wire import wired

STRANGE = ("²", "--5", "9" * 5000, "٣", "1_000", "+3", " 3", "")
WITH_CARDS = "marolles"
NOT_FOUND, BAD = 404, range(400, 423)


@pytest.mark.parametrize("word", STRANGE)
def test_a_word_that_spells_no_number_is_none_and_raises_nothing(word: str) -> None:
    assert whole_number(word) is None


@pytest.mark.parametrize(("word", "meant"), [("0", 0), ("007", 7), ("-5", -5), ("78", 78)])
def test_a_whole_number_is_read(word: str, meant: int) -> None:
    assert whole_number(word) == meant


@pytest.mark.parametrize("word", STRANGE[:-2])
def test_it_is_no_value_no_choice_no_clause_and_no_amount(word: str) -> None:
    with pytest.raises(BadOptionValue):
        number("cards", "1.1", "How many.", 66, values=range(66, 79)).read(word)
    assert isinstance(parse_line(word, ("SK", "S2")), UnclearTyped)
    assert with_amount(f"offro {word}", ["offro"]) is None
    with pytest.raises(UnknownClause):
        rulebook(WITH_CARDS).clause(word)


@pytest.mark.slow
@pytest.mark.parametrize("word", STRANGE[:3])
def test_a_server_blames_the_request(tmp_path: Path, word: str) -> None:
    async def asking() -> None:
        async with wired(tmp_path) as wire:
            shown = await wire.ask("GET", f"/new/{WITH_CARDS}?option_cards={quote(word)}")
            assert shown.status in {200, *BAD}
            form = f"game={WITH_CARDS}&option_cards={quote(word)}&limit={quote(word)}"
            sent = await wire.ask(
                "POST",
                "/tables",
                form.encode(),
                headers=wire.browser("a key of anna's, long enough"),
            )
            assert sent.status in BAD
            body = {"game": WITH_CARDS, "options": {"cards": word}}
            assert (await wire.ask("POST", "/api/tables", body)).status in BAD
            asked = (f"/t/x/deals/{quote(word)}", f"/?players={quote(word)}")
            for path in (*asked, f"/matches?page={quote(word)}"):
                assert (await wire.ask("GET", path)).status in {200, *BAD}

    asyncio.run(asking())


def test_a_number_of_json_that_is_too_long_to_be_written_is_refused(tmp_path: Path) -> None:
    async def asking() -> None:
        async with wired(tmp_path) as wire:
            body = b'{"game": "%s", "options": {"cards": %s}}' % (
                WITH_CARDS.encode(),
                b"9" * 5000,
            )
            assert (await wire.ask("POST", "/api/tables", body)).status in BAD

    asyncio.run(asking())

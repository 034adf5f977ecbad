"""The check of a shuffle: the page's script, the lines of Python and the server agree."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import subprocess

import msgspec
import pytest

from matto.games import catalogue, game
from matto.server.tables.shuffle import ShuffleProof, order, promise_of
from matto.server.web.pages.matches import claim_of, recipe, shuffle_page
from matto.server.web.pages.templates import STATIC
from server.markup import Markup
from server.visits import played, proof, visit

NODE = shutil.which("node")
ASKED = """
import { orderOf, promiseOf } from %s;
const claim = %s;
console.log(JSON.stringify([await promiseOf(claim.secret), await orderOf(claim)]));
"""

CASES = [
    ("00" * 32, 1, {}),
    ("ab" * 32, 2, {0: "f00d"}),
    ("0123456789abcdef" * 4, 31, {3: "z", 0: "A-_9", 2: ""}),
    ("ff" * 32, 1000, {seat: str(seat) * 64 for seat in range(5)}),
]


def made(secret: str, deal: int, seeds: dict[int, str]) -> ShuffleProof:
    """A shuffle of the largest pack."""
    found = game("grosstarock")
    cards = order(secret, deal, seeds, found.pack(found.resolve()).codes)
    return ShuffleProof(deal, promise_of(secret), secret, seeds, cards)


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="there is no JavaScript here but in browsers")
@pytest.mark.parametrize(("secret", "deal", "seeds"), CASES)
def test_the_script_of_the_page_finds_the_same_order_as_the_server(
    secret: str, deal: int, seeds: dict[int, str]
) -> None:
    shown = made(secret, deal, seeds)
    claim = msgspec.json.encode(claim_of(shown)).decode()
    script = ASKED % (json.dumps((STATIC / "shuffle.js").as_uri()), claim)
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    promise, cards = json.loads(done.stdout)
    assert promise == shown.promise
    assert tuple(cards) == shown.order


@pytest.mark.parametrize(("secret", "deal", "seeds"), CASES)
def test_the_lines_of_python_find_it_right(
    secret: str, deal: int, seeds: dict[int, str]
) -> None:
    assert said_by(recipe(made(secret, deal, seeds))) == [
        "The promise is kept: True",
        "The cards are these: True",
    ]


def test_the_lines_of_python_find_what_is_wrong() -> None:
    shown = made("ab" * 32, 2, {0: "f00d"})
    other = msgspec.structs.replace(shown, seeds={0: "f00e"})
    assert said_by(recipe(other))[1] == "The cards are these: False"
    broken = msgspec.structs.replace(shown, promise=promise_of("another"))
    assert said_by(recipe(broken))[0] == "The promise is kept: False"


def said_by(lines: str) -> list[str]:
    """What some lines of Python print."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(lines, "recipe", "exec"), {})
    return said.getvalue().splitlines()


@pytest.mark.parametrize("game_id", tuple(catalogue()))
def test_the_page_shows_who_got_which_cards_of_the_pack(game_id: str) -> None:
    run, shown = proof(game(game_id))
    page = Markup(shuffle_page(visit(), played(run), shown))
    codes = [
        " ".join(element.text)
        for element in page.all("code")
        if element.around is not None and element.around.tag == "td"
    ]
    assert tuple(codes) == shown.order
    for hand in run.setup.deal.hands:
        assert " ".join(hand) in " ".join(codes)


def test_a_deal_that_was_given_says_that_there_was_no_shuffle() -> None:
    run, _ = proof(game("mineo-3"))
    html = shuffle_page(visit(), played(run), None)
    assert "This deal was not shuffled" in html
    assert "shuffle.js" not in html


def test_seats_are_counted_as_on_every_other_page() -> None:
    run, shown = proof(game("mineo-3"))
    told = " ".join(
        piece for piece, _ in Markup(shuffle_page(visit(), played(run), shown)).texts()
    )
    assert [f"(seat {number})" in told for number in range(5)] == [
        False,
        True,
        True,
        True,
        False,
    ]

"""A finished deal played back, at every moment what the eyes saw then; and its shuffle."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import subprocess
from functools import partial

import msgspec
import pytest

from matto.engine.cards import NUMBER
from matto.engine.events import Deal
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.server.tables.shuffle import ShuffleProof, order, promise_of
from matto.server.web.finished_deals import claim_of, recipe, replay_page, shuffle_page
from matto.server.web.page_context import naming_of
from matto.server.web.rendering import STATIC
from matto.telling.story import ONLOOKER, OPEN, ends_of_tricks, first_card, seen_through
from server.markup import Markup, faults_of, unmarked
from server.table_views import NAMES
from server.visits import finished, play_out, played, proof, visit
from sixteen import QUICKEST, THREE, thinned

PICTURE = re.compile(r'/faces/[^"]*#([A-Z][A-Z0-9]*)"')
CODE = re.compile(r'data-card="([A-Z][A-Z0-9]*)"')
HELD = re.compile(r'<li [^>]*class="shown" data-card="([A-Z][A-Z0-9]*)"')


def cards_seen(view: View) -> set[str]:
    """Every card that a view has ever seen or heard named."""
    words = {part for event in view.events for word in event.what for part in word.split(":")}
    return words & NUMBER.keys()


def hand_on(html: str) -> list[str]:
    """The cards shown as a hand."""
    return HELD.findall(html)


def cards_told(html: str) -> set[str]:
    """All cards that a page shows as pictures or names by their code."""
    return {*PICTURE.findall(html), *CODE.findall(html)}


def chips_on(page: Markup) -> set[str]:
    """The full names of the cards that the story names."""
    hidden = [
        one for one in page.all("span") if one.attributes.get("class") == "visually-hidden"
    ]
    return {
        " ".join(one.text)
        for one in hidden
        if one.around and one.around.attributes.get("class", "").startswith("chip ")
    }


@pytest.mark.slow
@pytest.mark.parametrize("game_id", thinned(THREE, quick={QUICKEST}))
def test_at_every_moment_each_sees_what_he_saw_and_who_sees_all_what_is_new(
    game_id: str,
) -> None:
    run = finished(game_id)
    last, naming = len(run.actions), naming_of(run.game, run.options, "en")
    for at in (*range(0, last, 3), last):
        then = run.fork(at)
        for seat in (at // 2 % run.game.seats, None):
            eyes = ONLOOKER if seat is None else str(seat)
            html, saw = replay_page(visit(), played(run), at, eyes), cards_seen(then.view(seat))
            assert hand_on(html) == ([] if seat is None else list(then.view(seat).hand))
            assert cards_told(html) <= saw
            assert chips_on(Markup(unmarked(html))) <= {naming.spoken(card) for card in saw}
        html = replay_page(visit(), played(run), at, OPEN)
        assert hand_on(html) == [c for s in range(run.game.seats) for c in then.view(s).hand]
        assert ('id="sheet"' in html) == (at == last)
        if 0 < at < last:
            rows, parts = html.count(' new"'), html.count('class="new"')
            is_card = run.actions[at - 1].kind == "play"
            assert is_card <= rows <= parts <= rows + is_card
    assert len(seen_through(run, OPEN).events) == len(run.events)


def tags_on(html: str) -> list[str]:
    """Who plays with whom, as the plates tell it."""
    tags = re.findall(r'<span class="tag (?:side|alone)">(.*?)</span>', html)
    return [re.sub("<.*?>", "", tag) for tag in tags]


@pytest.mark.parametrize(
    "game_id", ["calatafimi-4", "priestertarock", "mitigatti-4", "mineo-3"]
)
def test_with_open_cards_all_see_who_plays_with_whom(game_id: str) -> None:
    run = next(
        run
        for run in map(partial(finished, game_id), range(1, 200, 30))
        if run.table.contract and len(set(run.table.contract.side)) == 2
    )
    contract = run.table.contract
    assert contract is not None
    sides = contract.side
    told = tags_on(replay_page(visit(), played(run), len(run.actions), OPEN))
    pairs = [
        seat for seat in range(len(sides)) if sides.count(sides[seat]) == 2 < len(sides) - 1
    ]
    lone = [side for side in sides if sides.count(side) == 1]
    assert sorted(told) == sorted(
        ["alone"] * len(lone)
        + [
            f"with {NAMES[other]}"
            for seat in pairs
            for other in pairs
            if other != seat and sides[other] == sides[seat]
        ]
    )
    assert told


@pytest.mark.parametrize("game_id", THREE)
def test_two_deals_that_a_seat_cannot_tell_apart_so_far_look_the_same_to_it(
    game_id: str,
) -> None:
    """Until the first action the others' cards can be swapped: the seat sees no difference."""
    run = finished(game_id)
    found = run.game
    seat = 0
    swapped = swap_unseen(run, seat)
    if run.fork(0).view(seat).facts() != swapped.fork(0).view(seat).facts():
        pytest.skip("the first word of this deal shows a card that was swapped")
    first, second = (replay_page(visit(), played(one), 0, "0") for one in (run, swapped))
    for begin, end in (("<body", '<form class="steps"'), ("<aside", "</aside>")):
        assert part(first, begin, end) == part(second, begin, end)
    assert found.id == swapped.game.id


def part(html: str, begin: str, end: str) -> list[str]:
    """A part of a page, without whose eyes there are to look through: that hangs on the end."""
    lines = html.partition(begin)[2].partition(end)[0].splitlines()
    return [line for line in lines if ' id="eyes-' not in line]


THROWN_IN = [("barcellona-3", "passo"), ("ragusa-3", "passo"), ("mitigatti-4", "a_monte")]


@pytest.mark.parametrize(("game_id", "word"), THROWN_IN)
@pytest.mark.parametrize("seat", [None, 0, 2])
@pytest.mark.parametrize("eyes", [OPEN, "1", "99"])
def test_cards_thrown_in_unseen_stay_unseen_by_all_but_their_holder(
    game_id: str, word: str, seat: int | None, eyes: str
) -> None:
    run = Run.shuffled(game(game_id), seed=3)
    while run.decision is not None:
        run.do(word)
    assert run.result is not None
    assert run.result.thrown_in
    html = replay_page(visit(), played(run, seat=seat), 0, eyes)
    assert hand_on(html) == ([] if seat is None else list(run.fork(0).view(seat).hand))
    assert cards_told(html) <= cards_seen(run.view(seat)) | set(hand_on(html))
    assert "eyes-open" not in html
    assert ('id="eyes-1"' in html) == (seat == 1)


@pytest.mark.parametrize("game_id", THREE)
def test_the_tricks_can_be_gone_to_one_by_one(game_id: str) -> None:
    run = finished(game_id)
    moments = ends_of_tricks(run)
    tricks = len(run.table.tricks)
    assert moments[0] == 0
    assert moments[-1] == len(run.actions)
    for number, at in enumerate(moments[1 : tricks + 1], start=1):
        assert len(run.fork(at).table.tricks) >= number
        assert len(run.fork(at - 1).table.tricks) < number or moments[-1] == at


@pytest.mark.parametrize(
    ("at", "eyes", "shown"),
    [
        (-5, OPEN, 0),
        (10**9, OPEN, -1),
        (7, "99", 7),
        (7, "<b>", 7),
        (7, "²", 7),
        (None, OPEN, None),
    ],
)
def test_a_moment_or_eyes_that_are_not_there_are_put_right(
    at: int | None, eyes: str, shown: int | None
) -> None:
    run = finished("mineo-3")
    last = len(run.actions)
    wanted = first_card(run) if shown is None else shown % (last + 1)
    html = replay_page(visit(), played(run), at, eyes)
    assert f'name="at" min="0" max="{last}" value="{wanted}"' in html
    assert 'id="eyes-open" aria-current="true"' in html
    assert faults_of(html) == []


def swap_unseen(run: Run, seat: int) -> Run:
    """The same deal with the last cards of two others exchanged, played to its end."""
    hands = [list(hand) for hand in run.setup.deal.hands]
    talon = list(run.setup.deal.talon)
    other = hands[(seat + 1) % run.game.seats]
    rest = talon if run.game.seats == 2 else hands[(seat + 2) % run.game.seats]
    other[-1], rest[-1] = rest[-1], other[-1]
    deal = Deal(tuple(map(tuple, hands)), tuple(talon))
    again = Run(run.game, deal, dealer=run.setup.dealer, options=run.options)
    return play_out(again, 3)


def test_everything_at_a_moment_leads_to_other_moments_of_the_same_eyes() -> None:
    run = finished("mineo-3")
    page = Markup(replay_page(visit(), played(run), 9, "1"))
    steps = {
        element.attributes["id"]: element.attributes["href"].partition("?")[2]
        for element in page.all("a")
        if "data-key" in element.attributes
    }
    moments = ends_of_tricks(run)
    after = next(place for place in moments if place > 9)
    assert steps == {
        "first": "at=0&eyes=1",
        "back": "at=8&eyes=1",
        "next": "at=10&eyes=1",
        "trick-on": f"at={after}&eyes=1",
        "end": f"at={len(run.actions)}&eyes=1",
    }


def test_variants_that_were_played_are_told() -> None:
    found = game("mineo-3")
    run = finished("mineo-3")
    other = Run(found, run.setup.deal, options=found.resolve({"leader": "soloist"}), actions=())
    assert "Played by variants:" not in replay_page(visit(), played(run))
    html = replay_page(visit(), played(play_out(other, 1)))
    assert "Played by variants:" in html


# -- the check of a shuffle: the page's script, the lines of Python and the server agree --


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
def test_the_lines_of_python_find_what_is_right_and_what_is_wrong(
    secret: str, deal: int, seeds: dict[int, str]
) -> None:
    shown = made(secret, deal, seeds)
    other = msgspec.structs.replace(shown, seeds={**seeds, 1: "f00e"})
    broken = msgspec.structs.replace(shown, promise=promise_of("another"))
    for claimed, kept, dealt in (
        (shown, True, True),
        (other, True, False),
        (broken, False, True),
    ):
        assert said_by(recipe(claimed)) == [
            f"The promise is kept: {kept}",
            f"The cards are these: {dealt}",
        ]


def said_by(lines: str) -> list[str]:
    """What some lines of Python print."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(lines, "recipe", "exec"), {})
    return said.getvalue().splitlines()


@pytest.mark.parametrize("game_id", THREE)
def test_the_page_shows_who_got_which_cards_of_the_pack(game_id: str) -> None:
    run, shown = proof(game(game_id))
    page = Markup(shuffle_page(visit(), played(run), shown))
    cells = [one for one in page.all("code") if one.around and one.around.tag == "td"]
    codes = [" ".join(one.text) for one in cells]
    assert tuple(codes) == shown.order
    assert all(" ".join(hand) in " ".join(codes) for hand in run.setup.deal.hands)
    told = " ".join(piece for piece, _ in page.texts())
    seats = [number for number in range(6) if f"(seat {number})" in told]
    assert seats == [*range(1, run.game.seats + 1)]


def test_a_deal_that_was_given_says_that_there_was_no_shuffle() -> None:
    run, _ = proof(game("mineo-3"))
    html = shuffle_page(visit(), played(run), None)
    assert "This deal was not shuffled" in html
    assert "shuffle.js" not in html

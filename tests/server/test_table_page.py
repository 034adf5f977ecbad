"""The table's page in whole deals of every game: all that is legal, and nothing hidden."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from matto.blocks.declare import SHOW
from matto.engine.cards import NUMBER
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.research.testing.position import Player
from matto.server.http.requests import FACES, Display
from matto.server.tables.views import Phase, TableView
from matto.server.web.pages.context import naming_of
from matto.server.web.pages.table import table_fragment
from matto.server.web.pages.templates import environment
from matto.telling.questions import spans
from server.markup import Page, cards_told
from server.table_views import asked, mid_trick, reached, seen_gathering, seen_of, step
from sixteen import ONE_IN_THE_QUICK_LOOP, SIXTEEN

LOOKS = tuple(Display(language, faces) for language in ("en", "de") for faces in FACES)
EN, DE = Display("en"), Display("de")


def page_of(seen: TableView, display: Display = EN) -> Page:
    return Page(table_fragment(seen, display))


def deal_of(name: str, seed: int, *, plays: float = 0.3) -> Iterator[Run]:
    """A deal by chance, at each of its questions and at its end; of the play at some only."""
    run = Run.shuffled(game(name), seed=f"{name}/{seed}", dealer=seed % game(name).seats)
    player = Player(random.Random(seed))
    rng = random.Random(seed)
    while run.decision is not None:
        if run.decision.kind != "play" or rng.random() < plays:
            yield run
        step(run, player, asides=True)
    yield run


@pytest.mark.slow
@pytest.mark.parametrize("name", ONE_IN_THE_QUICK_LOOP)
def test_every_legal_choice_can_be_chosen_exactly_once(name: str) -> None:
    for place, run in enumerate(deal_of(name, 1, plays=0.5)):
        if run.decision is None:
            continue
        for own in (run.decision, *run.decision.others):
            page = page_of(seen_of(run, own.seat), LOOKS[place % len(LOOKS)])
            offered = page.offered()
            together = [choice for choice in offered if " " in choice]
            assert offered - Counter(together) == Counter(own.options)
            assert len(together) == (own.kind == SHOW and own.left > 1)
            for choice in together:
                assert len(set(choice.split()) & set(own.options)) == own.left


@pytest.mark.parametrize("name", ONE_IN_THE_QUICK_LOOP)
def test_whoever_is_not_asked_can_choose_nothing(name: str) -> None:
    for run in deal_of(name, 2, plays=0.1):
        for seat in (*range(run.game.seats), None):
            if run.decision is None or run.decision.to(seat) is None:
                page = page_of(seen_of(run, seat))
                assert not page.offered()
                assert page.elements[0].attributes["data-turn"] != "own"


@pytest.mark.slow
@pytest.mark.parametrize("name", SIXTEEN)
def test_what_may_be_said_aside_can_be_said_exactly_once(name: str) -> None:
    for run in deal_of(name, 3):
        for seat in range(run.game.seats):
            phrases = run.asides(seat)
            if phrases:
                said = [one["data-say"] for one in page_of(seen_of(run, seat)).of("data-say")]
                assert Counter(said) == Counter(phrases)


def shown_to(view: View) -> set[str]:
    """The cards that a view shows, in any way."""
    words = [word for event in view.events for word in event.what]
    if view.decision is not None:
        words += view.decision.options
    parts = {part for word in (*words, *view.asides) for part in word.split(":")}
    return {part for part in parts if part in NUMBER}


def leaked(run: Run, seat: int | None, display: Display) -> frozenset[str]:
    """The cards that a page tells though the view does not show them."""
    view = run.view(seat)
    naming = naming_of(run.game, run.options, display.language)
    return cards_told(page_of(seen_of(run, seat), display), naming) - shown_to(view)


@pytest.mark.parametrize("name", ONE_IN_THE_QUICK_LOOP)
def test_no_card_is_told_that_the_view_does_not_show(name: str) -> None:
    for place, run in enumerate(deal_of(name, 4)):
        if place % 3 == 0 or run.decision is None:
            for seat in (*range(run.game.seats), None):
                assert not leaked(run, seat, LOOKS[place % len(LOOKS)])


def test_a_planted_leak_of_one_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = reached(game("mineo-4"), mid_trick(1, 1))
    seat = run.decision.seat if run.decision else 0
    other = (seat + 1) % run.game.seats
    hidden = next(c for c in run.table.hand(other) if c not in shown_to(run.view(seat)))
    assert not leaked(run, seat, EN)
    known = environment("en").get_template("table/table.html").globals
    monkeypatch.setitem(known, "cards_known", lambda _view: {other: (hidden,)})
    assert leaked(run, seat, EN) == {hidden}


@pytest.mark.slow
@pytest.mark.parametrize("name", SIXTEEN)
def test_a_page_is_well_formed_and_obeys_the_rules_of_our_pages(name: str) -> None:
    for place, run in enumerate(deal_of(name, 5)):
        if place % 5 and run.decision is not None:
            continue
        for seat in (0, None):
            page = page_of(seen_of(run, seat, limit=1, hosting=True), LOOKS[place % 4])
            twice = [one for one, count in page.ids().items() if count > 1]
            assert not twice
            assert not page.of("style")
            assert not [
                a for a in page.elements if any(k.startswith("on") for k in a.attributes)
            ]
            assert not page.all("script", "style")
            assert not [a for a in page.of("tabindex") if int(a["tabindex"]) > 0]


@pytest.mark.parametrize("name", SIXTEEN)
def test_the_same_is_seen_in_the_same_bytes(name: str) -> None:
    run = reached(game(name), asked("play", at_least=2))
    again = run.fork()
    for seat in (*range(run.game.seats), None):
        for display in LOOKS:
            first = table_fragment(seen_of(run, seat), display)
            assert first == table_fragment(seen_of(again, seat), display)


@pytest.mark.parametrize("name", SIXTEEN)
def test_a_hand_is_sorted_in_suits_with_names(name: str) -> None:
    run = reached(game(name), asked("play"))
    seat = run.decision.seat if run.decision else 0
    view = run.view(seat)
    page = page_of(seen_of(run, seat))
    held = [one["value"] for one in page.of("class") if one["class"].split()[0] == "card"]
    assert tuple(held) == view.hand
    suits = [one["aria-label"] for one in page.of("class") if one["class"] == "suit"]
    assert len(suits) == len(set(suits))
    assert 1 <= len(suits) <= 5


def test_a_card_is_read_out_with_its_name_and_whether_it_may_be_played() -> None:
    run = reached(game("mineo-3"), asked("play", at_least=3))
    seat = run.decision.seat if run.decision else 0
    naming = naming_of(run.game, run.options, "en")
    cards = [
        one for one in page_of(seen_of(run, seat)).of("aria-disabled") if "data-choice" in one
    ]
    assert {one["aria-disabled"] for one in cards} == {"true", "false"}
    for one in cards:
        name = naming.spoken(one["data-choice"])
        may = one["aria-disabled"] == "false"
        assert one["aria-label"] == (f"{name}, may be played" if may else name)


@pytest.mark.parametrize("name", SIXTEEN)
def test_amounts_are_chosen_from_a_list_and_not_by_a_hundred_buttons(name: str) -> None:
    for run in deal_of(name, 6):
        if run.decision is None or run.decision.kind == "play":
            continue
        own = run.decision
        wide = [span for span in spans(own.options) if len(span.words) > 1]
        page = page_of(seen_of(run, own.seat))
        listed = {one.attributes["data-choice"] for one in page.all("option")}
        assert listed == {word for span in wide for word in span.words}


@pytest.mark.parametrize("display", [EN, DE])
@pytest.mark.parametrize("name", SIXTEEN)
def test_a_table_that_gathers_has_seats_to_take_and_a_link_to_send(
    name: str, display: Display
) -> None:
    opened = tuple(range(1, game(name).seats))
    host = page_of(seen_gathering(game(name), 0, opened=opened), display)
    assert host.has("begin")
    assert host.has("link")
    assert not host.has("sit")
    guest = page_of(seen_gathering(game(name), None, opened=opened, hosting=False), display)
    assert [guest.has(f"sit-{seat}") for seat in range(game(name).seats)] == [
        False,
        *[True] * len(opened),
    ]
    assert not guest.has("begin")


@pytest.mark.parametrize("name", SIXTEEN)
def test_after_the_last_deal_the_match_is_over(name: str) -> None:
    *_, run = deal_of(name, 7)
    seen = seen_of(run, 0, limit=1)
    assert seen.phase is Phase.OVER
    page = page_of(seen)
    assert page.has("sheet")
    assert not page.has("next")
    assert "The match is over." in page.text_of("after")

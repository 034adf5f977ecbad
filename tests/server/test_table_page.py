"""The table's page in whole deals of every game: it keeps to its rules, whoever looks when."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from matto.blocks.declare import SHOW
from matto.engine.cards import NUMBER
from matto.engine.events import Decision
from matto.engine.run import Run, spelled
from matto.engine.score_so_far import card_points_pay, piles_so_far
from matto.engine.view import View
from matto.games import game
from matto.research.testing.position import Player
from matto.server.http.requests import FACES, Display
from matto.server.tables.views import Phase, TableView
from matto.server.web.page_context import naming_of, tagged_naming_of
from matto.server.web.rendering import environment
from matto.server.web.score_sheet import won_so_far
from matto.server.web.table import score_fragment, story_fragment, table_fragment
from matto.telling.naming import TAGGED, language_in, untagged
from matto.telling.questions import spans
from server.markup import MARKED, Page, cards_told
from server.table_views import mid_trick, reached, seen_gathering, seen_of, step
from sixteen import ONE_IN_THE_QUICK_LOOP, THREE

LOOKS = tuple(Display(language, faces) for language in ("en", "de", "it") for faces in FACES)
EN, DE = Display("en"), Display("de")


class Looked(NamedTuple):
    """A moment of a deal as a seat, or (None) an onlooker, sees it on his page."""

    run: Run
    seat: int | None
    display: Display
    html: str

    @property
    def page(self) -> Page:
        return Page(self.html)

    @property
    def view(self) -> View:
        return self.run.view(self.seat)

    @property
    def asked(self) -> Decision | None:
        return None if self.run.decision is None else self.run.decision.to(self.seat)


def seen(run: Run, seat: int | None) -> TableView:
    return seen_of(run, seat, limit=1, hosting=True)


def looked(run: Run, seat: int | None, display: Display = EN) -> Looked:
    return Looked(run, seat, display, table_fragment(seen(run, seat), display))


def deal_of(name: str, seed: int, *, plays: float = 0.1) -> Iterator[Run]:
    """A deal by chance, at each of its questions and at its end; of the play at some only."""
    run = Run.shuffled(game(name), seed=f"{name}/{seed}", dealer=seed % game(name).seats)
    player, rng = Player(random.Random(seed)), random.Random(seed)
    while run.decision is not None:
        if run.decision.kind != "play" or rng.random() < plays:
            yield run
        step(run, player, asides=True)
    yield run


# -- what holds at every moment, for all who look --------------------------------------------


def offers_every_legal_choice_once_and_nothing_to_others(at: Looked, page: Page) -> None:
    own, offered = at.asked, page.offered()
    if own is None:
        assert not offered
        assert page.elements[0].attributes["data-turn"] != "own"
        return
    together = [choice for choice in offered if " " in choice]
    assert offered - Counter(together) == Counter(own.options)
    assert len(together) == (own.kind == SHOW and own.left > 1)
    assert all(len({*choice.split()} & {*own.options}) == own.left for choice in together)
    wide = {word for span in spans(own.options) if len(span.words) > 1 for word in span.words}
    assert {one.attributes["data-choice"] for one in page.all("option")} == wide
    if own.kind == "discard":
        assert re.findall(r"\d+", page.text_of("laid-away"))[0] == str(own.left)


def says_what_may_be_said_aside_once(at: Looked, page: Page) -> None:
    said = Counter(one["data-say"] for one in page.of("data-say"))
    assert said == Counter(() if at.seat is None else at.run.asides(at.seat))


def tells_why_a_word_may_not_be_said(at: Looked, page: Page) -> None:
    for word in [one["data-why"] for one in page.of("data-why")]:
        assert at.asked is not None
        assert word not in at.asked.options
        refusal = at.run.why_not(word, at.asked.seat)
        assert refusal is not None
        assert refusal.clause


def is_well_formed_and_obeys_the_rules_of_our_pages(_at: Looked, page: Page) -> None:
    assert not [one for one, count in page.ids().items() if count > 1]
    assert not page.of("style")
    assert not page.all("script", "style")
    assert not [a for a in page.elements if any(k.startswith("on") for k in a.attributes)]
    assert not [a for a in page.of("tabindex") if int(a["tabindex"]) > 0]


def is_the_same_in_the_same_bytes(at: Looked, _page: Page) -> None:
    assert looked(at.run.fork(), at.seat, at.display).html == at.html


def tells_no_card_that_the_view_does_not_show(at: Looked, page: Page) -> None:
    assert not leaked(at, page)


def leaked(at: Looked, page: Page) -> frozenset[str]:
    naming = naming_of(at.run.game, at.run.options, at.display.language)
    return cards_told(page, naming) - shown_to(at.view)


def shown_to(view: View) -> set[str]:
    """The cards that a view shows, in any way."""
    words = [word for event in view.events for word in event.what]
    if view.decision is not None:
        words += view.decision.options
    parts = {part for word in (*words, *view.asides) for part in word.split(":")}
    return {part for part in parts if part in NUMBER}


def has_a_hand_in_suits_and_says_of_each_card_whether_it_may_be_chosen(
    at: Looked, page: Page
) -> None:
    naming = naming_of(at.run.game, at.run.options, at.display.language)
    is_held = at.seat is not None and at.view.result is None
    held = [one for one in page.of("class") if one["class"].split()[:1] == ["card"]]
    assert tuple(one["value"] for one in held) == (at.view.hand if is_held else ())
    suits = [one["aria-label"] for one in page.of("class") if one["class"] == "suit"]
    assert len(suits) == len(set(suits)) <= 5
    for one in held:
        name, may = naming.spoken(one["value"]), one["aria-disabled"] == "false"
        assert one["aria-label"].startswith(name)
        assert (one["aria-label"] != name) == may
        if may and at.display.language == "en" and at.asked and at.asked.kind == "play":
            assert one["aria-label"] == f"{name}, may be played"


def lays_each_card_toward_the_seat_that_played_it(at: Looked, page: Page) -> None:
    view = at.view
    laid = {
        one["data-card"]: {*one["class"].split(), one["data-from"]}
        for one in page.of("data-from")
    }
    last = view.tricks[-1] if view.tricks and not view.lying else None
    cards = view.lying if last is None else tuple(last.by_seat(at.run.game.seats))
    assert list(laid) == [card for _, card in cards]
    plates = {one["data-seat"]: one["class"].split() for one in page.of("data-seat")}
    assert "at-bottom" in plates[str(at.seat or 0)]
    assert at.html.count('<abbr class="dealer"') == 1
    for seat, card in cards:
        (place,) = (one for one in plates[str(seat)] if one.startswith("at-"))
        assert {place, str(seat)} <= laid[card]
        assert last is None or ("best" in laid[card]) == (seat == last.winner)


def tells_the_last_things_with_their_places(at: Looked, page: Page) -> None:
    numbers = [int(one["data-number"]) for one in page.of("data-number")]
    assert numbers == sorted(set(numbers))
    lasts = [int(one["data-last"]) for one in page.of("data-last")]
    assert lasts == sorted(lasts)
    if at.view.events and at.view.events[-1].kind == "play":
        assert lasts[-1] == len(at.view.events) - 1


WORD = re.compile(r'data-choice="([^"]+)"[^>]*><b>(.*?)</b>')


def marks_the_words_of_other_languages_and_none_of_its_own(at: Looked, _page: Page) -> None:
    language = at.display.language
    naming = tagged_naming_of(at.run.game, at.run.options, language)
    assert language not in {tag for tag, _ in MARKED.findall(at.html)}
    for word, said in WORD.findall(at.html):
        if at.asked is not None and word not in {*NUMBER, at.asked.wait} and " " not in word:
            tags = [(language_in(tags), own) for tags, own in TAGGED.findall(naming.said(word))]
            assert MARKED.findall(said) == tags
    whole = [
        drawn(seen(at.run, at.seat), at.display) for drawn in (story_fragment, score_fragment)
    ]
    assert all(untagged(part) == part for part in (at.html, *whole))


def counts_the_cards_won_that_are_worth_something(at: Looked, _page: Page) -> None:
    view = at.view.openly
    least = min(view.pack.value_of.values())
    for seat, (number, cards) in enumerate(won_so_far(at.run.game, view)):
        tricks = [trick for trick in view.tricks if trick.winner == seat]
        assert number == len(tricks)
        assert {*cards} - {"F"} <= {card for trick in tricks for card in trick.cards}
        assert {*cards} <= piles_so_far(at.run.game, view)[seat]
        assert all(view.pack.value_of[card] > least for card in cards)


AMOUNT = re.compile(r'<td class="number \w+">(.*?)</td>')


def number_in(amount: str) -> Fraction:
    """An amount as it is spelled, in whole units."""
    sign = -1 if amount.startswith("−") else 1
    whole = re.search(r"\d+", amount)
    halves = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
    part = sum(value for mark, value in halves.items() if mark in amount)
    return sign * (Fraction(whole[0] if whole else 0) + part)


def ends_with_a_sheet_of_rows_that_add_up_each_with_its_clause(at: Looked, page: Page) -> None:
    result, name = at.run.result, at.run.game.id
    assert page.has("sheet") == (result is not None)
    if result is None:
        return
    sheet = at.html.partition('<section id="sheet"')[2].partition("</section>")[0]
    body, _, foot = sheet.partition("<tfoot>")
    rows = [AMOUNT.findall(row) for row in body.split("<tr>")[2:]]
    together = AMOUNT.findall(foot.partition("</tr>")[0])
    for seat, score in enumerate(result.scores if rows else ()):
        assert sum(number_in(row[seat]) for row in rows) == number_in(together[seat])
        assert together[seat] == spelled(at.run.game, score)
    if at.display.language == "en" and not result.thrown_in:
        is_shared = len({*result.points}) < len(result.points) > 2
        assert ("Card points per side" in page.text_of("sheet")) == is_shared
        useless = "they pay nothing in this game" in page.text_of("sheet")
        assert useless is not card_points_pay(at.run.game, at.run.options)
    links = [one["href"] for one in page.of("data-panel") if one.get("class") == "clause"]
    cited = [row.clause.rpartition(" ")[2] for row in result.sheet]
    assert links == [f"/rules/{name}#c{clause}" for clause in cited]


CHECKS = (
    offers_every_legal_choice_once_and_nothing_to_others,
    says_what_may_be_said_aside_once,
    tells_why_a_word_may_not_be_said,
    is_well_formed_and_obeys_the_rules_of_our_pages,
    is_the_same_in_the_same_bytes,
    tells_no_card_that_the_view_does_not_show,
    has_a_hand_in_suits_and_says_of_each_card_whether_it_may_be_chosen,
    lays_each_card_toward_the_seat_that_played_it,
    tells_the_last_things_with_their_places,
    marks_the_words_of_other_languages_and_none_of_its_own,
    counts_the_cards_won_that_are_worth_something,
    ends_with_a_sheet_of_rows_that_add_up_each_with_its_clause,
)


@pytest.mark.parametrize("name", ONE_IN_THE_QUICK_LOOP)
def test_at_every_moment_of_a_deal_every_page_keeps_to_the_rules(name: str) -> None:
    seed = 2
    for place, run in enumerate(deal_of(name, seed)):
        for seat in (*range(run.game.seats), None):
            at = looked(run, seat, LOOKS[(place + seed) % len(LOOKS)])
            page = at.page
            for check in CHECKS:
                check(at, page)


# -- and that what they look for would be found ----------------------------------------------


def test_a_planted_leak_of_one_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    run = reached(game("mineo-4"), mid_trick(1, 1))
    seat = run.decision.seat if run.decision else 0
    other = (seat + 1) % run.game.seats
    hidden = next(c for c in run.table.hand(other) if c not in shown_to(run.view(seat)))
    at = looked(run, seat)
    assert not leaked(at, at.page)
    known = environment("en").get_template("table/table.html").globals
    monkeypatch.setitem(known, "cards_known", lambda _view: {other: (hidden,)})
    at = looked(run, seat)
    assert leaked(at, at.page) == {hidden}


@pytest.mark.parametrize("display", [EN, DE])
@pytest.mark.parametrize("name", THREE)
def test_a_table_that_gathers_has_seats_to_take_and_a_link_to_send(
    name: str, display: Display
) -> None:
    def page_of(*who: Any, **how: Any) -> Page:
        return Page(table_fragment(seen_gathering(game(name), *who, **how), display))

    opened = tuple(range(1, game(name).seats))
    host, guest = page_of(0, opened=opened), page_of(None, opened=opened, hosting=False)
    assert [host.has(one) for one in ("begin", "link", "sit")] == [True, True, False]
    seats = [guest.has(f"sit-{seat}") for seat in range(game(name).seats)]
    assert seats == [False, *[True] * len(opened)]
    assert not guest.has("begin")


def test_after_the_last_deal_the_match_is_over() -> None:
    *_, run = deal_of("mineo-3", 7)
    at = looked(run, 0)
    assert seen(run, 0).phase is Phase.OVER
    assert not at.page.has("next")
    assert "The match is over." in at.page.text_of("after")

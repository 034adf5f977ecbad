"""Every game, phase, language and window: nothing lies upon another or is out of reach.

The whole hand of whoever is asked is seen, each card of it and each answer can be met, no text
is cut or turned, and the felt is as high at one question of a deal as at the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from browser.layouts import (
    MEASURE,
    MEASURE_REPLAY,
    SIZES,
    Moments,
    against_bots,
    deal_of,
    fullest_moments,
    open_at,
    open_page,
)
from browser.viewer import CONTRAST, THIN_OUT, barriers
from matto.engine.run import Run
from matto.engine.words import LANGUAGES
from matto.games import catalogue, game
from matto.games.tarots.grosstarock import THROW_IN
from matto.server.http.requests import Display
from matto.server.tables.views import TableView
from matto.server.web.finished_deals import replay_page
from matto.server.web.seats_and_cards import last_words
from matto.server.web.table import table_fragment
from matto.telling.story import OPEN
from samples import many
from server.visits import finished, played, visit
from sixteen import UNLIKE

pytestmark = pytest.mark.slow

NARROWEST = "360x640"
FULLEST = UNLIKE | {"priestertarock", "mitigatti-4"}
"""Also five at a table, and most cards in a hand."""


@cache
def moments(name: str) -> Moments:
    """What there is to see of a game."""
    return fullest_moments(game(name), range(many(2)))


def measured(
    page: Page, seen: Moments, language: str
) -> Iterator[tuple[str, list[str], float]]:
    """The kind of each moment, its faults and the height of its felt, folded and unfolded."""
    pages = [table_fragment(view, Display(language)) for view in seen.values()]
    for kind, found in zip(seen, page.evaluate(MEASURE, [language, pages]), strict=True):
        for one in found:
            yield kind, one["faults"], one["felt"]


def opened(browser: Browser, size: str) -> Page:
    """A window with a table in it."""
    table = against_bots(next(deal_of(game("mineo-3"), 1)), 0)
    return open_at(browser, size, table, Display("en"))


def languages(size: str, place: int, name: str) -> Sequence[str]:
    """In which languages a game is measured at a size, another one at each.

    Where room is least every game is, elsewhere the fullest ones.
    MATTO_SAMPLES=4 measures all in all languages at every size.
    """
    first = list(SIZES).index(size) + place
    number = int(size == NARROWEST or name in FULLEST)
    if many(1) > 1:
        number = min(many(1), len(LANGUAGES))
    return [LANGUAGES[(first + more) % len(LANGUAGES)] for more in range(number)]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_covered_cut_or_out_of_reach_and_the_felt_keeps_its_height(
    chromium: Browser, size: str
) -> None:
    page = opened(chromium, size)
    faults: list[str] = []
    for place, name in enumerate(catalogue()):
        for language in languages(size, place, name):
            heights = set()
            for kind, found, height in measured(page, moments(name), language):
                faults += [f"{name} ({language}), {kind}: {one}" for one in found]
                if "watching" not in kind:
                    heights.add(round(height))
            if len(heights) != 1:
                faults.append(f"{name} ({language}): the felt is {sorted(heights)} high")
    page.context.close()
    assert not faults, "\n".join(faults[:20])


NO_HIGHER_THAN_ITS_WINDOW = """() => [...document.querySelectorAll("#choices button")].every(
  (answer) => answer.offsetHeight <= document.querySelector("#answers").clientHeight)"""


@pytest.mark.parametrize(
    ("size", "language"), [("390x844", "de"), *(("360x640", one) for one in LANGUAGES)]
)
def test_who_may_give_his_nullo_up_reads_each_answer_whole_above_a_full_hand(
    chromium: Browser, size: str, language: str
) -> None:
    page = opened(chromium, size)
    seen = {"giving up": whoever_is_asked(may_give_up)}
    assert [faults for _, faults, _ in measured(page, seen, language)] == [[], []]
    assert page.evaluate(NO_HIGHER_THAN_ITS_WINDOW)
    page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_declared_very_much_lies_upon_nobody_in_a_low_window(
    chromium: Browser, language: str
) -> None:
    page = opened(chromium, "1280x600")
    seen = {"declaring": whoever_is_asked(has_declared_much)}
    assert [faults for _, faults, _ in measured(page, seen, language)] == [[], []]
    page.context.close()


@cache
def whoever_is_asked(rarely: Callable[[Run, int], bool]) -> TableView:
    """A table of grosstarock at a rare moment, as seen by who is asked there."""
    return next(
        against_bots(run, run.decision.seat)
        for seed in range(200)
        for run in deal_of(game("grosstarock"), seed)
        if run.decision is not None and rarely(run, run.decision.seat)
    )


def has_declared_much(run: Run, seat: int) -> bool:
    """Tell whether what somebody has said fills three lines."""
    return sum(map(len, last_words(run.view(seat)).get(seat, ()))) > 70


def may_give_up(run: Run, _seat: int) -> bool:
    """Tell whether somebody has won a trick who wanted none."""
    return run.decision is not None and THROW_IN in run.decision.options


def replayed(name: str, language: str) -> list[str]:
    """Of a deal that is over the play, all open and as a seat saw it, and the end."""
    deal = played(finished(name))
    last = len(deal.run.actions)
    return [
        replay_page(visit(language), deal, at, eyes)
        for at, eyes in ((last * 2 // 3, OPEN), (last * 2 // 3, "0"), (last, OPEN))
    ]


@pytest.mark.parametrize("size", ["1280x720", "360x640"])
def test_on_a_replay_nothing_lies_upon_another_and_the_steps_are_at_hand(
    chromium: Browser, size: str
) -> None:
    page = open_page(chromium, size, replayed("mineo-3", "en")[0])
    faults: list[str] = []
    for place, name in enumerate(catalogue()):
        for language in languages(size, place, name):
            found = page.evaluate(MEASURE_REPLAY, [language, replayed(name, language)])
            faults += [f"{name} ({language}): {one}" for moment in found for one in moment]
    page.context.close()
    assert not faults, "\n".join(faults[:20])


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_the_smallest_phone_a_replay_tells_its_deal_and_its_steps_fit(
    chromium: Browser, language: str
) -> None:
    pages = replayed("mitigatti-4", language)
    page = open_page(chromium, "320x568", pages[0])
    assert page.evaluate(MEASURE_REPLAY, [language, pages]) == [[], [], []]
    page.context.close()


BETWEEN_NAMES = """() => {
  const names = [...document.querySelectorAll("#sheet thead bdi")];
  const whole = names.map((one) => one.getClientRects()).filter((lines) => lines.length === 1);
  return whole.slice(1).map(([name], place) => name.left - whole[place][0].right);
}"""
"""The room between the names that stand on one line, in pixels."""


@pytest.mark.parametrize("size", ["390x844", "360x640"])
def test_the_names_of_four_above_a_score_sheet_are_told_apart_on_a_phone(
    chromium: Browser, size: str
) -> None:
    deal = played(finished("mineo-4"))
    named = [replace(one, name="", bot="rule") if one.seat else one for one in deal.players]
    deal = replace(deal, players=tuple(named))
    page = open_page(
        chromium, size, replay_page(visit("de"), deal, len(deal.run.actions), OPEN)
    )
    between = page.evaluate(BETWEEN_NAMES)
    assert len(between) == 3
    assert min(between) >= 6
    page.context.close()


@pytest.mark.parametrize(
    ("said", "broken"),
    [
        ("runs over", ".replay-head h1 { flex: none; width: 110vw }"),
        ("scrolls sideways", ".eyes { width: 200vw; flex: none }"),
        ("upon", "#seat-1 { position: absolute; inset: 40% 0 auto }"),
        ("only", ".steps-row .button { min-height: 0; line-height: 1; padding: 0 }"),
        ("out of the window", ".steps { position: static; margin-top: 100vh }"),
        ("hardly seen", ".shown { flex: none; width: 2px; min-width: 0 }"),
        ("cut", ".seat .name { max-width: 1rem; overflow: hidden; white-space: nowrap }"),
    ],
)
def test_what_is_wrong_with_a_replay_is_noticed(
    chromium: Browser, said: str, broken: str
) -> None:
    pages = replayed("tortorici-4", "de")
    page = open_page(chromium, "360x640", pages[0])
    page.add_style_tag(content=broken)
    found = page.evaluate(MEASURE_REPLAY, ["de", pages])
    page.context.close()
    assert any(fault.startswith(said) for moment in found for fault in moment)


BROKEN = {
    "out of the window": "#hand { translate: 0 8rem }",
    "upon": ".seat.at-top, .seat.at-left { position: absolute; inset: 40% 0 auto }",
    "covered": "#hand .face { top: -3rem !important }",
    "cut": ".seat .name { max-width: 2rem; overflow: hidden; white-space: nowrap }",
    "turned": ".seat { writing-mode: vertical-rl }",
    "scrolls sideways": "#bar { width: 200vw }",
    "not reached": "#answers { overflow: hidden; max-height: 1px }",
    "off the felt": "#trick { translate: 0 -90% }",
}


@pytest.mark.parametrize("said", BROKEN)
def test_what_is_wrong_with_a_layout_is_noticed(chromium: Browser, said: str) -> None:
    page = opened(chromium, "360x640")
    page.add_style_tag(content=BROKEN[said])
    assert any(
        fault.startswith(said)
        for kind, seen in moments("tortorici-4").items()
        for _, faults, _ in measured(page, {kind: seen}, "de")
        for fault in faults
    )
    page.context.close()


# -- each phase of a deal on a desktop and on a phone: nobody is shut out -------------------

PHASES = [("calatafimi-4", "1280x720", "en"), ("priestertarock", "390x844", "de")]
"""Amounts and laying away; five players, and a card that is named."""

ALIKE = re.compile("with|watching|asking|may|agreeing|claiming")
"""Moments in which nothing stands that is not in the others."""

SMALLEST_CARD = 70
"""Pixels of height that a card of the last trick has after a deal, whatever the screen."""

SHOW = "(html) => { document.querySelector('#table').outerHTML = html; }"
AFTER_A_DEAL = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const names = all("#sheet thead th, #ledger thead th");
  const isCut = (one) =>
    one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
    || one.getBoundingClientRect().right > innerWidth;
  return {
    names: names.length, cut: names.filter(isCut).map((one) => one.textContent),
    heights: all("#trick .laid").map((one) => one.getBoundingClientRect().height),
  };
}"""
"""Whose names are not to be read in the sheet and the ledger, and how large cards are."""


@pytest.mark.parametrize(("name", "size", "language"), PHASES)
def test_there_are_no_barriers_in_any_phase_and_after_a_deal_names_and_cards_are_seen(
    chromium: Browser, name: str, size: str, language: str
) -> None:
    page = opened(chromium, size)
    seen = {kind: one for kind, one in moments(name).items() if not ALIKE.match(kind)}
    seen["after"] = against_bots(finished(name), 0)
    for kind, view in seen.items():
        page.evaluate(SHOW, table_fragment(view, Display(language)))
        page.evaluate(THIN_OUT)
        assert not barriers(page), kind
        assert page.is_visible("#b-keys") == (size == "1280x720")
    page.emulate_media(color_scheme="dark")
    assert not barriers(page, CONTRAST)
    page.evaluate(SHOW, table_fragment(seen["after"], Display(language)))
    after = page.evaluate(AFTER_A_DEAL)
    assert after["names"] > 0
    assert after["cut"] == []
    assert min(after["heights"]) > SMALLEST_CARD
    page.context.close()

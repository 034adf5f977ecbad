"""A deal that is over is looked at again; whole deals by the mouse, and without a script."""

from __future__ import annotations

import random
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from browser.ahead import long_deal, play_ahead, two_tricks_are_left
from browser.conftest import DEVICES, LANGUAGE_ON, NewViewer
from browser.moments import Moment
from browser.playing import (
    FEW_CARDS,
    choose,
    click,
    moment,
    set_table,
)
from browser.viewer import Viewer
from matto.cli.replay import replay
from served import Served

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def deal(served: Served) -> str:
    """The address of a finished deal that is not over at the thirtieth action."""
    return long_deal(served.url, "mineo-3", 40)


CODES = "(cards) => cards.map((card) => card.dataset.choice ?? card.dataset.card)"


def shown_cards(ada: Viewer) -> int:
    return ada.page.locator("#below [data-card]").count()


@pytest.mark.parametrize(
    ("page", "device"), [("?at=30", "phone"), ("?at=99999", "desktop"), ("/shuffle", "phone")]
)
def test_a_replay_and_its_shuffle_have_no_barriers(
    viewer: NewViewer, deal: str, page: str, device: str
) -> None:
    ada = viewer(**DEVICES[device], locale=LANGUAGE_ON[device])
    ada.go(f"{deal}{page}")
    ada.assert_usable()


def test_a_replay_is_stepped_through_and_seen_through_other_eyes(
    viewer: NewViewer, deal: str
) -> None:
    ada = viewer()
    page = ada.go(f"{deal}?at=30")
    assert "30" in page.inner_text("#where")
    page.click("#next")
    page.wait_for_function("() => document.querySelector('#where').textContent.includes('31')")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelector('#where').textContent.includes('30')")
    assert shown_cards(ada) > 21
    page.click("#eyes-1")
    page.wait_for_function("() => document.querySelector('#eyes-1').ariaCurrent === 'true'")
    assert shown_cards(ada) <= 21
    page.reload()
    assert "30" in page.inner_text("#where")
    assert page.get_attribute("#eyes-1", "aria-current") == "true"


def test_the_record_that_one_downloads_is_replayed_at_the_terminal(
    viewer: NewViewer, deal: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = viewer()
    ada.go(deal)
    with ada.page.expect_download() as download:
        ada.page.click(f"a[href='{deal}/record.txt']")
    record = tmp_path / "deal.txt"
    download.value.save_as(record)
    replay(record)
    assert "Tarocchi of Mineo" in capsys.readouterr().out


SPOIL = {
    "a card": "document.querySelector('[data-check=cards] code').textContent += '0'",
    "the promise": "document.querySelector('#promise').firstChild.data = 'f'.repeat(64)",
    "the secret": """(() => {
      const {dataset} = document.querySelector('#proof');
      const claim = JSON.parse(dataset.claim);
      claim.secret = (claim.secret[0] === '0' ? '1' : '0') + claim.secret.slice(1);
      dataset.claim = JSON.stringify(claim);
    })()""",
    "a seed": """(() => {
      const {dataset} = document.querySelector('#proof');
      const claim = JSON.parse(dataset.claim);
      const [seat] = Object.keys(claim.seeds);
      claim.seeds[seat] += '0';
      dataset.claim = JSON.stringify(claim);
    })()""",
}


def verdict(ada: Viewer) -> str:
    ada.page.click("#check")
    ada.page.wait_for_function("() => document.querySelector('#verdict').textContent !== ''")
    return ada.page.inner_text("#verdict")


def test_the_shuffle_is_found_right(viewer: NewViewer, deal: str) -> None:
    ada = viewer()
    page = ada.go(f"{deal}/shuffle")
    assert verdict(ada) == page.get_attribute("#proof", "data-all-right")
    assert page.locator(".mark-wrong").count() == 0
    assert page.locator(".mark-right").count() > 3


def test_one_sign_changed_in_the_shuffle_is_found_wrong(viewer: NewViewer, deal: str) -> None:
    ada = viewer()
    for spoilt, spoil in SPOIL.items():
        page = ada.go(f"{deal}/shuffle")
        page.evaluate(spoil)
        assert verdict(ada) == page.get_attribute("#proof", "data-some-wrong"), spoilt
        assert page.locator(".mark-wrong").count() > 0, spoilt


# -- everything is a link or a form, and a deal can be played all the same ---------------

MOST_LOOKS = 400


def looked_until(one: Viewer, selector: str) -> Moment:
    """Load the page anew until something is there."""
    for _ in range(MOST_LOOKS):
        if one.page.locator(selector).count():
            return moment(one)
        one.page.wait_for_timeout(100)
        one.page.reload()
    raise AssertionError(selector)


def test_a_deal_is_played_with_plain_forms(viewer: NewViewer) -> None:
    ada, rng = viewer(java_script_enabled=False), random.Random(8)
    set_table(ada, FEW_CARDS)
    play_ahead([ada], two_tricks_are_left)
    for _ in range(2):
        now = looked_until(ada, "#table[data-turn=own]")
        with ada.page.expect_navigation():
            click(ada, choose(now, rng))
    looked_until(ada, "#sheet")
    with ada.page.expect_navigation():
        ada.page.click("#next")
    assert moment(ada).deal == now.deal + 1


@pytest.mark.parametrize(("field", "with_script"), [("name", True), ("limit", False)])
def test_enter_in_a_field_of_a_new_table_sets_it_with_the_variants_chosen(
    viewer: NewViewer, field: str, with_script: bool
) -> None:
    ada = viewer(java_script_enabled=with_script)
    page = ada.go("/new/mineo-3")
    page.click(".variants summary")
    page.check("[name=option_solo_rounds][value=every]")
    page.press(f"#{field}", "Enter")
    page.wait_for_selector("#table")
    table = urlsplit(page.url).path
    state = page.request.get(f"{ada.base}/api/tables{table.removeprefix('/t')}").json()
    assert state["options"]["solo_rounds"] == "every"

"""Without a script: everything is a link or a form, and a deal can be played all the same."""

from __future__ import annotations

import random
from urllib.parse import urlsplit

import pytest

from browser.conftest import NewViewer
from browser.moments import PLAYING
from browser.playing import FEW_CARDS, OWN, choose, click, moment, set_table

pytestmark = pytest.mark.slow
MOST_LOOKS = 400


def test_a_deal_is_played_with_plain_forms(viewer: NewViewer) -> None:
    ada, rng = viewer(java_script_enabled=False), random.Random(8)
    set_table(ada, FEW_CARDS)
    chosen = 0
    for _ in range(MOST_LOOKS):
        now = moment(ada)
        if now.phase != PLAYING:
            break
        if now.turn == OWN:
            with ada.page.expect_navigation():
                click(ada, choose(now, rng))
            chosen += 1
        else:
            ada.page.wait_for_timeout(100)
            ada.page.reload()
    assert moment(ada).phase == "between"
    assert chosen > 1
    assert ada.page.locator("#sheet").is_visible()
    with ada.page.expect_navigation():
        ada.page.click("#next")
    assert moment(ada).deal == now.deal + 1


@pytest.mark.parametrize("with_script", [True, False])
@pytest.mark.parametrize("field", ["name", "limit"])
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

"""What a screen reader lists: no two buttons of a table are called the same."""

from __future__ import annotations

import re

from matto.engine.run import Run
from matto.games import game
from matto.server.http.requests import Display
from matto.server.web.pages.table import table_fragment
from server.table_views import reached, seen_of

EN = Display("en")


def two_amounts(run: Run) -> bool:
    """The moment when two words are offered that each want an amount."""
    if run.decision is None or run.decision.kind != "negotiate":
        return False
    return 'id="say-much-2"' in table_fragment(seen_of(run, run.decision.seat), EN)


def test_two_words_with_amounts_have_buttons_of_two_names() -> None:
    run = reached(game("calatafimi-4"), two_amounts)
    seat = run.decision.seat if run.decision else 0
    html = table_fragment(seen_of(run, seat), EN)
    buttons = re.findall(r'id="say-much-\d"[^>]*>(.*?)</button>', html)
    assert len(set(buttons)) == len(buttons) > 1

"""The end of a match: who paid whom for what, how the score went, and one click to another."""

from __future__ import annotations

import random
import re

from matto.engine.run import Run
from matto.games import game as find_game
from matto.server.http.requests import Display
from matto.server.tables.views import FinishedDeal
from matto.server.web.pages.table import table_fragment
from server.table_views import seen_of


def played(game_id: str, seed: int) -> Run:
    run, chance = Run.shuffled(find_game(game_id), seed=seed), random.Random(seed)
    while run.decision is not None:
        run.do(chance.choice(run.decision.options))
    return run


def end_of_match(deals: int) -> tuple[str, int]:
    runs = [played("mineo-3", seed) for seed in range(3, 3 + deals)]
    results = [run.result for run in runs if run.result is not None]
    before = [FinishedDeal(n, 0, result) for n, result in enumerate(results[:-1], start=1)]
    page = table_fragment(seen_of(runs[-1], 0, before=before, limit=deals), Display("en"))
    return page, sum(result.scores[0] for result in results)


def test_the_picture_of_a_match_ends_where_the_ledger_does() -> None:
    page, own = end_of_match(4)
    title = re.search(r'<title id="course-title">([^<]*)</title>', page)
    assert title is not None
    spelled = f"{own:+d}".replace("-", "−") if own else "0"
    assert title[1].startswith(f"How the score went in 4 deals: You {spelled}, ")
    lines = re.findall(r'<polyline points="([^"]*)"', page)
    assert [len(line.split()) for line in lines] == [5, 5, 5]
    assert len({line.split()[0] for line in lines}) == 1
    assert 'formaction="/tables" name="game" value="mineo-3" id="another"' in page


def test_one_deal_makes_no_picture_and_is_told_in_words() -> None:
    page, _ = end_of_match(1)
    assert "<polyline" not in page
    assert '<p class="because">' in page


def test_each_row_of_the_sheet_unfolds() -> None:
    page, _ = end_of_match(1)
    rows = page.count('<tr><th scope="row"><span class="item"')
    assert rows
    assert page.count('<details class="unfold"') == rows
    assert "Trick " in page

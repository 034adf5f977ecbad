"""Hints are for one who is asked and plays alone against bots, in page and interface."""

from __future__ import annotations

import msgspec
import pytest

from matto.games import game as find_game
from matto.players.hints import ChoiceValue, Hint
from matto.server.api.states import hint_shape
from matto.server.http.display import Display
from matto.server.http.errors import STATUS
from matto.server.tables.errors import NoHints
from matto.server.tables.views import TableView, asked_alone, plays_alone
from matto.server.web.pages.hint import hint_fragment
from matto.server.web.pages.table import table_fragment
from server.table_reader import unmarked
from server.table_views import asked, players, reached, seen_of


def asked_to_talk(**sitting: list[int]) -> TableView:
    run = reached(find_game("mineo-3"), asked("talk"))
    assert run.decision is not None
    seat = run.decision.seat
    others = [one for one in range(3) if one != seat]
    bots = sitting.get("bots", others)
    return seen_of(run, seat, sitting=players(3, seat, bots=bots))


def test_one_who_plays_alone_finds_a_hint() -> None:
    seen = asked_to_talk()
    assert plays_alone(seen)
    assert asked_alone(seen) is seen.view
    assert 'id="b-hint"' in table_fragment(seen, Display("en"))


def test_where_another_person_plays_it_is_refused_with_a_sentence() -> None:
    seen = asked_to_talk(bots=[])
    with pytest.raises(NoHints, match="alone against bots"):
        asked_alone(seen)
    assert 'id="b-hint"' not in table_fragment(seen, Display("en"))
    assert STATUS[NoHints] == 403


def test_a_bot_in_a_persons_place_counts_as_that_person() -> None:
    seen = asked_to_talk()
    assert seen.seat is not None
    other = (seen.seat + 1) % 3
    sitting = list(seen.players)
    sitting[other] = msgspec.structs.replace(sitting[other], stands_in=True)
    assert not plays_alone(msgspec.structs.replace(seen, players=tuple(sitting)))


def test_who_is_not_asked_is_told_so() -> None:
    run = reached(find_game("mineo-3"), asked("talk"))
    assert run.decision is not None
    other = (run.decision.seat + 1) % 3
    bots = [one for one in range(3) if one != other]
    seen = seen_of(run, other, sitting=players(3, other, bots=bots))
    with pytest.raises(NoHints, match="nothing to advise"):
        asked_alone(seen)


def test_the_panel_names_the_choice_its_equals_and_how_sure_that_is() -> None:
    seen = asked_to_talk()
    assert seen.view is not None
    hint = Hint(
        "strong",
        "passo",
        (
            ChoiceValue("passo", 1.25, 0.5, 72, equal=True),
            ChoiceValue("pago", 1.1, 0.6, 72, equal=True),
            ChoiceValue("vado_solo", -2.0, 0.7, 40),
        ),
    )
    page = unmarked(hint_fragment((seen, seen.view, hint), Display("en")))
    assert "The strong player would choose:" in page
    assert "as good, as far as can be told: pago" in page
    assert "+1.2" in page
    assert "±0.5" in page
    assert "−2.0" in page
    assert hint_shape(hint).values[2].choice == "vado_solo"

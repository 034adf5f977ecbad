"""The form of a new table: every option, what it may be, and how it comes back."""

from __future__ import annotations

import pytest

from matto.engine.errors import UnknownGame
from matto.engine.game import Game
from matto.engine.options import spell
from matto.games import catalogue, game
from matto.players.bots import USUAL
from matto.server.http.error_answers import BadForm
from matto.server.web.new_table import new_page, option_field, read_order
from server.markup import Markup, faults_of
from server.visits import visit

GAMES = list(catalogue().values())


def name_of(value: object) -> str | None:
    """How a test is called for a game."""
    return value.id if isinstance(value, Game) else None


def filled_in(html: str) -> dict[str, str]:
    """What a browser would send of a form as it stands."""
    page = Markup(html)
    sent: dict[str, str] = {}
    for field in page.all("input"):
        kind = field.attributes.get("type", "text")
        if kind not in {"radio", "checkbox"} or "checked" in field.attributes:
            sent[field.attributes["name"]] = field.attributes.get("value", "")
    for option in page.all("option"):
        around = option.around.attributes if option.around is not None else {}
        if "selected" in option.attributes and "name" in around:
            sent[around["name"]] = option.attributes["value"]
    return sent


@pytest.mark.parametrize("found", GAMES, ids=name_of)
def test_the_form_as_it_stands_orders_the_usual_table_and_every_option_can_be_changed(
    found: Game,
) -> None:
    html = new_page(visit(), found)
    page, sent = Markup(html), filled_in(html)
    order = read_order(sent, "host", "Guest")
    assert dict(order.options) == dict(found.resolve())
    assert order == read_order({"game": found.id, "name": "Ada"}, "host", "Guest")
    assert order.bots == ("", *[USUAL] * (found.seats - 1))
    assert (order.seat, order.limit, order.turn_seconds, order.onlookers) == (0, None, 0, True)
    for option in found.options:
        field = option_field(option)
        assert sent[field] == spell(option.default)
        assert f'href="/rules/{found.id}#c{option.clause.lstrip("§")}"' in html
        all_of = [
            one.attributes for one in page.all("input") if one.attributes["name"] == field
        ]
        if all_of[0].get("type") == "radio":
            assert {one["value"] for one in all_of} == set(map(spell, option.values))
        else:
            assert option.kind == "number"
        labels = [option.label(value) for value in option.values]
        assert len(set(labels)) == len(labels)
        assert not any("_" in label for label in labels)
    setup = next(one for one in page.all("form") if one.attributes["action"] == "/tables")
    after = page.elements[page.elements.index(setup) :]
    pressed = next(
        one.attributes for one in after if one.tag == "button"
    )  # by Enter in a field
    assert not {"formaction", "name", "type", "form"} & set(pressed)


@pytest.mark.parametrize(
    ("game_id", "looks", "told"),
    [
        ("mineo-3", "meaning", "allows solo in pauses 1 and 4 only"),
        ("mineo-3", "meaning", "(Palagonia) allows it in all four pauses"),
        ("mitigatti-3", "help", "how many trumps he has laid away; only that he has"),
    ],
)
def test_what_the_rulebook_says_of_a_value_stands_beside_it_and_else_below(
    game_id: str, looks: str, told: str
) -> None:
    parts = Markup(new_page(visit(), game(game_id))).all("span", "p")
    words = [" ".join(one.text) for one in parts if one.attributes.get("class") == looks]
    assert any(told in one for one in words)


PRESETS = [(found, preset) for found in GAMES for preset in found.presets]


@pytest.mark.parametrize(("found", "preset"), PRESETS, ids=name_of)
def test_a_preset_fills_in_the_form_and_keeps_the_rest(found: Game, preset: str) -> None:
    form = {"game": found.id, "preset": preset, "name": "Grace", "who_1": "open"}
    html, wanted = new_page(visit(), found, form), found.resolve(preset=preset)
    sent = filled_in(html)
    assert all(sent[f"option_{name}"] == spell(value) for name, value in wanted.items())
    assert (sent["name"], sent["who_1"]) == ("Grace", "open")
    assert 'aria-pressed="true"' in html
    assert faults_of(html) == []


def test_a_table_with_friends_bots_and_a_seat_is_ordered_as_asked() -> None:
    form = {
        "game": "mineo-4",
        "who_0": "open",
        "who_1": "random",
        "who_2": "you",
        "who_3": "rule",
        "name": "  Grace ",
        "limit": "12",
        "turn": "60",
        "pace": "1.5",
        "onlookers": "off",
        "option_solo_rounds": "every",
        "seed": "abc",
    }
    order = read_order(form, "host", "Guest")
    assert order.bots == ("", "random", "", "rule")
    assert (order.seat, order.name, order.limit) == (2, "Grace", 12)
    assert (order.turn_seconds, order.pace, order.onlookers) == (60, 1.5, False)
    assert order.options["solo_rounds"] == "every"
    assert (order.host, order.seed) == ("host", "abc")
    left_out = read_order({"game": "mineo-3", "name": " ", "who_0": "rule"}, "host", "Guest")
    assert (left_out.seat, left_out.name) == (None, "Guest")
    with pytest.raises(UnknownGame):
        read_order({"game": "bridge"}, "host", "Guest")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("limit", "0"),
        ("limit", "many"),
        ("limit", "1001"),
        ("limit", "9" * 5000),
        ("limit", "٣"),
        ("turn", "7"),
        ("turn", "soon"),
        ("pace", "nan"),
        ("who_1", "you"),
        ("who_2", "nobody"),
        ("option_solo_rounds", "sometimes"),
        ("option_table_talk", ""),
    ],
)
def test_what_cannot_be_is_told_at_its_field_and_kept_as_it_was_entered(
    field: str, value: str
) -> None:
    form = {"game": "mineo-3", "name": "Grace", field: value}
    with pytest.raises(BadForm) as found:
        read_order(form, "host", "Guest")
    assert set(found.value.faults) == {field}
    html = new_page(visit(), game("mineo-3"), form, found.value.faults)
    assert f'id="{field}-error"' in html
    assert f'aria-describedby="{field}-error' in html
    assert faults_of(html) == []
    if field == "limit":
        assert filled_in(html)["limit"] == value
    assert filled_in(html)["name"] == "Grace"

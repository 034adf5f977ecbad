"""What the likely deals tell of a card that is led: whether foes can take it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from matto.engine.cards import words
from matto.engine.run import Run
from matto.kernel import layout as lay
from matto.players import card_search, make_bot
from matto.players.card_search import nothing_into_a_loss, weighed_cards
from matto.players.search import STRONG
from matto.players.vetoes import SOMETHING, CardQuestion
from matto.players.weighted_worlds import Positions, taken_when_led
from players.questions_by_hand import GAME, view_of

ME, LEFT, FRIEND, RIGHT = range(4)
FOES = (LEFT, RIGHT)


def deals(*hands: dict[int, str]) -> Positions:
    """The same moment in deals in which seats hold these cards."""
    states = np.zeros((len(hands), lay.SIZE), dtype=np.int64)
    for state, held in zip(states, hands, strict=True):
        for seat, hand in held.items():
            state[lay.PLAIN + seat], state[lay.TAROCKS + seat] = words(hand.split())
    none = np.zeros(len(hands), dtype=np.int64)
    return Positions(states, [], none, none[:, None])


@pytest.mark.parametrize(
    ("card", "held", "taken"),
    [
        ("SQ", {LEFT: "SK", FRIEND: "S6", RIGHT: "S7"}, True),
        ("SQ", {LEFT: "S8", FRIEND: "SK", RIGHT: "S7"}, False),
        ("SJ", {LEFT: "SQ", FRIEND: "SK", RIGHT: "S7"}, False),  # the friend has the last word
        ("SJ", {LEFT: "SK", FRIEND: "SQ", RIGHT: "S7"}, True),
        (
            "SJ",
            {ME: "SK", LEFT: "SQ", FRIEND: "S6", RIGHT: "S7"},
            True,
        ),  # the King stays in hand
        ("SQ", {LEFT: "S8", FRIEND: "S6", RIGHT: "C5 T2"}, True),  # a ruff
        ("SQ", {LEFT: "S8", FRIEND: "T2", RIGHT: "S7"}, False),
        ("SQ", {LEFT: "S8", FRIEND: "S6", RIGHT: "C5"}, False),  # void, and no trump
    ],
)
def test_foes_take_what_is_led_with_the_highest_card_or_a_trump(
    card: str, held: dict[int, str], taken: bool
) -> None:
    assert taken_when_led(deals(held), view_of("SQ SJ S5", (), ()), card, FOES) == taken


def test_how_often_it_is_taken_is_told_deal_by_deal() -> None:
    found = deals({LEFT: "SK"}, {FRIEND: "SK"}, {RIGHT: "SK"}, {RIGHT: "SK T1"})
    assert taken_when_led(found, view_of("SQ S5", (), ()), "SQ", FOES) == 0.75


def test_of_cards_alike_none_is_led_that_likely_loses_points() -> None:
    asked = CardQuestion(GAME, view_of("SQ S5 DJ T4", (), ()))
    found = deals({LEFT: "SK DK"})
    assert nothing_into_a_loss(asked, found, ["SQ", "S5", "T4"]) == ["S5", "T4"]
    assert nothing_into_a_loss(asked, found, ["SQ", "DJ"]) == ["SQ", "DJ"]
    assert nothing_into_a_loss(asked, deals({FRIEND: "SK"}), ["SQ", "S5"]) == ["SQ", "S5"]


UNSURE = replace(STRONG, card_doubt=3.0)
"""The usual bot, but that it tells fewer cards apart."""


@pytest.mark.slow
def test_the_usual_bot_leads_none_of_these(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each plain card is taken here; among cards alike those worth nothing are left."""
    monkeypatch.setattr(card_search, "taken_when_led", lambda *_: 0.0)
    changed = 0
    for run in leads():
        assert run.decision is not None
        view = run.view(run.decision.seat)
        before = weighed_cards(run.game, view, UNSURE, 1).good
        with monkeypatch.context() as patched:
            patched.setattr(card_search, "taken_when_led", lambda *_: 1.0)
            after = weighed_cards(run.game, view, UNSURE, 1).good
        asked = CardQuestion(run.game, view)
        dear = asked.something(before, SOMETHING).difference(asked.trumps, asked.excuses)
        assert after == ([card for card in before if card not in dear] or before)
        changed += after != before
    assert changed


def leads() -> list[Run]:
    """The first leads of deals by the rule of thumb."""
    found = []
    for seed in range(4):
        run = Run.shuffled(GAME, seed=seed)
        while run.decision is not None and run.decision.kind != "play":
            run.do(make_bot("rule", GAME, 1).choose(run.view(run.decision.seat)))
        found.append(run)
    return found

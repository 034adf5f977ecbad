"""Ragusa: all but the scoring is as in Mineo for three, question by question."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from helpers import do, start
from matto.engine.events import Event
from matto.engine.run import Run
from matto.games import game
from mineo_3_tables import asked, options, refused

clause = pytest.mark.clause
ID = "ragusa-3"
GAME, MINEO = game(ID), game("mineo-3")

SHARED = ("solo_rounds", "solo_after_prendo", "offer_without_taker", "leader")
TALK = ("table_talk", "talk_truth", "show_card")
SAID_IN_MINEO_ONLY = {"announce"}


def both(given: Mapping[str, Any], seed: int) -> tuple[Run, Run]:
    """The same deal of both games."""
    rng = random.Random(f"{sorted(given.items())} {seed}")
    dealer = rng.randrange(3)
    deal = MINEO.shuffled(MINEO.resolve(), dealer, rng)
    return (
        Run(MINEO, deal, dealer=dealer, options=MINEO.resolve(given)),
        Run(GAME, deal, dealer=dealer, options=GAME.resolve(given)),
    )


def told(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if event.kind not in SAID_IN_MINEO_ONLY]


def side_by_side(given: Mapping[str, Any], seed: int) -> Iterator[tuple[Run, Run]]:
    """Play a deal of both games by the same choices; nobody announces anything in Mineo."""
    rng = random.Random(seed)
    mineo, ragusa = both(given, seed)
    while mineo.decision is not None:
        if mineo.decision.kind == "announce":
            mineo.do("silence")
            continue
        yield mineo, ragusa
        for seat in range(3):
            phrases = mineo.asides(seat)
            if phrases and rng.random() < 0.2:
                phrase = rng.choice(phrases)
                mineo.say(seat, phrase)
                ragusa.say(seat, phrase)
        choice = rng.choice(mineo.decision.options)
        mineo.do(choice)
        ragusa.do(choice)
    yield mineo, ragusa


CASES: list[dict[str, Any]] = [
    {},
    *(
        {option.name: value}
        for option in MINEO.options
        if option.name in {*SHARED, *TALK}
        for value in option.values
        if value != option.default
    ),
]
WRONG = ("F", "T20", "SK", "S5", "vado_solo", "altre_cinque", "pago", "prendo", "nonsense")


@pytest.mark.slow
@clause(
    *("ragusa-3 2.1", "ragusa-3 2.2", "ragusa-3 2.3", "ragusa-3 2.4", "ragusa-3 2.5"),
    *("ragusa-3 2.6", "ragusa-3 2.7", "ragusa-3 2.8", "ragusa-3 2.9", "ragusa-3 2.10"),
    *("ragusa-3 2.11", "ragusa-3 2.12", "ragusa-3 2.13", "ragusa-3 2.14", "ragusa-3 2.15"),
    *("ragusa-3 2.16", "ragusa-3 2.17", "ragusa-3 2.18", "ragusa-3 2.19", "ragusa-3 2.20"),
    *("ragusa-3 2.21", "ragusa-3 2.22", "ragusa-3 2.23", "ragusa-3 3.1", "ragusa-3 3.2"),
    *("ragusa-3 3.3", "ragusa-3 3.4", "ragusa-3 3.5", "ragusa-3 3.6", "ragusa-3 3.7"),
    *("ragusa-3 3.8", "ragusa-3 3.9", "ragusa-3 4.1", "ragusa-3 4.2", "ragusa-3 4.3"),
    *("ragusa-3 4.4", "ragusa-3 4.5", "ragusa-3 4.6", "ragusa-3 4.7", "ragusa-3 4.8"),
    *("ragusa-3 4.9", "ragusa-3 7.1", "ragusa-3 7.2", "ragusa-3 7.3", "ragusa-3 7.4"),
    *("ragusa-3 7.5", "ragusa-3 7.6", "ragusa-3 7.7", "ragusa-3 7.8", "ragusa-3 7.9"),
    *("ragusa-3 7.10", "ragusa-3 7.11", "ragusa-3 7.12", "ragusa-3 7.13", "ragusa-3 7.14"),
)
@pytest.mark.parametrize("given", CASES, ids=str)
def test_every_question_choice_phrase_and_event_is_as_in_mineo(given: dict[str, Any]) -> None:
    for seed in range(6):
        for mineo, ragusa in side_by_side(given, seed):
            assert asked(mineo) == asked(ragusa)
            assert options(mineo) == options(ragusa)
            assert told(mineo.events) == told(ragusa.events)
            assert [mineo.asides(seat) for seat in range(3)] == [
                ragusa.asides(seat) for seat in range(3)
            ]
            if mineo.decision is not None and ragusa.decision is not None:
                assert ragusa.decision.clause == mineo.decision.clause.replace("mineo-3", ID)
                for word in WRONG:
                    assert refused(ragusa, word) == refused(mineo, word).replace("mineo-3", ID)


@clause("ragusa-3 2.19", "ragusa-3 2.20", "ragusa-3 2.21", "ragusa-3 2.18")
def test_a_deal_given_up_is_paid_as_in_mineo() -> None:
    played = 0
    for seed in range(60):
        *_, (mineo, ragusa) = side_by_side({}, seed)
        assert mineo.result is not None
        assert ragusa.result is not None
        assert mineo.result.thrown_in == ragusa.result.thrown_in
        if mineo.result.thrown_in:
            played += 1
            assert mineo.result.scores == ragusa.result.scores
    assert played > 3
    offered = do(start(ID), "pago prendo passo")
    assert offered.result is not None
    assert offered.result.scores == (0, -1, 1)
    assert [row.clause for row in offered.result.sheet] == ["ragusa-3 2.19"]

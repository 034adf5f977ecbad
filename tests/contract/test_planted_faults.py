"""The checks of the contract find what they are there for: one fault planted for each."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import msgspec
import pytest

from contract.expected import expected_of
from contract.toys import ASKED, CLAUSES, LEAKS, SILENCE, TOY, count_calls, toy
from matto.engine.errors import Refusal
from matto.engine.events import NO_MOVE, Decision, Event
from matto.engine.game import ChoiceSet, Game
from matto.engine.run import Run
from matto.engine.scoring import from_each
from matto.engine.table import Asides, Table
from matto.engine.view import View
from matto.engine.words import text
from matto.games import game as game_of
from matto.records import DealRecord, record_of
from matto.research.testing import checks
from matto.research.testing.checks import default_cases
from matto.research.testing.games import (
    AFTER_EVERY_DEAL,
    EVERYWHERE,
    PLAY_ONLY,
    WIDE,
    Effort,
    check_deal,
    check_match,
    sampling,
)
from matto.research.testing.position import Knowledge, Player, Position

CLOSE = sampling(0.3, worlds=6)


def faults_of(
    game: Game, seeds: range = range(4), effort: Effort = CLOSE
) -> Iterator[tuple[str, str]]:
    for seed in seeds:
        run = Run.shuffled(game, seed=seed, dealer=seed % 3)
        yield from check_deal(run, TOY, CLAUSES, random.Random(seed), Counter(), effort)


def is_found(check: str, game: Game) -> bool:
    """Tell whether a check finds something; no more deals are played once it has."""
    always_made = check in {*EVERYWHERE, *AFTER_EVERY_DEAL}
    return any(
        found == check
        for found, _ in faults_of(game, effort=PLAY_ONLY if always_made else CLOSE)
    )


@pytest.mark.slow
def test_a_game_in_order_has_no_faults() -> None:
    assert list(faults_of(toy(), range(6), sampling(0.1, worlds=3))) == []
    assert list(faults_of(toy(), range(40), PLAY_ONLY)) == []


@pytest.mark.slow
@pytest.mark.parametrize("channel", LEAKS)
def test_a_leak_is_noticed_by_moving_hidden_cards(
    channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # without the second opinion on allow-lists, which would find the first of them earlier
    monkeypatch.setattr(Knowledge, "_shown", lenient(Knowledge._shown))
    sign, planted = LEAKS[channel]
    found = list(faults_of(toy(**planted)))
    assert any(check == "nothing hidden shows" and sign in fault for check, fault in found)


Shown = Callable[[Knowledge, Event, int, frozenset[int]], list[str]]


def lenient(shown: Shown) -> Shown:
    def silently(
        self: Knowledge, event: Event, cards: int, audience: frozenset[int]
    ) -> list[str]:
        shown(self, event, cards, audience)
        return []

    return silently


def test_a_card_told_to_too_many_is_noticed_by_its_event_alone() -> None:
    found = dict(faults_of(toy(laid_away_seen_by=lambda _t, _seat: None)))
    assert "“laid away”" in found["cards are shown to those who may see them"]


def broken_refusal(_table: object, _seat: int, word: str) -> Refusal:
    raise ValueError(word)


def refusal_that_moves_cards(table: Table, seat: int, _word: str) -> Refusal:
    table.remove(seat, table.hand(seat)[:1])
    return Refusal("toy 1.1", text("no"))


@pytest.mark.parametrize(
    ("check", "planted"),
    [
        ("cards are conserved", {"keeps_laid_away": False}),
        ("hands are what was told", {"taken_moves": NO_MOVE}),
        ("views hold the hands", {"taken_moves": NO_MOVE}),
        ("the question is in order", {"boasts": lambda _t, _seat: ("boast", "boast")}),
        ("the question is in order", {"boasts": lambda _t, _seat: ("unheard",)}),
        ("the question is in order", {"boasts": lambda _t, _seat: ()}),
        ("the question is in order", {"left": lambda cards: 3 if cards == 3 else 1}),
        ("the question is in order", {"boast_clause": lambda _t, _seat: "9.9"}),
        (
            "what is not offered is refused",
            {"refusal": lambda _t, _seat, _word: Refusal("toy 9.9", text("no"))},
        ),
        (
            "what is not offered is refused",
            {"refusal": lambda _t, _seat, _word: Refusal("toy 1.1", text(""))},
        ),
        ("what is not offered is refused", {"refusal": broken_refusal}),
        ("what is not offered is refused", {"refusal": refusal_that_moves_cards}),
        ("a fork is alike", {"remarks": count_calls}),
        ("points add up", {"points_too_many": 1}),
        ("the result is in order", {"paid": lambda _winner: (1, 0, 0)}),
        ("the result is in order", {"row_clause": "toy 9.9"}),
        ("the result is in order", {"paid": lambda winner: from_each(winner, 1, 4)[:3]}),
    ],
)
def test_a_fault_of_a_game_is_noticed(check: str, planted: dict[str, object]) -> None:
    assert is_found(check, toy(**planted))


def test_a_replay_that_goes_another_way_is_noticed() -> None:
    run = Run.shuffled(toy(remarks=count_calls), seed=0)
    found = dict(check_deal(run, TOY, CLAUSES, random.Random(0), Counter(), PLAY_ONLY))
    assert "a replay is alike" in found


def test_a_record_that_leaves_out_the_last_action_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = record_of

    def forgetful(run: Run) -> DealRecord:
        record = honest(run)
        return msgspec.structs.replace(record, actions=record.actions[:-1])

    monkeypatch.setattr(checks, "record_of", forgetful)
    every_record = replace(PLAY_ONLY, records=1.0)
    case = next(default_case for default_case in default_cases())
    faults = list(check_match(case, expected_of(case.game.id), 0, 1, Counter(), every_record))
    assert any(fault.check == "a record comes back" for fault in faults)


@pytest.mark.slow
def test_a_wide_sweep_finds_a_fault_of_every_kind_in_many_deals() -> None:
    wide = replace(WIDE, records=0)  # the toy is in no catalogue: nobody can read its records
    planted = toy(refusal=lambda _t, _seat, _word: Refusal("toy 9.9", text("no")))
    leaking = toy(**LEAKS["asides"][1])
    for game in (planted, leaking):
        assert next(faults_of(game, range(2000), wide), None) is not None


def test_a_fork_that_goes_another_way_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Run.fork

    def forgetful(self: Run, upto: int | None = None) -> Run:
        return honest(self, (len(self.actions) if upto is None else upto) // 2 * 2)

    monkeypatch.setattr(Run, "fork", forgetful)
    assert is_found("a fork is alike", toy())


def test_an_undo_of_what_others_have_seen_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Run, "can_undo", lambda self, seat: bool(self.actions))
    assert is_found("only unseen actions are taken back", toy())


def test_a_choice_that_is_done_without_being_offered_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Run, "do_as", lambda self, seat, choice: None)
    run = Run.shuffled(toy(), seed=0)
    found = list(checks.what_is_not_offered_is_refused(position_of(run)))
    assert any("was not offered and was done" in fault for fault in found)


def test_a_legal_choice_that_is_objected_to_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    objection = Refusal("toy 1.1", text("no"))
    monkeypatch.setattr(Run, "why_not", lambda self, choice, seat: objection)
    found = list(
        checks.what_is_not_offered_is_refused(position_of(Run.shuffled(toy(), seed=0)))
    )
    assert any("which is offered" in fault for fault in found)


def test_a_decision_in_the_view_of_another_seat_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = View.__init__

    def shows_all(self, setup, events, seat, decision: Decision | None, *rest):  # type: ignore[no-untyped-def]
        honest(self, setup, events, seat, decision, *rest)
        self.decision = decision

    monkeypatch.setattr(View, "__init__", shows_all)
    assert is_found("choices are seen by the seat asked only", toy())


def test_a_phrase_that_may_not_be_said_and_is_heard_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Run, "say", lambda self, seat, phrase: None)
    position = position_of(Run.shuffled(toy(), seed=0))
    assert list(checks.unknown_phrases_are_refused(position))


def test_a_silence_that_cites_no_clause_of_the_rulebook_is_noticed() -> None:
    run = Run.shuffled(toy(), seed=0)
    run.table.asides = Asides(run.table, clause="1.1")
    assert not list(checks.unknown_phrases_are_refused(position_of(run)))
    run.table.asides = Asides(run.table, clause="9.9")
    found = list(checks.unknown_phrases_are_refused(position_of(run)))
    assert any("is refused by “toy 9.9”" in fault for fault in found)


def position_of(run: Run) -> Position:
    return Position(run, TOY, CLAUSES, Player(random.Random(0)))


@pytest.mark.parametrize(
    ("listed", "fault"),
    [
        (ASKED[1:], "lacks words of the kind discard"),
        (
            (replace(ASKED[1], words=(SILENCE,)), *ASKED),
            None,
        ),
        ((ASKED[0], replace(ASKED[1], words=(SILENCE,)), ASKED[2]), "['boast']"),
        ((replace(ASKED[0], times=1), *ASKED[1:]), "has 1 of the kind discard, 3 were asked"),
    ],
    ids=["a kind", "nothing", "a word", "times"],
)
def test_what_a_game_does_not_list_and_asks_is_noticed(
    listed: tuple[ChoiceSet, ...], fault: str | None
) -> None:
    game = replace(toy(), questions=lambda _options: listed)
    found = [said for _, said in faults_of(game, effort=PLAY_ONLY)]
    assert any(fault in said for said in found) if fault else not found


def test_a_contract_that_a_game_does_not_list_is_noticed() -> None:
    run = Run.shuffled(replace(game_of("marolles"), contracts=()), seed=1)
    while run.decision is not None:
        run.do(run.decision.options[-1])
    found = list(checks.what_was_asked_is_listed(position_of(run)))
    assert found == ["Game.contracts lacks each_for_self"]


def test_scores_outside_of_the_bounds_are_noticed() -> None:
    narrow = replace(toy(), stakes=lambda _options: [(1, -1, 0)])
    found = [said for _, said in faults_of(narrow, range(1), PLAY_ONLY)]
    assert any("outside of the bounds -1 to 1" in said for said in found)
    unsaid = replace(toy(), stakes=lambda _options: ())
    found = [said for _, said in faults_of(unsaid, range(1), PLAY_ONLY)]
    assert any("toy has no bounds" in said for said in found)

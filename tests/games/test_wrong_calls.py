"""A program that calls the library wrongly reads a sentence that says what is wrong."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable

import pytest

from matto import MattoError, Run, dump, game, make_bot, match_of, record_of
from matto.engine.errors import (
    BadDeal,
    BadOptionValue,
    BadSeed,
    NotAsked,
    NotOver,
    UnknownForm,
    UnknownGame,
    UnknownOption,
    UnknownSeat,
)
from matto.engine.game import game_of
from matto.engine.run import Match
from matto.players.inference.worlds import Worlds
from matto.records import transcript_of
from matto.research.batch import BatchEnv
from sixteen import SIXTEEN

MINEO, TWO = game("mineo-3"), game("calatafimi-2")


def begun() -> Run:
    return Run.shuffled(MINEO, seed=2)


def finished() -> Run:
    run, bot = Run.shuffled(TWO, seed=1), make_bot("rule", TWO, 1)
    while run.decision is not None:
        run.do(bot.choose(run.view(run.decision.seat)))
    return run


def ask_another_seat() -> str:
    run = begun()
    assert run.decision is not None
    return make_bot("rule", MINEO, 1).choose(run.view((run.decision.seat + 1) % 3))


def ask_after_the_end() -> str:
    return make_bot("rule", TWO, 1).choose(finished().view(0))


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: Run.shuffled("mineo", seed=1), UnknownGame, "Did you mean: mineo-"),
        (lambda: Run.shuffled(3, seed=1), UnknownGame, "not as 3"),  # type: ignore[arg-type]
        (lambda: Match("mineo"), UnknownGame, "mineo-3"),
        (lambda: BatchEnv(5, 2), UnknownGame, "not as 5"),  # type: ignore[arg-type]
        (lambda: make_bot("rule", "mineo", 1), UnknownGame, "mineo-3"),
        (lambda: Run.shuffled(MINEO, seed=1, options={"x": 1}), UnknownOption, "“x”"),
        (lambda: Match(MINEO, {"rivanto": "x"}), BadOptionValue, "rivanto"),
        (lambda: Run.shuffled(MINEO, seed=1.5), BadSeed, "not 1.5"),  # type: ignore[arg-type]
        (lambda: Worlds(MINEO, begun().view(1)).draw(1, "x"), BadSeed, "x"),  # type: ignore[arg-type]
        (lambda: Run.shuffled(MINEO, seed=1, dealer=3), UnknownSeat, "0 to 2"),
        (lambda: begun().view("x"), UnknownSeat, "not x"),  # type: ignore[arg-type]
        (lambda: Run(MINEO, ("SK",)), BadDeal, "not as tuple"),  # type: ignore[arg-type]
        (lambda: record_of(begun()), NotOver, "0 actions"),
        (lambda: match_of([begun()]), NotOver, "0 actions"),
        (lambda: transcript_of(begun()), NotOver, "0 actions"),
        (lambda: dump(record_of(finished()), "pgn"), UnknownForm, "json, notation"),  # type: ignore[arg-type]
        (ask_another_seat, NotAsked, "Seats to ask: 1"),
        (lambda: make_bot("rule", MINEO, 1).choose(begun().view(None)), NotAsked, "onlooker"),
        (ask_after_the_end, NotAsked, "over"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(
    call: Callable[[], object], error: type[MattoError], says: str
) -> None:
    with pytest.raises(error, match=re.escape(says)) as raised:
        call()
    assert str(raised.value).endswith((".", "?"))


def test_a_game_is_named_by_its_id_wherever_one_is_wanted() -> None:
    run = Run.shuffled("mineo-3", seed=2)
    assert run.view(1) == begun().view(1)
    assert Match("mineo-3").game is MINEO
    assert make_bot("rule", "mineo-3", 1).choose(run.view(1)) in run.view(1).asked.options
    assert Worlds("mineo-3", run.view(1)).game is MINEO
    assert game_of(MINEO) is MINEO


def test_options_that_are_not_given_have_their_defaults() -> None:
    given = Run.shuffled(MINEO, seed=1, options={"rivanto": "both"})
    assert given.options == MINEO.resolve({"rivanto": "both"})
    assert Match(MINEO, {"rivanto": "both"}).options == given.options


def test_views_of_the_same_moment_are_equal_and_others_are_not() -> None:
    run = begun()
    before = run.view(1)
    assert before == run.view(1)
    assert hash(before) == hash(run.view(1))
    assert before != run.view(0)
    run.do("passo")
    assert before != run.view(1)


@pytest.mark.parametrize("name", ["novice", "rule", "good", "quick", "even", "random"])
def test_a_bot_that_was_pickled_chooses_as_before(name: str) -> None:
    bot, view = make_bot(name, MINEO, 1), begun().view(1)
    assert pickle.loads(pickle.dumps(bot)).choose(view) == bot.choose(view)


def test_what_is_printed_says_what_it_is() -> None:
    run = begun()
    assert repr(run) == "<Run of mineo-3: 0 actions, seat 1 to talk>"
    assert "over" in repr(finished())
    assert "Sicilian, 63 cards" in repr(MINEO.pack)


@pytest.mark.slow
@pytest.mark.parametrize("name", SIXTEEN)
def test_a_refusal_offers_only_what_can_be_said(name: str) -> None:
    of = game(name)
    words = {word for kind in of.words().values() for word in kind if word.isidentifier()}
    for seed in range(4):
        run, bot = Run.shuffled(of, seed=seed), make_bot("rule", of, seed)
        while (asked := run.decision) is not None:
            refusal = run.why_not("nonsense")
            assert refusal is not None
            offered = re.split(r": |Say ", str(refusal.sentence))[-1]
            listed = words.intersection(re.findall(r"\w+", offered))
            assert listed <= set(asked.options), (str(refusal.sentence), asked.options)
            run.do(bot.choose(run.view(asked.seat)))

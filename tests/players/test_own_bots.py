"""Bots of other people: known by name, asked in a process of their own, stood in for."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Callable
from typing import Any

import pytest

from matto.cli.arena import arena
from matto.cli.serve import serve
from matto.cli.simulate import simulate
from matto.engine.errors import UnknownBot
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game
from matto.players import check_bot, make_bot, register
from matto.players.blocking_bot_host import FallbackBot, check_loads, shared_host
from matto.players.bot_host import fallback_chain
from matto.players.bots import (
    ABOUT,
    DIED,
    FAILED,
    ILLEGAL,
    SILENT,
    BadBot,
    BotFault,
    bot_name_of,
    bot_names_of,
    offered_levels,
    own_bots,
)
from players.own_bots import HERE, Illegal, Steady

CALATAFIMI = game("calatafimi-2")
pytestmark = pytest.mark.usefixtures("own_registry")


def first_view() -> View:
    run = Run.shuffled(CALATAFIMI, seed=7)
    assert run.decision is not None
    return run.view(run.decision.seat)


def test_a_registered_bot_has_a_name_and_plays() -> None:
    register("mine", Steady, "Goes by chance.")
    assert check_bot("mine") == "mine"
    assert offered_levels()[-1] == ("mine", "mine", "Goes by chance.")
    bot = make_bot("mine", CALATAFIMI, 1)
    assert bot.name == "mine"
    assert bot.choose(first_view()) == Steady(CALATAFIMI, 1).choose(first_view())


@pytest.mark.parametrize(
    ("given", "name"),
    [(f"{HERE}:Steady", f"{HERE}:Steady"), (f"mine={HERE}:Steady", "mine"), ("rule", "rule")],
)
def test_a_command_line_names_a_bot_by_what_makes_it(given: str, name: str) -> None:
    assert bot_name_of(given) == name
    assert check_bot(name) == name


def test_what_nobody_has_registered_is_no_bot_however_it_is_written() -> None:
    """So that a request to a server, which can only choose a name, loads nothing."""
    with pytest.raises(UnknownBot, match="There is no bot"):
        make_bot(f"{HERE}:Steady", CALATAFIMI, 1)


@pytest.mark.parametrize(
    ("name", "make", "said"),
    [
        ("rule", f"{HERE}:Steady", "is a bot of matto"),
        ("two words", f"{HERE}:Steady", "cannot be a bot's name"),
        ("a,b", f"{HERE}:Steady", "cannot be a bot's name"),
        ("mine", "import os", "module:maker"),
    ],
)
def test_a_name_that_is_taken_or_no_name_and_a_bad_reference_are_refused(
    name: str, make: str, said: str
) -> None:
    with pytest.raises(BadBot, match=said):
        register(name, make)
    assert dict(own_bots()) == {}


@pytest.mark.parametrize(
    "bots",
    [
        ("mine={0}:Steady", "mine={0}:Illegal"),
        ("mine={0}:Steady", "rule", "mine", "mine={0}:Illegal"),
        ("{0}:Steady", "{0}:Steady={0}:Illegal"),
    ],
)
def test_two_bots_under_one_name_are_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(BadBot, match="names two bots"):
        bot_names_of(bot.format(HERE) for bot in bots)


def test_the_same_bot_may_be_named_again() -> None:
    mine, other = f"mine={HERE}:Steady", f"{HERE}:Illegal"
    given = ("rule", mine, "rule", "mine", mine, other, other)
    assert bot_names_of(given) == ("rule", "mine", "rule", "mine", "mine", other, other)


@pytest.mark.parametrize("ask", [simulate, arena])
def test_a_command_does_not_measure_one_of_two_bots_instead_of_both(
    ask: Callable[..., None],
) -> None:
    with pytest.raises(BadBot, match="“mine” names two bots"):
        ask("calatafimi-2", bots=f"mine={HERE}:Steady,mine={HERE}:Illegal", deals=1)


def test_a_server_does_not_offer_one_of_two_bots_instead_of_both() -> None:
    with pytest.raises(BadBot, match="“mine” names two bots"):
        serve(bot=[f"mine={HERE}:Steady", f"mine={HERE}:Illegal"])


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("gone.nowhere:Steady", "No module named 'gone'"),
        (f"{HERE}:Gone", "no attribute 'Gone'"),
        (f"{HERE}:NUMBER", "cannot be called"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_told_with_the_reason(reference: str, why: str) -> None:
    with pytest.raises(BadBot, match=why):
        check_loads([bot_name_of(f"mine={reference}")])


def test_a_reference_is_loaded_in_a_process_of_its_own_and_answers_as_it_would_here() -> None:
    bot = make_bot(bot_name_of(f"mine={HERE}:Steady"), CALATAFIMI, "seed")
    here, run = Steady(CALATAFIMI, "seed"), Run.shuffled(CALATAFIMI, seed=3)
    while run.decision is not None:
        view = run.view(run.decision.seat)
        choice = bot.choose(view)
        assert choice == here.choose(view)
        run.do(choice)


def test_what_it_gets_is_a_view_and_nothing_of_the_table() -> None:
    bot, run = (
        make_bot(bot_name_of(f"{HERE}:Snooping"), CALATAFIMI, 1),
        Run.shuffled(CALATAFIMI, seed=3),
    )
    for _ in range(5):
        assert run.decision is not None
        run.do(bot.choose(run.view(run.decision.seat)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("which", "kind", "said"),
    [
        ("Failing", FAILED, "ZeroDivisionError"),
        ("Illegal", ILLEGAL, "'T99'"),
        ("OtherType", ILLEGAL, "offered: 7"),
        ("Dying", DIED, "(3)"),
        ("Silent", SILENT, "within 0.2 seconds"),
        ("no_bot", FAILED, "has no choose"),
    ],
)
def test_each_way_to_misbehave_is_told_and_the_next_bot_is_asked_as_ever(
    which: str, kind: str, said: str
) -> None:
    patience = 0.2 if kind == SILENT else 60.0
    bot = make_bot(bot_name_of(f"{HERE}:{which}"), CALATAFIMI, 1, patience=patience)
    with pytest.raises(BotFault) as told:
        bot.choose(first_view())
    assert told.value.kind == kind
    assert said in str(told.value)
    good = make_bot(bot_name_of(f"{HERE}:Steady"), CALATAFIMI, 1)
    assert good.choose(first_view()) == Steady(CALATAFIMI, 1).choose(first_view())


def test_the_best_of_the_quick_ones_stands_in_for_it_and_somebody_is_told() -> None:
    register("mine", Illegal)
    said: list[tuple[str, str, str]] = []
    bot = FallbackBot(
        "mine", 1, lambda own, fault, other: said.append((own, fault.kind, other))
    )
    other = make_bot("quick", CALATAFIMI, 1)
    assert bot.choose(first_view()) == other.choose(first_view())
    assert said == [("mine", ILLEGAL, "quick")]


@pytest.mark.slow
def test_who_simulates_is_told_which_bot_answered_for_another(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    asked: dict[str, Any] = {"bots": f"cheat={HERE}:Illegal,random", "deals": 1}
    _, other, *_ = fallback_chain("cheat", "calatafimi-2")
    simulate("calatafimi-2", **asked)
    assert f"and {other} answered for it" in " ".join(capsys.readouterr().out.split())
    simulate("calatafimi-2", **asked, as_json=True)
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert (fault["bot"], fault["answered"]) == ("cheat", other)


def _choice_in_a_child(name: str) -> str:
    return make_bot(name, CALATAFIMI, 1).choose(first_view())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_a_host_of_its_own() -> None:
    name = bot_name_of(f"{HERE}:Steady")
    own = _choice_in_a_child(name)
    before = shared_host()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply(_choice_in_a_child, (name,)) == own
    assert shared_host() is before
    assert _choice_in_a_child(name) == own


def test_a_bot_without_a_sentence_about_it_has_a_common_one() -> None:
    register("mine", Steady)
    assert own_bots()["mine"].about == ABOUT

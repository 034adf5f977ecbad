"""`from matto import …` has what a program needs, quickly, and typed."""

import ast
import doctest
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import assert_type

import pytest

import matto
from matto import (
    Bot,
    Decision,
    IllegalChoice,
    Match,
    MattoError,
    Refusal,
    Result,
    Rulebook,
    Run,
    catalogue,
    dump,
    game,
    loads,
    make_bot,
    match_of,
    record_of,
    rulebook,
)

SOURCE = Path(matto.__file__).read_text(encoding="utf-8")


def asked(program: str) -> str:
    """What a fresh Python answers."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_a_deal_is_played_recorded_and_read_again_with_these_names_alone() -> None:
    ours = game("calatafimi-2")
    match = Match(ours, limit=1)
    run = match.next_run(seed=1)
    bots: list[Bot] = [make_bot("random", ours, seat) for seat in range(ours.seats)]
    while run.decision is not None:
        assert_type(run.decision, Decision)
        run.do(bots[run.decision.seat].choose(run.view(run.decision.seat)))
    assert_type(run.result, Result | None)
    record = record_of(run)
    assert record_of(loads(dump(record))[0]) == record
    assert [*match_of([run]).deals] == [record]


def test_what_is_not_legal_is_refused_with_a_clause_of_the_rulebook() -> None:
    run = Run.shuffled(game("calatafimi-2"), seed=1)
    with pytest.raises(IllegalChoice) as refused:
        run.do("nonsense")
    assert_type(refused.value.refusal, Refusal)
    assert isinstance(refused.value, MattoError)
    assert_type(rulebook("calatafimi-2"), Rulebook)
    assert rulebook("calatafimi-2").clause(refused.value.refusal.clause).body


def test_every_name_is_one_that_there_is_and_all_are_listed() -> None:
    assert {name for name in matto.__all__ if getattr(matto, name, None) is None} == set()
    assert set(matto.__all__) <= set(dir(matto))
    assert len(catalogue()) >= 16


def test_a_name_that_there_is_not_is_told_as_python_tells_it() -> None:
    with pytest.raises(AttributeError, match="module 'matto' has no attribute 'gane'"):
        _ = matto.gane  # type: ignore[attr-defined]


def test_type_checkers_are_told_the_same_homes_as_python() -> None:
    told = {
        alias.name: node.module
        for node in ast.walk(ast.parse(SOURCE))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("matto.")
        for alias in node.names
    }
    homes = {name: home for home, names in matto._HOMES.items() for name in names.split()}
    assert told == homes
    assert {*homes, "__version__"} == set(matto.__all__)


def test_to_import_matto_loads_nothing_else_of_it() -> None:
    program = "import sys, matto; print([n for n in sys.modules if n.startswith('matto.')])"
    assert asked(program) == "[]"


def test_to_look_up_a_game_loads_no_numbers_and_no_server() -> None:
    heavy = "{'numba', 'numpy', 'litestar', 'sqlalchemy', 'rich', 'typer'} & set(sys.modules)"
    assert asked(f"import sys; from matto import Run, game; print({heavy})") == "set()"


def test_the_example_of_the_docstring_gives_what_it_says() -> None:
    assert doctest.testmod(matto) == (0, 3)


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
    assert project["project"]["version"] == matto.__version__

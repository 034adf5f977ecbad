"""Tests are shared among processes, and none is lost; how much of what is alike they take."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from samples import times
from shares import LONGEST, in_shares

TESTS = Path(__file__).parents[1]


def items_of(*names: str) -> list[pytest.Item]:
    files = (name if name.endswith(".py") else f"{name}/test_one.py" for name in names)
    return cast(list[pytest.Item], [SimpleNamespace(path=TESTS / file) for file in files])


def names_of(items: Any) -> list[str]:
    return [
        item.path.parent.name if item.path.parent.name in LONGEST else item.path.name
        for item in items
    ]


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_each_process_begins_with_something_long_and_each_test_is_run_once(
    processes: int,
) -> None:
    items = items_of(
        *(f"test_{number}.py" for number in range(6 + 4 * len(LONGEST))), *LONGEST, *LONGEST
    )
    ordered = in_shares(items, processes)
    assert sorted(map(id, ordered)) == sorted(map(id, items))
    share = len(items) // processes
    heads = {names_of(ordered)[number * share] for number in range(processes)}
    assert heads == set(LONGEST[:processes])


def test_more_long_tests_than_a_share_holds_are_all_run() -> None:
    items = items_of(*["test_site.py"] * 7, "test_short.py")
    assert sorted(names_of(in_shares(items, 3))) == sorted(names_of(items))


def test_every_long_file_and_folder_is_there() -> None:
    there = {name for path in TESTS.rglob("test_*.py") for name in path.parts[-2:]}
    assert there.issuperset(LONGEST)


# -- how much of what is alike the tests take --------------------------------------------


def test_samples_are_as_many_times_larger_as_is_wished() -> None:
    assert (times("1"), times("12")) == (1, 12)


@pytest.mark.parametrize("given", ["0", "-3", "", "many", "1.5"])
def test_samples_of_nothing_are_refused(given: str) -> None:
    with pytest.raises(pytest.UsageError, match="a whole number from 1 on"):
        times(given)

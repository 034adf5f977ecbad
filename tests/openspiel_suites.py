"""OpenSpiel's test cases, run on one game; they bring SciPy, loaded by those who run one."""

from __future__ import annotations

import io
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def failures_of(case: str, loaded: Any) -> dict[str, str]:
    """Run a test case of its own on a game; gives the last line of each failure, by test."""
    from open_spiel.integration_tests import api_test

    name = str(loaded)
    bound = type(case, (getattr(api_test, case),), {"game": loaded, "game_name": name})
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(bound)
    ran = unittest.TextTestRunner(stream=io.StringIO()).run(tests)
    assert ran.testsRun
    return {
        test.id().rpartition(".")[2]: trace.strip().splitlines()[-1]
        for test, trace in (*ran.failures, *ran.errors)
    }


@contextmanager
def numbers_expected(loaded: Any, states: tuple[int, int, int], known: int) -> Iterator[None]:
    """Let the suite expect so many chance nodes, questions and ends, and information sets."""
    from open_spiel.integration_tests import api_test

    name = str(loaded)
    api_test.TOTAL_NUM_STATES[name] = states
    api_test.PERFECT_RECALL_NUM_STATES[name] = known
    try:
        yield
    finally:
        del api_test.TOTAL_NUM_STATES[name], api_test.PERFECT_RECALL_NUM_STATES[name]

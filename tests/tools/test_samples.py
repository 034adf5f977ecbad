"""How much of what is alike the tests take."""

from __future__ import annotations

import pytest

from samples import times


def test_samples_are_as_many_times_larger_as_is_wished() -> None:
    assert (times("1"), times("12")) == (1, 12)


@pytest.mark.parametrize("given", ["0", "-3", "", "many", "1.5"])
def test_samples_of_nothing_are_refused(given: str) -> None:
    with pytest.raises(pytest.UsageError, match="a whole number from 1 on"):
        times(given)

"""The order of the tests where processes share them: none ends alone with a long one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

LONGEST = (
    "browser",
    "test_add_a_game.py",
    "test_site.py",
    "test_power_cuts.py",
    "test_blind.py",
    "test_zwanzigerrufen.py",
    "test_notebooks.py",
    "test_cluster.py",
    "test_killed.py",
    "test_schemathesis.py",
    "training",
)
"""Files with tests of ten seconds and more, roughly the longest first.

Of a folder one process begins all tests: what they compile or start is so once.
"""


def in_shares(items: Sequence[pytest.Item], processes: int) -> list[pytest.Item]:
    """Begin each process's share with some of what takes longest.

    Shares are as `--dist worksteal` makes them; whoever is done takes from the end of others'.
    """
    of_name: dict[str, list[pytest.Item]] = {name: [] for name in LONGEST}
    rest: list[pytest.Item] = []
    for item in items:
        folder, name = item.path.parts[-2:]
        of_name.get(name, of_name.get(folder, rest)).append(item)
    first: list[list[pytest.Item]] = [[] for _ in range(processes)]
    for number, of_one in enumerate(of_name.values()):
        first[number % processes] += of_one
    ordered: list[pytest.Item] = []
    for number, begun in enumerate(first):
        share = (len(items) - len(ordered)) // (processes - number)
        more = max(0, share - len(begun))
        ordered += [*begun, *rest[:more]]
        rest = rest[more:]
    return [*ordered, *rest]

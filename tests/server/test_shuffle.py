"""The shuffle that anybody can check, held against the description in its own module."""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matto.games import catalogue
from matto.server.tables import shuffle
from matto.server.tables.shuffle import ShuffleProof, order, promise_of

SECRET = "00112233445566778899aabbccddeeff" * 2
KINGS = ("SK", "DK", "CK", "BK")
seeds = st.dictionaries(st.integers(0, 4), st.text("0123456789abcdefXYZ_-", max_size=12))
secrets = st.text("0123456789abcdef", min_size=64, max_size=64)


def test_a_shuffle_worked_by_hand() -> None:
    # With sha256sum: the lines "matto shuffle 1", SECRET, "3", "0:luna", "2:sole" give the key
    # 76105404742ddeb8…; its numbers are 52442657, 03e09f94 and 8dd9f272 in hexadecimal digits,
    # that is 1380197975, 65052564 and 2379870834. Sorted: BK CK DK SK.
    # 1380197975 mod 4 = 3: SK stays last. 65052564 mod 3 = 0: DK and BK change places, so that
    # DK CK BK SK lie. 2379870834 mod 2 = 0: CK and DK change places.
    assert order(SECRET, 3, {2: "sole", 0: "luna"}, KINGS) == ("CK", "DK", "BK", "SK")


def test_a_promise_worked_by_hand() -> None:
    found = "2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737"  # sha256sum
    assert promise_of(SECRET) == found


@pytest.mark.slow
@settings(deadline=None)
@given(secrets, st.integers(1, 10_000), seeds)
def test_the_ten_lines_of_the_description_do_it_and_every_card_is_kept(
    secret: str, deal: int, given: dict[int, str]
) -> None:
    scope: dict[str, Any] = {}
    exec(textwrap.dedent(str(shuffle.__doc__).partition("::\n\n")[2]), scope)
    for game in list(catalogue().values())[::5]:
        codes = list(game.pack(game.resolve()).codes)
        found = order(secret, deal, given, codes)
        assert tuple(scope["shuffled"](secret, deal, given, codes)) == found
        assert sorted(found) == sorted(codes)


@pytest.mark.slow
@settings(deadline=None)
@given(st.permutations(range(9)))
def test_the_order_in_which_a_pack_is_named_does_not_matter(numbers: list[int]) -> None:
    codes = [f"T{number}" for number in numbers]
    assert order(SECRET, 1, {}, codes) == order(SECRET, 1, {}, sorted(codes))


def test_whatever_goes_in_changes_the_cards() -> None:
    codes = [f"T{trump}" for trump in range(1, 22)]
    found = {
        order(SECRET, 1, {}, codes),
        order(SECRET, 2, {}, codes),
        order(SECRET.replace("0", "f", 1), 1, {}, codes),
        order(SECRET, 1, {0: ""}, codes),
        order(SECRET, 1, {0: "a"}, codes),
        order(SECRET, 1, {1: "a"}, codes),
        order(SECRET, 1, {0: "a", 1: "b"}, codes),
        order(SECRET, 1, {0: "b", 1: "a"}, codes),
    }
    assert len(found) == 8


def test_every_order_comes_about_as_often_as_any_other() -> None:
    times = 150
    count = math.factorial(len(KINGS))
    found = Counter(order(f"{number:064x}", 1, {}, KINGS) for number in range(times * count))
    assert set(found) == set(permutations(KINGS))
    surprise = sum((often - times) ** 2 / times for often in found.values())
    assert (
        surprise < 49.7
    )  # chi square with 23 degrees of freedom: less in 999 of 1000 shuffles


def test_numbers_beyond_the_last_full_round_are_skipped() -> None:
    # 2**32 mod 3 is 1: of all numbers only the last would make place 0 likelier than the others
    assert shuffle.draw_place(iter([2**32 - 1, 5]), 3) == 2
    assert shuffle.draw_place(iter([2**32 - 2]), 3) == 2
    assert shuffle.draw_place(iter([2**32 - 1]), 4) == 3


def proof(**changed: object) -> ShuffleProof:
    whole = ShuffleProof(
        deal=3,
        promise=promise_of(SECRET),
        secret=SECRET,
        seeds={0: "luna", 2: "sole"},
        order=("CK", "DK", "BK", "SK"),
    )
    return msgspec.structs.replace(whole, **changed)


def test_a_proof_holds() -> None:
    assert proof().holds


@pytest.mark.parametrize(
    "changed",
    [
        {"secret": SECRET.replace("7", "8")},
        {"promise": promise_of("another")},
        {"deal": 4},
        {"seeds": {0: "luna"}},
        {"seeds": {0: "luna", 2: "stella"}},
        {"order": ("DK", "CK", "BK", "SK")},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_proof_with_anything_changed_does_not_hold(changed: dict[str, object]) -> None:
    assert not proof(**changed).holds

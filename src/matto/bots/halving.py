"""Trying out choices in the same worlds, more and more often those that promise most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from statistics import fmean, pstdev

Value = Callable[[str, int], float]
"""What a choice brings in a world given by its number."""

Tried = dict[str, list[float]]
"""For each choice what it has brought in worlds 0, 1, 2 …"""


def tried_out(choices: Sequence[str], value: Value, trials: int) -> Tried:
    """Try out choices with about so many trials altogether, by successive halving.

    The first choice stays to the last, as the one that the others must beat. It ends early
    where the choices have made no difference in many worlds.
    """
    brought: Tried = {choice: [] for choice in choices}
    left, world = list(choices), 0
    rounds = max(1, ceil(log2(len(choices))))
    for _ in range(rounds):
        for _ in range(max(1, trials // (rounds * len(left)))):
            for choice in left:
                brought[choice].append(value(choice, world))
            world += 1
        if world >= MANY and _all_alike([brought[choice] for choice in left]):
            break
        left = _better_half(left, brought)
    return brought


MANY = 8
"""Worlds in which all choices must have brought the same to be taken for alike."""


def _all_alike(values: Sequence[Sequence[float]]) -> bool:
    return all(other == values[0] for other in values)


def _better_half(left: Sequence[str], brought: Tried) -> list[str]:
    """The first choice and the best of the others, together half of them but at least two."""
    first, *others = left
    others.sort(key=lambda choice: -fmean(brought[choice]))
    return [first, *others[: max(1, len(left) // 2 - 1)]]


def best_of(brought: Tried, doubt: float) -> str:
    """The choice that has brought most of those that have surely beaten the first one.

    Another choice than the first must be better in the same worlds by more than `doubt`
    standard errors of the difference. Only those that were tried to the last count.
    """
    first, *others = brought
    usual = brought[first]
    best, most = first, 0.0
    for choice in others:
        if len(brought[choice]) < len(usual):
            continue
        gains = [own - other for own, other in zip(brought[choice], usual, strict=True)]
        gain = fmean(gains)
        if gain > most and gain > doubt * pstdev(gains) / sqrt(len(gains)):
            best, most = choice, gain
    return best

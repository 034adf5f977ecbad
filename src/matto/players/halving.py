"""Trying out choices in the same worlds, longest those between which it is hard to choose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import ceil, log2, sqrt
from statistics import fmean

Value = Callable[[str, int], float]
"""What a choice brings in a world given by its number."""

Which = Callable[[int], int]
"""Which world a number stands for: two numbers may stand for the same one."""


class TriedOut(dict[str, list[float]]):
    """For each choice what it has brought in worlds 0, 1, 2 …, and which worlds these are."""

    def __init__(self, brought: Mapping[str, list[float]], which: Which = int) -> None:
        super().__init__(brought)
        self.which = which

    def gain(self, own: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
        """How much better a choice was in the same worlds, and the standard error of that.

        A world that comes twice tells no more than once.
        """
        gains = [one - two for one, two in zip(own, other, strict=True)]
        mean, apart = fmean(gains), defaultdict[int, float](float)
        for number, gain in enumerate(gains):
            apart[self.which(number)] += gain - mean
        return mean, sqrt(sum(part * part for part in apart.values())) / len(gains)


ROUND = 8
"""Worlds after which it is asked which choices are still worth trying."""

FEWEST = 16
"""Worlds before which no choice is given up as worse."""

SURE = 2.5
"""Standard errors by which a choice must be behind to be given up."""


def tried_out(
    choices: Sequence[str], value: Value, trials: int, which: Which = int
) -> TriedOut:
    """Try out choices, each at least once, with at most so many trials altogether.

    After each stage the worse half is given up (successive halving). Whatever is surely behind,
    or always brings the same as a choice before it, goes at once: easy questions cost little.
    """
    brought = TriedOut({choice: [] for choice in choices}, which)
    left, world = list(choices), 0
    stages = max(1, ceil(log2(len(choices))))
    for _ in range(stages):
        budget = trials // stages
        while not world or (len(left) > 1 and budget >= len(left)):
            worlds = range(world, world + max(1, min(ROUND, budget // len(left))))
            for choice in left:
                brought[choice] += [value(choice, number) for number in worlds]
            world, budget = worlds.stop, budget - len(worlds) * len(left)
            left = _still_open(left, brought)
        left = _better_half(left, brought)
    return brought


def _still_open(left: Sequence[str], brought: TriedOut) -> list[str]:
    """The choices that may still turn out best."""
    kept: list[str] = []
    leader = max(left, key=lambda choice: fmean(brought[choice]))
    for choice in left:
        others = [brought[other] for other in kept]
        alike = len(brought[choice]) >= ROUND and brought[choice] in others
        if not alike and not _surely_behind(choice, leader, brought):
            kept.append(choice)
    return kept


def _surely_behind(choice: str, leader: str, brought: TriedOut) -> bool:
    gain, error = brought.gain(brought[leader], brought[choice])
    return len(brought[choice]) >= FEWEST and gain > SURE * error


def _better_half(left: Sequence[str], brought: TriedOut) -> list[str]:
    """The first choice and the best of the others, together half of them but at least two."""
    first, *others = left
    others.sort(key=lambda choice: -fmean(brought[choice]))
    return [first, *others[: max(1, len(left) // 2 - 1)]]


def best_of(brought: TriedOut, doubt: float) -> str:
    """The choice that has brought most of those that were tried to the last.

    Another one than the first must be better in the same worlds by more than `doubt` standard
    errors of the difference, unless the first was given up.
    """
    first = next(iter(brought))
    longest = max(map(len, brought.values()))
    last = [choice for choice, found in brought.items() if len(found) == longest]
    if first not in last:
        return max(last, key=lambda choice: fmean(brought[choice]))
    best, most = first, 0.0
    for choice in last:
        gain, error = brought.gain(brought[choice], brought[first])
        if gain > most and gain > doubt * error:
            best, most = choice, gain
    return best

"""The published form of what the arena has measured: `matto arena --json`.

`report.schema.json` beside this file is its JSON schema. Keys are added, never renamed or given
another meaning, while `version` stays.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from matto.engine.options import Value

VERSION = 1


def about(sentence: str, **more: Any) -> msgspec.Meta:
    """What a field means."""
    return msgspec.Meta(description=sentence, **more)


class Interval(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval; no interval from a single deal."""

    mean: float
    low: float | None
    high: float | None


class ByPlace(msgspec.Struct, frozen=True):
    """A guest's difference where it sat so far from the dealer."""

    place: Annotated[str, about("dealer, forehand, second hand, third hand … in turn.")]
    difference: Annotated[Interval, about("In points, paired by seat and deal.")]


class ByRole(msgspec.Struct, frozen=True):
    """A guest in the parts that a deal has."""

    role: Annotated[
        str,
        about(
            "declarer, partner, opponent, in a party (parties without a declarer), each for "
            "himself, or not played."
        ),
    ]
    guest_share: Annotated[float, about("How often the guest had this part.", ge=0, le=1)]
    guest_result: Annotated[Interval | None, about("Its results in this part, in points.")]
    reference_share: Annotated[float, about("How often reference players had it.", ge=0, le=1)]
    reference_result: Annotated[Interval | None, about("Their results, in points.")]
    difference: Annotated[
        Interval | None,
        about("In seats in which the reference player had this part: guest less reference."),
    ]


class Standing(msgspec.Struct, frozen=True):
    """A guest among reference players."""

    bot: Annotated[str, about("The guest's label.")]
    points: Annotated[Interval, about("Points a deal more than a reference player.")]
    sigmas: Annotated[Interval | None, about("The same in units of `sigma`.")]
    gain_of_duplicates: Annotated[
        float | None,
        about(
            "How many tables without duplicates tell as much as one table of these: the "
            "variance of single results over that of a deal's figure, times a guest's tables."
        ),
    ]
    by_place: tuple[ByPlace, ...]
    by_role: tuple[ByRole, ...]


class Versus(msgspec.Struct, frozen=True):
    """Two guests compared on the same deals, each among reference players."""

    bot: str
    other: str
    points: Annotated[Interval, about("Points a deal that `bot` makes more than `other`.")]
    sigmas: Interval | None


class Stratum(msgspec.Struct, frozen=True):
    """All deals of one kind."""

    stratum: Annotated[str, about("full: all phases by the bots; play: the cards only.")]
    deals: Annotated[int, about("Finished deals, each at all its tables.", ge=0)]
    thrown_in: Annotated[float, about("The share of reference tables thrown in.", ge=0, le=1)]
    redealt: Annotated[int, about("How often a deal was dealt anew (play only).", ge=0)]
    sigma: Annotated[
        float | None,
        about("Standard deviation of one result among reference players, in points."),
    ]
    standings: tuple[Standing, ...]
    versus: tuple[Versus, ...]


class Sequential(msgspec.Struct, frozen=True):
    """The sequential test of the first guest in the first stratum."""

    bot: str
    stratum: str
    unit: Annotated[str, about("sigma or points.")]
    low: float
    high: float
    alpha: float
    beta: float
    llr: Annotated[float, about("Logarithm of the likelihood ratio of high over low.")]
    accepts_at: float
    rejects_at: float
    deals: Annotated[int, about("Deals that the test has taken.", ge=0)]
    verdict: Annotated[str, about("accept (high), reject (low) or undecided.")]


class Pace(msgspec.Struct, frozen=True):
    """Seconds a decision, where there was more than one choice; times are true to 2 %."""

    bot: str
    phase: Annotated[str, about("The kind of decision, or all.")]
    decisions: int
    median: float
    most: Annotated[float, about("95 % of the decisions took no longer.")]
    slowest: float
    over_a_second: Annotated[float, about("The share that took longer.", ge=0, le=1)]
    mean: Annotated[float, about("Bots that take as long on the mean think as much.")]


class Faults(msgspec.Struct, frozen=True):
    """How often a bot gave no legal choice, so that the rule of thumb answered for it."""

    bot: str
    kind: Annotated[str, about("failed, illegal, silent (too slow) or died.")]
    times: Annotated[int, about("In all strata.", ge=1)]
    first: Annotated[str, about("What happened the first time.")]


class Report(msgspec.Struct, frozen=True):
    """What the arena has measured; all but `times` is the same on every machine."""

    version: int
    game: str
    rules_version: int
    options: dict[str, Value]
    unit_name: Annotated[str, about("What a point is called in the game.")]
    guests: tuple[str, ...]
    reference: str
    together: Annotated[
        bool, about("Whether guests had guests for partners, where the game fixes partners.")
    ]
    seed: int
    deals_asked: int
    interrupted: bool
    strata: tuple[Stratum, ...]
    sequential: Sequential | None
    times: tuple[Pace, ...]
    faults: tuple[Faults, ...] = ()

"""A picture of a measurement: how the difference settled, and who had which part."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from matto.arena.contest import FULL
from matto.arena.errors import NoPicture
from matto.arena.estimates import t_quantile
from matto.arena.figures import Figures, differences
from matto.arena.measure import Measurement
from matto.arena.report import ByPlace, ByRole, Report, Standing
from matto.engine.words import N_, Translate, text

FORMATS = (".svg", ".png", ".pdf")
FEWEST_SHOWN = 10
"""Deals before which the interval is too wide to be shown."""

TITLES = {FULL: N_("Whole deals"), "play": N_("The play of the cards alone")}
COLOURS = ("#1f5f8b", "#b3541e", "#4d7c3a", "#7a4b94", "#8a6d1c", "#99335d")
BAND, FAINT = 0.18, "#888888"
UPPER = 0.975


def check_picture(path: Path) -> None:
    """Raise `NoPicture` if matplotlib is missing or the file's name tells no known format."""
    if path.suffix.lower() not in FORMATS:
        raise NoPicture(
            text(
                "The picture's name ends with one of {formats}, not {name}.",
                formats=", ".join(FORMATS),
                name=path.name,
            )
        )
    try:
        import_module("matplotlib")
    except ImportError as error:
        sentence = text(
            "Pictures need matplotlib: {command} brings it.",
            command="python -m pip install matplotlib",
        )
        raise NoPicture(sentence) from error


def draw(measurement: Measurement, report: Report, path: Path, say: Translate = str) -> None:
    """Write the picture to a file; raises `NoPicture`."""
    check_picture(path)
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "matto"  # the same deals, the same file
    pyplot: Any = import_module("matplotlib.pyplot")
    rows = len(report.strata)
    figure, axes = pyplot.subplots(
        rows, 2, figsize=(11, 4 * rows), squeeze=False, width_ratios=(3, 2)
    )
    for row, stratum in enumerate(report.strata):
        _draw_course(axes[row][0], measurement, stratum.stratum, say)
        _draw_parts(axes[row][1], stratum.standings, say)
    game, _ = measurement.contest.found_game()
    figure.suptitle(f"{say(game.name)} · {report.reference} = 0")
    figure.tight_layout()
    try:
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    except OSError as error:
        sentence = text("The picture cannot be written to {file}.", file=str(path))
        raise NoPicture(sentence) from error
    finally:
        pyplot.close(figure)


def _draw_course(axes: Any, measurement: Measurement, stratum: str, say: Translate) -> None:
    """The mean after each number of deals, with its 95 % interval."""
    contest = measurement.contest
    game, _ = contest.found_game()
    deals = measurement.of(stratum)
    axes.set_title(say(TITLES[stratum]))
    axes.axhline(0, color=FAINT, linewidth=0.8)
    axes.set_xlabel(say(N_("deals")))
    axes.set_ylabel(say(N_("points a deal")))
    for guest, label in enumerate(contest.labels[:-1]):
        if not deals:
            return
        after, means, reach = course(differences(deals, guest, game.unit))
        colour = COLOURS[guest % len(COLOURS)]
        axes.plot(after, means, color=colour, label=label)
        shown = slice(FEWEST_SHOWN, None)
        low, high = (means - reach)[shown], (means + reach)[shown]
        axes.fill_between(after[shown], low, high, color=colour, alpha=BAND, linewidth=0)
    axes.legend(frameon=False)


def course(values: Figures) -> tuple[Figures, Figures, Figures]:
    """After each number of deals: that number, the mean, and half of the 95 % interval."""
    after = np.arange(1, values.size + 1, dtype=float)
    means = values.cumsum() / after
    spread = np.maximum((values**2).cumsum() / after - means**2, 0)
    wide = np.array([t_quantile(UPPER, max(1, int(n) - 1)) for n in after])
    return after, means, wide * np.sqrt(spread / np.maximum(after - 1, 1))


def _draw_parts(axes: Any, standings: Sequence[Standing], say: Translate) -> None:
    """Differences by place and by part, with their 95 % intervals."""
    names: list[str] = []
    for number, standing in enumerate(standings):
        rows: list[ByPlace | ByRole] = [*standing.by_place, *standing.by_role]
        for row in rows:
            name = say(row.place if isinstance(row, ByPlace) else row.role)
            if name not in names:
                names.append(name)
            _draw_part(axes, row, names.index(name) + number / (2 * len(standings)), number)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.axvline(0, color=FAINT, linewidth=0.8)
    axes.set_xlabel(say(N_("points a deal")))


def _draw_part(axes: Any, row: ByPlace | ByRole, height: float, guest: int) -> None:
    found = row.difference
    if found is None or found.low is None or found.high is None:
        return
    colour = COLOURS[guest % len(COLOURS)]
    axes.plot([found.low, found.high], [height, height], color=colour, linewidth=2)
    axes.plot([found.mean], [height], "o", color=colour)

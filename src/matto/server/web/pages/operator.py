"""The page of whoever runs the server: how it stands, in figures."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence

import msgspec

from matto import __version__
from matto.engine.words import N_
from matto.games import catalogue
from matto.server.http.display import Visit
from matto.server.metrics import FALLBACK, LATE, OWN, UNREADY
from matto.server.tables.views import Phase
from matto.server.web.pages.environment import rendered

PHASES: Mapping[Phase, str] = {
    Phase.GATHERING: N_("waiting for players"),
    Phase.PLAYING: N_("playing"),
    Phase.BETWEEN: N_("between deals"),
    Phase.OVER: N_("over"),
}
"""What the phases of a table are called."""

MIB = 1 << 20
MOST_ERRORS = 12

Totals = Mapping[str, Mapping[tuple[str, ...], float]]
Census = Mapping[tuple[str, Phase], int]


class GameRow(msgspec.Struct, frozen=True):
    """How many tables of a game there are in each phase."""

    name: str
    numbers: tuple[int, ...]


class BotRow(msgspec.Struct, frozen=True):
    """What a bot has answered, how often another one had to, and how long it thought."""

    name: str
    own: int
    fallback: int
    late: int
    unready: int
    seconds: float


class OperatorReport(msgspec.Struct, frozen=True):
    """All that the page shows: figures of all workers, tables of the store, settings."""

    totals: Totals
    census: Census
    database: str
    kept: Mapping[str, float]
    most_tables: int

    def total(self, name: str, *labels: str) -> int:
        """A figure, or the sum of all of its name if no labels are given."""
        found = self.totals.get(name, {})
        return int(found.get(labels, 0) if labels else sum(found.values()))

    def mean(self, name: str, *labels: str) -> float:
        """How long something takes in the mean, in seconds."""
        times = self.totals.get(f"{name}_count", {}).get(labels, 0)
        return self.totals.get(f"{name}_sum", {}).get(labels, 0.0) / times if times else 0.0

    @property
    def games(self) -> Sequence[GameRow]:
        """The tables by game, most of them first."""
        numbers = {
            game: tuple(self.census.get((game, phase), 0) for phase in PHASES)
            for game, _ in self.census
        }
        names = {game: found.name for game, found in catalogue().items()}
        rows = [GameRow(names.get(game, game), found) for game, found in numbers.items()]
        return sorted(rows, key=lambda row: (-sum(row.numbers), row.name))

    @property
    def bots(self) -> Sequence[BotRow]:
        """The bots that were asked, by name."""
        answers = self.totals.get("matto_bot_answers_total", {})
        names = sorted({bot for bot, _ in answers})
        return [
            BotRow(
                name,
                own=int(answers.get((name, OWN), 0)),
                fallback=int(answers.get((name, FALLBACK), 0)),
                late=int(answers.get((name, LATE), 0)),
                unready=int(answers.get((name, UNREADY), 0)),
                seconds=self.mean("matto_bot_seconds", name),
            )
            for name in names
        ]

    @property
    def errors(self) -> Sequence[tuple[str, str, int]]:
        """What was refused, most often first: its name, its status, how often."""
        found = self.totals.get("matto_errors_total", {})
        rows = ((error, status, int(number)) for (error, status), number in found.items())
        return sorted(rows, key=lambda row: (-row[2], row[0]))[:MOST_ERRORS]


def operator_page(visit: Visit, report: OperatorReport) -> str:
    """Fill in how the server stands."""
    return rendered(
        "operator.html",
        visit,
        report=report,
        phases=PHASES.values(),
        sums=[sum(row.numbers[i] for row in report.games) for i in range(len(PHASES))],
        mib=lambda size: round(size / MIB, 1),
        version=__version__,
        python=platform.python_version(),
    )


def operator_door(visit: Visit, *, wrong: bool = False) -> str:
    """Fill in the form that asks for the key."""
    return rendered("operator_door.html", visit, wrong=wrong)

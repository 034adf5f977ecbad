"""How long `quick` takes to choose, in every game: ``python lab/quick_speed.py``.

``python lab/quick_speed.py [--games …] [--deals N] [--write FILE]`` plays whole deals with
`quick` in one seat among players by the rule of thumb, and measures each of its choices between
two or more, and its parts. Processor time; each deal is played several times; of each choice
the quickest counts, so that what else the machine does counts little.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from unittest import mock

from matto.encoding import Encoding
from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.learned.features import CardFeatures
from matto.players.learned.network import Network
from matto.players.rule import RuleBot
from pages import publish
from script import asked_for, games_of

TRIES = 5
PLAY, WHOLE = "play", "whole"
PARTS: Mapping[str, tuple[type, str]] = {
    "the rule": (RuleBot, "weighed"),
    "the view": (Encoding, "observe"),
    "its cards": (CardFeatures, "of_one"),
    "the network": (Network, "judge"),
}
"""What a choice of a card consists of, but for what is left to no part."""
HEADS = "median", "95 %", "99 %", "slowest", "slowest word", *PARTS
BEGIN, END = "<!-- quick: written by lab/quick_speed.py -->", "<!-- end of quick -->"


class Choice(NamedTuple):
    """What was asked for, and the milliseconds of the whole and of each of `PARTS`."""

    kind: str
    whole: float
    parts: Mapping[str, float]


@contextmanager
def parts_timed(spent: dict[str, float]) -> Iterator[None]:
    """Add the milliseconds of each part to those spent; that takes some microseconds itself."""
    with ExitStack() as parts:
        for part, (owner, name) in PARTS.items():
            work = timed(getattr(owner, name), spent, part)
            parts.enter_context(mock.patch.object(owner, name, work))
        yield


def timed(work: Callable[..., Any], spent: dict[str, float], part: str) -> Callable[..., Any]:
    """The same work, whose milliseconds are added to those spent."""

    def measured(*given: Any) -> Any:
        begun = time.thread_time_ns()
        found = work(*given)
        spent[part] = spent.get(part, 0.0) + (time.thread_time_ns() - begun) / 1e6
        return found

    return measured


def choices(game: Game, deals: int, spent: dict[str, float]) -> Iterator[Choice]:
    """Play some deals; gives each choice of the one who is `quick`."""
    quick, rule = (make_bot(name, game, 1) for name in ("quick", "rule"))
    for deal in range(deals):
        run = Run.shuffled(game, seed=f"{game.id} {deal}", dealer=deal % game.seats)
        guest = deal // game.seats % game.seats
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            if asked.seat != guest or len(asked.options) == 1:
                run.do(rule.choose(view))
                continue
            spent.clear()
            run.do(timed(quick.choose, spent, WHOLE)(view))
            yield Choice(asked.kind, spent.pop(WHOLE), dict(spent))


def measured(game: Game, deals: int) -> list[Choice]:
    """Play the same deals again and again; gives the quickest of each choice."""
    spent: dict[str, float] = {}
    with parts_timed(spent):
        list(choices(game, 1, spent))  # models are read, tables made
        tries = [list(choices(game, deals, spent)) for _ in range(TRIES)]
    return [min(same, key=lambda one: one.whole) for same in zip(*tries, strict=True)]


def row(found: list[Choice]) -> list[float]:
    """The numbers of a game, in the order of `HEADS`: milliseconds."""
    times = [one.whole for one in found]
    cents = statistics.quantiles(times, n=100, method="inclusive")
    word = max((one.whole for one in found if one.kind != PLAY), default=0.0)
    cards = [one for one in found if one.kind == PLAY]
    parts = [statistics.mean(one.parts.get(part, 0.0) for one in cards) for part in PARTS]
    return [cents[49], cents[94], cents[98], max(times), word, *parts]


def table(rows: Mapping[str, list[float]]) -> Iterator[str]:
    """A line for each game, and their mean."""
    yield f"| milliseconds | {' | '.join(HEADS)} |"
    yield f"|---|{'--:|' * len(HEADS)}"
    mean = [statistics.mean(column) for column in zip(*rows.values(), strict=True)]
    for name, numbers in {**rows, "mean": mean}.items():
        yield f"| {name} | {' | '.join(f'{number:.2f}' for number in numbers)} |"


def main() -> None:
    """Print or write the table."""
    asked = asked_for(__doc__, 12, BEGIN, END)
    games = map(find_game, games_of(asked.games))
    rows = {game.id: row(measured(game, asked.deals)) for game in games}
    publish(asked.write, BEGIN, END, "\n".join(table(rows)))


if __name__ == "__main__":
    main()

"""How long a view takes to be written as numbers, in every game and phase.

``python lab/encoding_speed.py [--games …] [--deals N] [--write FILE]`` plays deals by chance
and observes the view of whoever is asked, once as the deal goes on and once as if nothing had
been seen of it before. Processor time; of each view the quickest of several tries, so that what
else the machine does counts little.
"""

from __future__ import annotations

import copy
import random
import statistics
import time
from collections.abc import Iterator
from typing import NamedTuple

from matto.encoding import Encoding, encoding_of
from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from pages import publish
from script import asked_for, games_of

TRIES = 9
PLAY = "play"
BEGIN, END = "<!-- views: written by lab/encoding_speed.py -->", "<!-- end of views -->"


class Times(NamedTuple):
    """Microseconds of each view, as the deal goes on and from its beginning."""

    words: list[float]
    cards: list[float]
    from_the_start: list[float]


def measured(game_id: str, deals: int) -> Times:
    """Observe all views of some deals again and again; gives the quickest time of each."""
    tries = [list(_once(game_id, deals)) for _ in range(TRIES)]
    times = Times([], [], [])
    for same in zip(*tries, strict=True):
        kind = same[0][0]
        on, start = (min(one[place] for one in same) for place in (1, 2))
        (times.cards if kind == PLAY else times.words).append(on)
        times.from_the_start.append(start)
    return times


def _once(game_id: str, deals: int) -> Iterator[tuple[str, float, float]]:
    game, rng = find_game(game_id), random.Random(game_id)
    encoding = encoding_of(game)
    for seed in range(deals):
        run = Run.shuffled(game, seed=f"{game_id} {seed}", dealer=seed % game.seats)
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            yield asked.kind, _timed(encoding, view), _timed(encoding, _never_seen(view))
            run.do(rng.choice(asked.options))


def _timed(encoding: Encoding, view: View) -> float:
    begun = time.thread_time_ns()
    encoding.observe(view)
    return (time.thread_time_ns() - begun) / 1000


def _never_seen(view: View) -> View:
    """The same view, of which nothing can have been kept."""
    other = copy.copy(view)
    other.events = tuple(map(copy.copy, view.events))
    return other


def table(measurements: dict[str, Times]) -> Iterator[str]:
    """A row for each game: means, and the slowest view."""
    heads = "words, mean", "cards, mean", "the slowest", "from the start, mean", "the slowest"
    yield f"| µs of a processor for a view | {' | '.join(heads)} |"
    yield "|---|--:|--:|--:|--:|--:|"
    for game_id, (words, cards, start) in measurements.items():
        means = (f"{statistics.mean(one):.0f}" if one else "–" for one in (words, cards))
        slowest = f"{max(words + cards):.0f} | {statistics.mean(start):.0f} | {max(start):.0f}"
        yield f"| {game_id} | {' | '.join(means)} | {slowest} |"


def main() -> None:
    """Print or write the table."""
    asked = asked_for(__doc__, 2, BEGIN, END)
    found = {game_id: measured(game_id, asked.deals) for game_id in games_of(asked.games)}
    publish(asked.write, BEGIN, END, "\n".join(table(found)))


if __name__ == "__main__":
    main()

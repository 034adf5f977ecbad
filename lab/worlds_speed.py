"""How many worlds a second are drawn for an opening lead, and how long one waits for the first.

``python lab/worlds_speed.py [GAME …] [--worlds N] [--deals N]`` plays deals by chance up to the
first lead and draws worlds for the seat that leads, with all that is known by then.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator

from matto.engine.run import Run
from matto.engine.view import View
from matto.games import game as find_game
from matto.inference import Worlds

GAMES = ("mineo-3", "priestertarock", "grosstarock")
TRIES = 1000


def leads(game_id: str, deals: int) -> Iterator[View]:
    """The views of the seats that lead to the first trick."""
    game = find_game(game_id)
    for seed in range(TRIES):
        rng = random.Random(f"{game_id}/{seed}")
        run = Run.shuffled(game, seed=rng, dealer=rng.randrange(game.seats))
        while run.decision is not None and run.decision.kind != "play":
            run.do(rng.choice(run.decision.options))
        if run.decision is not None:
            yield run.view(run.decision.seat)
            deals -= 1
        if not deals:
            return


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--worlds", type=int, default=100_000)
    parser.add_argument("--deals", type=int, default=20)
    chosen = parser.parse_args()
    for game_id in chosen.games:
        views = list(leads(game_id, chosen.deals))
        Worlds(find_game(game_id), views[0]).draw(
            1, 0
        )  # compiled, or read from where it is kept
        first, drawing = [], []
        for view in views:
            start = time.perf_counter()
            worlds = Worlds(find_game(game_id), view)
            worlds.draw(1, 0)
            middle = time.perf_counter()
            worlds.draw(chosen.worlds, 1)
            first.append(middle - start)
            drawing.append((time.perf_counter() - middle) / chosen.worlds)
        print(
            f"{game_id}: {1 / statistics.median(drawing):,.0f} worlds/s "
            f"(slowest {1 / max(drawing):,.0f}), "
            f"the first after {1000 * statistics.median(first):.1f} ms "
            f"(latest {1000 * max(first):.1f})"
        )


if __name__ == "__main__":
    main()

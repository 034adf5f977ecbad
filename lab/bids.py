"""Are the bids of all games right? `python lab/bids.py --deals 400 --jobs 2`.

What `lab/calibration.py` tells of one game, for all of them: the usual bot sits in one seat,
drawn by lot, the others speak and all cards are played by the rule of thumb. The first table
has the line of realised on predicted results for each game, the second each contract or other
word that was said often enough to tell. `--folder` keeps each game's deals, and the same
command goes on from there; take another folder when a bot has changed. `--write PAGE` writes
the tables between two marks of a page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from calibration import Bid, Notes, Seating, by_word, fit, measure, surprise
from matto.arena import contest_of
from matto.arena.measure import check_effort
from matto.engine.errors import MattoError
from matto.games import game as find_game
from matto.players import Estimates, make_bot
from matto.players.levels import USUAL
from matto.spreading import Resources
from pages import check_page, publish
from script import add_resources, games_of, resources_of

RULE = "rule"
OFTEN = 30
"""How often a word must have been said to get a row of its own."""

BEGIN = "<!-- the bids: written by lab/bids.py -->"
END = "<!-- the end of the bids -->"
HOURS = 24 * 60.0

Said = Mapping[str, Notes]
"""What was said in each game."""


def notes_of(
    game_id: str, bot: str, deals: int, resources: Resources, folder: Path | None
) -> Notes:
    """Play so many deals of a game, or go on from those that are kept."""
    game = find_game(game_id)
    contest = contest_of(game, game.resolve(), [RULE, bot])
    seating = Seating(bot, RULE, RULE)
    path = None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{game_id}.jsonl"
    notes = Notes({"game": game_id, **seating._asdict()}, path)
    measure(contest, seating, deals, resources=resources, minutes=HOURS, notes=notes)
    return notes


def tables(every: Said) -> str:
    """Both tables."""
    return "\n".join([*lines_table(every), "", *words_table(every)])


def lines_table(every: Said) -> Iterator[str]:
    """Realised on predicted results, a row for each game in which something was said."""
    yield "| game | deals | words | realised = slope · predicted | + level |"
    yield "|---|--:|--:|--:|--:|"
    for game_id, notes in every.items():
        bids = notes.all_bids()
        line = fit(bids) if bids else None
        if line is None:
            continue
        slope = f"{line.slope:.2f} ± {line.slope_reach:.2f}"
        level = f"{line.level:+.2f} ± {line.level_reach:.2f}"
        yield f"| `{game_id}` | {len(notes.deals):,} | {len(bids):,} | {slope} | {level} |"


def words_table(every: Said) -> Iterator[str]:
    """A row for each word that was said often."""
    yield "| game | word | said | predicted | realised | realised − predicted (95 %) |"
    yield "|---|---|--:|--:|--:|--:|"
    for game_id, notes in every.items():
        for word, own in by_word(notes.all_bids()):
            if len(own) >= OFTEN:
                yield f"| `{game_id}` | `{word}` | {figures(own)} |"


def figures(bids: Sequence[Bid]) -> str:
    """How often a word was said, what was expected of it and what came of it."""
    predicted = sum(bid.predicted for bid in bids) / len(bids)
    realised = sum(bid.realised for bid in bids) / len(bids)
    found = surprise(bids)
    shown = f"{found.mean:+.2f}"
    if found.low is not None and found.high is not None:
        shown += f" ({found.low:+.2f} … {found.high:+.2f})"
    return f"{len(bids):,} | {predicted:+.2f} | {realised:+.2f} | {shown}"


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    parser.add_argument("--bot", default=USUAL, help="who is measured")
    parser.add_argument("--deals", type=int, default=400, help="for each game")
    add_resources(parser)
    parser.add_argument("--folder", type=Path, help="keep finished deals, and go on from them")
    parser.add_argument("--write", type=Path, help="the page to write the tables into")
    return parser.parse_args()


def main() -> int:
    """Measure, and print or write the tables; the status is 2 for what cannot be measured."""
    asked = arguments()
    games = games_of(asked.games)
    every: dict[str, Notes] = {}
    resources = resources_of(asked)
    try:
        check_effort(asked.deals, resources)
        check_page(asked.write, BEGIN, END)
        if not isinstance(make_bot(asked.bot, find_game(games[0]), 0), Estimates):
            print(f"The bot {asked.bot} does not tell what it expects.", file=sys.stderr)
            return 2
        for number, game_id in enumerate(games, start=1):
            print(f"{game_id}, game {number} of {len(games)}", file=sys.stderr)
            every[game_id] = notes_of(game_id, asked.bot, asked.deals, resources, asked.folder)
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    publish(asked.write, BEGIN, END, tables(every))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Is every choice of a deal a good one? Sheets for a reader, and two judges for objections.

`python lab/reading.py play --out build/reading` plays a deal of each game with `strong` in
every seat, and writes a record and a sheet, which shows at each choice what was held, what lay,
what could be chosen and what was. A reader who counts cards says which choice looks wrong, and
`python lab/reading.py ask build/reading/mineo-3-7-1.json 41 T1` compares choice number 41 with
T1 (see `lab/judging.py`). It also prints what `strong` would choose today. More likely deals
(`--worlds 240`) show smaller differences.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from judging import PLAY, WORLDS, continue_by, gains
from matto.engine.errors import MattoError
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.bot_readiness import get_ready
from matto.players.bots import USUAL
from matto.records import dump, loads, record_of, write_whole
from matto.research.arena.statistics import mean_of
from matto.research.parallel import spread
from matto.telling.story import PAID
from script import add_resources, games_of, resources_of

MIN_WORLDS = 8
BOT_SEED = 0
"""All seats of a deal that is read have the same, so that it can be asked again."""
HIGHEST_SEED = 100_000
Place = tuple[str, int, int]
"""A deal to play: its game, the seed of its cards, who deals."""


class Written(NamedTuple):
    """A deal that was played: its name, its record, and a sheet for a reader."""

    name: str
    record: str
    sheet: str


def written(place: Place) -> Written:
    """Play a deal with the usual bot in every seat; if it is thrown in, take the next seed."""
    get_ready()
    game_id, seed, dealer = place
    run = played(game_id, seed, dealer)
    while not run.table.tricks:
        seed += 1
        run = played(game_id, seed, dealer)
    sheet_of_it = "\n".join([*sheet(run), ""])
    return Written(f"{game_id}-{seed}-{dealer}", dump(record_of(run)), sheet_of_it)


def played(game_id: str, seed: int, dealer: int) -> Run:
    """Return a deal as the usual bot plays it in every seat."""
    game = find_game(game_id)
    run, bot = Run.shuffled(game, seed=seed, dealer=dealer), make_bot(USUAL, game, BOT_SEED)
    continue_by([bot] * game.seats, run)
    return run


# -- the sheet ---------------------------------------------------------------------------------


def sheet(run: Run) -> Iterator[str]:
    """Return the lines of a deal: what was dealt, choice by choice, and what it brought."""
    again = run.fork(0)
    yield f"{run.game.id}, seat {run.setup.dealer} deals; seats follow one another in play"
    for seat, hand in enumerate(run.setup.deal.hands):
        yield f"seat {seat} is dealt {' '.join(run.view(seat).pack.sort(hand))}"
    if run.setup.deal.talon:
        yield f"talon: {' '.join(run.setup.deal.talon)}"
    yield from pots(run.setup.carried, "before")
    for number, action in enumerate(run.actions):
        before = len(again.events)
        yield from choice(again, number, action.choice)
        again.act(action)
        for event in again.events[before:]:
            if event.kind != PLAY:
                who = "" if event.kind == PAID else f"seat {event.seat} "
                yield f"    {event.kind}: {who}{' '.join(event.what)}"
    if run.result is not None:
        yield f"scores, in the smallest unit: {run.result.scores}"
        yield from pots(run.result.carried, "after")


def pots(carried: Mapping[str, int], when: str) -> Iterator[str]:
    """Return a line for each pot that is carried from deal to deal."""
    for name, amount in carried.items():
        yield f"{name} {when}, in the smallest unit: {amount}"


def choice(run: Run, number: int, chosen: str) -> Iterator[str]:
    """Return the lines of one choice; of a forced one there is a single line."""
    if (asked := run.decision) is None:
        return
    if len(asked.options) == 1:
        yield f"#{number} seat {asked.seat} {asked.kind}: {chosen} (the only one)"
        return
    view = run.view(asked.seat)
    yield f"#{number} seat {asked.seat} {asked.kind}: {chosen}"
    lying = " ".join(f"{seat}:{card}" for seat, card in view.lying)
    if asked.kind == PLAY:
        yield f"    lies: {lying or 'nothing, it leads'}"
    yield f"    holds: {' '.join(view.hand)}"
    if set(asked.options) != set(view.hand):
        yield f"    may: {' '.join(asked.options)}"


# -- the judges --------------------------------------------------------------------------------


def ask(run: Run, number: int, other: str, worlds: int) -> Iterator[str]:
    """Compare what was chosen with another choice; raises `IllegalChoice`."""
    asked, chosen = run.fork(number), run.actions[number].choice
    asked.fork().do(other)
    assert asked.decision is not None
    view = asked.view(asked.decision.seat)
    yield f"today: {make_bot(USUAL, run.game, BOT_SEED).choose(view)}"
    found = gains(run.game, view, chosen, other, worlds=worlds, seed=BOT_SEED)
    for who, gained in found.items():
        points = mean_of(gained / run.game.unit)
        told = f"{points.mean:+.2f} ± {points.error:.2f} points (one standard error)"
        yield f"among `{who}` {chosen} brings {told} more than {other}"


# -- the command line --------------------------------------------------------------------------


def play_and_write(asked: argparse.Namespace) -> None:
    """Write a record and a sheet of a random deal of each game."""
    resources, chance = resources_of(asked).checked(), random.Random(asked.seed)
    places = [
        (game_id, chance.randrange(HIGHEST_SEED), chance.randrange(find_game(game_id).seats))
        for game_id in games_of(asked.games)
    ]
    asked.out.mkdir(parents=True, exist_ok=True)
    for deal in spread(written, places, resources):
        path = asked.out / f"{deal.name}.json"
        write_whole(path, deal.record.encode())
        write_whole(path.with_suffix(".txt"), deal.sheet.encode())
        print(path, file=sys.stderr)


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    either = parser.add_subparsers(dest="what", required=True)
    play = either.add_parser("play", help="play a deal of each game, for a reader")
    play.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    play.add_argument("--seed", type=int, default=secrets.randbelow(HIGHEST_SEED))
    play.add_argument("--out", type=Path, default=Path("build/reading"))
    add_resources(play)
    judge = either.add_parser("ask", help="put an objection to two judges")
    judge.add_argument("record", type=Path)
    judge.add_argument("number", type=int, help="of the choice, as on the sheet")
    judge.add_argument("other", help="the choice to compare with")
    judge.add_argument("--worlds", type=int, default=WORLDS, help="likely deals")
    asked = parser.parse_args()
    if asked.what == "ask" and asked.worlds < MIN_WORLDS:
        parser.error(f"--worlds must be {MIN_WORLDS} or more")
    return asked


def main() -> int:
    """Play or ask; return 2 for what cannot be played or asked."""
    asked = arguments()
    try:
        if asked.what == "play":
            play_and_write(asked)
            return 0
        run = loads(asked.record.read_bytes())[0]
        if not 0 <= asked.number < run.done:
            print(f"Choices are numbered 0 to {run.done - 1}.", file=sys.stderr)
            return 2
        get_ready()
        for line in ask(run, asked.number, asked.other, asked.worlds):
            print(line)
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

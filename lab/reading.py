"""Is every choice of a deal a good one? Sheets for a reader, and two judges for what he says.

`python lab/reading.py play --out build/reading` plays a deal of each game by chance, with
`strong` in every seat, and writes it twice: as a record, and as a sheet that tells at each
choice what was held, what lay, what could be chosen and what was. A reader who counts cards
says what is silly, and `python lab/reading.py ask build/reading/mineo-3-7-1.json 41 T1` puts it
to two judges: what was chosen at number 41 and T1 are played in the same likely deals, where
all go on by the rule of thumb, or by the network of `quick`. Told, too, is what `strong` would
choose today. More deals (`--worlds 240`) tell smaller differences.
"""

from __future__ import annotations

import argparse
import random
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from matto.arena import PLAY
from matto.arena.estimates import mean_of
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.run import Run
from matto.games import game as find_game
from matto.inference.resampling import NOWHERE
from matto.players import make_bot
from matto.players.levels import USUAL
from matto.players.readiness import get_ready
from matto.players.sampled import Sampled
from matto.records import dump, loads, record_of, write_whole
from matto.spreading import spread
from matto.telling.sentences import PAID
from paying_habits import DRAWN, HEARD, JUDGES, READ, WALK, brought
from script import add_resources, games_of, resources_of

MIN_WORLDS, WORLDS = 8, 80
BOT_SEED = 0
"""All seats of a deal that is read have the same, so that it can be asked again."""
HIGHEST_SEED = 100_000
Place = tuple[str, int, int]
"""A deal to play: its game, the seed of its cards, who deals."""


class Written(NamedTuple):
    """A deal that was played: what it is called, its record, and a sheet for a reader."""

    name: str
    record: str
    sheet: str


def written(place: Place) -> Written:
    """Play a deal with the usual bot in every seat, and write it down.

    Of one that is thrown in nobody can read much: then the next seed is taken.
    """
    get_ready()
    game_id, seed, dealer = place
    run = played(find_game(game_id), seed, dealer)
    while not run.table.tricks:
        seed += 1
        run = played(run.game, seed, dealer)
    name = f"{game_id}-{seed}-{dealer}"
    return Written(name, dump(record_of(run)), "\n".join([*sheet(run), ""]))


def played(game: Game, seed: int, dealer: int) -> Run:
    """A deal as the usual bot plays it in every seat."""
    run, bot = Run.shuffled(game, seed=seed, dealer=dealer), make_bot(USUAL, game, BOT_SEED)
    while (asked := run.decision) is not None:
        run.do(bot.choose(run.view(asked.seat)))
    return run


# -- the sheet ---------------------------------------------------------------------------------


def sheet(run: Run) -> Iterator[str]:
    """A deal for a reader: what was dealt, then choice by choice, then what it brought."""
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
    """What goes over from deal to deal, a line each."""
    for name, amount in carried.items():
        yield f"{name} {when}, in the smallest unit: {amount}"


def choice(run: Run, number: int, chosen: str) -> Iterator[str]:
    """The lines of one choice; what had to be is told in one."""
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
    """Compare what was chosen with what a reader holds for better, in about so many deals.

    Raises `IllegalChoice` where that may not be chosen.
    """
    asked, chosen = run.fork(number), run.actions[number].choice
    asked.fork().do(other)
    assert asked.decision is not None
    view = asked.view(asked.decision.seat)
    yield f"today: {make_bot(USUAL, run.game, BOT_SEED).choose(view)}"
    sampled = Sampled(run.game, view, DRAWN, BOT_SEED, HEARD, READ)
    likely = sampled.likely(worlds, WALK if asked.decision.kind == PLAY else NOWHERE)
    deals = [sampled.worlds.run(likely, world) for world in range(len(likely))]
    unit = run.game.unit
    for who in JUDGES:
        gains = [brought(deal, chosen, who) - brought(deal, other, who) for deal in deals]
        found = mean_of(np.array(gains, float) / unit)
        told = f"{found.mean:+.2f} ± {found.error:.2f} points (one standard error)"
        yield f"among `{who}` {chosen} brings {told} more than {other}"


# -- the command line --------------------------------------------------------------------------


def places(games: Sequence[str], seed: int) -> Iterator[Place]:
    """A deal of each game, by chance."""
    chance = random.Random(seed)
    for game_id in games:
        seats = find_game(game_id).seats
        yield game_id, chance.randrange(HIGHEST_SEED), chance.randrange(seats)


def play_and_write(asked: argparse.Namespace) -> None:
    """Write a record and a sheet of each deal; raises what names no game or no processes."""
    resources = resources_of(asked).checked()
    chosen = list(places(games_of(asked.games), asked.seed))
    asked.out.mkdir(parents=True, exist_ok=True)
    for deal in spread(written, chosen, resources):
        path = asked.out / f"{deal.name}.json"
        write_whole(path, deal.record.encode())
        write_whole(path.with_suffix(".txt"), deal.sheet.encode())
        print(path, file=sys.stderr)


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    either = parser.add_subparsers(dest="what", required=True)
    play = either.add_parser("play", help="play a deal of each game, for a reader")
    play.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    play.add_argument("--seed", type=int, default=secrets.randbelow(HIGHEST_SEED))
    play.add_argument("--out", type=Path, default=Path("build/reading"))
    add_resources(play)
    judge = either.add_parser("ask", help="put what a reader says to two judges")
    judge.add_argument("record", type=Path)
    judge.add_argument("number", type=int, help="of the choice, as on the sheet")
    judge.add_argument("other", help="what he holds for better")
    judge.add_argument("--worlds", type=enough, default=WORLDS, help="likely deals")
    return parser.parse_args()


def enough(number: str) -> int:
    """So many deals that there is a mean with its error."""
    if not number.isdecimal() or int(number) < MIN_WORLDS:
        raise argparse.ArgumentTypeError(f"at least {MIN_WORLDS} deals, not {number}")
    return int(number)


def main() -> int:
    """Play or ask; the status is 2 for what cannot be read or chosen."""
    asked = arguments()
    try:
        if asked.what == "play":
            play_and_write(asked)
            return 0
        run = loads(asked.record.read_bytes())[0]
        if not 0 <= asked.number < run.done:
            print(f"There are choices 0 to {run.done - 1}.", file=sys.stderr)
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

"""Is a bot right about its own bids? `python lab/calibration.py GAME --bots BOT --deals N`.

The bot plays in all seats; with `--others OTHER` in one, and players of another kind in the
rest: such as `rule`, of whom it knows how they think. Whenever it chooses a word (not a card),
what it expects of that word (`matto.players.Estimates`) is written down, and when the deal is
over, what came of it. A bot is calibrated when the two agree on the average for every contract,
and when realised results grow with predicted ones at a slope of 1.

The first table has a row for each word: how often it was chosen, prediction, result, and the
difference with its 95 % interval. The second divides all predictions into tenths, from the
gloomiest to the brightest. Deals are the independent unit of all intervals. `--cards rule`
lets the rule of thumb play the cards, which is much quicker; then predictions are compared
with what that play brings in. `--keep FILE` writes each finished deal down as a line of JSON,
and the same command goes on from there; `--minutes` ends it in time.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, takewhile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.arena.contest import FULL, Contest, contest_of
from matto.arena.deals import PLAYING, duplicate
from matto.arena.errors import BadContest
from matto.arena.estimates import Estimate, ratio_of, t_quantile
from matto.engine.cards import NUMBER
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.words import text
from matto.games import game as find_game
from matto.players import Estimates, make_bot
from matto.players.seeds import derived
from matto.spreading import Resources, spread
from script import add_resources, resources_of

WITH_CARDS = frozenset({PLAYING, "discard", "give", "show"})
"""Kinds of decisions in which no word is chosen."""

TENTHS = 10
FEWEST_SHOWN = 10
PROGRESS_EVERY = 25
Figures = NDArray[np.float64]


class Bid(NamedTuple):
    """A word that was chosen, what was expected of it and what came of it, in points."""

    deal: int
    word: str
    predicted: float
    realised: float


class Seating(NamedTuple):
    """Who is asked for words: the bot that is measured, and who sits in the other seats.

    `others` is empty if the bot sits in all of them; `cards` is who plays everybody's cards.
    """

    bot: str
    others: str
    cards: str

    def words(self, contest: Contest, number: int, seat: int) -> str:
        """The bot that is asked for a seat's words in a deal."""
        if not self.others or seat == self.measured(contest, number):
            return self.bot
        return self.others

    def measured(self, contest: Contest, number: int) -> int:
        """The seat of the bot among others, by lot."""
        return derived(contest.seed, "measured", number) % contest.found_game()[0].seats

    def is_measured(self, contest: Contest, number: int, seat: int) -> bool:
        """Tell whether a seat's words are written down."""
        return not self.others or seat == self.measured(contest, number)


class Fit(NamedTuple):
    """The line of realised on predicted results, each with half of its 95 % interval."""

    slope: float
    slope_reach: float
    level: float
    level_reach: float


def bids_of(contest: Contest, seating: Seating, number: int) -> list[Bid]:
    """Play a deal and give the words that were chosen with an estimate."""
    game, _ = contest.found_game()
    run = duplicate(contest, FULL, number).run()
    said = list(_played(run, game, contest, seating, number))
    if run.result is None:
        raise ValueError("the deal is not over")
    scores = run.result.scores
    return [
        Bid(number, word, predicted / game.unit, scores[seat] / game.unit)
        for seat, word, predicted in said
    ]


def _played(
    run: Run, game: Game, contest: Contest, seating: Seating, number: int
) -> Iterator[tuple[int, str, float]]:
    """Play to the end; yields seat, word and prediction of every word with an estimate."""
    seeds = [derived(contest.seed, "bot", number, seat) for seat in range(game.seats)]
    bidders = [
        make_bot(seating.words(contest, number, seat), game, seed)
        for seat, seed in enumerate(seeds)
    ]
    players = [make_bot(seating.cards, game, seed) for seed in seeds]
    measured = [seating.is_measured(contest, number, seat) for seat in range(game.seats)]
    while (decision := run.decision) is not None:
        seat, view = decision.seat, run.view(decision.seat)
        if decision.kind in WITH_CARDS:
            run.do(players[seat].choose(view))
            continue
        choice = bidders[seat].choose(view)
        bidder = bidders[seat]
        if measured[seat] and isinstance(bidder, Estimates) and len(decision.options) > 1:
            expected = bidder.estimate(view).get(choice)
            if expected is not None:
                yield seat, f"{decision.kind}: {word_of(choice)}", expected
        run.do(choice)


def word_of(choice: str) -> str:
    """A choice without the card that it names."""
    head, colon, _ = choice.partition(":")
    if head in NUMBER:
        return "…"
    return f"{head}:…" if colon else head


def by_word(bids: Sequence[Bid]) -> list[tuple[str, list[Bid]]]:
    """Bids by word, the most frequent first."""
    words: dict[str, list[Bid]] = {}
    for bid in bids:
        words.setdefault(bid.word, []).append(bid)
    return sorted(words.items(), key=lambda entry: (-len(entry[1]), entry[0]))


def by_tenths(bids: Sequence[Bid]) -> list[list[Bid]]:
    """Bids in ten equal parts by what was expected of them."""
    ordered = sorted(bids, key=lambda bid: bid.predicted)
    edges = [len(ordered) * tenth // TENTHS for tenth in range(TENTHS + 1)]
    parts = [ordered[low:high] for low, high in pairwise(edges)]
    return [part for part in parts if part]


def surprise(bids: Sequence[Bid]) -> Estimate:
    """Realised less predicted, with deals as the unit."""
    sums: dict[int, float] = {}
    counts: dict[int, int] = {}
    for bid in bids:
        sums[bid.deal] = sums.get(bid.deal, 0.0) + bid.realised - bid.predicted
        counts[bid.deal] = counts.get(bid.deal, 0) + 1
    estimate = ratio_of(list(sums.values()), list(counts.values()))
    if estimate is None:
        raise ValueError("there are no bids")
    return estimate


def fit(bids: Sequence[Bid]) -> Fit | None:
    """The line by least squares; the errors let bids of a deal hang together.

    None if all predictions are alike or there are too few deals.
    """
    predicted = np.array([bid.predicted for bid in bids])
    realised = np.array([bid.realised for bid in bids])
    deals = np.unique([bid.deal for bid in bids], return_inverse=True)[1]
    clusters = int(deals.max()) + 1 if len(bids) else 0
    if clusters < FEWEST_SHOWN or not predicted.std():
        return None
    design = np.column_stack([np.ones_like(predicted), predicted])
    inverse = np.linalg.inv(design.T @ design)
    line = inverse @ design.T @ realised
    scores = np.zeros((clusters, 2))
    np.add.at(scores, deals, design * (realised - design @ line)[:, None])
    spread = inverse @ (scores.T @ scores) @ inverse * clusters / (clusters - 1)
    reach = t_quantile(0.975, clusters - 1) * np.sqrt(np.diag(spread))
    return Fit(float(line[1]), float(reach[1]), float(line[0]), float(reach[0]))


def facts(bids: Sequence[Bid]) -> dict[str, object]:
    """Everything in plain values."""
    line = fit(bids)
    return {
        "bids": len(bids),
        "words": [_row(word, own) for word, own in by_word(bids)],
        "tenths": [_row("", own) for own in by_tenths(bids)],
        "line": None if line is None else line._asdict(),
    }


def _row(word: str, bids: Sequence[Bid]) -> dict[str, object]:
    estimate = surprise(bids)
    return {
        "word": word,
        "bids": len(bids),
        "predicted": float(np.mean([bid.predicted for bid in bids])),
        "realised": float(np.mean([bid.realised for bid in bids])),
        "surprise": {"mean": estimate.mean, "low": estimate.low, "high": estimate.high},
    }


def show(bids: Sequence[Bid]) -> None:
    """Print both tables and the line."""
    head = f"{'bids':>8}{'predicted':>11}{'realised':>10}   realised − predicted (95 %)"
    print(f"{'word':24}{head}")
    for word, own in by_word(bids):
        print(_line(word, own))
    print(f"\n{'predictions from':24}{head}")
    for own in by_tenths(bids):
        print(_line(f"{own[0].predicted:+.2f} to {own[-1].predicted:+.2f}", own))
    line = fit(bids)
    if line is not None:
        slope = f"{line.slope:.2f} ± {line.slope_reach:.2f}"
        print(f"\nrealised = {slope} · predicted {line.level:+.2f} ± {line.level_reach:.2f}")


def _line(name: str, bids: Sequence[Bid]) -> str:
    estimate = surprise(bids)
    predicted = float(np.mean([bid.predicted for bid in bids]))
    realised = float(np.mean([bid.realised for bid in bids]))
    interval = ""
    if estimate.low is not None and estimate.high is not None:
        interval = f" ({estimate.low:+.2f} … {estimate.high:+.2f})"
    figures = f"{len(bids):8}{predicted:+11.2f}{realised:+10.2f}"
    return f"{name:24}{figures}   {estimate.mean:+.2f}{interval}"


class Notes:
    """Finished deals with their bids, in memory and, if there is a file, there too.

    The first line of the file says what was measured; raises `BadContest` if that was
    something else.
    """

    def __init__(self, head: Mapping[str, object], path: Path | None = None) -> None:
        self.deals: dict[int, list[Bid]] = {}
        self.path = path
        line = json.dumps(head, sort_keys=True)
        if path is not None and path.exists():
            first, *lines = path.read_text(encoding="utf-8").splitlines()
            if first != line:
                raise BadContest(text("{file} keeps other deals.", file=str(path)))
            for number, bids in map(json.loads, lines):
                self.deals[number] = [Bid(number, *bid) for bid in bids]
        elif path is not None:
            path.write_text(line + "\n", encoding="utf-8")

    def add(self, number: int, bids: Sequence[Bid]) -> None:
        """Take in a finished deal."""
        self.deals[number] = list(bids)
        if self.path is not None:
            line = json.dumps([number, [bid[1:] for bid in bids]])
            with self.path.open("a", encoding="utf-8") as handle:
                handle.write(line + "\n")

    def all_bids(self) -> list[Bid]:
        """All bids, deal by deal."""
        return [bid for number in sorted(self.deals) for bid in self.deals[number]]


def play_piece(contest: Contest, seating: Seating, number: int) -> tuple[int, list[Bid]]:
    """The bids of a deal with its number."""
    return number, bids_of(contest, seating, number)


def measure(
    contest: Contest,
    seating: Seating,
    deals: int,
    *,
    resources: Resources,
    minutes: float,
    notes: Notes,
) -> None:
    """Play deals until they are done, the time is over or Ctrl-C is pressed."""
    until = time.monotonic() + 60 * minutes
    left = (number for number in range(deals) if number not in notes.deals)
    pieces = takewhile(lambda _number: time.monotonic() < until, left)
    finished = spread(partial(play_piece, contest, seating), pieces, resources)
    try:
        for number, bids in finished:
            notes.add(number, bids)
            if len(notes.deals) % PROGRESS_EVERY == 0:
                print(f"{len(notes.deals)}/{deals} deals", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted: what was measured until then", file=sys.stderr)
    finally:
        finished.close()


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--bots", default="strong", help="the bot in all seats")
    parser.add_argument("--others", default="", help="who sits in all seats but one")
    parser.add_argument("--cards", default="", help="who plays the cards; else the same bot")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    add_resources(parser)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--keep", type=Path, help="keep finished deals, and go on from them")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main() -> int:
    """Measure and print; the status is 2 for what cannot be measured."""
    asked = arguments()
    try:
        game = find_game(asked.game)
        seating = Seating(asked.bots, asked.others, asked.cards or asked.bots)
        bots = [seating.cards, asked.others or asked.bots, asked.bots]
        contest = contest_of(game, game.resolve(), bots, seed=asked.seed)
        if not isinstance(make_bot(asked.bots, game, 0), Estimates):
            print(f"The bot {asked.bots} does not tell what it expects.", file=sys.stderr)
            return 2
        head = {"game": asked.game, "seed": asked.seed, **seating._asdict()}
        notes = Notes(head, asked.keep)
        measure(
            contest,
            seating,
            asked.deals,
            resources=resources_of(asked),
            minutes=asked.minutes,
            notes=notes,
        )
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    bids = notes.all_bids()
    if asked.json:
        print(json.dumps(facts(bids), indent=1, ensure_ascii=False))
    else:
        show(bids)
    return 0


if __name__ == "__main__":
    sys.exit(main())

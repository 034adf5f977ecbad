"""How often does an open point of a text matter? `python lab/open_points.py all --write`.

For every value of every option that is not the default, deals are played with the defaults
and replayed, card by card and word by word, with that other reading. A reading *mattered* in
a deal when somebody would have been asked something else, would have had other choices, or
would have been paid differently for the same play. What may be said aside is not counted.

`--write` puts the list into the rulebook of the game, under its last heading.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.options import MANY_VALUES, Option, Options, Value, spell
from matto.engine.rulebook import OPEN_POINTS, Clause, Rulebook, folder, read
from matto.engine.run import Run
from matto.games import catalogue, game
from matto.players import make_bot
from matto.research.parallel import Resources, spread
from script import add_resources, resources_of

BATCH = 500
ASIDE_ONLY = frozenset(
    {
        "batto",
        "batto_laid_away",
        "show_card",
        "signs",
        "table_talk",
        "talk_parties",
        "talk_truth",
    }
)
TALK_ASIDE = "say"
Reading = tuple[str, Value]


@dataclass(frozen=True)
class Sample:
    """Which deals are looked at: how many, by which bots, shuffled from which seed."""

    deals: int
    bots: str
    seed: str


class Watched(Options):
    """Options that remember which of them a deal has looked at.

    A reading of which nothing was looked at cannot have mattered, so that its replay is saved.
    Each object is equal to itself only, lest a remembered answer to an equal one hide a look.
    """

    __hash__ = object.__hash__

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.looked_at: set[str] = set()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __getitem__(self, name: str) -> Value:
        self.looked_at.add(name)
        return super().__getitem__(name)

    def on(self, name: str) -> bool:
        """Return whether a switch is on."""
        return self[name] is True

    def number(self, name: str) -> int:
        """Return the value of a number option."""
        return int(self[name])


def other_readings(chosen: Game) -> tuple[Reading, ...]:
    """The values of every option that are not the default; of many numbers, some.

    Options of what is said aside are left out: they change no choice and no payment.
    """
    return tuple(
        (option.name, value)
        for option in chosen.options
        if option.name not in ASIDE_ONLY
        for value in _tried(option)
        if value != option.default
    )


def _tried(option: Option) -> tuple[Value, ...]:
    """All values, or of many numbers the least, the greatest, and those beside the default."""
    if option.kind != "number" or len(option.values) <= MANY_VALUES:
        return option.values
    place = option.values.index(option.default)
    beside = option.values[max(place - 1, 0) : place + 2]
    return tuple(dict.fromkeys((option.values[0], *beside, option.values[-1])))


def played(chosen: Game, sample: Sample, number: int) -> Run:
    """Play one deal with the defaults."""
    seed = f"{sample.seed}:{chosen.id}:{number}"
    options = Watched(chosen.resolve())
    run = Run.shuffled(chosen, seed=seed, dealer=number % chosen.seats, options=options)
    if sample.bots == "random":  # without the views that a random choice has no need of
        chance = random.Random(seed)
        while run.decision is not None:
            run.do(chance.choice(run.decision.options))
        return run
    bots = [make_bot(sample.bots, chosen, f"{seed}:{seat}") for seat in range(chosen.seats)]
    while run.decision is not None:
        seat = run.decision.seat
        run.do(bots[seat].choose(run.view(seat)))
    return run


def matters(run: Run, reading: Reading) -> bool:
    """Return whether the deal would have been another one under another reading."""
    name, value = reading
    if isinstance(run.options, Watched) and name not in run.options.looked_at:
        return False
    options = Options({**run.game.resolve(), name: value})
    setup = run.setup
    try:
        other = Run(run.game, setup.deal, dealer=setup.dealer, options=options)
    except MattoError:  # another pack or another deal: nothing can stay as it was
        return True
    for action, offered in zip(run.actions, run.offered, strict=True):
        if action.kind == TALK_ASIDE:
            continue
        asked = other.decision
        if asked is None or (asked.seat, asked.kind) != (action.seat, action.kind):
            return True
        if asked.options != offered:
            return True
        other.do(action.choice)
    return other.result is None or run.result is None or _paid(other) != _paid(run)


def _paid(run: Run) -> tuple[object, ...]:
    result = run.result
    assert result is not None
    return result.scores, result.points, result.next_dealer, result.carried, result.thrown_in


def batch(game_id: str, sample: Sample, first: int) -> Counter[Reading]:
    """Look at some deals; gives in how many of them each other reading mattered."""
    chosen = game(game_id)
    readings = other_readings(chosen)
    found: Counter[Reading] = Counter()
    for number in range(first, min(first + BATCH, sample.deals)):
        run = played(chosen, sample, number)
        found.update(reading for reading in readings if matters(run, reading))
    return found


def measure(game_id: str, sample: Sample, resources: Resources) -> Counter[Reading]:
    """Look at all deals of a sample in several processes, with a line of progress."""
    found: Counter[Reading] = Counter()
    starts = range(0, sample.deals, BATCH)
    begun = time.monotonic()
    look = partial(batch, game_id, sample)
    for done, part in enumerate(spread(look, starts, resources), start=1):
        found += part
        spent = time.monotonic() - begun
        print(
            f"\r{game_id} ({sample.bots}): {done}/{len(starts)} batches, {spent:.0f} s ",
            end="",
            file=sys.stderr,
            flush=True,
        )
    print(file=sys.stderr)
    return found


# -- writing it down ---------------------------------------------------------------------


def page(book: Rulebook, samples: dict[Sample, Counter[Reading]]) -> str:
    """The list of open points of a rulebook, as Markdown."""
    measured = ", ".join(
        f"{sample.deals:,} deals by `{sample.bots}` bots (seed {sample.seed})"
        for sample in samples
    )
    command = " ".join(f"--{sample.bots} {sample.deals}" for sample in samples)
    return "\n".join(
        (
            "Every reading that is not the default was tried on the same deals with the same",
            "play: it *mattered* where somebody would have been asked something else, had",
            "other choices, or been paid differently. Options of what is said aside are left",
            "out; what one only sees is not counted.",
            f"Measured on {measured}: `python lab/open_points.py {book.id} {command} --write`.",
            "",
            *_options_table(book, samples),
            "",
            *_decided(book),
        )
    )


def _options_table(book: Rulebook, samples: dict[Sample, Counter[Reading]]) -> Iterator[str]:
    heads = " | ".join(f"mattered, {sample.bots}" for sample in samples)
    yield f"| clause | certainty | other reading | {heads} |"
    yield "|---|---|---|" + "---:|" * len(samples)
    for clause, reading in _readings(book):
        name, value = reading
        shares = " | ".join(
            _share(found[reading], sample.deals) for sample, found in samples.items()
        )
        title = f"{clause.number} {clause.title}"
        yield f"| {title} | {clause.certainty} | `{name}` = `{spell(value)}` | {shares} |"


def _readings(book: Rulebook) -> Iterator[tuple[Clause, Reading]]:
    chosen = game(book.id)
    for reading in other_readings(chosen):
        option = next(one for one in chosen.options if one.name == reading[0])
        yield book.clause(option.clause), reading


def _share(found: int, deals: int) -> str:
    return f"{found:,} ({found / deals:.2%})"


def _decided(book: Rulebook) -> Iterator[str]:
    with_options = {option.clause for option in game(book.id).options}
    yield "Decided here without an option, since the text suggests no other reading:"
    yield ""
    for clause in book.clauses.values():
        if clause.certainty != "stated" and clause.number not in with_options:
            yield f"- {clause.number} {clause.title} ({clause.certainty})"


def write(book: Rulebook, text: str) -> None:
    """Put the list under the last heading of the rulebook, in place of an older one."""
    path = folder() / f"{book.id}.md"
    rules = path.read_text(encoding="utf-8").split(OPEN_POINTS)[0].rstrip()
    path.write_text(f"{rules}\n\n{OPEN_POINTS}\n\n{text.rstrip()}\n", encoding="utf-8")


def main() -> None:
    """Measure and print, or write, the open points of some games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="+", help="game ids, or all")
    parser.add_argument("--random", type=int, default=100_000, help="deals by random bots")
    parser.add_argument("--rule", type=int, default=0, help="deals by rule-of-thumb bots")
    parser.add_argument("--seed", default="1")
    add_resources(parser)
    parser.add_argument("--write", action="store_true", help="write into the rulebooks")
    arguments = parser.parse_args()
    ids = list(catalogue()) if arguments.games == ["all"] else arguments.games
    for game_id in ids:
        book = read(folder() / f"{game_id}.md")
        samples = {}
        for bots, deals in (("random", arguments.random), ("rule", arguments.rule)):
            if deals:
                sample = Sample(deals, bots, arguments.seed)
                samples[sample] = measure(game_id, sample, resources_of(arguments))
        text = page(book, samples)
        if arguments.write:
            write(book, text)
        else:
            print(f"# {book.title}\n\n{text}\n")


if __name__ == "__main__":
    main()

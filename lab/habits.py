"""How often do bots play as no club player would? `python lab/habits.py --games mineo-3`.

Matches are played by `--bots` alone (the same deals as `matto simulate`), or read from a file
of transcripts, and read card by card with what each seat could know. Printed is how often each
habit (`matto.players.habits`) was seen among its occasions, bot by bot; with `--show`, each
case by deal, trick and seat. With `--same` the deals are those of players by the rule of thumb,
and each bot is asked at the same occasions. Beside the habits of single cards whole deals tell

- what was lost against exact play where nothing is hidden any more, in points a deal,
- how many deals were thrown in, and in how many of these a hand had as many trumps as those
  of players who have won as declarers,
- how many declarers lost their deal, and what they received on average.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import numpy as np

from matto.cli.simulate import played_deals
from matto.engine.cards import is_trump
from matto.engine.errors import MattoError
from matto.engine.game import Game
from matto.engine.match import Match
from matto.engine.run import Run
from matto.games import catalogue
from matto.games import game as find_game
from matto.inference import Worlds
from matto.kernel.exact import Solver, can_solve
from matto.kernel.packing import plan_of, stock_of
from matto.kernel.states import state_of
from matto.players import Bot, make_bot
from matto.players.card_question import CardQuestion
from matto.players.fallback import logged
from matto.players.habits import ALL_HABITS, top_trump_for_nothing
from matto.players.readiness import get_ready
from matto.players.registry import named
from matto.records.transcript import replay_line
from matto.spreading import spread
from pages import check_page, publish
from script import RULE, add_resources, games_of, resources_of

BEGIN = "<!-- the habits: written by lab/habits.py -->"
END = "<!-- the end of the habits -->"
PLAY = "play"
FEW_WORLDS = 24
"""If so many drawn worlds are one, nothing is hidden."""
MOST_CARDS = 36
"""While all together hold more, something is hidden, or nobody would wait for the solver."""
NODES, TABLE_BITS = 20_000_000, 20


@dataclass(frozen=True)
class Task:
    """A match to be played by one bot and to be read."""

    game: str
    bot: str
    deals: int
    seed: int
    endings: int
    """In so many deals the end is worked out."""
    same: bool = False
    """Whether the deals are those of the rule of thumb, and the bot is asked at occasions."""


@dataclass
class Read:
    """What was read in the deals of one game and bot."""

    game: str
    bot: str
    deals: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    occasions: Counter[str] = field(default_factory=Counter)
    cases: list[str] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    declared: list[float] = field(default_factory=list)
    winning_trumps: list[int] = field(default_factory=list)
    thrown_in: list[int] = field(default_factory=list)

    def good_hands_passed(self) -> tuple[int, int]:
        """In how many of the deals thrown in a hand was as good as those that win."""
        if not self.winning_trumps:
            return 0, 0
        usual = median(self.winning_trumps)
        return sum(most >= usual for most in self.thrown_in), len(self.thrown_in)


def read_match(task: Task) -> Read:
    """Play a match and read its deals."""
    get_ready()
    game, name = find_game(task.game), named(task.bot)
    names = [RULE if task.same else name] * game.seats
    runs = played_deals(Match(game), names, str(task.seed), task.deals, logged)
    if not task.same:
        return read_deals(game, name, runs, task.endings)
    read, bot = Read(game.id, name), make_bot(name, game, task.seed)
    for run in runs:
        read.deals += 1
        read_cards(read, run, bot)
    return read


def read_deals(game: Game, bot: str, runs: Iterable[Run], endings: int) -> Read:
    """Read deals that are over."""
    read = Read(game.id, bot)
    for run in runs:
        read.deals += 1
        read_cards(read, run)
        read_result(read, run)
        if read.deals <= endings and (lost := points_lost(run)) is not None:
            read.lost.append(lost)
    return read


def read_cards(read: Read, run: Run, bot: Bot | None = None) -> None:
    """Note all habits of a deal's cards, or of those that a bot would have played."""
    for again, choice in questions_of(run):
        asked = again.decision
        if asked is None or asked.kind != PLAY or len(asked.options) == 1:
            continue
        question = CardQuestion(run.game, again.view(asked.seat))
        bad = {name: set(habit(question)) for name, habit in ALL_HABITS.items()}
        bad = {n: cards for n, cards in bad.items() if cards and cards < set(asked.options)}
        card = bot.choose(question.view) if bot and bad else choice
        read.occasions.update(list(bad))
        for name in [name for name, cards in bad.items() if card in cards]:
            read.seen[name] += 1
            read.cases.append(f"{told(read, question, card)}: {name}")


def told(read: Read, asked: CardQuestion, card: str) -> str:
    """A line on a card: where it is to be found, what lay, and what it was played from."""
    view, seat = asked.view, asked.sight.seat
    lying = " ".join(card for _, card in view.lying) or "–"
    where = f"{read.game} {read.bot} d{read.deals}/{len(view.tricks) + 1} seat {seat}"
    friends = sorted(asked.friends - {seat})
    return f"{where} {friends}: {card} on {lying}; {' '.join(view.hand)}"


def questions_of(run: Run) -> Iterator[tuple[Run, str]]:
    """Play a deal again; gives it at each question that was answered, with the answer."""
    setup = run.setup
    again = Run(
        run.game, setup.deal, dealer=setup.dealer, options=run.options, carried=setup.carried
    )
    for action in run.actions:
        yield again, action.choice
        again.act(action)


def read_result(read: Read, run: Run) -> None:
    """Note what came of a deal, and who had wanted it."""
    contract, result = run.table.contract, run.result
    if result is None:
        return
    read.occasions[WHOLE_DEALS[1]] += 1
    wasted = top_trump_for_nothing(run.view(None))
    read.occasions[WHOLE_DEALS[0]] += wasted is not None
    read.seen[WHOLE_DEALS[0]] += wasted is True
    trumps = [sum(map(is_trump, hand)) for hand in run.setup.deal.hands]
    if result.thrown_in:
        read.thrown_in.append(max(trumps))
    elif contract is not None and contract.declarer is not None:
        score = result.scores[contract.declarer]
        read.declared.append(score / run.game.unit)
        if score > 0:
            read.winning_trumps.append(trumps[contract.declarer])


# -- endings in which nothing is hidden --------------------------------------------------------


def points_lost(run: Run) -> float | None:
    """What seats lost against exact play when nothing was hidden from them, all together.

    None where it never came to that, or the endings are not for the solver.
    """
    solver: Solver | None = None
    lost, before = 0.0, None
    for again, _ in questions_of(run):
        asked = again.decision
        if asked is None or asked.kind != PLAY or not is_open(again):
            continue
        plan = plan_of(run.game, again.table)
        if not can_solve(plan):
            return None
        solver = solver or Solver(plan, TABLE_BITS)
        found = solver.solve(state_of(again.table, plan), stock_of(again.table), NODES)
        if before is not None:
            lost += abs(found.value - before)
        before = found.value if found.exact else None
    return None if solver is None else lost / (2 * run.game.unit)


def is_open(run: Run) -> bool:
    """Tell whether the cards that all hold follow from what the seat to play has seen."""
    asked = run.decision
    if asked is None:
        return False
    view = run.view(asked.seat)
    if len(view.hand) * view.seats > MOST_CARDS:
        return False
    return Worlds(run.game, view).draw(FEW_WORLDS, seed=0).are_one


# -- the tables --------------------------------------------------------------------------------

WHOLE_DEALS = ("top trump for nothing", "thrown in", "good hands passed", "declarers losing")
POINTS = "points lost in open endings"


def rates(read: Read) -> Iterator[tuple[str, int, int]]:
    """Each habit with how often it was seen, and its occasions."""
    for name in (*ALL_HABITS, WHOLE_DEALS[0]):
        yield name, read.seen[name], read.occasions[name]
    yield WHOLE_DEALS[1], len(read.thrown_in), read.occasions[WHOLE_DEALS[1]]
    yield WHOLE_DEALS[2], *read.good_hands_passed()
    yield WHOLE_DEALS[3], sum(score < 0 for score in read.declared), len(read.declared)


def tables(every: Sequence[Read]) -> Iterator[str]:
    """All games together, then the shares by game; of what there was an occasion for."""
    bots = list(dict.fromkeys(read.bot for read in every))
    names = [name for name in (*ALL_HABITS, *WHOLE_DEALS) if summed(every, name)[1]]
    yield f"| habit | {' | '.join(f'`{bot}`' for bot in bots)} |"
    yield f"|---|{'--:|' * len(bots)}"
    for name in names:
        cells = [spelled(*summed([r for r in every if r.bot == bot], name)) for bot in bots]
        yield f"| {name} | {' | '.join(cells)} |"
    if any(read.lost for read in every):
        cells = [points([r for r in every if r.bot == bot]) for bot in bots]
        yield f"| {POINTS} | {' | '.join(cells)} |"
    yield ""
    yield f"| game | {' | '.join(names)} |"
    yield f"|---|{'--:|' * len(names)}"
    for game in dict.fromkeys(read.game for read in every):
        yield row([read for read in every if read.game == game], names)


def row(reads: Sequence[Read], names: Sequence[str]) -> str:
    """The shares of one game in per cent, bot by bot."""
    cells = [" / ".join(share(*summed([read], name)) for read in reads) for name in names]
    return f"| `{reads[0].game}` | {' | '.join(cells)} |"


def summed(reads: Sequence[Read], name: str) -> tuple[int, int]:
    """How often a habit was seen in some games, and its occasions."""
    found = [(n, k) for read in reads for habit, n, k in rates(read) if habit == name]
    return sum(n for n, _ in found), sum(k for _, k in found)


def share(seen: int, occasions: int) -> str:
    """A share in per cent."""
    return f"{100 * seen / occasions:.0f}" if occasions else "–"


def spelled(seen: int, occasions: int) -> str:
    """A share of so many, with its 95 % interval (Wilson)."""
    if not occasions:
        return "–"
    rate, z2 = seen / occasions, Z * Z / occasions
    middle = (rate + z2 / 2) / (1 + z2)
    reach = Z * np.sqrt(rate * (1 - rate) / occasions + z2 / (4 * occasions)) / (1 + z2)
    low, high = 100 * max(0.0, middle - reach), 100 * (middle + reach)
    return f"{seen} of {occasions}: {100 * rate:.1f} % ({low:.1f} … {high:.1f})"


Z = 1.96


def points(reads: Sequence[Read]) -> str:
    """The points lost of a deal, over all deals with such an ending."""
    lost = [one for read in reads for one in read.lost]
    return f"{np.mean(lost):.2f} of a deal, {len(lost)} deals" if lost else "–"


# -- the command -------------------------------------------------------------------------------


def asked_for() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    parser.add_argument(
        "--bots", default="strong,rule", help="each plays alone; others as name=module:maker"
    )
    parser.add_argument("--deals", default="16,200", help="of each game, bot by bot")
    parser.add_argument("--endings", type=int, default=16, help="so many are worked out")
    parser.add_argument("--transcript", type=Path, help="deals of one game to be read instead")
    parser.add_argument("--same", action="store_true", help="ask all at the same occasions")
    parser.add_argument("--show", action="store_true", help="tell each case")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--write", type=Path, help="the page to write the tables into")
    add_resources(parser)
    return parser.parse_args()


def tasks_of(asked: argparse.Namespace) -> list[Task]:
    """The matches to be played, those that take longest first."""
    bots, deals = asked.bots.split(","), [int(number) for number in asked.deals.split(",")]
    each = dict(zip(bots, [*deals, *deals[-1:] * len(bots)], strict=False))
    return [
        Task(game, bot, number, asked.seed, asked.endings, asked.same)
        for bot, number in each.items()
        for game in games_of(asked.games)
    ]


def read_transcript(path: Path, endings: int) -> Read:
    """Read the deals of a file; all are of the first one's game. Raises `BadRecord`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    runs = [replay_line(line, number) for number, line in enumerate(lines, start=1)]
    return read_deals(runs[0].game, path.stem, runs, endings)


def main() -> int:
    """Read, and print or write the tables; 2 is the status of what cannot be read."""
    asked, every = asked_for(), list[Read]()
    order = list(catalogue())
    try:
        check_page(asked.write, BEGIN, END)
        if asked.transcript:
            every.append(read_transcript(asked.transcript, asked.endings))
        else:
            for read in spread(read_match, tasks_of(asked), resources_of(asked)):
                every.append(read)
                print(f"{read.game} {read.bot}", file=sys.stderr)
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    every.sort(key=lambda read: (order.index(read.game), asked.bots.find(read.bot)))
    if asked.show:
        print("\n".join(case for read in every for case in read.cases))
    publish(asked.write, BEGIN, END, "\n".join(tables(every)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

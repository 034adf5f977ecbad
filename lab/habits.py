"""How often do bots play as no club player would? `python lab/habits.py --bots strong,rule`.

Deals of each bot playing alone (the same deals as `matto simulate`) are read card by card with
what each seat could know. The table shows how often each bad habit (`lab/bad_habits.py`) was
seen among its occasions; `--show` prints each case by deal, trick and seat. With `--same` the
deals are those of players by the rule of thumb, and each bot is asked at the same occasions.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from bad_habits import HABITS, CardQuestion
from judging import PLAY
from matto.cli.simulate import played_deals
from matto.engine.errors import MattoError
from matto.engine.run import Match, Run
from matto.games import game as find_game
from matto.players import Bot, make_bot
from matto.players.blocking_bot_host import log_fault
from matto.players.bot_readiness import get_ready
from matto.players.bots import bot_name_of
from matto.research.arena.measurement import check_effort
from matto.research.parallel import spread
from script import RULE, check_page, games_of, parser_for, publish, resources_of

BEGIN = "<!-- the habits: written by lab/habits.py -->"
END = "<!-- the end of the habits -->"
Z = 1.96


class Task(NamedTuple):
    """A match to be played and read; with `same` the bot is asked in deals of the rule."""

    game: str
    bot: str
    deals: int
    seed: int
    same: bool


@dataclass
class Read:
    """What was read in the deals of one game and bot."""

    game: str
    bot: str
    deals: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    occasions: Counter[str] = field(default_factory=Counter)
    cases: list[str] = field(default_factory=list)


def read_match(task: Task) -> Read:
    """Play a match and read its deals."""
    get_ready()
    game, name = find_game(task.game), bot_name_of(task.bot)
    bot = make_bot(name, game, task.seed) if task.same else None
    names = [RULE if task.same else name] * game.seats
    read = Read(game.id, name)
    for run in played_deals(Match(game), names, str(task.seed), task.deals, log_fault):
        read.deals += 1
        read_cards(read, run, bot)
    return read


def read_cards(read: Read, run: Run, bot: Bot | None = None) -> None:
    """Note all habits of a deal's cards, or of those that a bot would have played."""
    again = run.fork(0)
    for action in run.actions:
        asked = again.decision
        if asked is not None and asked.kind == PLAY and len(asked.options) > 1:
            read_card(read, CardQuestion(run.game, again.view(asked.seat)), action.choice, bot)
        again.act(action)


def read_card(read: Read, question: CardQuestion, played: str, bot: Bot | None) -> None:
    """Note the habits of one card: habits count where some of the cards have them, not all."""
    options = set(question.view.asked.options)
    bad = {name: set(habit(question)) for name, habit in HABITS.items()}
    bad = {name: cards for name, cards in bad.items() if cards and cards < options}
    card = bot.choose(question.view) if bot and bad else played
    read.occasions.update(list(bad))
    for name in [name for name, cards in bad.items() if card in cards]:
        read.seen[name] += 1
        read.cases.append(f"{told(read, question, card)}: {name}")


def told(read: Read, question: CardQuestion, card: str) -> str:
    """Return a line on a card: where it was played, on what, and from which hand."""
    view, seat = question.view, question.sight.seat
    lying = " ".join(card for _, card in view.lying) or "–"
    where = f"{read.game} {read.bot} d{read.deals}/{len(view.tricks) + 1} seat {seat}"
    friends = sorted(question.friends - {seat})
    return f"{where} {friends}: {card} on {lying}; {' '.join(view.hand)}"


# -- the table ---------------------------------------------------------------------------------


def table(every: Sequence[Read]) -> Iterator[str]:
    """Return a row for each habit of which there was an occasion, bot by bot."""
    bots = list(dict.fromkeys(read.bot for read in every))
    yield f"| habit | {' | '.join(f'`{bot}`' for bot in bots)} |"
    yield f"|---|{'--:|' * len(bots)}"
    for name in HABITS:
        if any(read.occasions[name] for read in every):
            cells = [share([read for read in every if read.bot == bot], name) for bot in bots]
            yield f"| {name} | {' | '.join(cells)} |"


def share(reads: Sequence[Read], name: str) -> str:
    """Return how often a habit was seen, with its 95 % interval (Wilson)."""
    seen = sum(read.seen[name] for read in reads)
    occasions = sum(read.occasions[name] for read in reads)
    if not occasions:
        return "–"
    rate, z2 = seen / occasions, Z * Z / occasions
    middle = (rate + z2 / 2) / (1 + z2)
    reach = Z * sqrt(rate * (1 - rate) / occasions + z2 / (4 * occasions)) / (1 + z2)
    low, high = 100 * max(0.0, middle - reach), 100 * (middle + reach)
    return f"{seen} of {occasions}: {100 * rate:.1f} % ({low:.1f} … {high:.1f})"


def main() -> int:
    """Read, and print or write the table; return 2 for what cannot be read."""
    parser = parser_for(__doc__, deals=16)
    parser.add_argument("--bots", default=f"strong,{RULE}")
    parser.add_argument("--same", action="store_true", help="ask all at the same occasions")
    parser.add_argument("--show", action="store_true", help="print each case")
    asked, every = parser.parse_args(), list[Read]()
    games, bots = games_of(asked.games), asked.bots.split(",")
    tasks = [Task(g, bot, asked.deals, asked.seed, asked.same) for bot in bots for g in games]
    try:
        check_effort(asked.deals, resources_of(asked))
        check_page(asked.write, BEGIN, END)
        for read in spread(read_match, tasks, resources_of(asked)):
            every.append(read)
            print(f"{read.game} {read.bot}", file=sys.stderr)
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    every.sort(key=lambda read: (games.index(read.game), asked.bots.find(read.bot)))
    if asked.show:
        print("\n".join(case for read in every for case in read.cases))
    publish(asked.write, BEGIN, END, "\n".join(table(every)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

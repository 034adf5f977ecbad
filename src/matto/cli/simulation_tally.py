"""The tally of `matto simulate`: deals counted, its report, and matches played in chunks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from rich.table import Table

from matto.cli.common import ReportPage, changed_options, with_progress
from matto.cli.simulate import played_deals
from matto.engine.cards import NUMBER
from matto.engine.events import SAY
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Match, Run, spelled
from matto.engine.words import N_, Text, text
from matto.records import dump_line, transcript_of
from matto.research.parallel import Resources, spread_in_order
from matto.telling.naming import Naming

if TYPE_CHECKING:
    from matto.engine.events import Result
    from matto.players.bots import BotFault

WITH_CARDS = frozenset({"play", "discard", "give", "show", SAY})
"""Kinds of actions that tell nothing of what was bid, called or announced."""

ANY_CARD = "…"

SAID: Mapping[str, str] = {
    "bid": N_("bid: {word}"),
    "call": N_("call: {word}"),
    "announce": N_("announce: {word}"),
    "declare": N_("declare: {word}"),
    "negotiate": N_("negotiate: {word}"),
    "demand": N_("demand: {word}"),
    "talk": N_("talk: {word}"),
    "answer": N_("answer: {word}"),
}
"""The words said, by the kind of the question."""

DECIMAL: Mapping[str, str] = {"en": ".", "de": ",", "it": ",", "fr": ","}


MOST_FAULTS = 5
"""More of what bots did wrong is not told."""


class Tally:
    """Counts deals of one game with one set of options."""

    def __init__(self, game: Game, options: Options, bots: Sequence[str], seed: int) -> None:
        self.game = game
        self.options = options
        self.bots = tuple(bots)
        self.seed = seed
        self.deals = 0
        self.thrown_in = 0
        self.points = [0] * game.seats
        self.scores = [0] * game.seats
        self.said: Counter[tuple[str, str]] = Counter()
        self.said_scores: Counter[tuple[str, str]] = Counter()
        self.said_times: Counter[tuple[str, str]] = Counter()
        self.items: Counter[tuple[str, str]] = Counter()
        self.faults: Counter[tuple[str, str, str]] = Counter()

    def add(self, run: Run) -> None:
        """Count a finished deal."""
        result = run.ended()
        self.deals += 1
        self.thrown_in += result.thrown_in
        for seat in range(self.game.seats):
            self.points[seat] += result.points[seat]
            self.scores[seat] += result.scores[seat]
        self.items.update({(row.item, row.clause) for row in result.sheet})
        self._add_words(run, result)

    def plus(self, other: Tally) -> None:
        """Count what another has counted, of the same game, options and bots."""
        self.deals += other.deals
        self.thrown_in += other.thrown_in
        for seat in range(self.game.seats):
            self.points[seat] += other.points[seat]
            self.scores[seat] += other.scores[seat]
        for counts in ("said", "said_scores", "said_times", "items", "faults"):
            getattr(self, counts).update(getattr(other, counts))

    def fault(self, bot: str, fault: BotFault, other: str) -> None:
        self.faults[bot, str(fault), other] += 1

    def _add_words(self, run: Run, result: Result) -> None:
        words = {
            (action.kind, _head(action.choice), action.seat)
            for action in run.actions
            if action.kind not in WITH_CARDS
        }
        self.said.update({(kind, word) for kind, word, _ in words})
        for kind, word, seat in words:
            self.said_times[kind, word] += 1
            self.said_scores[kind, word] += result.scores[seat]

    # -- for programs --------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        """Everything counted, in plain values; amounts in the game's smallest unit."""
        return {
            "game": self.game.id,
            "rules_version": self.game.rules_version,
            "options": dict(self.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "deals": self.deals,
            "thrown_in": self.thrown_in,
            "average_points": self._average(self.points, self.deals - self.thrown_in),
            "total_scores": list(self.scores),
            "average_scores": self._average(self.scores, self.deals),
            "contracts": [
                {
                    "kind": kind,
                    "choice": word,
                    "deals": deals,
                    "average_score": round(
                        self.said_scores[kind, word] / self.said_times[kind, word], 3
                    ),
                }
                for (kind, word), deals in _ordered(self.said)
            ],
            "sheet": [
                {"item": item, "clause": clause, "deals": deals}
                for (item, clause), deals in _ordered(self.items)
            ],
            "unit": self.game.unit,
            "faults": self._fault_rows(),
        }

    def _fault_rows(self) -> list[dict[str, Any]]:
        return [
            {"bot": bot, "what": what, "answered": other, "times": times}
            for (bot, what, other), times in self.faults.most_common()
        ]

    @staticmethod
    def _average(sums: Sequence[int], deals: int) -> list[float]:
        return [round(amount / deals, 3) if deals else 0.0 for amount in sums]

    # -- for people ----------------------------------------------------------------------

    def show(self, out: TextIO) -> None:
        _SummaryPage(self, out).print()


def _ordered(counter: Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    return sorted(counter.items(), key=lambda entry: (-entry[1], entry[0]))


def _head(choice: str) -> str:
    """A choice without the card that it names."""
    head, colon, _ = choice.partition(":")
    if head in NUMBER:
        return ANY_CARD
    return f"{head}:{ANY_CARD}" if colon else head


class _SummaryPage(ReportPage):
    def __init__(self, tally: Tally, out: TextIO) -> None:
        super().__init__(out)
        self.tally = tally
        self.naming = Naming(tally.game, tally.options, self.translate)

    def number(self, amount: float, form: str) -> str:
        return f"{amount:{form}}".replace("-", "−").replace(".", DECIMAL[self.language])

    def print(self) -> None:
        tally = self.tally
        self.line(tally.game.name, "bold")
        facts = text(
            "{deals} deals · {thrown} thrown in · bots {bots} · seed {seed}",
            deals=tally.deals,
            thrown=tally.thrown_in,
            bots=", ".join(tally.bots),
            seed=tally.seed,
        )
        self.line(facts)
        if changed := changed_options(tally.game, tally.options):
            self.line(text("Options: {options}", options=changed))
        self.console.print(self._seats())
        unit = self.say(tally.game.unit_name)
        note = text(
            "Scores in {unit}. Card points are those of the deals that were played.", unit=unit
        )
        self.line(note, "dim")
        if tally.said:
            self.console.print(self._said())
        if tally.items:
            self.console.print(self._items())
        self._faults()

    def _faults(self) -> None:
        for (bot, what, other), times in self.tally.faults.most_common(MOST_FAULTS):
            sentence = text(
                "{bot} gave no legal choice {times} times, and {other} answered for it: {what}",
                bot=bot,
                times=times,
                other=other,
                what=what,
            )
            self.console.print(self.say(sentence), style="bold yellow")

    def _seats(self) -> Table:
        tally = self.tally
        table = self.table(
            N_("Seat"), N_("Bot"), N_("Average card points"), N_("Average score"), N_("Total")
        )
        played = tally.deals - tally.thrown_in
        for seat, bot in enumerate(tally.bots):
            points = self.number(tally.points[seat] / played, ".1f") if played else "–"
            score = self.number(tally.scores[seat] / tally.deals / tally.game.unit, "+z.2f")
            table.add_row(
                str(seat), bot, points, score, spelled(tally.game, tally.scores[seat])
            )
        return table

    def _said(self) -> Table:
        tally = self.tally
        table = self.table(
            N_("Contracts and words"),
            N_("Deals"),
            N_("Share"),
            N_("Average score of who says it"),
        )
        for key, deals in _ordered(tally.said):
            kind, word = key
            mean = tally.said_scores[key] / tally.said_times[key] / tally.game.unit
            share = self.number(deals / tally.deals, ".1%")
            form = SAID.get(kind, f"{kind}: {{word}}")
            said = self.say(Text(form, (("word", self.naming.said(word)),)))
            table.add_row(said, str(deals), share, self.number(mean, "+z.2f"))
        return table

    def _items(self) -> Table:
        table = self.table(N_("On the score sheet"), N_("Clause"), N_("Deals"), N_("Share"))
        for (item, clause), deals in _ordered(self.tally.items):
            share = self.number(deals / self.tally.deals, ".1%")
            name = self.naming.said(item)
            table.add_row(name, clause.partition(" ")[2], str(deals), share)
        return table


class Simulation(NamedTuple):
    """The simulation: matches of so many deals each; `written`: with their transcripts."""

    game: Game
    options: Options
    bots: tuple[str, ...]
    seed: int
    deals: int
    written: bool


class MatchPlayed(NamedTuple):
    """The outcome of a match: the counts, and its transcript line by line."""

    tally: Tally
    lines: tuple[str, ...]


def match_played(plan: Simulation, number: int) -> MatchPlayed:
    """Play a match; what comes of it depends on the plan and its number alone."""
    seed = str(plan.seed) if number == 0 else f"{plan.seed} match {number}"
    tally, lines = Tally(plan.game, plan.options, plan.bots, plan.seed), []
    match = Match(plan.game, plan.options)
    for run in played_deals(match, plan.bots, seed, plan.deals, tally.fault):
        tally.add(run)
        if plan.written:
            lines.append(dump_line(transcript_of(run)))
    return MatchPlayed(tally, tuple(lines))


def play_matches(
    plan: Simulation, tally: Tally, matches: int, resources: Resources, handle: TextIO | None
) -> bool:
    """Play all matches, count and write them in their order; False if Ctrl-C ended it."""

    def taken_in() -> Iterator[int]:
        parts = spread_in_order(partial(match_played, plan), range(matches), resources)
        for done, part in enumerate(parts, start=1):
            tally.plus(part.tally)
            if handle is not None:
                handle.writelines(part.lines)
            yield done

    def result() -> str:
        means = (total / tally.deals / plan.game.unit for total in tally.scores)
        return " ".join(f"{mean:+.2f}" for mean in means)

    try:
        for _ in with_progress(taken_in(), matches, result, lines=resources.spreads):
            pass
    except KeyboardInterrupt:
        return False
    return True

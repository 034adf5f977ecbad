"""The report of the arena as people and programs read it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import typer
from rich.table import Table

from matto.cli.common import ReportPage, changed_options
from matto.engine.words import N_, Text, text
from matto.games import game as find_game
from matto.research.arena import FULL, PLAY, Measurement, Report
from matto.research.arena.report import Faults, Interval, Sequential, Standing, Stratum
from matto.research.arena.statistics import (
    ACCEPT,
    REJECT,
    SIGMAS,
    UNDECIDED,
    differences,
    mean_of,
)

TITLES = {
    FULL: N_("Whole deals: the bots decide everything"),
    PLAY: N_("The play of the cards alone: the rule of thumb has bid for all"),
}
KNOWN = (
    *(N_("dealer"), N_("forehand"), N_("second hand"), N_("third hand"), N_("fourth hand")),
    *(N_("declarer"), N_("partner"), N_("opponent"), N_("in a party")),
    *(N_("each for himself"), N_("not played"), N_("all")),
)
"""Places, parts and phases that are translated."""

KINDS = {
    "failed": N_("it broke off"),
    "illegal": N_("not offered"),
    "silent": N_("too slow"),
    "died": N_("its process ended"),
}
"""Kinds of faults, as people read them."""

VERDICTS = {
    ACCEPT: N_("accepted: {bot} is better by {high} rather than by {low}"),
    REJECT: N_("rejected: {bot} is better by {low} rather than by {high}"),
    UNDECIDED: N_("undecided between {low} and {high}"),
}


def show(report: Report, *, as_json: bool) -> None:
    if as_json:
        plain = msgspec.to_builtins(report)
        typer.echo(json.dumps(plain, indent=1, ensure_ascii=False))
    else:
        _ArenaPage(report).print()


def running(measurement: Measurement) -> str:
    """The first guest's difference so far, for whoever waits."""
    contest = measurement.contest
    game, _ = contest.found_game()
    found = []
    for stratum in contest.strata:
        deals = measurement.of(stratum)
        if deals:
            estimate = mean_of(differences(deals, 0, game.unit))
            interval = Interval(estimate.mean, estimate.low, estimate.high)
            found.append(f"{stratum} {spelled(interval)}")
    if measurement.test is not None:
        found.append(f"LLR {measurement.test.llr:+.2f}")
    return " · ".join(found)


def spelled(interval: Interval | None) -> str:
    """A mean and its interval: `+1.20 (+0.85 … +1.55)`."""
    if interval is None:
        return "–"
    if interval.low is None or interval.high is None:
        return f"{interval.mean:+.2f}"
    return f"{interval.mean:+.2f} ({interval.low:+.2f} … {interval.high:+.2f})"


def _mean(interval: Interval | None) -> str:
    return "–" if interval is None else f"{interval.mean:+.2f}"


class _ArenaPage(ReportPage):
    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report

    def print(self) -> None:
        report = self.report
        game = find_game(report.game)
        self.line(game.name, "bold")
        facts = text(
            "{guests} among {reference} · seed {seed}",
            guests=", ".join(report.guests),
            reference=report.reference,
            seed=report.seed,
        )
        self.line(facts)
        if report.together:
            self.line(text("Guests have guests like themselves for partners."))
        if changed := changed_options(game, report.options):
            self.line(text("Options: {options}", options=changed))
        for faults in report.faults:
            self._faults(faults)
        if report.interrupted:
            sentence = text("Interrupted: this is what had been measured until then.")
            self.line(sentence, "bold yellow")
        for stratum in report.strata:
            self._stratum(stratum)
        if report.sequential is not None:
            self._sequential(report.sequential)
        self._times()

    def _faults(self, faults: Faults) -> None:
        sentence = text(
            "{bot} gave no legal choice {times} times ({kind}), and the rule of thumb answered "
            "for it. The first time: {first}",
            bot=faults.bot,
            times=faults.times,
            kind=self.say(KINDS[faults.kind]),
            first=faults.first,
        )
        self.line(sentence, "bold yellow")

    def _stratum(self, stratum: Stratum) -> None:
        self.console.print()
        self.line(TITLES[stratum.stratum], "bold")
        if not stratum.standings:
            self.line(text("No deal was finished."))
            return
        self.console.print(self._standings(stratum))
        for sentence in self._notes(stratum):
            self.line(sentence, "dim")
        for standing in stratum.standings:
            self.console.print(self._parts(standing))
        self.line(text("Share and result: of the guest / of reference players."), "dim")

    def _standings(self, stratum: Stratum) -> Table:
        table = self.table(N_("Bot"), N_("Points a deal (95 %)"), N_("In σ (95 %)"))
        reference = self.report.reference
        for row in stratum.standings:
            name = self.say(text("{bot} over {other}", bot=row.bot, other=reference))
            table.add_row(name, spelled(row.points), spelled(row.sigmas))
        for pair in stratum.versus:
            name = self.say(text("{bot} over {other}", bot=pair.bot, other=pair.other))
            table.add_row(name, spelled(pair.points), spelled(pair.sigmas))
        return table

    def _notes(self, stratum: Stratum) -> Iterator[Text]:
        yield text(
            "{deals} deals. σ is the standard deviation of one result among {reference} "
            "players: {sigma} ({unit}).",
            deals=stratum.deals,
            reference=self.report.reference,
            sigma=f"{stratum.sigma or 0:.2f}",
            unit=Text(self.report.unit_name),
        )
        if stratum.stratum == FULL:
            share = f"{stratum.thrown_in:.1%}"
            yield text("Thrown in at the reference tables: {share}.", share=share)
        else:
            yield text("Dealt anew because no card was played: {times}.", times=stratum.redealt)
        gains = [row.gain_of_duplicates for row in stratum.standings if row.gain_of_duplicates]
        if gains:
            yield text(
                "A table tells as much as {gain} without duplicates.",
                gain=" / ".join(f"{gain:.1f}" for gain in gains),
            )

    def _parts(self, standing: Standing) -> Table:
        table = self.table(standing.bot, N_("Difference"), N_("Share"), N_("Result"))
        for column in table.columns:
            column.no_wrap = True
        for place in standing.by_place:
            table.add_row(self.say(place.place), spelled(place.difference))
        for row in standing.by_role:
            table.add_row(
                self.say(row.role),
                spelled(row.difference),
                f"{row.guest_share:.0%} / {row.reference_share:.0%}",
                f"{_mean(row.guest_result)} / {_mean(row.reference_result)}",
            )
        return table

    def _sequential(self, test: Sequential) -> None:
        unit = "σ" if test.unit == SIGMAS else self.say(self.report.unit_name)
        verdict = text(
            VERDICTS[test.verdict],
            bot=test.bot,
            low=f"{test.low:g} {unit}",
            high=f"{test.high:g} {unit}",
        )
        sentence = text(
            "Sequential test ({stratum}) after {deals} deals: {verdict} "
            "(LLR {llr}, bounds {low}, {high}).",
            stratum=test.stratum,
            deals=test.deals,
            verdict=verdict,
            llr=f"{test.llr:+.2f}",
            low=f"{test.rejects_at:+.2f}",
            high=f"{test.accepts_at:+.2f}",
        )
        self.console.print()
        self.line(sentence, "bold")

    def _times(self) -> None:
        if not self.report.times:
            return
        table = self.table(
            N_("Time to decide"),
            N_("Decisions"),
            N_("Mean"),
            N_("Median"),
            "95 %",
            N_("Slowest"),
            N_("Over 1 s"),
        )
        for row in self.report.times:
            table.add_row(
                f"{row.bot}: {self.say(row.phase)}",
                f"{row.decisions:,}",
                *map(_seconds, (row.mean, row.median, row.most, row.slowest)),
                f"{row.over_a_second:.1%}",
            )
        self.console.print(table)


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.2f} ms"

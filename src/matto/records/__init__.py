"""Records of deals and matches: JSON, a readable notation, transcripts; read with suspicion.

>>> from matto.games import game
>>> from matto.engine.run import Run
>>> run = Run.shuffled(game("calatafimi-2"), seed=1)
>>> while run.decision:
...     run.do(run.decision.options[0])
>>> load(dump(record_of(run), "notation")) == record_of(run)
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from matto.engine.errors import UnknownForm
from matto.engine.run import Run
from matto.engine.words import text
from matto.records.files import Recording, load, loads, whole_or_not_at_all, write_whole
from matto.records.json_form import (
    VERSION,
    DealRecord,
    MatchRecord,
    Record,
    dump_json,
    ending_of,
    step_of,
)
from matto.records.notation import dump_notation
from matto.records.replay import ledger_of
from matto.records.transcript import Transcript, dump_line, transcript_of

__all__ = [
    "DealRecord",
    "MatchRecord",
    "Record",
    "Recording",
    "Transcript",
    "dump",
    "dump_line",
    "load",
    "loads",
    "match_of",
    "record_of",
    "transcript_of",
    "whole_or_not_at_all",
    "write_whole",
]


def record_of(run: Run) -> DealRecord:
    """Write down a finished deal; raises `NotOver`."""
    result = run.ended()
    return DealRecord(
        version=VERSION,
        game=run.game.id,
        rules_version=run.game.rules_version,
        options=dict(run.options),
        seats=run.game.seats,
        dealer=run.setup.dealer,
        carried=dict(run.setup.carried),
        dealt=run.setup.deal.hands,
        talon=run.setup.deal.talon,
        actions=tuple(map(step_of, run.actions)),
        result=ending_of(result),
    )


def match_of(runs: Sequence[Run]) -> MatchRecord:
    """Write down the finished deals of one match, in order; there is at least one."""
    return MatchRecord(VERSION, tuple(map(record_of, runs)), ledger_of(runs))


WRITERS: Mapping[str, Callable[[Record], str]] = {
    "json": dump_json,
    "notation": dump_notation,
}


def dump(record: Record, form: Literal["json", "notation"] = "json") -> str:
    """Write a record as JSON or in the readable notation; raises `UnknownForm`."""
    if form not in WRITERS:
        raise UnknownForm(
            text(
                "There is no form “{form}” of records. Forms: {known}.",
                form=str(form),
                known=", ".join(WRITERS),
            )
        )
    return WRITERS[form](record)

"""Transcripts: JSON Lines, one deal a line, everything visible, to check rules from outside."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from matto.engine.errors import BadRecord
from matto.engine.options import Value
from matto.engine.run import SAY, Run
from matto.engine.words import text
from matto.records.json_form import convert, read_json
from matto.records.places import Places
from matto.records.replay import act, begin, differs, too_few
from matto.records.shape import VERSION, DealRecord, Ending, Line, Step, ending_of

_FORMAT = re.compile(r'"format"\s*:\s*"matto-')  # not an option of that name


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step: who was asked, what there was to choose from, and what was chosen."""

    seat: int
    kind: str
    options: tuple[str, ...]
    choice: str


class Trick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trick: its cards as (seat, card) in the order of play, and who won it."""

    cards: tuple[tuple[int, str], ...]
    winner: int


class Transcript(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One deal; keys and their order are an interface that others rely on."""

    game: str
    rules_version: int
    options: Mapping[str, Value]
    seats: int
    dealer: int
    carried: Mapping[str, int]
    dealt: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]
    steps: tuple[Asked, ...]
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    sheet: tuple[Line, ...]
    scores: tuple[int, ...]
    unit: int


def transcript_of(run: Run) -> Transcript:
    """Write down a finished deal."""
    if run.result is None:
        raise ValueError("the deal is not over")
    setup, result = run.setup, run.result
    return Transcript(
        game=run.game.id,
        rules_version=run.game.rules_version,
        options=dict(run.options),
        seats=run.game.seats,
        dealer=setup.dealer,
        carried=dict(setup.carried),
        dealt=setup.deal.hands,
        talon=setup.deal.talon,
        steps=tuple(
            Asked(action.seat, action.kind, offered, action.choice)
            for action, offered in zip(run.actions, run.offered, strict=True)
        ),
        tricks=tuple(
            Trick(tuple(trick.by_seat(run.game.seats)), trick.winner)
            for trick in run.table.tricks
        ),
        points=result.points,
        sheet=ending_of(result).sheet,
        scores=result.scores,
        unit=run.game.unit,
    )


def dump_line(transcript: Transcript) -> str:
    """Write a transcript as one line of JSON, with its newline."""
    return msgspec.json.encode(transcript).decode() + "\n"


def is_transcript(content: str) -> bool:
    """Tell whether a file's first line is a transcript, whole or not, and no other record."""
    first = content.lstrip().split("\n", 1)[0]
    return first.startswith("{") and '"steps"' in first and not _FORMAT.search(first)


def replay_line(words: str, line: int) -> Run:
    """Play one line of a transcript through; raises `BadRecord` with its number."""
    places = Places(default=line)
    try:
        raw, _ = read_json(words)
    except BadRecord as error:
        raise BadRecord(error.sentence, line=line) from error
    said: Transcript = convert(raw, Transcript, places)
    run = begin(_opening(said), places)
    for number, step in enumerate(said.steps, start=1):
        _check_choices(run, step, number, line)
        act(run, Step(step.seat, step.kind, step.choice), line)
    if run.result is None:
        raise too_few(run, line)
    true = transcript_of(run)
    for name in ("tricks", "points", "sheet", "scores", "unit"):
        found, is_really = (msgspec.to_builtins(getattr(one, name)) for one in (said, true))
        if found != is_really:
            raise differs(name, found, is_really, line)
    return run


def _opening(said: Transcript) -> DealRecord:
    """What the deal of a transcript starts from; its ending is checked on its own."""
    return DealRecord(
        version=VERSION,
        game=said.game,
        rules_version=said.rules_version,
        options=said.options,
        seats=said.seats,
        dealer=said.dealer,
        carried=said.carried,
        dealt=said.dealt,
        talon=said.talon,
        actions=(),
        result=Ending((), (), (), False, 0, {}),
    )


def _check_choices(run: Run, step: Asked, number: int, line: int) -> None:
    if run.decision is None or not 0 <= step.seat < run.game.seats:
        return  # told better when the step is done
    if step.kind == SAY:
        true = run.asides(step.seat)
    else:
        asked = run.decision.to(step.seat)
        if asked is None or step.kind != asked.kind:
            return
        true = asked.options
    if step.options != true:
        sentence = text(
            "In step {number} the choices are {true}, not {found}.",
            number=number,
            true=" ".join(true),
            found=" ".join(step.options),
        )
        raise BadRecord(sentence, line=line, clause=run.decision.clause)

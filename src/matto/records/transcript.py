"""Transcripts: JSON Lines, one deal a line, everything visible, to check rules from outside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from matto.engine.errors import BadRecord
from matto.engine.events import ALL, SAY
from matto.engine.options import Value
from matto.engine.run import Run
from matto.engine.scoring import Row
from matto.engine.words import text
from matto.records.json_form import (
    VERSION,
    DealRecord,
    Ending,
    RecordPlaces,
    Step,
    convert,
    read_json,
)
from matto.records.replay import act, begin, differs, too_few

_FORMAT = re.compile(r'"format"\s*:\s*"matto-')  # not an option of that name


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step: who was asked, what there was to choose from, and what was chosen.

    `pause` is there before the play of the cards: how many packets the seat had been dealt.
    """

    seat: int
    kind: str
    options: tuple[str, ...]
    choice: str
    pause: int | UnsetType = UNSET


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that all saw or were told of before they were played.

    `seat` is whose deed it was, `how` what was done with them; `step` is the number of steps
    that were done by then.
    """

    seat: int
    how: str
    cards: tuple[str, ...]
    step: int


class Earned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the score sheet; `card` is the one that earned it, where it was a single one."""

    item: str
    clause: str
    amounts: tuple[int, ...]
    card: str | UnsetType = UNSET


class TranscriptTrick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    tricks: tuple[TranscriptTrick, ...]
    points: tuple[int, ...]
    sheet: tuple[Earned, ...]
    scores: tuple[int, ...]
    unit: int
    declarer: int | UnsetType | None = UNSET
    sides: tuple[int, ...] | UnsetType = UNSET
    contract: str | UnsetType = UNSET
    called: str | UnsetType = UNSET
    times: int | UnsetType = UNSET
    thrown_in: bool | UnsetType = UNSET
    next_dealer: int | UnsetType = UNSET
    carried_after: Mapping[str, int] | UnsetType = UNSET
    shown: tuple[Shown, ...] | UnsetType = UNSET


FOLLOWS = ("tricks", "points", "sheet", "scores", "unit")
"""Fields that follow from the steps, and are checked against the rules."""
SINCE_ADDED = (
    *("declarer", "sides", "contract", "called", "times", "thrown_in", "next_dealer"),
    *("carried_after", "shown"),
)
"""The same, which transcripts did not always tell."""
LAID_OPEN = frozenset({"shown", "turned up", "talon", "lays open", "draws", "declare"})
"""Events by which all see cards that are not played yet, or hear that somebody holds them."""
AFTERWARDS = frozenset({"play", "discard"})
"""Kinds of steps that belong to no pause."""


def transcript_of(run: Run) -> Transcript:
    """Write down a finished deal; raises `NotOver`."""
    setup, result, contract = run.setup, run.ended(), run.table.contract
    return Transcript(
        game=run.game.id,
        rules_version=run.game.rules_version,
        options=dict(run.options),
        seats=run.game.seats,
        dealer=setup.dealer,
        carried=dict(setup.carried),
        dealt=setup.deal.hands,
        talon=setup.deal.talon,
        steps=tuple(_steps(run)),
        tricks=tuple(_tricks(run)),
        points=result.points,
        sheet=tuple(map(_earned, result.sheet)),
        scores=result.scores,
        unit=run.game.unit,
        declarer=contract.declarer if contract else None,
        sides=contract.side if contract else (),
        contract=contract.word if contract else "",
        called=contract.called if contract else "",
        times=contract.times if contract else 1,
        thrown_in=result.thrown_in,
        next_dealer=result.next_dealer,
        carried_after=dict(result.carried),
        shown=tuple(_shown(run)),
    )


def _tricks(run: Run) -> Iterator[TranscriptTrick]:
    for trick in run.table.tricks:
        yield TranscriptTrick(tuple(trick.by_seat(run.game.seats)), trick.winner)


def _steps(run: Run) -> Iterator[Asked]:
    """The steps; those before the play of the cards with the pause that they belong to."""
    packets, begun, told = [0] * run.game.seats, False, 0
    for action, offered, since in zip(run.actions, run.offered, run.told_before, strict=True):
        for event in run.events[told:since]:
            if event.kind == "dealt":
                packets[event.seat] += 1
        told, begun = since, begun or action.kind == "play"
        belongs = not begun and action.kind not in AFTERWARDS
        pause = packets[action.seat] if belongs else UNSET
        yield Asked(action.seat, action.kind, offered, action.choice, pause)


def _shown(run: Run) -> Iterator[Shown]:
    """Yield what all saw of cards, or heard, before they were played."""
    for number, event in enumerate(run.events):
        cards = tuple(card for card in event.what if card in run.table.pack.cards)
        if cards and event.kind in LAID_OPEN and event.seen_by == ALL:
            step = sum(since <= number for since in run.told_before)
            yield Shown(event.seat, event.kind, cards, step)


def _earned(row: Row) -> Earned:
    card = dict(row.note.fill).get("card") if row.note else None
    return Earned(row.item, row.clause, row.amounts, UNSET if card is None else str(card))


def dump_line(transcript: Transcript) -> str:
    """Write a transcript as one line of JSON, with its newline."""
    return msgspec.json.encode(transcript).decode() + "\n"


def is_transcript(content: str) -> bool:
    """Return whether a file's first line is a transcript, whole or not, and no other record."""
    first = content.lstrip().split("\n", 1)[0]
    return first.startswith("{") and '"steps"' in first and not _FORMAT.search(first)


def replay_line(words: str, line: int) -> Run:
    """Play one line of a transcript through; raises `BadRecord` with its number."""
    places = RecordPlaces(default=line)
    try:
        raw = read_json(words)
    except BadRecord as error:
        raise BadRecord(error.sentence, at=line) from error
    said: Transcript = convert(raw, Transcript, places)
    run = begin(_opening(said), places)
    for number, step in enumerate(said.steps, start=1):
        _check_choices(run, step, number, line)
        act(run, Step(step.seat, step.kind, step.choice), line)
    if run.result is None:
        raise too_few(run, line)
    _check(said, transcript_of(run), line)
    return run


def _check(said: Transcript, true: Transcript, line: int) -> None:
    """Raise `BadRecord` where a line tells anything else than what was played."""
    for told, step in zip(said.steps, true.steps, strict=True):
        if told.pause not in {UNSET, step.pause}:
            raise differs("pause", told.pause, step.pause, line)
    for name in (*FOLLOWS, *SINCE_ADDED):
        if getattr(said, name) is UNSET:
            continue
        found, is_really = (msgspec.to_builtins(getattr(one, name)) for one in (said, true))
        if name == "sheet":
            is_really = _as_told(found, is_really)
        if found != is_really:
            raise differs(name, found, is_really, line)


def _as_told(
    found: Sequence[Mapping[str, object]], true: Sequence[Mapping[str, object]]
) -> tuple[dict[str, object], ...]:
    """The true rows, without the cards of those for which a transcript tells none."""
    rows: list[dict[str, object]] = []
    for place, row in enumerate(true):
        told = place < len(found) and "card" in found[place]
        rows.append({name: value for name, value in row.items() if name != "card" or told})
    return tuple(rows)


def _opening(said: Transcript) -> DealRecord:
    """Return what the deal of a transcript starts from; its ending is checked on its own."""
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
        raise BadRecord(sentence, at=line, clause=run.decision.clause)

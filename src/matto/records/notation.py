"""The readable notation: one line a phase, one line a trick; writing it.

    Format: matto-deal 1
    Game: calatafimi-2
    Rules version: 1
    Option bottom_card: nobody
    Seats: 2
    Dealer: 0
    Hand 0: SK …
    Hand 1: …
    Talon: …

    talk: 1 passo, 2 passo, 0 say batto, 1 vado_solo
    Trick 1: 1 SK, 0 S5 -> 1

    Points: 60 49
    Sheet: calatafimi-2 5.4 | 11 -11 | difference
    Scores: 11 -11
    Thrown in: no
    Next dealer: 1

An entry is a seat and its choice; where the kind of the action is not the line's own, it
stands between the two. Empty lines and lines beginning with `#` mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from matto.engine.options import spell
from matto.engine.run import SAY
from matto.records.places import RecordPlaces
from matto.records.replay import act, begin
from matto.records.shape import VERSION, DealRecord, MatchRecord, Record, Step

PLAY = "play"
YES, NO = "yes", "no"


def dump_notation(record: Record) -> str:
    """Write a record in the readable notation."""
    lines = _match(record) if isinstance(record, MatchRecord) else _whole_deal(record)
    return "\n".join(lines) + "\n"


def _whole_deal(record: DealRecord) -> Iterator[str]:
    yield f"Format: matto-deal {VERSION}"
    yield from _deal(record)


def _match(record: MatchRecord) -> Iterator[str]:
    yield f"Format: matto-match {VERSION}"
    for number, deal in enumerate(record.deals, start=1):
        yield ""
        yield f"Deal: {number}"
        yield from _deal(deal)
    yield ""
    yield f"Ledger: {numbers(record.ledger)}"


def _deal(record: DealRecord) -> Iterator[str]:
    yield from _setup(record)
    yield ""
    yield from _actions(record)
    yield ""
    yield from _ending(record)


def _setup(record: DealRecord) -> Iterator[str]:
    yield f"Game: {record.game}"
    yield f"Rules version: {record.rules_version}"
    for name, value in record.options.items():
        yield f"Option {name}: {spell(value)}"
    yield f"Seats: {record.seats}"
    yield f"Dealer: {record.dealer}"
    if record.carried:
        yield f"Carried: {_carried(record.carried)}"
    for seat, hand in enumerate(record.dealt):
        yield f"Hand {seat}: {' '.join(hand)}"
    if record.talon:
        yield f"Talon: {' '.join(record.talon)}"


def _ending(record: DealRecord) -> Iterator[str]:
    result = record.result
    yield f"Points: {numbers(result.points)}"
    for row in result.sheet:
        yield f"Sheet: {row.clause} | {numbers(row.amounts)} | {row.item}"
    yield f"Scores: {numbers(result.scores)}"
    yield f"Thrown in: {YES if result.thrown_in else NO}"
    yield f"Next dealer: {result.next_dealer}"
    if result.carried:
        yield f"Carried on: {_carried(result.carried)}"


def _actions(record: DealRecord) -> Iterator[str]:
    """One line for each trick and for each run of other actions of one kind."""
    run = begin(record, RecordPlaces())
    lying: list[Step] = []
    for step in record.actions:
        in_trick = bool(lying) and lying[0].kind == PLAY
        if lying and not in_trick and step.kind not in {SAY, lying[0].kind}:
            yield _line(lying)
            lying = []
        before = len(run.table.tricks)
        act(run, step, 1)
        lying.append(step)
        if len(run.table.tricks) > before:
            trick = run.table.tricks[-1]
            number = len(run.table.tricks)
            yield f"Trick {number}: {_entries(lying, PLAY)} -> {trick.winner}"
            lying = []
    if lying:
        yield _line(lying)


def _line(steps: list[Step]) -> str:
    kind = steps[0].kind
    return f"{kind}: {_entries(steps, kind)}"


def _entries(steps: list[Step], kind: str) -> str:
    return ", ".join(
        f"{step.seat} {step.choice}"
        if step.kind == kind
        else f"{step.seat} {step.kind} {step.choice}"
        for step in steps
    )


def numbers(amounts: tuple[int, ...]) -> str:
    """Some whole numbers, seat by seat."""
    return " ".join(map(str, amounts))


def _carried(carried: Mapping[str, int]) -> str:
    return " ".join(f"{name}={amount}" for name, amount in carried.items())

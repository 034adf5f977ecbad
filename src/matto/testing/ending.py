"""What must hold of every deal at its end: result, points, replay, and the record of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from matto.engine.errors import BadRecord, UnknownBounds
from matto.engine.run import SAY, Run
from matto.records import dump, loads, record_of
from matto.testing.places import cards_of, hands_of
from matto.testing.position import Position

FORMS: tuple[Literal["json", "notation"], ...] = ("json", "notation")


def the_result_is_in_order(position: Position) -> Iterator[str]:
    """The sheet adds up, its clauses exist, the next dealer is a seat, payments balance."""
    run, result = position.run, position.run.result
    if result is None:
        yield "the deal has ended without a result"
        return
    sums = [sum(row.amounts[seat] for row in result.sheet) for seat in range(run.game.seats)]
    if tuple(sums) != result.scores:
        yield f"the rows add up to {sums}, not to {result.scores}"
    for row in result.sheet:
        if row.clause not in position.clauses:
            yield f"the row “{row.item}” cites “{row.clause}”, which is not in the rulebook"
    if result.next_dealer not in range(run.game.seats):
        yield f"the next dealer is {result.next_dealer}"
    pot = sum(result.carried.values()) - sum(run.setup.carried.values())
    if position.expected.balances(run) and sum(result.scores) + pot != 0:
        yield f"payments do not balance: {result.scores}, the pot changes by {pot}"


def points_add_up(position: Position) -> Iterator[str]:
    """The card points of the parties add up to the game's total; all cards were played."""
    run, result = position.run, position.run.result
    if result is None or result.thrown_in or position.expected.broken_off(run):
        return
    if over := position.places.over:
        yield f"cards were left over at the end: {cards_of(over)}"
    if any(hands_of(run)):
        yield "cards were left in a hand"
    points = [result.points[seat] for seat in position.expected.one_of_each(run)]
    totals = position.expected.totals(run)
    if totals is not None and sum(points) not in totals:
        yield f"card points of {points} add up to {sum(points)}"


def a_thrown_in_deal_has_no_play(position: Position) -> Iterator[str]:
    """A deal thrown in has no tricks and no card points."""
    run, result = position.run, position.run.result
    if result is not None and result.thrown_in and (run.table.tricks or any(result.points)):
        yield "a deal thrown in has tricks or card points"


def a_replay_is_alike(position: Position) -> Iterator[str]:
    """The actions replayed from the deal give the same events, questions and result."""
    run, setup = position.run, position.run.setup
    replay = Run(
        run.game,
        setup.deal,
        dealer=setup.dealer,
        options=run.options,
        carried=setup.carried,
        ledger=setup.ledger,
        actions=run.actions,
    )
    if replay.events != run.events or replay.result != run.result:
        yield "a replay of the actions differs from the play"
    if replay.offered != run.offered:
        yield "a replay offers other choices than the play"
    if hands_of(replay) != hands_of(run):
        yield "a replay leaves other cards in the hands than the play"


def what_was_asked_is_listed(position: Position) -> Iterator[str]:
    """Everything asked and said is what the game says it can ask, and no oftener."""
    run = position.run
    listed = run.game.words(run.options)
    contract = run.table.contract
    if contract is not None and contract.word and contract.word not in run.game.contracts:
        yield f"Game.contracts lacks {contract.word}"
    asked = Counter(action.kind for action in run.actions)
    for action, offered in zip(run.actions, run.offered, strict=True):
        if unlisted := set(offered).difference(listed.get(action.kind, ())):
            yield f"Game.questions lacks words of the kind {action.kind}: {sorted(unlisted)}"
    for kind, times in _most_of_each_kind(run).items():
        if asked[kind] > times and kind != SAY:
            yield f"Game.questions has {times} of the kind {kind}, {asked[kind]} were asked"


def scores_are_within_bounds(position: Position) -> Iterator[str]:
    """Nobody wins or loses more than the game says can be; the differences are exact."""
    run, result = position.run, position.run.result
    if result is None:
        return
    try:
        low, high = run.game.bounds(run.options, run.setup.carried)
    except UnknownBounds as error:
        yield str(error)
        return
    if not low <= min(result.scores) <= max(result.scores) <= high:
        yield f"the scores {result.scores} are outside of the bounds {low} to {high}"
    if sum(result.net()) or result.net()[0] - result.net()[1] != (
        result.scores[0] - result.scores[1]
    ):
        yield f"{result.net()} are not the differences of {result.scores}"


def _most_of_each_kind(run: Run) -> Counter[str]:
    times: Counter[str] = Counter()
    for question in run.game.choice_sets(run.options):
        times[question.kind] += question.times
    return times


AT_THE_END = (
    the_result_is_in_order,
    points_add_up,
    a_thrown_in_deal_has_no_play,
    a_replay_is_alike,
    what_was_asked_is_listed,
    scores_are_within_bounds,
)


def a_record_comes_back(position: Position) -> Iterator[str]:
    """Written down in either form and read again, a deal is the same, to the last word."""
    if position.run.result is None:
        return
    record = record_of(position.run)
    for form in FORMS:
        written = dump(record, form)
        try:
            (again,) = loads(written)
        except BadRecord as error:
            yield f"the record as {form} is refused: {error}"
            continue
        if again.events != position.run.events or again.result != position.run.result:
            yield f"the record as {form} gives another deal"
        if dump(record_of(again), form) != written:
            yield f"the record as {form} reads otherwise when it is written again"

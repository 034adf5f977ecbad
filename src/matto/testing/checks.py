"""What must hold of every game in the positions looked at closely: refusals, forks, undo.

A check takes a `Position` and yields a sentence for each thing that is wrong; no sentence, no
fault. `deals.py` says when which check is made.
"""

from __future__ import annotations

from collections.abc import Iterator

from matto.engine.cards import CODES
from matto.engine.errors import IllegalChoice, NothingToUndo, Refusal
from matto.engine.run import Run
from matto.engine.table import Asides, Decision
from matto.testing.position import Position, facts, questions, state

NONSENSE = ("", " ", "nonsense", "T22", "SX", "sk", "SK SQ", "chiamo:T19", "{card}", "None")
BREAKS = (LookupError, ValueError, TypeError, AttributeError)
"""What a refusal may raise when it is not made for a word."""


def wrong_words(position: Position, asked: Decision) -> list[str]:
    """Every card and word that is not among the choices of a question."""
    words = {*CODES, *position.run.game.vocabulary.glossary, *position.vocabulary, *NONSENSE}
    return sorted(words - set(asked.options))


def what_is_not_offered_is_refused(position: Position) -> Iterator[str]:
    """Legal is what is offered; all else is refused with a clause and changes nothing."""
    run = position.run
    before = state(run)
    for asked in questions(run):
        for choice in asked.options:
            if run.why_not(choice, asked.seat) is not None:
                yield f"why_not objects to {choice}, which is offered"
        for word in wrong_words(position, asked):
            yield from _refused(position, word, asked.seat)
            position.tally["refusals"] += 1
    if state(run) != before:
        yield "a refused choice has changed something"


def _refused(position: Position, word: str, seat: int) -> Iterator[str]:
    run = position.run
    try:
        refusal = run.why_not(word, seat)
    except BREAKS as error:
        yield f"why_not({word!r}) breaks: {error!r}"
        return
    if refusal is None:
        yield f"why_not has nothing against “{word}”, which is not offered"
        return
    yield from _is_in_order(position, refusal, word)
    try:
        run.do_as(seat, word)
    except IllegalChoice as error:
        if error.refusal != refusal:
            yield f"do and why_not refuse “{word}” for different reasons"
    else:
        yield f"“{word}” was not offered and was done"


def _is_in_order(position: Position, refusal: Refusal, word: str) -> Iterator[str]:
    if refusal.clause not in position.clauses:
        yield f"“{word}” is refused by “{refusal.clause}”, which is not in the rulebook"
    if not str(refusal.sentence).strip():
        yield f"“{word}” is refused without a sentence"


def unknown_phrases_are_refused(position: Position) -> Iterator[str]:
    """What may not be said aside is refused and changes nothing."""
    run = position.run
    if run.decision is None:
        return
    before = state(run)
    for seat in range(run.game.seats):
        for phrase in sorted({*position.vocabulary, *NONSENSE} - set(run.asides(seat))):
            try:
                run.say(seat, phrase)
            except IllegalChoice as error:
                position.tally["phrases refused"] += 1
                if error.refusal.clause or type(run.table.asides) is not Asides:
                    yield from _is_in_order(position, error.refusal, phrase)
            else:
                yield f"seat {seat} has said “{phrase}”, which it may not"
    if state(run) != before:
        yield "a refused phrase has changed something"


def a_fork_is_alike(position: Position) -> Iterator[str]:
    """A fork equals the run; a fork up to an earlier action equals what the run was then."""
    run = position.run
    position.tally["forks"] += 1
    fork = run.fork()
    if state(fork) != state(run) or fork.events != run.events:
        yield "a fork differs from the run"
    upto = position.player.rng.randrange(len(run.actions) + 1)
    earlier = run.fork(upto)
    if list(earlier.events) != list(run.events[: len(earlier.events)]):
        yield f"a fork up to action {upto} saw other events than the run"
    again = earlier.fork()
    if earlier.actions != run.actions[:upto] or state(again) != state(earlier):
        yield f"a fork up to action {upto} is not what was then"
    for action in run.actions[upto:]:
        again.act(action)
    if state(again) != state(run):
        yield "a fork played on by the same actions ends elsewhere"


def only_unseen_actions_are_taken_back(position: Position) -> Iterator[str]:
    """An undo needs that no other view has changed by the action; it leads back exactly."""
    run = position.run
    before = state(run)
    for seat in range(run.game.seats):
        if run.can_undo(seat):
            position.tally["undone"] += 1
            yield from _taken_back(run, seat)
            continue
        position.tally["undo refused"] += 1
        try:
            run.undo(seat)
        except NothingToUndo:
            continue
        yield f"seat {seat} has taken back what it may not"
    if state(run) != before:
        yield "what was not taken back has changed something"


def _taken_back(run: Run, seat: int) -> Iterator[str]:
    last = run.actions[-1]
    earlier = run.fork(len(run.actions) - 1)
    others = [viewer for viewer in (*range(run.game.seats), None) if viewer != seat]
    if last.seat != seat:
        yield f"seat {seat} may take back what seat {last.seat} did"
    if facts(run, others) != facts(earlier, others):
        yield f"seat {seat} may take back “{last.choice}”, which others have noticed"
    redone = run.fork()
    try:
        redone.undo(seat)
    except NothingToUndo:
        yield f"a fork does not take back “{last.choice}”"
    if state(redone) != state(earlier):
        yield f"taking back “{last.choice}” does not lead back"

"""What must hold of every game in every position, as checks that give sentences of fault.

A check takes a `Position` and yields a sentence for each thing that is wrong; no sentence, no
fault. `deals.py` says when which check is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from contract.expected import Expected
from contract.knowledge import Knowledge
from contract.player import Player
from matto.cards import CODES, NUMBER
from matto.errors import IllegalChoice, NothingToUndo, Refusal
from matto.run import Run
from matto.table import Asides, Decision, Waiting

ONLOOKERS: tuple[None] = (None,)
NONSENSE = ("", " ", "nonsense", "T22", "SX", "sk", "SK SQ", "chiamo:T19", "{card}", "None")


@dataclass
class Position:
    """A run somewhere in a deal, with what is expected of its game."""

    run: Run
    expected: Expected
    clauses: frozenset[str]
    player: Player
    knowledge: Knowledge
    tally: Counter[str] = field(default_factory=Counter)
    vocabulary: set[str] = field(default_factory=set)
    lying_over: frozenset[str] | None = None

    @property
    def viewers(self) -> Sequence[int | None]:
        """All seats and the onlookers."""
        return (*range(self.run.game.seats), None)


def facts(run: Run, viewers: Iterable[int | None]) -> list[dict[str, object]]:
    """What the views show."""
    return [run.view(viewer).facts() for viewer in viewers]


def state(run: Run) -> tuple[object, ...]:
    """Everything about a run that can be compared with another."""
    seats = range(run.game.seats)
    return (
        run.actions,
        facts(run, (*seats, None)),
        [run.table.hand(seat) for seat in seats],
        waiting_for(run),
        [own.options for own in questions(run)],
        run.result,
    )


def questions(run: Run) -> tuple[Decision, ...]:
    """The open question, first to the seat asked, then to others that may answer it too."""
    return () if run.decision is None else (run.decision, *run.decision.others)


def waiting_for(run: Run) -> Waiting | None:
    """Who is asked what, as all may know: seat, kind, clause, and who else may answer."""
    asked = run.decision
    if asked is None:
        return None
    return Waiting(asked.seat, asked.kind, asked.clause, tuple(q.seat for q in asked.others))


# -- at every step -------------------------------------------------------------------------


def cards_are_conserved(position: Position) -> Iterator[str]:
    """Hands, tricks, cards laid away and what lies over are the pack, each card once."""
    run = position.run
    table, deal = run.table, run.setup.deal
    hands = [card for seat in range(table.seats) for card in table.hand(seat)]
    tricks = [card for trick in table.tricks for card in trick.cards]
    lying = [card for _, card in run.view(None).lying]
    laid_away = [card for cards in table.laid_away for card in cards]
    placed = Counter((*hands, *tricks, *lying, *laid_away))
    if twice := [card for card, times in placed.items() if times > 1]:
        yield f"cards are in two places: {twice}"
    over = table.pack.cards - placed.keys()
    if foreign := placed.keys() - table.pack.cards:
        yield f"cards are foreign to the pack: {sorted(foreign)}"
    dealt = {card for e in run.events if e.kind == "dealt" for card in e.what}
    undealt = {card for hand in deal.hands for card in hand} - dealt
    if lost := over - undealt - set(deal.talon):
        yield f"cards are in no place: {sorted(lost)}"
    if missing := undealt - over:
        yield f"cards are in play that have not been dealt: {sorted(missing)}"
    if position.lying_over is not None and not over <= position.lying_over:
        yield f"cards have gone back to the stock: {sorted(over - position.lying_over)}"
    position.lying_over = over


def views_hold_the_hands(position: Position) -> Iterator[str]:
    """Each seat's view folds to the cards that the table knows in its hand."""
    run = position.run
    for seat in range(run.game.seats):
        folded, held = run.view(seat).hand, run.table.hand(seat)
        if set(folded) != set(held):
            yield f"seat {seat} sees {sorted(set(folded) ^ set(held))} wrongly in its own hand"
    if run.view(None).hand:
        yield "onlookers see a hand"


def cards_stand_in_order(position: Position) -> Iterator[str]:
    """Hands stand in the order of the pack, and so do the choices: own cards, and others."""
    run = position.run
    for seat in range(run.game.seats):
        held = run.table.hand(seat)
        if held != run.table.pack.sort(held) or held != run.view(seat).hand:
            yield f"the hand of seat {seat} stands in another order: {' '.join(held)}"
    for asked in questions(run):
        own = run.table.hand(asked.seat)
        cards = [card for card in asked.options if card in run.table.pack.cards]
        for some in ([c for c in cards if c in own], [c for c in cards if c not in own]):
            if list(run.table.pack.sort(some)) != some:
                yield f"the choices stand in another order: {' '.join(some)}"


def choices_are_seen_by_the_seat_asked_only(position: Position) -> Iterator[str]:
    """The decision is in the view of the seat asked; the others see who is asked and what."""
    run, waiting = position.run, waiting_for(position.run)
    choices = {own.seat: own.options for own in questions(run)}
    for viewer in position.viewers:
        view = run.view(viewer)
        mine = None if viewer is None else choices.get(viewer)
        seen = None if view.decision is None else view.decision.options
        if seen != mine or view.facts()["choices"] != mine:
            yield f"{viewer} sees the choices {seen}, not {mine}"
        if view.decision is not None and view.decision.others:
            yield f"{viewer} sees what others may answer"
        if view.waiting != waiting:
            yield f"{viewer} does not see that the table waits for {waiting}"
        allowed = () if viewer is None else run.asides(viewer)
        if view.asides != allowed:
            yield f"{viewer} sees the asides {view.asides}, not {allowed}"


def the_question_is_in_order(position: Position) -> Iterator[str]:
    """There is a choice, no choice twice, every word is explained, the clause exists."""
    for asked in questions(position.run):
        yield from _is_a_question(position, asked)


def _is_a_question(position: Position, asked: Decision) -> Iterator[str]:
    if not asked.options:
        yield f"seat {asked.seat} is asked to {asked.kind} and has no choice"
    if len(set(asked.options)) < len(asked.options):
        yield f"a choice is offered twice: {asked.options}"
    if asked.clause not in position.clauses:
        yield f"the question to {asked.kind} cites “{asked.clause}”, not in the rulebook"
    words = {option.partition(":")[0] for option in asked.options if option not in NUMBER}
    for seat in range(position.run.game.seats):
        words |= {phrase.partition(":")[0] for phrase in position.run.asides(seat)}
    position.vocabulary |= words
    if unknown := words - position.run.game.glossary.keys():
        yield f"words are not in the glossary: {sorted(unknown)}"


EVERY_STEP = (
    cards_are_conserved,
    views_hold_the_hands,
    cards_stand_in_order,
    choices_are_seen_by_the_seat_asked_only,
    the_question_is_in_order,
)


# -- now and then --------------------------------------------------------------------------


def wrong_words(position: Position, asked: Decision) -> list[str]:
    """Every card and word that is not among the choices of a question."""
    words = {*CODES, *position.run.game.glossary, *position.vocabulary, *NONSENSE}
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
    except (LookupError, ValueError, TypeError, AttributeError) as error:
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
                if type(run.table.asides) is not Asides:
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
    for seat in range(run.game.seats):
        before = state(run)
        if not run.can_undo(seat):
            position.tally["undo refused"] += 1
            try:
                run.undo(seat)
            except NothingToUndo:
                if state(run) != before:
                    yield "a refused undo has changed something"
            else:
                yield f"seat {seat} has taken back what it may not"
            continue
        position.tally["undone"] += 1
        yield from _taken_back(run, seat)


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


NOW_AND_THEN = (
    what_is_not_offered_is_refused,
    unknown_phrases_are_refused,
    a_fork_is_alike,
    only_unseen_actions_are_taken_back,
)


# -- at the end ----------------------------------------------------------------------------


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
    if position.lying_over:
        yield f"cards were left over at the end: {sorted(position.lying_over)}"
    if any(run.table.hand(seat) for seat in range(run.game.seats)):
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
    """The actions replayed from the deal give the same events and the same result."""
    run = position.run
    replay = Run(
        run.game,
        run.setup.deal,
        dealer=run.setup.dealer,
        options=run.options,
        carried=run.setup.carried,
        actions=run.actions,
    )
    if state(replay) != state(run) or replay.events != run.events:
        yield "a replay of the actions differs from the play"
    if [len(offered) for offered in replay.offered] != [len(o) for o in run.offered]:
        yield "a replay offers other choices than the play"


AT_THE_END = (
    the_result_is_in_order,
    points_add_up,
    a_thrown_in_deal_has_no_play,
    a_replay_is_alike,
)

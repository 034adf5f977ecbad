"""Properties of every game: at every step, at the end, and as numbers.

A check takes a `Position` and yields a sentence for each thing that is wrong; no sentence, no
fault. `games.py` says when which check is made.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from matto.engine.cards import CODES, NUMBER
from matto.engine.errors import BadRecord, IllegalChoice, NothingToUndo, Refusal, UnknownBounds
from matto.engine.events import SAY, Decision
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Run
from matto.engine.table import Asides
from matto.engine.view import View
from matto.games import catalogue
from matto.players.encoding import Encoding, NotEncoded, encoding_of
from matto.records import dump, loads, record_of
from matto.research.testing.position import (
    BIT,
    Player,
    Position,
    cards_of,
    facts,
    hands_of,
    questions,
    state,
    waiting_for,
)
from matto.research.testing.tracing import DEFAULTS, settings_of


@dataclass(frozen=True)
class Case:
    """A game with its options; `label` says which ones."""

    game: Game
    options: Options
    label: str = DEFAULTS

    def __str__(self) -> str:
        return f"{self.game.id}:{self.label}"


def cases_of(game: Game) -> Iterator[Case]:
    """The defaults, each preset, and each value of an option (see `tracing.values_of`)."""
    return (Case(game, options, label) for label, options in settings_of(game))


def default_cases() -> list[Case]:
    """Every game of the catalogue with its default options."""
    return [Case(game, game.resolve()) for game in catalogue().values()]


def other_cases() -> list[Case]:
    """Every game with every preset and every other value of an option."""
    return [
        case
        for game in catalogue().values()
        for case in cases_of(game)
        if case.label != DEFAULTS
    ]


def choices_have_indices(position: Position) -> Iterator[str]:
    """The mask has the choices of a question and no others, and each index leads back."""
    run, views = position.run, position.views.values()
    encoding = encoding_of(run.game)
    asides = [Decision(seat, SAY, view.asides) for seat, view in enumerate(views)]
    for asked in (*questions(run), *(aside for aside in asides if aside.options)):
        try:
            yield from _indices_of(encoding, asked)
        except NotEncoded as error:
            yield str(error)


def _indices_of(encoding: Encoding, asked: Decision) -> Iterator[str]:
    actions = np.flatnonzero(encoding.mask(asked)).tolist()
    choices = [encoding.choice(asked, action) for action in actions]
    if sorted(choices) != sorted(asked.options):
        wrong = sorted(set(choices) ^ set(asked.options))
        yield f"the mask for {asked.kind} has others than the choices: {wrong}"
    if [encoding.number(asked, choice) for choice in choices] != actions:
        yield f"the indices for {asked.kind} do not come back"


def encoded_otherwise(run: Run, other: Run, seat: int) -> Iterator[str]:
    """Yield what a seat would be told in numbers of two deals that must look alike to it."""
    encoding = encoding_of(run.game)
    view, instead = run.view(seat), other.view(seat)
    found = encoding.observe(view) != encoding.observe(instead)
    for place in np.flatnonzero(found):
        yield f"observation: {encoding.names[place]} is different for seat {seat}"
    if encoding.information_state(view) != encoding.information_state(instead):
        yield f"information state: it is different for seat {seat}"
    if _mask(encoding, view) != _mask(encoding, instead):
        yield f"mask: it is different for seat {seat}"


def _mask(encoding: Encoding, view: View) -> bytes:
    """The mask of what a seat is asked; of nothing, none."""
    return b"" if view.decision is None else encoding.mask(view.decision).tobytes()


def forgotten(case: Case, seed: int) -> Iterator[str]:
    """Play a deal by chance and yield what a seat's information state has lost on the way.

    Each state of a seat must begin with all that was in the one before, without what was asked
    then; and the next must tell which of its choices the seat has made.
    """
    encoding, rng = encoding_of(case.game), random.Random(f"{case} {seed}")
    run = Run.shuffled(case.game, seed=rng, options=case.options)
    player = Player(rng)
    before: dict[int, str] = {}
    while (asked := run.decision) is not None:
        now = encoding.information_state(run.view(asked.seat))
        if not now.startswith(before.get(asked.seat, "").rpartition("\n")[0]):
            yield f"{case}: seat {asked.seat} has lost what it knew when asked to {asked.kind}"
        before[asked.seat] = now
        choice = player.choose(asked.options)
        others = [word for word in asked.options if word not in {choice, asked.wait}]
        again = run.fork() if others and rng.random() < ALTERNATIVES else None
        run.do(choice)
        if again is not None and choice != asked.wait:
            again.do(rng.choice(others))
            after = (encoding.information_state(each.view(asked.seat)) for each in (run, again))
            if len(set(after)) == 1:
                yield f"{case}: seat {asked.seat} does not know what it answered"


ALTERNATIVES = 0.1
"""In how many positions another choice is tried."""


NONSENSE = ("", " ", "nonsense", "T22", "SX", "sk", "SK SQ", "chiamo:T19", "{card}", "None")
BREAKS = (LookupError, ValueError, TypeError, AttributeError)
"""Errors that a refusal may raise when it is not made for a word."""


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
    """Yield what may not be said aside is refused and changes nothing."""
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


def cards_are_conserved(position: Position) -> Iterator[str]:
    """Hands, tricks, cards laid away and what lies over are the pack, each card once."""
    places = position.places
    places.count_tricks(position.run)
    total, placed = _put_together(position)
    if total != placed:
        yield f"cards are in two places; in any place are {cards_of(placed)}"
    over = places.pack & ~placed
    if foreign := placed & ~places.pack:
        yield f"cards are foreign to the pack: {cards_of(foreign)}"
    undealt = places.to_deal & ~places.dealt
    if lost := over & ~undealt & ~places.talon:
        yield f"cards are in no place: {cards_of(lost)}"
    if missing := undealt & ~over:
        yield f"cards are in play that have not been dealt: {cards_of(missing)}"
    if places.over is not None and (back := over & ~places.over):
        yield f"cards have gone back to the stock: {cards_of(back)}"
    places.over = over


def _put_together(position: Position) -> tuple[int, int]:
    """All cards in their places, as a sum and as a union: alike if none is in two places."""
    run, places = position.run, position.places
    total, placed = places.tricks + places.lying, places.in_tricks | places.lying
    for hand in hands_of(run):
        total += hand
        placed |= hand
    for cards in run.table.laid_away:
        for card in cards:
            total += BIT[card]
            placed |= BIT[card]
    return total, placed


def hands_are_what_was_told(position: Position) -> Iterator[str]:
    """Yield what each seat was told of its own hand adds up to what the table knows there."""
    held, told = hands_of(position.run), position.places.hands
    if held == told:
        return
    for seat, (bits, others) in enumerate(zip(held, told, strict=True)):
        if bits != others:
            wrong = cards_of(bits ^ others)
            yield f"seat {seat} was told otherwise of {wrong} than is in its hand"


def the_question_is_in_order(position: Position) -> Iterator[str]:
    """There is a choice, none twice, own cards in order; words and clause are explained."""
    for asked in questions(position.run):
        if not asked.options:
            yield f"seat {asked.seat} is asked to {asked.kind} and has no choice"
        if asked.clause not in position.clauses:
            yield f"the question to {asked.kind} cites “{asked.clause}”, not in the rulebook"
        if not _are_cards_in_order(position, asked):
            yield from _are_choices(position, asked)
    yield from _are_counted_down(position)


def _are_counted_down(position: Position) -> Iterator[str]:
    """Where several cards are chosen one by one each question tells how many are left."""
    asked, before = position.run.decision, position.left
    position.left = 1 if asked is None else asked.left
    if before in (1, position.left):  # in the second case something was said aside
        return
    if position.left != before - 1 or not position.run.goes_on:
        yield f"{before} cards were left to choose, and then {position.left}"


def _are_cards_in_order(position: Position, asked: Decision) -> bool:
    """Return whether all choices are cards of the pack, each once, in the pack's order."""
    place = position.run.table.pack.place
    last = -1
    for option in asked.options:
        here = place.get(option, -1)
        if here <= last:
            return False
        last = here
    return True


def _are_choices(position: Position, asked: Decision) -> Iterator[str]:
    if len(set(asked.options)) < len(asked.options):
        yield f"a choice is offered twice: {asked.options}"
    pack, own = position.run.table.pack, position.run.table.hand(asked.seat)
    cards = [card for card in asked.options if card in pack.cards]
    for some in ([c for c in cards if c in own], [c for c in cards if c not in own]):
        if list(pack.sort(some)) != some:
            yield f"the choices stand in another order: {' '.join(some)}"
    yield from are_words(position, asked.options)


def are_words(position: Position, choices: tuple[str, ...]) -> Iterator[str]:
    """Every word is in the glossary of the game."""
    words = {word.partition(":")[0] for word in choices if word not in NUMBER}
    if words <= position.vocabulary:
        return
    position.vocabulary |= words
    if unknown := words - position.run.game.vocabulary.glossary.keys():
        yield f"words are not in the glossary: {sorted(unknown)}"


EVERY_STEP = (cards_are_conserved, hands_are_what_was_told, the_question_is_in_order)


# -- looks into the views --------------------------------------------------------------------


def the_sums_are_right(position: Position) -> Iterator[str]:
    """Yield what the running sums hold is what the table and an onlooker's view show."""
    run, places = position.run, position.places
    tricks = sum(BIT[card] for trick in run.table.tricks for card in trick.cards)
    if tricks != places.tricks:
        yield "the tricks of the table are not those that were counted"
    lying = sorted(card for _, card in position.views[None].lying)
    if lying != cards_of(places.lying):
        yield f"an onlooker sees {lying} on the table, not {cards_of(places.lying)}"
    told = [card for trick in position.views[None].tricks for card in trick.cards]
    if told != [card for trick in run.table.tricks for card in trick.cards]:
        yield "an onlooker has seen other tricks than the table"


def views_hold_the_hands(position: Position) -> Iterator[str]:
    """Each seat's view folds to the cards that the table knows in its hand, in order."""
    run = position.run
    for seat in range(run.game.seats):
        folded, held = position.views[seat].hand, run.table.hand(seat)
        if set(folded) != set(held):
            yield f"seat {seat} sees {sorted(set(folded) ^ set(held))} wrongly in its own hand"
        elif held != run.table.pack.sort(held) or held != folded:
            yield f"the hand of seat {seat} stands in another order: {' '.join(held)}"
    if position.views[None].hand:
        yield "onlookers see a hand"


def choices_are_seen_by_the_seat_asked_only(position: Position) -> Iterator[str]:
    """The decision is in the view of the seat asked; the others see who is asked and what."""
    run, waiting = position.run, waiting_for(position.run)
    choices = {own.seat: own.options for own in questions(run)}
    for viewer, view in position.views.items():
        mine = None if viewer is None else choices.get(viewer)
        seen = None if view.decision is None else view.decision.options
        if seen != mine or (mine and view.facts()["choices"] != mine):
            yield f"{viewer} sees the choices {seen}, not {mine}"
        if view.decision is not None and view.decision.others:
            yield f"{viewer} sees what others may answer"
        if view.waiting != waiting:
            yield f"{viewer} does not see that the table waits for {waiting}"
        allowed = () if viewer is None else run.asides(viewer)
        if view.asides != allowed:
            yield f"{viewer} sees the asides {view.asides}, not {allowed}"


def asides_are_words(position: Position) -> Iterator[str]:
    """All that may be said aside is explained."""
    for seat in range(position.run.game.seats):
        yield from are_words(position, position.views[seat].asides)


LOOKS = (
    the_sums_are_right,
    views_hold_the_hands,
    choices_are_seen_by_the_seat_asked_only,
    asides_are_words,
    choices_have_indices,
)

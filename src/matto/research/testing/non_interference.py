"""Non-interference: what a seat cannot see must not change what it sees.

A world is the same deal with cards moved that a viewer has not seen, or with another answer to
a question whose answer it has not seen. If all the actions are possible in it too, nothing in
the viewer's view may differ, from the first question on.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from matto.engine.errors import IllegalChoice, Refusal
from matto.engine.events import ALL, Deal, Event, Waiting
from matto.engine.run import Action, Run
from matto.research.testing.checks import BREAKS, encoded_otherwise, wrong_words
from matto.research.testing.position import ONLOOKER, Position, questions, waiting_for

SWAPS = (1, 1, 1, 2, 3)
OTHER_ANSWERS = 1 / 3
"""In how many worlds another answer is given, instead of cards being moved."""
STOCK = -1


@dataclass(frozen=True)
class World:
    """Another deal and the same actions; `what` says what is different."""

    deal: Deal
    actions: tuple[Action, ...]
    what: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Moment:
    """The views of some viewers at an open question, after some events."""

    events: int
    waiting: Waiting | None
    options: Mapping[int, tuple[str, ...]]
    asides: Mapping[int, tuple[str, ...]]


class Impossible(Exception):
    """The actions cannot have happened in a world."""


def moment_of(run: Run, viewers: Iterable[int]) -> Moment:
    """Take down what there is to see now."""
    return Moment(
        events=len(run.events),
        waiting=waiting_for(run),
        options={own.seat: own.options for own in questions(run)},
        asides={viewer: run.asides(viewer) for viewer in viewers if viewer != ONLOOKER},
    )


def moments_of(run: Run, viewers: Sequence[int]) -> list[Moment]:
    """Take down what there was to see at each step of a run so far, by playing it again."""
    again = run.fork(0)
    moments = [moment_of(again, viewers)]
    for action in run.actions:
        again.act(action)
        moments.append(moment_of(again, viewers))
    return moments


# -- worlds --------------------------------------------------------------------------------


def swap_unseen_cards(position: Position, viewer: int, rng: random.Random) -> World | None:
    """Exchange a few cards that a viewer has not seen and that lie in different places."""
    run = position.run
    unseen = sorted(run.table.pack.cards - position.knowledge.seen(viewer))
    mapping: dict[str, str] = {}
    for _ in range(rng.choice(SWAPS)):
        free = [card for card in unseen if card not in mapping]
        if len(free) < 2:
            break
        first = rng.choice(free)
        alike = [card for card in free if card[0] == first[0] and card != first]
        others = alike if alike and rng.random() < 0.5 else free
        second = rng.choice([card for card in others if card != first])
        mapping |= {first: second, second: first}
    places = places_of(run)
    labels = sorted({_label(places[a], places[b]) for a, b in mapping.items() if a < b})
    if not mapping or all(places[a] == places[b] for a, b in mapping.items()):
        return None
    laid_away = {card for cards in run.table.laid_away for card in cards}
    if laid_away & mapping.keys():
        labels.append("laid away")
    actions = tuple(_renamed(action, mapping, position) for action in run.actions)
    what = ", ".join(f"{a}↔{b}" for a, b in mapping.items() if a < b)
    return World(with_cards_moved(run.setup.deal, mapping), actions, what, tuple(labels))


def places_of(run: Run) -> dict[str, tuple[int, int]]:
    """Return where each card was dealt: the seat and the packet, or its place in the stock."""
    places = {card: (STOCK, place) for place, card in enumerate(run.setup.deal.talon)}
    for seat, hand in enumerate(run.setup.deal.hands):
        places |= {card: (seat, STOCK) for card in hand}
    packets: dict[int, int] = {}
    for event in run.events:
        if event.kind == "dealt":
            packets[event.seat] = packets.get(event.seat, -1) + 1
            places |= {card: (event.seat, packets[event.seat]) for card in event.what}
    return places


def _label(first: tuple[int, int], second: tuple[int, int]) -> str:
    if first[0] == second[0]:
        return "within the stock" if first[0] == STOCK else "within a hand"
    return "hand and stock" if STOCK in (first[0], second[0]) else "two hands"


def with_cards_moved(deal: Deal, mapping: Mapping[str, str]) -> Deal:
    """The deal with cards exchanged."""
    hands = tuple(tuple(mapping.get(card, card) for card in hand) for hand in deal.hands)
    return Deal(hands, tuple(mapping.get(card, card) for card in deal.talon))


def _renamed(action: Action, mapping: Mapping[str, str], position: Position) -> Action:
    secret = position.expected.secret
    word, colon, card = action.choice.rpartition(":")
    if card not in mapping or not secret & {action.kind, word}:
        return action
    return Action(action.seat, action.kind, word + colon + mapping[card])


def change_unseen_answer(position: Position, viewer: int, rng: random.Random) -> World | None:
    """Change one answer that a viewer has not seen."""
    run, seen = position.run, position.knowledge.seen(viewer)
    secret = [
        index
        for index, action in enumerate(run.actions)
        if action.kind in position.expected.secret
        and action.seat != viewer
        and action.choice not in seen
    ]
    if not secret:
        return None
    index = rng.choice(secret)
    action = run.actions[index]
    others = [card for card in run.offered[index] if card not in {action.choice, *seen}]
    if not others:
        return None
    other = rng.choice(others)
    actions = list(run.actions)
    actions[index] = Action(action.seat, action.kind, other)
    what = f"seat {action.seat} answers {other}, not {action.choice}, to {action.kind}"
    return World(run.setup.deal, tuple(actions), what, ("another answer",))


# -- comparing -----------------------------------------------------------------------------


def differences(
    position: Position, moments: Sequence[Moment], world: World, viewers: Sequence[int]
) -> Iterator[str]:
    """Yield what viewers see differently in a world; raises `Impossible` where it cannot be."""
    other = start_again(position.run, world.deal)
    before = Moment(0, None, {}, {})
    told = 0
    for index, moment in enumerate(moments):
        now = moment_of(other, viewers)
        real = position.run.events[before.events : moment.events]
        false = other.events[told : now.events]
        faults = [
            f"{fault}; {world.what}"
            for viewer in viewers
            for fault in _seen_otherwise(position, viewer, (moment, real), (now, false))
        ]
        if faults:
            yield from faults
            return
        before, told = moment, now.events
        if index < len(world.actions):
            try:
                other.act(world.actions[index])
            except IllegalChoice as refusal:
                raise Impossible from refusal
    yield from _compare_everything(position, other, world, viewers)


def start_again(run: Run, deal: Deal) -> Run:
    """The same deal with other cards, before anything was done."""
    setup = run.setup
    return Run(
        run.game,
        deal,
        dealer=setup.dealer,
        options=run.options,
        carried=setup.carried,
        ledger=setup.ledger,
    )


def _seen_otherwise(
    position: Position,
    viewer: int,
    really: tuple[Moment, Sequence[Event]],
    there: tuple[Moment, Sequence[Event]],
) -> Iterator[str]:
    who = "an onlooker" if viewer == ONLOOKER else f"seat {viewer}"
    (moment, real), (now, false) = really, there
    seen, instead = _visible(real, viewer), _visible(false, viewer)
    if seen != instead:
        pairs = zip([*seen, None], [*instead, None], strict=False)
        first = next((a, b) for a, b in pairs if a != b)
        if any(event and event.kind in position.expected.truthful for event in first):
            raise Impossible
        yield f"event: {who} sees {_told(first[0])} and would see {_told(first[1])}"
    elif moment.waiting != now.waiting:
        yield f"waiting: {who} sees {moment.waiting} and would see {now.waiting}"
    elif moment.options.get(viewer) != now.options.get(viewer):
        odd = set(moment.options.get(viewer, ())) ^ set(now.options.get(viewer, ()))
        yield f"choices: {who} may choose {odd} or not"
    elif viewer != ONLOOKER and moment.asides[viewer] != now.asides[viewer]:
        said = set(moment.asides[viewer]) ^ set(now.asides[viewer])
        yield f"asides: {who} may say {said} or not"


def _visible(events: Sequence[Event], viewer: int) -> list[Event]:
    bit = 0 if viewer == ONLOOKER else 1 << viewer
    return [event for event in events if event.seen_by == ALL or event.seen_by & bit]


def _told(event: Event | None) -> str:
    return "nothing" if event is None else f"{event.kind} {event.seat} {' '.join(event.what)}"


def _compare_everything(
    position: Position, other: Run, world: World, viewers: Sequence[int]
) -> Iterator[str]:
    run = position.run
    for viewer in viewers:
        seat = None if viewer == ONLOOKER else viewer
        if run.view(seat).facts() != other.view(seat).facts():
            yield f"view: {viewer} has other facts; {world.what}"
        if seat is not None:
            for fault in encoded_otherwise(run, other, seat):
                yield f"{fault}; {world.what}"
        asked = None if run.decision is None else run.decision.to(seat)
        if asked is not None:
            for word in wrong_words(position, asked):
                refusal = _objection(run, word, seat)
                if refusal != (instead := _objection(other, word, seat)):
                    yield f"refusal: “{word}”: {refusal} or {instead}; {world.what}"
                    break


def _objection(run: Run, word: str, seat: int | None) -> Refusal | str | None:
    try:
        return run.why_not(word, seat)
    except BREAKS as error:  # found by the check of refusals
        return repr(error)


def nothing_hidden_shows(
    position: Position, times: int, viewers: Sequence[int]
) -> Iterator[str]:
    """Move unseen cards and change unseen answers: nobody who has not seen them notices."""
    rng = position.player.rng
    moments = moments_of(position.run, viewers)
    for viewer in viewers:
        for _ in range(times):
            make = change_unseen_answer if rng.random() < OTHER_ANSWERS else swap_unseen_cards
            world = make(position, viewer, rng)
            if world is None:
                continue
            position.tally["worlds tried"] += 1
            try:
                faults = list(differences(position, moments, world, sorted({viewer, ONLOOKER})))
            except Impossible:
                continue
            yield from faults
            position.tally["effective swaps"] += make is swap_unseen_cards
            position.tally.update(world.labels)

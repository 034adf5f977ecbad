"""What must hold at every step: cheap checks from running sums, and looks into all views.

A check takes a `Position` and yields a sentence for each thing that is wrong; no sentence, no
fault. `deals.py` says when which check is made.
"""

from __future__ import annotations

from collections.abc import Iterator

from matto.engine.cards import NUMBER
from matto.engine.table import Decision
from matto.testing.encodings import choices_have_indices
from matto.testing.places import BIT, cards_of, hands_of
from matto.testing.position import Position, questions, waiting_for


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
    """What each seat was told of its own hand adds up to what the table knows there."""
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
    """Tell whether all choices are cards of the pack, each once, in the pack's order."""
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


EVERY_STEP = (
    cards_are_conserved,
    hands_are_what_was_told,
    the_question_is_in_order,
)


# -- looks into the views --------------------------------------------------------------------


def the_sums_are_right(position: Position) -> Iterator[str]:
    """What the running sums hold is what the table and an onlooker's view show."""
    run, places = position.run, position.places
    tricks = sum(BIT[card] for trick in run.table.tricks for card in trick.cards)
    if tricks != places.tricks:
        yield "the tricks of the table are not those that were counted"
    lying = sorted(card for _, card in run.view(None).lying)
    if lying != cards_of(places.lying):
        yield f"an onlooker sees {lying} on the table, not {cards_of(places.lying)}"
    told = [card for trick in run.view(None).tricks for card in trick.cards]
    if told != [card for trick in run.table.tricks for card in trick.cards]:
        yield "an onlooker has seen other tricks than the table"


def views_hold_the_hands(position: Position) -> Iterator[str]:
    """Each seat's view folds to the cards that the table knows in its hand, in order."""
    run = position.run
    for seat in range(run.game.seats):
        folded, held = run.view(seat).hand, run.table.hand(seat)
        if set(folded) != set(held):
            yield f"seat {seat} sees {sorted(set(folded) ^ set(held))} wrongly in its own hand"
        elif held != run.table.pack.sort(held) or held != folded:
            yield f"the hand of seat {seat} stands in another order: {' '.join(held)}"
    if run.view(None).hand:
        yield "onlookers see a hand"


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


def asides_are_words(position: Position) -> Iterator[str]:
    """All that may be said aside is explained."""
    for seat in range(position.run.game.seats):
        yield from are_words(position, position.run.asides(seat))


LOOKS = (
    the_sums_are_right,
    views_hold_the_hands,
    choices_are_seen_by_the_seat_asked_only,
    asides_are_words,
    choices_have_indices,
)

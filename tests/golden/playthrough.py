"""A deal as text: every question, every event with who sees it, every hand, the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from lots import deal_by_lot, first_by_lot, lot
from matto.engine.events import Decision, Result
from matto.engine.options import spell
from matto.engine.run import Run
from matto.games import game

TALKATIVE = 40
"""Of 256: how often something is said aside when it may be."""


@dataclass(frozen=True)
class Wanted:
    """A deal that is wanted for the folder: of which game, and showing what.

    `shows` are lines (without what comes after) that its text must have, `takes` words that
    are said whenever they may be.
    """

    game_id: str
    name: str
    shows: tuple[str, ...] = ()
    takes: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"{self.game_id}_{self.name}"

    def text(self, seed: int) -> str:
        """The deal of a seed as text."""
        played = game(self.game_id)
        options = played.resolve()
        salt = f"{self}/{seed}"
        dealer = lot(salt, "dealer")[0] % played.seats
        deal = deal_by_lot(played, options, dealer, salt)
        run = Run(played, deal, dealer=dealer, options=options)
        values = ", ".join(f"{name}={spell(value)}" for name, value in options.items())
        head = [
            f"seed: {seed}",
            f"{self.game_id}: {values or 'no options'}",
            f"dealer: {dealer}",
        ]
        return "\n".join([*head, *self._told(run, salt)]) + "\n"

    def is_shown_by(self, text: str) -> bool:
        """Tell whether a text has all the lines that are wanted."""
        lines = text.splitlines()
        return all(any(line.startswith(start) for line in lines) for start in self.shows)

    def _told(self, run: Run, salt: str) -> Iterator[str]:
        told = 0
        while True:
            yield from _events(run, told)
            told = len(run.events)
            if run.decision is None:
                break
            yield from _asides(run, salt)
            yield from _events(run, told)
            told = len(run.events)
            yield from _hands(run)
            yield self._answer(run, _who_answers(run, run.decision, salt), salt)
        if run.result is not None:
            yield from _sheet(run.result)

    def _answer(self, run: Run, asked: Decision, salt: str) -> str:
        times = sum(
            (action.seat, action.kind) == (asked.seat, asked.kind) for action in run.actions
        )
        liked = [choice for choice in asked.options if choice in self.takes]
        choice = first_by_lot(
            f"{salt}/{asked.kind}/{asked.seat}/{times}", liked or asked.options
        )
        run.do_as(asked.seat, choice)
        return (
            f"? {asked.seat} {asked.kind} {_listed(asked.options)} -> {choice} ({asked.clause})"
        )


def _who_answers(run: Run, asked: Decision, salt: str) -> Decision:
    """The question as it stands to one of those who may answer it."""
    open_to = (asked, *asked.others)
    if len(open_to) == 1:
        return asked
    return open_to[lot(salt, f"{len(run.actions)} who")[0] % len(open_to)]


def _events(run: Run, told: int) -> Iterator[str]:
    """One line an event, with the seats in whose views it is (`o` for onlookers)."""
    viewers = (*range(run.game.seats), None)
    views = {viewer: {id(e) for e in run.view(viewer).events} for viewer in viewers}
    for event in run.events[told:]:
        marks = "".join(
            ("o" if viewer is None else str(viewer)) if id(event) in views[viewer] else "."
            for viewer in viewers
        )
        sign = {1: "+", -1: "-", 0: " "}[event.moves]
        yield f"{event.kind} {event.seat} {' '.join(event.what)} {sign}[{marks}]"


def _hands(run: Run) -> Iterator[str]:
    asked = run.decision
    if asked is not None and asked.kind == "play" and not run.view(None).lying:
        for seat in range(run.game.seats):
            yield f"    hand {seat}: {' '.join(run.view(seat).hand)}"


def _asides(run: Run, salt: str) -> Iterator[str]:
    """Let somebody say something now and then; tells what there was to say."""
    for seat in range(run.game.seats):
        phrases = run.asides(seat)
        if not phrases or lot(salt, f"{len(run.actions)}/{seat}")[0] >= TALKATIVE:
            continue
        phrase = first_by_lot(f"{salt}/{len(run.actions)}", phrases)
        yield f"? {seat} may say {_listed(phrases)} -> {phrase}"
        run.say(seat, phrase)


def _listed(choices: tuple[str, ...]) -> str:
    """The choices; only a sum of them when there are very many."""
    text = " ".join(choices)
    if len(choices) <= 24:
        return text
    digest = sha256(text.encode()).hexdigest()[:12]
    return f"{choices[0]} … {choices[-1]} ({len(choices)}, {digest})"


def _sheet(result: Result) -> Iterator[str]:
    yield f"thrown in: {result.thrown_in}, next dealer: {result.next_dealer}"
    yield f"points: {result.points}, carried: {dict(result.carried)}"
    for row in result.sheet:
        yield f"row: {row.item} ({row.clause}) {row.amounts} {row.note or ''}".rstrip()
    yield f"scores: {result.scores}"


CALLS = frozenset(f"chiamo:T{trump}" for trump in range(21))
WANTED = (
    Wanted("mineo-4", "call", ("bid 2 chiamo:", "row: rimatura", "say "), takes=CALLS),
    Wanted("marolles", "declarations", ("row: who_has_his", "row: tarots_4", "row: la Belle")),
    Wanted("calatafimi-2", "difference", ("row: difference",)),
)

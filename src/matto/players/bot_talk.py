"""Speaking before a card: bots answer their partners, and say something first.

Whoever leads a table asks its bots before each card: first those whose partner has asked them
something, then each that may say something, the one who plays the card last of all.
"""

from __future__ import annotations

from collections.abc import Mapping

from matto.blocks.auction import SILENCE
from matto.engine.events import SAY
from matto.engine.run import Run
from matto.engine.table import Asides
from matto.players import Policy, aside_of

PLAY = "play"
SAID = frozenset({SAY, "shows"})


def who_answers(run: Run) -> tuple[int, ...]:
    """Return the seats that partners have asked something."""
    if type(run.table.asides) is Asides:
        return ()
    return tuple(seat for seat in range(run.game.seats) if SILENCE in run.asides(seat))


def who_may_speak(run: Run) -> tuple[int, ...]:
    """Return the seats that may still say something before the next card."""
    decision = run.decision
    if decision is None or decision.kind != PLAY or type(run.table.asides) is Asides:
        return ()
    said: set[int] = set()
    for event in reversed(run.events):
        if event.kind not in SAID:
            break
        said.add(event.seat)
    seats = run.game.seats
    order = ((decision.seat + step) % seats for step in range(1, seats + 1))
    return tuple(seat for seat in order if seat not in said and speaks_freely(run, seat))


def speaks_freely(run: Run, seat: int) -> bool:
    """Return whether a seat may say something without being asked."""
    asides = run.asides(seat)
    return bool(asides) and SILENCE not in asides


def talk_before_card(run: Run, bots: Mapping[int, Policy]) -> None:
    """Let the bots of some seats say all that they want before the next card."""
    for seat in who_may_speak(run):
        if seat in bots and speaks_freely(run, seat):
            say(run, seat, bots[seat])
            for asked in who_answers(run):
                if asked in bots:
                    say(run, asked, bots[asked])


def say(run: Run, seat: int, bot: Policy) -> bool:
    """Let a bot say what it wants; return whether it said anything."""
    word = aside_of(bot, run.view(seat))
    if word in run.asides(seat):
        run.say(seat, word)
    return word != SILENCE

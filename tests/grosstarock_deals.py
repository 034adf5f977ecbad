"""What the tests of Grosstarock share: deals, announcements, finished deals, rows by clause.

Seat 2 deals unless said otherwise, so that seat 0 is forehand and seat 1 middlehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from helpers import asked, deal_with, decision_of
from matto.engine.events import Trick
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.games import game

ID = "grosstarock"
GAME = game(ID)
PACK = GAME.pack(GAME.resolve())
FOREHAND, MIDDLE, DEALER = SEATS = range(3)
EACH_ALONE = (0, 1, 2)
TRICKS = 25
EMPTY_TRICK = Trick(0, ("S2", "S3", "S4"), 0)

BLACK = "10 9 8 7 6 5 4 3 2 A".split()  # noqa: SIM905
PIPS = [suit + pip for suit in "SBCD" for pip in BLACK]

WEAK = "S2 S3 S4 S5 S10 B2 B3 B4 B5 B10 C2 C3 C4 C5 C10 D2 D3 D4 D5 D10 T2 T3 T4 SC SJ"
"""Hardly a hand to win anything with."""


def options(run: Run) -> set[str]:
    """What can be chosen now."""
    return set(decision_of(run).options)


def refused(run: Run, word: str) -> str:
    """The clause by which a choice is refused; nothing has changed by trying."""
    before = len(run.actions)
    why = run.why_not(word)
    assert why is not None
    try:
        run.do(word)
    except Exception as refusal:
        assert getattr(refusal, "refusal", None) == why
    assert len(run.actions) == before
    assert str(why.sentence)
    return why.clause.removeprefix(f"{ID} ")


def laid(run: Run, away: str = "") -> Run:
    """The dealer lays cards away, pips and then whatever he may if none are named."""
    for card in away.split() or ("",) * 3:
        may = run.decision.options if run.decision else ()
        pips = [one for one in may if one in PIPS]
        run.do(card or (pips or may)[-1])
    return run


def begun(hands: Mapping[int, str], **chosen: object) -> Run:
    """A deal that seat 2 has dealt, with some cards in given hands."""
    picked = GAME.resolve(chosen)
    deal = deal_with(GAME, hands, dealer=DEALER, options=picked)
    return Run(GAME, deal, dealer=DEALER, options=picked)


def announcing(
    hands: Mapping[int, str], seat: int = FOREHAND, *, away: str = "", **chosen: object
) -> Run:
    """A deal in which a seat may announce now; those before it have passed."""
    run = laid(begun(hands, **chosen), away)
    while asked(run) != (seat, "declare"):
        run.do("pass")
    return run


def say(run: Run, words: str) -> Run:
    """Announce words, showing the first cards that serve."""
    for word in words.split():
        run.do(word)
        while asked(run)[1] == "show":
            run.do(run.decision.options[0] if run.decision else "")
    return run


def ready(run: Run) -> Run:
    """Everybody passes; then nobody announces Nullo or Allstich; a card is to be led."""
    while asked(run)[1] != "play":
        run.do(keep_quiet(run))
    return run


def keep_quiet(run: Run) -> str:
    """What says nothing: to pass, silence, to play on; any card to lay away or to show."""
    for word in ("pass", "silence", "play_on"):
        if word in options(run):
            return word
    return run.decision.options[-1] if run.decision else ""


def dealt(
    hands: Mapping[int, str] | None = None,
    *,
    away: str = "",
    quiet: bool = True,
    **chosen: object,
) -> Run:
    """A deal without announcements, with the first card to be led (or Nullo to be asked)."""
    run = laid(begun(hands or {}, **chosen), away)
    while asked(run)[1] == "declare":
        run.do("pass")
    return ready(run) if quiet else run


def played(
    run: Run, wishes: Mapping[int, Sequence[str]] | None = None, tricks: int = 25
) -> Run:
    """Play up to a number of tricks; each seat plays the first card it wishes and may."""
    while run.decision is not None and len(run.table.tricks) < tricks:
        seat, kind = asked(run)
        may = run.decision.options
        wished = [card for card in (wishes or {}).get(seat, ()) if card in may]
        run.do((wished or may)[0] if kind == "play" else keep_quiet(run))
    return run


def paid(run: Run) -> list[tuple[str, tuple[int, ...]]]:
    """What has been paid for announcements, in order."""
    events = [event.what for event in run.view(None).events if event.kind == "paid"]
    return [(item, tuple(map(int, amounts))) for item, *amounts in events]


def finished(
    named: Mapping[int, tuple[int, str, int]] | None = None,
    *,
    won: Sequence[int] = (9, 8, 8),
    piles: Mapping[int, str] | None = None,
    said: Mapping[str, tuple[int, ...]] | None = None,
    faults: Mapping[str, tuple[int, ...]] | None = None,
) -> Outcome:
    """A finished deal: tricks by number as (leader, cards, winner), all others empty.

    `won` tells how many tricks each has taken, the named ones among them. Seat 0 has all
    cards that are in no other pile.
    """
    named = named or {}
    left = [seat for seat in SEATS for _ in range(won[seat])]
    for _, _, winner in named.values():
        left.remove(winner)
    tricks: list[Trick] = []
    for number in range(1, sum(won) + 1):
        if number in named:
            leader, cards, winner = named[number]
            tricks.append(Trick(leader, tuple(cards.split()), winner))
        else:
            tricks.append(replace_winner(left.pop(0)))
    own = [set((piles or {}).get(seat, "").split()) for seat in SEATS]
    own[0] |= PACK.cards - set().union(*own)
    outcome = Outcome(PACK, EACH_ALONE, tuple(map(frozenset, own)), tuple(tricks), dealer=2)
    return replace(outcome, said=said or {}, faults=faults or {})


def replace_winner(winner: int) -> Trick:
    """An empty trick for a seat."""
    return Trick(EMPTY_TRICK.leader, EMPTY_TRICK.cards, winner)


def amounts(outcome: Outcome, clause: str, **chosen: object) -> list[tuple[int, ...]]:
    """The amounts of all rows of a clause."""
    rows = GAME.score(outcome, GAME.resolve(chosen))
    return [row.amounts for row in rows if row.clause == f"{ID} {clause}"]


def cited(outcome: Outcome, **chosen: object) -> set[str]:
    """The clauses of all rows."""
    return {
        row.clause.removeprefix(f"{ID} ") for row in GAME.score(outcome, GAME.resolve(chosen))
    }


def total(rows: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The sum of some amounts, seat by seat."""
    return tuple(map(sum, zip(*rows, strict=True)))

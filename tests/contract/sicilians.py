"""What the rulebooks of the Sicilian games say of totals, parties and who sees what."""

from __future__ import annotations

from collections.abc import Sequence

from contract.heard import each_alone, heard
from matto.engine.events import Event, Setup
from matto.engine.run import Run
from matto.research.testing.position import everybody

# -- calatafimi-2 --------------------------------------------------------------------------


def two_totals(run: Run) -> frozenset[int]:
    """108 if the Fuggitivo's owner has won three, six … tricks, else 109 (5.3)."""
    owner_of_it = next(e.seat for e in run.events if e.kind == "play" and e.what == ("F",))
    won = sum(trick.winner == owner_of_it for trick in run.table.tricks)
    return frozenset({108 if won and won % 3 == 0 else 109})


# -- calatafimi-4 --------------------------------------------------------------------------


def calatafimi_parties(run: Run) -> Sequence[int]:
    """One of the declarer's party and one who is not of it (calatafimi-4 3.23)."""
    said = {e.what[0]: e.seat for e in run.events if e.kind == "bid"}
    party = {said["solo"] if "solo" in said else said["venti"]}
    party |= {said[word] for word in ("quindici",) if word in said}
    called = heard(run, "call")
    if called is not None:
        party |= {e.seat for e in run.events if e.kind == "play" and e.what == called.what}
    return next(iter(party)), next(seat for seat in range(4) if seat not in party)


def calatafimi_talon(setup: Setup, before: Sequence[Event], event: Event) -> frozenset[int]:
    """All, when one who is not the dealer plays solo (calatafimi-4 3.2)."""
    soloists = {e.seat for e in before if e.kind == "bid" and e.what == ("solo",)}
    return everybody(setup, before, event) if soloists - {setup.dealer} else frozenset()


# -- mineo-3 -------------------------------------------------------------------------------


def mineo_soloist(events: Sequence[Event]) -> tuple[int, int] | None:
    """The soloist and the number of cards dealt to him when he said it (2.8)."""
    for index, event in enumerate(events):
        if event.what[:1] == ("vado_solo",) and event.kind != "say":
            dealt = [e for e in events[:index] if e.kind == "packet" and e.seat == event.seat]
            return event.seat, sum(int(e.what[0]) for e in dealt)
    return None


def mineo_parties(run: Run) -> Sequence[int]:
    """The soloist and one of his opponents (3.1)."""
    found = mineo_soloist(run.events)
    if found is None:
        raise ValueError("nobody went solo")
    return found[0], (found[0] + 1) % 3


def mineo_talon(setup: Setup, before: Sequence[Event], event: Event) -> frozenset[int]:
    """The dealer after packet 4; all once the soloist turns it up, but see 3.3 (3.2, 3.3)."""
    found = mineo_soloist(before)
    if found is None or found == (setup.dealer, 20):
        return frozenset({setup.dealer})
    return everybody(setup, before, event)


def partners(setup: Setup, before: Sequence[Event], event: Event) -> frozenset[int]:
    """The two opponents of the soloist (7.14)."""
    found = mineo_soloist(before)
    return frozenset(range(setup.seats)) - {found[0] if found else event.seat}


# -- mineo-4 -------------------------------------------------------------------------------


SOLO_OR_PASS = {"vado_solo", "passo"}


def of_four_party(events: Sequence[Event]) -> set[int]:
    """The declarer, and the partner who has played the called card (mineo-4 3.1, 3.15)."""
    bids = [e for e in events if e.kind in {"bid", "call"} and e.what != ("passo",)]
    if not bids:
        raise ValueError("nobody has bid")
    card = bids[-1].what[0].removeprefix("chiamo:")
    partners = {e.seat for e in events if e.kind == "play" and e.what[0] == card}
    if any(e.kind == "says" and e.what == ("solo_forzato",) for e in events):
        partners = set()
    return {bids[-1].seat, *partners}


def of_four_parties(run: Run) -> Sequence[int]:
    """The declarer and one who is not with him."""
    party = of_four_party(run.events)
    return next(iter(party)), next(seat for seat in range(4) if seat not in party)


def of_four_side(setup: Setup, before: Sequence[Event], event: Event) -> frozenset[int]:
    """Those on the side of the one who shows a card (mineo-4 7.14)."""
    party = of_four_party(before)
    raised = {e.seat for e in before if e.kind == "announce" and e.what == ("rivanto",)}
    called = any(e.kind in {"bid", "call"} and e.what[0] not in SOLO_OR_PASS for e in before)
    forced = any(e.kind == "says" and e.what == ("solo_forzato",) for e in before)
    alone = forced or any(e.kind == "bid" and e.what == ("vado_solo",) for e in before)
    if called and not alone and len(party) == 1 and len(raised) == 2:  # two Rivanti (3.18)
        party |= set(range(4)) - raised
    return frozenset(party if event.seat in party else set(range(4)) - party)


# -- ragusa-3 ------------------------------------------------------------------------------


def ragusa_parties(run: Run) -> Sequence[int]:
    """The soloist and one of his opponents, or everybody (ragusa-3 3.1, 3.14)."""
    return mineo_parties(run) if mineo_soloist(run.events) else range(3)


# -- barcellona-3, barcellona-4 ------------------------------------------------------------


def barcellona_parties(run: Run) -> Sequence[int]:
    """The soloist and one of the two others, or everybody (barcellona-3 2.12)."""
    solo = heard(run, "bid", "solo")
    return each_alone(run) if solo is None else (solo.seat, (solo.seat + 1) % 3)


def barcellona_talon(setup: Setup, before: Sequence[Event], event: Event) -> frozenset[int]:
    """The dealer, when nobody went solo before him; all once it is played for (2.8, 3.1)."""
    played = any(e.kind == "bid" and e.what[0] in {"solo", "each_for_self"} for e in before)
    if played and setup.options["talon"] == "shown":
        return everybody(setup, before, event)
    return frozenset({setup.dealer})


def four_totals(run: Run) -> frozenset[int]:
    """What is left over in four piles or in two decides, unless one side counts for both."""
    if run.options["format"] == "each_for_self":
        return frozenset({108, 109, 110})
    return frozenset({109, 110} if run.options["counting"] == "both_sides" else {109})


def four_parties(run: Run) -> Sequence[int]:
    """Two neighbours, or everybody (barcellona-4 2.2)."""
    return (0, 1) if run.options["format"] == "partners" else each_alone(run)


# -- tortorici-3, tortorici-4, tortorici-1930 ------------------------------------------------


def tortorici_parties(run: Run) -> Sequence[int]:
    """The soloist and one of the two others, or everybody (tortorici-3 2.11, 2.12)."""
    taken = heard(run, "bid", "solo_io")
    solo = taken or heard(run, "bid", "solo")
    return each_alone(run) if solo is None else (solo.seat, (solo.seat + 1) % 3)


def of_the_1930s_parties(run: Run) -> Sequence[int]:
    """The soloist and one of the two others, or everybody (tortorici-1930 2.12)."""
    solo = heard(run, "bid", "solo_da_cinque", "solo_da_dieci", "solo_da_quindici")
    return each_alone(run) if solo is None else (solo.seat, (solo.seat + 1) % 3)

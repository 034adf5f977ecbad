"""What the rulebooks say of a whole deal of each game; a new game must be entered here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from contract.knowledge import Audience, everybody, the_dealer
from matto.run import Run
from matto.table import Event, Setup

RULEBOOKS = Path(__file__).parents[2] / "rulebook"

Totals = Callable[[Run], frozenset[int] | None]
"""What card points may add up to; None where they need not add up to anything."""
Parties = Callable[[Run], Sequence[int]]
"""A seat of each party, so that the points of a party are counted once."""


@dataclass(frozen=True)
class Expected:
    """What is expected of a game.

    `totals` gives what the card points of all parties may add up to, `one_of_each` a seat of
    each party; `shows` who may see the cards in which events, besides the usual; `truthful`
    are events that answer truthfully about hidden cards; `secret` are the kinds of decisions
    whose answers others do not see, and words whose card they do not see; `balances` tells
    whether payments add up to zero; `hidden` is what must have been moved, changed or taken
    back in a sample of deals, in the words of `worlds.py`; `broken_off` tells whether a deal
    was rightly ended before the last card.
    """

    totals: Totals
    one_of_each: Parties
    shows: Mapping[str, Audience] = field(default_factory=dict)
    truthful: frozenset[str] = frozenset()
    secret: frozenset[str] = frozenset({"discard", "give"})
    hidden: tuple[str, ...] = ("two hands",)
    balances: Callable[[Run], bool] = lambda _run: True
    broken_off: Callable[[Run], bool] = lambda _run: False


@cache
def clauses_of(game_id: str) -> frozenset[str]:
    """The clauses of a rulebook, as they are cited: `game 5.3`."""
    lines = (RULEBOOKS / f"{game_id}.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^### (\d+\.\d+) ", lines, flags=re.MULTILINE)
    return frozenset(f"{game_id} {number}" for number in numbers)


def each_alone(run: Run) -> Sequence[int]:
    """Everybody is a party."""
    return range(run.game.seats)


def heard(run: Run, kind: str, *words: str) -> Event | None:
    """The first event of a kind with one of these words (any, if none is given)."""
    return next(
        (e for e in run.events if e.kind == kind and (not words or e.what[0] in words)), None
    )


# -- priestertarock ------------------------------------------------------------------------


def priest_totals(run: Run) -> frozenset[int]:
    """71, or 66 when the Fool has lost its value (priestertarock 1.6, 5.3, 5.4)."""
    for number, trick in enumerate(run.table.tricks, start=1):
        if "F" in trick.cards:
            return frozenset({71 if number <= 10 else 66})
    return frozenset({66 + int(run.options["fool_in_open"])})


def priest_parties(run: Run) -> Sequence[int]:
    """The caller, and one who is not of his party (priestertarock 3.3 to 3.8)."""
    call = heard(run, "call")
    if call is None:
        raise ValueError("nobody has called")
    card, party = call.what[0], {call.seat}
    talon = heard(run, "talon")
    if talon is not None and card in talon.what:
        party.add(run.setup.dealer)
    party |= {e.seat for e in run.events if e.kind == "play" and e.what[0] == card}
    return call.seat, next(seat for seat in range(5) if seat not in party)


def exchanged(setup: Setup, before: Sequence[Event], event: Event) -> frozenset[int]:
    """All see the demanded card go, the two alone what goes back (3.10, 3.11)."""
    if event.kind not in {e.kind for e in before}:
        return everybody(setup, before, event)
    caller = next(e.seat for e in before if e.kind == "demand")
    giver = next((e.seat for e in before if e.kind == "gives"), caller)
    return frozenset({caller, giver})


def given_back(setup: Setup, before: Sequence[Event], event: Event) -> frozenset[int]:
    """The caller, face down; but all, when it is laid in the place of an open card (3.13)."""
    demanded = next(e.what for e in before if e.kind == "demand")
    opened = next(e.what for e in before if e.kind == "talon")
    was_open = set(demanded) <= set(opened)
    return everybody(setup, before, event) if was_open else frozenset({event.seat})


def exchanged_or_taken(setup: Setup, before: Sequence[Event], event: Event) -> frozenset[int]:
    """The dealer alone sees the spare cards that he takes (3.1); then as `exchanged`."""
    if not any(e.kind == "demand" for e in before):
        return frozenset({event.seat})
    return exchanged(setup, [e for e in before if e.kind != "takes" or len(e.what) == 1], event)


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


# -- mitigatti-3, mitigatti-4 ---------------------------------------------------------------


def nizza_parties(run: Run) -> Sequence[int]:
    """The lone player, or the dealer, and one who is not with him (mitigatti-4 3.6, 3.13)."""
    alone = heard(run, "bid", "va_solete")
    if alone is not None:
        return alone.seat, (alone.seat + 1) % 4
    call = heard(run, "call")
    if call is None:
        raise ValueError("nobody has called")
    partner = next(e.seat for e in run.events if e.kind == "play" and e.what == call.what)
    return call.seat, next(seat for seat in range(4) if seat not in {call.seat, partner})


# -- grosstarock ---------------------------------------------------------------------------


def gross_totals(run: Run) -> frozenset[int] | None:
    """78 by lots of three; by the letter nothing in particular (5.2)."""
    return frozenset({78}) if run.options["count"] == "lots" else None


# -- all -----------------------------------------------------------------------------------


EXPECTED: Mapping[str, Expected] = {
    "priestertarock": Expected(
        totals=priest_totals,
        one_of_each=priest_parties,
        shows={
            "talon": everybody,  # 2.5
            "lays open": everybody,  # 3.13
            "gives": exchanged,  # 3.10, 3.11
            "takes": exchanged,
            "give": given_back,  # 3.11, 3.13
        },
        hidden=("two hands", "another answer"),
    ),
    "calatafimi-4": Expected(
        totals=lambda _run: frozenset({109}),  # 1.9
        one_of_each=calatafimi_parties,
        shows={"talon": calatafimi_talon, "bottom card": the_dealer},  # 3.2, 2.3
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "calatafimi-3": Expected(
        totals=lambda _run: frozenset({109}),  # 1.9
        one_of_each=each_alone,
        shows={"bottom card": the_dealer},  # 2.3
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "calatafimi-2": Expected(
        totals=two_totals,
        one_of_each=each_alone,
        shows={"draws": everybody, "bottom card": the_dealer},  # 3.3, 2.3
        hidden=("two hands", "hand and stock", "within the stock"),
    ),
    "mineo-3": Expected(
        totals=lambda _run: frozenset({109}),  # 1.8
        one_of_each=mineo_parties,
        shows={
            "talon": mineo_talon,  # 3.2, 3.3
            "bottom card": the_dealer,  # 2.3
            "shows": partners,  # 7.14
        },
        secret=frozenset({"discard", "mostra"}),  # 3.8, 7.14
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "barcellona-3": Expected(
        totals=lambda _run: frozenset({109}),  # 1.8
        one_of_each=barcellona_parties,
        shows={"talon": barcellona_talon, "bottom card": the_dealer},  # 2.8, 3.1, 2.3
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "barcellona-4": Expected(
        totals=four_totals,  # 1.8, 5.4
        one_of_each=four_parties,
        balances=lambda _run: False,  # 5.6
    ),
    "tortorici-3": Expected(
        totals=lambda _run: frozenset({109}),  # 1.8
        one_of_each=tortorici_parties,
        shows={"bottom card": the_dealer},  # 2.3
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "tortorici-4": Expected(
        totals=lambda _run: frozenset({109}),  # 1.8
        one_of_each=lambda _run: (0, 1),  # 2.2
        shows={
            "bottom card": the_dealer,  # 2.4
            "turned up": everybody,  # 2.6
            "declare": everybody,  # 2.10
        },
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "tortorici-1930": Expected(
        totals=lambda _run: frozenset({109}),  # 1.8
        one_of_each=of_the_1930s_parties,
        shows={
            "bottom card": the_dealer,  # 2.3
            "talon": everybody,  # 3.1
            "shown": everybody,  # 4.14
        },
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "mineo-4": Expected(
        totals=lambda _run: frozenset({109}),  # 1.8
        one_of_each=of_four_parties,
        shows={
            "talon": everybody,  # 3.3
            "bottom card": the_dealer,  # 2.3
            "shown": everybody,  # 2.18
            "shows": of_four_side,  # 7.14
        },
        truthful=frozenset({"shown"}),  # 2.18
        secret=frozenset({"discard", "mostra"}),  # 3.8, 7.14
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "ragusa-3": Expected(
        totals=lambda _run: frozenset({109}),  # 1.6
        one_of_each=ragusa_parties,
        shows={
            "talon": mineo_talon,  # 3.2, 3.3
            "bottom card": the_dealer,  # 2.3
            "shows": partners,  # 7.14
        },
        secret=frozenset({"discard", "mostra"}),  # 3.8, 7.14
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "mitigatti-3": Expected(
        totals=lambda _run: frozenset({78}),  # 1.9
        one_of_each=each_alone,
        shows={"says": everybody, "shown": everybody, "show": everybody},  # 3.4, 4.5
        truthful=frozenset({"says"}),  # 3.4
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "mitigatti-4": Expected(
        totals=lambda _run: frozenset({72}),  # 1.9
        one_of_each=nizza_parties,
        shows={
            "says": everybody,  # 3.4, 3.11
            "shown": everybody,  # 4.5
            "show": everybody,
            "gives": exchanged,  # 3.9, 3.10
            "takes": exchanged_or_taken,  # 3.1, 3.9, 3.10
        },
        truthful=frozenset({"says"}),  # 3.4, 3.11
        hidden=("two hands", "hand and stock", "laid away", "another answer", "undone"),
    ),
    "grosstarock": Expected(
        totals=gross_totals,
        one_of_each=each_alone,
        shows={"shown": everybody, "show": everybody},  # 3.10
        hidden=("two hands", "laid away", "another answer", "undone"),
        balances=lambda run: run.options["count"] == "lots",  # 5.2
        broken_off=lambda run: heard(run, "announce", "throw_in") is not None,  # 4.17
    ),
    "marolles": Expected(
        totals=lambda run: frozenset({74 if run.options["cards"] == 66 else 78}),  # 1.10
        one_of_each=each_alone,
        shows={"turned up": everybody, "shown": everybody, "show": everybody},  # 2.6, 3.9
        truthful=frozenset({"answers"}),  # 3.21
        hidden=("two hands", "laid away", "another answer", "undone"),
    ),
}


def expected_of(game_id: str) -> Expected:
    """What is expected of a game; raises `LookupError` for one that is not entered."""
    if game_id not in EXPECTED:
        raise LookupError(
            f"Enter {game_id} in tests/contract/expected.py: what its card points add up to, "
            "who its parties are, and who may see the cards in which events."
        )
    return EXPECTED[game_id]

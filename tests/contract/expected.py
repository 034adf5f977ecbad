"""What the rulebooks say of a whole deal of each game, where it is not the usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from contract.heard import each_alone, heard
from contract.sicilians import (
    barcellona_parties,
    barcellona_talon,
    calatafimi_parties,
    calatafimi_talon,
    four_parties,
    four_totals,
    mineo_parties,
    mineo_talon,
    of_four_parties,
    of_four_side,
    of_the_1930s_parties,
    partners,
    ragusa_parties,
    tortorici_parties,
    two_totals,
)
from matto.engine.events import Event, Setup
from matto.engine.run import Run
from matto.research.testing.position import Expected, everybody, the_dealer

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


USUAL = Expected()

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
        balances=lambda run: (
            run.options["count"] == "lots"
            and run.options["mond_last"] == "from_each"  # 5.2, 5.8
        ),
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
    """What is expected of a game; of one that is not entered above, what is usual."""
    return EXPECTED.get(game_id, USUAL)

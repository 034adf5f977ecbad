"""Which deals lie in this folder, and what each of them shows."""

from __future__ import annotations

from golden.playthrough import Wanted

DEMANDED = frozenset({"demand"})
CALLS = frozenset(f"chiamo:T{trump}" for trump in range(21))
WANTED = (
    Wanted(
        "mineo-3",
        "solo_at_once",
        ("row: rivanto", "row: scommessa", "takes talon", "say"),
    ),
    Wanted("mineo-4", "call", ("bid 2 chiamo:", "row: rimatura", "say "), takes=CALLS),
    Wanted("ragusa-3", "vanto", ("row: vanto", "say ")),
    Wanted("priestertarock", "demand", ("demand", "row: alone", "has given"), takes=DEMANDED),
    Wanted("marolles", "declarations", ("row: who_has_his", "row: tarots_4", "row: la Belle")),
    Wanted(
        "mitigatti-3",
        "ten_trumps",
        ("row: tarocche_10", "row: la partida"),
        takes=frozenset({"tarocche_10"}),
    ),
    Wanted(
        "mitigatti-4",
        "demand",
        ("has given", "row: la partida"),
        takes=frozenset({"va_solete"}),
    ),
    Wanted("grosstarock", "announcements", ("row: card points", "? 0 declare", "row: Pagat")),
    Wanted("barcellona-3", "solo", ("row: solo", "say"), takes=frozenset({"solo"})),
    Wanted("barcellona-4", "partners", ("row: partners",)),
    Wanted("tortorici-3", "chiamo", ("row: chiamo",)),
    Wanted(
        "tortorici-4",
        "messages",
        ("declare 1 T20", "turned up", "row: difference"),
        takes=frozenset({"tengo", "T20", "T1"}),
    ),
    Wanted("tortorici-1930", "vanto", ("row: scommessa_10", "row: vanto", "row: ternone")),
    Wanted(
        "calatafimi-4",
        "called",
        ("call", "say", "row: two against two"),
        options={"batto": "any"},
        takes=frozenset({"tengo", "passo", "venti", "zero"}),
    ),
    Wanted(
        "calatafimi-3",
        "each_for_self",
        ("negotiate 0 prendo:", "negotiate 1 tengo", "row: each for self"),
    ),
    Wanted("calatafimi-2", "difference", ("row: difference",)),
)

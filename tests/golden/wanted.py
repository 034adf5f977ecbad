"""Which deals lie in this folder, and what each of them shows."""

from __future__ import annotations

from golden.playthrough import Wanted

DEMANDED = frozenset({"demand"})
WANTED = (
    Wanted(
        "mineo-3",
        "solo_at_once",
        ("row: rivanto", "row: scommessa", "takes talon", "say"),
    ),
    Wanted(
        "mineo-3",
        "solo_of_the_dealer_at_last",
        ("dealer: 0", "? 0 talk vado_solo pago passo -> vado_solo", "row: rimatura"),
        takes=frozenset({"altre_cinque"}),
    ),
    Wanted("mineo-3", "thrown_in_and_paid", ("thrown in: True", "row: prendo")),
    Wanted("mineo-3", "thrown_in", ("thrown in: True", "scores: (0, 0, 0)")),
    Wanted(
        "mineo-3",
        "further_talk",
        ("shows", "row: vanto"),
        options={"table_talk": "further", "talk_truth": "free", "show_card": True},
    ),
    Wanted("mineo-3", "palagonia", ("row: rimatura", "packet"), preset="palagonia"),
    Wanted("mineo-3", "dummett", ("row: rimatura",), preset="dummett"),
    Wanted("priestertarock", "with_a_partner", ("row: with a partner", "says")),
    Wanted("priestertarock", "secret_solo", ("row: alone", "? 0 call")),
    Wanted("priestertarock", "demand", ("demand", "row: alone", "has given"), takes=DEMANDED),
    Wanted("priestertarock", "thrown_in", ("thrown in: True",)),
    Wanted(
        "priestertarock",
        "demand_of_an_open_card",
        ("demand", "lays open", "row: alone"),
        options={"demand_open": True},
        takes=DEMANDED,
    ),
    Wanted(
        "priestertarock",
        "paid_with_an_open_card",
        ("demand", "lays open", "row: alone"),
        options={"pay_open": True},
        takes=DEMANDED,
    ),
    Wanted("marolles", "declarations", ("row: who_has_his", "row: tarots_4", "row: la Belle")),
    Wanted("marolles", "last_trick", ("row: ultimo", "row: too few card points")),
    Wanted("marolles", "whole_pack", ("row: kings",), preset="whole_pack"),
    Wanted("marolles", "as_printed", ("row: triumphs",), preset="as_printed"),
    Wanted(
        "mitigatti-3",
        "ten_trumps",
        ("row: tarocche_10", "row: la partida"),
        takes=frozenset({"tarocche_10"}),
    ),
    Wanted("mitigatti-3", "pagat_ultimo", ("row: Pagat ultimo",), keeps=frozenset({"T1"})),
    Wanted("mitigatti-3", "claim_lost", ("claim lost",)),
    Wanted(
        "mitigatti-3",
        "trumps_laid_away",
        ("says 0 trumps_laid_away",),
        options={"laid_trumps": "cards"},
    ),
    Wanted("mitigatti-3", "thrown_in", ("thrown in: True",)),
    Wanted("mitigatti-4", "king_called", ("call", "row: la partida")),
    Wanted(
        "mitigatti-4",
        "sans_prendre",
        ("demand 0 sans_prendre", "row: la partida"),
        takes=frozenset({"va_solete", "sans_prendre"}),
    ),
    Wanted(
        "mitigatti-4",
        "demand",
        ("has given", "row: la partida"),
        takes=frozenset({"va_solete"}),
    ),
    Wanted(
        "mitigatti-4",
        "demanded_card_laid_away",
        ("says 1 laid_away", "has given"),
        options={"demand_laid_away": "again"},
        takes=frozenset({"va_solete"}),
    ),
    Wanted("grosstarock", "announcements", ("row: card points", "? 0 declare", "row: Pagat")),
    Wanted(
        "grosstarock",
        "cavalry",
        ("row: half_cavalry", "row: captured", "row: card points"),
    ),
    Wanted("grosstarock", "exchange", ("exchanges", "row: card points")),
    Wanted("grosstarock", "failed_allstich", ("row: failed Allstich",)),
    Wanted(
        "grosstarock",
        "nullo_thrown_in",
        ("row: Nullo thrown in",),
        takes=frozenset({"nullo", "throw_in"}),
    ),
    Wanted("grosstarock", "by_the_letter", ("row: card points",), preset="by_the_letter"),
    Wanted("calatafimi-2", "difference", ("row: difference",)),
    Wanted("calatafimi-2", "draw", ("row: draw",)),
    Wanted(
        "calatafimi-2",
        "bottom_card_known",
        ("bottom card 1",),
        options={"bottom_card": "dealer"},
    ),
)

"""Mineo for three: the deal, the talk after each packet, and deals given up."""

from __future__ import annotations

import pytest

from helpers import do, play_on, start
from matto.engine.errors import IllegalChoice
from matto.engine.run import Run
from mineo_3_tables import (
    GAME,
    HANDS,
    ID,
    TALON,
    TO_PAUSE_2,
    TO_PAUSE_3,
    TO_PAUSE_4,
    asked,
    begin,
    options,
    refused,
    seen,
)

clause = pytest.mark.clause
TO_PAUSE = ("", TO_PAUSE_2, TO_PAUSE_3, TO_PAUSE_4)
pauses = pytest.mark.parametrize("pause", range(1, 5))
early_pauses = pytest.mark.parametrize("pause", range(1, 4))


def in_pause(pause: int, said: str = "", **given: object) -> Run:
    way = TO_PAUSE_2 + (TO_PAUSE_2 * (pause - 2)) if given.get("solo_rounds") else ""
    way = way if pause > 1 else ""
    return do(begin(**given), (way or TO_PAUSE[pause - 1]) + said)


def packets(run: Run) -> int:
    return sum(event.kind == "packet" for event in run.events) // 3


def sheet(run: Run) -> list[tuple[str, str, tuple[int, ...]]]:
    assert run.result is not None
    return [(row.item, row.clause, row.amounts) for row in run.result.sheet]


def thrown_in(run: Run) -> bool:
    return run.result is not None and run.result.thrown_in


@clause("mineo-3 2.1", "mineo-3 2.6")
@pytest.mark.parametrize(("dealer", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_all_speak_in_turn_from_the_dealers_right_each_once(
    dealer: int, order: list[int]
) -> None:
    run = start(ID, dealer=dealer)
    speakers = []
    while run.decision is not None:
        assert run.decision.kind == "talk"
        speakers.append(run.decision.seat)
        run.do("passo")
    assert speakers == order


@clause("mineo-3 2.2")
def test_the_program_shuffles_the_whole_pack() -> None:
    deals = [Run.shuffled(GAME, seed=seed).setup.deal for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]
    assert {card for hand in (*deals[2].hands, deals[2].talon) for card in hand} == GAME.pack(
        GAME.resolve()
    ).cards


@clause("mineo-3 2.3")
def test_the_dealer_alone_knows_the_bottom_card_from_the_start() -> None:
    run = in_pause(1)
    assert run.view(0).heard("bottom card") == ((0, "S5"),)
    assert all("S5" not in seen(run, seat) for seat in (1, 2, None))
    assert next(event.kind for event in run.view(1).events) == "has seen the bottom card"
    assert all("S5" not in in_pause(4).view(seat).hand for seat in range(3))
    assert in_pause(1).setup.deal.talon[-1] == "S5"


@clause("mineo-3 2.4")
@pauses
def test_each_is_dealt_five_cards_in_each_of_four_packets(pause: int) -> None:
    run = in_pause(pause)
    assert [len(run.view(seat).hand) for seat in range(3)] == [5 * pause] * 3
    first_three = [event.seat for event in run.events if event.kind == "packet"][:3]
    assert first_three == [1, 2, 0]
    assert len(run.setup.deal.talon) == 3


@clause("mineo-3 2.5")
def test_each_sees_his_own_packet_and_all_hear_the_talk() -> None:
    run = in_pause(1, "pago")
    first_five = [hand.split()[:5] for _, hand in sorted(HANDS.items())]
    assert [set(run.view(seat).hand) for seat in range(3)] == list(map(set, first_five))
    for seat in (0, 1, 2, None):
        others = {card for other in range(3) if other != seat for card in first_five[other]}
        assert not others & seen(run, seat)
        assert run.view(seat).heard("talk") == ((1, "pago"),)


@clause("mineo-3 2.7")
def test_the_first_speaker_may_say_all_but_prendo() -> None:
    assert options(in_pause(1)) == ("vado_solo", "altre_cinque", "pago", "passo")
    assert options(in_pause(2)) == ("altre_cinque", "pago", "passo")
    assert options(in_pause(3)) == ("altre_cinque", "pago", "passo")
    assert options(in_pause(4)) == ("vado_solo", "pago", "passo")
    assert refused(in_pause(1), "mischio_e_pago") == "mineo-3 2.7"
    assert {"vado_solo", "altre_cinque", "pago", "prendo", "passo"} <= set(
        GAME.vocabulary.glossary
    )


@clause("mineo-3 2.7")
def test_a_call_that_is_refused_changes_nothing() -> None:
    run = in_pause(2)
    before = run.view(1).facts()
    with pytest.raises(IllegalChoice) as refusal:
        run.do("vado_solo")
    assert refusal.value.refusal.clause == "mineo-3 2.8"
    assert run.view(1).facts() == before


@clause("mineo-3 2.8")
@pauses
def test_solo_is_said_only_in_the_first_and_the_fourth_pause(pause: int) -> None:
    run = in_pause(pause)
    assert ("vado_solo" in options(run)) == (pause in {1, 4})
    assert refused(run, "vado_solo") == ("" if pause in {1, 4} else "mineo-3 2.8")


@clause("mineo-3 2.8", "mineo-3 8.1")
@pauses
def test_in_palagonia_solo_is_said_after_every_packet(pause: int) -> None:
    run = in_pause(pause, solo_rounds="every")
    assert packets(run) == pause
    assert asked(do(run, "vado_solo")) == (1, "discard")


@clause("mineo-3 2.8")
@pytest.mark.parametrize(("said", "soloist"), [("", 1), ("passo ", 2), ("pago passo ", 0)])
def test_the_first_to_say_solo_has_it_and_the_talk_ends(said: str, soloist: int) -> None:
    for pause in (1, 4):
        assert asked(in_pause(pause, f"{said}vado_solo")) == (soloist, "discard")


@clause("mineo-3 2.9")
@pytest.mark.parametrize("pause", [1, 2, 3])
def test_after_an_early_solo_the_rest_is_dealt_without_talk(pause: int) -> None:
    run = in_pause(pause, "passo vado_solo", solo_rounds="every")
    assert asked(run) == (2, "discard")
    assert packets(run) == 4
    assert [len(run.view(seat).hand) for seat in range(3)] == [20, 20, 23]
    kinds = [event.kind for event in run.events]
    assert "talk" not in kinds[max(i for i, kind in enumerate(kinds) if kind == "packet") :]


@clause("mineo-3 2.10")
@pytest.mark.parametrize("said", ["pago ", "pago pago ", "altre_cinque passo "])
def test_solo_wipes_out_offers_and_demands(said: str) -> None:
    run = play_on(in_pause(1, f"{said}vado_solo"))
    assert run.result is not None
    assert not run.result.thrown_in
    assert "prendo" not in {item for item, _, _ in sheet(run)}


@clause("mineo-3 2.11")
@pytest.mark.parametrize("pause", [2, 3])
@pytest.mark.parametrize("before", ["", "pago ", "passo ", "pago prendo "])
def test_altre_cinque_closes_the_talk_in_pauses_2_and_3(pause: int, before: str) -> None:
    run = in_pause(pause, f"{before}altre_cinque")
    assert packets(run) == pause + 1
    assert asked(run) == (1, "talk")


@clause("mineo-3 2.11")
def test_altre_cinque_cancels_offers_and_takings() -> None:
    run = in_pause(2, "pago prendo altre_cinque passo passo passo")
    assert run.result is not None
    assert run.result.scores == (0, 0, 0)


@clause("mineo-3 2.12")
def test_in_pause_1_altre_cinque_waits_whether_somebody_goes_solo() -> None:
    run = in_pause(1, "altre_cinque")
    assert asked(run) == (2, "talk")
    assert options(run) == ("vado_solo", "passo")
    for word in ("pago", "prendo", "altre_cinque"):
        assert refused(run, word) == "mineo-3 2.12"
    assert asked(do(run, "passo vado_solo")) == (0, "discard")


@clause("mineo-3 2.12")
def test_who_spoke_before_the_altre_cinque_is_not_asked_again() -> None:
    run = in_pause(1, "pago altre_cinque")
    assert asked(run) == (0, "talk")
    do(run, "passo")
    assert packets(run) == 2
    assert asked(run) == (1, "talk")


@clause("mineo-3 2.12")
@pytest.mark.parametrize("pause", [2, 3])
def test_with_solo_in_every_round_altre_cinque_waits_there_too(pause: int) -> None:
    run = in_pause(pause, "altre_cinque", solo_rounds="every")
    assert packets(run) == pause
    assert options(run) == ("vado_solo", "passo")
    assert packets(do(run, "passo passo")) == pause + 1


@clause("mineo-3 2.13")
def test_no_more_cards_can_be_had_in_pause_4() -> None:
    assert refused(in_pause(4), "altre_cinque") == "mineo-3 2.13"
    assert refused(in_pause(4, solo_rounds="every"), "altre_cinque") == "mineo-3 2.13"


@clause("mineo-3 2.14")
@pauses
def test_two_may_offer_one_point_and_the_third_may_not(pause: int) -> None:
    run = in_pause(pause, "pago")
    assert "pago" in options(run)
    assert refused(do(run, "pago"), "pago") == "mineo-3 2.14"
    assert "pago" in options(in_pause(pause, "passo pago"))


@clause("mineo-3 2.15")
@pauses
def test_prendo_needs_an_offer_in_the_same_pause(pause: int) -> None:
    assert refused(in_pause(pause), "prendo") == "mineo-3 2.15"
    assert refused(in_pause(pause, "passo"), "prendo") == "mineo-3 2.15"
    assert "prendo" in options(in_pause(pause, "pago"))
    assert "prendo" in options(in_pause(pause, "pago passo"))


@clause("mineo-3 2.15", "mineo-3 2.22")
def test_an_offer_of_an_earlier_pause_cannot_be_taken() -> None:
    run = in_pause(2, "pago passo passo")
    assert packets(run) == 3
    assert refused(run, "prendo") == "mineo-3 2.15"
    assert options(run) == ("altre_cinque", "pago", "passo")  # whatever he said before


@clause("mineo-3 2.16")
@pauses
def test_after_a_prendo_only_passo_or_altre_cinque_is_left(pause: int) -> None:
    run = in_pause(pause, "pago prendo")
    assert options(run) == (("altre_cinque", "passo") if pause < 4 else ("passo",))
    assert refused(run, "pago") == refused(run, "prendo") == "mineo-3 2.16"
    if pause in {1, 4}:
        assert refused(run, "vado_solo") == "mineo-3 2.16"


@clause("mineo-3 2.16")
@pytest.mark.parametrize("pause", [2, 3])
def test_where_no_solo_is_open_that_is_why_there_is_none(pause: int) -> None:
    assert refused(in_pause(pause, "pago prendo"), "vado_solo") == "mineo-3 2.8"


@clause("mineo-3 2.16")
@pauses
def test_option_solo_after_a_prendo_where_solo_is_open(pause: int) -> None:
    run = in_pause(pause, "pago prendo", solo_after_prendo=True)
    expected = [word for word in ("vado_solo", "altre_cinque") if _open(word, pause)]
    assert options(run) == (*expected, "passo")
    assert refused(run, "pago") == refused(run, "prendo") == "mineo-3 2.16"


def _open(word: str, pause: int) -> bool:
    return pause in ({1, 4} if word == "vado_solo" else {1, 2, 3})


@clause("mineo-3 2.16", "mineo-3 8.1")
@pauses
def test_in_palagonia_too_no_solo_is_left_after_a_prendo_unless_the_option_says_so(
    pause: int,
) -> None:
    run = in_pause(pause, "pago prendo", solo_rounds="every")
    assert refused(run, "vado_solo") == "mineo-3 2.16"
    both = in_pause(pause, "pago prendo", solo_rounds="every", solo_after_prendo=True)
    assert "vado_solo" in options(both)


@clause("mineo-3 2.17", "mineo-3 2.18")
@pauses
def test_when_all_pass_the_deal_is_thrown_in_for_nothing(pause: int) -> None:
    run = in_pause(pause, "passo passo passo")
    assert thrown_in(run)
    assert sheet(run) == []
    assert run.result is not None
    assert (run.result.scores, run.result.points) == ((0, 0, 0), (0, 0, 0))


@clause("mineo-3 2.18")
def test_passes_after_an_altre_cinque_give_nothing_up() -> None:
    assert not thrown_in(in_pause(1, "altre_cinque passo passo"))
    assert not thrown_in(in_pause(1, "passo altre_cinque passo"))
    assert not thrown_in(in_pause(1, "passo passo altre_cinque"))


@clause("mineo-3 2.19", "mineo-3 5.13")
@pauses
@pytest.mark.parametrize(
    ("said", "paid"),
    [
        ("pago prendo passo", (0, -1, 1)),
        ("pago passo prendo", (1, -1, 0)),
        ("passo pago prendo", (1, 0, -1)),
        ("pago pago prendo", (2, -1, -1)),
    ],
)
def test_taken_offers_are_paid_to_the_taker_and_never_doubled(
    pause: int, said: str, paid: tuple[int, ...]
) -> None:
    run = in_pause(pause, said)
    assert thrown_in(run)
    assert sheet(run) == [("prendo", "mineo-3 2.19", paid)]
    assert sum(paid) == 0


@clause("mineo-3 2.20")
@early_pauses
@pytest.mark.parametrize("said", ["pago passo passo", "passo pago pago", "passo passo pago"])
def test_an_offer_that_nobody_takes_leads_to_the_next_packet(pause: int, said: str) -> None:
    run = in_pause(pause, said)
    assert packets(run) == pause + 1
    assert asked(run) == (1, "talk")


@clause("mineo-3 2.20")
@early_pauses
def test_option_an_offer_that_nobody_takes_ends_the_deal_unpaid(pause: int) -> None:
    run = in_pause(pause, "pago pago passo", offer_without_taker="thrown_in")
    assert thrown_in(run)
    assert sheet(run) == []
    demanded = in_pause(1, "pago altre_cinque passo", offer_without_taker="thrown_in")
    assert packets(demanded) == 2


@clause("mineo-3 2.21")
@pytest.mark.parametrize("said", ["passo passo passo", "pago passo passo", "pago pago passo"])
def test_without_a_solo_in_pause_4_the_deal_is_thrown_in_unpaid(said: str) -> None:
    run = in_pause(4, said)
    assert thrown_in(run)
    assert sheet(run) == []


@clause("mineo-3 2.22")
def test_an_offer_binds_nobody_in_a_later_pause() -> None:
    run = in_pause(1, "pago pago passo")  # nobody takes; the second packet is dealt
    do(run, "passo passo passo")
    assert thrown_in(run)
    assert sheet(run) == []


@clause("mineo-3 2.23")
def test_the_cards_of_a_deal_thrown_in_stay_unseen() -> None:
    run = in_pause(4, "passo passo passo")
    for seat, hand in HANDS.items():
        for other in {0, 1, 2, None} - {seat}:
            assert not set(hand.split()) & seen(run, other)
    for onlooker in (1, 2, None):
        assert not set(TALON.split()) & seen(run, onlooker)

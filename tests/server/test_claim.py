"""The rest of the tricks is claimed: it is beyond doubt, or all who play agree."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice

import pytest

from matto.engine.events import Result
from matto.engine.in_progress import leading_order
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.inference import OtherView, Worlds
from matto.players.inference.worlds import is_beyond_doubt
from matto.server.live.driver import TodoKind, next_todo
from matto.server.tables.agreement import can_be, why_no_claim
from matto.server.tables.commands import (
    Act,
    Agree,
    AskBack,
    ClaimRest,
    Command,
    Decline,
    Leave,
    StandIn,
    TimeUp,
    given_of,
)
from matto.server.tables.decide import too_late
from matto.server.tables.errors import NotNow, NotYourSeat
from matto.server.tables.events import Acted, Claimed, ClaimSettled, Declined
from matto.server.tables.replay import played
from matto.server.tables.service import table_view_of
from matto.server.tables.views import Answered, Phase, Wish
from server.tables import ANNA, BRUNO, HOST, STRANGER, Recorded, all_of, order, refused
from server.visitors import Table, Visitor
from server.wire import Wire
from sixteen import SIXTEEN

PLAIN = "ragusa-3"
MOST_DEALS = 400
WORLDS = 4


def leads(game_id: str) -> Iterator[Run]:
    """Positions of played deals in which the first seat may claim the rest."""
    game = find_game(game_id)
    for seed in range(MOST_DEALS):
        run = Run.shuffled(game, seed=seed)
        bots = [make_bot("rule", game, seat) for seat in range(game.seats)]
        while run.decision is not None:
            seat = run.decision.seat
            if seat == 0 and why_no_claim(run, seat) is None:
                yield run.fork()
            run.do(bots[seat].choose(run.view(seat)))


def is_proven(run: Run) -> bool:
    return is_beyond_doubt(run.game, run.view(0))


@cache
def proven(game_id: str) -> Run:
    """A position in which the first seat wins the rest, whatever lies hidden."""
    return next(filter(is_proven, leads(game_id)))


def at(run: Run, persons: int = 1, **more: object) -> Recorded:
    """A table at which a deal was played so far; the last seats are bots."""
    given, options = given_of(run), dict(run.options)
    table = Recorded(order(run.game.id, persons, given=given, options=options, **more))
    table.sit_all()
    for number, one in enumerate(run.actions):
        if table.state.run is not None and table.state.run.done > number:
            continue  # the table has said it by itself
        table.keep(Acted(one.seat, one.kind, one.choice, by=table.state.bot(one.seat)))
    return table


def claimed(run: Run, persons: int = 1) -> Recorded:
    """The same with the claim of the first seat."""
    table = at(run, persons)
    table.command(ClaimRest(), HOST)
    return table


def agreed(run: Run) -> Recorded:
    """The same at a table of persons who have all agreed."""
    table = claimed(run, run.game.seats)
    for holder in (ANNA, BRUNO):
        table.command(Agree(), holder)
    return table


@cache
def in_doubt(goes: bool) -> Run:
    """A position where the claim is asked of the others, and whether their cards allow it."""
    asked = (run for run in leads(PLAIN) if not is_proven(run))
    return next(run for run in asked if agreed(run).is_in(Phase.PLAYING) is not goes)


def asking() -> Recorded:
    """A table of three persons where the host claims what is in doubt."""
    table = claimed(in_doubt(True), persons=3)
    assert table.state.proposal is not None
    return table


def played_by_hand(run: Run, rng: random.Random) -> Result:
    """How the deal ends when the claimer leads and the others play anything."""
    by_hand, over = run.fork(), len(run.table.tricks)
    while (asked := by_hand.decision) is not None:
        first = leading_order(by_hand.setup.pack, asked.options)[0] if asked.seat == 0 else ""
        by_hand.do(first or rng.choice(asked.options))
    assert {trick.winner for trick in by_hand.table.tricks[over:]} == {0}
    assert by_hand.result is not None
    return by_hand.result


def events(table: Recorded) -> list[object]:
    return [event for event, _ in table.events]


# -- beyond doubt --------------------------------------------------------------------------


@pytest.mark.parametrize("game", SIXTEEN)
def test_what_is_beyond_doubt_is_played_out_and_paid_as_if_played_by_hand(game: str) -> None:
    run = proven(game)
    table = claimed(run)
    assert not table.is_in(Phase.PLAYING)
    result = table.state.finished[0].result
    for seed in range(5):
        by_hand = played_by_hand(run, random.Random(seed))
        assert (by_hand.scores, by_hand.points) == (result.scores, result.points)
    assert table.state.finished[0].claimed == 0
    assert all_of(table.again()) == all_of(table.state)
    assert all_of(table.again_in_brief()) == all_of(table.state)


def test_persons_are_not_asked_for_what_is_beyond_doubt() -> None:
    table = claimed(proven(PLAIN), persons=3)
    assert table.is_in(Phase.BETWEEN)
    first = events(table).index(Claimed(0))
    assert events(table)[first + 1] == ClaimSettled(0, holds=True)


def test_the_record_holds_the_rest_as_cards_that_were_played() -> None:
    table = claimed(proven(PLAIN))
    again = played(table.state, (event for event, _ in table.events))
    assert again.result == table.state.finished[0].result
    assert Run(again.game, again.setup.deal, actions=again.actions).result == again.result
    assert all(not again.view(seat).hand for seat in range(3))


@pytest.mark.parametrize("game", SIXTEEN)
def test_hidden_cards_have_no_part_in_whether_a_claim_is_granted_by_itself(game: str) -> None:
    doubtful = (
        run for run in islice(leads(game), 300) if can_be(run, 0) and not is_proven(run)
    )  # where two play without a talon, nothing lies hidden in the end
    for run in (proven(game), *islice(doubtful, 1)):
        worlds = Worlds(run.game, run.view(0))
        drawn = worlds.draw(WORLDS, seed=1)
        for number in range(WORLDS):
            with suppress(OtherView):
                other = at(worlds.run(drawn, number), persons=run.game.seats)
                other.command(ClaimRest(), HOST)
                assert (ClaimSettled(0, holds=True) in events(other)) is is_proven(run)


@pytest.mark.slow
def test_what_is_beyond_doubt_is_won_wherever_the_hidden_cards_lie() -> None:
    for number, run in zip(range(30), filter(is_proven, leads("calatafimi-3")), strict=False):
        worlds = Worlds(run.game, run.view(0))
        drawn = worlds.draw(WORLDS, seed=number)
        for row in range(WORLDS):
            with suppress(OtherView):
                played_by_hand(worlds.run(drawn, row), random.Random(number))


# -- bots answer by their own cards --------------------------------------------------------


@pytest.mark.slow
def test_bots_agree_where_none_of_them_can_win_a_trick() -> None:
    run = answered_by_bots(True)
    result = claimed(run).state.finished[0].result
    assert played_by_hand(run, random.Random(1)).scores == result.scores


def test_a_bot_that_can_win_a_trick_does_not_agree_and_the_play_goes_on() -> None:
    table = claimed(in_doubt(False))
    answer = events(table)[-1]
    assert isinstance(answer, Declined)
    assert answer.seat in {1, 2}
    assert table.state.answered == Answered(0, answer.seat, wish=Wish.CLAIM)
    assert table.act()
    assert table.state.answered is None
    table.play_deal()
    assert table.state.finished[0].claimed is None


@pytest.mark.parametrize("command", [Leave(), StandIn(1)])
@pytest.mark.parametrize("agrees", [True, False])
def test_a_bot_answers_by_its_own_cards_for_one_who_leaves(
    command: Command, agrees: bool
) -> None:
    table = claimed(answered_by_bots(agrees), persons=3)
    table.command(Agree(), BRUNO)
    table.command(command, ANNA)
    assert table.is_in(Phase.BETWEEN) is agrees
    assert agrees or events(table)[-1] == Declined(1)


@cache
def answered_by_bots(agree: bool) -> Run:
    """A position where all bots agree to a claim in doubt, or the first of them does not."""
    answer = ClaimSettled(0, holds=True) if agree else Declined(1)
    doubtful = (run for run in leads(PLAIN) if not is_proven(run))
    return next(run for run in doubtful if answer in events(claimed(run)))


# -- persons are asked ---------------------------------------------------------------------


@pytest.mark.slow
def test_all_see_the_open_cards_and_nobody_plays_on_until_all_have_answered() -> None:
    table = asking()
    assert table.state.run is not None
    hand = table.state.run.view(0).hand
    for seat in (None, 0, 1, 2):
        found = table_view_of(table.state, seat).proposal
        assert found is not None
        assert (found.claims, found.seen, found.waits_for) == (True, hand, (1, 2))
    for holder in (HOST, ANNA, BRUNO):
        for command in (Act(hand[0]), AskBack()):
            assert isinstance(refused(table.state, command, holder), NotNow)
    assert all_of(table.again()) == all_of(table.state)


def test_who_may_not_look_on_sees_no_open_cards() -> None:
    table = at(in_doubt(True), persons=3, onlookers=False)
    table.command(ClaimRest(), HOST)
    found = table_view_of(table.state, None).proposal
    assert found is not None
    assert found.seen == ()


def test_what_all_agree_to_is_played_out_and_all_its_tricks_are_the_claimers() -> None:
    table = asking()
    assert table.state.run is not None
    before = len(table.state.run.table.tricks)
    table.command(Agree(), ANNA)
    assert table.is_in(Phase.PLAYING)
    table.command(Agree(), BRUNO)
    assert table.is_in(Phase.BETWEEN)
    assert {trick.winner for trick in table.state.run.table.tricks[before:]} == {0}
    assert table.state.finished[0].claimed == 0
    assert all_of(table.again_in_brief()) == all_of(table.state)


def test_what_the_cards_do_not_allow_is_told_and_the_play_goes_on() -> None:
    table = agreed(in_doubt(False))
    assert table.state.answered == Answered(0, 0, wish=Wish.CLAIM, untrue=True)
    assert table.state.claimed is None
    assert table.state.waits_for == 0
    assert all_of(table.again()) == all_of(table.state)


@pytest.mark.parametrize("holder", [HOST, ANNA])
def test_who_does_not_agree_or_gives_up_leaves_all_as_it_was(holder: str) -> None:
    table = asking()
    seat = table.state.seat_of(holder)
    table.command(Decline(), holder)
    assert table.state.answered == Answered(0, seat, wish=Wish.CLAIM)
    assert table.state.waits_for == 0
    assert isinstance(refused(table.state, ClaimRest(), HOST), NotNow)
    assert refused(table.state, AskBack(), HOST) is None
    assert not table_view_of(table.state, 0).may_claim


def test_time_is_up_for_who_does_not_answer() -> None:
    table = asking()
    todo = next_todo(table.state)
    assert todo is not None
    assert todo.kind is TodoKind.LAPSE
    table.command(TimeUp(None), "")
    assert table.state.answered == Answered(0, None, wish=Wish.CLAIM)


def test_a_claim_made_to_what_has_changed_since_is_too_late() -> None:
    table = at(in_doubt(True), persons=3)
    seen = table.state.seq
    assert not too_late(table.state, ClaimRest(), seen)
    table.act()
    assert too_late(table.state, ClaimRest(), seen)


# -- out of time ---------------------------------------------------------------------------


def sentence(table: Recorded, holder: str = HOST) -> str:
    assert not table_view_of(table.state, table.state.seat_of(holder)).may_claim
    error = refused(table.state, ClaimRest(), holder)
    assert isinstance(error, NotNow)
    return str(error)


def first(game_id: str, found: Callable[[Run], bool]) -> Run:
    """The first moment of played deals at which the first seat leads and something is so."""
    game = find_game(game_id)
    for seed in range(MOST_DEALS):
        run = Run.shuffled(game, seed=seed)
        bots = [make_bot("rule", game, seat) for seat in range(game.seats)]
        while run.decision is not None:
            asked, view = run.decision, run.view(run.decision.seat)
            if asked.kind == "play" and asked.seat == 0 and not view.lying and found(run):
                return run
            run.do(bots[asked.seat].choose(view))
    raise AssertionError("there is no such moment")


def test_only_who_is_to_lead_claims_the_rest() -> None:
    table = at(in_doubt(True), persons=3)
    assert "to lead" in sentence(table, ANNA)
    table.act()
    assert "to lead" in sentence(table)
    assert isinstance(refused(table.state, ClaimRest(), STRANGER), NotYourSeat)


def test_nothing_is_claimed_before_cards_are_played_or_when_the_deal_is_over() -> None:
    table = Recorded(order("mineo-3"))
    assert "to lead" in sentence(table)
    assert "over" in sentence(claimed(proven(PLAIN)))


def test_nothing_is_claimed_while_cards_are_drawn() -> None:
    assert "stock" in sentence(at(first("calatafimi-2", lambda run: True)))


def test_the_fool_is_played_before_the_rest_is_claimed() -> None:
    run = first(PLAIN, lambda run: "F" in run.view(0).hand)
    assert sentence(at(run)).startswith("F wins no trick")


def test_a_card_that_pays_in_a_certain_trick_is_played_before_the_rest_is_claimed() -> None:
    def has_the_pagat(run: Run) -> bool:
        hand = run.view(0).hand
        return "T1" in hand and "F" not in hand

    run = first("mitigatti-3", has_the_pagat)
    assert sentence(at(run)).startswith("What T1 brings")


def test_the_last_card_is_no_claim() -> None:
    run = first(PLAIN, lambda run: len(run.view(0).hand) == 1)
    assert "last card" in sentence(at(run))


# -- the page ------------------------------------------------------------------------------


async def test_the_page_claims_and_tells_what_came_of_it(wire: Wire) -> None:
    visitor = Visitor(wire, "en")
    table = await visitor.open(pace="0.0")
    found = await visitor.own_turn(table)
    while f'formaction="{table}/claim"' not in found.page:
        await visitor.post(f"{table}/act", {"choice": found.choices[0], "seq": found.seq})
        found = await own_turn_or_next(visitor, table)
    await visitor.post(f"{table}/claim", {"seq": found.seq})
    page = (await visitor.seen(table)).page
    told = "You claimed the rest of the tricks: it was played out.", "does not agree"
    assert any(one in page for one in told)


async def own_turn_or_next(visitor: Visitor, table: str) -> Table:
    """Wait for one's turn; ask for another deal where one is over."""
    while True:
        found = await visitor.seen(table)
        if found.phase == "between":
            await visitor.post(f"{table}/ready", {"seq": found.seq})
        elif found.turn == "own" and found.choices:
            return found
        await asyncio.sleep(0.01)

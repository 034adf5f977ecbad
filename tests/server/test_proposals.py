"""What a seat asks all others for: to take a choice back, or to have the rest of the tricks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import islice

import pytest

from matto.engine.claims import leading_order
from matto.engine.errors import MattoError, NothingToUndo
from matto.engine.events import ALL, SAY, Result
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.inference import OtherView, Worlds
from matto.players.inference.claims import is_beyond_doubt
from matto.server.live.table_driver import TodoKind, next_todo
from matto.server.tables.commands import (
    Act,
    Agree,
    AskBack,
    ClaimRest,
    Command,
    Decline,
    Leave,
    Say,
    Sit,
    StandIn,
    TakeBack,
    TimeUp,
    Wait,
    given_deal_of,
)
from matto.server.tables.decide import decide_for_bot, too_late
from matto.server.tables.errors import NotNow, NotYourSeat, TooLate
from matto.server.tables.events import (
    Acted,
    AskedBack,
    Claimed,
    ClaimSettled,
    Declined,
    WentBack,
)
from matto.server.tables.proposals import all_tricks_possible, why_no_claim
from matto.server.tables.replay import replay_deal
from matto.server.tables.state import ANSWER_SECONDS
from matto.server.tables.views import Phase, ProposalKind, ProposalResult
from server.tables import ANNA, BRUNO, HOST, STRANGER, Recorded, order, refused
from server.test_state_seats import playing
from server.visitors import Table, Visitor
from server.wire import Wire
from sixteen import SIXTEEN, THREE

PLAIN = "ragusa-3"
MOST_DEALS = 400
WORLDS = 4

every_game = pytest.mark.parametrize("game", SIXTEEN)
unlike_games = pytest.mark.parametrize("game", THREE)


# -- tables where something is asked for -----------------------------------------------------


def rule_plays(game_id: str) -> Iterator[Run]:
    """Every moment of deals that bots play, at which the first seat leads a trick."""
    game = find_game(game_id)
    for seed in range(MOST_DEALS):
        run = Run.shuffled(game, seed=seed)
        bots = [make_bot("rule", game, seat) for seat in range(game.seats)]
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            if asked.kind == "play" and asked.seat == 0 and not view.lying:
                yield run
            run.do(bots[asked.seat].choose(view))


def leads(game_id: str) -> Iterator[Run]:
    """Positions of played deals in which the first seat may claim the rest."""
    return (run.fork() for run in rule_plays(game_id) if why_no_claim(run, 0) is None)


def is_proven(run: Run) -> bool:
    return is_beyond_doubt(run.game, run.view(0))


@cache
def proven(game_id: str) -> Run:
    """A position in which the first seat wins the rest, whatever lies hidden."""
    return next(filter(is_proven, leads(game_id)))


def at(run: Run, persons: int = 1, **more: object) -> Recorded:
    """A table at which a deal was played so far; the last seats are bots."""
    given, options = given_deal_of(run), dict(run.options)
    table = Recorded(order(run.game.id, persons, given=given, options=options, **more))
    table.sit_all()
    for number, one in enumerate(run.actions):
        if table.state.run is not None and table.run.done > number:
            continue  # the table has said it by itself
        table.keep(Acted(one.seat, one.kind, one.choice, by=table.state.bot(one.seat)))
    return table


def claimed(run: Run, persons: int = 1) -> Recorded:
    """The same with the claim of the first seat."""
    return at(run, persons).done((HOST, ClaimRest()))


def agreed(run: Run) -> Recorded:
    """The same at a table of persons who have all agreed."""
    return claimed(run, run.game.seats).done((ANNA, Agree()), (BRUNO, Agree()))


@cache
def in_doubt(goes: bool) -> Run:
    """A position where the claim is asked of the others, and whether their cards allow it."""
    asked = (run for run in leads(PLAIN) if not is_proven(run))
    return next(run for run in asked if agreed(run).is_in(Phase.PLAYING) is not goes)


@cache
def answered_by_bots(agree: bool) -> Run:
    """A position where all bots agree to a claim in doubt, or the first of them does not."""
    answer = ClaimSettled(0, holds=True) if agree else Declined(1)
    doubtful = (run for run in leads(PLAIN) if not is_proven(run))
    return next(run for run in doubtful if answer in events(claimed(run)))


def after_a_choice(game: str = "mineo-3", persons: int = 1) -> Recorded:
    """A table where the host made a choice that all have seen."""
    for seed in "abcdef":  # a deal may be thrown in
        table = Recorded(order(game, persons=persons), seed).sit_all()
        while table.act():
            before = table.run.last_choice(0)
            if before is not None and table.run.decision and table.run.done > before + 1:
                return table
    raise AssertionError("the host has nothing to choose in these deals")


def first_to_go(table: Recorded) -> int:
    """How many actions there are before the host's last choice."""
    before = table.run.last_choice(0)
    assert before is not None
    return before


ASKING: dict[ProposalKind, Callable[..., Recorded]] = {
    ProposalKind.BACK: lambda: after_a_choice(persons=3).done((HOST, AskBack())),
    ProposalKind.CLAIM: lambda **more: at(in_doubt(True), 3, **more).done((HOST, ClaimRest())),
}
"""Tables of three persons where the host asks the others for something."""

ASKED: dict[ProposalKind, Command] = {
    ProposalKind.BACK: AskBack(),
    ProposalKind.CLAIM: ClaimRest(),
}
every_wish = pytest.mark.parametrize("wish", ASKING)


def actions(table: Recorded) -> list[tuple[int, str, str]]:
    return [(one.seat, one.kind, one.choice) for one in table.run.actions]


def events(table: Recorded) -> list[object]:
    return [event for event, _ in table.events]


# -- persons are asked ---------------------------------------------------------------------


@pytest.mark.slow
@every_wish
def test_nobody_plays_on_until_all_persons_have_agreed(wish: ProposalKind) -> None:
    table = ASKING[wish]()
    done = actions(table)
    for holder in (HOST, ANNA, BRUNO):
        others = {ProposalKind.BACK: ClaimRest(), ProposalKind.CLAIM: AskBack()}
        for command in (table.first_choice, Say("x"), Wait(), TakeBack(), others[wish]):
            assert table.refused(command, holder) is not None
    table.done((ANNA, Agree()), (ANNA, Agree()))  # once more changes nothing
    assert actions(table) == done
    before = first_to_go(table)
    table.command(Agree(), BRUNO)
    if wish is ProposalKind.BACK:
        assert actions(table) == done[:before]
        assert table.state.answered == ProposalResult(0, 0, granted=True)
    else:
        assert table.is_in(Phase.BETWEEN)
        assert table.state.finished[0].claimed == 0
    assert table.is_fold_of_its_events


@pytest.mark.slow
@every_wish
@pytest.mark.parametrize("by", [HOST, ANNA, None])
def test_who_does_not_agree_or_gives_up_or_is_late_leaves_all_as_it_was(
    wish: ProposalKind, by: str | None
) -> None:
    table = ASKING[wish]()
    done, asked = actions(table), table.state.waits_for
    if by is None:
        todo = next_todo(table.state)
        assert todo is not None
        assert (todo.kind, todo.due) == (TodoKind.LAPSE, table.state.at / 1000 + ANSWER_SECONDS)
        table.command(TimeUp(None), "")
    else:
        table.command(Decline(), by)
    seat = None if by is None else table.state.seat_of(by)
    assert table.state.answered == ProposalResult(0, seat, wish=wish)
    assert (table.state.proposal, actions(table), table.state.waits_for) == (None, done, asked)
    assert table.refused(ASKED[wish], HOST) is NotNow
    seen = table.seen(HOST)
    assert not (seen.may_claim if wish is ProposalKind.CLAIM else seen.may_ask_back)
    other = AskBack() if wish is ProposalKind.CLAIM else TakeBack()
    assert table.refused(other, HOST) in {None, NothingToUndo}
    assert table.is_fold_of_its_events
    assert table.act()
    assert table.state.answered is None
    assert wish is ProposalKind.CLAIM or table.refused(AskBack(), HOST) is None


@every_wish
def test_two_cannot_ask_at_once_and_strangers_have_no_say(wish: ProposalKind) -> None:
    table = ASKING[wish]()
    before = table.state.seq
    assert table.done((HOST, ASKED[wish])).state.seq == before
    assert table.refused(AskBack(), ANNA) is NotNow
    for command in (Agree(), Decline()):
        assert table.refused(command, STRANGER) is NotYourSeat


@every_wish
@pytest.mark.parametrize("command", [Leave(), StandIn(0)])
def test_who_asked_and_goes_asks_no_longer(wish: ProposalKind, command: Command) -> None:
    table = ASKING[wish]()
    done = actions(table)
    table.command(command, HOST)
    assert (table.state.proposal, actions(table)) == (None, done)


@every_wish
def test_what_is_answered_or_moved_to_what_has_changed_since_is_too_late(
    wish: ProposalKind,
) -> None:
    table = ASKING[wish]()
    first = table.state.seq
    assert not too_late(table.state, Agree(), first)
    table.command(Decline(), ANNA)
    assert too_late(table.state, Agree(), table.state.seq - 1)
    while table.refused(AskBack(), HOST) is not None:
        table.act()
    table.command(AskBack(), HOST)
    assert too_late(table.state, Agree(), first)
    assert not too_late(table.state, Agree(), table.state.seq)


def test_a_move_or_a_claim_that_was_meant_for_what_has_changed_since_is_too_late() -> None:
    table = ASKING[ProposalKind.BACK]()
    seen = table.state.seq
    table.done((ANNA, Agree()), (BRUNO, Agree()))
    assert too_late(table.state, Act("T20"), seen)
    claim = at(in_doubt(True), persons=3)
    seen = claim.state.seq
    assert not too_late(claim.state, ClaimRest(), seen)
    claim.act()
    assert too_late(claim.state, ClaimRest(), seen)


def test_nothing_can_be_agreed_to_where_nobody_asks() -> None:
    table = after_a_choice(persons=2)
    for command in (Agree(), Decline()):
        no = refused(table.state, command, ANNA)
        assert isinstance(no, NotNow)
        assert str(no) == "Nobody has asked for anything that you could answer."


def test_what_a_bot_has_thought_of_meanwhile_is_dropped() -> None:
    table = after_a_choice(persons=2).until_asked(2)
    wanted, seen = table.first_choice, table.state.seq
    table.command(AskBack(), HOST)
    with pytest.raises(TooLate):
        decide_for_bot(table.state, wanted, 2, "rule")
    table.command(Agree(), ANNA)
    assert too_late(table.state, wanted, seen)


@pytest.mark.parametrize("command", [Leave(), StandIn(1)])
def test_who_leaves_or_is_stood_in_for_has_agreed(command: Command) -> None:
    table = after_a_choice(persons=2)
    kept = actions(table)[: first_to_go(table)]
    assert actions(table.done((HOST, AskBack()), (ANNA, command))) == kept


def test_who_sits_down_meanwhile_is_asked_too() -> None:
    table = after_a_choice(persons=3).done((BRUNO, Leave()), (HOST, AskBack()))
    table.done(("carla", Sit(2, "Carla")), (ANNA, Agree()))
    assert table.state.proposal is not None
    assert table.state.proposal.waits_for(table.state.chairs) == (2,)


def test_the_time_of_who_is_asked_stands_still_meanwhile() -> None:
    table = playing(turn_seconds=20)
    while table.run.last_choice(0) is None or table.state.waits_for != 1:
        assert table.act()
    assert table.state.deadline is not None
    assert table.done((HOST, AskBack())).state.deadline is None
    table.command(TimeUp(None), "")
    assert table.state.deadline == table.state.at / 1000 + 20


# -- taking back ---------------------------------------------------------------------------


@unlike_games
def test_against_bots_a_choice_is_taken_back_at_once(game: str) -> None:
    table = after_a_choice(game)
    done, before = actions(table), first_to_go(table)
    table.command(AskBack(), HOST)
    assert actions(table) == done[:before]
    assert events(table)[-2:] == [AskedBack(0, before), WentBack(0, before)]
    assert table.state.waits_for == 0 or table.state.may_wait(0)
    assert table.play_deal().is_fold_of_its_events


def test_the_record_of_the_deal_is_as_it_was_played_in_the_end() -> None:
    table = after_a_choice("marolles")  # with a stock: what is drawn comes again
    done, before = actions(table), first_to_go(table)
    table.command(AskBack(), HOST)
    for seat, kind, choice in done[before:]:
        table.keep(Acted(seat, kind, choice))
    assert actions(table) == done
    again = replay_deal(table.play_deal().state, (event for event, _ in table.events))
    assert again.actions == table.run.actions
    assert again.result == table.state.finished[-1].result


def test_only_a_choice_is_taken_back_not_what_had_to_be() -> None:
    table = playing()
    while table.act():
        own = [
            number
            for number, one in enumerate(table.run.actions)
            if one.seat == 0 and one.kind != SAY and len(table.run.offered[number]) > 1
        ]
        assert table.run.last_choice(0) == (own[-1] if own else None)


def test_one_can_go_back_choice_by_choice_to_the_first_but_not_when_the_deal_is_over() -> None:
    table = after_a_choice()
    while table.refused(AskBack(), HOST) is None:
        table.command(AskBack(), HOST)
    assert table.refused(AskBack(), HOST) is NothingToUndo
    assert table.play_deal().refused(AskBack(), HOST) is NotNow


def test_all_are_told_which_cards_have_been_seen_since() -> None:
    table = Recorded(order("calatafimi-2", persons=2)).sit_all()
    while not table.run.table.tricks:
        assert table.act()
    since = table.run.events[table.run.told_before[table.run.last_choice(0) or 0] :]
    first, *others = [event.what[0] for event in since if event.kind == "play"]
    table.command(AskBack(), HOST)
    for holder in (STRANGER, HOST, ANNA):
        found = table.seen(holder).proposal
        assert found is not None
        assert (found.choice, found.waits_for) == (first, (1,))
        assert set(others) <= set(found.seen)


@pytest.mark.parametrize("game", ["marolles", "calatafimi-2", "grosstarock"])
def test_no_card_is_told_as_seen_since_then_that_all_had_seen_before(game: str) -> None:
    table = Recorded(order(game, persons=2)).sit_all()
    while table.act():
        before, run = table.run.last_choice(0), table.run
        if before is None or run.decision is None or table.refused(AskBack(), HOST):
            continue
        earlier = run.events[: run.told_before[before]]
        known = {word for event in earlier if event.seen_by == ALL for word in event.what}
        since = run.events[run.told_before[before] :]
        if any(event.kind == "trick" and event.what[0] in known for event in since):
            table.state.apply(AskedBack(0, before), 0)
            found = table.seen().proposal
            assert found is not None
            assert not known.intersection(found.seen)
            return
    raise AssertionError("no card of the host was beaten by one before it")


def test_what_was_laid_away_unseen_is_not_named() -> None:
    table = Recorded(order("marolles", persons=3)).sit_all()
    assert table.act()
    laid_away = table.run.actions[0]
    assert laid_away.kind == "discard"
    table.state.apply(AskedBack(laid_away.seat, 0), 0)
    found = table.seen().proposal
    assert found is not None
    assert found.choice == ""
    assert laid_away.choice not in found.seen


# -- a claim beyond doubt ------------------------------------------------------------------


def played_by_hand(run: Run, rng: random.Random) -> Result:
    """How the deal ends when the claimer leads and the others play anything."""
    by_hand, over = run.fork(), len(run.table.tricks)
    while (asked := by_hand.decision) is not None:
        first = leading_order(by_hand.setup.pack, asked.options)[0] if asked.seat == 0 else ""
        by_hand.do(first or rng.choice(asked.options))
    assert {trick.winner for trick in by_hand.table.tricks[over:]} == {0}
    assert by_hand.result is not None
    return by_hand.result


@pytest.mark.slow
@every_game
def test_what_is_beyond_doubt_is_played_out_and_paid_as_if_played_by_hand(game: str) -> None:
    run = proven(game)
    table = claimed(run)
    assert not table.is_in(Phase.PLAYING)
    result = table.state.finished[0].result
    for seed in range(3):
        by_hand = played_by_hand(run, random.Random(seed))
        assert (by_hand.scores, by_hand.points) == (result.scores, result.points)
    assert table.state.finished[0].claimed == 0
    assert table.is_fold_of_its_events


@pytest.mark.slow
def test_persons_are_not_asked_for_what_is_beyond_doubt() -> None:
    table = claimed(proven(PLAIN), persons=3)
    assert table.is_in(Phase.BETWEEN)
    first = events(table).index(Claimed(0))
    assert events(table)[first + 1] == ClaimSettled(0, holds=True)


@pytest.mark.slow
def test_the_record_holds_the_rest_as_cards_that_were_played() -> None:
    table = claimed(proven(PLAIN))
    again = replay_deal(table.state, (event for event, _ in table.events))
    assert again.result == table.state.finished[0].result
    assert Run(again.game, again.setup.deal, actions=again.actions).result == again.result
    assert all(not again.view(seat).hand for seat in range(3))


@pytest.mark.slow
@unlike_games
def test_hidden_cards_have_no_part_in_whether_a_claim_is_granted_by_itself(game: str) -> None:
    doubtful = (
        run
        for run in islice(leads(game), 60)
        if all_tricks_possible(run, 0) and not is_proven(run)
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
    for number, run in zip(range(10), filter(is_proven, leads("calatafimi-3")), strict=False):
        worlds = Worlds(run.game, run.view(0))
        drawn = worlds.draw(WORLDS, seed=number)
        for row in range(WORLDS):
            with suppress(OtherView):
                played_by_hand(worlds.run(drawn, row), random.Random(number))


# -- a claim in doubt ----------------------------------------------------------------------


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
    assert table.state.answered == ProposalResult(0, answer.seat, wish=ProposalKind.CLAIM)
    assert table.act()
    assert table.state.answered is None
    assert table.play_deal().state.finished[0].claimed is None


@pytest.mark.slow
@pytest.mark.parametrize("command", [Leave(), StandIn(1)])
@pytest.mark.parametrize("agrees", [True, False])
def test_a_bot_answers_by_its_own_cards_for_one_who_leaves(
    command: Command, agrees: bool
) -> None:
    table = claimed(answered_by_bots(agrees), persons=3)
    table.done((BRUNO, Agree()), (ANNA, command))
    assert table.is_in(Phase.BETWEEN) is agrees
    assert agrees or events(table)[-1] == Declined(1)


@pytest.mark.parametrize("onlookers", [True, False])
def test_all_who_may_look_see_the_open_cards(onlookers: bool) -> None:
    table = ASKING[ProposalKind.CLAIM](onlookers=onlookers)
    hand = table.run.view(0).hand
    for holder in (STRANGER, HOST, ANNA, BRUNO):
        found = table.seen(holder).proposal
        assert found is not None
        assert (found.claims, found.waits_for) == (True, (1, 2))
        assert found.seen == (hand if onlookers or holder != STRANGER else ())


def test_what_all_agree_to_is_won_by_the_claimer_and_what_cannot_be_is_told() -> None:
    before = len(in_doubt(True).table.tricks)
    won = agreed(in_doubt(True)).run.table.tricks[before:]
    assert {trick.winner for trick in won} == {0}
    untrue = agreed(in_doubt(False))
    assert untrue.state.answered == ProposalResult(0, 0, wish=ProposalKind.CLAIM, untrue=True)
    assert (untrue.state.claimed, untrue.state.waits_for) == (None, 0)
    assert untrue.is_fold_of_its_events


# -- what cannot be claimed ------------------------------------------------------------------


def first(game_id: str, found: Callable[[Run], bool]) -> Recorded:
    """A table where the first seat is to lead for the first time when something is so."""
    return at(next(filter(found, rule_plays(game_id))))


def has_only_the_pagat(run: Run) -> bool:
    return "T1" in run.view(0).hand and "F" not in run.view(0).hand


def after_a_card() -> Recorded:
    table = at(in_doubt(True), persons=3)
    table.act()
    return table


NO_CLAIM: dict[str, tuple[Callable[[], Recorded], str, type[MattoError]]] = {
    "You can claim the rest of the tricks when you are to lead.": (after_a_card, HOST, NotNow),
    "You do not sit at this table.": (after_a_card, STRANGER, NotYourSeat),
    "You can claim the rest": (partial(Recorded, order("mineo-3")), HOST, NotNow),
    "The deal is over": (lambda: claimed(proven(PLAIN)), HOST, NotNow),
    "Nobody can claim the rest while cards are drawn from the stock.": (
        lambda: first("calatafimi-2", lambda run: True),
        HOST,
        NotNow,
    ),
    "F wins no trick": (
        lambda: first(PLAIN, lambda run: "F" in run.view(0).hand),
        HOST,
        NotNow,
    ),
    "What T1 brings": (lambda: first("mitigatti-3", has_only_the_pagat), HOST, NotNow),
    "The last card": (
        lambda: first(PLAIN, lambda run: len(run.view(0).hand) == 1),
        HOST,
        NotNow,
    ),
}


@pytest.mark.parametrize("told", NO_CLAIM)
def test_why_nothing_can_be_claimed_is_told(told: str) -> None:
    made, holder, kind = NO_CLAIM[told]
    table = made()
    error = refused(table.state, ClaimRest(), holder)
    assert isinstance(error, kind)
    assert str(error).startswith(told)
    assert not table.seen(holder).may_claim


# -- the page ------------------------------------------------------------------------------


async def until_offered(visitor: Visitor, table: str, word: str) -> Table:
    """Play until the page offers to ask the others for something."""
    while True:
        found = await visitor.seen(table)
        if found.phase == "between":
            await visitor.post(f"{table}/ready", {"seq": found.seq})
        elif found.turn != "own" or not found.choices:
            await asyncio.sleep(0.01)
        elif f'formaction="{table}/{word}"' in found.page:
            return found
        else:
            sent = {"choice": found.choices[0], "seq": found.seq}
            await visitor.post(f"{table}/act", sent)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("claim", ["You claimed the rest of the tricks: it was played out.", "does not agree"]),
        pytest.param("ask-back", ["You have taken it back."], marks=pytest.mark.slow),
    ],
)
async def test_the_page_asks_and_tells_what_came_of_it(
    word: str, told: list[str], wire: Wire
) -> None:
    visitor = Visitor(wire, "en")
    table = await visitor.open(pace="0.0")
    found = await until_offered(visitor, table, word)
    await visitor.post(f"{table}/{word}", {"seq": found.seq})
    page = (await visitor.seen(table)).page
    assert any(one in page for one in told)

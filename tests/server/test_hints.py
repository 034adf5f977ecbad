"""Hints are for one who is asked and plays alone against bots, in page and interface."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import pytest

from matto.games import game as find_game
from matto.players.bot_processes import BotProcesses
from matto.players.bot_worker import BotQuestion
from matto.players.bots import SILENT, BotFault
from matto.players.hints import ChoiceValue, Hint
from matto.server.api import routes
from matto.server.api.bodies import NewTable, order_of
from matto.server.api.states import state_of
from matto.server.http.error_answers import STATUS
from matto.server.http.middleware import A_HINT, COST
from matto.server.http.requests import Display
from matto.server.live.bot_pool import BotPool
from matto.server.tables.commands import opening_event
from matto.server.tables.errors import NoHints
from matto.server.tables.views import TableView, Terms, asked_for_advice, plays_alone
from matto.server.web import table
from matto.server.web.new_table import read_order
from matto.server.web.table import hint_fragment, table_fragment
from server.markup import unmarked
from server.table_views import asked, players, reached, seen_gathering, seen_of


def asked_to_talk(**sitting: list[int]) -> TableView:
    run = reached(find_game("mineo-3"), asked("talk"))
    assert run.decision is not None
    seat = run.decision.seat
    others = [one for one in range(3) if one != seat]
    bots = sitting.get("bots", others)
    return seen_of(run, seat, sitting=players(3, seat, bots=bots))


def test_one_who_plays_alone_finds_a_hint() -> None:
    seen = asked_to_talk()
    assert plays_alone(seen)
    assert asked_for_advice(seen) is seen.view
    assert 'id="b-hint"' in table_fragment(seen, Display("en"))


def test_where_another_person_plays_it_is_refused_with_a_sentence() -> None:
    seen = asked_to_talk(bots=[])
    with pytest.raises(NoHints, match="alone against bots"):
        asked_for_advice(seen)
    assert 'id="b-hint"' not in table_fragment(seen, Display("en"))
    assert STATUS[NoHints] == 403


def test_where_all_allow_it_by_sitting_down_everybody_who_is_asked_finds_a_hint() -> None:
    seen = msgspec.structs.replace(asked_to_talk(bots=[]), terms=Terms(hints=True))
    assert asked_for_advice(seen) is seen.view
    assert 'id="b-hint"' in table_fragment(seen, Display("en"))
    assert state_of(seen).terms.hints
    with pytest.raises(NoHints):
        asked_for_advice(msgspec.structs.replace(seen, seat=None))
    for hints in (True, False):
        lobby = msgspec.structs.replace(
            seen_gathering(find_game("mineo-3")), terms=Terms(hints=hints)
        )
        assert ("Hints during the play" in table_fragment(lobby, Display("en"))) == hints


def test_a_table_is_opened_with_hints_if_its_host_wants_them() -> None:
    form = {"game": "mineo-3", "limit": "3"}
    assert not opening_event(read_order(form, "host", "Ada")).hints
    assert opening_event(read_order({**form, "hints": "on"}, "host", "Ada")).hints
    assert order_of(NewTable(game="mineo-3", hints=True), "host").hints


def test_a_bot_in_a_persons_place_counts_as_that_person() -> None:
    seen = asked_to_talk()
    assert seen.seat is not None
    other = (seen.seat + 1) % 3
    sitting = list(seen.players)
    sitting[other] = msgspec.structs.replace(sitting[other], stands_in=True)
    assert not plays_alone(msgspec.structs.replace(seen, players=tuple(sitting)))


def test_who_is_not_asked_is_told_so() -> None:
    run = reached(find_game("mineo-3"), asked("talk"))
    assert run.decision is not None
    other = (run.decision.seat + 1) % 3
    bots = [one for one in range(3) if one != other]
    seen = seen_of(run, other, sitting=players(3, other, bots=bots))
    with pytest.raises(NoHints, match="nothing to advise"):
        asked_for_advice(seen)


SURE = ("±", "19 times", "given or taken", "Give or take")


@pytest.mark.parametrize(
    ("errors", "language", "told", "not_told"),
    [
        (
            (0.5, 0.6),
            "en",
            ("+1.2", "−2.0", "±0.5", "as good, as far as can be told: pago"),
            (),
        ),
        ((0.0, 0.0), "en", ("−2.0", "Tried out in up to 72 deals"), SURE),
        ((0.0, 0.5), "en", ("±0.5", *SURE), ("±0.0",)),
        ((1.0, 0.0), "de", ("−2,0", "±1,0"), ()),
    ],
)
def test_the_panel_names_the_choice_its_equals_and_how_sure_that_is(
    errors: Sequence[float], language: str, told: Sequence[str], not_told: Sequence[str]
) -> None:
    seen = asked_to_talk()
    assert seen.view is not None
    values = (
        ChoiceValue("passo", 1.25, errors[0], 72, equal=True),
        ChoiceValue("pago", 1.1, errors[1], 72, equal=True),
        ChoiceValue("vado_solo", -2.0, errors[1], 40),
    )
    hint = Hint("strong", "passo", values)
    page = unmarked(hint_fragment((seen, seen.view, hint), Display(language)))
    assert "“Strongest player” would choose:" in page or language != "en"
    assert not [words for words in told if words not in page]
    assert not [words for words in not_told if words in page]


@pytest.mark.parametrize(
    ("late", "by"),
    [
        ((), "strong"),
        (("strong",), "quick"),
        (("strong", "quick"), "rule"),
    ],
)
async def test_a_hint_comes_in_time_with_values_if_any_bot_that_thinks_has_them(
    monkeypatch: pytest.MonkeyPatch, late: tuple[str, ...], by: str
) -> None:
    asked: list[str] = []

    async def ask(_self: object, question: BotQuestion, *_seconds: float) -> str:
        asked.append(question.bot)
        if question.bot in late:
            raise BotFault(SILENT, "1")
        hint = Hint(question.bot, "passo", (ChoiceValue("passo", 1.0, 0.5, 9, equal=True),))
        return msgspec.json.encode(hint).decode()

    monkeypatch.setattr(BotProcesses, "ask", ask)
    monkeypatch.setattr(BotPool, "prepare", lambda _self: None)
    bot_pool = BotPool(1)
    hint = await bot_pool.hint("strong", "seed", asked_for_advice(asked_to_talk()))
    await bot_pool.close()
    assert hint.bot == by
    assert asked[0] == "strong"
    assert bool(hint.values) == (by != "rule")


class SlowHints:
    """Bots that think about a hint until they are told to answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[int | str] = []
        self.go_on = asyncio.Event()
        self.late = False
        self.view = asked_for_advice(asked_to_talk())
        monkeypatch.setattr(BotPool, "prepare", lambda _self: None)

        async def ask(_self: object, question: BotQuestion, *_seconds: float) -> str:
            self.asked.append(question.seed)
            await self.go_on.wait()
            if self.late and question.bot == "strong":
                raise BotFault(SILENT, "1")
            return msgspec.json.encode(Hint(question.bot, "passo")).decode()

        monkeypatch.setattr(BotProcesses, "ask", ask)

    async def all_wait(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> SlowHints:
    return SlowHints(monkeypatch)


async def test_a_hint_of_the_same_moment_is_thought_about_once(slow: SlowHints) -> None:
    bot_pool = BotPool(4)
    asking = [
        asyncio.create_task(bot_pool.hint("strong", "table 5", slow.view)) for _ in range(24)
    ]
    await slow.all_wait()
    slow.go_on.set()
    assert len(set(await asyncio.gather(*asking))) == 1
    await bot_pool.hint("strong", "table 5", slow.view)
    assert slow.asked == ["table 5"]
    await bot_pool.hint("strong", "table 6", slow.view)
    assert slow.asked == ["table 5", "table 6"]
    await bot_pool.close()


async def test_one_who_goes_away_takes_no_hint_from_another(slow: SlowHints) -> None:
    bot_pool = BotPool(4)
    first, other = (
        asyncio.create_task(bot_pool.hint("strong", "table 5", slow.view)) for _ in range(2)
    )
    await slow.all_wait()
    first.cancel()
    slow.go_on.set()
    assert (await other).bot == "strong"
    await bot_pool.close()


async def test_a_hint_that_came_late_is_thought_about_again(slow: SlowHints) -> None:
    bot_pool, slow.late = BotPool(4), True
    slow.go_on.set()
    assert (await bot_pool.hint("strong", "table 5", slow.view)).bot == "quick"
    slow.late = False
    assert (await bot_pool.hint("strong", "table 5", slow.view)).bot == "strong"
    await bot_pool.close()


@pytest.mark.parametrize(("size", "at_once"), [(1, 1), (2, 1), (4, 2)])
async def test_hints_leave_half_of_the_processes_to_moves(
    slow: SlowHints, size: int, at_once: int
) -> None:
    bot_pool = BotPool(size)
    asking = [
        asyncio.create_task(bot_pool.hint("strong", f"table {number}", slow.view))
        for number in range(6)
    ]
    await slow.all_wait()
    assert len(slow.asked) == at_once
    slow.go_on.set()
    await asyncio.gather(*asking)
    assert len(slow.asked) == 6
    await bot_pool.close()


def test_a_hint_counts_as_many_requests_on_the_page_and_over_the_api() -> None:
    assert [handler.opt[COST] for handler in (table.hint, routes.hint)] == [A_HINT, A_HINT]

"""All ways to play small endings, and duties card by card, counted from the clauses."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from counts import endings, naive
from counts.naive import Count
from matto.blocks import play
from matto.engine.cards import NUMBER
from matto.engine.run import Run
from matto.engine.tricks import beats
from matto.games import game


@dataclass(frozen=True)
class Ending:
    """An ending by its seed, with the cards each seat holds, and what it counts."""

    game_id: str
    options: Mapping[str, object]
    seed: int
    cards: int
    expected: Count

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game_id}:{options or 'defaults'}:{self.seed}"

    def run(self) -> Run:
        """The deal, played up to the ending."""
        return endings.ending(game(self.game_id), self.options, self.seed, self.cards)


ENDINGS = (
    Ending("mineo-3", {}, 0, 3, Count(161, 30, (6, 18, 6))),
    Ending("mineo-3", {}, 1, 3, Count(220, 42, (42, 0, 0))),
    Ending("mineo-3", {}, 3, 3, Count(614, 116, (60, 28, 28))),
    Ending("mineo-4", {}, 0, 3, Count(777, 121, (0, 44, 77, 0))),
    Ending("mineo-4", {}, 1, 3, Count(1098, 158, (32, 56, 70, 0))),
    Ending("mineo-4", {"leader": "soloist"}, 7, 3, Count(625, 95, (0, 8, 87, 0))),
    Ending("ragusa-3", {}, 1, 3, Count(228, 38, (18, 0, 20))),
    Ending("ragusa-3", {}, 2, 3, Count(213, 36, (0, 12, 24))),
    Ending("ragusa-3", {"parties": "each_for_self"}, 1, 3, Count(721, 144, (120, 24, 0))),
    Ending("marolles", {}, 0, 3, Count(516, 96, (0, 24, 72))),
    Ending("marolles", {}, 2, 3, Count(641, 122, (50, 72, 0))),
    Ending("marolles", {}, 3, 3, Count(367, 72, (72, 0, 0))),
    Ending("marolles", {"math_lead": "forbidden"}, 0, 3, Count(345, 60, (0, 24, 36))),
    Ending("marolles", {"math_lead": "forbidden"}, 2, 3, Count(292, 56, (10, 46, 0))),
    Ending("marolles", {"cards": 78}, 2, 3, Count(660, 126, (46, 48, 32))),
    Ending("calatafimi-2", {}, 0, 4, Count(1081, 265, (224, 41))),
    Ending("calatafimi-2", {}, 1, 4, Count(2228, 576, (576, 0))),
    Ending("calatafimi-2", {}, 2, 4, Count(604, 138, (70, 68))),
    Ending("priestertarock", {}, 0, 3, Count(1634, 214, (72, 0, 0, 138, 4))),
    Ending("priestertarock", {}, 5, 3, Count(1929, 240, (0, 96, 0, 144, 0))),
    Ending("priestertarock", {}, 10, 3, Count(4899, 620, (88, 152, 120, 116, 144))),
    Ending(
        "priestertarock", {"fool_forced": False}, 0, 3, Count(5263, 700, (220, 0, 0, 468, 12))
    ),
    Ending(
        "priestertarock",
        {"fool_led_follow": "always"},
        5,
        3,
        Count(1745, 216, (0, 88, 0, 128, 0)),
    ),
    Ending(
        "priestertarock",
        {"fool_led_follow": "always"},
        10,
        3,
        Count(4821, 608, (88, 144, 120, 112, 144)),
    ),
    Ending(
        "priestertarock",
        {"fool_led_follow": "never"},
        5,
        3,
        Count(1929, 240, (0, 96, 0, 144, 0)),
    ),
    Ending(
        "priestertarock",
        {"fool_led_follow": "never"},
        10,
        3,
        Count(6495, 860, (220, 152, 204, 124, 160)),
    ),
    Ending("mitigatti-3", {}, 282, 3, Count(615, 120, (12, 42, 66))),  # two papote
    Ending("mitigatti-3", {}, 0, 3, Count(703, 140, (68, 0, 72))),
    Ending("mitigatti-3", {}, 1, 3, Count(251, 46, (0, 46, 0))),
    Ending("mitigatti-3", {"fool_lead": "forbidden"}, 1, 3, Count(251, 46, (0, 46, 0))),
    Ending("mitigatti-4", {}, 48, 3, Count(1308, 208, (24, 16, 24, 144))),  # two papote
    Ending("mitigatti-4", {}, 0, 3, Count(1872, 282, (102, 42, 0, 138))),
    Ending("mitigatti-4", {}, 1, 3, Count(2386, 372, (48, 0, 144, 180))),
    Ending("mitigatti-4", {"fool_lead": "forbidden"}, 1, 3, Count(923, 144, (36, 0, 0, 108))),
    Ending("grosstarock", {}, 0, 3, Count(380, 74, (26, 48, 0))),
    Ending("grosstarock", {}, 1, 3, Count(701, 132, (78, 0, 54))),
    Ending("grosstarock", {}, 4, 3, Count(1065, 216, (144, 72, 0))),
    Ending("barcellona-3", {}, 0, 3, Count(716, 140, (84, 40, 16))),
    Ending("barcellona-3", {}, 1, 3, Count(131, 22, (10, 0, 12))),
    Ending("barcellona-4", {}, 4, 3, Count(1536, 240, (0, 228, 12, 0))),
    Ending("barcellona-4", {}, 1, 3, Count(2144, 324, (112, 66, 64, 82))),
    Ending("tortorici-3", {}, 2, 3, Count(497, 96, (24, 72, 0))),
    Ending("tortorici-3", {}, 3, 3, Count(836, 168, (0, 144, 24))),
    Ending("tortorici-4", {}, 0, 3, Count(584, 80, (8, 24, 48, 0))),
    Ending("tortorici-4", {}, 1, 3, Count(920, 144, (14, 10, 80, 40))),
    Ending("tortorici-1930", {}, 1, 3, Count(345, 60, (24, 0, 36))),
    Ending("calatafimi-4", {}, 3, 3, Count(397, 64, (56, 0, 0, 8))),
    Ending("calatafimi-4", {}, 7, 3, Count(617, 84, (12, 0, 24, 48))),
    Ending("calatafimi-3", {}, 2, 3, Count(267, 48, (16, 24, 8))),
    Ending("calatafimi-3", {}, 5, 3, Count(231, 42, (24, 14, 4))),
    Ending("tortorici-1930", {}, 3, 3, Count(179, 32, (16, 8, 8))),
)
QUICK = tuple({one.game_id: one for one in reversed(ENDINGS)}.values())
SLOW = tuple(one for one in ENDINGS if one not in QUICK)


def hands(run: Run) -> Sequence[naive.Hand]:
    return [frozenset(run.table.hand(seat)) for seat in range(run.game.seats)]


def counted_by_clauses(run: Run) -> Count:
    if run.decision is None:
        raise ValueError("the deal is over")
    rules = naive.rules_of(run.game.id, run.options)
    led_before = frozenset(trick.cards[0][0] for trick in run.table.tricks)
    return naive.count(hands(run), run.decision.seat, rules, led_before)


@pytest.mark.slow
@pytest.mark.parametrize("one", QUICK, ids=str)
def test_engine_and_clauses_count_the_same_ways_to_play_on(one: Ending) -> None:
    run = one.run()
    assert {len(hand) for hand in hands(run)} == {one.cards}
    assert counted_by_clauses(run) == one.expected
    assert endings.count(run) == one.expected


@pytest.mark.slow
@pytest.mark.parametrize("one", SLOW, ids=str)
def test_engine_and_clauses_count_the_same_in_more_endings(one: Ending) -> None:
    test_engine_and_clauses_count_the_same_ways_to_play_on(one)


@pytest.mark.slow
def test_a_revoke_that_is_allowed_changes_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    one = QUICK[0]
    run = one.run()
    monkeypatch.setattr(play, "legal", lambda plain, tarocks, *_: (plain, tarocks))
    assert endings.count(run) != one.expected


@pytest.mark.slow
def test_a_wrong_winner_changes_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    one = QUICK[0]
    run = one.run()
    left = {NUMBER[card] for hand in hands(run) for card in hand}

    def lowest_wins(card: int, best: int, high: int, low: int) -> bool:
        return beats(card, best, low, high) if card in left else beats(card, best, high, low)

    monkeypatch.setattr(play, "beats", lowest_wins)
    assert endings.count(run) != one.expected


@pytest.mark.parametrize(
    ("wider", "narrower"),
    [("never", "until_trump"), ("until_trump", "always")],
)
def test_the_counts_tell_the_readings_of_a_led_fool_apart(wider: str, narrower: str) -> None:
    run = next(
        one.run() for one in ENDINGS if one.game_id == "priestertarock" and one.seed == 10
    )
    leader = run.decision.seat if run.decision else 0
    ends = {
        reading: naive.count(
            hands(run),
            leader,
            naive.rules_of("priestertarock", {**run.options, "fool_led_follow": reading}),
        ).ends
        for reading in (wider, narrower)
    }
    assert ends[wider] > ends[narrower]


# -- whole deals in which duties beyond following suit hold, against the clauses card by card --

GAME_ID = "calatafimi-3"
DEALS = 40


def differences(seed: int) -> tuple[list[str], int]:
    """Where the engine offers other cards than the clauses; how often a duty bound somebody."""
    rng = random.Random(seed)
    run = Run.shuffled(game(GAME_ID), seed=rng, dealer=seed % 3)
    run.do("tengo")
    rules = naive.rules_of(GAME_ID, run.options)
    found, bound = [], 0
    while run.decision is not None:
        if run.decision.kind == "play":
            hand = frozenset(run.table.hand(run.decision.seat))
            trick = [card for _, card in run.view(None).lying]
            led = frozenset(trick.cards[0][0] for trick in run.table.tricks)
            free = rules.may_play(hand, trick)
            may = rules.due(free, trick, led)
            bound += free != may
            if set(run.decision.options) != may:
                found.append(f"{sorted(hand)} to {trick}: {run.decision.options}")
        run.do(rng.choice(run.decision.options))
    return found, bound


@pytest.mark.slow
@pytest.mark.clause(f"{GAME_ID} 4.12", f"{GAME_ID} 4.18")
def test_engine_and_clauses_offer_the_same_cards_in_whole_deals() -> None:
    often = 0
    for seed in range(DEALS):
        found, bound = differences(seed)
        assert not found
        often += bound
    assert often > DEALS  # the duties did bind somebody


def test_a_duty_that_is_forgotten_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matto.blocks.play.DutifulTrick.dutiful", lambda self, may, lying: may)
    assert any(differences(seed)[0] for seed in range(5))

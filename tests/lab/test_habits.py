"""Whole deals are read for habits, and what is told of them."""

from __future__ import annotations

import pytest

from habits import Read, points_lost, read_cards, read_deals, row, spelled, tables
from matto.engine.cards import NUMBER
from matto.engine.run import Run
from matto.engine.table import View
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.habits import ALL_HABITS


def finished(game_id: str, seed: int) -> Run:
    game = find_game(game_id)
    run = Run.shuffled(game, seed=seed)
    bot = make_bot("rule", game, seed)
    while (asked := run.decision) is not None:
        run.do(bot.choose(run.view(asked.seat)))
    return run


def test_each_case_is_told_with_its_deal_trick_and_card() -> None:
    read = read_deals(find_game("marolles"), "rule", [finished("marolles", 3)], endings=0)
    assert read.deals == 1
    assert set(read.occasions) <= {*ALL_HABITS, "top trump for nothing", "thrown in"}
    assert len(read.cases) == sum(read.seen[name] for name in ALL_HABITS)
    assert sum(read.occasions.values()) > sum(read.seen.values())
    lines = list(tables([read]))
    assert any(line.startswith("| `marolles` | ") for line in lines)
    assert row([read], ["gift for a foe"]) == "| `marolles` | 0 |"


CARELESS = {"higher than needed", "dearer of equals in danger"}


def test_another_bot_is_asked_at_the_same_occasions() -> None:
    run, game = finished("marolles", 3), find_game("marolles")
    own, other = Read("marolles", "rule"), Read("marolles", "highest")
    read_cards(own, run)
    read_cards(other, run, Highest())
    assert own.occasions == other.occasions
    # the rule of thumb does not tell empty cards of a suit apart, nor equals in what they risk
    assert {habit for habit, seen in own.seen.items() if seen} <= CARELESS
    assert other.seen["high trump on a lost trick"]
    assert "marolles highest d0/" in other.cases[0]
    assert game.id in next(line for line in tables([own, other]) if "marolles" in line)


class Highest:
    """Plays the highest card that it may."""

    name = "highest"

    def choose(self, view: View) -> str:
        """Give one of the choices."""
        strength = view.pack.strength
        return max(view.asked.options, key=lambda card: strength[NUMBER[card]])


@pytest.mark.slow
def test_rules_of_thumb_lose_points_where_nothing_is_hidden() -> None:
    lost = points_lost(finished("calatafimi-2", 2))
    assert lost is not None
    assert lost > 0


def test_shares_have_intervals() -> None:
    assert spelled(0, 0) == "–"
    assert spelled(5, 10) == "5 of 10: 50.0 % (23.7 … 76.3)"

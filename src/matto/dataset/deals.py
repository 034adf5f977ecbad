"""Playing deals and writing down what each player was asked, knew, chose and got."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from matto.dataset.errors import BadDataset
from matto.dataset.recipe import Recipe
from matto.dataset.values import values_in_the_deal, values_in_worlds
from matto.encoding import Encoding, encoding_of
from matto.engine.run import Run
from matto.engine.table import View
from matto.engine.words import text
from matto.players import Bot, make_bot
from matto.players.faults import BotFault, choice_of
from matto.players.ranking import Advisor
from matto.players.rule import RuleBot
from matto.players.seeds import derived
from matto.records import dump_line, transcript_of

Row = dict[str, Any]

NO_HAND = -1


def run_of(recipe: Recipe, number: int) -> Run:
    """Shuffle and begin a deal; it depends on the recipe's seed and on its number only."""
    game, options = recipe.found_game()
    seed = derived(recipe.seed, "deal", number)
    return Run.shuffled(game, seed=seed, dealer=number % game.seats, options=options)


def players_of(recipe: Recipe, number: int) -> tuple[str, ...]:
    """Name the bot of each seat: with every round of the deal all move on by one."""
    turns = number // len(recipe.bots) % len(recipe.bots)
    return recipe.bots[turns:] + recipe.bots[:turns]


def play(recipe: Recipe, number: int) -> tuple[Row, list[Row]]:
    """Play a deal; gives its row of `deals` and its rows of `decisions`."""
    run, names = run_of(recipe, number), players_of(recipe, number)
    rows = list(_decisions(recipe, number, run, names))
    result = run.result
    assert result is not None
    for row in rows:
        row["return"] = result.scores[row["seat"]]
    deal = run.setup.deal
    return {
        "deal": number,
        "dealer": run.setup.dealer,
        "hands": deal.hands,
        "talon": deal.talon,
        "players": names,
        "returns": result.scores,
        "points": result.points,
        "thrown_in": result.thrown_in,
        "transcript": dump_line(transcript_of(run)).rstrip("\n"),
    }, rows


def _decisions(recipe: Recipe, number: int, run: Run, names: tuple[str, ...]) -> Iterator[Row]:
    encoding = encoding_of(run.game, run.options)
    bots = [
        make_bot(name, run.game, derived(recipe.seed, "bot", number, seat))
        for seat, name in enumerate(names)
    ]
    advisor = RuleBot(run.game, derived(recipe.seed, "after", number)).choose
    while (asked := run.decision) is not None:
        view = run.view(asked.seat)
        choice = _choice(bots[asked.seat], view, names[asked.seat], number)
        yield {
            "deal": number,
            "step": run.done,
            "seat": asked.seat,
            "kind": asked.kind,
            "player": names[asked.seat],
            "observation": encoding.observe(view),
            "information_state": encoding.information_state(view),
            "choices": asked.options,
            "actions": [encoding.number(asked, one) for one in asked.options],
            "choice": choice,
            "action": encoding.number(asked, choice),
            "holders": _holders(run, encoding),
            **_values(recipe, number, run, advisor),
        }
        run.do(choice)


def _choice(bot: Bot, view: View, name: str, number: int) -> str:
    """Ask a bot; raises `BadDataset` with its name where it gives no legal choice."""
    try:
        return choice_of(bot, view)
    except BotFault as fault:
        raise BadDataset(
            text(
                "The bot {bot} failed in deal {number}. {what}",
                bot=name,
                number=number,
                what=fault.sentence,
            )
        ) from fault


def _values(recipe: Recipe, number: int, run: Run, advisor: Advisor) -> Mapping[str, Any]:
    """What each legal choice is worth."""
    asked = run.decision
    assert asked is not None
    values = list(values_in_the_deal(run, advisor).values())
    if not recipe.worlds:
        return {"values": values, "expected": None}
    seed = derived(recipe.seed, "worlds", number, run.done) >> 1  # it fits a signed word
    view = run.view(asked.seat)
    expected = values_in_worlds(run.game, view, recipe.worlds, seed, advisor)
    return {"values": values, "expected": list(expected.values())}


def _holders(run: Run, encoding: Encoding) -> list[int]:
    """Who holds each card now."""
    table = run.table
    holder = {card: seat for seat in range(table.seats) for card in table.hand(seat)}
    return [holder.get(card, NO_HAND) for card in encoding.cards]

"""Deals played and written down: what each player was asked, knew, chose, and its worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from matto.engine.events import Decision
from matto.engine.game import Game
from matto.engine.run import Run
from matto.engine.view import View
from matto.engine.words import text
from matto.kernel.layout import Numbers, Reals
from matto.kernel.packing import state_of, stock_of
from matto.players import Bot, make_bot
from matto.players.bots import BotFault, choice_of
from matto.players.encoding import Encoding, encoding_of
from matto.players.inference import Drawn, NoWorld, OtherView, Worlds
from matto.players.kernel_positions import PLAY, Positions, advised_plan, positions_in
from matto.players.playouts import scores_by_rule, values_of_cards
from matto.players.seeds import derived
from matto.players.simple_bots import Advisor, RuleBot
from matto.records import dump_line, transcript_of
from matto.research.dataset.recipe import BadDataset, Recipe


def values_in_the_deal(run: Run, advisor: Advisor) -> Mapping[str, int]:
    """Return what each legal choice brings the seat asked, in the deal as the cards lie.

    After it, all go on by the rule of thumb: the words and cards to lay away that `advisor`
    gives, then compiled play. In the smallest unit, as `Result.scores` are.
    """
    asked = run.decision
    assert asked is not None
    if asked.kind != PLAY:
        return dict(zip(asked.options, _after_words(run, asked, advisor), strict=True))
    found = values_of_cards(_position(run), asked.options, asked.seat)[:, 0]
    return dict(zip(asked.options, found.astype(np.int64).tolist(), strict=True))


def values_in_worlds(
    game: Game, view: View, worlds: int, seed: int, advisor: Advisor
) -> Mapping[str, float]:
    """The mean of the same in worlds that fit all that a view proves, each as likely."""
    sampled = Worlds(game, view)
    drawn = sampled.draw(worlds, seed)
    if view.asked.kind == PLAY:
        positions = positions_in(sampled.any_run(drawn), view, drawn)
        found = values_of_cards(positions, view.asked.options, view.asked.seat)
    else:
        found = _words_in_worlds(sampled, drawn, view.asked, advisor)
    return dict(zip(view.asked.options, found.mean(axis=1).tolist(), strict=True))


def _after_words(run: Run, asked: Decision, advisor: Advisor) -> Iterator[int]:
    """Yield what each word, or card laid away, brings: the run itself stays where it is."""
    for choice in asked.options:
        ahead = run.fork()
        ahead.do_as(asked.seat, choice)
        yield scores_by_rule(ahead, advisor)[asked.seat]


def _words_in_worlds(sampled: Worlds, drawn: Drawn, asked: Decision, advisor: Advisor) -> Reals:
    """The same in each world that can be replayed: `[choices, worlds]`."""
    found: list[Sequence[int]] = []
    for i in range(len(drawn)):
        with suppress(OtherView):
            found.append(tuple(_after_words(sampled.run(drawn, i), asked, advisor)))
    if not found:
        raise NoWorld(f"None of {len(drawn)} drawn deals can be played as the view tells.")
    return np.array(found, dtype=np.float64).T


def _position(run: Run) -> Positions:
    plan = advised_plan(run)
    states: Numbers = state_of(run.table, plan)[None]
    only = np.zeros(1, dtype=np.int64)
    return Positions(states, [plan], only, stock_of(run.table)[None])


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
    """Return what each legal choice is worth."""
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
    table = run.table
    holder = {card: seat for seat in range(table.seats) for card in table.hand(seat)}
    return [holder.get(card, NO_HAND) for card in encoding.cards]

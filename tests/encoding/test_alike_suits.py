"""Suits that are alike are found from the game, put in order, and actions are found back."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.outcome import Outcome, Term
from matto.engine.run import Run
from matto.engine.scoring import PLAYED, PayRule
from matto.engine.table import Script, Table
from matto.games import catalogue, game
from matto.players.encoding import encoding_of
from matto.players.encoding.suits import Renaming, alike_suits
from matto.research.testing.checks import cases_of
from samples import many
from sixteen import SIXTEEN


def renamings(one: Game, options: Options, groups: Iterable[Sequence[str]]) -> list[Renaming]:
    pack = one.pack(options)
    return [Renaming(pack, *pair) for group in groups for pair in combinations(group, 2)]


def side_by_side(run: Run, renaming: Renaming, rng: random.Random) -> Iterator[tuple[Run, Run]]:
    """A deal and the same with two names of suits exchanged, at each question."""
    deal = run.setup.deal
    hands = tuple(map(renaming.words, deal.hands))
    renamed = replace_deal(run, hands, renaming.words(deal.talon))
    while run.decision is not None:
        yield run, renamed
        choice = rng.choice(run.decision.options)
        run.do(choice)
        renamed.do(renaming.word(choice))


def replace_deal(run: Run, hands: tuple[tuple[str, ...], ...], talon: tuple[str, ...]) -> Run:
    deal = type(run.setup.deal)(hands, talon)
    return Run(run.game, deal, dealer=run.setup.dealer, options=run.options)


def unlike(run: Run, renamed: Run, renaming: Renaming) -> Iterator[str]:
    """What is different in canonical order though the two differ by names of suits only."""
    asked, instead = run.decision, renamed.decision
    assert asked is not None
    assert instead is not None
    encoding = encoding_of(run.game, run.options)
    views = run.view(asked.seat), renamed.view(asked.seat)
    seen = [encoding.observe(view) for view in views]
    order, other = map(encoding.canonical, views)
    if (order.observation(seen[0]) != other.observation(seen[1])).any():
        yield f"{run.options} {asked.kind}: the observations"
    masks = order.mask(encoding.mask(asked)), other.mask(encoding.mask(instead))
    if (masks[0] != masks[1]).any():
        yield f"{run.options} {asked.kind}: the masks"
    if order.suits == tuple(renamed_suits(other.suits, renaming)):
        for action in np.flatnonzero(masks[0]).tolist():
            choice = encoding.choice(asked, order.action(action))
            if encoding.choice(instead, other.action(action)) != renaming.word(choice):
                yield f"{run.options} {asked.kind}: {choice}"


def renamed_suits(suits: Iterable[str], renaming: Renaming) -> Iterator[str]:
    pair = {renaming.first: renaming.second, renaming.second: renaming.first}
    return (pair.get(suit, suit) for suit in suits)


def check(one: Game, options: Options, seed: int) -> None:
    rng = random.Random(f"{one.id} {seed}")
    for renaming in renamings(one, options, encoding_of(one, options).alike):
        run = Run.shuffled(one, seed=rng, options=options, dealer=seed % one.seats)
        for here, there in side_by_side(run, renaming, rng):
            assert not list(unlike(here, there, renaming))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_deals_that_differ_by_names_of_alike_suits_are_one(game_id: str) -> None:
    check(game(game_id), game(game_id).resolve(), seed=0)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
def test_so_they_are_with_every_preset_and_value_of_an_option(game_id: str) -> None:
    for number, case in enumerate(
        random.Random(game_id).sample(list(cases_of(game(game_id))), 2)
    ):
        check(case.game, case.options, seed=number)


@pytest.mark.slow
def test_an_action_in_canonical_order_comes_back() -> None:
    run = Run.shuffled(game("calatafimi-2"), seed=3)
    encoding = encoding_of(run.game)
    order = encoding.canonical(run.view(1))
    actions = range(len(encoding.actions))
    assert sorted(map(order.action, actions)) == list(actions)
    assert [order.canonical(order.action(action)) for action in actions] == list(actions)


@pytest.mark.slow
def test_the_cups_with_an_ace_more_are_like_no_other_suit() -> None:
    one = game("barcellona-3")
    assert alike_suits(one, one.resolve()) == (("S", "B", "C"), ("D",))


class PaidFor:
    """A payment for playing one card."""

    def __init__(self, card: str) -> None:
        self.card = card

    def pay_rules(self, _outcome: Outcome) -> Iterable[PayRule]:
        return [PayRule(PLAYED, cards=frozenset({self.card}), amount=1)]


@pytest.mark.slow
def test_a_suit_with_a_card_that_is_paid_for_is_like_no_other() -> None:
    one = game("calatafimi-2")

    def terms(outcome: Outcome, options: Options) -> Sequence[Term]:
        return (*one.terms(outcome, options), PaidFor("BC"))

    assert alike_suits(replace(one, terms=terms), one.resolve()) == (("S", "C", "D"), ("B",))


@pytest.mark.slow
def test_a_suit_of_which_something_is_asked_is_like_no_other() -> None:
    one = game("calatafimi-2")

    def script(table: Table) -> Script[object]:
        result = yield from one.script(table)
        if table.tricks[0].cards[0] == "C7":
            yield from table.ask(0, "play", ["C7"])
        return result

    planted = replace(one, script=script)  # type: ignore[arg-type]
    assert "C" not in alike_suits(planted, one.resolve())[0]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
def test_alike_suits_stay_alike_in_other_deals(game_id: str) -> None:
    one, options = game(game_id), game(game_id).resolve()
    rng = random.Random(game_id)
    for renaming in renamings(one, options, alike_suits(one, options)):
        for seed in range(many(3)):
            run = Run.shuffled(one, seed=f"{seed} {game_id}", options=options)
            for here, there in side_by_side(run, renaming, rng):
                assert here.decision is not None
                assert there.decision is not None
                words = renaming.words(here.decision.options)
                assert set(words) == set(there.decision.options)

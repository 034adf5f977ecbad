"""What an observation says of the contract, of the ledger and of cards that nobody can hold."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

import numpy as np
import pytest

from matto.engine.cards import CODES, NUMBER
from matto.engine.run import Match, Run
from matto.engine.tricks import FoolRule, fool_in_trick
from matto.engine.view import SeenCards, View
from matto.games import catalogue, game
from matto.play.observation import CLASSES, STATES
from matto.players.encoding import encoding_of
from matto.players.encoding.observation import lacking_of
from matto.players.inference.constraints import Forbidden, not_beside, played_legally
from matto.research.testing.checks import Case, cases_of
from sixteen import SIXTEEN

FOOL = CLASSES - 1


def deal_of(case: Case, seed: int) -> Iterator[Run]:
    """A deal by chance, at every question."""
    rng = random.Random(f"{case} {seed}")
    run = Run.shuffled(case.game, seed=rng, options=case.options)
    while run.decision is not None:
        yield run
        run.do(rng.choice(run.decision.options))


def plane(view: View, name: str) -> np.ndarray:
    encoding = encoding_of(view.game)
    return encoding.observe(view)[encoding.planes[name]]


def ceilings(view: View) -> list[list[int]]:
    """By seat, the viewer first: the greatest strength in each suit, and the Fool."""
    found: list[list[int]] = plane(view, "ceiling").reshape(view.seats, CLASSES).tolist()
    return found


def heights(view: View, cards: Collection[str]) -> list[int]:
    """The same of some cards."""
    found = [0] * CLASSES
    for card in cards:
        excuse = view.pack.is_excuse(card)
        suit = FOOL if excuse else view.pack.suit_of(card)
        strength = 1 if excuse else view.pack.strength[NUMBER[card]]
        found[suit] = max(found[suit], strength)
    return found


def may_be_held(view: View, seat: int) -> frozenset[str]:
    """The cards that a seat may hold, worked out by what bots infer."""
    seen, rules = SeenCards(view), game(view.game).trick_rules(view.options)
    forbidden = {
        card
        for constraint in played_legally(view, rules)
        if isinstance(constraint, Forbidden) and constraint.seat == seat
        for card in constraint.cards
    }
    elsewhere = seen.gone.union(view.hand, *seen.held_by)
    return (view.pack.cards - elsewhere - forbidden) | seen.held_by[seat]


def check_ceilings(case: Case, seed: int) -> None:
    for run in deal_of(case, seed):
        assert run.decision is not None
        view = run.view(run.decision.seat)
        own, *others = ceilings(view)
        assert own == heights(view, set(view.hand))
        for step, found in enumerate(others, start=1):
            seat = (run.decision.seat + step) % view.seats
            assert found == heights(view, may_be_held(view, seat))
            held = heights(view, set(run.table.hand(seat)))
            assert all(had <= most for had, most in zip(held, found, strict=True))


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_a_ceiling_is_the_highest_card_that_is_not_proven_to_be_elsewhere(game_id: str) -> None:
    check_ceilings(Case(game(game_id), game(game_id).resolve()), seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", catalogue())
def test_so_it_is_with_other_options(game_id: str) -> None:
    cases = list(cases_of(game(game_id)))
    for case in random.Random(game_id).sample(cases, min(3, len(cases))):
        check_ceilings(case, seed=2)


def fool_rules() -> set[FoolRule]:
    return {
        one.trick_rules(case.options).fool
        for one in catalogue().values()
        for case in cases_of(one)
    }


@pytest.mark.parametrize("fool", sorted(fool_rules()), ids=str)
def test_a_card_proves_the_same_as_to_those_who_infer(fool: FoolRule) -> None:
    table, late = lacking_of(fool), fool_in_trick(fool, fool.until + 1)
    for start, rule in ((0, fool), (STATES, late)):
        for led in range(STATES):
            for card in ("S4", "BQ", "T7", "F"):
                barred = {suit_of(code) for code in not_beside(NUMBER[card], led, rule)}
                lacking = table[(start + led) * CLASSES + suit_of(card)]
                assert barred == {suit for suit in range(CLASSES) if lacking >> suit & 1}


def suit_of(code: str) -> int:
    return FOOL if code == "F" else min(CODES.index(code) // 14, FOOL - 1)


def second_hands() -> Iterator[View]:
    """What the second of three sees in the first trick of deals of Calatafimi."""
    case = Case(game("calatafimi-3"), game("calatafimi-3").resolve())
    for seed in range(40):
        for run in deal_of(case, seed):
            assert run.decision is not None
            view = run.view(run.decision.seat)
            if len(view.lying) == 1 and not view.tricks:
                yield view


def test_who_leads_a_suit_but_not_its_king_where_he_must_has_none() -> None:
    """A King is led where its suit is led for the first time: 4.13."""
    for view in second_hands():
        ((_, led),) = view.lying
        king = f"{led[0]}K"
        if king in CODES and king not in {led, *view.hand}:
            break
    height = view.pack.strength[NUMBER[king]]
    _, after, leader = (seat["SBCD".index(king[0])] for seat in ceilings(view))
    assert leader < after == height


def contract_of(run: Run, viewer: int) -> list[str]:
    encoding, view = encoding_of(run.game), run.view(viewer)
    where = encoding.planes["contract"]
    names = encoding.names[where]
    return [
        f"{name.removeprefix('contract ')} {count}"
        for name, count in zip(names, plane(view, "contract").tolist(), strict=True)
        if count
    ]


def test_what_is_played_stands_in_the_contract_once_it_is_settled() -> None:
    run = Run.shuffled(game("mineo-4"), seed=1)
    seen = set()
    while run.decision is not None and run.decision.kind != "play":
        seen.add(tuple(contract_of(run, 0)))
        run.do(run.decision.options[0])
    assert seen == {()}
    assert run.table.contract is not None
    declarer = run.table.contract.declarer
    assert declarer is not None
    for viewer in range(4):
        assert contract_of(run, viewer) == [
            "vado_solo 1",
            f"times {run.table.contract.times}",
            f"declarer {(declarer - viewer) % 4} 1",
        ]


def test_a_match_is_seen_as_it_stands() -> None:
    match = Match(game("marolles"))
    assert not plane(match.next_run(seed=1).view(0), "ledger").any()
    match.ledger = [300, -2, 0, 0][: match.game.seats]
    seen = plane(match.next_run(seed=1).view(1), "ledger").tolist()
    nothing = [0] * (4 * (match.game.seats - 2))
    assert seen == [0, 0, 0, 2, *nothing, 1, 44, 0, 0]

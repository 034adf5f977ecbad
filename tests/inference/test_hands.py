"""Hidden cards change hands, as often as they should, and all that is known stays true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
import pytest

from helpers import decision_of
from inference.enumerating import consistent, ways_at_all
from inference.exactly import contains, count_of
from inference.positions import views_of
from inference.test_discards import cards_of, lying_of
from inference.test_known import chance_of
from matto.engine.errors import BadDeal
from matto.engine.run import Run
from matto.games import game as find_game
from matto.kernel import likelihood
from matto.kernel.layout import Numbers, Plan, Reals
from matto.players.inference import Drawn, OtherView, Worlds
from matto.players.inference.placement import PlaceKind
from matto.players.inference.resampling import HiddenHands, Parties, Walk, hidden_hands
from matto.players.weighted_worlds import (
    NOBODY,
    OTHERS,
    TalkModel,
    plan_with,
    play_likelihoods,
    talk_likelihoods,
    talk_model,
    walked,
)
from matto.research.testing.checks import Case, default_cases
from players.test_play_likelihood import late_moments
from sixteen import SIXTEEN

SWAPS = 30
WITH_OTHERS = [case for case in default_cases() if case.game.seats > 2]


def playing(case: Case, deals: int, often: float) -> Iterator[Worlds]:
    """Worlds of seats while cards are played, and two hands at least are hidden."""
    for run, view in views_of(case, deals, often):
        if view.seat is not None and view.heard("play"):
            worlds = Worlds(run.game, view)
            if sum(place.kind is PlaceKind.HAND for place in worlds.places) > 1:
                yield worlds


def swapped(worlds: Worlds, drawn: Drawn, rng: np.random.Generator) -> Drawn:
    """Let cards change hands by chance, wherever they may."""
    hands, moved = hidden_hands(worlds), drawn.lying.copy()
    lying = moved[:, hands.columns]
    for row in lying:
        for _ in range(SWAPS):
            swap(hands, row, *rng.integers(len(row), size=2).tolist())
    moved[:, hands.columns] = lying
    return worlds.with_lying(moved, drawn.seed)


def swap(hands: HiddenHands, row: Numbers, one: int, other: int) -> None:
    """Let the cards of two slots change places, if they may."""
    of_both = hands.alike[hands.seats[one], hands.seats[other]]
    if of_both[row[one]] >= 0 and of_both[row[one]] == of_both[row[other]]:
        row[[one, other]] = row[[other, one]]


def checked(worlds: Worlds, seed: int) -> int:
    """Play deals again in which cards have changed hands; gives how many are others."""
    drawn, rng = worlds.draw(6, seed), np.random.default_rng(seed)
    other = swapped(worlds, drawn, rng)
    for number in range(len(other)):
        run = worlds.run(other, number)
        assert contains(worlds, run)
        for seat in range(run.game.seats):
            held = cards_of(other.plain[number, seat], other.tarocks[number, seat])
            assert set(held) == set(run.table.hand(seat))
    return int((drawn.plain != other.plain).any(axis=1).sum())


@pytest.mark.slow
@pytest.mark.parametrize("case", WITH_OTHERS, ids=str)
def test_deals_in_which_cards_have_changed_hands_look_the_same(case: Case) -> None:
    every = playing(case, 12, 0.05)
    assert sum(checked(worlds, seed) for seed, worlds in enumerate(every)) > 20


@pytest.mark.parametrize("game_id", ["mineo-4", "priestertarock"])
def test_in_a_game_deals_in_which_cards_have_changed_hands_look_the_same(game_id: str) -> None:
    game = find_game(game_id)
    every = playing(Case(game, game.resolve()), 3, 0.05)
    assert sum(checked(worlds, seed) for seed, worlds in enumerate(every)) > 5


def test_one_hidden_hand_keeps_its_cards() -> None:
    game = find_game("calatafimi-2")
    for run, view in views_of(Case(game, game.resolve()), 1, 0.2):
        if view.seat is not None and view.heard("play"):
            assert hidden_hands(Worlds(run.game, view)).are_fixed


def test_cards_that_may_not_change_hands_are_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("matto.players.inference.resampling._sign", lambda *_: ())
    game = find_game("mineo-4")
    with pytest.raises((AssertionError, BadDeal, OtherView)):
        for seed, worlds in enumerate(playing(Case(game, game.resolve()), 6, 0.3)):
            checked(worlds, seed)


# -- as what was played and said tells, and as often as it should be ---------------------

GAMES = [
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("calatafimi-4", "mitigatti-3")),
    "mineo-4",
]
ENDINGS, DRAWN, CHOSEN, TRIES = 5, 3000, 4000, 40
FEWEST, MOST, RARE = 4, 200, 5.0
UNLIKELY = 1e-6

Shares = Mapping[tuple[frozenset[str], ...], float]


class Ending:
    """A position with few worlds, all of which have been drawn."""

    trust = OTHERS

    def __init__(self, run: Run, worlds: Worlds) -> None:
        assert worlds.view.seat is not None
        self.run, self.worlds = run, worlds
        self.told: TalkModel = talk_model(run.game, run, worlds.view, "me", 60)
        self.drawn = worlds.draw(DRAWN, 1)

    def likely(self, drawn: Drawn) -> Reals:
        """How likely worlds are, by words and cards."""
        logs = talk_likelihoods(drawn, self.worlds.view, self.told)
        logs = logs + np.array([self._read(drawn.rows([row])) for row in range(len(drawn))])
        likely: Reals = np.exp(logs)
        return likely

    def _read(self, one: Drawn) -> float:
        return float(play_likelihoods(self.run, self.worlds.view, one, OTHERS)[0])

    def chosen_by_likelihood(self) -> tuple[Shares, Drawn]:
        """How often each world should come, and some worlds that come as often."""
        names = list(lying_of(self.worlds, self.drawn))
        times = consistent(self.worlds)
        rows = [names.index(name) for name in times]
        shares = self.likely(self.drawn.rows(rows)) * np.array(list(times.values()))
        shares /= shares.sum()
        chosen = np.random.default_rng(2).choice(rows, size=CHOSEN, p=shares)
        return dict(zip(times, shares.tolist(), strict=True)), self.drawn.rows(chosen)

    def walked(self, drawn: Drawn, tries: int = TRIES, seed: int = 3) -> Drawn:
        """Worlds in which cards have changed hands."""
        return walked(self.run, self.worlds, drawn, self.told, Walk(1, tries), seed, self.trust)

    def chance(self, drawn: Drawn, shares: Shares) -> float:
        """How likely it is that worlds come as unevenly as they do."""
        return chance_of(*without_rare(Counter(lying_of(self.worlds, drawn)), shares))


def without_rare(
    found: Counter[tuple[frozenset[str], ...]], shares: Shares
) -> tuple[Counter[tuple[frozenset[str], ...]], dict[tuple[frozenset[str], ...], float]]:
    """Take the worlds that seldom come together as one."""
    assert found.keys() <= shares.keys()
    kept = {name: share for name, share in shares.items() if share * CHOSEN >= RARE}
    rest = 1 - sum(kept.values())
    if rest * CHOSEN >= RARE:
        kept[()] = rest
    taken = Counter({name: times for name, times in found.items() if name in kept})
    if () in kept:
        taken[()] = CHOSEN - sum(taken.values())
    return taken, kept


def endings(game_id: str, deals: int = 60) -> Iterator[Ending]:
    """Positions late in deals, in which some hidden cards may change hands."""
    game = find_game(game_id)
    for run, view in views_of(Case(game, game.resolve()), deals, 0.3):
        if view.seat is not None and view.heard("play"):
            worlds = Worlds(game, view)
            if late_enough(worlds):
                yield Ending(run.fork(), worlds)


def late_enough(worlds: Worlds) -> bool:
    """Tell whether there are few worlds, in which some hidden cards may change hands."""
    if ways_at_all(worlds) > MOST or count_of(worlds) < FEWEST:
        return False
    return not hidden_hands(worlds).are_fixed


def with_a_hidden_partner() -> Iterator[Ending]:
    """Positions late in deals in which it is not known yet who holds the called card."""
    for ending in endings("priestertarock", deals=400):
        view = ending.worlds.view
        one, other = (plan_with(ending.run, view, seat).side for seat in (0, 1))
        if one.tolist() != other.tolist():
            yield ending


def least_chance(found: Iterator[Ending]) -> float:
    """How unlikely it is that worlds come as unevenly as they do, at the worst of some."""
    moved, chances = 0, []
    for ending in islice(found, ENDINGS):
        shares, before = ending.chosen_by_likelihood()
        after = ending.walked(before)
        moved += int((before.lying != after.lying).any(axis=1).sum())
        chances.append(ending.chance(after, shares))
    assert len(chances) == ENDINGS
    assert moved > CHOSEN
    return min(chances)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_worlds_chosen_by_likelihood_stay_as_likely(game_id: str) -> None:
    assert least_chance(endings(game_id)) > UNLIKELY


@pytest.mark.slow
def test_so_they_do_while_a_partner_is_hidden() -> None:
    assert least_chance(with_a_hidden_partner()) > UNLIKELY


# -- planted faults ------------------------------------------------------------------------


@pytest.mark.slow
def test_cards_that_are_read_wrongly_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ending, "trust", OTHERS._replace(otherwise=np.array([0.01, 0.2, 1.0])))
    assert least_chance(endings("mineo-4")) < UNLIKELY


@pytest.mark.slow
def test_a_partner_who_is_taken_for_another_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("matto.players.weighted_worlds.Parties", without_partner)
    assert least_chance(with_a_hidden_partner()) < UNLIKELY


def without_partner(plans: Sequence[Plan], holders: Numbers) -> Parties:
    """The parties as if nobody held the called card."""
    return Parties([plans[NOBODY]] * len(plans), holders)


# -- whole deals ---------------------------------------------------------------------------


def moments(game_id: str, deals: int) -> Iterator[tuple[Run, Worlds]]:
    """Positions in deals played by chance, when others have played."""
    game = find_game(game_id)
    for run, view in views_of(Case(game, game.resolve()), deals, 0.1):
        if view.seat is not None and any(seat != view.seat for seat, _ in view.heard("play")):
            yield run, Worlds(game, view)


def twice_walked(run: Run, worlds: Worlds, seed: int) -> Drawn:
    """A few worlds after each of two rounds."""
    told = talk_model(run.game, run, worlds.view, "me", 30)
    return walked(run, worlds, worlds.draw(3, seed), told, Walk(2, 50), seed, OTHERS)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_wherever_cards_have_gone_the_deal_looks_the_same(game_id: str) -> None:
    seen = 0
    for run, worlds in moments(game_id, deals=5):
        if not hidden_hands(worlds).are_fixed:
            after = twice_walked(run, worlds, seed=5)
            for number in range(len(after)):
                again = worlds.run(after, number)
                assert contains(worlds, again)
                held = zip(after.plain[number], after.tarocks[number], strict=True)
                assert [set(cards_of(*both)) for both in held] == hands_of(again)
                seen += 1
    assert seen > 12 or game_id == "calatafimi-2"  # where only one hand is hidden


def hands_of(run: Run) -> list[set[str]]:
    """What everybody holds."""
    return [set(run.table.hand(seat)) for seat in range(run.game.seats)]


def test_the_same_seed_leads_to_the_same_worlds_and_another_to_others() -> None:
    run, worlds = next(moments("mitigatti-4", deals=2))
    one, same, other = (twice_walked(run, worlds, seed).lying for seed in (5, 5, 6))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_what_was_compiled_beforehand_is_what_players_use() -> None:
    likelihood.warm_up_exchange()
    twice_walked(*next(moments("mitigatti-4", deals=2)), seed=5)
    compiled: Any = likelihood._exchange
    assert len(compiled.signatures) == 1


@pytest.mark.slow
def test_players_by_rule_of_thumb_are_seen_through_the_better_the_longer_the_walk() -> None:
    gains = []
    for run in late_moments("barcellona-3", "rule"):
        worlds = Worlds(run.game, run.view(decision_of(run).seat))
        told = talk_model(run.game, run, worlds.view, "me", 60)
        drawn = worlds.draw(100, 1)
        after = walked(run, worlds, drawn, told, Walk(1, 300), 1, OTHERS)
        before = play_likelihoods(run, worlds.view, drawn, OTHERS).mean()
        gains.append(play_likelihoods(run, worlds.view, after, OTHERS).mean() - before)
    assert np.mean(gains) > 1.0

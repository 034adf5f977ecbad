"""What was said before the first card moves hidden cards to the hands that would say it."""

from __future__ import annotations

from functools import cache

import numpy as np

from helpers import do
from matto.bots.belief import Weighing
from matto.bots.hearsay import FirstCard, leanings, likelihoods
from matto.bots.rule import RuleBot
from matto.bots.sampled import Sampled
from matto.cards import NUMBER
from matto.games import game as find_game
from matto.kernel.layout import Numbers
from matto.run import Run
from matto.worlds import Worlds

GAME = find_game("mineo-3")
HIGH = tuple(f"T{trump}" for trump in range(14, 21))


@cache
def after_a_solo() -> tuple[Run, int, int]:
    """A deal in which somebody has gone alone and a defender leads; soloist and defender."""
    for seed in range(400):
        run = Run.shuffled(GAME, seed=f"hearsay {seed}")
        bots = [RuleBot(GAME, seat) for seat in range(GAME.seats)]
        while (asked := run.decision) is not None and asked.kind != "play":
            run.do(bots[asked.seat].choose(run.view(asked.seat)))
        solo = [action.seat for action in run.actions if action.choice == "vado_solo"]
        if asked is not None and solo and solo[0] != asked.seat:
            return run, solo[0], asked.seat
    raise AssertionError("nobody goes alone")


def weighed_evenly(run: Run, seat: int, n: int = 400) -> tuple[Worlds, Numbers]:
    """Some worlds of a seat, and how well the talk fits each, played again."""
    worlds = Worlds(GAME, run.view(seat))
    drawn, advisor = worlds.draw(n, 5), RuleBot(GAME, "other").choose
    fits = []
    for number in range(n):
        weighing = Weighing(seat, advisor)
        worlds.watch_words(drawn, number, weighing)
        fits.append(weighing.fits)
    return worlds, np.array(fits)


def test_high_trumps_lean_to_whoever_goes_alone_and_away_from_the_partner() -> None:
    run, soloist, seat = after_a_solo()
    leaning = leanings(GAME, run, seat, "me")
    assert leaning is not None
    (partner,) = {0, 1, 2} - {soloist, seat}
    unseen = [NUMBER[card] for card in HIGH if card not in run.view(seat).hand]
    assert leaning[soloist, unseen].mean() > 0.1
    assert leaning[partner, unseen].mean() < -0.1


def test_own_cards_lean_nowhere() -> None:
    run, _, seat = after_a_solo()
    leaning = leanings(GAME, run, seat, "me")
    assert leaning is not None
    assert not leaning[:, [NUMBER[card] for card in run.view(seat).hand]].any()
    assert not leaning[seat].any()


def test_worlds_that_are_likely_by_hearsay_fit_the_talk_better_than_others() -> None:
    run, _, seat = after_a_solo()
    worlds, fits = weighed_evenly(run, seat)
    leaning = leanings(GAME, run, seat, "me")
    assert leaning is not None
    likely = np.exp(likelihoods(worlds.draw(len(fits), 5), leaning))
    assert (likely * fits).sum() / likely.sum() > 1.5 * fits.mean()


def test_it_is_the_same_at_every_later_card() -> None:
    run, _, seat = after_a_solo()
    first = leanings(GAME, run, seat, "me")
    later, bots = run.fork(), [RuleBot(GAME, seat) for seat in range(GAME.seats)]
    for _ in range(7):
        assert later.decision is not None
        later.do(bots[later.decision.seat].choose(later.view(later.decision.seat)))
    again = Worlds(GAME, later.view(seat))
    second = leanings(GAME, again.run(again.draw(1, 9), 0), seat, "me")
    assert first is not None
    assert second is not None
    assert np.array_equal(first, second)


def test_other_words_or_other_seeds_are_other_moments() -> None:
    run, _, seat = after_a_solo()
    view = run.view(seat)
    one, two = FirstCard("said", "me", GAME, view), FirstCard("said", "you", GAME, view)
    assert one != two
    assert one == FirstCard("said", "me", GAME, run.view(0))


def test_where_nothing_is_said_nothing_leans_and_worlds_are_even() -> None:
    game = find_game("barcellona-4")
    run = Run.shuffled(game, seed="silence")
    assert run.decision is not None
    seat = run.decision.seat
    assert leanings(game, run, seat, "me") is None
    assert list(Sampled(game, run.view(seat), 7, "me").chosen()) == list(range(7))


def test_before_the_first_card_worlds_are_chosen_by_the_talk_played_again() -> None:
    run = do(Run.shuffled(GAME, seed=3), ["altre_cinque"])
    assert run.decision is not None
    seat = run.decision.seat
    sampled = Sampled(GAME, run.view(seat), 20, "me")
    views = [sampled.run(number).view(seat).facts() for number in range(len(sampled))]
    assert all(view == run.view(seat).facts() for view in views)

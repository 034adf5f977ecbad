"""What was said before the first card tells of hands; so does what one would lay away."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from helpers import do
from matto.engine.cards import CODES, KINGS, NUMBER, words
from matto.engine.run import Run
from matto.games import game as find_game
from matto.kernel.layout import Reals
from matto.players.inference import Drawn, Following, Worlds
from matto.players.inference.resampling import resample_discards
from matto.players.seeds import seed_of
from matto.players.simple_bots import RuleBot
from matto.players.weighted_worlds import (
    NOTHING,
    SPARE_WORLDS,
    TalkModel,
    TalkNotes,
    TalkQuestion,
    talk_likelihoods,
    talk_model,
    weighted_worlds,
)

GAME = find_game("mineo-3")
HIGH = [NUMBER[f"T{trump}"] for trump in range(14, 21)]
HEARD = 200


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


def told_to(run: Run, seat: int, seed: str = "me") -> TalkModel:
    """What a seat has learnt."""
    return talk_model(GAME, run, run.view(seat), seed, HEARD)


def weighed_evenly(run: Run, seat: int, n: int = 400) -> tuple[Worlds, Drawn, Reals]:
    """Some worlds of a seat, and which part of the others' words fits in each, played again."""
    worlds = Worlds(GAME, run.view(seat))
    drawn, advisor = worlds.draw(n, 5), RuleBot(GAME, "other").choose
    fits = []
    for number in range(n):
        listening = TalkNotes(seat, advisor)
        worlds.watch_words(drawn, number, Following(listening))
        fits.append(np.mean([*listening.fits.values()]))
    return worlds, drawn, np.array(fits)


@pytest.mark.slow
def test_high_trumps_make_it_likelier_that_one_goes_alone() -> None:
    run, soloist, seat = after_a_solo()
    told = told_to(run, seat).words[soloist]
    unseen = [card for card in range(len(CODES)) if CODES[card] not in run.view(seat).hand]
    high = [card for card in HIGH if card in unseen]
    assert told.weights[high].mean() > told.weights[unseen].mean() + 0.1


@pytest.mark.slow
def test_one_learns_nothing_from_what_one_has_said() -> None:
    run, _, seat = after_a_solo()
    assert seat not in told_to(run, seat).words


@pytest.mark.slow
def test_worlds_that_are_likely_by_hearsay_fit_the_talk_better_than_others() -> None:
    run, _, seat = after_a_solo()
    worlds, drawn, fits = weighed_evenly(run, seat)
    likely = np.exp(talk_likelihoods(drawn, worlds.view, told_to(run, seat)))
    assert (likely * fits).sum() / likely.sum() > fits.mean() + 0.15


@pytest.mark.slow
def test_likely_deals_fit_the_talk_better_than_others() -> None:
    run, _, seat = after_a_solo()
    likely = weighted_worlds(GAME, run.view(seat), 40, "me", HEARD)
    runs = [likely.fork(number) for number in range(len(likely))]
    _, _, fits = weighed_evenly(run, seat)
    assert np.mean([share_that_fits(one, seat) for one in runs]) > fits.mean() + 0.15


def share_that_fits(run: Run, viewer: int) -> float:
    """Which part of the words of a deal the rule of thumb would say."""
    again = Run(GAME, run.setup.deal, dealer=run.setup.dealer, options=run.options)
    listening = TalkNotes(viewer, RuleBot(GAME, "other").choose)
    for action in run.actions:
        listening(again, action.seat, action.kind, action.choice)
        again.do_as(action.seat, action.choice)
    return float(np.mean([*listening.fits.values()]))


def test_it_is_the_same_at_every_later_card() -> None:
    run, soloist, seat = after_a_solo()
    first = told_to(run, seat)
    later, bots = run.fork(), [RuleBot(GAME, seat) for seat in range(GAME.seats)]
    for _ in range(7):
        assert later.decision is not None
        later.do(bots[later.decision.seat].choose(later.view(later.decision.seat)))
    again = Worlds(GAME, later.view(seat))
    second = talk_model(GAME, again.run(again.draw(1, 9), 0), later.view(seat), "me", HEARD)
    assert np.array_equal(first.words[soloist].weights, second.words[soloist].weights)
    assert np.array_equal(first.discards[soloist], second.discards[soloist])


def test_cards_played_since_count_as_held() -> None:
    run, _, seat = after_a_solo()
    told, view = told_to(run, seat), run.view(seat)
    bots = [RuleBot(GAME, seat) for seat in range(GAME.seats)]
    later = run.fork()
    before = talk_likelihoods(as_it_is(run, seat), view, told)
    for _ in range(9):
        assert later.decision is not None
        later.do(bots[later.decision.seat].choose(later.view(later.decision.seat)))
    assert np.allclose(before, talk_likelihoods(as_it_is(later, seat), later.view(seat), told))


def as_it_is(run: Run, seat: int) -> Drawn:
    """The deal itself as a drawn world."""
    drawn = Worlds(GAME, run.view(seat)).draw(1, 1)
    hands = [words(run.table.hand(each)) for each in range(GAME.seats)]
    away = [words(run.table.laid_away[each]) for each in range(GAME.seats)]
    plain, tarocks = np.array(hands).T
    away_plain, away_tarocks = np.array(away).T
    return Drawn(
        plain[None],
        tarocks[None],
        away_plain[None],
        away_tarocks[None],
        drawn.talon,
        drawn.lying,
        0,
    )


def test_whoever_lays_cards_away_keeps_what_is_worth_keeping() -> None:
    run, soloist, seat = after_a_solo()
    leaning = told_to(run, seat).discards[soloist]
    kings = [NUMBER[king] for king in KINGS]
    unseen = [c for c in range(len(CODES)) if CODES[c] not in run.view(seat).hand]
    suits = [card for card in unseen if CODES[card][0] != "T" and card not in kings]
    assert leaning[[card for card in HIGH if card in unseen]].max() < leaning[suits].max() - 1


@pytest.mark.slow
def test_what_the_soloist_has_laid_away_is_guessed_better_than_by_chance() -> None:
    run, soloist, seat = after_a_solo()
    worlds = Worlds(GAME, run.view(seat))
    drawn = worlds.draw(300, 1)
    other = resample_discards(worlds, drawn, told_to(run, seat).discards, 2)
    right = [share_guessed(worlds, each, soloist) for each in (drawn, other)]
    assert right[1] > 2 * right[0]


def share_guessed(worlds: Worlds, drawn: Drawn, soloist: int) -> float:
    """Which part of what the soloist has laid away he would lay away with those cards."""
    found, advisor = [], RuleBot(GAME, "other").choose
    for number in range(len(drawn)):
        listening = TalkNotes(-1 if worlds.view.seat is None else worlds.view.seat, advisor)
        worlds.watch_words(drawn, number, Following(listening, advisor))
        (cards,) = listening.laid_away.values()
        held = words([CODES[card] for card in cards])
        away = drawn.away_plain[number, soloist], drawn.away_tarocks[number, soloist]
        same = (held[0] & int(away[0])).bit_count() + (held[1] & int(away[1])).bit_count()
        found.append(same / len(cards))
    return float(np.mean(found))


def test_other_words_or_other_seeds_are_other_moments() -> None:
    run, _, seat = after_a_solo()
    view = run.view(seat)
    one, two = (TalkQuestion("said", seed, HEARD, GAME, view) for seed in ("me", "you"))
    assert one != two
    assert one == TalkQuestion("said", "me", HEARD, GAME, run.view(0))


def test_where_nothing_is_said_nothing_is_learnt_and_worlds_are_even() -> None:
    game = find_game("barcellona-4")
    run = Run.shuffled(game, seed="silence")
    assert run.decision is not None
    view = run.view(run.decision.seat)
    assert talk_model(game, run, view, "me", HEARD) is NOTHING
    even = (
        Worlds(game, view).draw(7 * SPARE_WORLDS, seed_of("me", view, "worlds")).rows(range(7))
    )
    assert np.array_equal(weighted_worlds(game, view, 7, "me", HEARD).drawn.lying, even.lying)


def test_likely_deals_look_the_same_to_the_seat() -> None:
    run = do(Run.shuffled(GAME, seed=3), ["altre_cinque"])
    assert run.decision is not None
    seat = run.decision.seat
    likely = weighted_worlds(GAME, run.view(seat), 20, "me", HEARD)
    views = [likely.fork(number).view(seat).facts() for number in range(len(likely))]
    assert all(view == run.view(seat).facts() for view in views)


def test_likely_deals_can_be_played_on_without_changing_them() -> None:
    run, _, seat = after_a_solo()
    likely = weighted_worlds(GAME, run.view(seat), 3, "me", HEARD)
    one = likely.fork(0)
    assert one.decision is not None
    one.do(one.decision.options[0])
    assert likely.fork(0).view(seat).facts() == run.view(seat).facts()

"""Words as functions of the cards: learnt from hands, true of other hands."""

from __future__ import annotations

import numpy as np

from matto.kernel.layout import Reals
from matto.players.inference.talk_model import fit_logistic

CARDS, HAND = 60, 20


def hands(n: int, seed: int) -> Reals:
    """Some hands of twenty cards of sixty: `[n, cards]`."""
    places = np.random.default_rng(seed).random((n, CARDS)).argsort(axis=1)
    return np.where(places < HAND, 1.0, 0.0)


def strong_and_weak(held: Reals) -> Reals:
    """Two words: one said with many of the first twelve cards, the other with few."""
    many = held[:, :12].sum(axis=1)
    return np.stack([many > 4, many < 3], axis=1).astype(float)


def test_what_is_said_with_other_hands_is_foreseen() -> None:
    held, others = hands(400, 1), hands(1000, 2)
    likely = fit_logistic(held, strong_and_weak(held)).likely(others)
    said = strong_and_weak(others)
    right = ((likely > 0.5) == said).mean(axis=0)
    always = np.maximum(said.mean(axis=0), 1 - said.mean(axis=0))
    assert (right > always + 0.05).all()
    assert (right > 0.85).all()


def test_on_the_hands_themselves_words_are_as_likely_as_they_were_said() -> None:
    held = hands(400, 3)
    said = strong_and_weak(held)
    likely = fit_logistic(held, said).likely(held)
    assert np.allclose(likely.mean(axis=0), said.mean(axis=0), atol=0.01)


def test_the_best_lines_are_found_and_more_steps_change_nothing() -> None:
    held = hands(200, 4)
    said = strong_and_weak(held)
    lines = fit_logistic(held, said)
    missed = said - lines.likely(held)
    slope = (held - held.mean(axis=0)).T @ missed - lines.weights
    assert np.abs(slope).max() < 0.35
    assert np.abs(missed.mean(axis=0)).max() < 0.005


def test_words_said_by_chance_hang_on_no_card() -> None:
    held = hands(400, 5)
    said = np.random.default_rng(6).integers(0, 2, (400, 1)).astype(float)
    likely = fit_logistic(held, said).likely(hands(1000, 7))
    assert 0.4 < likely.mean() < 0.6
    telling = fit_logistic(held, strong_and_weak(held)).weights[:12].mean(axis=0)
    assert np.abs(fit_logistic(held, said).weights).mean() < np.abs(telling).min() / 2

"""Advice for Tarocchi of Calatafimi for two, in which one only plays cards."""

from __future__ import annotations

from matto.players.advice import Advice
from matto.players.advice.sicilian_hand_value import WEIGHTS

ADVICE = Advice(weights=WEIGHTS)

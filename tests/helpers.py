"""What tests of rules share: deals made by hand, actions written as words, outcomes."""

from matto.testing.by_hand import deal_with, do, outcome, play_on, start

__all__ = ["deal_with", "do", "outcome", "play_on", "start"]

"""The earlier path of `matto.play.weights`."""

from matto.play.weights import PLAIN, Keeping, Weights

__all__ = ["PLAIN", "Keeping", "Weights"]

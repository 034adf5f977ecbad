"""matto: historical Tarock games, every one whole, playable by people and programs."""

from matto.engine.words import N_, Text

__version__ = "0.1.0"
__all__ = ["N_", "Text", "__version__"]

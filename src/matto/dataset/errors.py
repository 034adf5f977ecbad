"""What can go wrong with a data set, each with a sentence that one can act on."""

from __future__ import annotations

from matto.engine.errors import MattoError


class BadDataset(MattoError):
    """A data set that cannot be made: nothing to play, or a folder that is not its own."""


class NoParquet(MattoError, ImportError):
    """The library that writes Parquet is not installed."""

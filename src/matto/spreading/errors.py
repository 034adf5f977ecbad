"""What can go wrong where work is spread, each with a sentence that one can act on."""

from __future__ import annotations

from matto.engine.errors import MattoError


class TooFewWorkers(MattoError):
    """Nobody is there to do the work."""


class WorkFailed(MattoError):
    """The work on a chunk ended with an error of matto, whose sentence this is."""


class WorkerLost(MattoError):
    """A chunk whose workers died one after the other."""


class NoCluster(MattoError):
    """A cluster that cannot be reached, or that has another matto; or Ray is not installed."""

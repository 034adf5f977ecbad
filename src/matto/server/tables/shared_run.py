"""The run of a deal, shared by the states of a table that come one after another."""

from __future__ import annotations

from functools import cached_property

from matto.engine.run import Action, Run
from matto.engine.view import View


class SharedRun:
    """A run that table states have in common, as it was when they came about.

    The state that follows takes it and goes on with it. Whoever still asks an earlier one,
    which hardly happens, has it replayed: so nobody keeps a run beyond the call that asked.
    """

    def __init__(self, run: Run | None) -> None:
        self._run = run
        self._taken: tuple[Run, list[Action]] | None = None

    @property
    def run(self) -> Run | None:
        """The run as it was."""
        if self._taken is not None:
            later, actions = self._taken
            self._run, self._taken = later.replayed(actions), None
        return self._run

    @cached_property
    def openly(self) -> View | None:
        """What everybody has seen of it: one and the same view for all who look."""
        return None if self.run is None else self.run.view(None)

    def taken(self) -> Run | None:
        """Give the run away, to be changed."""
        run = self.run
        if run is not None:
            self._run, self._taken = None, (run, run.actions)
        return run

"""A question that is open to all, as the person at the table meets it.

The person is asked first, again after every word of somebody else, and at no other time.
"""

from __future__ import annotations

from matto.engine.run import Run


class OpenQuestion:
    """Remembers for one seat whether anything has been said since it let others speak on."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._waited: tuple[Run, int] | None = None

    def may_speak_first(self, run: Run) -> bool:
        """Tell whether another is asked, but this seat may and has not let him speak."""
        decision = run.decision
        if decision is None or decision.seat == self.seat or decision.to(self.seat) is None:
            return False
        return not self.has_waited(run)

    def has_waited(self, run: Run) -> bool:
        """Tell whether the others have said nothing since this seat let them speak."""
        return self._waited is not None and self._waited == self._moment(run)

    def wait(self, run: Run) -> None:
        """Say nothing for now."""
        self._waited = self._moment(run)
        if run.decision is not None and run.decision.seat == self.seat:
            run.do(run.decision.wait)

    def speak(self, run: Run, word: str) -> None:
        """Say something, and then let the others speak."""
        run.do_as(self.seat, word)
        self._waited = self._moment(run)

    def _moment(self, run: Run) -> tuple[Run, int]:
        """How much the others have done in a deal."""
        return run, sum(event.seat != self.seat for event in run.events)

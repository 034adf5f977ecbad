"""Having everything compiled before a bot that needs it is asked anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from matto.players.levels import CLUB, LEVELS, PROBES

AT_ONCE = frozenset({"random", "rule", "quick"})
"""Bots that need no compiled play."""

THINKING = frozenset(level.bot for level in (*LEVELS, *PROBES)) - AT_ONCE
"""Bots that play deals out with compiled play."""

NEEDED_BY: Mapping[str, tuple[str, ...]] = {CLUB.bot: ("worlds", "playouts")}
"""The parts of compiled play that a bot needs; one that is not named here needs them all."""

SOONEST = CLUB.bot
"""The thinking bot that is ready first."""

Progress = Callable[[str, int, int], None]
"""Is told what is made ready next, how many parts are ready already, and of how many."""


def thinks(bots: Iterable[str]) -> bool:
    """Tell whether one of some bots needs compiled play."""
    return not THINKING.isdisjoint(bots)


def takes_long() -> bool:
    """Tell whether getting ready will take a minute, as it never has been done here."""
    from matto.kernel import compiled

    return compiled.takes_long()


def get_ready(progress: Progress | None = None, bot: str = "") -> None:
    """Compile or load what one bot needs, or all; afterwards no move waits for it."""
    from matto.kernel import compiled

    compiled.ready(progress, NEEDED_BY.get(bot, ()))

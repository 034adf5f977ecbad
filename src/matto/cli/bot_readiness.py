"""Waiting, with a word about it, until thinking bots are ready to play."""

from __future__ import annotations

from collections.abc import Iterable

from matto.engine.words import N_, preferred_language, translator
from matto.players.blocking_bot_host import check_loads
from matto.players.bot_readiness import get_ready, takes_long, thinks

GETTING_READY = N_(
    "The other players are getting ready. The first time, this takes some minutes."
)


def wait_for(bots: Iterable[str]) -> None:
    """Get ready what bots need; the first time ever this takes so long that one is told.

    Raises `BadBot` where a bot of other people cannot be loaded.
    """
    bots = tuple(bots)
    check_loads(bots)
    if not thinks(bots):
        return
    if not takes_long():
        get_ready()
        return
    from rich.console import Console
    from rich.progress import Progress

    say = translator(preferred_language())
    console = Console(stderr=True)
    console.print(say(GETTING_READY), style="dim")
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("", total=None)

        def told(part: str, done: int, of: int) -> None:
            label = say(part) if part else ""
            progress.update(task, description=label, completed=done, total=of)

        get_ready(told)

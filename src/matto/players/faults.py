"""What a bot can do wrong at a question, and the one place where its choice is looked at."""

from __future__ import annotations

from collections.abc import Mapping

from matto.engine.errors import MattoError
from matto.engine.table import View
from matto.engine.words import N_, Text
from matto.players.registry import Policy

FAILED, ILLEGAL, SILENT, DIED = "failed", "illegal", "silent", "died"
UNREADY = "unready"

SENTENCES: Mapping[str, str] = {
    FAILED: N_("It broke off: {what}."),
    ILLEGAL: N_("It chose what is not offered: {what}."),
    SILENT: N_("It gave no answer within {what} seconds."),
    DIED: N_("Its process ended ({what})."),
    UNREADY: N_("It is still getting ready ({what})."),
}
"""What happened, by the kind of the fault."""

LONGEST = 200
"""More of what a bot says is not repeated."""


class BotFault(MattoError):
    """A bot that gave no legal choice: of which kind that was, and what there is to tell."""

    def __init__(self, kind: str, what: object) -> None:
        self.kind = kind
        self.what = str(what)[:LONGEST]
        super().__init__(Text(SENTENCES[kind], (("what", self.what),)))


def choice_of(bot: Policy, view: View) -> str:
    """Ask a bot; gives a legal choice, or raises `BotFault`."""
    try:
        choice: object = bot.choose(view)
    except BotFault:
        raise
    except Exception as error:
        raise BotFault(FAILED, repr(error)) from error
    if isinstance(choice, str) and view.decision and choice in view.decision.options:
        return str(choice)
    raise BotFault(ILLEGAL, repr(choice))

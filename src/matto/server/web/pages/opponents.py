"""How strong and how fast the bots of a table are, for whoever may change it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from matto.players.registry import offered
from matto.server.tables.views import Phase
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.new_form import PACES


class Setting(msgspec.Struct, frozen=True):
    """One of several values: what is sent, how it is called, whether it holds now."""

    value: str
    label: str
    chosen: bool


class Opponents(msgspec.Struct, frozen=True):
    """What may be set: the strengths, and the paces."""

    strengths: tuple[Setting, ...]
    paces: tuple[Setting, ...]


def opponents_of(context: PageContext) -> Opponents | None:
    """What the viewer may set; None where he may set nothing, or no bot plays."""
    view = context.table_view
    bots = {player.bot for player in view.players if player.bot and not player.stands_in}
    if not view.hosting or not bots or view.phase is Phase.OVER:
        return None
    strengths = {level.bot: level.title for level in offered()}
    return Opponents(
        _settings(context, strengths, bots.pop() if len(bots) == 1 else ""),
        _settings(context, {str(pace): name for pace, name in PACES.items()}, str(view.pace)),
    )


def _settings(context: PageContext, called: Mapping[str, str], now: str) -> tuple[Setting, ...]:
    return tuple(
        Setting(value, str(context.say(name)), value == now) for value, name in called.items()
    )

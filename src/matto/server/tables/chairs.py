"""Who sits at a table, chair by chair."""

from __future__ import annotations

import msgspec

from matto.server.tables.views import SeatedPlayer


class Chair(msgspec.Struct, frozen=True):
    """A seat of a table: `holder` is the hash of its key, empty where nobody sits.

    `bot` plays it now, in its own right or for an absent holder; `free` tells that anybody may
    sit down here; `wished`, that the holder asked for the bot. `answered_by` is the bot that
    made the last move where the own one failed.
    `since` counts the events of the table when the holder sat down.
    """

    seat: int
    holder: str = ""
    name: str = ""
    bot: str = ""
    free: bool = False
    answered_by: str = ""
    since: int = 0
    wished: bool = False

    @property
    def is_open(self) -> bool:
        """Tell whether nobody plays here yet."""
        return not self.holder and not self.bot

    @property
    def is_bots_own(self) -> bool:
        """Tell whether a bot plays here in its own right, not for somebody who is away."""
        return bool(self.bot) and not self.holder

    @property
    def is_stood_in(self) -> bool:
        """Tell whether a bot plays here for somebody who is away."""
        return bool(self.bot) and bool(self.holder)

    @property
    def has_person(self) -> bool:
        """Tell whether a person plays here, not a bot for him."""
        return bool(self.holder) and not self.bot

    def taken(self, holder: str, name: str, since: int = 0) -> Chair:
        """The chair when somebody has sat down."""
        return Chair(self.seat, holder, name, since=since)

    def handed_over(self, holder: str, since: int) -> Chair:
        """The chair when whoever sat here plays on by another key."""
        return self.taken(holder, self.name, since)

    def left(self, bot: str) -> Chair:
        """The chair when its holder has gone for good; the bot plays on, if the match is on."""
        return Chair(self.seat, bot=bot, free=True)

    def played_by(self, bot: str, *, wished: bool = False) -> Chair:
        """The chair when a bot plays it, or (empty) its holder again."""
        return msgspec.structs.replace(self, bot=bot, answered_by="", wished=wished)

    def answered(self, by: str) -> Chair:
        """The chair when a bot, or (empty) a person, has made a move for it."""
        other = by if self.bot and by != self.bot else ""
        return msgspec.structs.replace(self, answered_by=other)

    def player(self, *, yours: bool, ready: bool) -> SeatedPlayer:
        """Who sits here, as everybody may know."""
        return SeatedPlayer(
            self.seat,
            self.name,
            bot=self.bot,
            stands_in=self.is_stood_in,
            yours=yours,
            ready=ready,
            free=self.free,
            answered_by=self.answered_by,
        )


def chairs_of(bots: tuple[str, ...]) -> tuple[Chair, ...]:
    """The chairs of a new table: bots where they are named, the others free."""
    return tuple(Chair(seat, bot=bot, free=not bot) for seat, bot in enumerate(bots))

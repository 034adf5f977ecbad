"""Everything that can go wrong, each with a sentence that one can act on."""

from __future__ import annotations

import msgspec

from matto.engine.words import Text, text


class MattoError(Exception):
    """The root of all errors of matto; `sentence` says what to do, in any language."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


class Refusal(msgspec.Struct, frozen=True):
    """Why a choice is not among the legal ones: the clause and a sentence."""

    clause: str
    sentence: Text


class IllegalChoice(MattoError):
    """A choice that is not among the legal ones; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class GameOver(MattoError):
    """An action after the deal has ended."""


class NotOver(MattoError):
    """A deal or match was to be written down before its end."""


class NotAsked(MattoError):
    """A player was asked to choose where its seat has no question to answer."""


class BadSeed(MattoError):
    """A seed that is no whole number, no string and no source of chance."""


class NotYetSettled(MattoError):
    """The parties were asked for before the deal had settled them."""


class InNoHand(MattoError):
    """A card that a rule takes to be in somebody's hand lies elsewhere: the script is wrong."""


class UnknownGame(MattoError):
    """A game id that the catalogue does not have, or what is neither an id nor a game."""


class BadGamePackage(MattoError):
    """A game that an installed package offers and that cannot be taken into the catalogue."""


class UnknownClause(MattoError):
    """A clause number that a rulebook does not have."""


class BadRulebook(MattoError):
    """A rulebook file that breaks the grammar: where, and what is expected there."""

    def __init__(self, sentence: Text, *, file: str, line: int) -> None:
        super().__init__(sentence)
        self.file = file
        self.line = line


class UnknownForm(MattoError):
    """A form of records that there is not."""


class UnknownOption(MattoError):
    """An option or preset that the game does not have."""


class UnknownSeat(MattoError):
    """A seat that the game does not have, asked about or as the dealer's."""


class BadOptionValue(MattoError):
    """A value that an option does not take."""


class BadDeal(MattoError):
    """Dealt cards that are not the game's pack, each once, in the game's hand sizes."""


class UnknownBounds(MattoError):
    """A game that does not say what can be won and lost in it."""


class BadCard(MattoError):
    """A word that is not a card code."""


class BadRecord(MattoError):
    """A record that cannot be replayed: where it breaks, why, and by which clause.

    `str` of it begins with the line, or the part of JSON, where that is known; `sentence` is
    the reason alone.
    """

    def __init__(
        self, sentence: Text, *, at: int | str | None = None, clause: str = ""
    ) -> None:
        super().__init__(sentence)
        self.line = at if isinstance(at, int) else None
        self.part = at if isinstance(at, str) else ""
        if self.line is not None:
            self.args = (str(text("Line {line}: {sentence}", line=at, sentence=sentence)),)
        elif self.part:
            self.args = (f"{self.part}: {sentence}",)
        self.clause = clause


class NothingToUndo(MattoError):
    """An undo of something that others have seen, or of nothing at all."""


class UnknownBot(MattoError):
    """A bot name that the project does not have."""

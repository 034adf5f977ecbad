"""What a network is told of each card that may be played: names and order, and by what scale.

All of it can be read from an observation and from what is the same in every deal of a game
(`CardTables`). It is worked out twice: `matto.players.learned.features` with NumPy, for one
position or many, and compiled `matto.kernel.network`. Whoever changes one changes
the other; a test compares them over whole deals.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matto.engine.tricks import TRUMP

SCALE_OF = {
    "promised": 1.0,  # by the rule of thumb (`promise_inputs`)
    "usual": 1.0,  # what the rule of thumb would play
    "trump": 1.0,
    "fool": 1.0,  # one that is no trump
    "worth": 1 / 4,
    "named": 1.0,  # aloud, by somebody
    "above": 1 / 5,  # higher ones of its suit that others may have
    "top": 1.0,  # there are none
    "same": 1 / 8,  # all of its suit that others may have
    "above_share": 1.0,
    "dear": 1 / 8,  # what these are worth
    "own": 1 / 6,  # the viewer's own of its suit
    "own_above": 1 / 4,
    "own_top": 1.0,
    "own_low": 1.0,
    "takes": 1.0,  # it would be the best of the trick
    "between": 1 / 3,  # lower ones of its suit that take, too
    "takes_top": 1.0,
    "takes_points": 1 / 8,
    "leads": 1.0,
    "points": 1 / 8,  # what lies
    "friend_wins": 1.0,
    "friend_worth": 1 / 4,  # the card's, where a friend wins
    "trumps": 1 / 10,  # that others may have
    "own_trumps": 1 / 8,
    "masters": 1 / 5,  # own cards above which there are none
    "held": 1 / 20,
    "foes_behind": 1 / 2,  # who play after this card; all are foes who are not known as friends
    "friends_behind": 1 / 2,
    "over": 1 / 2,  # foes behind who may have a higher one of its suit
    "ruffs": 1 / 2,  # foes behind who lack the suit that was led and may have a trump
    "friend_ruffs": 1 / 2,  # friends who lack its suit and may have a trump
    "led_before": 1.0,  # its suit
}
"""The names of what is told, in order, and by what each is multiplied."""

FEATURES = tuple(SCALE_OF)
SCALE: NDArray[np.float32] = np.array(tuple(SCALE_OF.values()), np.float32)

(
    PROMISED,
    USUAL,
    IS_TRUMP,
    IS_FOOL,
    WORTH,
    NAMED,
    ABOVE,
    TOP,
    SAME,
    ABOVE_SHARE,
    DEAR,
    OWN,
    OWN_ABOVE,
    OWN_TOP,
    OWN_LOW,
    TAKES,
    BETWEEN,
    TAKES_TOP,
    TAKES_POINTS,
    LEADS,
    POINTS,
    FRIEND_WINS,
    FRIEND_WORTH,
    TRUMPS,
    OWN_TRUMPS,
    MASTERS,
    HELD,
    FOES_BEHIND,
    FRIENDS_BEHIND,
    OVER,
    RUFFS,
    FRIEND_RUFFS,
    LED_BEFORE,
) = range(len(FEATURES))

OF_ALL_CARDS = np.array(
    [
        *(LEADS, POINTS, FRIEND_WINS, TRUMPS, OWN_TRUMPS, MASTERS, HELD),
        *(FOES_BEHIND, FRIENDS_BEHIND),
    ]
)
"""What is the same for all cards that may be played; the rest is told of each."""
OF_A_CARD = np.setdiff1d(np.arange(len(FEATURES)), OF_ALL_CARDS)

SUITS = TRUMP + 1
FOOL = SUITS
"""A Fool that is no trump is a suit of its own."""
HEIGHTS = SUITS + 1

PLANES = (
    "hand",
    "lying",
    "played",
    "void",
    "ceiling",
    "suits_led",
    "leader",
    "winning",
    "friends",
    "away",
    "open",
    "named",
)
(
    AT_HAND,
    AT_LYING,
    AT_PLAYED,
    AT_VOID,
    AT_CEILING,
    AT_SUITS_LED,
    AT_LEADER,
    AT_WINNING,
    AT_FRIENDS,
    AT_AWAY,
    AT_OPEN,
    AT_NAMED,
) = range(len(PLANES))
"""The planes of an observation that are read."""


class CardTables(NamedTuple):
    """What is the same in every deal, by the columns of cards.

    `suit`, `height` in it, `worth`; `there`: 1 for the cards of the pack that is played with.
    `first`, `end`: between which columns the cards of each suit lie. `start`: where each of
    `PLANES` begins. `seats`: how many.
    """

    suit: NDArray[np.int64]
    first: NDArray[np.int64]
    end: NDArray[np.int64]
    height: NDArray[np.int64]
    worth: NDArray[np.float32]
    there: NDArray[np.uint8]
    start: NDArray[np.int64]
    seats: int

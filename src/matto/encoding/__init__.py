"""A view as a row of small whole numbers, a choice as an index: for what learns or searches.

An `Encoding` is fixed for a game and a version: whatever the options, a view is a vector of the
same length in which every entry has a name, and a choice one index of the same table.

>>> from matto import Run, catalogue
>>> from matto.encoding import encoding_of
>>> run = Run.shuffled(next(iter(catalogue().values())), seed=1)
>>> encoding = encoding_of(run.game)
>>> observation = encoding.observe(run.view(run.decision.seat))
>>> mask = encoding.mask(run.decision)
>>> encoding.choice(run.decision, int(mask.argmax())) in run.decision.options
True

The vector is a summary: it has where cards are known to be, but not in which order they were
played. `information_state` leaves nothing out.

**The planes.** All entries are `uint8`: 0 or 1, or a count (`scale` brings each between 0
and 1). Seats are counted from the viewer on, so that 0 is his own; `C` are the cards of the
game with any of its options, in the order of `cards`; a plane *by seat* has one part for each
seat, one behind the other. First come those that change while cards are played:

===========  =========  ==================================================================
plane        size       what
===========  =========  ==================================================================
`hand`       C          the cards that the viewer holds
`lying`      C          the cards of the trick that is going on
`played`     C by seat  what each seat has played, the cards that lie included
`held`       C by seat  what each other seat is known to hold; his own that all have seen
`void`       5 by seat  suits (S B C D, trumps) in which others have shown themselves void
`ceiling`    6 by seat  the strength of the highest card of each suit that a seat may hold,
                        for all that has been seen and that the cards played prove; last,
                        whether it may hold a Fool that is no trump
`led`        4 by seat  the plain suit that each seat led last
`suits_led`  4          plain suits that were led to a finished trick
`leader`     1 by seat  who leads, or has led, to the trick that is going on
`winning`    1 by seat  whose card is best in it
`tricks`     1 by seat  count of the tricks won
`points`     1 by seat  what the cards in them count, without a Fool that is no trump
`friends`    1 by seat  other seats that the viewer knows to be on his side
`stock`      1          count of the cards that are still to be drawn
`asked`      1 by seat  whose answer is waited for
===========  =========  ==================================================================

then those that are settled before the first card:

==========  =============  =========================================================
plane       size           what
==========  =============  =========================================================
`kind`      kinds          what is asked for, from whomever
`contract`  words + 1 + n  once it is settled: its word, by what all is multiplied,
                           and by seat who is the declarer
`away`      C              what the viewer has laid away
`open`      C              what lies open and will not be played
`talon`     C              what the viewer has seen in the talon
`named`     C              cards that somebody has named aloud
`dealer`    1 by seat
`taker`     1 by seat      who has taken the talon
`said`      words by seat  how often each seat has said each word, up to its colon
`number`    words by seat  the number that stood there last
`options`   all            the options: 1 for the value of each, a number as a count
`carried`   2 each         what is carried on, such as a pot: times 256, and the rest
`ledger`    4 by seat      what each seat had won (two entries, as `carried`) or lost
                           (two) in the match before this deal
==========  =============  =========================================================

What is announced stands among the words said, a called card among those named.
"""

from __future__ import annotations

from matto.encoding.canonical import SuitOrder
from matto.encoding.encoding import Encoding, encoding_of
from matto.encoding.errors import NotEncoded

__all__ = ["Encoding", "NotEncoded", "SuitOrder", "encoding_of"]

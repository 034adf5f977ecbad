"""The shuffle that anybody can check: promised before, mixed by all, shown afterwards.

All that is hashed is plain text in UTF-8; a hash is written as 64 hexadecimal digits.

1. Before a deal the server makes a *secret*, 64 hexadecimal digits, and publishes its
   *promise*: the SHA-256 of those digits.
2. Each person at the table may then give a *seed*, be it empty. A seat's last seed before the
   deal counts. Bots give none. The server cannot choose a secret that suits the seeds, because
   it has promised one; the players cannot choose seeds that suit them, because they do not
   know it.
3. The *key* is the SHA-256 of these lines, each ended by one line feed: the words
   ``matto shuffle 1``; the secret; the number of the deal at its table, from 1; then for each
   seat that gave a seed, in ascending order, ``SEAT:SEED``. Seats are counted from 0.
4. The key gives *numbers* below 2³², for a counter of 0, 1, 2, …: the first 8 digits of the
   SHA-256 of ``KEY:COUNTER``. To draw one of n places, take the next number that is below
   2³² − (2³² mod n); larger ones are skipped. The place is that number mod n. The counter goes
   on through the whole shuffle.
5. The pack starts as its card codes, sorted as plain text. For each place from the last one to
   the second (counted from 0: last, …, 1) draw one of place + 1 places, and swap the two cards.
6. The cards are dealt from the first on: all of seat 0's hand, then seat 1's and so on, the
   talon last.
7. When the deal is over, the secret and the seeds are shown. Whoever noted the promise can
   check that the secret keeps it, and that secret and seeds give these very cards.

What this shows: nobody picked the cards, not even the server's owner, if somebody who had seen
the promise then gave a seed made by chance, and nobody who knew the secret gave a later one.
(Whoever opens a table and sits down at once has given his seed before the promise.) What it
cannot show: that the server's owner did not look at the cards.

Ten lines of Python do it, without anything of this program::

    import hashlib, itertools

    def shuffled(secret, deal, seeds, codes):
        sha = lambda words: hashlib.sha256(words.encode()).hexdigest()
        lines = ["matto shuffle 1", secret, deal, *(f"{s}:{seeds[s]}" for s in sorted(seeds))]
        key = sha("".join(f"{line}" + chr(10) for line in lines))
        numbers = (int(sha(f"{key}:{count}")[:8], 16) for count in itertools.count())
        cards = sorted(codes)
        for n in range(len(cards), 1, -1):
            place = next(number for number in numbers if number < 2**32 - 2**32 % n) % n
            cards[n - 1], cards[place] = cards[place], cards[n - 1]
        return cards
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import count
from typing import Annotated

import msgspec

from matto.server.tables.views import about

PROTOCOL = "matto shuffle 1"
NUMBERS = 1 << 32


class ShuffleProof(msgspec.Struct, frozen=True):
    """How a finished deal was shuffled: enough to do it again and find the same cards."""

    deal: Annotated[int, about("The deal's number, from 1.")]
    promise: Annotated[str, about("SHA-256 of the secret, published before the deal.")]
    secret: Annotated[str, about("The secret, in hex; told when the deal is over.")]
    seeds: Annotated[Mapping[int, str], about("What the seats put in, by seat.")]
    order: Annotated[
        tuple[str, ...], about("The shuffled pack: seat 0's hand first, the talon last.")
    ]

    @property
    def holds(self) -> bool:
        if promise_of(self.secret) != self.promise:
            return False
        return order(self.secret, self.deal, self.seeds, self.order) == self.order


def promise_of(secret: str) -> str:
    return _hash(secret)


def order(
    secret: str, deal: int, seeds: Mapping[int, str], codes: Iterable[str]
) -> tuple[str, ...]:
    draws = _numbers(_key(secret, deal, seeds))
    cards = sorted(codes)
    for place in range(len(cards) - 1, 0, -1):
        other = draw_place(draws, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def _hash(words: str) -> str:
    return sha256(words.encode()).hexdigest()


def _key(secret: str, deal: int, seeds: Mapping[int, str]) -> str:
    lines = "".join(f"{seat}:{seeds[seat]}\n" for seat in sorted(seeds))
    return _hash(f"{PROTOCOL}\n{secret}\n{deal}\n{lines}")


def _numbers(key: str) -> Iterator[int]:
    return (int(_hash(f"{key}:{counter}")[:8], 16) for counter in count())


def draw_place(numbers: Iterator[int], places: int) -> int:
    """Draw a place, each as likely as another: the last, broken round is skipped."""
    even = NUMBERS - NUMBERS % places
    return next(number for number in numbers if number < even) % places

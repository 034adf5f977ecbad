"""Claims of the rest of the tricks: how it is led, and whether another may win one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from matto.engine import scoring as op
from matto.engine.cards import FOOL, NUMBER, TRUMP_SUIT, Pack
from matto.engine.game import Game, Stake
from matto.engine.options import Options
from matto.engine.outcome import Outcome
from matto.engine.scoring import EXCHANGED, PayRule
from matto.engine.tricks import beats

BY_TIME = frozenset({op.LAST_WITH, op.LED_ON, op.WATCHED})
"""Pay rules that ask in which trick a card was played."""
KEPT = 256


def leading_order(pack: Pack, hand: Iterable[str]) -> tuple[str, ...]:
    """In which order the rest is led; a Fool that wins nothing comes last."""

    def place(card: str) -> tuple[bool, bool, int, int]:
        suit = pack.suit_of(card)
        return pack.is_excuse(card), suit != TRUMP_SUIT, suit, -pack.strength[NUMBER[card]]

    return tuple(sorted(hand, key=place))


def card_to_follow(pack: Pack, led: str, legal: Sequence[str], first: Collection[str]) -> str:
    """The card that another plays where all is the leader's: none that wins, if he has it.

    Those of `first` go as early as they can: in the last trick they would cost more.
    """
    strength, best = pack.strength, NUMBER[led]

    def place(card: str) -> tuple[bool, bool, int]:
        number = NUMBER[card]
        wins = beats(number, best, strength[number], strength[best])
        return wins, card not in first, strength[number]

    return min(legal, key=place)


def may_win_a_trick(
    pack: Pack, order: Sequence[str], cards: Collection[str], held: int, *, exactly: bool
) -> bool:
    """Return whether one may win a trick who holds so many of some cards, or `exactly` these.

    He follows with his lowest and keeps his highest; a Fool lets him keep one more of a suit.
    """
    strongest: dict[int, int] = {}
    for card in cards:
        suit, own = pack.suit_of(card), pack.strength[NUMBER[card]]
        strongest[suit] = max(own, strongest.get(suit, own))
    number = Counter(map(pack.suit_of, cards))
    spare = any(map(pack.is_excuse, cards))
    led: Counter[int] = Counter()
    for played, card in enumerate(order):
        suit = pack.suit_of(card)
        left = {
            one: min(number[one] - led[one] + spare, number[one], held - played)
            for one in (suit, TRUMP_SUIT)
        }
        if left[suit] > 0 and strongest[suit] >= pack.strength[NUMBER[card]]:
            return True
        may_be_void = not exactly or number[suit] <= led[suit]
        if suit != TRUMP_SUIT and may_be_void and left[TRUMP_SUIT] > 0:
            return True
        led[suit] += 1
    return False


def trick_dependent_cards(
    game: Game, options: Options, over: int, left: int
) -> frozenset[str] | None:
    """The cards of which it may matter in which of the tricks that are left they are played.

    Of all that may be played for; None where a game does not say what that is.
    """
    by_time = _paid_by_time(game, options)
    if by_time is None:
        return None
    until = {game.counting(options).fool_until}
    goes = game.fool_goes(options)
    if goes.how == EXCHANGED:
        until.add(goes.until)
    fool_is_trump = game.pack(options).fool_is_trump
    hangs = not fool_is_trump and any(over < last < over + left for last in until)
    return by_time | {FOOL} if hangs else by_time


@lru_cache(maxsize=KEPT)
def _paid_by_time(game: Game, options: Options) -> frozenset[str] | None:
    stakes = list(game.stakes(options))
    if not stakes:
        return None
    return frozenset(
        card for rule in _pay_rules_by_time(game, options, stakes) for card in rule.cards
    )


def _pay_rules_by_time(
    game: Game, options: Options, stakes: Iterable[Stake]
) -> Iterator[PayRule]:
    """The rules of all stakes that ask in which trick a card was played."""
    for stake in stakes:
        if isinstance(stake, Outcome):
            for rule in game.pay_rules(stake, options):
                if rule.operation in BY_TIME or rule.by_trump:
                    yield rule

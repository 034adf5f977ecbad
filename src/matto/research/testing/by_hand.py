"""Deals made by hand: chosen cards, small packs, actions as words, outcomes without play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache

from matto.engine.cards import FOOL, SUITS, Pack
from matto.engine.events import Deal, Trick
from matto.engine.game import Dealing, Game
from matto.engine.options import Options
from matto.engine.outcome import Outcome
from matto.engine.run import Run
from matto.games import game as find_game


def deal_with(
    game: Game,
    hands: Mapping[int, str],
    talon: str = "",
    *,
    dealer: int = 0,
    options: Options | None = None,
) -> Deal:
    """A deal with some cards in given hands, in the order dealt; the rest fills up in order.

    `talon` cards lie at the end of the talon (its last card is the bottom of the pack).
    """
    options = options or game.resolve()
    named = {card for cards in (*hands.values(), talon) for card in cards.split()}
    rest = [card for card in game.pack(options).codes if card not in named]
    sizes = game.hand_sizes(options, dealer)
    full = []
    for seat, size in enumerate(sizes):
        own = hands.get(seat, "").split()
        if len(own) > size:
            raise ValueError(f"seat {seat} has {len(own)} cards, not {size}")
        need = size - len(own)
        full.append((*own, *rest[:need]))
        rest = rest[need:]
    return Deal(tuple(full), (*rest, *talon.split()))


def start(
    game_id: str,
    hands: Mapping[int, str] | None = None,
    talon: str = "",
    *,
    dealer: int = 0,
    carried: Mapping[str, int] | None = None,
    preset: str | None = None,
    **options: object,
) -> Run:
    """Begin a deal made by hand: `start("tre", {1: "T12 F SK"}, talon_shown=True)`."""
    game = find_game(game_id)
    chosen = game.resolve(options, preset)
    deal = deal_with(game, hands or {}, talon, dealer=dealer, options=chosen)
    return Run(game, deal, dealer=dealer, options=chosen, carried=carried)


def do(run: Run, choices: str | Iterable[str]) -> Run:
    """Answer the decisions in turn: `do(run, "passo passo solo")`; gives the run back."""
    for choice in choices.split() if isinstance(choices, str) else choices:
        run.do(choice)
    return run


def play_on(run: Run) -> Run:
    """Play to the end, everybody always taking the first legal choice; gives the run back."""
    while run.decision is not None:
        run.do(run.decision.options[0])
    return run


def outcome(
    game_id: str,
    side: tuple[int, ...],
    piles: Mapping[int, str],
    tricks: Iterable[tuple[int, str, int]] = (),
    *,
    rest_to: int | None = None,
    declarer: int | None = 0,
    said: Mapping[str, tuple[int, ...]] | None = None,
    times: int = 1,
    dealer: int = 0,
    **options: object,
) -> Outcome:
    """A finished deal made by hand, for scoring terms.

    `tricks` are (leader, cards, winner); cards named in no pile go to seat `rest_to`.
    """
    game = find_game(game_id)
    pack = game.pack(game.resolve(options))
    own = [set(piles.get(seat, "").split()) for seat in range(len(side))]
    if rest_to is not None:
        own[rest_to] |= pack.cards - set().union(*own)
    return Outcome(
        pack=pack,
        side=side,
        piles=tuple(map(frozenset, own)),
        tricks=tuple(
            Trick(leader, tuple(cards.split()), winner) for leader, cards, winner in tricks
        ),
        declarer=declarer,
        dealer=dealer,
        said=said or {},
        times=times,
    )


def with_few_cards(game: Game, cards: Collection[str], *, hand: int, talon: int = 0) -> Game:
    """The same script and rules with some cards of the pack: `hand` for each, `talon` over.

    Whether a game's script can be played with so few is for the caller to know: where it deals
    in packets, later ones are empty.
    """

    @cache
    def pack(options: Options) -> Pack:
        return of_these(game.pack(options), cards)

    def dealing(options: Options) -> Dealing:
        return replace(game.dealing(options), hands=(hand,) * game.seats, talon=talon)

    return replace(game, pack=pack, dealing=dealing)


def of_these(whole: Pack, cards: Collection[str]) -> Pack:
    """Some cards of a pack, in its order and with its values."""
    suits = {
        suit: " ".join(rank for rank in whole.ranks_of[suit] if suit + rank in cards)
        for suit in SUITS
    }
    equals = (
        "=".join(trump for trump in group.split("=") if trump in cards)
        for group in whole.trumps.split()
    )
    trumps = " ".join(group for group in equals if group)
    return replace(whole, suits=suits, trumps=trumps, fool=whole.fool and FOOL in cards)

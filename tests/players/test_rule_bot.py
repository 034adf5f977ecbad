"""The rule-of-thumb player is legal, sane, forgetful, blind to hidden cards, and good."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from helpers import do, start
from matto.engine.cards import KINGS
from matto.engine.events import Deal
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players import make_bot
from matto.players.simple_bots import RuleBot
from samples import many
from sixteen import SIXTEEN


def play(run: Run, names: Sequence[str], seed: object) -> Run:
    """Play a deal out between bots; an illegal choice raises `IllegalChoice`."""
    bots = [make_bot(name, run.game, f"{seed} {seat}") for seat, name in enumerate(names)]
    while run.decision is not None:
        run.do(bots[run.decision.seat].choose(run.view(run.decision.seat)))
    return run


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_it_never_chooses_what_is_not_legal(game_id: str) -> None:
    game = find_game(game_id)
    for number in range(many(20)):
        run = Run.shuffled(game, seed=f"legal {number}", dealer=number % game.seats)
        assert play(run, ["rule"] * game.seats, number).result is not None


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SIXTEEN)
def test_what_is_called_its_choice_beside_what_cards_promise_is_what_it_plays(
    game_id: str,
) -> None:
    game = find_game(game_id)
    for seed in range(3):
        run = Run.shuffled(game, seed=seed)
        bot = RuleBot(game, "weighed")
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            choice = bot.choose(view)
            if asked.kind == "play":
                chosen, promised = bot.weighed(view)
                assert (chosen, set(promised)) == (choice, set(asked.options))
            run.do(choice)


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_the_same_view_and_seed_give_the_same_move(game_id: str) -> None:
    game = find_game(game_id)
    run = Run.shuffled(game, seed="same")
    used = make_bot("rule", game, "one seed")
    while run.decision is not None:
        view = run.view(run.decision.seat)
        fresh = make_bot("rule", game, "one seed")
        choice = used.choose(view)
        assert fresh.choose(view) == choice
        assert used.choose(view) == choice
        run.do(choice)


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_cards_that_it_does_not_see_do_not_change_its_move(game_id: str) -> None:
    """The first decision of a deal is put again with all unseen cards dealt anew."""
    game = find_game(game_id)
    options = game.resolve()
    compared = 0
    for number in range(30):
        run = Run.shuffled(game, seed=f"unseen {number}")
        assert run.decision is not None
        other = Run(game, dealt_anew(run, random.Random(number)), options=options)
        seat = run.decision.seat
        if other.view(seat).facts() == run.view(seat).facts():
            compared += 1
            bot = make_bot("rule", game, "same")
            assert bot.choose(run.view(seat)) == bot.choose(other.view(seat))
    assert compared > 20


def dealt_anew(run: Run, rng: random.Random) -> Deal:
    """The same deal for the seat that is asked; what it has not seen lies elsewhere."""
    deal, seat = run.setup.deal, run.decision.seat if run.decision else 0
    view = run.view(seat)
    seen = {word for event in view.events for word in event.what} | set(view.hand)
    unseen = [card for pile in (*deal.hands, deal.talon) for card in pile if card not in seen]
    rng.shuffle(unseen)
    fill = iter(unseen)

    def anew(pile: Sequence[str]) -> tuple[str, ...]:
        return tuple(card if card in seen else next(fill) for card in pile)

    return Deal(tuple(anew(hand) for hand in deal.hands), anew(deal.talon))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game_id", "margin"),
    # Measured in 300 deals each: +22.5, +5.5, +0.5, +3.9; the bounds leave room for luck.
    [("calatafimi-2", 12.0), ("marolles", 3.0), ("priestertarock", 0.25), ("mineo-3", 2.0)],
)
def test_one_of_them_beats_random_players(game_id: str, margin: float) -> None:
    game = find_game(game_id)
    total = 0
    deals = 120
    for number in range(deals):
        own = number % game.seats
        names = ["rule" if seat == own else "random" for seat in range(game.seats)]
        run = Run.shuffled(game, seed=f"arena {number // game.seats}", dealer=0)
        result = play(run, names, number).result
        assert result is not None
        total += result.scores[own]
    assert total / deals / game.unit > margin


# -- positions -------------------------------------------------------------------------------


def asked(run: Run, seed: str = "position") -> str:
    """What the bot does in the decision that is pending."""
    assert run.decision is not None
    return make_bot("rule", run.game, seed).choose(run.view(run.decision.seat))


POOR = "S5 S6 S7 B5 B6 B7 C5 C6 C7 D4 D5 D6 D7 S8 B8 C8 D8 T2 T3 T0"
RICH = "T20 T19 T18 T17 T16 T15 T14 T12 T10 T1 F SK BK CK DK SQ BQ CQ DQ T9"


def in_last_pause(hand: str) -> Run:
    """Mineo: the first speaker has a hand, and all have gone on to the last pause."""
    run = start("mineo-3", {1: hand})
    while len(run.view(1).hand) < 20:
        more = run.decision is not None and "altre_cinque" in run.decision.options
        run.do("altre_cinque" if more else "passo")
    return run


def test_no_solo_on_a_bad_hand() -> None:
    assert asked(in_last_pause(POOR)) != "vado_solo"


def test_a_solo_on_a_very_good_hand() -> None:
    assert asked(in_last_pause(RICH)) == "vado_solo"


def test_nobody_calls_with_a_bad_hand_and_somebody_does_with_a_good_one() -> None:
    bad = "S2 S3 S4 B2 B3 B4 C2 C3 C4 D2 D3 D4 S5 B5 C5"
    good = "T20 T19 T18 T17 T16 T1 F SK BK CK DK SQ BQ T2 T3"
    assert asked(start("priestertarock", {1: bad})) == "passo"
    assert asked(start("priestertarock", {1: good})) == "chiamo"


def test_the_highest_missing_trump_is_called() -> None:
    run = start(
        "priestertarock", {1: "T20 T19 T18 T17 T16 T1 F SK BK CK DK SQ BQ T2 T3"}, "S2 S3 S4"
    )
    run.do("chiamo")
    assert asked(run) in {"T21", "demand"}


def second_to_play(hands: dict[int, str]) -> Run:
    """Calatafimi: seat 1 leads; the hands are as given, the rest as it comes."""
    return start("calatafimi-2", hands, dealer=0)


def test_no_king_is_thrown_away_when_a_pip_would_do() -> None:
    """A trump was led: who holds none throws off, but not a King."""
    hand = "SK S5 S6 S7 BK B5 B6 B7 CK C5 C6 C7 DK D5 D6"
    run = second_to_play({1: "T20 T19 T18 T17 T16", 0: hand})
    run.do("T20")
    assert asked(run) not in KINGS


def test_a_king_is_not_played_under_a_trump_when_a_pip_of_the_suit_would_do() -> None:
    """Marolles: swords are led and trumped; the third player keeps his King."""
    run = start(
        "marolles",
        {
            1: "SQ SC SJ S10 S6 S5 S4 BK BQ BC BJ B10 B9 B8 B7 B6 B5 D7 D6 D5 D4",
            2: "CK CQ CC CJ CA C2 C3 C4 C5 C6 C7 T21 T20 T19 T18 T17 T16 T15 T14 T13 T12",
            0: "SK S9 S8 S7",
        },
    )
    do(run, "D7 C7 B4 D3 D2 DJ no_more S10 no_more T12 no_more")
    assert asked(run) in {"S9", "S8", "S7"}


def test_the_cheapest_card_that_wins_takes_a_rich_trick() -> None:
    """The Queen is led; of King, trump 20 and pips the holder takes her with the King."""
    run = second_to_play({1: "SQ", 0: "SK S5 S6 T20 T19 BK"})
    run.do("SQ")
    assert asked(run) == "SK"


def test_a_queen_is_not_taken_with_a_high_trump_where_a_low_one_does() -> None:
    hand = "T20 T19 T18 T3 T2 BK B5 B6 B7 CK C5 C6 C7 DK D5"
    run = second_to_play({1: "SQ", 0: hand})
    run.do("SQ")
    assert asked(run) in {"T2", "T3"}


@pytest.mark.slow
def test_the_fool_is_played_before_it_loses_its_points() -> None:
    """Priestertarock: in the tenth trick at the latest, if it may be played at all."""
    game = find_game("priestertarock")
    kept = lost = 0
    for number in range(60):
        run = play(Run.shuffled(game, seed=f"fool {number}"), ["rule"] * 5, number)
        tricks = run.view(0).tricks
        places = [place for place, trick in enumerate(tricks, start=1) if "F" in trick.cards]
        kept += sum(place <= 10 for place in places)
        lost += sum(place > 10 for place in places)
    assert kept > 6 * lost


def test_everything_worth_money_is_declared() -> None:
    hand = "SK BK CK DK T21 T1 F T20 T19 T18 T17 T16 T15 T14 C7 D7 S5 B5 C6 D6 S6"
    run = start("marolles", {1: hand}, dealer=0)
    while run.decision is not None and run.decision.kind == "discard":
        run.do(asked(run))
    said = []
    while run.decision is not None and run.decision.kind in {"declare", "show"}:
        choice = asked(run)
        said.append(choice)
        run.do(choice)
    assert {"tarots_7", "kings_4_math", "triumphs_10", "brizigole_high_6", "all_three"} <= set(
        said
    )


def test_bare_queens_are_laid_away_before_a_long_suit_is_broken_up() -> None:
    """Marolles: the dealer lays four cards away."""
    hand = "SK SJ S10 S9 S8 S7 BQ CQ C7 DK D7 D6 T21 T20 T19 T18 T15 T14 T13 T12 T10 T9 T8 T7"
    run = start("marolles", {0: hand}, dealer=0)
    laid_away = set()
    while run.decision is not None and run.decision.kind == "discard":
        choice = asked(run)
        if run.decision.seat == 0:
            laid_away.add(choice)
        run.do(choice)
    assert {"BQ", "CQ", "C7"} <= laid_away

"""A row of the score sheet unfolds to what earned it, and the sums are those of the row."""

from __future__ import annotations

import random

import pytest

from matto.blocks.payments import TooFewPoints
from matto.engine.cards import FOOL
from matto.engine.run import Run
from matto.engine.sheet import score_sheet
from matto.engine.words import translator
from matto.games import game as find_game
from matto.research.testing.by_hand import outcome, start
from matto.telling.naming import Naming
from matto.telling.results import because, came_to_nothing, unfolded
from samples import many
from sixteen import SIXTEEN

NAMES = ("You", "Anna", "Brigida", "Carlo", "Domenica")


def played(game_id: str, seed: int) -> Run:
    run, chance = Run.shuffled(find_game(game_id), seed=seed), random.Random(seed)
    while run.decision is not None:
        run.do(chance.choice(run.decision.options))
    return run


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_counts_add_up_and_what_they_are_paid_for_is_the_row(game_id: str) -> None:
    for seed in range(many(4)):
        run = played(game_id, seed)
        assert run.result is not None
        naming = Naming(run.game, run.options, translator("de"))
        for row in run.result.sheet:
            for one in row.evidence:
                for count in one.counts:
                    adds = sum(value for _, value in count.values)
                    assert count.points == adds + count.lots + count.more
            products = [one for one in row.evidence if one.each]
            if products and len(products) == len(row.evidence):
                paid = [
                    sum(one.times * one.each[seat] for one in products)
                    for seat in range(run.game.seats)
                ]
                assert tuple(paid) == row.amounts
            assert all(unfolded(naming, NAMES, row))


@pytest.mark.clause("mineo-3 5.6")
def test_a_set_is_unfolded_to_its_cards_and_a_lost_bet_to_those_missing() -> None:
    found = outcome(
        "mineo-3",
        (0, 1, 1),
        {0: "T19 T18 T17 T16 T1", 1: "T20 F"},
        [(0, "T19 SK T2", 0), (0, "C7 T1 D6", 1)],
        rest_to=1,
        said={"scommessa": (0,)},
    )
    game = find_game("mineo-3")
    naming = Naming(game, game.resolve(), translator("en"))
    rows = {row.item: row for row in game.score(found, game.resolve())}
    assert unfolded(naming, NAMES, rows["arie"]) == (
        "You: T19 Palla, T18 Sole, T17 Luna, T16 Stella",
    )
    assert unfolded(naming, NAMES, rows["scommessa"]) == (
        "You: T1 Picciotti",
        "T20 Giove, F Fuggitivo missing",
    )
    assert unfolded(naming, NAMES, rows["vanto"]) == ("Trick 2: T1 Picciotti, Anna",)


@pytest.mark.clause("tortorici-1930 5.2")
def test_points_are_unfolded_to_cards_lots_and_what_each_pays() -> None:
    found = outcome(
        "tortorici-1930",
        (0, 1, 1),
        {0: "SK SQ S5 S6 S7 S8", 1: ""},
        [(0, "SK S9 S10", 0)],
        rest_to=1,
        said={"solo_da_cinque": (0,)},
    )
    game = find_game("tortorici-1930")
    naming = Naming(game, game.resolve(), translator("en"))
    rows = {row.item: row for row in game.score(found, game.resolve())}
    told = unfolded(naming, NAMES, rows["solo_da_cinque"])
    assert told[0] == (
        "You: 14 = 7 (♠K 4, ♠Q 3; each 1 less than its value, "
        "since cards are counted in threes) + 2 (6 cards, in lots of three) "
        "+ 5 (last trick, tricks won, or laid away)"
    )
    assert told[1] == "You: 41 × −6 = −246"


@pytest.mark.parametrize("game_id", SIXTEEN)
def test_cards_are_told_with_their_values_unless_it_is_said_that_they_add_less(
    game_id: str,
) -> None:
    run = played(game_id, 0)
    assert run.result is not None
    naming = Naming(run.game, run.options, translator("en"))
    for row in run.result.sheet:
        counts = [count for one in row.evidence for count in one.counts if count.values]
        less = any(
            value < naming.pack.value_of[card]
            for count in counts
            for card, value in count.values
            if card != FOOL
        )
        said = any("1 less than its value" in line for line in unfolded(naming, NAMES, row))
        assert said == less


@pytest.mark.clause("grosstarock 5.15")
def test_a_nullo_that_failed_and_costs_nothing_is_told() -> None:
    run = announced_by_all("play_on")
    naming = Naming(run.game, run.options, translator("en"))
    assert run.result is not None
    told = came_to_nothing(naming, NAMES, run.view(0), run.result.sheet)
    said = [seat for seat, word in run.view(0).heard("announce") if word == "play_on"]
    won = [row for row in run.result.sheet if row.item == "nullo"]
    assert said
    assert len(said) + len(won) == run.game.seats
    # that somebody plays on is an answer, and no announcement
    assert sorted(told) == sorted(
        f"{NAMES[seat]} announced nullo: it came to nothing and costs nothing." for seat in said
    )


def test_an_announcement_of_one_of_two_partners_came_to_something_if_both_pay_for_it() -> None:
    run = start("mineo-3")
    while (decision := run.decision) is not None:
        words = [word for word in ("scommessa", "rivanto") if word in decision.options]
        run.do(words[0] if words else decision.options[0])
    assert run.result is not None
    contract, view = run.table.contract, run.view(0)
    assert contract is not None
    assert [
        seat
        for seat, word in view.heard("announce")
        if contract.side[seat] and word != "silence"
    ]
    naming = Naming(run.game, run.options, translator("en"))
    assert not came_to_nothing(naming, NAMES, view, run.result.sheet)


def announced_by_all(then: str) -> Run:
    """A deal of Grosstarock in which all announce Nullo, and say this when it has failed."""
    run = start("grosstarock")
    while (decision := run.decision) is not None:
        words = [word for word in (then, "nullo") if word in decision.options]
        run.do(words[0] if words else decision.options[-1])
    return run


@pytest.mark.clause("grosstarock 5.16")
def test_of_a_nullo_thrown_in_only_the_row_tells_what_it_costs() -> None:
    run = announced_by_all("throw_in")
    assert run.result is not None
    thrown_in = [row for row in run.result.sheet if row.clause == "grosstarock 5.16"]
    assert len(thrown_in) == 1
    naming = Naming(run.game, run.options, translator("en"))
    (seat,) = {seat for seat, word in run.view(0).heard("announce") if word == "throw_in"}
    told = came_to_nothing(naming, NAMES, run.view(0), run.result.sheet)
    assert not [line for line in told if line.startswith(NAMES[seat])]


def test_one_card_point_is_told_in_the_singular() -> None:
    found = outcome("mineo-3", (0, 1, 2), {0: "S5", 1: "S6 S7", 2: "SK"})
    few = TooFewPoints("few", "5.1", {2: 1})
    one, two = (row.note for row in score_sheet(found, [few]) if row.note is not None)
    assert (str(one), str(two)) == ("1 card point", "2 card points")
    german = translator("de")
    assert (one.render(german), two.render(german)) == ("1 Kartenpunkt", "Kartenpunkte: 2")


def test_one_sentence_says_who_paid_for_what() -> None:
    found = outcome("mineo-3", (0, 1, 1), {0: ""}, [(0, "T19 SK T20", 2)], rest_to=1)
    game = find_game("mineo-3")
    rows = game.score(found, game.resolve())
    told = because(game, NAMES, rows, str, 0)
    assert told is not None
    assert str(told).startswith("you pay each of the others 4 points (pigliate, ")

"""Every rule can be traced: clause, code and test, and back (`research.testing.tracing`)."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from matto.games import catalogue
from matto.research.testing import tracing
from rulebook import checkout
from samples import many

ROOT = Path(__file__).resolve().parents[2]
BOOKS = checkout.books_in(ROOT)
GAMES = list(catalogue())
Cited = tuple[list[tracing.Citation], list[tracing.Gap]]
FEW, DEALS = 1, many(8)

each_game = pytest.mark.parametrize("game", GAMES)


def nothing_in(gaps: Iterable[tracing.Gap]) -> None:
    found = [str(gap) for gap in gaps]
    assert not found, f"{len(found)} gaps:\n" + "\n".join(found)


@pytest.fixture(scope="module")
def cited(request: pytest.FixtureRequest) -> Cited:
    return tracing.citations_in(ROOT, request.session)


@each_game
def test_a_game_has_a_rulebook_and_a_file_of_its_own_name(game: str) -> None:
    assert game in BOOKS
    assert checkout.game_file(ROOT, game).is_file()


@each_game
def test_every_clause_is_shown_by_a_test(game: str, cited: Cited) -> None:
    nothing_in(tracing.uncited_clauses(BOOKS[game], cited[0]))


def test_every_citation_of_a_test_is_a_clause(cited: Cited) -> None:
    nothing_in([*cited[1], *tracing.unknown_citations(cited[0], BOOKS)])


@each_game
def test_every_number_in_a_game_file_is_a_clause_of_its_rulebook(game: str) -> None:
    nothing_in(tracing.unknown_numbers(checkout.game_file(ROOT, game), BOOKS[game]))


def test_every_full_citation_in_the_package_is_a_clause() -> None:
    nothing_in(checkout.unknown_full_citations(ROOT, BOOKS))


@each_game
def test_every_question_refusal_and_row_of_a_sheet_cites_a_clause(game: str) -> None:
    nothing_in(tracing.unknown_in_play(catalogue()[game], BOOKS[game], FEW))


@pytest.mark.slow
@each_game
def test_in_many_deals_every_question_refusal_and_row_cites_a_clause(game: str) -> None:
    nothing_in(tracing.unknown_in_play(catalogue()[game], BOOKS[game], DEALS))


@each_game
def test_code_and_rulebook_declare_the_same_options(game: str) -> None:
    nothing_in(tracing.differing_options(catalogue()[game], BOOKS[game]))


@each_game
def test_code_and_rulebook_declare_the_same_presets(game: str) -> None:
    nothing_in(tracing.differing_presets(catalogue()[game], BOOKS[game]))


@each_game
def test_code_and_rulebook_agree_on_seats_cards_and_version(game: str) -> None:
    nothing_in(tracing.differing_facts(catalogue()[game], BOOKS[game]))

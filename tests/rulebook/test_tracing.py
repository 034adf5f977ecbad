"""Each check of the tracing is shown the gap that it is there for, and a tree without one."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from matto.engine.errors import Refusal
from matto.engine.events import Result
from matto.engine.game import Dealing, Game
from matto.engine.options import choice, number, switch
from matto.engine.rulebook import Rulebook
from matto.engine.scoring import Row
from matto.engine.table import Script, Table
from matto.engine.words import text
from matto.games.sicily import SICILIAN
from matto.research.testing import tracing
from rulebook import checkout

BOOK = """\
# Tre

> id: tre
> rules version: 1
> seats: 3
> pack: 63 cards
> source: invented

Three play.

## 1 Play

### 1.1 One says yes or no
Yes or no.

- source: invented
- certainty: stated
- option: `shout` = `off` (default) | `on` — whether one shouts.
- option: `end` = `first` (default) | `last` — where it ends.

### 1.2 Yes is one point
One point.

- source: invented
- certainty: stated
- option: `points` = `2` (default) | `1` … `3` — how many points.
- preset: `loud` = `shout`=`on`, `points`=`3` — as they shout it.
"""
TESTS = """\
import pytest

clause = pytest.mark.clause


@pytest.mark.clause("tre 1.1")
def test_one_says_yes_or_no() -> None: ...


@pytest.mark.parametrize("yes", [pytest.param(1, marks=clause("tre 1.2"))])
def test_yes_is_one_point(yes: int) -> None: ...
"""
CODE = '''\
"""Tre. Marks such as 1.1 are clauses."""

YES = "1.2"  # §1.1, but 63 cards and 1.2.3 are none
'''
GAMES = Path("src") / "matto" / "games"


def planted(root: Path, **changes: tuple[str, str]) -> Path:
    """A checkout of one game; `book`, `tests` and `code` replace one passage by another."""
    pages = {
        "book": (Path("rulebook") / "tre.md", BOOK),
        "tests": (Path("tests") / "rules" / "test_tre.py", TESTS),
        "code": (GAMES / "tre.py", CODE),
    }
    for name, (path, page) in pages.items():
        old, new = changes.get(name, ("", ""))
        assert old in page
        (root / path).parent.mkdir(parents=True)
        (root / path).write_text(page.replace(old, new, 1) if old else page, encoding="utf-8")
    return root


def read(root: Path) -> Rulebook:
    return checkout.books_in(root)["tre"]


Gaps = Callable[[Path], list[str]]


@pytest.fixture
def uncited(request: pytest.FixtureRequest) -> Gaps:
    """What the tests of a planted tree leave out, and what they cite that is no clause."""

    def gaps(root: Path) -> list[str]:
        cited, unnamed = tracing.citations_in(root, request.session)
        uncited = tracing.uncited_clauses(read(root), cited)
        unknown = tracing.unknown_citations(cited, checkout.books_in(root))
        return [str(gap) for gap in (*uncited, *unnamed, *unknown)]

    return gaps


def test_a_tree_whose_clauses_are_all_cited_has_no_gap(tmp_path: Path, uncited: Gaps) -> None:
    assert uncited(planted(tmp_path)) == []


NOT_SHOWN = [
    ('@pytest.mark.clause("tre 1.1")\n', ""),
    ('"tre 1.1")', '"tre 1.1")\n@pytest.mark.skip'),
    ('"tre 1.1")', '"tre 1.1")\n@pytest.mark.xfail(reason="not yet")'),
    ("def test_one", "def look_at_one"),
]


@pytest.mark.parametrize("change", NOT_SHOWN)
def test_a_clause_that_no_running_test_cites_is_a_gap(
    tmp_path: Path, uncited: Gaps, change: tuple[str, str]
) -> None:
    root = planted(tmp_path, tests=change)
    assert uncited(root) == ["rulebook/tre.md:13: no test cites tre 1.1 (One says yes or no)"]


SHOWN = [
    ('@pytest.mark.clause("tre 1.1")', '@pytest.mark.clause(*["tre 1.1", "tre 1.2"])'),
    ('@pytest.mark.clause("tre 1.1")', 'BOTH = clause("tre 1.1")\n\n\n@BOTH'),
    ('@pytest.mark.clause("tre 1.1")', 'ID = "tre"\n\n\n@clause(f"{ID} 1.1")'),
    ("clause = pytest", 'pytestmark = [pytest.mark.clause("tre 1.1")]\nclause = pytest'),
    ("\ndef test_one", '\nclass TestIt:\n  pytestmark = clause("tre 1.1")\n\n  def test_one'),
]


@pytest.mark.parametrize("change", SHOWN)
def test_a_clause_may_be_cited_in_each_way_that_pytest_knows(
    tmp_path: Path, uncited: Gaps, change: tuple[str, str]
) -> None:
    assert uncited(planted(tmp_path, tests=change)) == []


def test_a_clause_that_a_skipped_case_cites_is_a_gap(tmp_path: Path, uncited: Gaps) -> None:
    root = planted(
        tmp_path, tests=('clause("tre 1.2")', '[clause("tre 1.2"), pytest.mark.skip]')
    )
    assert uncited(root) == ["rulebook/tre.md:21: no test cites tre 1.2 (Yes is one point)"]


@pytest.mark.parametrize("wrong", ["tre 1.3", "due 1.1", "1.1", "tre §1.1"])
def test_a_citation_of_what_is_no_clause_is_a_gap(
    tmp_path: Path, uncited: Gaps, wrong: str
) -> None:
    root = planted(tmp_path, tests=("tre 1.1", wrong))
    assert uncited(root)[1:] == [f"tests/rules/test_tre.py:6: no rulebook has “{wrong}”"]


@pytest.mark.parametrize("wrong", ["", 'id="tre 1.1"'])
def test_a_mark_that_names_no_clause_is_a_gap(
    tmp_path: Path, uncited: Gaps, wrong: str
) -> None:
    root = planted(tmp_path, tests=('"tre 1.1"', wrong))
    assert uncited(root)[1].startswith("tests/rules/test_tre.py:6: a mark names its clauses")


@pytest.mark.parametrize(
    ("change", "gap"),
    [
        (('"1.2"', '"1.3"'), "src/matto/games/tre.py:3: the rulebook of tre has no clause 1.3"),
        (
            ('"1.2"', '"§2.2"'),
            "src/matto/games/tre.py:3: the rulebook of tre has no clause 2.2",
        ),
        (("§1.1", "§1.9"), "src/matto/games/tre.py:3: the rulebook of tre has no clause 1.9"),
        (
            ("as 1.1", "as 4.1"),
            "src/matto/games/tre.py:1: the rulebook of tre has no clause 4.1",
        ),
    ],
)
def test_a_number_of_a_game_file_that_is_no_clause_is_a_gap(
    tmp_path: Path, change: tuple[str, str], gap: str
) -> None:
    root = planted(tmp_path, code=change)
    found = tracing.unknown_numbers(root / GAMES / "tre.py", read(root))
    assert [str(one).removeprefix(f"{root.as_posix()}/") for one in found] == [gap]


def test_the_numbers_of_a_game_file_are_found_in_literals_comments_and_docstrings(
    tmp_path: Path,
) -> None:
    root = planted(tmp_path)
    found = sorted(tracing.numbers_in(root / GAMES / "tre.py"))
    assert found == [(1, "1.1"), (3, "1.1"), (3, "1.2")]
    assert list(tracing.unknown_numbers(root / GAMES / "tre.py", read(root))) == []


def test_a_full_citation_anywhere_in_the_package_that_is_no_clause_is_a_gap(
    tmp_path: Path,
) -> None:
    root = planted(tmp_path)
    (root / "src" / "matto" / "table.py").write_text("X = 'see tre 1.2'\nY = 'tre 1.4'\n")
    gaps = checkout.unknown_full_citations(root, checkout.books_in(root))
    assert [str(gap) for gap in gaps] == [
        "src/matto/table.py:2: the rulebook of tre has no clause 1.4"
    ]


# -- a game that can be wrong ------------------------------------------------------------


def tre(asked: str = "1.1", refused: str = "1.1", scored: str = "1.2", **facts: Any) -> Game:
    """A game of one question, which cites what it is told to."""

    def script(t: Table) -> Script[Result]:
        def refuse(_choice: str) -> Refusal:
            return Refusal(t.clause(refused), text("Say yes or no."))

        answer = yield from t.ask(0, "talk", ("yes", "no"), asked, explain=refuse)
        amounts = (2, -1, -1) if answer == "yes" else (-2, 1, 1)
        return t.finish([Row("yes", t.clause(scored), amounts)], (0, 0, 0))

    game = Game(
        id="tre",
        name="Tre",
        seats=3,
        pack=lambda _options: SICILIAN,
        dealing=lambda _options: Dealing((21, 21, 21), 0),
        script=script,
        about="Three play.",
        options=(
            switch("shout", "1.1", "Whether one shouts."),
            choice("end", "1.1", "Where it ends.", first="", last=""),
            number("points", "§1.2", "How many points.", 2, values=range(1, 4)),
        ),
        presets={"loud": {"shout": True, "points": 3}},
    )
    return dataclasses.replace(game, **facts)


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    return read(planted(tmp_path))


def in_play(game: Game, book: Rulebook) -> list[str]:
    return [gap.sentence for gap in tracing.unknown_in_play(game, book, deals=2)]


def test_questions_refusals_and_sheets_that_cite_clauses_leave_no_gap(book: Rulebook) -> None:
    assert in_play(tre(), book) == []


def test_a_question_a_refusal_and_a_row_that_cite_no_clause_are_gaps(book: Rulebook) -> None:
    assert in_play(tre(asked="1.8"), book) == [
        "asking to talk cites “tre 1.8”, which is no clause of it"
    ]
    assert in_play(tre(scored="7.1"), book) == [
        "the sheet's yes cites “tre 7.1”, which is no clause of it"
    ]
    refusals = in_play(tre(refused="1.9"), book)
    assert refusals
    assert all("refusing" in gap and "“tre 1.9”" in gap for gap in refusals)


def test_settings_are_the_defaults_each_other_value_and_each_preset() -> None:
    settings = [dict(options) for _, options in tracing.settings_of(tre())]
    default: dict[str, bool | int | str] = {"shout": False, "end": "first", "points": 2}
    changes: list[dict[str, bool | int | str]] = [
        {},
        {"shout": True},
        {"end": "last"},
        {"points": 1},
        {"points": 3},
        {"shout": True, "points": 3},
    ]
    assert settings == [default | change for change in changes]


Compare = Callable[[Game, Rulebook], Any]


def differences(compare: Compare, game: Game, book: Rulebook) -> list[str]:
    return [gap.sentence for gap in compare(game, book)]


def test_options_presets_and_facts_declared_alike_leave_no_gap(book: Rulebook) -> None:
    for compare in (
        tracing.differing_options,
        tracing.differing_presets,
        tracing.differing_facts,
    ):
        assert differences(compare, tre(), book) == []


DIFFERENT = [
    (switch("shout", "1.1", "", default=True), "shout is"),
    (switch("shout", "1.2", ""), "shout is"),
    (choice("end", "1.1", "", first="", middle=""), "end is"),
    (choice("end", "1.1", "", last="", first=""), "end is"),
    (number("points", "1.2", "", 2, values=range(1, 5)), "points is"),
    (switch("whisper", "1.1", ""), "whisper is in the code and not in the rulebook"),
]


@pytest.mark.parametrize(("option", "said"), DIFFERENT)
def test_an_option_declared_otherwise_in_the_code_is_a_gap(
    book: Rulebook, option: Any, said: str
) -> None:
    others = tuple(one for one in tre().options if one.name != option.name)
    game = tre(options=(*others, option))
    (gap,) = differences(tracing.differing_options, game, book)
    assert gap.startswith(f"option {said}")


def test_an_option_that_only_the_rulebook_declares_is_a_gap(book: Rulebook) -> None:
    game = tre(options=tre().options[1:])
    assert differences(tracing.differing_options, game, book) == [
        "option shout is in the rulebook and not in the code"
    ]


@pytest.mark.parametrize(
    ("presets", "said"),
    [
        ({}, "preset loud is in the rulebook and not in the code"),
        ({"loud": {"shout": True}}, "preset loud is"),
        ({"loud": {"shout": True, "points": 2}}, "preset loud is"),
        ({"loud": {"shout": True, "points": 3}, "still": {}}, "preset still is in the code"),
    ],
)
def test_a_preset_declared_otherwise_is_a_gap(
    book: Rulebook, presets: dict[str, dict[str, Any]], said: str
) -> None:
    (gap,) = differences(tracing.differing_presets, tre(presets=presets), book)
    assert gap.startswith(said)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"seats": 4}, "seats: 3 in the rulebook, 4 in the code"),
        ({"rules_version": 2}, "rules version: 1 in the rulebook, 2 in the code"),
    ],
)
def test_a_fact_that_differs_is_a_gap(book: Rulebook, facts: dict[str, Any], said: str) -> None:
    assert differences(tracing.differing_facts, tre(**facts), book) == [said]


def test_a_pack_of_another_size_is_a_gap(tmp_path: Path) -> None:
    book = read(planted(tmp_path, book=("63 cards", "78 cards")))
    assert differences(tracing.differing_facts, tre(), book) == [
        "cards: 78 in the rulebook, 63 in the code"
    ]

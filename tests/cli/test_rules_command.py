"""`matto rules`: the whole rulebook or a part of it, on a terminal and in a pipe."""

import io
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from rich.console import Console

from matto.cli import main, rules
from matto.cli.rules import show
from matto.engine import words
from matto.engine.rulebook import Rulebook, folded, parse, rulebook, rulebook_in, spellings
from matto.engine.words import translator
from matto.games import catalogue

ENGLISH = translator("en")
GAME = "mineo-3"
PAGE = """\
# Tre

> id: tre
> rules version: 1
> seats: 3
> pack: 63 cards
> source: invented

Three play.

## 1 Play

### 1.1 Trumps
Trumps beat the *Pliché*; see the table.

| card | a word that is much too long for a narrow screen |
|---|---|
| `T20` | Donaudampfschifffahrtsgesellschaft |

- source: invented
- certainty: stated

### 1.2 The Fool
The Fool is high.

- source: invented
- certainty: silent
- reason: nobody says.
- note: he is high in the picture.
- option: `fool` = `high` (default) | `low` — where the Fool stands.
- preset: `old` = `fool`=`low` — as grandfather played.

## 2 Score

### 2.1 One point
The last trick is one point.

- source: invented
- certainty: inferred
- reason: it must be worth something.
"""


@pytest.fixture
def tre() -> Rulebook:
    return parse(PAGE, "tre.md")


@pytest.fixture
def matto(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Command":
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    return Command(monkeypatch, capsys)


class Command:
    """The command as it is typed; gives exit status, output and complaints."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, columns: int = 80) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["matto", *arguments])
        self.monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as ended:
            main()
        status = ended.value.code
        said = self.capsys.readouterr()
        return (status if isinstance(status, int) else 0), said.out, said.err


def plainly(book: Rulebook, width: int = 80) -> str:
    screen = io.StringIO()
    show(rules.whole_book(book, ENGLISH), Console(file=screen, width=width, highlight=False))
    return screen.getvalue()


def test_one_clause_is_shown_with_text_source_and_certainty(matto: Command) -> None:
    clause = rulebook(GAME).clause("3.12")
    status, said, _ = matto("rules", GAME, "3.12")
    assert status == 0
    assert said.splitlines()[0] == f"3.12 {clause.title}"
    assert "[silent — Sizilianisches Tarock" in said
    assert "Reason: " in said
    assert "rivanto = behind (default) | both | not_passed" in said


def test_a_section_shows_its_clauses_and_no_others(matto: Command) -> None:
    status, said, _ = matto("rules", GAME, "6")
    assert status == 0
    headings = [line for line in said.splitlines() if line[:1].isdigit()]
    assert [line.split()[0] for line in headings] == ["6", "6.1", "6.2", "6.3", "6.4"]


@pytest.mark.slow
def test_without_a_clause_every_clause_is_shown_in_order(matto: Command) -> None:
    _, said, _ = matto("rules", GAME)
    shown = [line.split()[0] for line in said.splitlines() if line[:1].isdigit()]
    assert [word for word in shown if "." in word] == list(rulebook(GAME).clauses)


def test_an_unknown_clause_is_answered_with_the_nearest_and_status_2(matto: Command) -> None:
    status, said, complaint = matto("rules", GAME, "6.9", columns=200)
    assert (status, said) == (2, "")
    assert "no clause 6.9. Nearest: 6.4 " in complaint


def test_an_unknown_game_is_answered_with_the_nearest_and_status_2(matto: Command) -> None:
    status, said, complaint = matto("rules", "mineo", columns=200)
    assert (status, said) == (2, "")
    assert "mineo-3" in complaint


def test_a_search_shows_the_clauses_that_hold_all_the_words(matto: Command) -> None:
    status, said, _ = matto("rules", GAME, "--search", "Rivanto DOUBLED")
    assert status == 0
    shown = [line.split()[0] for line in said.splitlines() if line[:1].isdigit()]
    assert shown == [one.number for one in rulebook(GAME).search("rivanto doubled")]


def test_a_search_can_be_held_to_a_section(matto: Command) -> None:
    _, said, _ = matto("rules", GAME, "5", "--search", "rivanto")
    shown = [line.split()[0] for line in said.splitlines() if line[:1].isdigit()]
    assert shown
    assert all(number.startswith("5.") for number in shown)


def test_a_search_that_finds_nothing_says_so_with_status_1(matto: Command) -> None:
    status, said, complaint = matto("rules", GAME, "--search", "Schellenober")
    assert (status, said) == (1, "")
    assert complaint.strip() == "No clause holds “Schellenober”."


def test_options_are_a_table_of_values_default_and_clause(matto: Command) -> None:
    status, said, _ = matto("rules", GAME, "--options")
    assert status == 0
    rows = {line.split()[0]: line.split()[1:] for line in said.splitlines() if line.strip()}
    for option in rulebook(GAME).options:
        assert rows[option.name][-2:] == [option.default, option.clause] or (
            f"{option.name} — " in said
        )
    assert "Preset: palagonia (8.1) = solo_rounds=every" in said


def test_a_clause_without_options_says_so(matto: Command) -> None:
    _, said, _ = matto("rules", GAME, "1.1", "--options")
    assert said.strip() == "There are no options here."


def test_in_a_pipe_there_are_no_colours_no_pager_and_no_trailing_spaces(tre: Rulebook) -> None:
    said = plainly(tre)
    assert "\x1b" not in said
    assert [line for line in said.splitlines() if line != line.rstrip()] == []
    assert "\n\n\n" not in said


@pytest.mark.parametrize("width", [24, 40, 80])
def test_lines_keep_to_the_width_and_a_word_wider_than_its_cell_is_folded(
    tre: Rulebook, width: int
) -> None:
    lines = plainly(tre, width).splitlines()
    assert max(map(len, lines)) <= width
    first = next(place for place, line in enumerate(lines) if "T20" in line)
    cell = [line.split()[-1] for line in lines[first:] if line.strip()]
    assert "".join(cell).startswith("Donaudampfschifffahrtsgesellschaft")


COLOURS = {"stated": "32", "inferred": "33", "silent": "35"}


def on_terminal(book: Rulebook, height: int, seen: list[str], patch: pytest.MonkeyPatch) -> str:
    patch.setattr("rich.pager.SystemPager._pager", lambda _, page: seen.append(page))
    screen = io.StringIO()
    console = Console(
        file=screen,
        force_terminal=True,
        color_system="standard",
        width=60,
        height=height,
        highlight=False,
        _environ={"TERM": "xterm"},
    )
    show(rules.whole_book(book, ENGLISH), console)
    return screen.getvalue()


def test_on_a_terminal_the_colour_of_a_clause_tells_its_certainty(
    tre: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = on_terminal(tre, 1000, [], monkeypatch)
    for clause in tre.clauses.values():
        assert f"\x1b[1;{COLOURS[clause.certainty]}m{clause.number}" in said


def test_pages_are_turned_only_on_a_terminal_too_small_for_all(
    tre: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages_seen: list[str] = []
    assert "One point" in on_terminal(tre, 1000, pages_seen, monkeypatch)
    assert pages_seen == []
    assert "One point" not in on_terminal(tre, 10, pages_seen, monkeypatch)
    assert "One point" in pages_seen[0]


def test_hits_are_marked_whatever_their_accents(tre: Rulebook) -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=60, _environ={"TERM": "xterm"})
    show(rules.hits(tre.search("pliche"), "pliche"), console)
    assert "\x1b[7mPliché" in screen.getvalue().replace("*", "")


def german(folder: Path) -> None:
    catalog = Catalog(locale="de")
    for english, own in {"silent": "offen", "Reason:": "Grund:", "default": "Vorgabe"}.items():
        catalog.add(english, own)
    target = folder / "de" / "LC_MESSAGES" / "matto.mo"
    target.parent.mkdir(parents=True)
    with target.open("wb") as handle:
        write_mo(handle, catalog)


def test_rules_and_labels_are_in_the_readers_language(
    matto: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german(tmp_path)
    monkeypatch.setattr(words, "LOCALE_FOLDER", tmp_path)
    monkeypatch.setenv("LANGUAGE", "de")
    _, said, _ = matto("rules", GAME, "3.12")
    assert "[offen — " in said
    assert "Grund: " in said
    assert "behind (Vorgabe)" in said
    assert f"3.12 {rulebook_in(GAME, 'de').clause('3.12').title}" in said


def test_a_german_reader_searches_in_german(
    matto: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    wanted = folded(rulebook_in(GAME, "de").clause("3.12").title)
    _, said, _ = matto("rules", GAME, "--search", wanted)
    assert "3.12 " in [line[:5] for line in said.splitlines()]


def test_a_german_reader_is_told_when_there_are_only_english_rules(
    matto: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    note = translator("de")("These rules have not been translated yet.")
    assert note not in matto("rules", GAME, "3.12")[1]
    monkeypatch.setattr("matto.cli.rules.languages_of", lambda _game: ("en",))
    assert matto("rules", GAME, "3.12")[1].startswith(note)


def headings(said: str) -> list[str]:
    """The numbers of the clauses shown."""
    found = [line.split()[0] for line in said.splitlines() if line[:1].isdigit()]
    return [number for number in found if "." in number]


def test_a_search_for_a_number_finds_the_clause_then_those_that_cite_it(matto: Command) -> None:
    status, said, _ = matto("rules", "mineo-4", "--search", "3.16")
    assert status == 0
    found = headings(said)
    assert found[0] == "3.16"
    assert "3.12" in found
    assert "4.2" in headings(matto("rules", "mineo-4", "--search", "4.2")[1])


def test_a_section_may_be_searched_for_and_its_number_may_end_with_a_dot(
    matto: Command,
) -> None:
    section = [one for one in rulebook(GAME).clauses if one.startswith("6.")]
    assert headings(matto("rules", GAME, "--search", "6.")[1]) == section
    assert headings(matto("rules", GAME, "--search", "§6")[1]) == section
    assert headings(matto("rules", GAME, "6.")[1]) == section


@pytest.mark.parametrize(
    ("typed", "written"),
    [("Koenig", "König"), ("König", "Koenig"), ("Fuenfer", "Fünfer"), ("Große", "Grosse")],
)
def test_umlauts_are_found_however_they_are_typed(typed: str, written: str) -> None:
    book = parse(PAGE.replace("The Fool is high.", f"Here is {written}."), "tre.md")
    assert [one.number for one in book.search(typed)] == ["1.2"]


def test_a_word_that_only_looks_like_an_umlaut_is_looked_for_as_it_is() -> None:
    assert spellings("true queen neue") == (("true",), ("queen",), ("neue",))


def test_a_search_for_nothing_is_answered_with_how_to_search(matto: Command) -> None:
    status, said, complaint = matto("rules", GAME, "--search", "")
    assert (status, said) == (2, "")
    assert complaint.strip() == "--search needs a word or the number of a clause."


def test_for_rules_of_a_game_that_is_like_none_all_games_are_named(matto: Command) -> None:
    complaint = " ".join(matto("rules", "xx")[2].split())
    assert complaint.endswith(f"Games: {', '.join(catalogue())}.")

"""`matto replay`: a recorded deal at a glance and step by step, from any seat or open."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import pytest
import typer

from matto.cli import replay as module
from matto.cli.replay import BadReplayRequest, replay
from matto.cli.saved_matches import SavedMatch, saved_deal
from matto.engine.run import Run
from matto.records import (
    dump,
    dump_line,
    load,
    loads,
    match_of,
    record_of,
    transcript_of,
)
from records.deals import played, played_match


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture(scope="module")
def solo() -> Run:
    """A deal of mineo-3 that was played, with things said aside."""
    return next(run for seed in range(50) if (run := played("mineo-3", seed)).table.tricks)


def written(path: Path, words: str) -> Path:
    path.write_text(words, encoding="utf-8")
    return path


def shown(capsys: pytest.CaptureFixture[str], file: Path, **more: object) -> str:
    capsys.readouterr()
    replay(file, **more)  # type: ignore[arg-type]
    return capsys.readouterr().out


# -- at a glance -----------------------------------------------------------------------------


@pytest.mark.slow
def test_every_form_of_a_deal_shows_the_same_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], solo: Run
) -> None:
    record = record_of(solo)
    files = [
        written(tmp_path / "a.json", dump(record)),
        written(tmp_path / "a.txt", dump(record, "notation")),
        written(tmp_path / "a.jsonl", dump_line(transcript_of(solo))),
    ]
    pages = {shown(capsys, file) for file in files}
    assert len(pages) == 1


def test_the_page_has_hands_talk_tricks_sheet_and_the_words_of_its_clauses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], solo: Run
) -> None:
    page = shown(capsys, written(tmp_path / "a.json", dump(record_of(solo))))
    assert "all cards open" in page
    assert "“vado solo”" in page
    assert page.count("takes the trick") == 20
    assert "The score sheet" in page
    assert "rimatura" in page
    assert "5.5 Rimatura" in page
    assert "has 1 point" in page


@pytest.mark.slow
def test_from_a_seat_only_its_own_hand_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], solo: Run
) -> None:
    file = written(tmp_path / "a.json", dump(record_of(solo)))
    soloist = next(step.seat for step in record_of(solo).actions if step.kind == "discard")
    other = (soloist + 1) % 3
    for seat in (soloist, other):
        page = shown(capsys, file, seat=seat)
        dealt, _, story = page.partition("What happened")
        assert f"as seat {seat} sees it" in dealt
        assert [f"\n Seat {own}\n" in dealt for own in range(3)] == [
            own == seat for own in range(3)
        ]
        assert "Lying over" not in dealt
        assert ("lays away" in story) == (seat == soloist)


def test_what_a_seat_cannot_see_changes_nothing_on_its_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two cards that nobody ever sees but their holders, swapped: the same page."""
    run = next(run for seed in range(90) if not (run := played("mineo-3", seed)).table.tricks)
    first, second, third = run.setup.deal.hands
    swapped = (first, (*second[:-1], third[-1]), (*third[:-1], second[-1]))
    other = Run(
        run.game,
        msgspec.structs.replace(run.setup.deal, hands=swapped),
        dealer=run.setup.dealer,
        actions=run.actions,
    )
    pages = [
        shown(capsys, written(tmp_path / "a.json", dump(record_of(one))), seat=0)
        for one in (run, other)
    ]
    assert pages[0] == pages[1]


@pytest.mark.slow
def test_a_match_is_shown_deal_by_deal_or_one_deal_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path / "m.txt", dump(match_of(played_match("marolles", 3)), "notation"))
    every = shown(capsys, file)
    assert [f"deal {number} of 3" in every for number in range(1, 4)] == [True] * 3
    one = shown(capsys, file, deal=2)
    assert "deal 2 of 3" in one
    assert "deal 1 of 3" not in one


@pytest.mark.slow
def test_a_clause_is_told_once_however_many_deals_cite_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "".join(dump_line(transcript_of(run)) for run in played_match("calatafimi-2", 4))
    page = shown(capsys, written(tmp_path / "t.jsonl", lines))
    assert page.count("\n5.4 ") == 1


@pytest.mark.slow
def test_a_deal_that_was_thrown_in_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = played_match("mineo-3", 40)
    number = next(n for n, run in enumerate(runs, 1) if not run.table.tricks)
    lines = "".join(dump_line(transcript_of(run)) for run in runs)
    page = shown(capsys, written(tmp_path / "t.jsonl", lines), deal=number)
    assert "The cards are thrown in." in page
    assert "Card points" not in page


@pytest.mark.slow
def test_a_match_kept_by_matto_play_can_be_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = played_match("calatafimi-2", 2)
    saved = SavedMatch(
        game="calatafimi-2",
        rules_version=1,
        options=dict(runs[0].options),
        seat=0,
        bots="rule",
        seed="1",
        deals=[saved_deal(run) for run in runs],
    )
    file = tmp_path / "kept.json"
    file.write_bytes(msgspec.json.encode(saved))
    assert "deal 2 of 2" in shown(capsys, file)
    saved.deals[0].actions.pop(3)
    file.write_bytes(msgspec.json.encode(saved))
    with pytest.raises(typer.Exit) as left:
        replay(file)
    assert left.value.exit_code == 2


# -- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", [{"deal": 2}, {"seat": 3}, {"seat": 1, "open_cards": True}])
def test_what_the_record_does_not_have_cannot_be_shown(
    choice: dict[str, int], tmp_path: Path, solo: Run
) -> None:
    file = written(tmp_path / "a.json", dump(record_of(solo)))
    with pytest.raises(BadReplayRequest):
        replay(file, **choice)  # type: ignore[arg-type]


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "matto", "replay", *words],
        capture_output=True,
        text=True,
        check=False,
        env={"LANGUAGE": "en", "PATH": "", "COLUMNS": "100"},
    )


@pytest.mark.slow
def test_a_broken_record_ends_with_status_2_file_place_reason_and_clause(
    tmp_path: Path, solo: Run
) -> None:
    content = dump(record_of(solo))
    data = json.loads(content)
    data["result"]["sheet"][0]["item"] = "gift"
    broken = json.dumps(data, indent=1)
    file = written(tmp_path / "a.json", broken)
    done = command(str(file))
    clause = data["result"]["sheet"][0]["clause"]
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{file}, result.sheet[0]: ")
    assert done.stderr.rstrip().endswith(f"({clause})")
    assert file.read_text(encoding="utf-8") == broken


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["missing", "folder", "empty", "half"])
def test_a_file_that_cannot_be_read_ends_with_status_2_and_a_sentence(
    kind: str, tmp_path: Path, solo: Run
) -> None:
    files = {
        "missing": tmp_path / "nothing.json",
        "folder": tmp_path,
        "empty": written(tmp_path / "empty.json", ""),
        "half": written(tmp_path / "half.json", dump(record_of(solo))[:500]),
    }
    done = command(str(files[kind]))
    assert (done.returncode, done.stdout) == (2, "")
    assert str(files[kind]) in done.stderr
    assert "Traceback" not in done.stderr


# -- saving ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_transcript_can_be_saved_as_a_match_in_either_form(tmp_path: Path) -> None:
    runs = played_match("mineo-3", 3)
    source = written(
        tmp_path / "t.jsonl", "".join(dump_line(transcript_of(run)) for run in runs)
    )
    for name in ("m.json", "m.txt"):
        replay(source, save=tmp_path / name)
        assert load((tmp_path / name).read_bytes()) == match_of(runs)
    replay(source, deal=2, save=tmp_path / "d.txt")
    assert load((tmp_path / "d.txt").read_bytes()) == record_of(runs[1])


def test_deals_that_are_no_match_are_not_saved_as_one(tmp_path: Path) -> None:
    runs = [played("mineo-3", 1), played("mineo-3", 1)]
    source = written(
        tmp_path / "t.jsonl", "".join(dump_line(transcript_of(run)) for run in runs)
    )
    with pytest.raises(typer.Exit):
        replay(source, save=tmp_path / "m.json")
    assert [path.name for path in tmp_path.iterdir()] == ["t.jsonl"]
    with pytest.raises(typer.Exit):
        replay(source, deal=1, save=tmp_path / "none" / "m.json")


# -- step by step ----------------------------------------------------------------------------


def stepping(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    file: Path,
    keys: Iterable[str],
    **more: object,
) -> Sequence[str]:
    """Give the screens that a person sees who presses some keys and then quits."""
    pressed = iter([*keys, "q"])
    screens: list[str] = []

    def key() -> str:
        screens.append(capsys.readouterr().out)
        return next(pressed)

    monkeypatch.setattr(module, "_watched", lambda: True)
    monkeypatch.setattr(typer, "getchar", key)
    capsys.readouterr()
    replay(file, **more)  # type: ignore[arg-type]
    return screens


@pytest.fixture
def file(tmp_path: Path, solo: Run) -> Path:
    return written(tmp_path / "a.json", dump(record_of(solo)))


def test_next_and_back_go_one_action_on_and_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    screens = stepping(monkeypatch, capsys, file, ["n", " ", "b", "\x1b[D", "b"])
    places = [screen.split("Action ")[1].split(" of")[0] for screen in screens]
    assert places == ["0", "1", "2", "1", "0", "0"]


def test_each_moment_tells_what_just_happened_and_who_is_asked(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    file: Path,
    solo: Run,
) -> None:
    screens = stepping(monkeypatch, capsys, file, "n" * 4)
    for place, screen in enumerate(screens):
        asked = solo.fork(place).decision
        assert asked is not None
        assert f"Seat {asked.seat} is asked: {asked.kind} ({asked.clause})" in screen
    assert solo.actions[0].choice.replace("_", " ") in screens[1].split("What just happened")[1]


@pytest.mark.slow
def test_next_trick_goes_to_the_end_of_each_trick_and_then_of_the_deal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    screens = stepping(monkeypatch, capsys, file, "t" * 21)
    told = [screen.split("What just happened")[-1] for screen in screens[1:21]]
    assert [f"Trick {number}" in tale for number, tale in enumerate(told, 1)] == [True] * 20
    assert all("takes the trick" in tale for tale in told)
    assert "The deal is over" in screens[20]
    assert screens[21] == screens[20]


@pytest.mark.slow
def test_start_end_glance_sheet_and_clauses_have_their_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    keys = ["e", "s", "x", "c", "x", "g", "x", "0", "?"]
    screens = stepping(monkeypatch, capsys, file, keys)
    assert "The deal is over" in screens[1]
    assert "The score sheet" in screens[2]
    assert "has 1 point" in screens[4]
    assert screens[6].count("takes the trick") == 20
    assert "Action 0 of" in screens[8]
    assert screens[9] == screens[8]


def test_other_eyes_go_round_the_seats_and_hide_the_other_hands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    screens = stepping(monkeypatch, capsys, file, ["v", "v", "v", "v"])
    eyes = [
        "all cards open",
        *(f"as seat {seat} sees it" for seat in range(3)),
        "all cards open",
    ]
    assert [eye in screen for eye, screen in zip(eyes, screens, strict=True)] == [True] * 5
    signs = [sum(screen.count(sign) for sign in "♠♣♥♦") for screen in screens]
    assert max(signs[1:4]) < signs[0]


def test_in_a_match_one_goes_from_deal_to_deal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = written(tmp_path / "m.json", dump(match_of(played_match("calatafimi-2", 3))))
    screens = stepping(monkeypatch, capsys, source, ["n", "d", "d", "d", "a"], deal=1)
    titles = [screen.split("deal ")[1][:6] for screen in screens]
    assert titles == ["1 of 3", "1 of 3", "2 of 3", "3 of 3", "3 of 3", "2 of 3"]


def test_the_end_of_the_input_quits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    def key() -> str:
        raise EOFError

    monkeypatch.setattr(module, "_watched", lambda: True)
    monkeypatch.setattr(typer, "getchar", key)
    replay(file)
    assert "Action 0" in capsys.readouterr().out


def test_all_prints_instead_of_stepping(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    monkeypatch.setattr(module, "_watched", lambda: True)
    assert "What happened" in shown(capsys, file, whole=True)
    assert loads(file.read_bytes())[0].result is not None

"""Sheets for a reader, and what two judges say to him, in a deal that was played."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import reading
from matto.engine.run import Run
from matto.games import catalogue
from matto.games import game as find_game
from matto.records import dump, loads, record_of, write_whole
from paying_habits import JUDGES
from reading import Place, ask, played, sheet, written
from script import RULE

GAME = find_game("barcellona-3")
FEW = reading.MIN_WORLDS


@pytest.fixture(autouse=True)
def a_small_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals by the rule of thumb."""
    monkeypatch.setattr(reading, "USUAL", RULE)


@pytest.mark.parametrize("game_id", catalogue())
def test_a_sheet_has_every_choice_once_and_in_order(game_id: str) -> None:
    run = played(find_game(game_id), 1, 0)
    lines = [line for line in sheet(run) if line.startswith("#")]
    assert len(lines) == run.done
    for number, (line, action) in enumerate(zip(lines, run.actions, strict=True)):
        told = f"#{number} seat {action.seat} {action.kind}: {action.choice}"
        assert line.removesuffix(" (the only one)") == told


def test_a_sheet_tells_what_the_seat_holds_and_what_lies() -> None:
    run = played(GAME, 1, 0)
    number = next(n for n, action in enumerate(run.actions) if action.kind == "play")
    lines = list(sheet(run))
    first = next(n for n, line in enumerate(lines) if line.startswith(f"#{number} "))
    view = run.fork(number).view(run.actions[number].seat)
    assert lines[first + 1] == "    lies: nothing, it leads"
    assert lines[first + 2] == f"    holds: {' '.join(view.hand)}"


def test_a_sheet_tells_what_lies_in_the_pot_before_and_after() -> None:
    run = played(find_game("tortorici-1930"), 1, 0)
    assert run.result is not None
    assert run.setup.carried.keys() == run.result.carried.keys() == {"pot"}
    before, after = run.setup.carried["pot"], run.result.carried["pot"]
    assert before != after
    lines = list(sheet(run))
    assert f"pot before, in the smallest unit: {before}" in lines
    assert lines[-1] == f"pot after, in the smallest unit: {after}"


def test_a_payment_is_told_with_what_each_seat_gets_and_is_nobodys() -> None:
    """What is announced is paid all at once: the event is none of those who announced it."""
    lines = list(sheet(played(find_game("grosstarock"), 1, 0)))
    paid = [line.split() for line in lines if line.startswith("    paid: ")]
    assert paid
    for _, item, *amounts in paid:
        assert item != "seat"
        assert sum(map(int, amounts)) == 0


def thrown_in() -> Place:
    """A deal of Priestertarock in which all pass."""
    game = find_game("priestertarock")
    seed = next(seed for seed in range(100) if not played(game, seed, 0).table.tricks)
    return game.id, seed, 0


def test_of_a_deal_that_is_thrown_in_the_next_one_is_read() -> None:
    game_id, seed, dealer = thrown_in()
    deal = written((game_id, seed, dealer))
    assert loads(deal.record)[0].table.tricks
    assert deal.name != f"{game_id}-{seed}-{dealer}"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A deal that was played."""
    path = tmp_path / "deal.json"
    write_whole(path, dump(record_of(played(GAME, 1, 0))).encode())
    return path


def told(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    """What the command says: its status, what it prints, what it complains of."""
    monkeypatch.setattr(sys, "argv", ["reading", *arguments])
    status = reading.main()
    return status, *capsys.readouterr()


def test_a_card_is_no_better_than_itself(record: Path) -> None:
    run = loads(record.read_bytes())[0]
    number, card = last_free_card(record)
    today, *judges = ask(run, number, card, FEW)
    assert today == f"today: {card}"
    assert [line.split(" brings ")[1][:13] for line in judges] == ["+0.00 ± 0.00 "] * 2


def last_free_card(record: Path) -> tuple[int, str]:
    """The last choice of a card that was none of necessity."""
    run = loads(record.read_bytes())[0]
    last = [n for n, offered in enumerate(run.offered) if len(offered) > 1][-1]
    return last, run.actions[last].choice


def test_words_and_cards_laid_away_are_judged_too(record: Path) -> None:
    run = loads(record.read_bytes())[0]
    kinds = {action.kind for action in run.actions} - {"play"}
    assert {"bid", "discard"} <= kinds
    for kind in sorted(kinds):
        numbers = [n for n, action in enumerate(run.actions) if action.kind == kind]
        free = [n for n in numbers if len(run.offered[n]) > 1]
        for number in free[:1]:
            other = next(c for c in run.offered[number] if c != run.actions[number].choice)
            assert len(list(ask(run, number, other, FEW))) == 3


@pytest.mark.parametrize(
    ("number", "card", "sentence"),
    [
        ("0", "T99", "no bid here"),
        ("4000", "SK", "There are choices 0 to "),
        ("-1", "SK", "There are choices 0 to "),
    ],
)
def test_what_may_not_be_chosen_is_refused_with_a_sentence(
    number: str,
    card: str,
    sentence: str,
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["ask", str(record), "--", number, card]
    status, printed, complaint = told(arguments, monkeypatch, capsys)
    assert (status, printed) == (2, "")
    assert sentence in complaint


def test_so_many_deals_are_judged_as_are_asked_for(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[str] = []

    def brought(_deal: Run, card: str, _who: str) -> int:
        judged.append(card)
        return 0

    monkeypatch.setattr(reading, "brought", brought)
    run, (number, card) = loads(record.read_bytes())[0], last_free_card(record)
    for worlds in (FEW, 2 * FEW):
        judged.clear()
        list(ask(run, number, card, worlds))
        assert judged == [card] * 2 * len(JUDGES) * worlds


@pytest.mark.parametrize("worlds", ["0", "7", "many"])
def test_too_few_deals_are_refused_with_a_sentence(
    worlds: str,
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        told(["ask", str(record), "0", "SK", "--worlds", worlds], monkeypatch, capsys)
    assert f"at least {FEW} deals, not {worlds}" in capsys.readouterr().err


def test_half_a_record_and_none_at_all_are_refused_with_a_sentence(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record.write_text(record.read_text(encoding="utf-8")[:200], encoding="utf-8")
    for path in (record, record.with_name("missing.json")):
        status, printed, complaint = told(["ask", str(path), "0", "SK"], monkeypatch, capsys)
        assert (status, printed, complaint.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--jobs", "0"], "At least one process has to play, not 0."),
        (["--games", "tressette"], "There is no game “tressette”"),
        (["--out", "deal.json"], "deal.json: File exists."),
    ],
    ids=["jobs", "game", "folder"],
)
def test_what_cannot_be_played_or_written_is_told_before_anything_is_played(
    arguments: list[str],
    sentence: str,
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(record.parent)
    monkeypatch.setattr(reading, "spread", None)
    status, printed, complaint = told(["play", *arguments], monkeypatch, capsys)
    assert (status, printed) == (2, "")
    assert sentence in complaint
    assert list(record.parent.iterdir()) == [record]


def test_the_same_seed_gives_the_same_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("one", "two"):
        out = str(tmp_path / folder)
        games = "calatafimi-2,mineo-3"
        arguments = ["play", "--games", games, "--seed", "5", "--out", out]
        assert told(arguments, monkeypatch, capsys)[0] == 0
    one, two = (sorted((tmp_path / folder).iterdir()) for folder in ("one", "two"))
    assert len(one) == 4
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]

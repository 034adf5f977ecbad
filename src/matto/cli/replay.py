"""`matto replay`: a recorded deal or match, step by step or at a glance."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from matto.engine.errors import BadRecord, MattoError
from matto.engine.words import Text, preferred_language, text, translator

if TYPE_CHECKING:
    from matto.records import Recording

JSON_SUFFIX = ".json"


class BadReplayRequest(MattoError):
    """A deal or a seat that the record does not have, or options that exclude each other."""


File = Annotated[
    Path,
    typer.Argument(
        help="A record or match (JSON or notation), a match of “matto play”, a transcript."
    ),
]
DealNumber = Annotated[
    int | None, typer.Option(min=1, help="Which deal of the file, counted from 1.")
]
SeatNumber = Annotated[
    int | None, typer.Option(min=0, help="Show only what this seat sees, counted from 0.")
]
OpenCards = Annotated[bool, typer.Option("--open", help="Show all cards (this is usual).")]
Whole = Annotated[
    bool, typer.Option("--all", help="Print it all instead of going step by step.")
]
Target = Annotated[
    Path | None,
    typer.Option(help="Write it as a record: JSON if the name ends in .json, else notation."),
]


def replay(
    file: File,
    deal: DealNumber = None,
    seat: SeatNumber = None,
    open_cards: OpenCards = False,
    whole: Whole = False,
    save: Target = None,
) -> None:
    """Play a recorded deal back: step by step at a terminal, else as one page.

    Every action is checked against the rules; a record that breaks one is refused.
    """
    if seat is not None and open_cards:
        raise BadReplayRequest(text("Choose either --seat or --open."))
    try:
        recording = _read(file)
        numbers = _numbers(recording, deal)
        _check_seat(recording, numbers[0], seat)
        if save is not None:
            _save(recording, numbers, save)
        else:
            _show(recording, numbers, seat, whole=whole)
    except BadRecord as error:
        complain(refusal(file, error))
        raise typer.Exit(2) from error


def _show(recording: Recording, numbers: range, seat: int | None, *, whole: bool) -> None:
    from matto.cli.replay_viewer import Page, Stepper
    from matto.cli.screen import Screen

    page = Page(Screen(preferred_language()), recording)
    if not whole and _watched():
        Stepper(page, numbers[0], seat).run()
        return
    for number in numbers:
        page.whole(number, seat)


def refusal(file: Path, error: BadRecord) -> Text:
    """Say where a record is broken, why, and by which clause."""
    sentence = error.sentence
    if error.clause:
        sentence = text("{sentence} ({clause})", sentence=sentence, clause=error.clause)
    if error.line is None:
        place = f"{file}, {error.part}" if error.part else file
        return text("{file}: {sentence}", file=place, sentence=sentence)
    return text(
        "{file}, line {line}: {sentence}", file=file, line=error.line, sentence=sentence
    )


def complain(sentence: Text) -> None:
    """Print a sentence to the error output, in the person's language."""
    from rich.console import Console

    words = sentence.render(translator(preferred_language()))
    console = Console(stderr=True, soft_wrap=True)
    console.print(words, style="bold red", markup=False, emoji=False, highlight=False)


def _read(file: Path) -> Recording:
    from matto.cli.saved_matches import saved_match
    from matto.records import loads

    try:
        content = file.read_bytes()
    except OSError as error:
        why = error.strerror or str(error)
        complain(text("{file} cannot be read: {why}.", file=file, why=why))
        raise typer.Exit(2) from error
    return saved_match(content) or loads(content)


def _numbers(recording: Recording, deal: int | None) -> range:
    """The deals wanted, counted from 0."""
    if deal is None:
        return range(len(recording))
    if deal > len(recording):
        raise BadReplayRequest(
            text(
                "There is no deal {deal}: the file has {deals}.",
                deal=deal,
                deals=len(recording),
            )
        )
    return range(deal - 1, deal)


def _check_seat(recording: Recording, number: int, seat: int | None) -> None:
    game = recording[number].game
    if seat is not None and seat >= game.seats:
        raise BadReplayRequest(
            text(
                "There is no seat {seat}: the seats of {game} are 0 to {last}.",
                seat=seat,
                game=game.id,
                last=game.seats - 1,
            )
        )


def _watched() -> bool:
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return terminal and os.environ.get("TERM") != "dumb"


def _save(recording: Recording, numbers: range, target: Path) -> None:
    """Write deals as a record; several must be those of one match. Raises `BadRecord`."""
    from matto.records import dump, load, match_of, record_of, whole_or_not_at_all

    runs = [recording[number] for number in numbers]
    single = len(runs) == 1 and not recording.is_match
    record = record_of(runs[0]) if single else match_of(runs)
    words = dump(record, "json" if target.suffix == JSON_SUFFIX else "notation")
    load(words)
    try:
        with whole_or_not_at_all(target) as handle:
            handle.write(words)
    except OSError as error:
        why = error.strerror or str(error)
        complain(text("{file} cannot be written: {why}.", file=target, why=why))
        raise typer.Exit(2) from error
    done = text("Written: {file}", file=target)
    typer.echo(done.render(translator(preferred_language())))

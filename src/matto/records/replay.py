"""Replaying a record: every part of it is checked against the rules, nothing is believed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from matto.engine.cards import card
from matto.engine.errors import (
    BadCard,
    BadDeal,
    BadOptionValue,
    BadRecord,
    GameOver,
    IllegalChoice,
    UnknownGame,
    UnknownOption,
)
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import SAY, Action, Run
from matto.engine.words import Text, text
from matto.records.places import Path, Place, RecordPlaces
from matto.records.shape import DealRecord, Ending, Step, ending_of
from matto.records.versions import game_of


def replay(record: DealRecord, places: RecordPlaces | None = None) -> Run:
    """Play a recorded deal through to its end.

    Raises `BadRecord` with the place (by `places`), the reason and, where a rule is broken,
    its clause.
    """
    places = places or RecordPlaces()
    run = begin(record, places)
    for index, step in enumerate(record.actions):
        act(run, step, places.of(("actions", index)))
    if run.result is None:
        raise too_few(run, places.of(("result",)))
    check_ending(record.result, ending_of(run.result), places)
    return run


def begin(record: DealRecord, places: RecordPlaces) -> Run:
    """Set the table for a recorded deal; raises `BadRecord`."""
    game = _game(record, places)
    options = _options(game, record.options, places)
    if record.seats != game.seats:
        raise differs("seats", record.seats, game.seats, places.of(("seats",)))
    if record.dealer >= game.seats:
        sentence = text(
            "Seat {dealer} cannot be the dealer: the seats of {game} are 0 to {last}.",
            dealer=record.dealer,
            game=game.id,
            last=game.seats - 1,
        )
        raise BadRecord(sentence, at=places.of(("dealer",)))
    if set(record.carried) != set(game.carried):
        raise differs(
            "carried", sorted(record.carried), sorted(game.carried), places.of(("carried",))
        )
    _check_cards(record, places)
    try:
        return Run(
            game,
            record.deal,
            dealer=record.dealer,
            options=options,
            carried=record.carried,
        )
    except BadDeal as error:
        raise BadRecord(error.sentence, at=places.of(("dealt",))) from error


def act(run: Run, step: Step, at: Place) -> None:
    """Do or say what a recorded step tells; raises `BadRecord`."""
    if step.seat >= run.game.seats:
        sentence = text(
            "There is no seat {seat}: the seats of {game} are 0 to {last}.",
            seat=step.seat,
            game=run.game.id,
            last=run.game.seats - 1,
        )
        raise BadRecord(sentence, at=at)
    try:
        if step.kind == SAY and run.decision is None:
            raise GameOver(text("The deal is over."))
        run.act(Action(step.seat, step.kind, step.choice))
    except IllegalChoice as error:
        sentence = text(
            "Seat {seat} cannot choose “{choice}” here. {reason}",
            seat=step.seat,
            choice=step.choice,
            reason=error.sentence,
        )
        raise BadRecord(sentence, at=at, clause=error.refusal.clause) from error
    except GameOver as error:
        sentence = text("The deal was over before this action: there are too many actions.")
        raise BadRecord(sentence, at=at) from error


def too_few(run: Run, at: Place) -> BadRecord:
    """The refusal of a deal that stops before its end."""
    decision = run.decision
    if decision is None:
        raise ValueError("the deal is over")
    sentence = text(
        "There are too few actions: after {done} of them seat {seat} is still to {kind}.",
        done=len(run.actions),
        seat=decision.seat,
        kind=decision.kind,
    )
    return BadRecord(sentence, at=at, clause=decision.clause)


def check_ending(found: Ending, true: Ending, places: RecordPlaces) -> None:
    """Raise `BadRecord` unless a recorded ending is the one that the actions lead to."""
    _check_sheet(found, true, places)
    for name in ("scores", "points", "thrown_in", "next_dealer", "carried"):
        said, is_really = getattr(found, name), getattr(true, name)
        if said != is_really:
            raise differs(name, said, is_really, places.of(("result", name)))


def _check_sheet(found: Ending, true: Ending, places: RecordPlaces) -> None:
    for index, (said, is_really) in enumerate(zip(found.sheet, true.sheet, strict=False)):
        if said != is_really:
            sentence = text(
                "The score sheet says {found} here, but the deal earns {true}.",
                found=_spell_row(msgspec.structs.astuple(said)),
                true=_spell_row(msgspec.structs.astuple(is_really)),
            )
            at = places.of(("result", "sheet", index))
            raise BadRecord(sentence, at=at, clause=is_really.clause)
    if len(found.sheet) > len(true.sheet):
        extra = found.sheet[len(true.sheet)]
        sentence = text(
            "The score sheet has a row too many: {row} is not earned.",
            row=_spell_row(msgspec.structs.astuple(extra)),
        )
        at = places.of(("result", "sheet", len(true.sheet)))
        raise BadRecord(sentence, at=at, clause=extra.clause)
    if len(found.sheet) < len(true.sheet):
        missing = true.sheet[len(found.sheet)]
        sentence = text(
            "The score sheet lacks a row: {row}.",
            row=_spell_row(msgspec.structs.astuple(missing)),
        )
        at = places.of(("result", "sheet"))
        raise BadRecord(sentence, at=at, clause=missing.clause)


def _spell_row(row: tuple[object, ...]) -> str:
    item, clause, amounts = row
    return f"“{item}” ({clause}) {_spell(amounts)}"


def _game(record: DealRecord, places: RecordPlaces) -> Game:
    try:
        return game_of(record.game, record.rules_version)
    except UnknownGame as error:
        raise BadRecord(error.sentence, at=places.of(("game",))) from error
    except BadRecord as error:
        raise BadRecord(error.sentence, at=places.of(("rules_version",))) from error


def _options(game: Game, given: Mapping[str, object], places: RecordPlaces) -> Options:
    for name, value in given.items():
        try:
            exact = game.resolve({name: value})[name]
        except (UnknownOption, BadOptionValue) as error:
            raise BadRecord(error.sentence, at=places.of(("options", name))) from error
        if type(exact) is not type(value) or exact != value:
            raise differs(name, value, exact, places.of(("options", name)))
    missing = [
        option.name
        for option in game.options
        if option.name not in given and option.before is None
    ]
    if missing:
        sentence = text(
            "Every option must be given with its value; missing: {missing}.",
            missing=", ".join(missing),
        )
        raise BadRecord(sentence, at=places.of(("options",)))
    return game.recorded(given)


def _check_cards(record: DealRecord, places: RecordPlaces) -> None:
    """Find the first word that is no card, or a card that is dealt twice, and its line."""
    piles: list[tuple[Path, Sequence[str]]] = [
        (("dealt", seat), hand) for seat, hand in enumerate(record.dealt)
    ]
    piles.append((("talon",), record.talon))
    seen: set[str] = set()
    for path, pile in piles:
        for index, code in enumerate(pile):
            at = places.of((*path, index))
            try:
                card(code)
            except BadCard as error:
                raise BadRecord(error.sentence, at=at) from error
            if code in seen:
                raise BadRecord(text("{card} is dealt twice.", card=code), at=at)
            seen.add(code)


_NAMES: Mapping[str, Text] = {
    "seats": text("number of seats"),
    "carried": text("amount carried on"),
    "scores": text("scores"),
    "points": text("card points"),
    "thrown_in": text("thrown in"),
    "next_dealer": text("next dealer"),
    "dealer": text("dealer"),
    "ledger": text("ledger"),
}


def differs(name: str, found: object, true: object, at: Place) -> BadRecord:
    """The refusal of a part that says something else than the deal itself."""
    sentence = text(
        "The record says {found} for “{name}”, but it is {true}.",
        name=_NAMES.get(name, Text(name)),
        found=_spell(found),
        true=_spell(true),
    )
    return BadRecord(sentence, at=at)


def _spell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return " ".join(f"{name}={amount}" for name, amount in value.items()) or "–"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "–"
    return str(value)

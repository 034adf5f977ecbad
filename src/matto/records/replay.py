"""Replaying records of deals and matches: every part is checked against the rules.

A record names the version of the rules by which it was played. When the rules of a game
change, its `rules_version` goes up, and the earlier game is either kept here, so that old
records still replay by the rules of their day, or they are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
from matto.engine.events import SAY
from matto.engine.game import Game
from matto.engine.options import Options
from matto.engine.run import Action, Run
from matto.engine.words import Text, text
from matto.games import game as current_game
from matto.records.json_form import (
    DealRecord,
    Ending,
    MatchRecord,
    Path,
    Place,
    RecordPlaces,
    Step,
    ending_of,
)

EARLIER: dict[tuple[str, int], Callable[[], Game]] = {}
"""Earlier games by id and rules version; each is a `Game` with that version."""


def replayable(game_id: str) -> tuple[int, ...]:
    """The versions of a game's rules that can be replayed, oldest first."""
    earlier = {version for known, version in EARLIER if known == game_id}
    return tuple(sorted({*earlier, current_game(game_id).rules_version}))


def game_of(game_id: str, rules_version: int) -> Game:
    """Return a game by the rules of a version; raises `UnknownGame`, `BadRecord`."""
    game = current_game(game_id)
    if rules_version == game.rules_version:
        return game
    earlier = EARLIER.get((game_id, rules_version))
    if earlier is not None:
        return earlier()
    sentence = (
        text(
            "This was played by version {found} of the rules of {game}, which is newer than "
            "this program (version {known}): use a newer matto.",
            found=rules_version,
            game=game_id,
            known=game.rules_version,
        )
        if rules_version > game.rules_version
        else text(
            "This was played by version {found} of the rules of {game}, which can no longer "
            "be replayed. Versions that can: {known}.",
            found=rules_version,
            game=game_id,
            known=", ".join(map(str, replayable(game_id))),
        )
    )
    raise BadRecord(sentence)


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
            game, record.deal, dealer=record.dealer, options=options, carried=record.carried
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


def replay_match(record: MatchRecord, places: RecordPlaces | None = None) -> tuple[Run, ...]:
    """Play a recorded match through, deal after deal; raises `BadRecord`.

    Each deal must be the one that follows: same game and options, the next dealer, what was
    carried on; and the ledger must be what the deals add up to.
    """
    places = places or RecordPlaces()
    runs: list[Run] = []
    for index, deal in enumerate(record.deals):
        here = places.inside(("deals", index))
        if runs:
            _check_follows(deal, record.deals[index - 1], here)
        runs.append(replay(deal, here))
    _check_ledger(record.ledger, runs, places.of(("ledger",)))
    return tuple(runs)


def _check_follows(deal: DealRecord, before: DealRecord, places: RecordPlaces) -> None:
    for name in ("game", "rules_version", "options"):
        if getattr(deal, name) != getattr(before, name):
            sentence = text("All deals of a match have the same {what}.", what=name)
            raise BadRecord(sentence, at=places.of((name,)))
    if deal.dealer != before.result.next_dealer:
        raise differs("dealer", deal.dealer, before.result.next_dealer, places.of(("dealer",)))
    if deal.carried != before.result.carried:
        raise differs("carried", deal.carried, before.result.carried, places.of(("carried",)))


def ledger_of(runs: Sequence[Run]) -> tuple[int, ...]:
    """Return what each seat has after some deals of one match, in the game's smallest unit."""
    first = runs[0]
    stake = first.game.start(first.options)
    scores = [run.result.scores for run in runs if run.result is not None]
    return tuple(stake + sum(seat) for seat in zip(*scores, strict=True))


def _check_ledger(found: tuple[int, ...], runs: Sequence[Run], at: Place) -> None:
    true = ledger_of(runs)
    if found != true:
        raise differs("ledger", found, true, at)

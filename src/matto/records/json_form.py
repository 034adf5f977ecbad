"""Records as JSON: their shape, writing and reading them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from matto.engine.cards import CODES
from matto.engine.errors import BadRecord
from matto.engine.events import Deal, Result
from matto.engine.options import Value
from matto.engine.run import Action
from matto.engine.words import text

Path = tuple[str | int, ...]
"""Where a value is: `("actions", 3, "seat")`."""

Place = int | str
"""A line, or a path as it is told: `actions[3].seat`."""

_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[(\d+)\]|(\[\.\.\.\])")


class RecordPlaces:
    """Where the parts of a record stand: told by lines if there are any, else by paths.

    A part without a line of its own stands in its whole's, or else in the `default` one.
    """

    def __init__(
        self,
        lines: Mapping[Path, int] | None = None,
        default: int | None = None,
        whole: Path = (),
    ) -> None:
        self._lines = lines or {}
        self._default = default
        self._whole = whole

    def of(self, path: Path) -> Place:
        """Return the line of a part, or its path."""
        path = (*self._whole, *path)
        if self._default is None:
            return spelled_path(path)
        around = (self._lines.get(path[:length]) for length in range(len(path), -1, -1))
        return next((line for line in around if line is not None), self._default)

    def inside(self, prefix: Path) -> RecordPlaces:
        """Return the places of a part, seen from that part."""
        return RecordPlaces(self._lines, self._default, (*self._whole, *prefix))


def spelled_path(path: Path) -> str:
    """Return a path as it is told: `actions[3].seat`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def path_of(message: str) -> Path:
    """Read the path at the end of a message of msgspec: `… - at `$.actions[3].seat``."""
    where = message.rpartition("`$")[2].rstrip("`") if "`$" in message else ""
    path: list[str | int] = []
    for name, index, any_key in _STEP.findall(where):
        if any_key:
            break
        path.append(name or int(index))
    return tuple(path)


VERSION: Final = 1
"""The version of the record's own form, which has nothing to do with a game's rules."""

Card = Annotated[str, Meta(extra_json_schema={"enum": list(CODES)})]
Seat = Annotated[int, Meta(ge=0)]
Cards = tuple[Card, ...]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the score sheet: what was earned, by which clause, and who pays whom."""

    item: Annotated[str, Meta(description="What was earned.")]
    clause: Annotated[
        str, Meta(description="The clause of the rulebook by which it was earned.")
    ]
    amounts: Annotated[
        tuple[int, ...], Meta(description="Who gets and who pays what, by seat.")
    ]


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a deal ended, amounts in the game's smallest unit and by seat."""

    scores: Annotated[
        tuple[int, ...],
        Meta(description="What each seat won or lost, in the game's smallest unit."),
    ]
    points: Annotated[
        tuple[int, ...], Meta(description="Card points of each seat, or of its party.")
    ]
    sheet: Annotated[tuple[Line, ...], Meta(description="The score sheet.")]
    thrown_in: Annotated[bool, Meta(description="Nobody played.")]
    next_dealer: Annotated[Seat, Meta(description="The seat that deals next.")]
    carried: Annotated[Mapping[str, int], Meta(description="What goes on into the next deal.")]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat did: an answer to a question, or (`kind` is `say`) something said aside."""

    seat: Annotated[Seat, Meta(description="The seat that did it.")]
    kind: Annotated[
        str, Meta(description="What it was asked for; `say` for what was said aside.")
    ]
    choice: Annotated[str, Meta(description="What it chose or said.")]


class DealRecord(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="format",
    tag="matto-deal",
):
    """One finished deal: the cards as dealt and the actions, from which all else follows."""

    version: Annotated[Literal[1], Meta(description="The version of this form.")]
    game: Annotated[str, Meta(description="The game's id.")]
    rules_version: Annotated[int, Meta(description="Which reading of the rules was played.")]
    options: Annotated[
        Mapping[str, Value], Meta(description="Every option of the game with its value.")
    ]
    seats: Annotated[int, Meta(ge=2, description="How many played.")]
    dealer: Annotated[Seat, Meta(description="The seat that dealt.")]
    carried: Annotated[
        Mapping[str, int], Meta(description="What the deal began with: pots, stakes.")
    ]
    dealt: Annotated[
        tuple[Cards, ...], Meta(description="Every hand as it was dealt, by seat.")
    ]
    talon: Annotated[Cards, Meta(description="What lay over.")]
    actions: Annotated[
        tuple[Step, ...], Meta(description="All that was done and said, in order.")
    ]
    result: Annotated[Ending, Meta(description="How it ended.")]

    @property
    def deal(self) -> Deal:
        """The dealt cards as the engine takes them."""
        return Deal(self.dealt, self.talon)


class MatchRecord(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="format",
    tag="matto-match",
):
    """Deals of one game by the same players, and what each has in the end."""

    version: Annotated[Literal[1], Meta(description="The version of this form.")]
    deals: Annotated[
        tuple[DealRecord, ...], Meta(min_length=1, description="The deals, in their order.")
    ]
    ledger: Annotated[
        tuple[int, ...],
        Meta(description="What each seat had in the end, in the game's smallest unit."),
    ]


Record = DealRecord | MatchRecord


def step_of(action: Action) -> Step:
    """Write an action down."""
    return Step(action.seat, action.kind, action.choice)


def ending_of(result: Result) -> Ending:
    """Write a result down; notes of the sheet are left out, since they follow by replaying."""
    return Ending(
        scores=result.scores,
        points=result.points,
        sheet=tuple(Line(row.item, row.clause, row.amounts) for row in result.sheet),
        thrown_in=result.thrown_in,
        next_dealer=result.next_dealer,
        carried=dict(result.carried),
    )


WIDTH = 96
FORMATS = ("matto-deal", "matto-match")


def dump_json(record: Record) -> str:
    """Write a record as JSON, laid out so that people can read and compare it."""
    return _lay_out(msgspec.to_builtins(record), "") + "\n"


def _lay_out(value: object, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, list | tuple | dict) or not value:
        return flat
    if isinstance(value, dict):
        if len(indent + flat) <= WIDTH:
            return flat
    elif not any(isinstance(item, list | tuple | dict) for item in value):
        return flat
    deeper = indent + " "
    if isinstance(value, dict):
        lines = [
            f"{deeper}{json.dumps(key)}: {_lay_out(item, deeper)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    lines = [deeper + _lay_out(item, deeper) for item in value]
    return "[\n" + ",\n".join(lines) + f"\n{indent}]"


def parse_json(content: str) -> tuple[Record, RecordPlaces]:
    """Read a record and where its parts stand; raises `BadRecord`. Nothing is replayed yet."""
    raw, places = read_json(content), RecordPlaces()
    _check_header(raw)
    return convert(raw, DealRecord | MatchRecord, places), places


def read_json(content: str) -> object:
    """Read any JSON text; raises `BadRecord`, also where a key is given twice."""
    try:
        raw = msgspec.json.decode(content)
        json.loads(content, object_pairs_hook=_each_key_once)
        return raw
    except RecursionError as error:
        raise BadRecord(text("This is nested too deeply to be a record.")) from error
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise _malformed(content, error) from error


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Raise `BadRecord` for a key given twice: JSON readers silently keep one of the two."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        key = next(key for key in keys if keys.count(key) > 1)
        raise BadRecord(text("“{key}” is given twice.", key=key))
    return found


def _malformed(content: str, error: Exception) -> BadRecord:
    """Find the line where JSON breaks off; msgspec knows only that it does."""
    try:
        json.loads(content)
    except json.JSONDecodeError as known:
        problem, line = known.msg.removesuffix(" at").removesuffix(" starting"), known.lineno
    except (ValueError, RecursionError):
        problem, line = str(error), 1
    else:
        problem, line = str(error), 1
    sentence = text("This is not whole JSON: {problem}.", problem=problem)
    return BadRecord(sentence, at=line)


def _check_header(raw: object) -> None:
    form = raw.get("format") if isinstance(raw, Mapping) else None
    if not isinstance(raw, Mapping) or form not in FORMATS:
        sentence = text(
            "This is not a record of matto: its “format” must be one of {formats}.",
            formats=", ".join(FORMATS),
        )
        raise BadRecord(sentence)
    check_version(raw.get("version"), "version")


def check_version(version: object, at: Place) -> None:
    """Raise `BadRecord` unless this program reads this version of the record's form."""
    if version != VERSION or isinstance(version, bool):
        sentence = text(
            "This record has version {found} of the form; this program reads version {known}.",
            found=version,
            known=VERSION,
        )
        raise BadRecord(sentence, at=at)


def convert(raw: object, form: Any, places: RecordPlaces) -> Any:
    """Make a struct (of type `form`) of plain values; raises `BadRecord` at a wrong one."""
    try:
        return msgspec.convert(raw, type=form)
    except msgspec.ValidationError as error:
        message = str(error)
        sentence = text(
            "The record is not in form: {problem}.", problem=message.partition(" - at ")[0]
        )
        raise BadRecord(sentence, at=places.of(path_of(message))) from error

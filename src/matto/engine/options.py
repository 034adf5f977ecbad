"""Options of a game: names, types, defaults, presets, and the check of what is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from matto.engine.errors import BadOptionValue, UnknownOption
from matto.engine.words import N_, text

Value = bool | int | str

MANY_VALUES = 6
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")

_WORDS_FOR = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


_SWITCH: Mapping[str, str] = {"on": N_("yes"), "off": N_("no")}


@dataclass(frozen=True)
class Option:
    """One variant of a game: its values (default first is not required), clause and meaning.

    `labels` are what people call its values, in English as the catalogues know it. `before` is
    how deals were played that were recorded before there was this option; without it, a record
    that does not name the option is refused.
    """

    name: str
    default: Value
    values: tuple[Value, ...]
    clause: str
    about: str
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)
    before: Value | None = None

    @property
    def kind(self) -> str:
        """`switch`, `number` or `choice`."""
        if isinstance(self.default, bool):
            return "switch"
        return "number" if isinstance(self.default, int) else "choice"

    def read(self, value: object) -> Value:
        """Return the value meant by a word or a value; raises `BadOptionValue`."""
        wanted: object = value
        if isinstance(value, str):
            word = value.strip().lower()
            if self.kind == "switch":
                wanted = _WORDS_FOR.get(word, value)
            elif self.kind == "number":
                number = whole_number(word)
                wanted = value if number is None else number
            else:
                wanted = word
        for known in self.values:
            if wanted == known and type(wanted) is type(known):
                return known
        raise BadOptionValue(
            text(
                "Option {name} takes {values}, not “{value}”.",
                name=self.name,
                values=self.spelled_values(),
                value=value,
            )
        )

    def label(self, value: Value) -> str:
        """Return what people call a value; a number is called by itself."""
        return self.labels.get(spell(value)) or spell(value)

    def spelled_values(self) -> str:
        """The possible values as a person types them."""
        if self.kind == "number" and len(self.values) > MANY_VALUES:
            return f"{self.values[0]} … {self.values[-1]}"
        return ", ".join(spell(value) for value in self.values)


def whole_number(word: str) -> int | None:
    """Return the whole number that a word spells, or None; more than nine digits spell none.

    Only the digits 0 to 9 count: `int` refuses some that Unicode calls digits, such as “²”.
    """
    return int(word) if _WHOLE_NUMBER.fullmatch(word) else None


def spell(value: Value) -> str:
    """Return an option's value as a person types it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def switch(
    name: str, clause: str, about: str, *, default: bool = False, before: bool | None = None
) -> Option:
    """An option that is on or off."""
    return Option(name, default, (True, False), clause, about, _SWITCH, before)


def choice(
    name: str, clause: str, about: str, /, *, before: str | None = None, **labels: str
) -> Option:
    """An option with named values, the first the default, and what people call them."""
    values = tuple(labels)
    return Option(name, values[0], values, clause, about, labels, before)


def number(
    name: str,
    clause: str,
    about: str,
    default: int,
    *,
    values: range,
    before: int | None = None,
) -> Option:
    """An option that is a whole number."""
    return Option(name, default, tuple(values), clause, about, before=before)


class Options(Mapping[str, Value]):
    """Every option of a game with its value; unchangeable."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = dict(values)
        self._hash = hash(tuple(sorted(self._values.items())))

    def __getitem__(self, name: str) -> Value:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(
            other, Options
        ):  # every page of a table asks for its game's names by them
            return self._values == other._values
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Options({self._values!r})"

    def on(self, name: str) -> bool:
        """Return whether a switch is on."""
        return self._values[name] is True

    def number(self, name: str) -> int:
        """Return the value of a number option."""
        return int(self._values[name])


def as_played_before(
    known: tuple[Option, ...], given: Mapping[str, object]
) -> dict[str, object]:
    """Add to the options of a record those that there were not yet when it was written."""
    before = {option.name: option.before for option in known if option.before is not None}
    return {**before, **given}


def resolve(
    known: tuple[Option, ...],
    presets: Mapping[str, Mapping[str, Value]],
    given: Mapping[str, object] | None = None,
    preset: str | None = None,
) -> Options:
    """Fill in defaults, then a preset, then what is given; raises `UnknownOption`."""
    values: dict[str, Value] = {option.name: option.default for option in known}
    if preset is not None:
        if preset not in presets:
            raise UnknownOption(
                text(
                    "There is no preset “{name}”. Presets: {known}.",
                    name=preset,
                    known=", ".join(presets) or "–",
                )
            )
        values |= presets[preset]
    by_name = {option.name: option for option in known}
    for name, value in (given or {}).items():
        if name not in by_name:
            raise UnknownOption(
                text(
                    "There is no option “{name}”. Options: {known}.",
                    name=name,
                    known=", ".join(by_name) or "–",
                )
            )
        values[name] = by_name[name].read(value)
    return Options(values)

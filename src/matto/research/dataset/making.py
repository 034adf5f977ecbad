"""Making a data set in a folder, shard by shard, with the pages that describe it.

The Parquet schema and the data set card are both made from the same list of fields.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
from pyarrow import ArrowException, parquet

from matto.engine.options import spell
from matto.engine.words import text
from matto.players.encoding import encoding_of
from matto.records import write_whole
from matto.research.dataset.deals import Row, play
from matto.research.dataset.recipe import BadDataset, FileMade, Recipe, Summary
from matto.research.parallel import ALONE, Resources, spread

NUMBER, SMALL, TINY, BYTE = pa.int64(), pa.int32(), pa.int8(), pa.uint8()
REAL, WORDS, BIT = pa.float32(), pa.string(), pa.bool_()


class Field(NamedTuple):
    """A column: its name, its type, and what it means in a sentence for people.

    A `length` says of a list that it has so many elements in every row.
    """

    name: str
    type: pa.DataType
    about: str
    length: int = 0

    @property
    def arrow(self) -> pa.Field:
        kind = pa.list_(self.type.value_type, self.length) if self.length else self.type
        return pa.field(self.name, kind)


DECISIONS = (
    Field("deal", NUMBER, "The deal's number; rows of one deal belong in one split."),
    Field("step", SMALL, "How many choices were made in the deal before."),
    Field("seat", TINY, "Who is asked, from 0 in the order of play."),
    Field("kind", WORDS, "What is asked for, such as bid, discard or play."),
    Field("player", WORDS, "Which bot answered."),
    Field(
        "observation",
        pa.list_(BYTE),
        "What the seat knows, as counts; encoding.json names each of them and brings them "
        "between 0 and 1 by its scale.",
    ),
    Field("information_state", WORDS, "What the seat knows, as text."),
    Field("choices", pa.list_(WORDS), "All legal choices, as the engine spells them."),
    Field("actions", pa.list_(SMALL), "The same choices as numbers; encoding.json names them."),
    Field(
        "values",
        pa.list_(SMALL),
        "What each choice brings the seat in this very deal, words too, if all go on by the "
        "rule of thumb after it, in the smallest unit.",
    ),
    Field(
        "expected",
        pa.list_(REAL),
        "The mean of the same over sampled worlds that fit all that the seat's view "
        "proves, each as likely as another. Null where no worlds were asked for.",
    ),
    Field("choice", WORDS, "What was chosen."),
    Field("action", SMALL, "What was chosen, as a number."),
    Field("return", SMALL, "What the seat got when the deal was over, in that unit."),
    Field(
        "holders",
        pa.list_(TINY),
        "HIDDEN from the seat, a label and no input: who holds each card of the pack, in "
        "the order of encoding.json; -1 is nobody's hand.",
    ),
)
"""The columns of `decisions`: a row for each question that was put to a player."""

DEALS = (
    Field("deal", NUMBER, "The deal's number."),
    Field("dealer", TINY, "Which seat dealt."),
    Field("hands", pa.list_(pa.list_(WORDS)), "The cards dealt to each seat."),
    Field("talon", pa.list_(WORDS), "The cards that lay over."),
    Field("players", pa.list_(WORDS), "Which bot sat in each seat."),
    Field("returns", pa.list_(SMALL), "What each seat got, in the smallest unit."),
    Field("points", pa.list_(SMALL), "The card points of each seat's party."),
    Field("thrown_in", BIT, "Whether the deal ended before its cards were played."),
    Field("transcript", WORDS, "The whole deal, a JSON line that `matto replay` reads."),
)
"""The columns of `deals`: a row for each deal."""


def schema_of(fields: Sequence[Field]) -> pa.Schema:
    return pa.schema([field.arrow for field in fields])


COMPRESSION = "zstd"


class Shard(NamedTuple):
    """Two Parquet files, whole."""

    number: int
    decisions: bytes
    deals: bytes


def make_shard(recipe: Recipe, number: int) -> Shard:
    """Play the deals of a shard; it depends on the recipe and on its number only."""
    deals: list[Row] = []
    decisions: list[Row] = []
    for deal in recipe.deals_of(number):
        row, asked = play(recipe, deal)
        deals.append(row)
        decisions += asked
    fields = fields_of(recipe)
    return Shard(number, _parquet(fields[0], decisions), _parquet(fields[1], deals))


def fields_of(recipe: Recipe) -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    """The fields of `decisions` and of `deals`."""
    encoding = encoding_of(*recipe.found_game())
    lengths = {"observation": encoding.shape[0], "holders": len(encoding.cards)}
    own = tuple(field._replace(length=lengths.get(field.name, 0)) for field in DECISIONS)
    return own, DEALS


def _parquet(fields: Sequence[Field], rows: Sequence[Row]) -> bytes:
    columns = [_column(field, [row[field.name] for row in rows]) for field in fields]
    sink = pa.BufferOutputStream()
    table = pa.table(columns, schema=schema_of(fields))
    parquet.write_table(table, sink, compression=COMPRESSION)
    return bytes(sink.getvalue())


def _column(field: Field, values: Sequence[Any]) -> pa.Array:
    """A column; one of vectors, by far the largest, never becomes Python's numbers."""
    if not (field.length and isinstance(values[0], np.ndarray)):
        return pa.array(values, field.arrow.type)
    flat = pa.array(np.concatenate(values), field.type.value_type)
    return pa.FixedSizeListArray.from_arrays(flat, type=field.arrow.type)


SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
)
LARGEST = "n>1M"
LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/"


def card_of(summary: Summary) -> str:
    """Return the card as Markdown, with the header that data set sites read."""
    decision_fields, deal_fields = fields_of(summary.recipe)
    return "\n".join(
        (
            *_header(summary),
            *_opening(summary),
            f"## decisions: {summary.decisions:,} rows",
            "",
            "A row for each question that was put to a player, those with one answer too.",
            "",
            *_table(decision_fields),
            "",
            f"## deals: {summary.recipe.deals:,} rows",
            "",
            "A row for each deal; each stands for itself, with nothing carried on from others.",
            "",
            *_table(deal_fields),
            "",
            *NOTES,
        )
    )


def _opening(summary: Summary) -> Iterator[str]:
    """Yield what the data set is, and how it is made again."""
    recipe = summary.recipe
    game, _ = recipe.found_game()
    yield f"# {game.name} ({game.id}): {recipe.deals:,} deals"
    yield ""
    yield (
        f"{summary.decisions:,} questions put to {game.seats} bots ({', '.join(recipe.bots)}), "
        "what each could know, what it might have chosen, what it chose and what came of it; "
        f"made by matto {recipe.matto}."
    )
    yield ""
    yield (
        f"Rules of version {recipe.rules_version}; options that are not the default: "
        f"{', '.join(f'`{one}`' for one in _changed(recipe)) or 'none'}. Returns and values "
        f"count in the smallest unit, 1/{game.unit} {game.unit_name}."
    )
    yield ""
    yield "The same command, with the same versions of matto, NumPy and pyarrow, makes the"
    yield "same bytes, on one process, on many, or on a cluster:"
    yield ""
    yield from ("```sh", command_of(recipe), "```", "")


def _changed(recipe: Recipe) -> list[str]:
    """The options that are not the default, as the command takes them."""
    game, options = recipe.found_game()
    return [
        f"{option.name}={spell(options[option.name])}"
        for option in game.options
        if options[option.name] != option.default
    ]


NOTES = (
    "## To know before training",
    "",
    "- Split by `deal`, never by row: the rows of a deal share their cards and their end.",
    "- An input is `observation` or `information_state`; `holders` and all of `deals` are what",
    "  nobody at the table sees.",
    "- `values` are of the deal as its cards lie, which the seat does not know. A regression",
    "  on them learns their mean over what is hidden; the best of them is not what a player",
    "  should have known. `expected` is that mean over sampled worlds, where asked for.",
    "- After the valued choice all go on by the rule of thumb, whoever played in the deal:",
    "  the bot `rule` up to the next card, then compiled play, in which nothing more is said",
    "  and which lacks the hints that `rule` has for single games. So the value of what was",
    "  chosen is now and then not the `return`, even among players by `rule`.",
    "- What a word tells the others counts as far as the rule of thumb listens.",
    "- Nothing is said aside, and open questions are answered by the seat that is asked first.",
    "",
    "## Licence",
    "",
    f"[CC0 1.0]({LICENCE}): whoever made this data has waived all rights in it.",
    "",
)


def command_of(recipe: Recipe) -> str:
    """The command that makes the same data set again."""
    given = [f"--option {changed}" for changed in _changed(recipe)]
    worlds = [f"--worlds {recipe.worlds}"] if recipe.worlds else []
    counts = f"--deals {recipe.deals} --seed {recipe.seed} --shard {recipe.shard}"
    bots = f"--bots {','.join(recipe.bots)}"
    return " ".join(
        (f"matto dataset {recipe.game} {counts}", bots, *worlds, *given, "--out DIR")
    )


def _header(summary: Summary) -> Iterator[str]:
    recipe = summary.recipe
    yield "---"
    yield "license: cc0-1.0"
    yield f"pretty_name: {recipe.game}, {recipe.deals} deals"
    yield "tags: [card-games, imperfect-information, reinforcement-learning, tarock]"
    size = next((name for most, name in SIZES if summary.decisions < most), LARGEST)
    yield f"size_categories: [{size}]"
    yield "configs:"
    for table in ("decisions", "deals"):
        yield f"- config_name: {table}"
        yield f"  data_files: {table}/*.parquet"
    yield "---"
    yield ""


def _table(fields: Sequence[Field]) -> Iterator[str]:
    yield "| field | type | meaning |"
    yield "|---|---|---|"
    for field in fields:
        kind = str(field.arrow.type).replace("element: ", "").replace("item: ", "")
        yield f"| `{field.name}` | `{kind}` | {field.about} |"


def encoding_page(recipe: Recipe) -> bytes:
    """Return the names of an observation's entries, the actions and the cards, as JSON."""
    encoding = encoding_of(*recipe.found_game())
    page = {
        "version": encoding.version,
        "observation": list(encoding.names),
        "scale": encoding.scale.tolist(),
        "actions": list(encoding.actions),
        "cards": list(encoding.cards),
    }
    return json.dumps(page, indent=1, ensure_ascii=False).encode() + b"\n"


RECIPE, CARD, ENCODING = "recipe.json", "README.md", "encoding.json"
DECISIONS_FOLDER, DEALS_FOLDER, SUFFIX = "decisions", "deals", ".parquet"


def make(
    recipe: Recipe, folder: Path, resources: Resources = ALONE
) -> Generator[int, None, None]:
    """Make the shards that a folder lacks; gives the number of finished ones after each.

    A shard is there whole or not at all, as its decisions are written last: an interrupted data
    set is gone on with. The bytes do not depend on who works on them. Raises `BadDataset` if
    the folder holds anything else than a part of this data set.
    """
    try:
        _begin(recipe, folder)
        there = _names(folder / DECISIONS_FOLDER) & _names(folder / DEALS_FOLDER)
        left = (
            n
            for n in range(recipe.shards)
            if path_of(folder, DEALS_FOLDER, n).name not in there
        )
        before = len(there)
        yield before
        with closing(spread(partial(make_shard, recipe), left, resources)) as finished:
            for done, shard in enumerate(finished, before + 1):
                write_whole(path_of(folder, DEALS_FOLDER, shard.number), shard.deals)
                write_whole(path_of(folder, DECISIONS_FOLDER, shard.number), shard.decisions)
                yield done
    except OSError as error:
        why = error.strerror or str(error)
        sentence = text("{folder} cannot be written: {why}.", folder=str(folder), why=why)
        raise BadDataset(sentence) from error


def finish(recipe: Recipe, folder: Path) -> Summary:
    """Describe a data set all of whose shards are there; gives what it holds.

    Raises `BadDataset` if one of them cannot be read.
    """
    files = [
        _measured(folder, path_of(folder, table, number))
        for table in (DECISIONS_FOLDER, DEALS_FOLDER)
        for number in range(recipe.shards)
    ]
    decisions = sum(one.rows for one in files if one.name.startswith(DECISIONS_FOLDER))
    summary = Summary(recipe=recipe, decisions=decisions, files=tuple(files))
    write_whole(folder / ENCODING, encoding_page(recipe))
    write_whole(folder / CARD, card_of(summary).encode())
    return summary


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.suffix == SUFFIX}


def path_of(folder: Path, table: str, shard: int) -> Path:
    return folder / table / f"{shard:05}{SUFFIX}"


def _begin(recipe: Recipe, folder: Path) -> None:
    """Write the recipe into an empty folder, or find the same one there."""
    wanted = msgspec.json.format(msgspec.json.encode(recipe, order="sorted"), indent=1) + b"\n"
    kept = folder / RECIPE
    if kept.exists():
        if kept.read_bytes() != wanted:
            raise BadDataset(
                text(
                    "{folder} holds another data set: other deals, bots, options, seed or "
                    "version of matto. Name another folder.",
                    folder=str(folder),
                )
            )
        return
    if folder.exists() and any(folder.iterdir()):
        raise BadDataset(
            text("{folder} holds something else. Name an empty folder.", folder=str(folder))
        )
    for table in (DECISIONS_FOLDER, DEALS_FOLDER):
        (folder / table).mkdir(parents=True, exist_ok=True)
    write_whole(kept, wanted)


def _measured(folder: Path, path: Path) -> FileMade:
    content = path.read_bytes()
    try:
        rows = parquet.read_metadata(path).num_rows
    except (ArrowException, OSError) as error:
        sentence = text(
            "{file} is damaged. Delete it: the same command makes it anew.", file=str(path)
        )
        raise BadDataset(sentence) from error
    return FileMade(
        name=path.relative_to(folder).as_posix(),
        rows=rows,
        size=len(content),
        sha256=sha256(content).hexdigest(),
    )

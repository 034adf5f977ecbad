"""The data set card: what each field is, who played, how to make the same bytes again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matto.dataset.fields import Field
from matto.dataset.recipe import Recipe
from matto.dataset.shards import fields_of
from matto.dataset.summary import Summary
from matto.engine.options import spell

SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
)
LARGEST = "n>1M"
LICENCE = "https://creativecommons.org/publicdomain/zero/1.0/"


def card_of(summary: Summary) -> str:
    """Give the card as Markdown, with the header that data set sites read."""
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
    """What the data set is, and how it is made again."""
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

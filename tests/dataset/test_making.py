"""The same recipe, the same bytes: at once, in pieces, in one process or in several."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from itertools import islice
from pathlib import Path
from shutil import copytree

import pytest
import typer
from pyarrow import parquet

from dataset.made import GAME, Made, contents, made, small
from matto.cli.train import dataset
from matto.engine.errors import UnknownBot
from matto.games import game as find_game
from matto.research.dataset import BadDataset, Recipe, finish, make, recipe_of
from matto.research.dataset.making import Shard, command_of, fields_of, make_shard, schema_of
from players.own_bots import HERE, own_registry

__all__ = ["own_registry"]


@pytest.mark.slow
def test_several_processes_make_the_same_bytes(few: Made, tmp_path: Path) -> None:
    again = made(tmp_path / "again", few.recipe, jobs=2)
    assert contents(again.folder) == contents(few.folder)


@pytest.mark.slow
def test_an_interrupted_data_set_is_gone_on_with_to_the_same_bytes(
    few: Made, tmp_path: Path
) -> None:
    folder = tmp_path / "again"
    begun = make(few.recipe, folder)
    assert list(islice(begun, 2)) == [0, 1]
    begun.close()
    assert len(list((folder / "decisions").iterdir())) == 1
    assert next(make(few.recipe, folder)) == 1
    assert contents(made(folder, few.recipe).folder) == contents(few.folder)


@pytest.mark.slow
def test_a_shard_without_its_last_file_is_made_again(few: Made, tmp_path: Path) -> None:
    recipe = small(deals=1, worlds=0)
    whole = made(tmp_path / "one", recipe)
    kept = contents(whole.folder)
    (whole.folder / "decisions" / "00000.parquet").unlink()
    assert list(make(recipe, whole.folder)) == [0, 1]
    assert contents(whole.folder) == kept


@pytest.mark.slow
@pytest.mark.parametrize("table", ["decisions", "deals"])
@pytest.mark.parametrize("damage", [b"", b"Dear Luigi,\n" * 20])
def test_a_damaged_file_is_told_and_made_anew_once_it_is_deleted(
    table: str, damage: bytes, few: Made, tmp_path: Path
) -> None:
    folder = tmp_path / "copy"
    copytree(few.folder, folder)
    (damaged := folder / table / "00001.parquet").write_bytes(damage)
    assert list(make(few.recipe, folder)) == [2]
    with pytest.raises(BadDataset, match=rf"{table}.00001\.parquet is damaged. Delete it"):
        finish(few.recipe, folder)
    damaged.unlink()
    assert contents(made(folder, few.recipe).folder) == contents(few.folder)


@pytest.mark.slow
def test_a_folder_of_another_recipe_is_left_as_it_is(few: Made) -> None:
    before = contents(few.folder)
    with pytest.raises(BadDataset, match="holds another data set"):
        next(make(small(seed=4), few.folder))
    assert contents(few.folder) == before


def test_a_folder_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(BadDataset, match="holds something else"):
        next(make(small(), tmp_path))
    assert contents(tmp_path) == {"thesis.tex": b"mine"}


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadDataset, match="cannot be written"):
        next(make(small(), tmp_path / "file" / "data"))


@pytest.mark.parametrize("wrong", [{"deals": 0}, {"shard": 0}, {"worlds": -1}])
def test_what_cannot_be_made_is_told_at_once(wrong: dict[str, int]) -> None:
    with pytest.raises(BadDataset, match="at least one deal"):
        small(**wrong)


def test_a_bot_that_there_is_not_is_told_at_once() -> None:
    game = find_game(GAME)
    with pytest.raises(UnknownBot):
        recipe_of(game, game.resolve(), ["nobody"] * game.seats, deals=1)


@pytest.mark.slow
@pytest.mark.usefixtures("own_registry")
def test_a_bot_that_fails_is_named_with_its_deal(tmp_path: Path) -> None:
    bots = f"tired={HERE}:Failing,rule"
    with pytest.raises(BadDataset, match=r"bot tired failed in deal 0\. It broke off: "):
        dataset("calatafimi-2", tmp_path / "data", bots=bots, deals=1)


@pytest.mark.slow
def test_the_files_have_the_columns_that_the_card_explains(few: Made) -> None:
    card = (few.folder / "README.md").read_text(encoding="utf-8")
    assert "license: cc0-1.0" in card
    for table, fields in zip(("decisions", "deals"), fields_of(few.recipe), strict=True):
        schema = parquet.read_schema(few.folder / table / "00000.parquet")
        assert schema.equals(schema_of(fields))
        for field in fields:
            assert f"| `{field.name}` | `" in card
            assert field.about in card


@pytest.mark.slow
def test_the_names_of_all_that_is_numbered_lie_beside(few: Made) -> None:
    named = json.loads((few.folder / "encoding.json").read_bytes())
    rows = few.rows("decisions")
    assert len(named["observation"]) == len(named["scale"]) == len(rows[0]["observation"])
    assert len(named["cards"]) == len(rows[0]["holders"])
    for row in rows:
        names = [named["actions"][action] for action in row["actions"]]
        pairs = zip(names, row["choices"], strict=True)
        assert all(name in {choice, f"{row['kind']} {choice}"} for name, choice in pairs)


@pytest.mark.slow
def test_the_command_on_the_card_makes_the_same_data_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = find_game("calatafimi-2")
    name, value = next(
        (option.name, other)
        for option in game.options
        for other in option.values
        if other != option.default
    )
    options = game.resolve({name: value})
    recipe = recipe_of(game, options, ["rule", "random"], deals=2, seed=9, shard=1)
    first = made(tmp_path / "first", recipe)
    words = command_of(recipe).split()
    assert words[:3] == ["matto", "dataset", game.id]
    assert words[-1] == "DIR"
    given = dict(zip(words[3::2], words[4::2], strict=True))
    dataset(
        game.id,
        tmp_path / "again",
        deals=int(given["--deals"]),
        seed=int(given["--seed"]),
        option=[given["--option"]],
        bots=given["--bots"],
        shard=int(given["--shard"]),
        as_json=True,
    )
    assert contents(tmp_path / "again") == contents(first.folder)
    told = json.loads(capsys.readouterr().out)
    assert told["decisions"] == first.summary.decisions == len(first.rows("decisions"))
    assert [file["rows"] for file in told["files"]][-2:] == [1, 1]
    assert told["recipe"]["bots"] == ["rule", "random"]


def test_ctrl_c_tells_how_much_is_finished_and_that_one_can_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(recipe: Recipe, number: int) -> Shard:
        if number == 1:
            raise KeyboardInterrupt
        return make_shard(recipe, number)

    write = partial(dataset, "calatafimi-2", tmp_path / "data", deals=2, shard=1)
    with monkeypatch.context() as patched:
        patched.setattr("matto.research.dataset.making.make_shard", pressed)
        with pytest.raises(typer.Exit) as ended:
            write()
    assert ended.value.exit_code == 130
    assert "1 of 2 shards are finished" in capsys.readouterr().err
    write()
    assert "2 deals lie in" in capsys.readouterr().out


def test_a_data_set_that_nobody_can_finish_is_begun_all_the_same(tmp_path: Path) -> None:
    begun = make(small(deals=10**15, shard=1, worlds=0), tmp_path / "data")
    assert list(islice(begun, 2)) == [0, 1]
    begun.close()


@pytest.mark.slow
def test_without_pyarrow_the_command_says_what_to_install(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['pyarrow'] = None; sys.argv[1:] = "
        f"['dataset', 'calatafimi-2', '--out', {str(tmp_path / 'data')!r}]; "
        "from matto.cli import main; main()"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert 'python -m pip install "matto[data]" brings it' in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr

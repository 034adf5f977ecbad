"""The same recipe, the same bytes; and what a row says is what the engine says."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
import typer
from pyarrow import parquet

from dataset.made import GAME, Made, contents, made, small
from helpers import decision_of, result_of
from matto.cli.dataset import dataset
from matto.engine.errors import UnknownBot
from matto.engine.run import Run
from matto.games import game as find_game
from matto.players.encoding import encoding_of
from matto.players.inference import Worlds
from matto.players.simple_bots import RuleBot
from matto.records import loads
from matto.research.dataset import BadDataset, Recipe, finish, make, recipe_of
from matto.research.dataset.deals import play, values_in_the_deal, values_in_worlds
from matto.research.dataset.making import Shard, command_of, fields_of, make_shard, schema_of
from players.own_bots import HERE
from sixteen import THREE


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


@pytest.mark.slow
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


@pytest.mark.slow
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


# -- what a row says is what the engine says when the deal is played again ---------------

PLAY = "play"


@pytest.mark.slow
def test_every_question_of_every_deal_has_its_row(few: Made) -> None:
    by_deal = groupby(few.rows("decisions"), key=lambda row: row["deal"])
    asked = {deal: list(rows) for deal, rows in by_deal}
    deals = few.rows("deals")
    assert [row["deal"] for row in deals] == list(range(few.recipe.deals))
    for deal in deals:
        steps = json.loads(deal["transcript"])["steps"]
        told = [(s["seat"], s["kind"], s["options"], s["choice"]) for s in steps]
        rows = asked[deal["deal"]]
        assert [row["step"] for row in rows] == list(range(len(steps)))
        names = ("seat", "kind", "choices", "choice")
        assert [tuple(row[name] for name in names) for row in rows] == told


@pytest.mark.slow
def test_a_row_is_what_its_seat_sees_when_the_transcript_is_played_again(few: Made) -> None:
    rows = iter(few.rows("decisions"))
    for deal in few.rows("deals"):
        (finished,) = loads(deal["transcript"] + "\n")
        encoding = encoding_of(finished.game, finished.options)
        run = finished.fork(0)
        for action in finished.actions:
            row, asked = next(rows), run.decision
            assert asked is not None
            view = run.view(asked.seat)
            assert row["observation"] == encoding.observe(view).tolist()
            assert row["information_state"] == encoding.information_state(view)
            mask = encoding.mask(asked)
            assert sorted(row["actions"]) == np.flatnonzero(mask).tolist()
            assert encoding.choice(asked, row["action"]) == row["choice"] == action.choice
            holders = [run.table.holder(card) for card in encoding.cards]
            assert row["holders"] == [-1 if seat is None else seat for seat in holders]
            run.act(action)
        assert deal["returns"] == list(result_of(run).scores)
        assert deal["points"] == list(result_of(run).points)


@pytest.mark.slow
def test_a_seat_gets_in_all_its_rows_what_the_deal_brought_it(few: Made) -> None:
    returns = {row["deal"]: row["returns"] for row in few.rows("deals")}
    rows = few.rows("decisions")
    assert all(row["return"] == returns[row["deal"]][row["seat"]] for row in rows)
    assert any(row["return"] for row in rows)


@pytest.mark.slow
def test_every_legal_choice_is_valued_words_and_cards_laid_away_too(few: Made) -> None:
    kinds = set()
    for row in few.rows("decisions"):
        kinds.add(row["kind"])
        assert len(row["values"]) == len(row["expected"]) == len(row["choices"])
    assert {PLAY, "bid", "call"} <= kinds


@pytest.mark.slow
def test_bots_change_seats_from_round_to_round() -> None:
    recipe = small(deals=10, worlds=0)
    first, later = play(recipe, 0)[0]["players"], play(recipe, 5)[0]["players"]
    assert first == recipe.bots
    assert later == (*recipe.bots[1:], recipe.bots[0])


@pytest.mark.parametrize("game_id", THREE)
def test_the_value_of_a_last_card_is_what_the_deal_then_brings(game_id: str) -> None:
    game = find_game(game_id)
    bots = [RuleBot(game, seat) for seat in range(game.seats)]
    valued = []
    for seed in range(9):
        run = Run.shuffled(game, seed=seed)
        while (asked := run.decision) is not None:
            view = run.view(asked.seat)
            if asked.kind == PLAY and len(view.hand) == 1:
                valued.append(
                    (
                        asked.seat,
                        values_in_the_deal(run, bots[asked.seat].choose)[asked.options[0]],
                    )
                )
            run.do(bots[asked.seat].choose(view))
        if valued:
            assert all(value == result_of(run).scores[seat] for seat, value in valued)
            return
    pytest.fail("no deal was played to its last card")


WITH_HINTS_OF_THEIR_OWN = {"marolles", "mitigatti-3", "mitigatti-4", "grosstarock"}
"""Their `rule` says something during the play, or has hints that compiled play lacks."""


@pytest.mark.slow
@pytest.mark.parametrize("game_id", THREE)
def test_among_rules_of_thumb_what_is_chosen_is_worth_what_came_of_it(game_id: str) -> None:
    game = find_game(game_id)
    rule = RuleBot(game, 1).choose
    valued, kinds = [], set()
    for seed in range(2):
        run, of_deal = Run.shuffled(game, seed=seed), []
        while (asked := run.decision) is not None:
            choice = rule(run.view(asked.seat))
            if asked.kind != PLAY or run.done % 5 == 0:
                of_deal.append((asked.seat, values_in_the_deal(run, rule)[choice]))
            kinds.add(asked.kind)
            run.do(choice)
        valued += [value == result_of(run).scores[seat] for seat, value in of_deal]
    assert kinds - {PLAY} or game_id in {"calatafimi-2", "barcellona-4"}
    if game_id in WITH_HINTS_OF_THEIR_OWN:
        assert np.mean(valued) > 0.2
    else:
        assert all(valued)


@pytest.mark.slow
def test_a_word_is_worth_what_the_deal_brings_once_it_is_said() -> None:
    game = find_game("tortorici-1930")
    rule = RuleBot(game, 1).choose
    found: list[bool] = []
    for seed in range(6):
        run = Run.shuffled(game, seed=seed)
        asked = run.decision
        assert asked is not None
        values = values_in_the_deal(run, rule)
        assert run.done == 0
        for word in asked.options:
            said = run.fork()
            said.do(word)
            while said.decision is not None:
                said.do(rule(said.view(said.decision.seat)))
            assert values[word] == result_of(said).scores[asked.seat]
        found.append(len(set(values.values())) > 1)
    assert any(found)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [PLAY, "discard", "negotiate"])
def test_what_is_expected_does_not_depend_on_the_cards_that_the_seat_does_not_see(
    kind: str,
) -> None:
    game = find_game("calatafimi-3")
    rule = RuleBot(game, 0).choose
    run = Run.shuffled(game, seed=2)
    while run.decision is not None and run.decision.kind != kind:
        run.do(rule(run.view(run.decision.seat)))
    seat = decision_of(run).seat
    view = run.view(seat)
    worlds = Worlds(game, view)
    drawn = worlds.draw(8, 1)
    others = [worlds.run(drawn, i) for i in range(len(drawn))]
    n = 16 if kind == PLAY else 2
    expected = values_in_worlds(game, view, n, 7, rule)
    assert all(values_in_worlds(game, o.view(seat), n, 7, rule) == expected for o in others)
    true = values_in_the_deal(run, rule)
    assert any(values_in_the_deal(other, rule) != true for other in others)


def test_what_is_expected_of_a_word_is_the_mean_of_its_values_in_the_drawn_worlds() -> None:
    game = find_game("priestertarock")
    rule = RuleBot(game, 0).choose
    run = Run.shuffled(game, seed=2)
    view = run.view(decision_of(run).seat)
    worlds = Worlds(game, view)
    drawn = worlds.draw(5, 3)
    each = [values_in_the_deal(worlds.run(drawn, i), rule) for i in range(5)]
    means = {word: np.mean([values[word] for values in each]) for word in each[0]}
    assert values_in_worlds(game, view, 5, 3, rule) == pytest.approx(means)

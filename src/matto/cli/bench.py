"""`matto bench`: how fast all is on this machine, with a peer measured in the same run."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple

import typer

from matto.engine.run import Run
from matto.games import catalogue, game

SECONDS_A_MEASUREMENT = 2.0
PEER_GAME = "skat"
FIRST_LEAD = "play"
REPEATS = 5

NO_PEER = (
    "OpenSpiel is not installed, so there is no ratio: "
    'python -m pip install "matto[research]" brings it.'
)


class Speed(NamedTuple):
    """Decisions made and seconds spent."""

    decisions: int
    seconds: float

    def plus(self, decisions: int, seconds: float) -> Speed:
        """The two measurements together."""
        return Speed(self.decisions + decisions, self.seconds + seconds)

    def ratio_to(self, peer: Speed | None) -> float | None:
        """How many times as fast as a peer, if there is one."""
        return None if peer is None else round(self.rate / peer.rate, 2)

    @property
    def rate(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds if self.seconds else 0.0


def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; else all.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    seconds: Annotated[
        float, typer.Option(help="Seconds to spend on each measurement.", min=0.1)
    ] = SECONDS_A_MEASUREMENT,
) -> None:
    """Measure engine and playouts on one core, beside OpenSpiel if it is installed."""
    from matto.cli.readiness import wait_for
    from matto.players.readiness import THINKING

    wait_for(THINKING)
    ids = games or list(catalogue())
    peer = measure_peer(seconds)
    rows = [_row(name, peer, seconds) for name in _with_progress(ids)]
    report: dict[str, Any] = {
        "engine": rows,
        "peer": None if peer is None else {"name": _peer_name(), "rate": round(peer.rate)},
        "playouts": _playouts(seconds),
        "playouts_by_network": _thinking(seconds),
        "batch": _batch(seconds),
        "views_as_numbers": _encoding(seconds),
        "import_seconds": round(best_of(import_seconds), 3),
    }
    print_report(report, as_json=as_json)


def _playouts(seconds: float) -> dict[str, Any]:
    from matto.cli.bench_playouts import GAME, measure_playouts

    found = measure_playouts(seconds)
    peers = [
        {
            "name": _peer_name(name),
            "moves_per_second": round(rate),
            "ratio": found.ratios()[name],
        }
        for name, rate in found.peers.items()
    ]
    return {"game": GAME, "moves_per_second": round(found.moves), "peers": peers}


def _thinking(seconds: float) -> dict[str, Any] | None:
    from matto.cli.bench_playouts import GAME
    from matto.cli.bench_policies import measure_thinking

    found = measure_thinking(seconds)
    if found is None:
        return None
    return {
        "game": GAME,
        "moves_per_second": round(found.by_network),
        "by_rule_of_thumb": round(found.by_rule),
        "ratio": found.ratio,
    }


def _batch(seconds: float) -> dict[str, Any]:
    from matto.cli.bench_batch import GAME, ROWS, measure_batches

    found = measure_batches(seconds)

    def row(name: str, rate: Any) -> dict[str, Any]:
        by_processor = round(rate.processor)
        return {"name": name, "per_second": round(rate.wall), "per_processor": by_processor}

    own = [row(name, rate) for name, rate in found.own.items()]
    peers = [
        {**row(name, rate), "ratio": found.ratios()[name]} for name, rate in found.peers.items()
    ]
    return {"game": GAME, "deals": ROWS, "own": own, "peers": peers}


def _encoding(seconds: float) -> dict[str, Any]:
    from matto.cli.bench_encoding import measure_encoding
    from matto.cli.bench_playouts import GAME

    return {"game": GAME, "views_per_second": round(measure_encoding(seconds))}


def _row(name: str, peer: Speed | None, seconds: float) -> dict[str, Any]:
    tricks, whole = measure_engine(name, seconds)
    return {
        "game": name,
        "trick_play_per_second": round(tricks.rate),
        "whole_deals_per_second": round(whole.rate),
        "trick_play_to_peer": tricks.ratio_to(peer),
        "whole_deals_to_peer": whole.ratio_to(peer),
    }


def measure_engine(name: str, seconds: float) -> tuple[Speed, Speed]:
    """Play random deals; gives the speed from the first lead to the sheet, and of all."""
    chosen = game(name)
    rng = random.Random(1)
    tricks = whole = Speed(0, 0.0)
    while whole.seconds < seconds:
        begun = time.perf_counter()
        run = Run.shuffled(chosen, seed=rng)
        before = play_at_random(run, rng.random, until=FIRST_LEAD)
        first_lead = time.perf_counter()
        after = play_at_random(run, rng.random)
        ended = time.perf_counter()
        whole = whole.plus(before + after, ended - begun)
        if after:
            tricks = tricks.plus(after, ended - first_lead)
    return tricks, whole


def play_at_random(run: Run, chance: Callable[[], float], until: str = "") -> int:
    """Answer with random choices until a kind of decision, or the end; gives how many."""
    do = run.do
    answered = 0
    while (decision := run.decision) is not None and decision.kind != until:
        options = decision.options
        do(options[int(chance() * len(options))])
        answered += 1
    return answered


def measure_peer(seconds: float) -> Speed | None:
    """Step OpenSpiel's C++ `skat` from Python with random choices; None if not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    peer = pyspiel.load_game(PEER_GAME)
    pick = random.Random(1).random
    moves, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        state = peer.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            chance = state.is_chance_node()
            state.apply_action(actions[int(pick() * len(actions))])
            moves += not chance
    return Speed(moves, spent)


def import_seconds() -> float:
    """How long a fresh interpreter takes for `import matto`, without its own start."""
    code = "import time; t = time.perf_counter(); import matto; print(time.perf_counter() - t)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def best_of(measure: Callable[[], float]) -> float:
    """The best of a few measurements: the least disturbed one."""
    return min(measure() for _ in range(REPEATS))


def print_report(report: dict[str, Any], *, as_json: bool) -> None:
    """Print the figures as a table or as JSON."""
    if as_json:
        typer.echo(json.dumps(report, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title="Decisions a second, random choices, one core", title_justify="left")
    table.add_column("game")
    for heading in ("trick play", "to peer", "whole deals", "to peer"):
        table.add_column(heading, justify="right")
    for row in report["engine"]:
        table.add_row(
            row["game"],
            f"{row['trick_play_per_second']:,}",
            _spelled_ratio(row["trick_play_to_peer"]),
            f"{row['whole_deals_per_second']:,}",
            _spelled_ratio(row["whole_deals_to_peer"]),
        )
    console = Console()
    console.print(table)
    peer = report["peer"]
    if peer is not None:
        console.print(f"Peer (1.00): {peer['name']} from Python, {peer['rate']:,} moves/s")
    console.print(_compiled_table(report))
    console.print(_batch_table(report["batch"]))
    if peer is None:
        console.print(NO_PEER)
    views = report["views_as_numbers"]
    console.print(f"views as numbers, {views['game']}: {views['views_per_second']:,} a second")
    console.print(f"import matto: {report['import_seconds']} s")


def _compiled_table(report: dict[str, Any]) -> Any:
    from rich.table import Table

    table = Table(title="Compiled play, one core", title_justify="left")
    for heading in ("", "a second", "ratio"):
        table.add_column(heading, justify="right" if heading else "left")
    own, key = report["playouts"], "moves_per_second"
    table.add_row(f"moves of random playouts, {own['game']}", f"{own[key]:,}", "")
    for peer in own["peers"]:
        table.add_row(f"  {peer['name']} in C++", f"{peer[key]:,}", f"{peer['ratio']:.2f}")
    if (found := report["playouts_by_network"]) is not None:
        rate = f"{found[key]:,}"
        table.add_row(f"moves of a network, {found['game']}", rate, f"{found['ratio']:.3f}")
        table.add_row("  of the rule of thumb", f"{found['by_rule_of_thumb']:,}", "")
    return table


def _batch_table(found: dict[str, Any]) -> Any:
    from rich.table import Table

    title = f"{found['deals']:,} deals at once, with observations and masks, all cores"
    table = Table(title=title, title_justify="left")
    for heading in ("choices at random", "a second", "a second of one core", "ratio"):
        table.add_column(heading, justify="left" if heading.startswith("choices") else "right")
    for row in (*found["own"], *found["peers"]):
        name = row["name"] if "ratio" in row else f"{found['game']}, {row['name']}"
        rates = f"{row['per_second']:,}", f"{row['per_processor']:,}"
        table.add_row(name, *rates, _spelled_ratio(row.get("ratio")))
    return table


def _spelled_ratio(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:.2f}"


def _peer_name(game: str = PEER_GAME) -> str:
    from importlib.metadata import version

    return f"OpenSpiel {version('open_spiel')} {game}"


def _with_progress(ids: list[str]) -> Iterator[str]:
    from rich.console import Console
    from rich.progress import track

    yield from track(ids, "Measuring", console=Console(stderr=True), transient=True)

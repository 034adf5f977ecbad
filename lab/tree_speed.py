"""How fast is the tree search? `python lab/tree_speed.py [GAME] [--seconds 2]`.

It prints the iterations a second at opening leads, on one core with rollouts at random, and
how many times as many they are as those of OpenSpiel's own information-set tree search in
C++, measured in the same run on `hearts`, if OpenSpiel is installed. The two are measured in
turns, so that whatever else the machine does disturbs both alike.
"""

from __future__ import annotations

import argparse

from matto.cli.bench_search import GAME, Rate, measure_peer_search, measure_search

TURNS = 3


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default=GAME)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    asked = parser.parse_args()
    own, peer = [], []
    for _ in range(TURNS):
        own.append(measure_search(asked.seconds, asked.game))
        peer.append(measure_peer_search(asked.seconds))
    print(f"{asked.game}: {best(own).a_second:,.0f} iterations a second")
    beside = [rate for rate in peer if rate is not None]
    if beside:
        ratio = best(own).a_second / best(beside).a_second
        print(f"OpenSpiel, hearts: {best(beside).a_second:,.0f}; ratio {ratio:.1f}")
    else:
        print("No peer: OpenSpiel is not installed (the `research` extra).")


def best(rates: list[Rate]) -> Rate:
    """The least disturbed measurement."""
    return max(rates, key=lambda rate: rate.a_second)


if __name__ == "__main__":
    main()

"""Is every word that is said one that the game lists? `python lab/word_census.py --deals 200`.

Deals of every game are played by chance, with the defaults, every preset and every other value
of an option. Rare words are sought: of the choices those are preferred that have been made the
least often so far, and in every second deal the cards are shuffled badly, so that suits and
ranks lie together and hands come up that chance hardly ever deals. A word that is not listed
(`Game.words`), a deal that is too long (`Game.longest`) or a score out of bounds
(`Game.bounds`) ends it with status 1. Printed is what was listed and has not come up: it may
need more deals, or one that hardly ever comes.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from matto.engine.errors import MattoError
from matto.engine.match import Match
from matto.engine.run import SAY, Run
from matto.engine.table import Deal
from matto.games import game
from matto.testing.cases import Case, cases_of
from matto.testing.player import Player
from matto.testing.position import questions
from script import games_of

ANY_CHOICE, ASIDE = 0.4, 0.5
"""How often any choice is made, and not one of the rarest; how often one may speak aside."""
SUIT, RANK = slice(0, 1), slice(1, None)
SHOWN = 8


@dataclass
class Census:
    """What has been said in the deals of one case: how often each word of each kind."""

    case: Case
    rng: random.Random
    said: Counter[tuple[str, str]] = field(default_factory=Counter)
    longest: int = 0

    def play(self, deals: int) -> Iterator[str]:
        """Play a match; gives a sentence for whatever the game does not say of itself."""
        match = Match(self.case.game, self.case.options)
        for number in range(deals):
            run = match.run_of(self._deal(match.dealer, badly=bool(number % 2)))
            yield from self._play(run)
            if run.result is not None:
                match.take(run.result)

    def unsaid(self) -> Iterator[tuple[str, list[str]]]:
        """The words that are listed and have not come up, by kind."""
        for kind, words in self.case.game.words(self.case.options).items():
            if missing := [word for word in words if not self.said[kind, word]]:
                yield kind, missing

    def _deal(self, dealer: int, *, badly: bool) -> Deal:
        found, options = self.case.game, self.case.options
        if not badly:
            return found.shuffled(options, dealer, self.rng)
        part, mixed = self.rng.choice((SUIT, RANK)), self.rng.random()
        places = {card[part]: self.rng.random() for card in found.pack(options).codes}
        cards = sorted(
            found.pack(options).codes,
            key=lambda card: places[card[part]] + mixed * self.rng.random(),
        )
        turned = self.rng.randrange(len(cards))
        return found.deal_from(cards[turned:] + cards[:turned], options, dealer)

    def _play(self, run: Run) -> Iterator[str]:
        words, player = run.game.words(run.options), Player(self.rng)
        low, high = run.game.bounds(run.options, run.setup.carried)
        while run.decision is not None:
            asked = self.rng.choice(questions(run))
            seat = self.rng.randrange(run.game.seats)
            aside = self.rng.random() < ASIDE and run.asides(seat)
            kind, offered = (SAY, aside) if aside else (asked.kind, asked.options)
            if more := set(offered).difference(words.get(kind, ())):
                yield f"{self.case}: not listed of the kind {kind}: {sorted(more)}"
            word = self._choose(kind, offered, player)
            run.say(seat, word) if aside else run.do_as(asked.seat, word)
        done = sum(action.kind != SAY for action in run.actions)
        self.longest = max(self.longest, done)
        if done > run.game.longest(run.options):
            yield f"{self.case}: a deal of {done} decisions"
        scores = run.result.scores if run.result else ()
        if any(not low <= score <= high for score in scores):
            yield f"{self.case}: {scores} are not within {low} to {high}"

    def _choose(self, kind: str, offered: Sequence[str], player: Player) -> str:
        rarest = min(self.said[kind, word] for word in offered)
        few = [word for word in offered if self.said[kind, word] == rarest]
        by_liking = self.rng.random() < ANY_CHOICE
        word = player.choose(offered) if by_liking else self.rng.choice(few)
        self.said[kind, word] += 1
        return word


def told(census: Census) -> str:
    """A line on a case: its length, and what has not come up."""
    missing = [
        f"{kind} {len(words)} ({', '.join(words[:SHOWN])}{' …' * (len(words) > SHOWN)})"
        for kind, words in census.unsaid()
    ]
    most = census.case.game.longest(census.case.options)
    unsaid = "; ".join(missing) or "–"
    return f"{census.case}: longest {census.longest} of {most}; unsaid: {unsaid}"


def main() -> int:
    """Play, print, and give 1 if a game has not told the truth of itself."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default="", help="as mineo-3,ragusa-3; else all")
    parser.add_argument("--deals", type=int, default=200, help="for each option's value")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    try:
        cases = [case for name in games_of(wanted.games) for case in cases_of(game(name))]
    except MattoError as error:
        print(error.sentence, file=sys.stderr)
        return 2
    wrong = 0
    for case in cases:
        census = Census(case, random.Random(f"{case}/{wanted.seed}"))
        faults = sorted(set(census.play(wanted.deals)))
        wrong += len(faults)
        print("\n".join([told(census), *faults]), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""How a finished deal was shuffled, told so that anybody can do it again."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from matto.server.http.display import Visit
from matto.server.tables.shuffle import PROTOCOL, ShuffleProof
from matto.server.web.pages.context import PageContext
from matto.server.web.pages.environment import rendered
from matto.server.web.pages.replay import ReplayContext, ReplayedDeal, looked_back

RECIPE = """from hashlib import sha256
# whose seed is whose: the seats of the page, less one
secret, deal, seeds = {secret!r}, {deal}, {seeds!r}
pack, count = sorted("{pack}".split()), 0
told = lambda words: sha256(words.encode()).hexdigest()
print("The promise is kept:", told(secret) == "{promise}")
key = told({protocol!r} + f"\\n{{secret}}\\n{{deal}}\\n"
           + "".join(f"{{seat}}:{{seeds[seat]}}\\n" for seat in sorted(seeds)))
for place in range(len(pack) - 1, 0, -1):
    while (number := int(told(f"{{key}}:{{count}}")[:8], 16)) >= 2**32 - 2**32 % (place + 1):
        count += 1
    count, other = count + 1, number % (place + 1)
    pack[place], pack[other] = pack[other], pack[place]
print("The cards are these:", pack == "{order}".split())
"""
"""What anybody can run to check a shuffle without us."""


class Portion(msgspec.Struct, frozen=True):
    """The cards that a seat or the talon got, and their codes, as they came from the pack."""

    name: str
    codes: tuple[str, ...]


class ShuffleClaim(msgspec.Struct, frozen=True):
    """What the page's script needs to check a shuffle."""

    deal: int
    promise: str
    secret: str
    seeds: dict[str, str]
    codes: tuple[str, ...]


def shuffle_page(visit: Visit, played: ReplayedDeal, proof: ShuffleProof | None) -> str:
    """Fill in the check of a deal's shuffle; `proof` is None where its cards were given."""
    context = ReplayContext(looked_back(played, played.run, None), visit.display)
    return rendered(
        "shuffle.html",
        visit,
        played=played,
        context=context,
        proof=proof,
        seeds=[] if proof is None else _seeds(context, proof),
        portions=[] if proof is None else list(portions(context, played, proof)),
        right=None if proof is None else proof.holds,
        claim="" if proof is None else msgspec.json.encode(claim_of(proof)).decode(),
        recipe="" if proof is None else recipe(proof),
    )


def claim_of(proof: ShuffleProof) -> ShuffleClaim:
    """What is to be checked, without what is to come out of it."""
    seeds = {str(seat): seed for seat, seed in sorted(proof.seeds.items())}
    return ShuffleClaim(
        proof.deal, proof.promise, proof.secret, seeds, tuple(sorted(proof.order))
    )


def recipe(proof: ShuffleProof) -> str:
    """The lines of Python that check this shuffle."""
    return RECIPE.format(
        secret=proof.secret,
        deal=proof.deal,
        seeds=dict(sorted(proof.seeds.items())),
        pack=" ".join(sorted(proof.order)),
        promise=proof.promise,
        protocol=PROTOCOL,
        order=" ".join(proof.order),
    )


def portions(
    context: PageContext, played: ReplayedDeal, proof: ShuffleProof
) -> Iterator[Portion]:
    """Who got which cards of the pack that was shuffled, seat by seat, the talon last."""
    setup = played.run.setup
    dealt = played.game.deal_from(proof.order, played.run.options, setup.dealer)
    for name, codes in zip(context.names, dealt.hands, strict=True):
        yield Portion(name, codes)
    if dealt.talon:
        yield Portion(str(context.say("Lying over")), dealt.talon)


def _seeds(context: PageContext, proof: ShuffleProof) -> list[tuple[int, str, str]]:
    return [(seat, name, proof.seeds.get(seat, "")) for seat, name in enumerate(context.names)]

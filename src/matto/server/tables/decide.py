"""Deciding: which events a command leads to, and which follow by themselves."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import NamedTuple

from matto.engine.errors import IllegalChoice, MattoError, NothingToUndo, Refusal
from matto.engine.events import SAY, Decision
from matto.engine.run import Run
from matto.engine.words import text
from matto.players import check_bot
from matto.server.tables import commands, errors, events
from matto.server.tables.commands import Command
from matto.server.tables.errors import BadCommand, NotNow, NotYourSeat, SeatTaken, TooLate
from matto.server.tables.events import BOT_STANDS_IN, TableEvent
from matto.server.tables.proposals import answer_to_claim, next_card, why_no_claim
from matto.server.tables.shuffle import order, promise_of
from matto.server.tables.state import Proposal, TableState
from matto.server.tables.views import COURTESIES, MOST_OF_A_SEAT, Chair, Phase, ProposalKind

Events = tuple[TableEvent, ...]


# -- who may --------------------------------------------------------------------------------


def _sits(state: TableState, holder: str) -> int:
    seat = state.seat_of(holder)
    if seat is None:
        raise NotYourSeat
    return seat


def _plays(state: TableState, holder: str) -> int:
    seat = _sits(state, holder)
    if state.bot(seat):
        raise NotNow(text("A bot plays for you. Take your place back first."))
    return seat


def _hosts(state: TableState, holder: str) -> str:
    if holder != state.host:
        raise errors.NotHost
    return holder


def _anybody(_state: TableState, holder: str) -> str:
    return holder


# -- in the deal -------------------------------------------------------------------------


def act(state: TableState, command: commands.Act, seat: int, bot: str = "") -> Events:
    """Return the answers of a seat to its question; whether it may, the deal itself says.

    Where several cards are chosen one by one, some of them may be answered together.
    """
    asked, choice = _question(_open_deal(state), seat), command.choice
    words = choice.split()
    if len(words) > asked.left > 1:
        raise BadCommand(text("At most {most} cards are chosen now.", most=asked.left))
    together = words if 1 < len(words) <= asked.left else (choice,)
    return tuple(events.Acted(seat, asked.kind, _short(word), by=bot) for word in together)


def say(state: TableState, command: commands.Say, seat: int, bot: str = "") -> Events:
    _open_deal(state)
    return (events.Acted(seat, SAY, _short(command.phrase), by=bot),)


def _wait(state: TableState, _command: commands.Wait, seat: int, bot: str = "") -> Events:
    run = _open_deal(state)
    decision = run.decision
    if decision is None or not decision.wait or decision.to(seat) is None:
        raise NotNow(text("Nothing is open to all now: there is nobody to wait for."))
    if decision.seat == seat:
        return (events.Acted(seat, decision.kind, decision.wait, by=bot),)
    return () if state.has_waited(seat) else (events.Waited(seat),)


def _take_back(state: TableState, _command: commands.TakeBack, seat: int) -> Events:
    _open_deal(state)
    return (events.TookBack(seat),)


def _deal_going_on(state: TableState) -> Run:
    run = state.run
    if state.phase is Phase.PLAYING and run is not None:
        return run
    if state.phase is Phase.GATHERING:
        raise NotNow(text("The cards are not dealt yet."))
    _require_going_on(state)
    raise NotNow(text("The deal is over; the next one is not dealt yet."))


def _open_deal(state: TableState) -> Run:
    run = _deal_going_on(state)
    _require_no_proposal(state)
    return run


def _question(run: Run, seat: int) -> Decision:
    decision = run.decision
    asked = None if decision is None else decision.to(seat)
    if decision is None or asked is None:
        clause = "" if decision is None else decision.clause
        raise IllegalChoice(Refusal(clause, text("It is not your turn.")))
    return asked


def _short(word: str) -> str:
    if len(word) > commands.LONGEST_WORD:
        raise BadCommand(text("That is too long to be a choice at this table."))
    return word


# -- what all others are asked for ------------------------------------------------------------

SETTLED_FIRST = {
    ProposalKind.BACK: text("Somebody has asked to take a choice back: that is settled first."),
    ProposalKind.CLAIM: text("Somebody claims the rest of the tricks: that is settled first."),
    ProposalKind.CLOSE: text("Somebody has asked to give the table up: that is settled first."),
    ProposalKind.FREE: text("Somebody has asked to free a seat: that is settled first."),
}


def _require_no_proposal(state: TableState) -> None:
    if state.proposal is not None:
        raise NotNow(SETTLED_FIRST[state.proposal.wish])


def _request_again(state: TableState, seat: int, wish: ProposalKind) -> bool:
    proposal = state.proposal
    if proposal is not None and (proposal.seat, proposal.wish) == (seat, wish):
        return False
    _require_no_proposal(state)
    if state.was_refused(seat, wish):
        raise NotNow(
            text("That was not agreed to. You may ask again when the play has gone on.")
        )
    return True


def _ask_back(state: TableState, _command: commands.AskBack, seat: int) -> Events:
    run = _deal_going_on(state)
    if not _request_again(state, seat, ProposalKind.BACK):
        return ()
    before = run.last_choice(seat)
    if before is None:
        raise NothingToUndo(text("You have not chosen anything in this deal yet."))
    return (events.AskedBack(seat, before),)


def _claim(state: TableState, _command: commands.ClaimRest, seat: int) -> Events:
    run = _deal_going_on(state)
    if not _request_again(state, seat, ProposalKind.CLAIM):
        return ()
    why = why_no_claim(run, seat)
    if why is not None:
        raise NotNow(why)
    return (events.Claimed(seat),)


def _close(state: TableState, _command: commands.Close, holder: str) -> Events:
    seat = state.seat_of(holder)
    if holder != state.host and (state.seat_of(state.host) is not None or seat is None):
        raise errors.NotHost
    return () if state.phase is Phase.OVER else _propose(state, seat)


def _free(state: TableState, command: commands.Free, holder: str) -> Events:
    seat = state.seat_of(holder)
    if seat is None and holder != state.host:
        raise NotYourSeat
    chair = _known_chair(state, command.seat)
    _require_going_on(state)
    if not chair.is_stood_in or chair.seat == seat:
        raise NotNow(text("A seat is freed only where a bot stands in for somebody else."))
    if holder == state.host:
        return (events.Left(chair.seat, chair.bot),)
    return _propose(state, _plays(state, holder), chair)


def _propose(state: TableState, seat: int | None, frees: Chair | None = None) -> Events:
    """Return the event that all are asked to give the table up, or to free a chair.

    Where nobody else plays it is done at once; nobody is asked to give up what has not begun.
    """
    others = any(chair.has_person and chair.seat != seat for chair in state.chairs)
    if state.phase is Phase.GATHERING or not others:
        return (events.Closed() if frees is None else events.Left(frees.seat, frees.bot),)
    if seat is None:
        raise NotNow(text("Others play here: only one of them can ask them for that."))
    if not _request_again(
        state, seat, ProposalKind.CLOSE if frees is None else ProposalKind.FREE
    ):
        return ()
    return (events.Proposed(seat, None if frees is None else frees.seat),)


def _answer(state: TableState, command: commands.Agree | commands.Decline, seat: int) -> Events:
    if state.proposal is None:
        raise NotNow(text("Nobody has asked for anything that you could answer."))
    if isinstance(command, commands.Decline):
        return (events.Declined(seat),)
    return (events.Agreed(seat),) if seat in state.proposal.waits_for(state.chairs) else ()


# -- who sits where ---------------------------------------------------------------------------


def _sit(state: TableState, command: commands.Sit, holder: str) -> Events:
    chair = _known_chair(state, command.seat)
    _require_going_on(state)
    own = state.seat_of(holder)
    if own == chair.seat:
        return _seat_again(state, command)
    if own is None and not chair.free:
        raise SeatTaken(text("Somebody sits there already. Take another seat."))
    _require_no_other_hand(state, chair.seat, holder)
    sat = events.Sat(chair.seat, holder, _own_name(state, command.name))
    return (sat, *_first_seed(state, command))


def _require_no_other_hand(state: TableState, seat: int, holder: str) -> None:
    """Raise `SeatTaken` if somebody sits elsewhere, or knows another hand of the deal."""
    if state.seat_of(holder) is not None:
        raise SeatTaken(text("You sit at this table already. Leave your seat first."))
    if state.phase is Phase.PLAYING and state.hands_seen.get(holder, seat) != seat:
        raise SeatTaken(
            text("You know another hand of this deal. Sit down here when it is over.")
        )


def _seat_again(state: TableState, command: commands.Sit) -> Events:
    """Somebody sits down where he sits: another seed counts, another name cannot."""
    if commands.checked_name(command.name) != state.chairs[command.seat].name:
        raise SeatTaken(text("You sit here already, under another name. It stays as it is."))
    return _first_seed(state, command)


def _first_seed(state: TableState, command: commands.Sit) -> Events:
    """The seed that somebody gives as he sits down: for the first shuffle, or for none."""
    seed = _checked_seed(command.seed)
    if seed and state.phase is not Phase.GATHERING:
        raise NotNow(text("The match has begun. Give your seed when you are ready to go on."))
    return _seed_event(state, command.seat, seed) if seed else ()


def _leave(state: TableState, _command: commands.Leave, seat: int) -> Events:
    _require_going_on(state)
    return (events.Left(seat, "" if state.phase is Phase.GATHERING else BOT_STANDS_IN),)


def _take_over(state: TableState, command: commands.TakeOver, holder: str) -> Events:
    chair = _known_chair(state, command.seat)
    _require_going_on(state)
    if chair.holder == holder:
        return ()
    if not chair.holder or chair.since != command.since:
        raise errors.LinkUsed
    _require_no_other_hand(state, chair.seat, holder)
    return (events.HandedOver(chair.seat, holder),)


def _stand_in(state: TableState, command: commands.StandIn, by: int | None) -> Events:
    chair = _known_chair(state, command.seat)
    if not chair.holder:
        raise NotNow(text("Nobody sits there for whom a bot could play."))
    if state.phase is Phase.GATHERING:
        raise NotNow(text("The match has not begun."))
    _require_going_on(state)
    wished = chair.seat == by
    return () if chair.bot else (events.StoodIn(chair.seat, BOT_STANDS_IN, wished),)


def _time_up(state: TableState, command: commands.TimeUp, _holder: str) -> Events:
    if command.seat is not None:
        return _stand_in(state, commands.StandIn(command.seat), None)
    if state.proposal is None:
        raise TooLate(state.seq)
    return (events.Declined(None),)


def _return(state: TableState, _command: commands.Return, seat: int) -> Events:
    return (events.StoodIn(seat, ""),) if state.bot(seat) else ()


# -- between the deals ------------------------------------------------------------------------


def _begin(state: TableState, _command: commands.Begin, _holder: str) -> Events:
    if state.phase is Phase.GATHERING:
        return (begin_event(state),)
    if state.phase is Phase.BETWEEN and not any(chair.has_person for chair in state.chairs):
        return (deal_event(state),)
    _require_going_on(state)
    raise NotNow(text("The match has begun already."))


def _ready(state: TableState, command: commands.Ready, seat: int) -> Events:
    if state.phase is Phase.PLAYING:
        raise TooLate(state.seq)
    _require_going_on(state)
    return (*_seed_event(state, seat, command.seed), *_ready_event(state, seat, ready=True))


def _not_ready(state: TableState, _command: commands.NotReady, seat: int) -> Events:
    if state.phase is not Phase.GATHERING:
        raise TooLate(state.seq)
    return _ready_event(state, seat, ready=False)


def _greet(state: TableState, command: commands.Greet, seat: int) -> Events:
    if command.courtesy not in COURTESIES:
        known = ", ".join(COURTESIES)
        raise BadCommand(text("One may say one of these to the table: {known}.", known=known))
    if sum(said.seat == seat for said in state.greetings) >= MOST_OF_A_SEAT:
        raise NotNow(text("You have said enough for now: wait for the next deal."))
    return (events.Greeted(seat, command.courtesy),)


def _set_strength(state: TableState, command: commands.SetStrength, _holder: str) -> Events:
    _require_going_on(state)
    bot = check_bot(command.bot)
    chairs = [
        chair
        for chair in state.chairs
        if chair.is_bots_own and command.seat in {None, chair.seat}
    ]
    if not chairs:
        raise NotNow(text("No bot plays there in its own right that another could replace."))
    return tuple(events.StrengthSet(chair.seat, bot) for chair in chairs if chair.bot != bot)


def _set_pace(state: TableState, command: commands.SetPace, _holder: str) -> Events:
    _require_going_on(state)
    commands.check_pace(command.pace)
    return () if command.pace == state.pace else (events.PaceSet(command.pace),)


def _own_name(state: TableState, name: str) -> str:
    shown = commands.checked_name(name)
    for chair in state.chairs:
        if chair.name and commands.sound_alike(chair.name, shown):
            raise BadCommand(
                text(
                    "Somebody at this table is called {name} already. Choose another name.",
                    name=chair.name,
                )
            )
    return shown


def _checked_seed(seed: str) -> str:
    if not commands.SEED.fullmatch(seed):
        raise BadCommand(text("A seed has at most 64 letters, digits, “-” and “_”."))
    return seed


def _seed_event(state: TableState, seat: int, seed: str) -> Events:
    """A seed for the next shuffle, if there is to be one: the last one of a seat counts."""
    mixed = events.Mixed(state.deal + 1, seat, _checked_seed(seed))
    known = state.seeds.get(seat) == seed and (
        seat in state.ready or state.phase is Phase.GATHERING
    )
    return () if known or state.promised is None else (mixed,)


def _ready_event(state: TableState, seat: int, *, ready: bool) -> Events:
    asked = state.phase is Phase.GATHERING and state.opened.when_ready
    return (
        (events.Prepared(seat, ready),) if asked and (seat in state.ready) is not ready else ()
    )


def _require_going_on(state: TableState) -> None:
    if state.phase is Phase.OVER:
        raise NotNow(text("The match is over."))


def _known_chair(state: TableState, seat: int) -> Chair:
    if not 0 <= seat < len(state.chairs):
        last = len(state.chairs) - 1
        raise BadCommand(text("There is no such seat: they are 0 to {last}.", last=last))
    return state.chairs[seat]


# -- which command follows which rule ------------------------------------------------------


class Rule(NamedTuple):
    """Who may send a command, what it leads to, and since when what it answers is so."""

    who: Callable[[TableState, str], int | str]
    decide: Callable[..., Events]
    since: Callable[[TableState], int] = lambda _state: 0


def _asked_since(state: TableState) -> int:
    return max(state.asked_since, state.phase_since)


def _proposed_since(state: TableState) -> int:
    return state.seq if state.proposal is None else state.proposal.since


def _phase_since(state: TableState) -> int:
    return state.phase_since


RULES: Mapping[type[Command], Rule] = {
    commands.Act: Rule(_plays, act, _asked_since),
    commands.Say: Rule(_plays, say, _asked_since),
    commands.Wait: Rule(_plays, _wait, _asked_since),
    commands.TakeBack: Rule(_plays, _take_back, _asked_since),
    commands.AskBack: Rule(_plays, _ask_back, _asked_since),
    commands.ClaimRest: Rule(_plays, _claim, _asked_since),
    commands.Agree: Rule(_plays, _answer, _proposed_since),
    commands.Decline: Rule(_plays, _answer, _proposed_since),
    commands.Ready: Rule(_plays, _ready, _phase_since),
    commands.NotReady: Rule(_plays, _not_ready, _phase_since),
    commands.Begin: Rule(_hosts, _begin, _phase_since),
    commands.Sit: Rule(_anybody, _sit),
    commands.Leave: Rule(_sits, _leave),
    commands.TakeOver: Rule(_anybody, _take_over),
    commands.StandIn: Rule(_sits, _stand_in),
    commands.TimeUp: Rule(_anybody, _time_up, lambda state: state.seq),
    commands.Free: Rule(_anybody, _free),
    commands.Return: Rule(_sits, _return),
    commands.Greet: Rule(_sits, _greet),
    commands.SetStrength: Rule(_hosts, _set_strength),
    commands.SetPace: Rule(_hosts, _set_pace),
    commands.Close: Rule(_anybody, _close),
}


def too_late(state: TableState, command: Command, expected: int) -> bool:
    """Return whether what a command answers is no longer so.

    A move answers a question: what others say aside meanwhile, or who sits down, leaves it as
    it is. Being ready answers the end of a deal. Who sits where is checked seat by seat.
    """
    return expected > state.seq or expected < RULES[type(command)].since(state)


def decide(state: TableState, command: Command, holder: str) -> Events:
    """Return the events that the command of a key's holder leads to; none if nothing changes.

    Raises an error of matto with what stands against it.
    """
    if not holder and not isinstance(command, commands.TimeUp):
        raise NotYourSeat
    rule = RULES[type(command)]
    return rule.decide(state, command, rule.who(state, holder))


def may(state: TableState, seat: int, command: Command) -> bool:
    try:
        return bool(decide(state, command, state.holder(seat)))
    except MattoError:
        return False


def decide_for_bot(
    state: TableState, command: Command, seat: int, bot: str, *, by: str = ""
) -> Events:
    """Return the events that a bot's command leads to: it may act, speak and wait.

    `by` is the bot that has chosen, where it is another than the one that plays the seat.
    """
    if not bot or state.bot(seat) != bot:
        raise NotYourSeat
    if state.proposal is not None:
        raise TooLate(state.seq)
    if isinstance(command, commands.Act | commands.Say | commands.Wait):
        return RULES[type(command)].decide(state, command, seat, by or bot)
    raise BadCommand(text("A bot can act, speak and wait, and nothing else."))


# -- what follows by itself ----------------------------------------------------------------


SecretMaker = Callable[[], str]
"""Makes a secret that nobody can guess, as hexadecimal digits."""


def new_secret() -> str:
    return secrets.token_hex(32)


def apply_with_consequences(
    state: TableState, wanted: Events, at: int, make_secret: SecretMaker = new_secret
) -> tuple[TableState, Events]:
    """Return the table after some events and all that follows, and all these events."""
    table = state.copy()
    kept: list[TableEvent] = []
    for event in wanted:
        table.apply(event, at)
        kept.append(event)
    while (following := next_event(table, make_secret)) is not None:
        table.apply(following, at)
        kept.append(following)
    return table, tuple(kept)


def begin_event(state: TableState) -> events.Began:
    return events.Began(tuple(BOT_STANDS_IN if chair.is_open else "" for chair in state.chairs))


def deal_event(state: TableState) -> events.Dealt:
    """The next deal: shuffled by the secret promised and the seeds, or one played before."""
    number, match = state.deal + 1, state.match
    given = state.opened.given
    if given is not None and number == 1:
        return events.Dealt(number, given.dealer, given.hands, given.talon, dict(given.carried))
    if state.promised is None:
        raise ValueError("no secret was promised for this deal")
    codes = state.game.pack(state.options).codes
    cards = order(state.promised.secret, number, state.seeds, codes)
    deal = state.game.deal_from(cards, state.options, match.dealer)
    return events.Dealt(number, match.dealer, deal.hands, deal.talon, dict(match.carried))


def next_event(state: TableState, make_secret: SecretMaker = new_secret) -> TableEvent | None:
    """Return what happens at a table by itself, if anything: a table at rest has nothing."""
    if state.phase is Phase.OVER:
        return None
    run = state.run
    if state.phase is Phase.PLAYING and run is not None:
        return _next_in_the_deal(state, run)
    if state.proposal is not None:
        return _agreed_on(state, state.proposal)
    if _needs_promise(state):
        made = make_secret()
        return events.Promised(state.deal + 1, promise_of(made), made)
    if state.phase is Phase.GATHERING:
        waits = state.awaited or any(chair.is_open for chair in state.chairs)
        return None if waits else begin_event(state)
    waits = state.awaited or not state.ready
    return None if waits and state.deal else deal_event(state)  # the first one waits for nobody


def _needs_promise(state: TableState) -> bool:
    number = state.deal + 1
    if number == 1 and state.opened.given is not None:
        return False
    return state.promised is None or state.promised.deal != number


def _next_in_the_deal(state: TableState, run: Run) -> TableEvent | None:
    if run.result is not None:
        return events.DealSettled(state.deal, state.dealt_since, run.result, state.claimed)
    if state.proposal is not None:
        return _agreed_on(state, state.proposal)
    return _next_claimed_card(state, run) or _waits_on(state, run)


def _agreed_on(state: TableState, proposal: Proposal) -> TableEvent | None:
    """Return what follows when nobody is left who has not agreed."""
    waits_for = proposal.waits_for(state.chairs)
    if proposal.wish is ProposalKind.CLAIM:
        return answer_to_claim(state, proposal.seat, waits_for)
    if waits_for:
        return None
    if proposal.wish is ProposalKind.BACK:
        return events.WentBack(proposal.seat, proposal.before)
    if proposal.frees is None:
        return events.Closed()
    return events.Left(proposal.frees, state.bot(proposal.frees))


def _next_claimed_card(state: TableState, run: Run) -> events.Acted | None:
    """The next card of a rest that was granted; the table waits for any other answer."""
    asked = run.decision
    card = None if state.claimed is None else next_card(run, state.claimed)
    if card is None or asked is None:
        return None
    return events.Acted(asked.seat, asked.kind, card, by=state.bot(asked.seat))


def _waits_on(state: TableState, run: Run) -> events.Acted | None:
    """A seat that lets the others speak does not have to say so again when it is its turn."""
    asked = run.decision
    if asked is None or not asked.wait or not state.has_waited(asked.seat):
        return None
    return events.Acted(asked.seat, asked.kind, asked.wait, by=state.bot(asked.seat))

"""Deciding: which events a command leads to, and which follow by themselves."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from matto.engine.errors import IllegalChoice, Refusal
from matto.engine.events import SAY, Decision
from matto.engine.run import Run
from matto.engine.words import text
from matto.players import check_bot
from matto.server.tables.agreement import (
    agree,
    agreed_on,
    ask,
    decline,
    insist_on_none,
    played_out,
    propose,
)
from matto.server.tables.commands import (
    LONGEST_WORD,
    SEED,
    Act,
    Agree,
    AskBack,
    Begin,
    ClaimRest,
    Close,
    Command,
    Decline,
    Free,
    Greet,
    Leave,
    NotReady,
    Ready,
    Return,
    Say,
    SetPace,
    SetStrength,
    Sit,
    StandIn,
    TakeBack,
    TakeOver,
    TimeUp,
    Wait,
    alike,
    check_pace,
    checked_name,
)
from matto.server.tables.errors import (
    BadCommand,
    LinkUsed,
    NotHost,
    NotNow,
    NotYourSeat,
    SeatTaken,
    TooLate,
)
from matto.server.tables.events import (
    BOT_STANDS_IN,
    Acted,
    AnyEvent,
    Began,
    DealSettled,
    Dealt,
    Greeted,
    HandedOver,
    Left,
    Mixed,
    PaceSet,
    Prepared,
    Promised,
    Sat,
    StoodIn,
    StrengthSet,
    TookBack,
    Waited,
)
from matto.server.tables.shuffle import order, promise_of
from matto.server.tables.state import TableState
from matto.server.tables.views import COURTESIES, MOST_OF_A_SEAT, Phase

Events = tuple[AnyEvent, ...]


def began(state: TableState) -> Began:
    return Began(tuple(BOT_STANDS_IN if chair.is_open else "" for chair in state.chairs))


def dealt(state: TableState) -> Dealt:
    """The next deal: shuffled by the secret promised and the seeds, or one played before."""
    number, match = state.deal + 1, state.match
    given = state.opened.given
    if given is not None and number == 1:
        return Dealt(number, given.dealer, given.hands, given.talon, dict(given.carried))
    if state.promised is None:
        raise ValueError("no secret was promised for this deal")
    codes = state.game.pack(state.options).codes
    cards = order(state.promised.secret, number, state.seeds, codes)
    deal = state.game.deal_from(cards, state.options, match.dealer)
    return Dealt(number, match.dealer, deal.hands, deal.talon, dict(match.carried))


def decide_for_bot(
    state: TableState, command: Command, seat: int, bot: str, *, by: str = ""
) -> Events:
    """Give the events that a bot's command leads to: it may act, speak and wait.

    `by` is the bot that has chosen, where it is another than the one that plays the seat.
    """
    if not bot or state.bot(seat) != bot:
        raise NotYourSeat
    if state.proposal is not None:
        raise TooLate(state.seq)
    match command:
        case Act(choice):
            return act(state, seat, choice, by or bot)
        case Say(phrase):
            return say(state, seat, phrase, by or bot)
        case Wait():
            return wait(state, seat, by or bot)
    raise BadCommand(text("A bot can act, speak and wait, and nothing else."))


def decide_stand_in(state: TableState, seat: int, *, wished: bool = False) -> Events:
    """Give the events by which a bot plays for an absent holder, or for one who wished it."""
    chair = state.chairs[_known_seat(state, seat)]
    if not chair.holder:
        raise NotNow(text("Nobody sits there for whom a bot could play."))
    if state.phase is Phase.GATHERING:
        raise NotNow(text("The match has not begun."))
    _insist_on_going_on(state)
    return () if chair.bot else (StoodIn(seat, BOT_STANDS_IN, wished),)


# -- in the deal -------------------------------------------------------------------------


def act(state: TableState, seat: int, choice: str, bot: str = "") -> Events:
    """Give the events that a seat answers its question; whether it may, the deal itself says.

    Where several cards are chosen one by one, some of them may be answered together.
    """
    asked = _question(_open_deal(state), seat)
    words = choice.split()
    if len(words) > asked.left > 1:
        raise BadCommand(text("At most {most} cards are chosen now.", most=asked.left))
    together = words if 1 < len(words) <= asked.left else (choice,)
    return tuple(Acted(seat, asked.kind, _short(word), by=bot) for word in together)


def say(state: TableState, seat: int, phrase: str, bot: str = "") -> Events:
    """Give the event that a seat says something aside; whether it may, the deal itself says."""
    _open_deal(state)
    return (Acted(seat, SAY, _short(phrase), by=bot),)


def wait(state: TableState, seat: int, bot: str = "") -> Events:
    """Give the event that a seat lets the others speak first."""
    run = _open_deal(state)
    decision = run.decision
    if decision is None or not decision.wait or decision.to(seat) is None:
        raise NotNow(text("Nothing is open to all now: there is nobody to wait for."))
    if decision.seat == seat:
        return (Acted(seat, decision.kind, decision.wait, by=bot),)
    return () if state.has_waited(seat) else (Waited(seat),)


def _deal_going_on(state: TableState) -> Run:
    run = state.run
    if state.phase is Phase.PLAYING and run is not None:
        return run
    if state.phase is Phase.GATHERING:
        raise NotNow(text("The cards are not dealt yet."))
    _insist_on_going_on(state)
    raise NotNow(text("The deal is over; the next one is not dealt yet."))


def _open_deal(state: TableState) -> Run:
    run = _deal_going_on(state)
    insist_on_none(state)
    return run


def _question(run: Run, seat: int) -> Decision:
    """The question as it stands to a seat."""
    decision = run.decision
    asked = None if decision is None else decision.to(seat)
    if decision is None or asked is None:
        clause = "" if decision is None else decision.clause
        raise IllegalChoice(Refusal(clause, text("It is not your turn.")))
    return asked


def _short(word: str) -> str:
    if len(word) > LONGEST_WORD:
        raise BadCommand(text("That is too long to be a choice at this table."))
    return word


# -- the commands of persons and programs ------------------------------------------------


def _in_the_deal(
    command: Act | Say | Wait | TakeBack | AskBack | ClaimRest, state: TableState, holder: str
) -> Events:
    seat = _own_turn(state, holder)
    match command:
        case Act(choice):
            return act(state, seat, choice)
        case Say(phrase):
            return say(state, seat, phrase)
        case Wait():
            return wait(state, seat)
        case AskBack() | ClaimRest():
            return ask(command, state, _deal_going_on(state), seat)
    _open_deal(state)
    return (TookBack(seat),)


def _answer(command: Agree | Decline, state: TableState, holder: str) -> Events:
    seat = _own_turn(state, holder)
    if state.proposal is None:
        raise NotNow(text("Nobody has asked for anything that you could answer."))
    return agree(state, seat) if isinstance(command, Agree) else decline(state, seat)


def _sit(command: Sit, state: TableState, holder: str) -> Events:
    seat = _known_seat(state, command.seat)
    _insist_on_going_on(state)
    own = state.seat_of(holder)
    if own == seat:
        return _seat_again(state, command)
    if own is None and not state.chairs[seat].free:
        raise SeatTaken(text("Somebody sits there already. Take another seat."))
    _insist_on_no_other_hand(state, seat, holder)
    sat = Sat(seat, holder, _own_name(state, command.name))
    return (sat, *_first_seed(state, command))


def _insist_on_no_other_hand(state: TableState, seat: int, holder: str) -> None:
    """Raise `SeatTaken` if somebody sits elsewhere, or knows another hand of the deal."""
    if state.seat_of(holder) is not None:
        raise SeatTaken(text("You sit at this table already. Leave your seat first."))
    if state.phase is Phase.PLAYING and state.hands_seen.get(holder, seat) != seat:
        raise SeatTaken(
            text("You know another hand of this deal. Sit down here when it is over.")
        )


def _seat_again(state: TableState, command: Sit) -> Events:
    """Somebody sits down where he sits: another seed counts, another name cannot."""
    if checked_name(command.name) != state.chairs[command.seat].name:
        raise SeatTaken(text("You sit here already, under another name. It stays as it is."))
    return _first_seed(state, command)


def _first_seed(state: TableState, command: Sit) -> tuple[Mixed, ...]:
    """The seed that somebody gives as he sits down: for the first shuffle, or for none."""
    seed = checked_seed(command.seed)
    if seed and state.phase is not Phase.GATHERING:
        raise NotNow(text("The match has begun. Give your seed when you are ready to go on."))
    return _mixed(state, command.seat, seed) if seed else ()


def _leave(_command: Leave, state: TableState, holder: str) -> Events:
    seat = _own_seat(state, holder)
    _insist_on_going_on(state)
    return (Left(seat, "" if state.phase is Phase.GATHERING else BOT_STANDS_IN),)


def _take_over(command: TakeOver, state: TableState, holder: str) -> Events:
    chair = state.chairs[_known_seat(state, command.seat)]
    _insist_on_going_on(state)
    if chair.holder == holder:
        return ()
    if not chair.holder or chair.since != command.since:
        raise LinkUsed
    _insist_on_no_other_hand(state, chair.seat, holder)
    return (HandedOver(chair.seat, holder),)


def _stand_in(command: StandIn, state: TableState, holder: str) -> Events:
    wished = _own_seat(state, holder) == command.seat
    return decide_stand_in(state, command.seat, wished=wished)


def _time_up(command: TimeUp, state: TableState, _holder: str) -> Events:
    if command.seat is None:
        return decline(state, None)
    return decide_stand_in(state, command.seat)


def _free(command: Free, state: TableState, holder: str) -> Events:
    seat = state.seat_of(holder)
    if seat is None and holder != state.host:
        raise NotYourSeat
    chair = state.chairs[_known_seat(state, command.seat)]
    _insist_on_going_on(state)
    if not chair.is_stood_in or chair.seat == seat:
        raise NotNow(text("A seat is freed only where a bot stands in for somebody else."))
    if holder == state.host:
        return (Left(chair.seat, chair.bot),)
    return propose(state, _own_turn(state, holder), chair)


def _return(_command: Return, state: TableState, holder: str) -> Events:
    seat = _own_seat(state, holder)
    return (StoodIn(seat, ""),) if state.bot(seat) else ()


def _begin(_command: Begin, state: TableState, holder: str) -> Events:
    if holder != state.host:
        raise NotHost
    if state.phase is Phase.GATHERING:
        return (began(state),)
    if state.phase is Phase.BETWEEN and not any(chair.has_person for chair in state.chairs):
        return (dealt(state),)
    _insist_on_going_on(state)
    raise NotNow(text("The match has begun already."))


def _ready(command: Ready, state: TableState, holder: str) -> Events:
    seat = _own_turn(state, holder)
    if state.phase is Phase.PLAYING:
        raise TooLate(state.seq)
    _insist_on_going_on(state)
    return (*_mixed(state, seat, command.seed), *_prepared(state, seat, ready=True))


def _not_ready(_command: NotReady, state: TableState, holder: str) -> Events:
    seat = _own_turn(state, holder)
    if state.phase is not Phase.GATHERING:
        raise TooLate(state.seq)
    return _prepared(state, seat, ready=False)


def _greet(command: Greet, state: TableState, holder: str) -> Events:
    seat = _own_seat(state, holder)
    if command.courtesy not in COURTESIES:
        known = ", ".join(COURTESIES)
        raise BadCommand(text("One may say one of these to the table: {known}.", known=known))
    if sum(said.seat == seat for said in state.greetings) >= MOST_OF_A_SEAT:
        raise NotNow(text("You have said enough for now: wait for the next deal."))
    return (Greeted(seat, command.courtesy),)


def _close(_command: Close, state: TableState, holder: str) -> Events:
    seat = state.seat_of(holder)
    if holder != state.host and (state.seat_of(state.host) is not None or seat is None):
        raise NotHost
    return () if state.phase is Phase.OVER else propose(state, seat)


def _set_strength(
    command: SetStrength, state: TableState, holder: str
) -> tuple[StrengthSet, ...]:
    """Give the events by which another bot plays; raises `UnknownBot`, `NotNow`, `NotHost`."""
    _insist_on_host(state, holder)
    bot = check_bot(command.bot)
    chairs = [
        chair
        for chair in state.chairs
        if chair.is_bots_own and command.seat in {None, chair.seat}
    ]
    if not chairs:
        raise NotNow(text("No bot plays there in its own right that another could replace."))
    return tuple(StrengthSet(chair.seat, bot) for chair in chairs if chair.bot != bot)


def _set_pace(command: SetPace, state: TableState, holder: str) -> tuple[PaceSet, ...]:
    """Give the event by which bots play faster or slower; raises `BadCommand`, `NotHost`."""
    _insist_on_host(state, holder)
    check_pace(command.pace)
    return () if command.pace == state.pace else (PaceSet(command.pace),)


def _insist_on_host(state: TableState, holder: str) -> None:
    if holder != state.host:
        raise NotHost
    _insist_on_going_on(state)


def _own_name(state: TableState, name: str) -> str:
    """A name that no other person at the table has; bots give way."""
    shown = checked_name(name)
    for chair in state.chairs:
        if chair.name and alike(chair.name, shown):
            raise BadCommand(
                text(
                    "Somebody at this table is called {name} already. Choose another name.",
                    name=chair.name,
                )
            )
    return shown


def checked_seed(seed: str) -> str:
    """Give a seed for the shuffle; raises `BadCommand`."""
    if not SEED.fullmatch(seed):
        raise BadCommand(text("A seed has at most 64 letters, digits, “-” and “_”."))
    return seed


def _mixed(state: TableState, seat: int, seed: str) -> tuple[Mixed, ...]:
    """A seed for the next shuffle, if there is to be one: the last one of a seat counts."""
    mixed = Mixed(state.deal + 1, seat, checked_seed(seed))
    known = state.seeds.get(seat) == seed and (
        seat in state.ready or state.phase is Phase.GATHERING
    )
    return () if known or state.promised is None else (mixed,)


def _prepared(state: TableState, seat: int, *, ready: bool) -> tuple[Prepared, ...]:
    asked = state.phase is Phase.GATHERING and state.opened.when_ready
    return (Prepared(seat, ready),) if asked and (seat in state.ready) is not ready else ()


def _insist_on_going_on(state: TableState) -> None:
    if state.phase is Phase.OVER:
        raise NotNow(text("The match is over."))


def _known_seat(state: TableState, seat: int) -> int:
    if not 0 <= seat < len(state.chairs):
        last = len(state.chairs) - 1
        raise BadCommand(text("There is no such seat: they are 0 to {last}.", last=last))
    return seat


def _own_seat(state: TableState, holder: str) -> int:
    seat = state.seat_of(holder)
    if seat is None:
        raise NotYourSeat
    return seat


def _own_turn(state: TableState, holder: str) -> int:
    """The seat of a holder who plays himself."""
    seat = _own_seat(state, holder)
    if state.bot(seat):
        raise NotNow(text("A bot plays for you. Take your place back first."))
    return seat


# -- which command follows which rule ------------------------------------------------------


class Rule(NamedTuple):
    """How a command is decided, and since when it has been so what it answers."""

    decide: Callable[[Any, TableState, str], Events]
    since: Callable[[TableState], int] = lambda _state: 0


def _asked_since(state: TableState) -> int:
    return max(state.asked_since, state.phase_since)


def _proposed_since(state: TableState) -> int:
    return state.seq if state.proposal is None else state.proposal.since


def _phase_since(state: TableState) -> int:
    return state.phase_since


RULES: Mapping[type[Command], Rule] = {
    Act: Rule(_in_the_deal, _asked_since),
    Say: Rule(_in_the_deal, _asked_since),
    Wait: Rule(_in_the_deal, _asked_since),
    TakeBack: Rule(_in_the_deal, _asked_since),
    AskBack: Rule(_in_the_deal, _asked_since),
    ClaimRest: Rule(_in_the_deal, _asked_since),
    Agree: Rule(_answer, _proposed_since),
    Decline: Rule(_answer, _proposed_since),
    Ready: Rule(_ready, _phase_since),
    NotReady: Rule(_not_ready, _phase_since),
    Begin: Rule(_begin, _phase_since),
    Sit: Rule(_sit),
    Leave: Rule(_leave),
    TakeOver: Rule(_take_over),
    StandIn: Rule(_stand_in),
    TimeUp: Rule(_time_up, lambda state: state.seq),
    Free: Rule(_free),
    Return: Rule(_return),
    Greet: Rule(_greet),
    SetStrength: Rule(_set_strength),
    SetPace: Rule(_set_pace),
    Close: Rule(_close),
}


def too_late(state: TableState, command: Command, expected: int) -> bool:
    """Tell whether what a command answers is no longer so.

    A move answers a question: what others say aside meanwhile, or who sits down, leaves it as
    it is. Being ready answers the end of a deal. Who sits where is checked seat by seat.
    """
    return expected > state.seq or expected < RULES[type(command)].since(state)


def decide(state: TableState, command: Command, holder: str) -> Events:
    """Give the events that the command of a key's holder leads to; none if nothing changes.

    Raises an error of matto with what stands against it.
    """
    if not holder and not isinstance(command, TimeUp):
        raise NotYourSeat
    return RULES[type(command)].decide(command, state, holder)


# -- what follows by itself ----------------------------------------------------------------


SecretMaker = Callable[[], str]
"""Makes a secret that nobody can guess, as hexadecimal digits."""


def new_secret() -> str:
    """Make a secret of 256 bits."""
    return secrets.token_hex(32)


def apply_with_consequences(
    state: TableState,
    events: tuple[AnyEvent, ...],
    at: int,
    make_secret: SecretMaker = new_secret,
) -> tuple[TableState, tuple[AnyEvent, ...]]:
    """Give the table after some events and all that follows from them, and all these events."""
    table = state.copy()
    kept: list[AnyEvent] = []
    for event in events:
        table.apply(event, at)
        kept.append(event)
    while (following := next_event(table, make_secret)) is not None:
        table.apply(following, at)
        kept.append(following)
    return table, tuple(kept)


def next_event(state: TableState, make_secret: SecretMaker = new_secret) -> AnyEvent | None:
    """Give what happens at a table by itself, if anything: a table at rest has nothing."""
    if state.phase is Phase.OVER:
        return None
    run = state.run
    if state.phase is Phase.PLAYING and run is not None:
        return _next_in_the_deal(state, run)
    if state.proposal is not None:
        return agreed_on(state, state.proposal)
    if _needs_promise(state):
        made = make_secret()
        return Promised(state.deal + 1, promise_of(made), made)
    if state.phase is Phase.GATHERING:
        return began(state) if _complete(state) else None
    return dealt(state) if _all_ready(state) else None


def _needs_promise(state: TableState) -> bool:
    number = state.deal + 1
    if number == 1 and state.opened.given is not None:
        return False
    return state.promised is None or state.promised.deal != number


def _complete(state: TableState) -> bool:
    return not state.awaited and not any(chair.is_open for chair in state.chairs)


def _all_ready(state: TableState) -> bool:
    """Tell whether the next deal waits for nobody; the first one follows the beginning."""
    return state.deal == 0 or (bool(state.ready) and not state.awaited)


def _next_in_the_deal(state: TableState, run: Run) -> AnyEvent | None:
    if run.result is not None:
        return DealSettled(state.deal, state.dealt_since, run.result, state.claimed)
    if state.proposal is not None:
        return agreed_on(state, state.proposal)
    played = None if state.claimed is None else played_out(state, run, state.claimed)
    return played or _waits_on(state, run)


def _waits_on(state: TableState, run: Run) -> Acted | None:
    """A seat that lets the others speak does not have to say so again when it is its turn."""
    asked = run.decision
    if asked is None or not asked.wait or not state.has_waited(asked.seat):
        return None
    return Acted(asked.seat, asked.kind, asked.wait, by=state.bot(asked.seat))

"""The table service: read the record, fold, check, append with the next number, commit, then tell the others."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from math import ceil
from random import SystemRandom
from typing import Any, Final

import msgspec

from zashiki.bots import draw_outcome
from zashiki.kernel.contract import CHANCE, State
from zashiki.kernel.messages import Message, say
from zashiki.kernel.record import UNDO, Record, take_back, undo
from zashiki.store import MovedOn, Seat, Store, Table
from zashiki.store.contract import BOT, OPEN, PERSON, SCREEN
from zashiki.web.play import UNDO_NAME, Play

KEPT_FOLDED: Final = 256
TRIES: Final = 5
ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


class NoTable(Exception):
    """There is no such table."""


class Stale(Exception):
    """The choice was made on a picture of the table that is no longer true."""


class NotYours(Exception):
    """The seat belongs to somebody else."""


class Tables:
    """All tables of a store, as this process sees them."""

    def __init__(self, store: Store, secret: str, tell: Callable[[str], None]) -> None:
        self.store = store
        self._secret = secret.encode()[:64]
        self._tell = tell
        self._chance = SystemRandom()
        self._plays: OrderedDict[str, Play] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}

    def play(self, table_id: str) -> Play:
        """The table, caught up with the store; raises NoTable, or RecordError if this program can't play it."""
        play = self._plays.get(table_id)
        if play is None:
            table = self.store.table(table_id)
            if table is None:
                raise NoTable(table_id)
            play = self._plays[table_id] = Play(table)
        self._plays.move_to_end(table_id)
        if len(self._plays) > KEPT_FOLDED:
            self._forget(next(iter(self._plays)))
        play.take(self.store.entries(table_id, play.length))
        return play

    def seats(self, table_id: str) -> list[Seat]:
        return self.store.seats(table_id)

    def kept_record(self, table: Table) -> str:
        """The record of a table that this program can't play, as text; empty while it would tell a player secrets."""
        people = {seat.owner for seat in self.seats(table.id) if seat.kind != BOT}
        if not table.ended and len(people) > 1:
            return ""
        lines = [
            f"{'*' if entry.seat == CHANCE else entry.seat} {entry.choice}\n"
            for entry in self.store.entries(table.id)
        ]
        return table.header + "".join(lines)

    async def open(
        self,
        record: Record,
        seats: list[Seat],
        creator: str,
        entries: list[tuple[int, str]] | None = None,
        **extra: Any,
    ) -> str:
        """Opens a table and gives its id. `entries` are those of a record that it goes on from."""
        now = time.time()
        table = Table(
            id=token(10),
            game=record.game.id,
            header=header(record),
            creator=creator,
            invitation=token(16),
            created=now,
            touched=now,
            **extra,
        )
        await asyncio.wrap_future(self.store.open_table(table, seats, entries or []))
        if not table.ended:
            async with self._lock(table.id):
                await self._let_chance_act(table.id)
            self._tell(table.id)
        return table.id

    async def open_return_match(
        self, table_id: str, record: Record, seats: list[Seat], creator: str, **extra: Any
    ) -> str:
        """The table that follows this one: opened once, whoever asks for it first."""
        async with self._lock(table_id):
            following = self.store.following(table_id)
            if not following:
                following = await self.open(record, seats, creator, **extra)
                await asyncio.wrap_future(self.store.follow(table_id, following))
        self._tell(table_id)
        return following

    async def choose(self, table_id: str, seat: int, action: int, turn: str, made: int) -> None:
        """Makes a choice for a seat.

        `turn` is the name of the turn it was made in, `made` how many entries the seat had made by then: a choice
        sent twice is made once; one made on an old picture raises Stale; one the rules refuse raises Refused.
        """
        async with self._lock(table_id):
            for _ in range(TRIES):
                play = self.play(table_id)
                if _was_made(play, seat, action, made):
                    return
                if made != play.made_by(seat) or turn != self.turn(play, seat):
                    raise Stale
                after = play.state.copy()
                after.apply(seat, action)
                lines = [(seat, play.game.name(action)), *self._outcomes(play, after)]
                if await self._append(play, lines, after):
                    break
            else:
                raise Stale
        self._tell(table_id)

    async def undo(self, table_id: str, seat: int, made: int, action: int | None = None) -> None:
        """Takes back the seat's last choice, or the latest one of this action, such as any marker of a plan.

        Raises Refused when something has become known since.
        """
        async with self._lock(table_id):
            for _ in range(TRIES):
                play = self.play(table_id)
                if _was_made(play, seat, UNDO, made):
                    return
                if made != play.made_by(seat):
                    raise Stale
                if await self._append(play, _taken_back(play, seat, action), play.state):
                    break
            else:
                raise Stale
        self._tell(table_id)

    async def change_seat(self, table_id: str, before: Seat, after: Seat) -> None:
        """Raises Stale if somebody else has changed the seat meanwhile."""
        if not await asyncio.wrap_future(self.store.change_seat(table_id, before, after)):
            raise Stale
        self._tell(table_id)

    async def say(self, table_id: str, name: str, text: str) -> None:
        await asyncio.wrap_future(self.store.say(table_id, name, text))
        self._tell(table_id)

    def turn(self, play: Play, seat: int) -> str:
        """A name for the turn a seat is in: another one each time it becomes an actor, and it tells nothing else."""
        began = f"{play.table.id} {seat} {play.turn_began[seat]}"
        return blake2b(began.encode(), key=self._secret, digest_size=8).hexdigest()

    def _forget(self, table_id: str) -> None:
        lock = self._locks.get(table_id)
        if lock is None or not lock.locked():
            self._locks.pop(table_id, None)
            del self._plays[table_id]

    def _lock(self, table_id: str) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    def _outcomes(self, play: Play, state: State) -> list[tuple[int, str]]:
        """Lets chance act until a seat may choose, and gives what it brought."""
        lines = []
        while state.actors() == (CHANCE,):
            outcome = draw_outcome(state, self._chance)
            state.apply(CHANCE, outcome)
            lines.append((CHANCE, play.game.name(outcome)))
        return lines

    async def _let_chance_act(self, table_id: str) -> None:
        play = self.play(table_id)
        after = play.state.copy()
        lines = self._outcomes(play, after)
        if lines:
            await self._append(play, lines, after)

    async def _append(self, play: Play, lines: list[tuple[int, str]], after: State) -> bool:
        try:
            ended = after.result() is not None
            await asyncio.wrap_future(self.store.append(play.table.id, play.length, lines, ended))
        except MovedOn:
            return False
        return True


def _was_made(play: Play, seat: int, action: int, made: int) -> bool:
    entry = play.last_made(seat, made)
    return entry is not None and entry.action == action


def _taken_back(play: Play, seat: int, action: int | None) -> list[tuple[int, str]]:
    """What is added to the record when a seat takes back its last choice, or an earlier one; raises Refused."""
    after = play.record.copy()
    if action is None:
        undo(after, seat)
    else:
        take_back(after, seat, action)
    added = after.entries[play.length :]
    return [
        (entry.seat, UNDO_NAME if entry.action == UNDO else play.game.name(entry.action)) for entry in added
    ]


def header(record: Record) -> str:
    """The record before its first choice, as text."""
    return record.copy(0).write()


def token(length: int) -> str:
    """A name that can't be guessed, of letters and digits that can't be mistaken for each other."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def person_seat(seat: int, owner: str, name: str, kind: str = PERSON) -> Seat:
    return Seat(seat=seat, kind=kind, name=name, owner=owner, secret=token(24))


def bot_seat(seat: int, level: str) -> Seat:
    return Seat(seat=seat, kind=BOT, level=level)


def open_seat(seat: int) -> Seat:
    return Seat(seat=seat, kind=OPEN)


def owned_by(seats: list[Seat], owner: str) -> list[Seat]:
    """The seats of one person, those on the same screen included."""
    return [seat for seat in seats if owner and seat.owner == owner and seat.kind in (PERSON, SCREEN)]


def with_stand_in(seat: Seat, level: str) -> Seat:
    """The seat with a bot that plays on for its absent person, or without one (empty level)."""
    return msgspec.structs.replace(seat, stand_in=level)


def refusal_of_stand_in(play: Play, seat: Seat, now: float) -> Message | None:
    """Why no bot may play on for this seat yet."""
    limit = play.table.absent_after
    if seat.kind not in (PERSON, SCREEN) or seat.stand_in or seat.seat not in play.state.actors():
        return say("web.absent.not-needed")
    if not limit:
        return say("web.absent.never")
    left = play.moved_at + limit - now
    return say("web.absent.wait", n=ceil(left / 60)) if left > 0 else None


def until_stand_in(play: Play, now: float) -> float | None:
    """Seconds until a bot may play on for who is absent; None if that time has come, or never comes."""
    left = play.moved_at + play.table.absent_after - now
    return left if play.table.absent_after and not play.over and left > 0 else None

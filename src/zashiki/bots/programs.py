"""A program in any language as a player: it is told and asked in lines of text (`docs/matches.md`)."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
from collections.abc import Callable
from time import monotonic
from typing import IO, Final

import msgspec

from zashiki.kernel.bots import Bot, Budget, Decision, Told
from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import Message
from zashiki.kernel.reasons import of_system

PROTOCOL: Final = 1
PATIENCE: Final = 30.0
"""Seconds that a program may take beyond its budget before it counts as hung."""
LOOKS_UP: Final = 0.2
"""Seconds after which it is looked at whether its answer is still wanted."""
LONGEST_ANSWER: Final = 10_000
SHOWN: Final = 40
"""So much of an answer that is wrong is repeated."""


class ProgramError(Exception):
    """A program can't be started, ends, hangs, or answers something that is no legal choice."""

    def __init__(self, reason: str, command: str, answer: str | Message = "") -> None:
        super().__init__(reason, command, answer)
        self.reason = reason  # "command", "start", "ended", "silent" or "illegal"
        self.command = command
        self.answer = answer  # or why it can't be started


class Program:
    """A level whose players are processes of a command, one for each seat. `meanwhile` is called now and then while one is waited for,
    and may raise what ends that."""

    def __init__(self, command: str, game: Game, meanwhile: Callable[[], None] = lambda: None) -> None:
        self._command = command
        self._meanwhile = meanwhile
        self._game = game
        self._players: list[_ProgramBot] = []

    def seated(self, seat: int, seed: int) -> Bot:
        bot = _ProgramBot(self._command, self._game, self._meanwhile)
        self._players.append(bot)
        bot.greet(seat, seed)
        return bot

    def close(self) -> None:
        """Ends every process."""
        while self._players:
            self._players.pop().close()


class _ProgramBot:
    """A process and all that it starts, in a group of its own: Ctrl-C is not for them, and none of them is left behind."""

    def __init__(self, command: str, game: Game, meanwhile: Callable[[], None]) -> None:
        self._command = command
        self._game = game
        self._meanwhile = meanwhile
        self._buffer = b""
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError("start", command, of_system(error)) from None
        except ValueError:  # quotes that do not match, or a zero byte
            raise ProgramError("command", command) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to: IO[bytes] = self._process.stdin
        self._from: IO[bytes] = self._process.stdout
        os.set_blocking(self._to.fileno(), False)

    def greet(self, seat: int, seed: int) -> None:
        game = self._game
        self._send(f"zashiki {PROTOCOL}", f"game {game.id} {game.rules}", f"seat {seat}", f"seed {seed}")

    def observe(self, told: Told) -> None:
        self._send(f"told {msgspec.json.encode(told).decode()}")

    def decide(self, view: View, budget: Budget) -> Decision:
        names = [self._game.name(action) for action in view.legal]
        seconds = "-" if budget.seconds is None else f"{budget.seconds:g}"
        nodes = "-" if budget.nodes is None else str(budget.nodes)
        self._send(
            f"view {msgspec.json.encode(view).decode()}",
            "legal " + " ".join(names),
            f"decide {seconds} {nodes}",
        )
        answer = self._receive((budget.seconds or 0.0) + PATIENCE)
        if answer not in names:
            raise ProgramError("illegal", self._command, _spelled(answer))
        return Decision(self._game.action(answer))

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._to.fileno(), b"end\n")
        self._to.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._from.close()

    def _send(self, *lines: str) -> None:
        """Everything within the time of patience: a program that does not read must not keep us waiting for ever."""
        left, end = "".join(f"{line}\n" for line in lines).encode(), monotonic() + PATIENCE
        while left:
            self._await(self._to, selectors.EVENT_WRITE, end)
            try:
                left = left[os.write(self._to.fileno(), left) :]
            except OSError:
                raise ProgramError("ended", self._command) from None

    def _receive(self, limit: float) -> str:
        """One line of its output."""
        end = monotonic() + limit
        while b"\n" not in self._buffer:
            self._await(self._from, selectors.EVENT_READ, end)
            more = os.read(self._from.fileno(), LONGEST_ANSWER)
            if not more:
                raise ProgramError("ended", self._command)
            self._buffer += more
            if len(self._buffer) > LONGEST_ANSWER:
                raise ProgramError("illegal", self._command, _spelled(self._buffer.decode(errors="replace")))
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _await(self, stream: IO[bytes], event: int, end: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(stream, event)
            while not selector.select(min(LOOKS_UP, max(0.0, end - monotonic()))):
                self._meanwhile()
                if monotonic() >= end:
                    raise ProgramError("silent", self._command)


def _spelled(answer: str) -> str:
    """The beginning of an answer, with nothing in it that a terminal would obey."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in answer[:SHOWN]
    )

"""A game played at this terminal, from its first prompt to its result."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

from zashiki.kernel.contract import View
from zashiki.kernel.messages import Refused
from zashiki.kernel.reasons import of_system
from zashiki.kernel.record import Record
from zashiki.terminal.local_game import LocalGame
from zashiki.terminal.numbers import whole
from zashiki.terminal.offers import Offer, offers, one_by_one
from zashiki.terminal.saved_games import new_file, save
from zashiki.terminal.screen import Screen
from zashiki.terminal.speech import sentence

COMMANDS: Final = ("number", "explain", "why", "undo", "save", "log", "again", "leave")


class Left(Exception):
    """The person leaves the game."""


def program() -> str:
    """How the program was started, for the commands that it tells people; the start script passes it on."""
    started = os.environ.get("ZASHIKI_PROGRAM")
    if started:
        return shlex.quote(started)
    path = Path(sys.argv[0])
    if path.name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m zashiki"
    if path.name != "zashiki":
        return "./zashiki"
    found = shutil.which("zashiki")
    return "zashiki" if found and Path(found).samefile(path) else shlex.quote(str(path))


def _interrupt_once(signum: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
    """The first Ctrl-C leaves; an impatient second one must not keep the game from being saved."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


class Sitting:
    """People at a table in front of one screen; the game is kept in a file after every choice."""

    def __init__(self, local: LocalGame, screen: Screen, file: Path | None = None) -> None:
        self.local = local
        self.screen = screen
        self.file = file or new_file(local.game.id)
        self.watcher = min(local.people)
        self._private = False
        self._unsaved = False
        self._offers: list[Offer] = []

    def play(self) -> bool:
        """Plays to the end; False if it was left before, with the way back told."""
        signal.signal(signal.SIGINT, _interrupt_once)
        try:
            while (seat := self._next_person()) is not None:
                self._take_turn(seat)
        except (Left, EOFError, KeyboardInterrupt):
            self._say_goodbye()
            return False
        except BaseException:
            self._say_goodbye()
            raise
        self._show_end()
        return True

    def _next_person(self) -> int | None:
        """Lets chance and the bots choose until a person has to; None when the game is over."""
        while (other := self.local.next_other()) is not None:
            self.local.let_choose(other)
            self._keep()
        actors = self.local.state.actors()
        if not actors:
            return None
        return self.watcher if self.watcher in actors else actors[0]

    def _take_turn(self, seat: int) -> None:
        self._guard_secrets(seat)
        self.watcher = seat
        view = self.local.state.view(seat)
        self._show_turn(seat, view)
        while not self._obey(seat, view, self.screen.ask("term.play.ask")):
            pass

    def _guard_secrets(self, seat: int) -> None:
        """Nobody sees another's secrets: an empty screen between two people, and after the last secret choice."""
        private = self.local.has_secrets()
        if self._private and (seat != self.watcher or not private):
            self.screen.clear()
        if private and not (self._private and seat == self.watcher):
            self._pass_device(seat)
        self._private = private

    def _pass_device(self, seat: int) -> None:
        self.screen.clear()
        self.screen.say("term.play.pass", seat=self.local.seat_name(seat))
        self.screen.ask("term.play.pass-enter")
        self.screen.clear()

    def _show_turn(self, seat: int, view: View) -> None:
        screen, local = self.screen, self.local
        screen.line(screen.words(local.seat_name(seat)))
        screen.news(local.news_for(seat))
        screen.board(local.game, view)
        screen.print()
        screen.print(sentence(screen.words, view.prompt), "bold")
        self._offer(offers(local.game, view, screen.words))

    def _offer(self, offered: list[Offer]) -> None:
        self._offers = offered
        self.screen.choices([offer.label for offer in offered])

    def _obey(self, seat: int, view: View, text: str) -> bool:
        """Does what was typed; True if the turn goes on with another view."""
        if not text:
            self._show_turn(seat, view)
            return False
        number = whole(text)
        if number is not None:
            return self._choose_number(seat, view, number)
        if text.startswith("?"):
            self._explain(seat, view, text[1:].strip())
            return False
        if text.startswith("!"):
            self._say_why_not(seat, view, text[1:].strip())
            return False
        word, _, rest = text.partition(" ")
        match word.casefold(), rest.strip():
            case "u", name:
                return self._undo(seat, name)
            case "l", "":
                self._show_log(seat)
            case "s", file:
                self._save(file)
            case "q", "":
                raise Left
            case _:
                return self._choose_name(seat, view, text)
        return False

    def _choose(self, seat: int, action: int) -> bool:
        self.local.choose(seat, action)
        self._keep()
        return True

    def _choose_number(self, seat: int, view: View, number: int) -> bool:
        """Makes the choice of that number, or shows the choices that it stands for."""
        if not 1 <= number <= len(self._offers):
            self.screen.say("term.play.no-number", number=number, n=len(self._offers))
            return False
        actions = self._offers[number - 1].actions
        if len(actions) == 1:
            return self._choose(seat, actions[0])
        self._offer(one_by_one(self.local.game, view, self.screen.words, actions))
        self.screen.print(self.screen.words.say("term.play.back"), "dim")
        return False

    def _choose_name(self, seat: int, view: View, text: str) -> bool:
        action = self._find(view, text)
        if action is None:
            self.screen.say("term.play.unknown", text=text)
            return False
        if action in view.legal:
            return self._choose(seat, action)
        self._say_why_not(seat, view, text)
        return False

    def _find(self, view: View, text: str) -> int | None:
        """The action of that number, name or label; of several that share a number, the first."""
        game, words = self.local.game, self.screen.words
        number = whole(text)
        if number is not None and 1 <= number <= len(self._offers):
            return self._offers[number - 1].actions[0]
        try:
            return game.action(text)
        except KeyError:
            folded = text.casefold()
            return next((a for a in view.legal if words(game.label(view, a)).casefold() == folded), None)

    def _explain(self, seat: int, view: View, text: str) -> None:
        """`?` alone: what can be typed; `?3`: what choice 3 does, with its rule."""
        if not text:
            self.screen.commands(COMMANDS)
            return
        action = self._find(view, text)
        if action is None:
            self.screen.say("term.play.unknown", text=text)
        elif action in view.legal:
            self.screen.tell(self.local.game.help(view, action))
            self.screen.print(
                self.screen.words.say("term.play.name", name=self.local.game.name(action)), "dim"
            )
        else:
            self._say_why_not(seat, view, text)

    def _say_why_not(self, seat: int, view: View, text: str) -> None:
        action = self._find(view, text)
        if action is None:
            self.screen.say("term.play.unknown", text=text)
            return
        refusal = self.local.state.why_not(seat, action)
        if refusal is None:
            self.screen.say("term.play.allowed", name=self.local.game.name(action))
        else:
            self.screen.tell(refusal)

    def _undo(self, seat: int, name: str) -> bool:
        """Takes back the last choice, or the named one, as far as undo goes."""
        try:
            self.local.undo(seat, self.local.game.action(name) if name else None)
        except KeyError:
            self.screen.say("term.play.unknown", text=name)
            return False
        except Refused as refused:
            self.screen.tell(refused.message)
            return False
        self.screen.say("term.play.undone")
        self._keep()
        return True

    def _save(self, text: str) -> None:
        file = Path(text).expanduser() if text else self.file
        try:
            save(self.local.record, file)
        except OSError as error:
            self.screen.say("term.play.not-saved", file=str(file), reason=of_system(error))
        else:
            self.screen.say("term.play.saved")
            self.screen.line_to_copy(str(file.absolute()))

    def _show_log(self, seat: int) -> None:
        self.screen.events(self.local.log(seat))

    def _keep(self) -> None:
        """Saves the game as it is; if that fails it is said once, and the game goes on."""
        try:
            save(self.local.record, self.file)
            self._unsaved = False
        except OSError as error:
            if not self._unsaved:
                self.screen.say("term.play.not-kept", file=str(self.file), reason=of_system(error))
            self._unsaved = True

    def _say_goodbye(self) -> None:
        self._keep()
        self.screen.print()
        if self._unsaved:
            self.screen.say("term.play.lost")
            return
        self.screen.say("term.play.resume")
        self.screen.line_to_copy(f"{program()} play --resume {shlex.quote(str(self.file))}")

    def _show_end(self) -> None:
        local, screen = self.local, self.screen
        seat = None if local.passes_around() else self.watcher
        if self._private:
            screen.clear()
        view = local.state.view(seat)
        screen.line(screen.words.say("term.end.title"))
        screen.news(local.news_for(seat))
        screen.board(local.game, view)
        screen.print()
        result = local.state.result()
        assert result is not None
        screen.result(result, local.game.facts, [local.seat_name(i) for i in range(local.record.seats)])
        if not self._unsaved:
            screen.say("term.end.kept")
            screen.line_to_copy(f"{program()} replay {shlex.quote(str(self.file))}")


def rematch(record: Record, people: frozenset[int]) -> tuple[Record, frozenset[int]]:
    """The same game again; with two sides against each other they are swapped."""
    again = Record(record.game, record.seats, record.options, record.position)
    if record.seats == 2 and not record.game.facts.cooperative:
        people = frozenset(1 - seat for seat in people)
    return again, people


def play_on(local: LocalGame, screen: Screen, file: Path | None = None, seed: int | None = None) -> None:
    """Plays, and plays again as long as the people want to."""
    while Sitting(local, screen, file).play() and _wants_again(screen):
        record, people = rematch(local.record, local.people)
        seed = None if seed is None else seed + 1
        local, file = LocalGame(record, people, local.level, seed), None
        names = [local.seat_name(seat) for seat in sorted(people)]
        screen.say("term.end.seats", seats=names, n=len(people))


def _wants_again(screen: Screen) -> bool:
    try:
        answer = screen.ask("term.end.again").casefold()
    except (EOFError, KeyboardInterrupt):
        screen.print()
        return False
    return answer in screen.words.say("term.yes").split()

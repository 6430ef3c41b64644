"""Options of a game: typed, validated, listed with `game.options`, spelled as text in records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from zashiki.kernel.messages import Message, say


class BadOption(ValueError):
    """An option that does not exist, or a value it does not take."""

    def __init__(self, message: Message) -> None:
        super().__init__(f"{message.key} {message.args}")
        self.message = message


class Option(Protocol):
    """`<prefix>.option.<name>` and `<prefix>.option.<name>.help` are its words."""

    @property
    def name(self) -> str: ...

    @property
    def default(self) -> Any: ...

    def check(self, value: Any) -> Any:
        """The value as the game takes it; raises BadOption."""

    def write(self, value: Any) -> str:
        """One line of text that `read` turns back."""

    def read(self, text: str) -> Any: ...


def _refuse(name: str, value: Any, takes: str) -> BadOption:
    return BadOption(say("option.bad-value", option=name, value=str(value), takes=takes))


class Choice:
    """One of several names. `<prefix>.option.<name>.<value>` are the words of a value.

    One that is for study makes the game smaller than its rulebook has it. Commands and bridges take it, forms and menus do
    not offer it, and records name it only where it is not the default.
    """

    def __init__(self, name: str, values: tuple[str, ...], default: str, for_study: bool = False) -> None:
        self.name = name
        self.values = values
        self.default = default
        self.for_study = for_study

    def check(self, value: Any) -> str:
        if value not in self.values:
            raise _refuse(self.name, value, ", ".join(self.values))
        return str(value)

    def write(self, value: str) -> str:
        return value

    def read(self, text: str) -> str:
        return self.check(text)


class Flag:
    """Yes or no."""

    def __init__(self, name: str, default: bool = False) -> None:
        self.name = name
        self.default = default

    def check(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise _refuse(self.name, value, "yes, no")
        return value

    def write(self, value: bool) -> str:
        return "yes" if value else "no"

    def read(self, text: str) -> bool:
        if text not in ("yes", "no"):
            raise _refuse(self.name, text, "yes, no")
        return text == "yes"


class Several:
    """A list of different names in an order that matters, comma-separated; an empty one leaves it to the game."""

    def __init__(self, name: str, values: tuple[str, ...]) -> None:
        self.name = name
        self.values = values
        self.default: tuple[str, ...] = ()

    def check(self, value: Any) -> tuple[str, ...]:
        parts = value.split(",") if isinstance(value, str) else value
        if not isinstance(parts, list | tuple) or not all(isinstance(part, str) for part in parts):
            raise _refuse(self.name, value, ", ".join(self.values))
        chosen = tuple(part.strip() for part in parts if part.strip())
        if len(set(chosen)) != len(chosen) or not set(chosen) <= set(self.values):
            raise _refuse(self.name, ",".join(map(str, chosen)), ", ".join(self.values))
        return chosen

    def write(self, value: tuple[str, ...]) -> str:
        return ",".join(value) or "-"

    def read(self, text: str) -> tuple[str, ...]:
        return () if text == "-" else self.check(text)


class Document:
    """A whole document, such as a board file; None is the one the game ships."""

    def __init__(
        self, name: str, read: Callable[[str], Any], write: Callable[[Any], str], type_: type
    ) -> None:
        self.name = name
        self.default = None
        self._read = read
        self._write = write
        self._type = type_

    def check(self, value: Any) -> Any:
        if value is None or isinstance(value, self._type):
            return value
        if isinstance(value, str):
            return self._read(value)
        raise _refuse(self.name, type(value).__name__, self._type.__name__)

    def write(self, value: Any) -> str:
        return "standard" if value is None else self._write(value)

    def read(self, text: str) -> Any:
        return None if text == "standard" else self._read(text)


def is_for_study(option: Option) -> bool:
    return isinstance(option, Choice) and option.for_study


def offered_options(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Those that forms and menus show to whoever wants to play."""
    return tuple(option for option in options if not is_for_study(option))


def write_options(options: tuple[Option, ...], values: Mapping[str, Any]) -> dict[str, str]:
    """As records name them."""
    return {
        option.name: option.write(values[option.name])
        for option in options
        if not is_for_study(option) or values[option.name] != option.default
    }


def read_options(options: tuple[Option, ...], written: Mapping[str, str]) -> dict[str, Any]:
    """Back from what `write_options` gives; raises BadOption."""
    return {option.name: option.read(written[option.name]) for option in options if option.name in written}


def check_options(options: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, the default where none is given; raises BadOption."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(say("option.unknown", option=name, known=", ".join(known) or "-"))
    return {name: option.check(given.get(name, option.default)) for name, option in known.items()}


def check_seats(seats: int | None, allowed: range, default: int) -> int:
    """The number of seats, validated."""
    count = default if seats is None else seats
    if count not in allowed:
        key = "option.bad-seats" if len(allowed) > 1 else "option.exact-seats"
        raise BadOption(say(key, seats=count, low=allowed.start, high=allowed.stop - 1))
    return count

"""The typed parts of a game beyond its rules, and how they are found.

A part is a module of the game's package (`page`, `bot`, `terminal`, `features`, `study`, `rules.rollouts`) that has the names of its protocol, or
data beside the code (`lesson.toml`, `rulebook/`). `part(game, Page)` finds it, or says what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar, cast

import msgspec
from markupsafe import Markup

from zashiki.kernel.bots import Level
from zashiki.kernel.messages import Message
from zashiki.kernel.rollouts import Rollouts
from zashiki.kernel.studies import Study


class MissingPart(LookupError):
    """A game does not bring this part, or brings it without something that the part needs."""

    def __init__(self, package: str, part: str, missing: str, broken: bool = False) -> None:
        super().__init__(f"{package}: the part {part} is missing: {missing}")
        self.part = part
        self.broken = broken  # it is there, but not whole


class Speech(Protocol):
    """What a drawing needs of the reader's language; `zashiki.words.Words` is one."""

    @property
    def language(self) -> str: ...

    @property
    def identity(self) -> str:
        """The same for words that are equal: drawings made with them can be shared."""

    def __call__(self, message: Message, form: str = "") -> str: ...

    def say(self, key: str, **args: Any) -> str: ...

    def has(self, key: str) -> bool: ...

    def name_of(self, message: Message) -> str:
        """What the person is called whom the message stands for; "" if it stands for nobody who has a name."""


class Region(msgspec.Struct, frozen=True, gc=False):
    """A named element of a page, drawn from its inputs and the reader's words alone.

    `draw(inputs, words)` gives one element whose id is `name`; equal inputs give equal bytes, so a drawing is kept by
    them and shared by all viewers who have them. A region that shows what one seat alone may see names that seat.
    `inner` regions lie inside: the drawing writes `slot(name)` where each of them belongs. Where they are `chained` it has a slot for
    the first of them alone, and each of them one for the next: then what is added at the end changes nothing but the last one.
    `kept` is False for a drawing of one moment of one table, which nobody would look for again.
    """

    name: str
    draw: Callable[[Any, Speech], Markup]
    inputs: Hashable
    seat: int | None = None
    inner: tuple[Region, ...] = ()
    kept: bool = True
    chained: bool = False


SLOT: Final = "\x02{}\x03"


@lru_cache(maxsize=4096)
def slot(name: str) -> Markup:
    """Where an inner region belongs in the drawing of the outer one."""
    return Markup(SLOT.format(name))


class EventLook(msgspec.Struct, frozen=True):
    """How an event is shown beyond its words."""

    sign: str = ""  # the drawing before its line in the log
    sound: str = ""  # the name of a sound in `static/sounds.json`, or of one of the pages around the board
    spot: str = ""  # the id of the element where it took place, beside those that its arguments name
    told: bool = True  # False: it stands in the log only
    mark: str = ""  # on the bar of a replay: "round" where one begins, "reveal", "wound" or "loss"
    staged: bool = False  # a change that brings it is told step by step, with the board of each step


class Finale(msgspec.Struct, frozen=True):
    """How a game ended, for who looks at it."""

    scene: Region  # named "finale-scene"
    verdict: Message  # who has won and who has lost, in one sentence to the reader
    story: tuple[Message, ...]  # what led there; the page shows the first lines


class Page(Protocol):
    """`page`: the game in the browser."""

    EMBLEM: str
    """The small sign of the game: the name of a drawing in `art/`."""
    STYLES: tuple[str, ...]
    """The style sheets of the board in `static/`, in order."""
    EVENTS: Mapping[str, EventLook]
    """How events look, by the name of the event or the beginning of it: "wound" is also used for "wound-healed"."""

    def cover(self) -> Markup:
        """The drawn cover."""

    def board(self, view: Any, links: str) -> Region:
        """The play area of a view: the region "play". An address that explains a choice is `links` and the number of
        the action; no links: nothing can be chosen or asked."""

    def on_board(self, view: Any) -> frozenset[int]:
        """The legal actions of the view that can be chosen on the board itself."""

    def keys(self, action: int) -> str:
        """The keys that are typed for a choice, the same all game long; "" for none. Of choices that are legal at the
        same time none begins as another does."""

    def secrets(self, view: Any) -> Region | None:
        """What the seat of this view alone knows; None if it knows nothing alone."""

    def finale(self, view: Any) -> Finale:
        """The end of the game that this view has come to."""

    def place(self, message: Message) -> str:
        """The id of the element on the board that a name in an event stands for; "" if there is none."""


class Bots(Protocol):
    """`bot`: the computer players."""

    LEVELS: Mapping[str, Level]
    """By name, the weakest first."""


class Terminal(Protocol):
    """`terminal`: the game on a text screen."""

    def draw(self, view: Any, words: Any) -> Any:
        """A rich renderable of 80 columns that stays readable in 60."""


class Features(Protocol):
    """`features`: what a seat sees as numbers, in named pieces."""

    PIECES: Mapping[str, tuple[int, ...]]
    """The shape of each piece, in order; the same for every number of seats and every option."""

    def write(self, state: Any, seat: int, array: Any) -> None:
        """Writes all pieces, one after the other, into a flat array: numbers from 0 to 1 that tell nothing which the
        view of this seat does not tell. The array is anything that takes items by index.

        A game may pack the same into a row of words: `write_row(state, seat, words, first)` writes the row into a
        block of whole numbers (`kernel.batches`) from one of them on, and `CODE`, a `kernel.features.Code`, says what the words mean. If the rollouts of the game
        write such rows, thousands of games are observed at once."""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: a note beside what is lit, or a choice to make there."""

    name: str
    light: list[
        str
    ]  # what is lit: "#id", ".class", "attribute=value", or "=choice" for the button of a choice
    before: list[str] = []  # choices made before it is shown: "0 ninja>well", "* card-3-11"
    ask: list[str] = []  # what the learner may choose; empty: the step only shows
    position: dict[str, Any] | None = None  # the game as it is set up for this step and those after it


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`lesson.toml`: a guided first game. The words of a step are `<prefix>.learn.<name>`."""

    seats: int
    seat: int  # the learner's
    step: list[LessonStep]
    options: dict[str, Any] = {}


class Rulebook:
    """`rulebook/`: the rules to read, in Markdown, one file a language."""

    def __init__(self, package: str) -> None:
        self._folder = files(package).joinpath("rulebook")

    def text(self, language: str) -> str:
        return self._folder.joinpath(f"{language}.md").read_text(encoding="utf-8")

    def glossary(self) -> str:
        """The names of things, in TOML; empty if the game has none."""
        file = self._folder.joinpath("glossary.toml")
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    def diagram(self, name: str) -> str:
        """The SVG of a diagram."""
        return self._folder.joinpath(f"{name}.svg").read_text(encoding="utf-8").strip()


PartKind = TypeVar("PartKind", Page, Bots, Terminal, Features, Rollouts, Study, Lesson, Rulebook)

_MODULES: Final[dict[str, tuple[str, type[Any]]]] = {
    "Page": ("page", Page),
    "Bots": ("bot", Bots),
    "Terminal": ("terminal", Terminal),
    "Features": ("features", Features),
    "Rollouts": ("rules.rollouts", Rollouts),
    "Study": ("study", Study),
}


def find_part(package: str, kind: type[PartKind]) -> PartKind:
    """The part of the game in this package; raises MissingPart."""
    return cast(PartKind, _find(package, kind.__name__))


@cache
def _find(package: str, kind: str) -> object:
    if kind in _MODULES:
        return _module(package, *_MODULES[kind])
    if kind == "Lesson":
        return _lesson(package)
    if not files(package).joinpath("rulebook").is_dir():
        raise MissingPart(package, "Rulebook", "the folder rulebook")
    return Rulebook(package)


def _module(package: str, module_name: str, kind: type[Any]) -> ModuleType:
    name = f"{package}.{module_name}"
    if find_spec(name) is None:
        raise MissingPart(package, kind.__name__, f"the module {name}")
    module = import_module(name)
    needed = [one for one in (*kind.__annotations__, *vars(kind)) if not one.startswith("_")]
    missing = [one for one in needed if not hasattr(module, one)]
    if missing:
        raise MissingPart(package, kind.__name__, f"{name}.{', '.join(missing)}", broken=True)
    return module


def _lesson(package: str) -> Lesson:
    file = files(package).joinpath("lesson.toml")
    if not file.is_file():
        raise MissingPart(package, "Lesson", "the file lesson.toml")
    return msgspec.toml.decode(file.read_bytes(), type=Lesson)

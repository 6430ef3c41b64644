"""Sounds as recipes: a game keeps its own in `static/sounds.json`, by name, beside its style sheets.

A sound is a few strokes, and the page makes them on the spot; no recording is sent.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated, Final

import msgspec

FILE: Final = "static/sounds.json"
"""Where a package keeps its sounds; a game may have none."""
SHARED: Final = frozenset({"turn", "refused", "victory"})
"""The sounds of the pages around the board. A game may name them too, or bring another one of the same name."""

Seconds = Annotated[float, msgspec.Meta(ge=0, le=2)]
Hertz = Annotated[float, msgspec.Meta(ge=20, le=16_000)]


class Stroke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tone of some pitch, which may slide to another one, or noise through a band."""

    lasts: Annotated[float, msgspec.Meta(gt=0, le=2)]
    loud: Annotated[float, msgspec.Meta(gt=0, le=1)]
    after: Seconds = 0.0  # the beginning of the sound
    rises: Seconds = 0.004  # until it is as loud as it gets
    pitch: Hertz | None = None
    to: Hertz | None = None
    band: Hertz | None = None
    narrow: Annotated[float, msgspec.Meta(gt=0, le=40)] | None = None  # the quality of the band

    def __post_init__(self) -> None:
        if (self.pitch is None) == (self.band is None):
            raise ValueError("a stroke has a pitch or a band")
        if (self.band is None) != (self.narrow is None) or (self.to is not None and self.pitch is None):
            raise ValueError("narrow belongs to a band, to belongs to a pitch")
        if self.rises >= self.lasts:
            raise ValueError("a stroke rises before it ends")


def read_sounds(package: str) -> dict[str, list[Stroke]]:
    """The sounds that a package brings; raises msgspec.ValidationError for a recipe that can't be played."""
    file = files(package).joinpath(FILE)
    return msgspec.json.decode(file.read_bytes(), type=dict[str, list[Stroke]]) if file.is_file() else {}

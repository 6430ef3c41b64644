"""What happened as steps of a story: each line with the board as the viewer saw it at that instant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.regions import Marks, changed, marks, whole
from zashiki.kernel.contract import Game
from zashiki.kernel.timeline import Glimpse
from zashiki.web.drawing.game_pages import board
from zashiki.web.drawing.wording import Lines
from zashiki.web.services import Services
from zashiki.words import Words

LINE: Final = Markup("<span>{} {}</span>")


class StoryStep(msgspec.Struct, frozen=True):
    """One line; `regions` are what the board shows otherwise than at the step before, the whole board at the first."""

    id: str  # of the line among the news
    text: str
    line: str  # as it is drawn
    sound: str
    places: str
    regions: dict[str, str]


class Story(msgspec.Struct, frozen=True):
    steps: list[StoryStep]


def story(
    services: Services,
    game: Game,
    words: Words,
    lines: Lines,
    glimpses: Iterable[Glimpse],
    name: Callable[[Glimpse], str],
    own: Collection[int],
) -> Story:
    """The story of these glimpses; what the viewer's own seats did just before it is not told to them again."""
    steps = list[StoryStep]()
    before: Marks = {}
    for glimpse in glimpses:
        line = lines.line(glimpse.message, glimpse.seat)
        if not line.told or (not steps and glimpse.seat in own):
            continue
        view = msgspec.structs.replace(glimpse.view, legal=[])
        page = services.drawings.page(board(game, view, ""), words)
        regions = {region: whole(page, region) for region in changed(before, page, "play")}
        drawn = line.drawn_sign + LINE.format(line.text, line.drawn_rule)
        steps.append(StoryStep(name(glimpse), line.text, str(drawn), line.sound, line.places, regions))
        before = marks(page)
    return Story(steps)

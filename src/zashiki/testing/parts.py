"""The conformance kit for the parts of a game beyond its rules: page, bots, terminal, lesson, rulebook,
features."""

from __future__ import annotations

from typing import Any

from zashiki.kernel.contract import Game
from zashiki.kernel.parts import Bots, Features, Lesson, Page, Rulebook, Terminal
from zashiki.kernel.registry import has_part
from zashiki.testing.features import conform_features
from zashiki.testing.lessons import conform_lesson, conform_rulebook
from zashiki.testing.pages import conform_page
from zashiki.testing.players import conform_bots, conform_terminal


def conform_parts(
    game: Game, options: dict[str, Any] | None = None, seed: int = 0, checks: int = 8
) -> tuple[str, ...]:
    """Holds every part that the game brings to its protocol, over about `checks` moments of random games with few, the
    usual number of and many seats; says which parts there are. Raises MissingPart for a part that is not whole."""
    chosen = options or {}
    found = []
    if has_part(game, Page):
        conform_page(game, chosen, seed, checks)
        found.append("Page")
    if has_part(game, Bots):
        conform_bots(game, chosen, seed)
        found.append("Bots")
    if has_part(game, Terminal):
        conform_terminal(game, chosen, seed, checks)
        found.append("Terminal")
    if has_part(game, Lesson):
        conform_lesson(game)
        found.append("Lesson")
    if has_part(game, Rulebook):
        conform_rulebook(game, chosen, seed, checks)
        found.append("Rulebook")
    if has_part(game, Features):
        conform_features(game, chosen, seed, checks)
        found.append("Features")
    return tuple(found)

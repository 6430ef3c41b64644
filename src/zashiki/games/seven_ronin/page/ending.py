"""How the game ended, as a scene: banners over the village, or the ronin who live before the sun."""

from __future__ import annotations

from zashiki.brush import circle, cloud, escape, flat, sky, use
from zashiki.games.seven_ronin.rules.pieces import ATTACKER
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.words import Words


def ending(view: RoninGameView, words: Words) -> str:
    if view.result is None:
        return ""
    taken = ATTACKER in view.result.winners
    own = view.seat is not None and view.seat in view.result.winners
    mood = "" if view.seat is None else "won" if own else "lost"
    story = "".join(f"<li>{escape(words(line))}</li>" for line in view.result.story)
    return (
        f'<section class="ending panel {mood}" aria-labelledby="ending">{_picture(view, taken)}<div class="grow">'
        f'<h2 id="ending">{escape(words.say("ron.page.taken" if taken else "ron.page.saved"))}</h2>'
        f"<p>{escape(words(view.result.end))}</p>{f'<ul>{story}</ul>' if story else ''}</div></section>"
    )


def _picture(view: RoninGameView, taken: bool) -> str:
    ground = flat("M0 84C60 66 130 92 200 78S270 74 300 82V140H0Z", "var(--hill2)") + flat(
        "M0 108C70 92 140 110 210 100S280 98 300 104V140H0Z", "var(--ground)"
    )
    scene = sky(300, 140) + circle(232, 46, 28, "var(--sun)") + cloud(10, 18, 120) + ground
    if taken:
        scene += use("bd-inn", 26, 38, 100, 80) + use("bd-watchtower", 168, 22, 110, 88)
        scene += "".join(use("flag", x, y, 30, 41) for x, y in ((112, 48), (150, 60), (268, 34)))
        scene += "".join(use("ninja", x, y, 32) for x, y in ((92, 98), (128, 104), (204, 100), (240, 92)))
    else:
        scene += use("bd-shrine", 196, 40, 92, 74)
        living = [ronin.name for ronin in view.ronin if not ronin.fell]
        apart = 120 / max(2, len(living) - 1)
        scene += "".join(
            use(f"r-{name}", round(18 + apart * place), 64 - 6 * (place % 2), 62, 68)
            for place, name in enumerate(living)
        )
    return f'<svg viewBox="0 0 300 140" aria-hidden="true">{scene}</svg>'

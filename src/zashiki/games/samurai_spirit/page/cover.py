"""The cover of Samurai Spirit on the home page."""

from __future__ import annotations

from markupsafe import Markup

from zashiki.brush import flat, sky, use


def cover() -> Markup:
    peak = flat(
        "M40 110C120 70 160 40 190 12q12-6 22-4 12-2 22 4C270 50 320 86 400 110Z", "var(--hill)"
    ) + flat("M190 12q12-6 22-4 12-2 22 4l20 22-14-2-10 10-14-10-14 12-12-10-12 4z", "var(--snowcap)")
    ground = flat("M0 108C90 88 200 112 300 100S400 98 440 106V168H0Z", "var(--ground)")
    farms = use("bd-farm", 10, 44, 120, 96) + use("bd-farm", 310, 50, 120, 96)
    family = use("family", 109, 84, 46, 56, 'color="var(--indigo)"')
    fence = "".join(use("barricade", x, 126, 46, 40) for x in (8, 58, 108, 298, 348, 394))
    picture = (
        sky(440, 168) + peak + ground + farms + family + use("b-kikuchiyo-animal", 176, 46, 122, 125) + fence
    )
    return Markup(f'<svg viewBox="0 0 440 168" aria-hidden="true">{picture}</svg>')

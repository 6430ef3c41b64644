"""The picture at the top of the home page: three travellers before the sun, waves at their feet."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from zashiki.brush import circle, cloud, flat, rect, sky, use, wave


@cache
def hero() -> Markup:
    peak = flat(
        "M420 330C560 280 650 170 700 92q24-16 52-8 30-8 50 8C850 170 960 290 1120 330Z", "var(--hill)"
    )
    snow = flat(
        "M700 92q24-16 52-8 30-8 50 8l44 66-26-14-18 26-30-30-28 32-22-28-26 24-16-14z", "var(--snowcap)"
    )
    shore = flat("M0 340C160 318 360 352 560 334S980 318 1440 340V392H0Z", "var(--hill2)")
    sea = f'<g filter="url(#rough)">{rect(0, 346, 1440, 60, "url(#seigaiha)")}</g>'
    clouds = (
        cloud(560, 196, 330) + cloud(1200, 70, 300) + cloud(20, 300, 300, opacity=0.8) + cloud(930, 54, 200)
    )
    people = (
        use("b-kabe", 846, 168, 216, 221)
        + use("b-yumi", 1098, 164, 220, 226)
        + use("b-yobu", 948, 116, 268, 275)
    )
    waves = "".join(
        wave(x, y, scale)
        for x, y, scale in (
            (742, 270, 1.1),
            (1196, 262, 1.16),
            (880, 318, 0.66),
            (1040, 310, 0.74),
            (1382, 290, 1.0),
        )
    )
    picture = (
        sky(1440, 392)
        + circle(1050, 190, 158, "var(--sun)")
        + peak
        + snow
        + clouds
        + shore
        + sea
        + people
        + waves
        + rect(0, 384, 1440, 8, "var(--indigo)")
    )
    return Markup(
        f'<svg viewBox="0 0 1440 392" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">{picture}</svg>'
    )

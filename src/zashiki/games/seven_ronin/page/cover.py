"""The cover of 7 Ronin on the home page."""

from __future__ import annotations

from markupsafe import Markup

from zashiki.brush import circle, cloud, flat, sky, use


def cover() -> Markup:
    land = flat("M0 96C70 70 160 104 240 88S380 78 440 92V168H0Z", "var(--hill2)") + flat(
        "M0 124C90 104 200 122 300 112S400 112 440 120V168H0Z", "var(--ground)"
    )
    village = (
        use("bd-watchtower", 282, 20, 130, 104)
        + use("bd-inn", 150, 36, 128, 102)
        + use("bd-shrine", 20, 34, 128, 102)
    )
    ninja = "".join(use("ninja", x, y, 44) for x, y in ((262, 112), (304, 92), (316, 120), (356, 104)))
    ronin = use("r-musashi", 96, 92, 66, 72) + use("r-yumi", 36, 92, 66, 72) + use("blades", 188, 104, 48)
    picture = (
        sky(440, 168)
        + circle(352, 52, 34, "var(--sun)")
        + cloud(20, 24, 160)
        + land
        + village
        + ronin
        + ninja
    )
    return Markup(f'<svg viewBox="0 0 440 168" aria-hidden="true">{picture}</svg>')

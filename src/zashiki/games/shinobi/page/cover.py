"""The cover of Shinobi on the home page."""

from __future__ import annotations

from markupsafe import Markup

from zashiki.brush import circle, cloud, figure, flat, line, plate, sky, use

BANNERS = (("hojo", 26, 52), ("uesugi", 88, 64), ("takeda", 196, 88), ("mori", 304, 64), ("oda", 366, 52))


def cover() -> Markup:
    land = flat("M0 100C90 76 200 108 300 92S400 86 440 98V168H0Z", "var(--hill2)") + flat(
        "M0 136C90 120 200 138 300 128S400 128 440 136V168H0Z", "var(--ground)"
    )
    picture = sky(440, 168) + circle(80, 48, 30, "var(--sun)") + cloud(280, 26, 150) + land
    picture += use("bd-castle", 150, 10, 150, 120) + "".join(_banner(*banner) for banner in BANNERS)
    return Markup(f'<svg viewBox="0 0 440 168" aria-hidden="true">{picture}</svg>')


def _banner(clan: str, x: int, y: int) -> str:
    cloth = plate(f"M{x + 3} {y - 5}H{x + 44}V{y + 74}H{x + 3}Z", f"var(--k-{clan}-p)")
    crest = use(f"cr-{clan}", x + 6, y + 4, 36, extra=f'color="var(--k-{clan})"')
    letter = figure(x + 24, y + 66, clan[0].upper(), 22, f"var(--k-{clan})")
    return line(f"M{x} {y - 8}V166", 4) + line(f"M{x} {y - 6}H{x + 44}", 3) + cloth + crest + letter

"""The scenery of the village: sky, mountain, road and Green, once as an ellipse and once as a ring of cells."""

from __future__ import annotations

from functools import cache

from zashiki.brush import circle, cloud, flat, line, mountain, plate, rect, sky

WIDTH = 824
HEIGHT = 744
ROAD = "M114 232L312 192 512 192 710 232 722 412 710 592 512 640 312 640 114 592 102 412Z"
POND = "c10-26 62-30 96-14 24 12 10 34-22 38-40 6-82 2-74-24z"
BLOSSOM = "M-26 8C-34-4-20-14-12-10-8-22 12-22 14-10 24-14 34-2 26 8 14 16-14 16-26 8Z"
TUFTS = ((-150, -20), (-60, 70), (20, -70), (120, -30), (150, 10), (-120, 60), (70, -50), (0, 30))
PANELS = 4
PINES = ((34, 112, 1.2), (84, 96, 1.3), (140, 86, 1.2), (196, 62, 1.25), (120, 138, 0.9))


@cache
def wide() -> str:
    """The village as an ellipse, for screens wide enough."""
    land = (
        "M-8 190C60 128 160 150 260 128S560 120 640 136 790 140 832 186V648C774 674 754 722 644 724S520 754 412 738"
        " 250 720 170 720 40 664-8 648Z"
    )
    meadow = "M60 330C40 250 200 180 412 190S790 250 770 410 700 650 412 640 60 560 60 330Z"
    ground = (
        rect(0, HEIGHT - 130, WIDTH, 130, "url(#seigaiha)")
        + plate(land, "var(--ground)", 2, 2)
        + flat(meadow, "var(--ground2)", 0.5)
        + line(ROAD, 40, opacity=0.18)
        + line(ROAD, 36, "var(--road)")
        + line(ROAD, 2, "var(--ochre2)", 0.7, "2 12")
    )
    picture = (
        sky(WIDTH, HEIGHT)
        + circle(659, 114, 45, "var(--sun)")
        + mountain(412, 160)
        + cloud(-40, 90, 250, opacity=0.9)
        + cloud(524, 132, 260, opacity=0.9)
        + flat("M0 144C90 112 180 138 260 142S430 122 540 138 700 110 824 138V226H0Z", "var(--hill2)")
        + f'<g filter="url(#rough)">{ground}</g>'
        + rect(0, 120, WIDTH, HEIGHT - 120, "url(#grain)")
        + _green()
    )
    return f'<svg class="scene" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">{picture}</svg>'


def _green() -> str:
    x, y = 412, 414
    lawn = (
        f'<ellipse cx="{x + 3}" cy="{y + 3}" rx="188" ry="118" fill="var(--lawn)"/>'
        f'<ellipse cx="{x}" cy="{y}" rx="188" ry="118" fill="none" stroke="var(--line)" stroke-width="2"/>'
    )
    pond = f"M{x + 26} {y + 58}{POND}"
    water = flat(pond, "var(--water)") + line(pond, 1.8)
    ripples = line(f"M{x + 50} {y + 58}q12-6 24 0M{x + 78} {y + 68}q12-6 24 0", 1.4, "var(--snow)")
    root = f"M{x - 96} {y + 62}c-4-24 8-40 2-62m0 26c10-8 18-12 28-14m-30 0c-8-8-16-10-24-12"
    tree = line(root, 8) + line(root, 4, "var(--wood)")
    crown = ((-34, -18, 1.0), (26, -26, 1.05), (-4, -44, 1.2))
    tree += "".join(_blossom(x - 96 + a, y + 14 + b, size) for a, b, size in crown)
    grass = "".join(_tuft(x + a, y + b) for a, b in TUFTS)
    return f'<g filter="url(#rough)">{lawn}{water}{ripples}</g>{tree}{grass}'


def _blossom(x: float, y: float, scale: float) -> str:
    petals = plate(BLOSSOM, "var(--sakura)") + line("M-10 2h.1M2-6h.1M12 4h.1M-2 8h.1", 3, "var(--verm)")
    return f'<g transform="translate({x} {y}) scale({scale})">{petals}</g>'


def _tuft(x: float, y: float) -> str:
    return line(f"M{x} {y}q-1-6-4-8m4 8v-10m0 10q1-6 4-8", 1.6, "var(--moss)")


@cache
def narrow() -> str:
    """The village as a ring of 3 x 4 cells around the Green, for phones."""
    road = "M60 66H300V410H60Z"
    pond = "M136 290c4-22 54-30 78-14 18 14 6 34-16 38-36 6-68 0-62-24z"
    ground = (
        flat("M0 52C60 30 120 56 180 44S300 30 360 50V467H0Z", "var(--ground)")
        + line(road, 30, opacity=0.16)
        + line(road, 27, "var(--road)")
        + line(road, 2, "var(--ochre2)", 0.7, "2 10")
        + rect(127, 128, 112, 220, "var(--lawn)", radius=40)
        + rect(125, 126, 112, 220, "none", "var(--line) 1.8", 40)
        + flat(pond, "var(--water)")
        + line(pond, 1.6)
        + line("M156 292q10-5 20 0M180 302q10-5 20 0", 1.4, "var(--snow)")
    )
    trunk = "M164 236c-4-24 8-40 2-62"
    tree = line(trunk, 7) + line(trunk, 3.4, "var(--wood)")
    tree += "".join(
        _blossom(164 + a, 196 + b, size) for a, b, size in ((-12, -8, 0.8), (20, -16, 0.8), (2, -32, 0.95))
    )
    grass = "".join(
        _tuft(x, y) for x, y in ((146, 250), (214, 180), (220, 240), (150, 330), (212, 326), (186, 262))
    )
    picture = (
        rect(0, 0, 360, 467, "var(--ground)")
        + rect(0, 0, 360, 467, "url(#grain)")
        + rect(0, 0, 360, 60, "url(#sky)")
        + f'<g filter="url(#rough)">{ground}</g>'
        + tree
        + grass
    )
    return f'<svg class="scene small" viewBox="0 0 360 467" preserveAspectRatio="none" aria-hidden="true">{picture}</svg>'


@cache
def byobu(side: str) -> str:
    """The golden screen behind which a side plans."""
    height = 160
    panels = [_panel(index, height) for index in range(PANELS)]
    branch = "M-6 150C40 140 70 120 100 122S170 110 200 84"
    pine = line(branch, 11) + line(branch, 6, "var(--wood)") + "".join(_pine(*one) for one in PINES)
    painting = (
        circle(180, 48, 22, "var(--verm)")
        + cloud(-10, 26, 130, "var(--raised)", 0.7)
        + f'<g transform="translate(0 -8)">{pine}</g>'
        + rect(0, height - 46, 240, 60, "url(#seigaiha)")
    )
    gold = "".join(
        flat(path, "var(--gold-a)" if index % 2 else "var(--gold-b)") for index, path in enumerate(panels)
    )
    shades = "".join(flat(path, "var(--line)", 0.1) for path in panels[::2])
    edges = "".join(line(path, 3) for path in panels)
    clip = f'<clipPath id="byobu-{side}"><path d="{"".join(panels)}"/></clipPath>'
    drawn = f'{clip}{gold}<g clip-path="url(#byobu-{side})">{painting}</g>{shades}{edges}'
    return f'<svg class="byobu" viewBox="0 0 240 {height}" aria-hidden="true">{drawn}</svg>'


def _panel(index: int, height: int) -> str:
    left, up = 4 + index * 58, 8 if index % 2 else 0
    return f"M{left} {10 + up}L{left + 58} {18 - up}V{height - 10 - up}L{left} {height - 22 + up}Z"


def _pine(x: int, y: int, scale: float) -> str:
    needles = plate(
        "M-34 8C-30-6-16-4-12-8-4-18 10-14 14-6 24-8 34-2 34 8 18 13-18 13-34 8Z", "var(--moss)"
    ) + line("M-20 5q6-8 10-9M-4 4q2-8 8-10M14 5q4-6 10-6", 1.2)
    return f'<g transform="translate({x} {y}) scale({scale})">{needles}</g>'

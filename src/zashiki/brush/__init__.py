"""How every picture is drawn: flat plates printed slightly off register under one ink line, in the colour tokens."""

from __future__ import annotations

from html import escape as _escape

Number = int | float


def escape(text: object) -> str:
    """A text that may stand between tags or in an attribute."""
    return _escape(str(text), quote=True)


def number(value: Number) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def plate(path: str, fill: str, x: Number = 2, y: Number = 1.5, width: Number = 2) -> str:
    """A plate of colour shifted by (x, y) under its ink line."""
    return f'<path d="{path}" fill="{fill}" transform="translate({x} {y})"/>' + line(path, width)


def flat(path: str, fill: str, opacity: Number = 1) -> str:
    """A plate of colour without a line."""
    return f'<path d="{path}" fill="{fill}"{_opacity(opacity)}/>'


def line(
    path: str, width: Number = 1.6, colour: str = "var(--line)", opacity: Number = 1, dash: str = ""
) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
        f' stroke-linejoin="round"{dashes}{_opacity(opacity)}/>'
    )


def rect(
    x: Number, y: Number, width: Number, height: Number, fill: str, stroke: str = "", radius: Number = 0
) -> str:
    """A rectangle; `stroke` is "colour width" or nothing."""
    colour, _, thickness = stroke.partition(" ")
    edge = f' stroke="{colour}" stroke-width="{thickness}"' if stroke else ""
    corner = f' rx="{radius}"' if radius else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        f'{corner} fill="{fill}"{edge}/>'
    )


def circle(x: Number, y: Number, radius: Number, fill: str, stroke: str = "") -> str:
    colour, _, thickness = stroke.partition(" ")
    edge = f' stroke="{colour}" stroke-width="{thickness}"' if stroke else ""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{edge}/>'


def use(
    symbol: str, x: Number, y: Number, width: Number, height: Number | None = None, extra: str = ""
) -> str:
    """A symbol of the sprite at its place in a picture."""
    tall = width if height is None else height
    return (
        f'<use href="#{symbol}" x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(tall)}"'
        f"{' ' + extra if extra else ''}/>"
    )


def icon(symbol: str, width: Number = 20, height: Number | None = None, name: str = "icon") -> str:
    """A symbol as a small picture of its own, silent for screen readers: words stand beside it."""
    tall = width if height is None else height
    return (
        f'<svg class="{name}" width="{number(width)}" height="{number(tall)}" aria-hidden="true">'
        f'<use href="#{symbol}" width="100%" height="100%"/></svg>'
    )


def figure(
    x: Number, y: Number, text: object, size: Number, fill: str = "var(--ink)", anchor: str = "middle"
) -> str:
    """A number or name in the display face."""
    return (
        f'<text class="d" x="{number(x)}" y="{number(y)}" font-size="{number(size)}" font-weight="800"'
        f' fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def cloud(x: Number, y: Number, width: Number, fill: str = "var(--cloud)", opacity: Number = 1) -> str:
    """Three rounded bars, 9 % as high as wide, shifted 0, 22 and 10 %."""
    height = width * 0.09
    bars = ((0.0, 0.7, 0.0), (0.22, 0.78, 0.9), (0.1, 0.55, 1.8))
    drawn = "".join(
        rect(x + width * shift, y + height * row, width * length, height, "inherit", radius=round(height / 2))
        for shift, length, row in bars
    ).replace(' fill="inherit"', "")
    return f'<g fill="{fill}"{_opacity(opacity)}>{drawn}</g>'


def sky(width: Number, height: Number) -> str:
    """Bokashi from the top edge down, with the grain of the block."""
    return rect(0, 0, width, height, "url(#sky)") + rect(0, 0, width, height, "url(#grain)")


def mountain(x: Number, foot: Number, scale: float = 1.0) -> str:
    """The mountain with its snow, its foot at height `foot`, 128 high at scale 1."""
    body = "M-260 128C-130 88-70 38-34 0q14-8 34-4 22-4 34 4C70 38 150 90 290 128Z"
    snow = "M-34 0q14-8 34-4 22-4 34 4l34 36-18-6-10 14-16-16-14 18-18-16-14 12-12-8-18 6z"
    place = f"translate({number(x)} {number(foot - 128 * scale)})"
    size = "" if scale == 1.0 else f" scale({scale})"
    return f'<g transform="{place}{size}">{flat(body, "var(--hill)")}{flat(snow, "var(--snowcap)")}</g>'


def wave(x: Number, y: Number, scale: float = 1.0) -> str:
    """A breaking wave, 230 x 120 at scale 1."""
    body = "M0 120C30 120 60 70 100 60 70 66 66 40 92 34 84 22 104 10 122 22 150 10 182 34 176 66 172 90 190 112 230 120Z"
    foam = (
        "M100 60C72 66 66 42 92 34 84 22 104 10 122 22 144 14 168 26 174 48 160 34 146 36 142 46 132 36 118 40"
        " 120 52 110 46 100 50 100 60Z"
    )
    strokes = (
        "M30 114c34-8 56-40 84-44M60 116c30-10 46-34 70-40M96 118c24-10 36-26 50-36M130 118c14-8 22-16 30-26"
    )
    drawn = plate(body, "var(--indigo)") + flat(foam, "var(--snow)") + line(foam, 1.8)
    return f'<g transform="translate({number(x)} {number(y)}) scale({scale})">{drawn}{line(strokes, 1.8, "var(--sky-b)")}</g>'


def tick(name: str = "icon") -> str:
    """Done: the faces have no such sign, so it is drawn."""
    return (
        f'<svg class="{name}" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">'
        f"{line('M4 10.5l4 4.500 8-10', 3, 'currentColor')}</svg>"
    )


def arrow(name: str = "icon") -> str:
    """Towards a place."""
    return (
        f'<svg class="{name}" viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">'
        f"{line('M3 10h13M11 5l5 5-5 5', 2.4, 'currentColor')}</svg>"
    )


def _opacity(value: Number) -> str:
    return "" if value == 1 else f' opacity="{value}"'

"""Makes all pictures of the pages anew, for the README and docs/gallery.md: `./zashiki setup test`, then
`.venv/bin/python docs/pictures/remake.py`."""

from __future__ import annotations

import base64
from typing import Final

import gallery
from studio import HERE, Look, Studio, settled, studio

TABLES: Final = {"seven-ronin": "attack-more", "samurai-spirit": "penalty-one", "shinobi": "second-order"}
PHONES: Final = (
    ("seven-ronin", "attack-more", Look(360, 740)),
    ("samurai-spirit", "fight", Look(360, 740, "fr")),
    ("shinobi", "second-order", Look(360, 740, "pl", "dark")),
)
DESK: Final = Look(1440, 900, scale=0.8)


def shot(studio: Studio, path: str, look: Look) -> bytes:
    with studio.page(look) as page:
        page.goto(path)
        return settled(page)


def side_by_side(studio: Studio, pictures: list[bytes]) -> bytes:
    page = studio.browser.new_page(viewport={"width": 1128, "height": 740})
    images = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(one).decode()}">' for one in pictures
    )
    page.set_content(f'<body style="margin:0;display:flex;gap:24px;background:#d9ccb0">{images}</body>')
    picture = page.screenshot()
    page.close()
    return picture


def make_readme(studio: Studio) -> None:
    (HERE / "home.png").write_bytes(shot(studio, "/", DESK))
    for game, kind in TABLES.items():
        table = studio.stage.tables(game)[kind]
        (HERE / f"{game}.png").write_bytes(shot(studio, f"/t/{table}", DESK))
    phones = [shot(studio, f"/t/{studio.stage.tables(game)[kind]}", look) for game, kind, look in PHONES]
    (HERE / "phone.png").write_bytes(side_by_side(studio, phones))


def main() -> None:
    with studio() as opened:
        make_readme(opened)
        gallery.make(opened)


if __name__ == "__main__":
    main()

"""`python -m training.shinobi.ship FOLDER`: the net of a finished training becomes the one that players load.

The file keeps how it was made: version, seed, options of every run, the curves, what was measured at the end, and with `--matches` what
`zashiki match --json` found.
"""

from __future__ import annotations

from training.shipping import ship
from zashiki.games.shinobi.bot.searching import NET

if __name__ == "__main__":
    ship("training.shinobi", NET, __doc__)

"""The conformance kit: shows that a game keeps to the contract. Games of other packages use it too.

>>> from zashiki.testing import conform, conform_parts
>>> record = conform(zashiki.game("seven-ronin"), seats=2, options={}, seed=1)
>>> parts = conform_parts(zashiki.game("seven-ronin"))
"""

from zashiki.kernel.rollouts import perft
from zashiki.testing.conformance import (
    choose,
    conform,
    dumped_on_failure,
    exhaust,
    fingerprint,
    in_words,
    pick_any,
    pick_chance,
    words,
)
from zashiki.testing.parts import conform_parts

__all__ = [
    "choose",
    "conform",
    "conform_parts",
    "dumped_on_failure",
    "exhaust",
    "fingerprint",
    "in_words",
    "perft",
    "pick_any",
    "pick_chance",
    "words",
]

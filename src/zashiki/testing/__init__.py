"""The conformance kit: shows that a game keeps to the contract. Games of other packages use it too.

>>> from zashiki.testing import conform
>>> record = conform(zashiki.game("seven-ronin"), seats=2, options={}, seed=1)
"""

from zashiki.testing.conformance import (
    choose,
    conform,
    dumped_on_failure,
    exhaust,
    fingerprint,
    in_words,
    perft,
    pick_any,
    pick_chance,
    words,
)

__all__ = [
    "choose",
    "conform",
    "dumped_on_failure",
    "exhaust",
    "fingerprint",
    "in_words",
    "perft",
    "pick_any",
    "pick_chance",
    "words",
]

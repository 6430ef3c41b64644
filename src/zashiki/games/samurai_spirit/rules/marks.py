"""Numbers that stand for nobody, nowhere and no card, and the penalties in force in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

NOBODY: Final = (
    -2
)  # the actor of a finished game; who asks as this seat meets the step OVER, which offers nothing
NOWHERE: Final = 7  # no place at the table
NO_CARD: Final = -1
NO_CHOICES: Final[list[int]] = []  # shared, like every list of choices
NO_NUMBERS: Final[list[i64]] = []

# Penalties in force in a turn
NO_DEFEND: Final = 1
NO_SUPPORT: Final = 2
MUST_PASS: Final = 4
NO_TALENT: Final = 8

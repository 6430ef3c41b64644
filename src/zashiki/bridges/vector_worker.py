"""A process that steps a shard of games: `python -m zashiki.bridges.vector_worker`, started by `zashiki.bridges.vector`.

One line of JSON says what to play and where the shared memory is. Then every command is one line, "step" or a seed to reset
with, and is answered by one byte when it is done. It ends when its input does.
"""

from __future__ import annotations

import sys
from mmap import mmap
from typing import Any, Final

import msgspec

from zashiki.bridges.setting import Setting
from zashiki.bridges.vector_games import Arrays, Shard, array_shapes, shard_of
from zashiki.kernel.options import read_options
from zashiki.kernel.registry import game as find_game

DONE: Final = b"."
STEP: Final = b"step\n"


class Order(msgspec.Struct, kw_only=True):
    """What to play: options as records spell them, rows from first to stop of all games."""

    game: str
    seats: int
    options: dict[str, str]
    position: dict[str, Any] | None
    bots: dict[int, str]
    games: int
    first: int
    stop: int
    memory: int  # the file descriptor
    observe: bool


def ordered_shard(order: Order) -> Shard:
    options = read_options(find_game(order.game).options, order.options)
    setting = Setting(order.game, order.seats, options, order.position)
    arrays = Arrays(array_shapes(setting, order.games, order.observe), mmap(order.memory, 0))
    return shard_of(setting, order.bots, arrays, range(order.first, order.stop))


def main() -> None:
    commands, answers = sys.stdin.buffer, sys.stdout.buffer
    shard = ordered_shard(msgspec.json.decode(commands.readline(), type=Order))
    for command in commands:
        if command == STEP:
            shard.step()
        else:
            shard.reset(int(command))
        answers.write(DONE)
        answers.flush()


if __name__ == "__main__":
    main()

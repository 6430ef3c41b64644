"""`python -m training.seven_ronin.sides`: which side is favoured, by edition, when the net that ships plays both sides from one solved matrix a round."""

from __future__ import annotations

import argparse
import os
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from training.seven_ronin.games import EFFORTS, play
from zashiki.games.seven_ronin.bot.net import load_net
from zashiki.games.seven_ronin.bot.searching import NET
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, EDITIONS
from zashiki.study.scores import interval


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.seven_ronin.sides", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each edition")
    parser.add_argument("--seed", type=int, default=13)
    options = parser.parse_args()
    net = load_net(NET)
    for edition in EDITIONS:
        chance = Random(options.seed)
        games = [play(net, chance, EFFORTS["full"], 0.0, 0.0, edition) for _ in range(options.games)]
        won = sum(game.winner == ATTACKER for game in games)
        low, high = interval(won / len(games), len(games))
        print(
            f"{edition}: the Attacker wins {won} of {len(games)}, {won / len(games):.3f} [{low:.3f}, {high:.3f}]",
            flush=True,
        )


if __name__ == "__main__":
    main()

"""The net of `zashiki.games.samurai_spirit.bot.net` in torch, for training and for evaluation on a GPU."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from zashiki.games.samurai_spirit.bot import features
from zashiki.games.samurai_spirit.bot.model import ENDS
from zashiki.games.samurai_spirit.rules import facts
from zashiki.games.samurai_spirit.rules.cards import COUNT


class TorchNet(nn.Module):
    """Takes rows of facts, gives the logits of the ends of the game."""

    def __init__(self, encoder: int = 64, width: int = 384, hidden: int = 128) -> None:
        super().__init__()
        self.samurai = nn.Linear(features.SAMURAI_WIDTH, encoder)
        self.table = nn.Linear(features.TABLE_WIDTH, width)
        self.places = nn.Linear(encoder * facts.SLOTS, width, bias=False)
        self.hidden = nn.Linear(width, hidden)
        self.ends = nn.Linear(hidden, ENDS)
        self._tables = [
            (column, self._keep(f"t{index}", table))
            for index, (column, table) in enumerate(features.TABLE_COLUMNS)
        ]
        self._samurai = [
            (column, self._keep(f"s{index}", table))
            for index, (column, table) in enumerate(features.SAMURAI_COLUMNS)
        ]
        self._keep("card_facts", features.CARD_FACTS)
        self._keep("symbols", features.SYMBOL_BITS)
        self._keep("exact", features.EXACT)
        self._keep("beyond", features.BEYOND)
        self.register_buffer("bits", torch.arange(8, dtype=torch.uint8), persistent=False)

    def _keep(self, name: str, table: np.ndarray) -> str:
        self.register_buffer(
            name, torch.from_numpy(np.ascontiguousarray(table, np.float32)), persistent=False
        )
        return name

    def forward(self, rows: Tensor) -> Tensor:
        table, samurai = self.expand(rows)
        encoded = functional.relu(self.samurai(samurai)).reshape(len(rows), -1)
        seen = functional.relu(self.table(table) + self.places(encoded))
        return self.ends(functional.relu(self.hidden(seen)))

    def expand(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """The same as `features.of_table` and `features.of_samurai`."""
        numbers = rows.long()
        pieces = [getattr(self, name)[numbers[:, column]] for column, name in self._tables]
        inside, odds = self._next_raider(rows, numbers)
        next_facts = odds @ self.card_facts
        raiders = numbers[:, facts.RAIDERS].float()
        in_round = numbers[:, facts.IN_ROUND].clamp(min=1)
        pieces += [
            inside,
            self._mask(rows, facts.USED),
            next_facts,
            (raiders / in_round / 4)[:, None],
            (next_facts[:, -2] * numbers[:, facts.UNSEEN_INTRUDERS])[:, None] / 2,
            (next_facts[:, -2] * raiders)[:, None] / 8,
        ]
        return torch.cat(pieces, 1), self._expand_samurai(numbers, next_facts, raiders / in_round / 4)

    def _mask(self, rows: Tensor, column: int) -> Tensor:
        cards = rows[:, column : column + facts.MASK_BYTES, None]
        return ((cards >> self.bits) & 1).reshape(len(rows), -1)[:, :COUNT].float()

    def _next_raider(self, rows: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor]:
        maybe = self._mask(rows, facts.MAYBE)
        sure = self._mask(rows, facts.SURE)
        count = maybe.sum(1, keepdim=True).clamp(min=1)
        share = (count - numbers[:, facts.BOX, None]).clamp(min=0) / count
        inside = maybe * share + sure
        odds = inside / inside.sum(1, keepdim=True).clamp(min=1)
        under = numbers[:, facts.UNDER]
        top = numbers[:, facts.TOP]
        for card, when in ((under, numbers[:, facts.UNKNOWN] == 0), (top, top < facts.NONE)):
            known = functional.one_hot(card.clamp(max=COUNT - 1), COUNT).float()
            odds = torch.where((when & (card < facts.NONE))[:, None], known, odds)
        return inside, odds

    def _expand_samurai(self, numbers: Tensor, next_facts: Tensor, share: Tensor) -> Tensor:
        parts = numbers[:, facts.TABLE :].reshape(-1, facts.SAMURAI)
        pieces = [getattr(self, name)[parts[:, column]] for column, name in self._samurai]
        return torch.cat(pieces + self._odds_figures(parts, next_facts, share), 1)

    def _odds_figures(self, parts: Tensor, next_facts: Tensor, share: Tensor) -> list[Tensor]:
        """What the odds of the next Raider mean to each samurai."""
        gap = parts[:, facts.GAP].clamp(max=features.REACH - 1)
        next_facts = next_facts.repeat_interleave(facts.SLOTS, 0)
        values = next_facts[:, features.VALUE_FACTS]
        lacks = (1 - self.symbols[parts[:, facts.LEFT] & 7]) * next_facts[:, features.SYMBOL_FACTS]
        return [
            (values * self.exact[gap]).sum(1, keepdim=True),
            (values * self.beyond[gap]).sum(1, keepdim=True),
            lacks * 2,
            lacks.sum(1, keepdim=True),
            share.repeat_interleave(facts.SLOTS)[:, None],
        ]

    def weights(self) -> dict[str, np.ndarray]:
        """What the players' net reads: matrices as inputs by outputs."""
        found = {}
        for name, value in self.state_dict().items():
            array = value.detach().float().cpu().numpy()
            found[name] = np.ascontiguousarray(array.T) if array.ndim == 2 else array
        return found

    def load_weights(self, stored: dict[str, np.ndarray]) -> None:
        tensors = {
            name: torch.from_numpy(np.array(array.T if array.ndim == 2 else array, np.float32))
            for name, array in stored.items()
        }
        self.load_state_dict(tensors)


class TorchEvaluator:
    """Evaluates rows on a device. The tables are multiplied by the first matrices once, so that a byte adds a row of weights."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._net = TorchNet().to(device).eval()
        self._columns = torch.tensor([column for column, _ in features.TABLE_COLUMNS], device=device)
        self._offsets = torch.arange(len(features.TABLE_COLUMNS), device=device) * 256
        self._samurai_columns = torch.tensor(
            [column for column, _ in features.SAMURAI_COLUMNS], device=device
        )
        self._samurai_offsets = torch.arange(len(features.SAMURAI_COLUMNS), device=device) * 256

    @torch.inference_mode()
    def load(self, weights: dict[str, np.ndarray]) -> None:
        net = self._net
        net.load_weights(weights)
        self._folded, self._rest = _fold(net, net._tables, net.table)
        self._folded_samurai, self._rest_samurai = _fold(net, net._samurai, net.samurai)

    @torch.inference_mode()
    def values(self, rows: np.ndarray) -> np.ndarray:
        return torch.softmax(self._ends(torch.from_numpy(np.array(rows)).to(self._device)), 1).cpu().numpy()

    def _ends(self, rows: Tensor) -> Tensor:
        """The same as the net's `forward`."""
        net = self._net
        numbers = rows.long()
        inside, odds = net._next_raider(rows, numbers)
        next_facts = odds @ net.card_facts
        raiders = numbers[:, facts.RAIDERS].float()
        share = raiders / numbers[:, facts.IN_ROUND].clamp(min=1) / 4
        flames = next_facts[:, -2:-1]
        figures = torch.cat(
            [
                inside,
                net._mask(rows, facts.USED),
                next_facts,
                share[:, None],
                flames * numbers[:, facts.UNSEEN_INTRUDERS, None] / 2,
                flames * raiders[:, None] / 8,
            ],
            1,
        )
        table = functional.embedding_bag(numbers[:, self._columns] + self._offsets, self._folded, mode="sum")
        table = table + functional.linear(figures, self._rest, net.table.bias)
        seen = functional.relu(table + net.places(self._encoded(numbers, next_facts, share)))
        return net.ends(functional.relu(net.hidden(seen)))

    def _encoded(self, numbers: Tensor, next_facts: Tensor, share: Tensor) -> Tensor:
        net = self._net
        parts = numbers[:, facts.TABLE :].reshape(-1, facts.SAMURAI)
        found = functional.embedding_bag(
            parts[:, self._samurai_columns] + self._samurai_offsets, self._folded_samurai, mode="sum"
        )
        figures = torch.cat(net._odds_figures(parts, next_facts, share), 1)
        found = functional.relu(found + functional.linear(figures, self._rest_samurai, net.samurai.bias))
        return found.reshape(len(numbers), -1)


def _fold(net: TorchNet, columns: list[tuple[int, str]], layer: nn.Linear) -> tuple[Tensor, Tensor]:
    """Each table times its part of the layer's weights, one below the other; and the weights of the figures after them."""
    folded = []
    start = 0
    for _, name in columns:
        table = getattr(net, name)
        folded.append(table @ layer.weight[:, start : start + table.shape[1]].T)
        start += table.shape[1]
    return torch.cat(folded), layer.weight[:, start:].contiguous()

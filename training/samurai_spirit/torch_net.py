"""The net of `zashiki.games.samurai_spirit.bot.net` in torch, for training and for evaluation on a GPU."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from zashiki.games.samurai_spirit.bot import facts, features
from zashiki.games.samurai_spirit.bot.model import ENDS
from zashiki.games.samurai_spirit.rules.cards import COUNT


class TorchNet(nn.Module):
    """Takes rows of facts, gives the logits of the ends of the game."""

    def __init__(self, encoder: int = 64, width: int = 256, hidden: int = 96) -> None:
        super().__init__()
        self.samurai = nn.Linear(features.SAMURAI_WIDTH, encoder)
        self.table = nn.Linear(features.TABLE_WIDTH, width)
        self.places = nn.Linear(encoder * facts.SLOTS, width, bias=False)
        self.hidden = nn.Linear(width, hidden)
        self.ends = nn.Linear(hidden, ENDS)
        self._tables = [(column, self._keep(f"t{index}", table)) for index, (column, table) in enumerate(features.TABLE_COLUMNS)]
        self._samurai = [(column, self._keep(f"s{index}", table)) for index, (column, table) in enumerate(features.SAMURAI_COLUMNS)]
        self._keep("card_facts", features.CARD_FACTS)
        self._keep("symbols", features.SYMBOL_BITS)
        self._keep("exact", features.EXACT)
        self._keep("beyond", features.BEYOND)
        self.register_buffer("bits", torch.arange(8, dtype=torch.uint8), persistent=False)

    def _keep(self, name: str, table: np.ndarray) -> str:
        self.register_buffer(name, torch.from_numpy(np.ascontiguousarray(table, np.float32)), persistent=False)
        return name

    def forward(self, rows: Tensor) -> Tensor:
        table, samurai = self.expand(rows)
        encoded = functional.relu(self.samurai(samurai)).reshape(len(rows), -1)
        seen = functional.relu(self.table(table) + self.places(encoded))
        return self.ends(functional.relu(self.hidden(seen)))

    def expand(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """The same as `features.expand`."""
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
        gap = parts[:, facts.GAP].clamp(max=features.REACH - 1)
        next_facts = next_facts.repeat_interleave(facts.SLOTS, 0)
        values = next_facts[:, features.VALUE_FACTS]
        lacks = (1 - self.symbols[parts[:, facts.LEFT] & 7]) * next_facts[:, features.SYMBOL_FACTS]
        pieces = [getattr(self, name)[parts[:, column]] for column, name in self._samurai]
        pieces += [
            (values * self.exact[gap]).sum(1, keepdim=True),
            (values * self.beyond[gap]).sum(1, keepdim=True),
            lacks * 2,
            lacks.sum(1, keepdim=True),
            share.repeat_interleave(facts.SLOTS)[:, None],
        ]
        return torch.cat(pieces, 1)

    def weights(self) -> dict[str, np.ndarray]:
        """What the players' net reads: matrices as inputs by outputs."""
        found = {}
        for name, value in self.state_dict().items():
            array = value.detach().float().cpu().numpy()
            found[name] = np.ascontiguousarray(array.T) if array.ndim == 2 else array
        return found

    def load_weights(self, stored: dict[str, np.ndarray]) -> None:
        tensors = {name: torch.from_numpy(np.array(array.T if array.ndim == 2 else array, np.float32)) for name, array in stored.items()}
        self.load_state_dict(tensors)


class TorchEvaluator:
    """Evaluates rows on a device."""

    def __init__(self, device: str) -> None:
        self._device = device
        self._net = TorchNet().to(device).eval()

    def load(self, weights: dict[str, np.ndarray]) -> None:
        self._net.load_weights(weights)

    @torch.inference_mode()
    def values(self, rows: np.ndarray) -> np.ndarray:
        tensor = torch.from_numpy(np.array(rows)).to(self._device)
        return torch.softmax(self._net(tensor), 1).cpu().numpy()

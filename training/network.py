"""The network that learns: a residual perceptron over the features of an information state.

Heads, one output for each action of the edition: the value (own points less the mean of the
other sides', in units of 20 points as printed, `bottleimp.players.network.points_per_unit`), the
own points, and the chance to end as an owner.
"""

from collections.abc import Mapping

import torch
from torch import nn

from bottleimp.kernel.encoding.schema import HAND_CHOICES

HEAD_COUNT = 3
ENTRY_WEIGHT = "entry.weight"
NEW_INPUT_SHARE = (
    0.3  # of the usual first weights, for what a network does not see and its critic does
)


def device_by_name(name: str | None) -> torch.device:
    """The device of this name; without one a GPU where there is one, else the processor."""
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


class ResidualBlock(nn.Module):
    """Two layers that are added to what came in."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.first = nn.Linear(size, size)
        self.second = nn.Linear(size, size)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """What came in, with what the two layers add."""
        return torch.relu(hidden + self.second(torch.relu(self.first(hidden))))


class TorchNetwork(nn.Module):
    """From features (batch, width) to heads (batch, 3, actions), and to where cards lie.

    `where` gives for every card of the deck a logit for each place it may lie in: the hands,
    counted from the seat's own first one, then the imp's trick.
    """

    def __init__(
        self, width: int, actions: int, size: int, blocks: int, location_count: int
    ) -> None:
        super().__init__()
        self.actions = actions
        self.location_count = location_count
        self.entry = nn.Linear(width, size)
        self.blocks = nn.ModuleList(ResidualBlock(size) for _ in range(blocks))
        self.exit = nn.Linear(size, HEAD_COUNT * actions)
        self.where = nn.Linear(size, (actions - HAND_CHOICES) * location_count)

    def hidden(self, features: torch.Tensor) -> torch.Tensor:
        """The last layer before the heads."""
        hidden = torch.relu(self.entry(features))
        for block in self.blocks:
            hidden = block(hidden)
        return hidden

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """The heads."""
        out: torch.Tensor = self.exit(self.hidden(features))
        return out.view(-1, HEAD_COUNT, self.actions)

    def heads_and_locations(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The heads, and the logits of places (batch, cards, places)."""
        hidden = self.hidden(features)
        where = self.where(hidden).view(-1, self.actions - HAND_CHOICES, self.location_count)
        return self.exit(hidden).view(-1, HEAD_COUNT, self.actions), where


class Critic(nn.Module):
    """What a position with open hands is worth more to the seat than its network expects.

    It begins with the network's own weights, and at first it adds nothing.
    """

    def __init__(self, network: TorchNetwork, width: int) -> None:
        super().__init__()
        size, seen = network.entry.weight.shape
        # Its heads are not used: a single card, and one place.
        self.trunk = TorchNetwork(seen + width, HAND_CHOICES + 1, size, len(network.blocks), 1)
        self.exit = nn.Linear(size, 1)
        own = {k: w.clone() for k, w in self.trunk.state_dict().items()}
        theirs = network.state_dict()
        own |= {k: w.clone() for k, w in theirs.items() if k.startswith(("blocks.", "entry.bias"))}
        own[ENTRY_WEIGHT][:, :seen] = theirs[ENTRY_WEIGHT]
        own[ENTRY_WEIGHT][:, seen:] *= NEW_INPUT_SHARE
        self.trunk.load_state_dict(own)
        nn.init.zeros_(self.exit.weight)
        nn.init.zeros_(self.exit.bias)
        self.to(network.entry.weight.device)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """From features and bits of hands (row, width) to points in units of value (row,)."""
        out: torch.Tensor = self.exit(self.trunk.hidden(seen))
        return out[:, 0]


def take_step(loss: torch.Tensor, network: nn.Module, optimiser: torch.optim.Optimizer) -> None:
    """One step of the optimiser down a loss, with a gradient of a length of at most 1."""
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimiser.step()


def follow_weights(followers: Mapping[str, torch.Tensor], network: nn.Module, share: float) -> None:
    """Move weights towards those of a network, by such a share of what lies between."""
    with torch.no_grad():
        for name, weight in network.state_dict().items():
            followers[name].lerp_(weight, share)

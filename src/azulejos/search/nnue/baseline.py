"""Baseline network, made by hand: who leads is likely to win.

Training starts from it, and games without a trained network are evaluated by it.
"""

from __future__ import annotations

import math

import numpy as np

from azulejos.search.nnue.features.schema import FeatureSchema
from azulejos.search.nnue.network import (
    ACTIVATION_SCALE,
    OUTPUT_SCALE,
    WEIGHT_SCALE,
    Network,
    new_network,
)

#: The lead at which a win looks certain, in points, ...
CERTAIN_LEAD = 60
#: ... and its logit. As a lead, the same number stands for tens of points.
CERTAIN_LOGIT = CERTAIN_LEAD // 10


def baseline_network(schema: FeatureSchema, players: int) -> Network:
    """The baseline network of a game."""
    network = new_network(schema.count(players), schema.buckets)
    others = players - 1
    weight = WEIGHT_SCALE * CERTAIN_LOGIT // others
    for distance in range(1, players):
        features, leads = schema.lead_features(distance)
        ahead, behind = 2 * distance - 2, 2 * distance - 1
        for unit, sign in ((ahead, 1), (behind, -1)):
            activation = ACTIVATION_SCALE * np.clip(sign * leads / CERTAIN_LEAD, 0, 1)
            network.feature_weights[features, unit] = activation
            network.hidden_weights[:, unit, unit] = WEIGHT_SCALE
            network.output_weights[:, :, unit] = sign * weight
    # Equal shares of victory at equal scores
    network.output_bias[:, 0] = -round(math.log(others) * OUTPUT_SCALE * WEIGHT_SCALE)
    return network

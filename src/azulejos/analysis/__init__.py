"""Analysis: candidate moves with the values of all players, proofs, and reviews of whole games.

docs/analysis.md defines every number. Names are imported when they are first used.
"""

from typing import TYPE_CHECKING

from azulejos.engine.lazy import lazy_attributes

if TYPE_CHECKING:
    from azulejos.analysis.candidates import Analysis, Candidate, analyse, explain, stream
    from azulejos.analysis.errors import Cancelled, UnknownEffort
    from azulejos.analysis.report import (
        Chance,
        Decision,
        PlayerSummary,
        Review,
        TurningPoint,
    )
    from azulejos.analysis.result_cache import ResultCache
    from azulejos.analysis.reviewer import judge, luck, review
    from azulejos.analysis.rollouts import RolledMove, Rollout, rollout
    from azulejos.analysis.scale import LevelRate, Place, level_rates, place_on_scale
    from azulejos.analysis.values import EFFORTS, Effort, Value

__all__ = [
    "EFFORTS",
    "Analysis",
    "Cancelled",
    "Candidate",
    "Chance",
    "Decision",
    "Effort",
    "LevelRate",
    "Place",
    "PlayerSummary",
    "ResultCache",
    "Review",
    "RolledMove",
    "Rollout",
    "TurningPoint",
    "UnknownEffort",
    "Value",
    "analyse",
    "explain",
    "judge",
    "level_rates",
    "luck",
    "place_on_scale",
    "review",
    "rollout",
    "stream",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_attributes(
        __name__,
        {
            "azulejos.analysis.candidates": (
                "Analysis",
                "Candidate",
                "analyse",
                "explain",
                "stream",
            ),
            "azulejos.analysis.errors": ("Cancelled", "UnknownEffort"),
            "azulejos.analysis.report": (
                "Chance",
                "Decision",
                "PlayerSummary",
                "Review",
                "TurningPoint",
            ),
            "azulejos.analysis.result_cache": ("ResultCache",),
            "azulejos.analysis.reviewer": ("judge", "luck", "review"),
            "azulejos.analysis.rollouts": ("RolledMove", "Rollout", "rollout"),
            "azulejos.analysis.scale": ("LevelRate", "Place", "level_rates", "place_on_scale"),
            "azulejos.analysis.values": ("EFFORTS", "Effort", "Value"),
        },
    )

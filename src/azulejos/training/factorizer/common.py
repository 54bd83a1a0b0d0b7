"""The type of a factor."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

#: A feature, within its section of the schema; the name of a factor of it; and its amount.
Factor: TypeAlias = tuple[int, Hashable, float]

"""Names of efforts, without anything that analyses: for help texts."""

from __future__ import annotations

EFFORT_NAMES = ("quick", "standard", "deep")
USUAL_EFFORT = "quick"

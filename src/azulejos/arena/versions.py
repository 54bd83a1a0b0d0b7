"""Which version of our bots plays: whether games of theirs may be counted together."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from azulejos.engine.compiled import fingerprint
from azulejos.search.nnue.registry import FOLDER


@cache  # so that all games of a process have the same, even if somebody works on the files
def version_of_bots(networks: Path = FOLDER) -> str:
    """A short name of all that our bots think with: the sources of their code, and networks."""
    digest = hashlib.sha256(fingerprint().encode())
    for file in sorted(networks.glob("*.npz")):
        digest.update(file.name.encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]

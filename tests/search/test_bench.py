"""Bench signature: it changes when search or a network does."""

from __future__ import annotations

from azulejos.search.bench import samples, signature

#: What `azulejos bench` prints. An intended change of search or of a network changes it here too.
SIGNATURE = "4d7f4f96160cec20"


def test_search_behaves_as_it_did() -> None:
    assert signature(list(samples())) == SIGNATURE

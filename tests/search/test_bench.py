"""The signature of search: a change of it is a change in how the bots play."""

from __future__ import annotations

from azulejos.search.bench import samples, signature

#: What `azulejos bench` prints. Whoever means to change search or a network changes it here too.
SIGNATURE = "4d7f4f96160cec20"


def test_search_behaves_as_it_did() -> None:
    assert signature(list(samples())) == SIGNATURE

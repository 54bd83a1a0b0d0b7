"""The graph of a review as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from azulejos.analysis import Effort, ResultCache, Review, review
from tests.analysis.games import random_game

TINY = Effort(name="tiny", nodes=500, tree_nodes=500, samples=2, proof_nodes=10)


@pytest.fixture(scope="module")
def report() -> Review:
    return review(random_game("azul", "grey", 3, 1).at(4), TINY, cache=ResultCache(None))


@pytest.mark.parametrize("name", ["<b>&\"'", "\x01\x1b[2J", "a\nb", "\u202eanA", "Þórdís" * 50])
def test_any_name_gives_a_picture_that_can_be_read(report: Review, name: str) -> None:
    drawn = ElementTree.fromstring(report.to_svg(names=[name, "Ben", "Cleo"]))
    texts = [element.text or "" for element in drawn.iter() if element.tag.endswith("text")]
    assert "Ben" in texts
    assert all(len(text) <= 24 and text.isprintable() for text in texts)


def test_a_notebook_shows_a_review_as_its_graph(report: Review) -> None:
    assert report._repr_svg_() == report.to_svg()
